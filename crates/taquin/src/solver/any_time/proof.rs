//! The search that proves, with beams in between.
//!
//! A proof that were stopped for every beam would lose the iteration under way each time. So it is never stopped: it
//! tells its progress every few milliseconds, and beams run *within* that call when their turn has come. The proof goes on
//! where it was, with what they found: it ends as soon as its bound meets the length of the best solution, and never
//! searches the last iteration if a beam has found a shortest solution.

use super::AnyTime;
use super::widening::FromEnd;
use crate::platform::Instant;
use crate::search::{Chore, Observer, Stats, StopReason};
use crate::solver::staged;
use std::ops::ControlFlow;
use std::time::Duration;

/// Watches the search that proves.
pub(super) struct Proof<'p, 'a> {
    search: &'p mut AnyTime<'a>,
    /// Beams, as long as there are wider ones to try.
    beams: &'p [FromEnd],
    observer: &'p mut dyn Observer,
    begun: Instant,
    /// Time spent in beams since then.
    away: Duration,
    /// The limit that a beam has reached.
    stopped: Option<StopReason>,
}

impl<'p, 'a> Proof<'p, 'a> {
    pub(super) fn new(
        search: &'p mut AnyTime<'a>,
        beams: &'p [FromEnd],
        observer: &'p mut dyn Observer,
    ) -> Proof<'p, 'a> {
        let (begun, away) = (Instant::now(), Duration::ZERO);
        Proof { search, beams, observer, begun, away, stopped: None }
    }

    /// The limit that a beam has reached while the proof waited for it.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The time that it has waited for beams.
    pub(super) fn away(&self) -> Duration {
        self.away
    }

    /// Beams whose turn has come.
    fn widen(&mut self) -> Result<(), StopReason> {
        while !self.beams.is_empty() {
            let proving = self.begun.elapsed().saturating_sub(self.away);
            if self.search.is_done() || !self.search.is_due(proving) {
                break;
            }
            let begun = Instant::now();
            let goes_on = self.search.next_beams(self.beams, self.observer);
            self.away += begun.elapsed();
            if !goes_on? {
                self.beams = &[];
            }
        }
        Ok(())
    }
}

impl Observer for Proof<'_, '_> {
    fn has_solution(&self) -> bool {
        true
    }

    fn chore(&mut self, chore: Chore, share: Option<f64>) -> ControlFlow<()> {
        self.observer.chore(chore, share)
    }

    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        self.search.lower_bound = self.search.lower_bound.max(lower_bound);
        self.search.proving = stats.clone();
        if let Err(why) = self.widen() {
            self.stopped = Some(why);
            return ControlFlow::Break(());
        }
        if self.search.is_done() {
            return ControlFlow::Break(());
        }
        self.observer.progress(&staged::plus(&self.search.stats, stats), self.search.lower_bound)
    }
}
