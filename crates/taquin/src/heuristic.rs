//! Estimates of the distance to the goal.
//!
//! A heuristic is made for one goal and works on a *memo*: what it remembers of a board so that its
//! value after one slide need not be computed from scratch. Searches are generic over [`Heuristic`]
//! and compiled once for each; [`AnyHeuristic`] is the choice at run time, made once outside the loop.
//!
//! An own heuristic is a closure ([`from_fn`]) or, where speed matters, an implementation of the trait:
//!
//! ```
//! use taquin::heuristic::{self, Guarantees, Heuristic};
//! use taquin::{Board, NamedGoal, Problem, Solver};
//!
//! let start: Board = "8 1 3/4 0 2/7 6 5".parse()?;
//! let goal = NamedGoal::BlankLast.board(start.shape())?;
//! // Every tile that is not home has to move at least once.
//! let home = goal.clone();
//! let misplaced = heuristic::from_fn(&goal, Guarantees::ADMISSIBLE, move |board| {
//!     board.tiles().filter(|&(cell, tile)| home[cell] != Some(tile)).count() as u32
//! });
//! assert_eq!(misplaced.of(&start), 5);
//! let answer = Solver::new().heuristic(misplaced).solve(&Problem::new(start, goal)?)?;
//! assert!(answer.proved());
//! assert_eq!(answer.cost(), Some(14));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
pub(crate) mod axis_distance;
mod breakdown;
mod distances;
mod exact;
mod first_entry;
mod hamming;
mod linear_conflict;
mod manhattan;
mod maximum;
mod named;
mod out_of_place;
mod own;
pub(crate) mod pdb;
pub(crate) mod walking_conflict;
mod walking_distance;
mod zero;

pub use crate::pdb::TablesError;
pub use any::{AnyHeuristic, AnyMemo};
pub use axis_distance::{AxisDistance, AxisMemo};
pub use breakdown::{Breakdown, LineConflict};
pub use exact::ExactDistance;
pub use first_entry::FirstEntry;
pub use hamming::Hamming;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use maximum::Maximum;
pub use named::{HeuristicName, UnknownHeuristic};
pub use out_of_place::OutOfPlace;
pub use own::{Own, from_fn};
pub use pdb::{PatternDatabases, PatternMemo};
pub use walking_conflict::{WalkingConflict, WalkingMemo};
pub use walking_distance::WalkingDistance;
pub(crate) use walking_distance::least_moves;
pub use zero::Zero;

use crate::board::{Board, Slide};
pub use crate::contradiction::{Contradiction, ContradictionKind};
use crate::metric::Metric;
use crate::problem::Problem;
use crate::solution::Solution;
use std::sync::Arc;

/// What is known about a heuristic's values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guarantees {
    /// The estimate is never above the true distance, so searches that rely on it are optimal.
    pub admissible: bool,
    /// A slide changes the estimate by at most 1, so A* never has to open a board again.
    pub consistent: bool,
}

impl Guarantees {
    /// Neither: nothing that is found with such a heuristic is called optimal.
    pub const NONE: Guarantees = Guarantees { admissible: false, consistent: false };
    /// Admissible, and nothing is known of its changes.
    pub const ADMISSIBLE: Guarantees = Guarantees { admissible: true, consistent: false };
    /// Both admissible and consistent.
    pub const FULL: Guarantees = Guarantees { admissible: true, consistent: true };
}

/// An estimate of the number of moves from a board to one goal.
///
/// Three methods are enough: [`goal`](Heuristic::goal), [`remember`](Heuristic::remember) and
/// [`estimate`](Heuristic::estimate), and [`guarantees`](Heuristic::guarantees) if solutions are to be called
/// optimal. Implement [`after`](Heuristic::after) too if the value after a slide can be told from the value before.
pub trait Heuristic: Sync {
    /// What is remembered of a board.
    type Memo: Copy + Send + Sync;

    /// The goal that it was made for. Searches refuse problems with another.
    fn goal(&self) -> &Board;

    /// What is claimed of the values. The default claims nothing.
    fn guarantees(&self) -> Guarantees {
        Guarantees::NONE
    }

