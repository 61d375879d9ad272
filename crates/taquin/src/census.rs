//! How many boards lie at each distance from a goal: a breadth-first search that only counts.
//!
//! Shapes of up to [`MOST_RANKED_CELLS`] cells are swept whole with one bit for each board (`whole`).
//! Of larger shapes the first levels are found with tables of boards, as far as the limits allow
//! (`levels`).

// * `whole.rs`: all boards by a sweep; `levels.rs`: the first levels of larger shapes.
// * `level.rs`: the boards of one level; `pace.rs`: limits.

mod level;
mod levels;
mod pace;
mod whole;

pub use level::{Boards, Level, PickError};
pub(crate) use pace::Pace;

use crate::board::Board;
use crate::metric::Metric;
use crate::search::{Limits, StopReason};
use crate::sweep;
use level::Stored;
use std::ops::ControlFlow;

/// The largest shapes that are counted whole.
pub const MOST_RANKED_CELLS: usize = sweep::MOST_CELLS;

/// Boards per distance from a goal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Census {
    /// How many boards are 0, 1, 2 … moves away.
    pub levels: Vec<u64>,
    /// Boards of the last level in order of their numbers, at most [`Census::MOST_LISTED`] of them.
    pub deepest: Vec<Board>,
    /// Why it ended.
    pub ended: Ended,
    /// The most memory it took, in bytes.
    pub peak_bytes: u64,
}

/// Why a census ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin::census::census;
/// use taquin::search::Limits;
/// use taquin::{Board, Shape};
///
/// let goal = Board::goal(Shape::flat(3, 3)?);
/// let census = census(&goal, None, &Limits::default(), 1, &mut |_, _| ControlFlow::Continue(()));
/// assert_eq!(census.levels.iter().sum::<u64>(), 181_440);
/// assert_eq!(census.levels.len(), 32);
/// # Ok::<(), taquin::ShapeError>(())
/// ```
pub fn census(
    goal: &Board,
    depth: Option<u32>,
    limits: &Limits,
    threads: usize,
    on_level: &mut dyn FnMut(u32, u64) -> ControlFlow<()>,
) -> Census {
    census_in(Metric::Slides, goal, depth, limits, threads, on_level)
}

/// The same with distances in a metric.
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin::census::census_in;
/// use taquin::search::Limits;
/// use taquin::{Board, Metric, Shape};
///
/// let (goal, limits) = (Board::goal(Shape::PUZZLE_8), Limits::default());
/// let census = census_in(Metric::Shifts, &goal, None, &limits, 1, &mut |_, _| ControlFlow::Continue(()));
/// assert_eq!(census.levels.len(), 25);
/// ```
pub fn census_in(
    metric: Metric,
    goal: &Board,
    depth: Option<u32>,
    limits: &Limits,
    threads: usize,
    on_level: &mut dyn FnMut(u32, u64) -> ControlFlow<()>,
) -> Census {
    let mut count = Count { levels: Vec::new(), depth, on_level };
    let (ended, peak_bytes, stored) = run(goal, metric, limits, &Pace::new(limits), threads, &mut count);
    let last = Level::new(goal.clone(), count.levels.len().saturating_sub(1) as u32, stored);
    let mut deepest: Vec<Board> = last.boards().take(Census::MOST_LISTED).collect();
    deepest.sort_by(|a, b| a.numbers().cmp(b.numbers()));
    Census { levels: count.levels, deepest, ended, peak_bytes }
}

/// All boards at exactly this distance from a goal; the level is empty if no board is that far away.
/// Every board up to that distance is walked through, within limits (nodes are boards expanded), on
/// `threads` threads where the shape is swept whole.
///
/// # Errors
/// The limit that was hit before the level was complete.
pub fn level(goal: &Board, depth: u32, limits: &Limits, threads: usize) -> Result<Level, StopReason> {
    level_in(Metric::Slides, goal, depth, limits, threads)
}

/// The same with distances in a metric.
///
/// # Errors
/// The limit that was hit before the level was complete.
pub fn level_in(
    metric: Metric,
    goal: &Board,
    depth: u32,
    limits: &Limits,
    threads: usize,
) -> Result<Level, StopReason> {
    level_within(metric, goal, depth, limits, &Pace::new(limits), threads)
}

/// The same with a clock that may have been started before.
pub(crate) fn level_within(
    metric: Metric,
    goal: &Board,
    depth: u32,
    limits: &Limits,
    pace: &Pace<'_>,
    threads: usize,
) -> Result<Level, StopReason> {
    let on_level = &mut |_, _| ControlFlow::Continue(());
    let mut count = Count { levels: Vec::new(), depth: Some(depth), on_level };
    let stored = match run(goal, metric, limits, pace, threads, &mut count) {
        (Ended::Stopped(why), ..) => return Err(why),
        (Ended::Complete, ..) => Stored::Nothing,
        (Ended::DepthReached, _, stored) => stored,
    };
    Ok(Level::new(goal.clone(), depth, stored))
}

fn run(
    goal: &Board,
    metric: Metric,
    limits: &Limits,
    pace: &Pace<'_>,
    threads: usize,
    count: &mut Count<'_>,
) -> (Ended, u64, Stored) {
    if sweep::fits(goal.shape()) {
        whole::count(goal, metric, pace, threads, count)
    } else {
        levels::count(goal, metric, limits, count)
    }
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
