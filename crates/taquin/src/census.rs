//! How many boards lie at each distance from a goal: a breadth-first search that only counts.
//!
//! Shapes of up to [`MOST_RANKED_CELLS`] cells are swept whole with one bit for each board (`whole`).
//! Of larger shapes the first levels are found with tables of boards, as far as the limits allow
//! (`levels`).

mod levels;
mod whole;

use crate::board::Board;
use crate::search::{Limits, StopReason};
use crate::sweep;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The largest shapes that are counted whole.
pub const MOST_RANKED_CELLS: usize = sweep::MOST_CELLS;

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
    let first_ones = &mut |_, boards: u64| (0..boards.min(Census::MOST_LISTED as u64)).collect();
    let mut count = Count { levels: Vec::new(), depth, on_level, choose: first_ones };
    let (ended, peak_bytes, mut deepest) = run(goal, limits, threads, &mut count);
    deepest.sort_by(|a, b| a.numbers().cmp(b.numbers()));
    Census { levels: count.levels, deepest, ended, peak_bytes, elapsed: started.elapsed() }
}

/// Chosen boards at exactly this distance from a goal: `choose` is told how many there are and says
/// which of them it wants, by numbers below that. No board is that far away if it is never asked.
pub fn boards_at(
    goal: &Board,
    depth: u32,
    limits: &Limits,
    threads: usize,
    choose: &mut dyn FnMut(u64) -> Vec<u64>,
) -> Result<Vec<Board>, StopReason> {
    let on_level = &mut |_, _| ControlFlow::Continue(());
    let choose = &mut |ended, boards| if ended == Ended::DepthReached { choose(boards) } else { Vec::new() };
    let mut count = Count { levels: Vec::new(), depth: Some(depth), on_level, choose };
    match run(goal, limits, threads, &mut count) {
        (Ended::Stopped(why), ..) => Err(why),
        (Ended::DepthReached | Ended::Complete, _, boards) => Ok(boards),
    }
}

fn run(goal: &Board, limits: &Limits, threads: usize, count: &mut Count<'_>) -> (Ended, u64, Vec<Board>) {
    if sweep::fits(goal.shape()) {
        whole::count(goal, limits, threads, count)
    } else {
        levels::count(goal, limits, count)
    }
}

/// The levels counted so far.
struct Count<'a> {
    levels: Vec<u64>,
    depth: Option<u32>,
    on_level: &'a mut dyn FnMut(u32, u64) -> ControlFlow<()>,
    /// Told why the count ended and how many boards the last level has, says which of them to list.
    choose: &'a mut dyn FnMut(Ended, u64) -> Vec<u64>,
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