    /// Whether it estimates distances in a metric. The default is slides, and slides alone: a shift moves several tiles, so
    /// what is never too high in slides may be in shifts. [`Solver`](crate::Solver) refuses a heuristic for another metric.
    fn is_for(&self, metric: Metric) -> bool {
        metric == Metric::Slides
    }

    /// Looks at a whole board.
    fn remember(&self, board: &Board) -> Self::Memo;

    /// Like [`remember`](Heuristic::remember), for a board whose estimate is known; worth overriding if that is
    /// cheaper.
    #[inline]
    fn recall(&self, board: &Board, _estimate: u32) -> Self::Memo {
        self.remember(board)
    }

    /// Updates the memo for a slide that has just been made; `board` is the board after it. The default looks at
    /// the whole board.
    #[inline]
    fn after(&self, _memo: Self::Memo, board: &Board, _slide: Slide) -> Self::Memo {
        self.remember(board)
    }

    /// The estimate for the board that the memo was made of.
    fn estimate(&self, memo: Self::Memo) -> u32;

    /// The estimate for a board, from scratch.
    fn of(&self, board: &Board) -> u32 {
        self.estimate(self.remember(board))
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

    /// The same heuristic as a choice at run time: for [`Maximum`] and [`Solver`](crate::Solver).
    fn into_any(self) -> AnyHeuristic
    where
        Self: Sized + Send + 'static,
    {
        AnyHeuristic::Own(Own::new(self))
    }

    /// How a kernel of IDA* can compute the same values in a faster way of its own.
    #[doc(hidden)]
    fn kernel_hint(&self) -> Option<KernelHint<'_>> {
        None
    }
}

/// What kernels know of a heuristic. Only this crate makes one: a wrong hint would be a wrong answer.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct KernelHint<'a>(pub(crate) KnownValues<'a>);

#[derive(Clone, Debug)]
pub(crate) enum KnownValues<'a> {
    /// The values of the heuristic of this name.
    Of(HeuristicName),
    /// The values of these tables.
    Databases(&'a PatternDatabases),
    /// The values of these walks.
    Walks(&'a WalkingConflict),
}

impl KernelHint<'_> {
    pub(crate) fn named(name: HeuristicName) -> Option<KernelHint<'static>> {
        Some(KernelHint(KnownValues::Of(name)))
    }
}

/// Makes sure that a heuristic is for the problem's goal: with another's a search would call anything optimal.
///
/// # Panics
/// If it is not.
pub(crate) fn assert_same_goal<H: Heuristic>(heuristic: &H, problem: &Problem) {
    assert!(
        heuristic.goal() == problem.goal(),
        "the heuristic was made for the goal {}, the problem has the goal {}",
        heuristic.goal(),
        problem.goal()
    );
}

macro_rules! forwards {
    ($($pointer:ty),*) => {$(
        impl<H: Heuristic + Send + ?Sized> Heuristic for $pointer {
            type Memo = H::Memo;

            fn goal(&self) -> &Board {
                (**self).goal()
            }

            fn guarantees(&self) -> Guarantees {
                (**self).guarantees()
            }

            fn is_for(&self, metric: Metric) -> bool {
                (**self).is_for(metric)
            }

            fn remember(&self, board: &Board) -> H::Memo {
                (**self).remember(board)
            }

            #[inline]
            fn recall(&self, board: &Board, estimate: u32) -> H::Memo {
                (**self).recall(board, estimate)
            }

            #[inline]
            fn after(&self, memo: H::Memo, board: &Board, slide: Slide) -> H::Memo {
                (**self).after(memo, board, slide)
            }

            #[inline]
            fn estimate(&self, memo: H::Memo) -> u32 {
                (**self).estimate(memo)
            }

            fn contradiction(&self) -> Option<Contradiction> {
                (**self).contradiction()
            }

            fn confront(&self, solution: &Solution, optimal: bool) -> Result<(), Contradiction> {
                (**self).confront(solution, optimal)
            }

            fn kernel_hint(&self) -> Option<KernelHint<'_>> {
                (**self).kernel_hint()
            }
        }
    )*};
}
forwards!(&H, Box<H>, Arc<H>);
