//! How many shortest solutions every board of a small shape has.
//!
//! Boards are taken in order of their distance: a board has as many solutions as all its neighbours that are one move nearer
//! have together, since a shortest solution begins with a move to one of them. The shapes that are listed have at most ten
//! cells; their longest solutions have 55 moves with at most two ways on at each, so 64 bits hold every number.

use crate::board::Board;
use crate::census::Pace;
use crate::exact::{DistanceList, DistanceTable};
use crate::metric::Metric;
use crate::search::{Limits, StopReason};
use crate::shape::Shape;
use std::collections::BTreeMap;
use std::fmt;

/// Boards between two looks at the limits.
const LOOK_AFTER: usize = 1 << 12;
/// Memory for each board: its distance, its place in the order, its number of solutions.
const BYTES_PER_BOARD: u64 = 1 + 4 + 8;

/// The numbers of shortest solutions of all boards of a small shape.
///
/// ```
/// use taquin::search::Limits;
/// use taquin::shortest::SolutionCounts;
/// use taquin::{Board, Metric};
///
/// let goal = Board::goal("2x2".parse()?);
/// let counts = SolutionCounts::of_all_boards(Metric::Slides, &goal, &Limits::default(), 1)?;
/// // Around the ring of four cells there are two ways, equally long for the board that is farthest.
/// assert_eq!(counts.boards_with(1), 11);
/// assert_eq!(counts.boards_with(2), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolutionCounts {
    /// Figures of the boards at each distance.
    pub levels: Vec<SolutionLevel>,
    /// How many boards have so many shortest solutions.
    pub boards: BTreeMap<u64, u64>,
}

/// The numbers of shortest solutions of the boards at one distance.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolutionLevel {
    /// The boards at this distance.
    pub boards: u64,
    /// Those with a single shortest solution.
    pub single: u64,
    /// The shortest solutions of all of them together.
    pub solutions: u64,
    /// The largest number that one has.
    pub most: u64,
    /// A board that has it.
    pub richest: Board,
}

/// Why the solutions of all boards were not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotCounted {
    /// The shape is larger than [`DistanceTable::is_quick`] allows, or a strip.
    TooLarge,
    /// A limit was hit.
    Stopped(StopReason),
}

impl fmt::Display for NotCounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotCounted::TooLarge => write!(
                f,
                "the shortest solutions of all boards are counted on two or more rows of at most {} cells in all",
                DistanceTable::MOST_CELLS_AT_ONCE
            ),
            NotCounted::Stopped(why) => write!(f, "stopped while shortest solutions were counted ({why})"),
        }
    }
}

impl std::error::Error for NotCounted {}

impl From<StopReason> for NotCounted {
    fn from(why: StopReason) -> NotCounted {
        NotCounted::Stopped(why)
    }
}

impl SolutionCounts {
    /// Counts for all boards within limits, listing their distances on so many threads.
    ///
    /// # Errors
    /// [`NotCounted`] if the shape is too large, or a limit was hit.
    pub fn of_all_boards(
        metric: Metric,
        goal: &Board,
        limits: &Limits,
        threads: usize,
    ) -> Result<SolutionCounts, NotCounted> {
        if !DistanceTable::is_quick(goal.shape()) {
            return Err(NotCounted::TooLarge);
        }
        let pace = Pace::new(limits);
        pace.allow(BYTES_PER_BOARD * boards_of(goal.shape()))?;
        let list = DistanceList::in_metric(metric, goal, threads).ok_or(NotCounted::TooLarge)?;
        let mut solutions = vec![0u64; list.boards()];
        let mut counts = SolutionCounts { levels: Vec::new(), boards: BTreeMap::new() };
        for (done, number) in list.by_distance().into_iter().enumerate() {
            if done % LOOK_AFTER == 0 {
                pace.check(done as u64)?;
            }
            let (board, distance) = list.board(number).expect("a number of the list");
            let mut own = u64::from(distance == 0);
            let mut next = board.clone();
            for step in metric.moves_from(board.shape(), board.blank()) {
                next.shift_blank_to(step.to);
                let neighbour = list.number(&next).expect("a move leads to a board of the list");
                if list.distance_of(neighbour) + 1 == distance {
                    own += solutions[neighbour as usize];
                }
                next.shift_blank_to(board.blank());
            }
            solutions[number as usize] = own;
            counts.add(board, distance, own);
        }
        Ok(counts)
    }

    /// How many boards have exactly so many shortest solutions.
    #[must_use]
    pub fn boards_with(&self, solutions: u64) -> u64 {
        self.boards.get(&solutions).copied().unwrap_or(0)
    }

    /// Boards come in order of their distance.
    fn add(&mut self, board: Board, distance: u32, solutions: u64) {
        *self.boards.entry(solutions).or_default() += 1;
        if self.levels.len() == distance as usize {
            self.levels.push(SolutionLevel {
                boards: 0,
                single: 0,
                solutions: 0,
                most: 0,
                richest: board.clone(),
            });
        }
        let level = self.levels.last_mut().expect("a level has just been made");
        level.boards += 1;
        level.single += u64::from(solutions == 1);
        level.solutions += solutions;
        if solutions > level.most {
            (level.most, level.richest) = (solutions, board);
        }
    }
}

/// All boards of a shape that can become each other.
fn boards_of(shape: Shape) -> u64 {
    (1..=shape.cells() as u64).product::<u64>() / 2
}
