//! How many boards lie at each distance from a goal: a breadth-first search that only counts.
//!
//! Shapes of up to [`MOST_RANKED_CELLS`] cells are swept whole with a few bits for each board
//! (`sweep`), numbering boards as `ranking` explains. Of larger shapes the first levels are found
//! with tables of boards, as far as the limits allow (`levels`).

mod levels;
mod ranking;
mod sweep;

use crate::board::Board;
use crate::search::{Limits, StopReason};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The largest shapes that are counted whole.
pub const MOST_RANKED_CELLS: usize = 12;

/// Boards per distance from a goal.
#[derive(Clone, Debug)]
pub struct Census {
    /// How many boards are 0, 1, 2 … moves away.
    pub levels: Vec<u64>,
    /// Boards of the last level in order of their numbers, at most [`Census::MOST_LISTED`] of them.
    pub deepest: Vec<Board>,
    /// Why it ended.
    pub ended: Ended,
    /// The most memory it took, in bytes.
    pub peak_bytes: u64,
    /// Time on the clock.
    pub elapsed: Duration,
}

/// Why a census ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every board was counted.
    Complete,
    /// The last level asked for was counted.
    DepthReached,
    /// A limit was hit; the levels counted are complete.
    Stopped(StopReason),
}

impl Census {
    /// How many boards of the last level are listed.
    pub const MOST_LISTED: usize = 1000;
}

/// Counts the boards at each distance up to `depth`, within limits (nodes are boards expanded), on
/// `threads` threads where the shape is swept whole. `on_level` hears of every level when it is
/// complete and may stop the count.
pub fn census(
    goal: &Board,
    depth: Option<u32>,
    limits: &Limits,
    threads: usize,
    on_level: &mut dyn FnMut(u32, u64) -> ControlFlow<()>,
) -> Census {
    let started = Instant::now();
    let mut count = Count { levels: Vec::new(), depth, on_level };
    let shape = goal.shape();
    let (ended, peak_bytes, mut deepest) = if !shape.is_strip() && shape.cells() <= MOST_RANKED_CELLS {
        sweep::count(goal, limits, threads, &mut count)
    } else {
        levels::count(goal, limits, &mut count)
    };
    deepest.sort_by(|a, b| a.numbers().cmp(b.numbers()));
    Census { levels: count.levels, deepest, ended, peak_bytes, elapsed: started.elapsed() }
}

/// The levels counted so far.
struct Count<'a> {
    levels: Vec<u64>,
    depth: Option<u32>,
    on_level: &'a mut dyn FnMut(u32, u64) -> ControlFlow<()>,
}

impl Count<'_> {
    /// Adds a complete level; tells whether and why to stop there.
    fn add(&mut self, boards: u64) -> Option<Ended> {
        let level = self.levels.len() as u32;
        self.levels.push(boards);
        if (self.on_level)(level, boards).is_break() {
            return Some(Ended::Stopped(StopReason::Cancelled));
        }
        (self.depth == Some(level)).then_some(Ended::DepthReached)
    }
}
