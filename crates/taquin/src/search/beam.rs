//! Beam search: level by level, the boards that look best are kept, as many as the beam is wide (Lowerre 1976).
//!
//! It needs little time and memory however large the board is, proves nothing, and may get stuck: then a wider beam may
//! find a solution. What a board looks like is said by scores of its own, learned for some shapes ([`crate::beam`]), not by
//! the heuristics of other searches.

mod watch;

use super::common::budget::Budget;
use super::common::limits::Limits;
use super::common::observer::Observer;
use super::common::outcome::{Answer, Outcome, Stats, StopReason};
use crate::beam::{self, Beam, Bounds};
use crate::heuristic::{Heuristic, LinearConflict};
use crate::problem::Problem;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use watch::Watch;

/// How many boards a beam keeps on each level: 1 to 100 million.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Width(NonZeroU32);

impl Width {
    /// 1000: some hundredths of a second on a 24-puzzle.
    pub const DEFAULT: Width = Width(NonZeroU32::new(1000).expect("not zero"));

    /// The widest beam.
    pub const MOST: u32 = 100_000_000;

    /// A width from 1 to 100 million.
    ///
    /// ```
    /// use taquin::search::Width;
    ///
    /// assert_eq!(Width::new(1000), Ok(Width::DEFAULT));
    /// assert!(Width::new(0).is_err());
    /// ```
    ///
    /// # Errors
    /// [`BadWidth`] if it is out of range.
    pub fn new(boards: u32) -> Result<Width, BadWidth> {
        NonZeroU32::new(boards).filter(|boards| boards.get() <= Width::MOST).map(Width).ok_or(BadWidth)
    }

    /// The boards that are kept.
    pub fn boards(self) -> u32 {
        self.0.get()
    }
}

impl Default for Width {
    fn default() -> Width {
        Width::DEFAULT
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is not a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadWidth;

impl fmt::Display for BadWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a width is a whole number from 1 to 100000000, e.g. 1000")
    }
}

impl std::error::Error for BadWidth {}

impl FromStr for Width {
    type Err = BadWidth;

    fn from_str(text: &str) -> Result<Width, BadWidth> {
        text.parse().map_err(|_| BadWidth).and_then(Width::new)
    }
}

/// Finds some solution. It is called optimal only if it is no longer than linear conflicts say every solution must be.
/// The answer depends on the width and not on the number of threads.
///
/// # Panics
/// If the shape is [too large](crate::search::Algorithm::fits).
pub fn beam(
    problem: &Problem,
    width: Width,
    threads: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let lower_bound = LinearConflict::new(problem.goal()).of(problem.start());
    let budget = Budget::new(limits);
    let beam = Beam { width: width.boards() as usize, threads, below: u32::MAX };
    let is_over = || budget.is_over();
    let bounds = Bounds {
        memory: limits.memory.unwrap_or(u64::MAX),
        nodes: limits.nodes.unwrap_or(u64::MAX),
        // One width gives one answer.
        deadline: None,
        is_over: &is_over,
    };
    let mut watch = Watch::new(problem, limits, lower_bound, observer);
    let found = match is_over() {
        // Not even the tables are made.
        Some(why) => Err(why),
        None => {
            let beams = beam::beams(problem.goal());
            beams.search_within(problem.start(), beam, &bounds, &mut watch)
        }
    };
    let outcome = match found {
        Ok(Some(moves)) => {
            let is_shortest = moves.len() as u32 == lower_bound;
            Outcome::solved(problem, moves, lower_bound, is_shortest)
        }
        Ok(None) => Outcome::Stopped { best: None, lower_bound, why: StopReason::DeadEnd },
        Err(why) => Outcome::Stopped { best: None, lower_bound, why },
    };
    Answer { outcome, stats: Stats { elapsed: budget.elapsed(), ..watch.stats } }
}
