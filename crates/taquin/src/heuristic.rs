//! Estimates of the distance to the goal, one file each.
//!
//! A heuristic works on a *memo*: what it remembers of a board so that its value after one slide
//! need not be computed from scratch. Searches are generic over [`Heuristic`] and compiled once
//! for each; [`AnyHeuristic`] is the choice at run time, made once outside the loop.

mod distances;
mod exact;
pub(crate) mod first_entry;
mod hamming;
mod linear_conflict;
mod manhattan;
mod maximum;
mod named;
mod out_of_place;
pub(crate) mod pdb;
mod walking_distance;
mod zero;

pub use exact::ExactDistance;
pub use first_entry::FirstEntry;
pub use hamming::Hamming;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use maximum::Maximum;
pub(crate) use named::with_heuristic;
pub use named::{AnyHeuristic, AnyMemo, HeuristicName, UnknownHeuristic};
pub use out_of_place::OutOfPlace;
pub use pdb::{PatternDatabases, PatternMemo, TablesError};
pub use walking_distance::WalkingDistance;
pub use zero::Zero;

use crate::board::{Board, Slide};
pub use crate::contradiction::{Contradiction, ContradictionKind};
use crate::solution::Solution;

/// What is known about a heuristic's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantees {
    /// The estimate is never above the true distance, so searches that rely on it are optimal.
    pub admissible: bool,
    /// A slide changes the estimate by at most 1, so A* never has to open a board again.
    pub consistent: bool,
}

impl Guarantees {
    /// Both admissible and consistent.
    pub const FULL: Guarantees = Guarantees { admissible: true, consistent: true };
}

/// An estimate of the number of moves from a board to one goal.
pub trait Heuristic: Sync {
    /// What is remembered of a board.
    type Memo: Copy + Send + Sync;

    /// What is claimed of the values; tests prove it on whole small spaces.
    fn guarantees(&self) -> Guarantees;

    /// Looks at a whole board.
    fn remember(&self, board: &Board) -> Self::Memo;

    /// Looks at a board whose estimate is known, which may save the trouble.
    #[inline]
    fn recall(&self, board: &Board, _estimate: u32) -> Self::Memo {
        self.remember(board)
    }

    /// Updates the memo for a slide that has just been made; `board` is the board after it.
    fn after(&self, memo: Self::Memo, board: &Board, slide: Slide) -> Self::Memo;

    /// The estimate for the board that the memo was made of.
    fn estimate(&self, memo: Self::Memo) -> u32;

    /// The name of the heuristic whose values these are, so that a search may compute the same
    /// values in a faster way of its own.
    fn known_as(&self) -> Option<HeuristicName> {
        None
    }

    /// The tables whose values these are, for the same reason.
    fn pattern_databases(&self) -> Option<&PatternDatabases> {
        None
    }

    /// What the tables that the estimates come from have been found to say that cannot be right. Then neither an answer
    /// nor a lower bound found with them counts.
    fn contradiction(&self) -> Option<Contradiction> {
        None
    }

    /// Compares a solution, and whether it is called shortest, with what tables say of it: the estimate is never above the
    /// moves left, changes with every slide as it must and is 0 at the goal, and exact distances are the moves
    /// left.
    ///
    /// # Errors
    /// If tables contradict the solution, or themselves, now or before.
    fn confront(&self, _solution: &Solution, _optimal: bool) -> Result<(), Contradiction> {
        self.contradiction().map_or(Ok(()), Err)
    }

    /// The estimate for a board, from scratch.
    fn of(&self, board: &Board) -> u32 {
        self.estimate(self.remember(board))
    }
}
