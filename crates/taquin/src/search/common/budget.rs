//! Keeps a search within its limits at next to no cost: one comparison for each node.

use super::limits::Limits;
use super::observer::Observer;
use super::outcome::{Stats, StopReason};
use crate::platform::{self, Instant};
use std::time::Duration;

/// The clock is read about this often.
const PACE: Duration = Duration::from_millis(10);

/// Expansions between two looks at the other limits where time stands still, so that the pace is not known.
const STRIDE_WITHOUT_CLOCK: u64 = 1 << 12;

/// What is left of the limits.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    limits: &'a Limits,
    started: Instant,
    last_look: Instant,
    /// Expansions between two looks at the clock, adapted to the pace.
    stride: u64,
    /// The number of expansions at which to look again.
    next_look: u64,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &'a Limits) -> Budget<'a> {
        let now = Instant::now();
        Budget { limits, started: now, last_look: now, stride: 64, next_look: 0 }
    }

    /// To be called before every expansion.
    #[inline]
    pub(crate) fn check(
        &mut self,
        stats: &mut Stats,
        lower_bound: u32,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        if stats.expanded < self.next_look { Ok(()) } else { self.look(stats, lower_bound, observer) }
    }

    /// The same for searches that keep the node limit themselves, and may run ahead of it: all but the node limit. The
    /// observer is told of no more nodes than there may be.
    pub(crate) fn check_but_nodes(
        &mut self,
        done: u64,
        stats: &mut Stats,
        lower_bound: u32,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        stats.expanded = self.limits.nodes.map_or(done, |nodes| done.min(nodes));
        if done < self.next_look {
            return Ok(());
        }
        self.set_next_look(done, stats);
        self.look_at_others(stats, lower_bound, observer)
    }

    /// Looks at all limits and tells the observer. [`Budget::check`] does so now and then.
    #[cold]
    pub(crate) fn look(
        &mut self,
        stats: &mut Stats,
        lower_bound: u32,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        self.set_next_look(stats.expanded, stats);
        if self.limits.nodes.is_some_and(|nodes| stats.expanded >= nodes) {
            return Err(StopReason::Nodes);
        }
        self.look_at_others(stats, lower_bound, observer)
    }

    /// Reads the clock, and adapts the time to the next look.
    fn set_next_look(&mut self, done: u64, stats: &mut Stats) {
        let now = Instant::now();
        let since = now - self.last_look;
        if since < PACE / 2 {
            let most = if platform::is_ticking() { 1 << 30 } else { STRIDE_WITHOUT_CLOCK };
            self.stride = (self.stride * 2).min(most);
        } else if since > PACE * 2 {
            self.stride = (self.stride / 2).max(1);
        }
        self.last_look = now;
        self.next_look = done + self.stride;
        stats.elapsed = now - self.started;
        if let Some(nodes) = self.limits.nodes.filter(|&nodes| done < nodes) {
            self.next_look = self.next_look.min(nodes);
        }
    }

    /// All limits but that of nodes, and the observer.
    fn look_at_others(
        &mut self,
        stats: &mut Stats,
        lower_bound: u32,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        if self.limits.time.is_some_and(|time| stats.elapsed >= time) {
            return Err(StopReason::Time);
        }
        if self.limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
            return Err(StopReason::Cancelled);
        }
        if observer.progress(stats, lower_bound).is_break() {
            return Err(StopReason::Cancelled);
        }
        Ok(())
    }

    /// Why the search has to stop, asked by work that expands no nodes.
    pub(crate) fn is_over(&self) -> Option<StopReason> {
        if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            return Some(StopReason::Time);
        }
        let is_cancelled = self.limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled());
        is_cancelled.then_some(StopReason::Cancelled)
    }

    /// Whether the search may hold this many bytes.
    #[inline]
    pub(crate) fn allow(&self, bytes: u64) -> Result<(), StopReason> {
        match self.limits.memory {
            Some(most) if bytes > most => Err(StopReason::Memory),
            _ => Ok(()),
        }
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
