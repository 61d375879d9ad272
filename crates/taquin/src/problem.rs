//! A start board and a goal board of one shape, known to be solvable.

use crate::board::Board;
use crate::shape::Shape;
use crate::solvability::Solvability;
use std::fmt;

/// A start and a goal that sliding can connect: checked here, trusted everywhere else.
///
/// ```
/// use taquin::{Board, Problem, Shape};
///
/// let goal = Board::goal(Shape::PUZZLE_8);
/// assert!(Problem::new("8 1 3/4 0 2/7 6 5".parse()?, goal.clone()).is_ok());
/// let error = Problem::new("2 1 3/4 5 6/7 8 0".parse()?, goal).unwrap_err();
/// assert!(error.to_string().starts_with("unsolvable: 1 inversion against the goal"));
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    start: Board,
    goal: Board,
}

/// Why two boards are not a problem that can be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// The boards have different shapes.
    Shapes {
        /// The start's shape.
        start: Shape,
        /// The goal's shape.
        goal: Shape,
    },
    /// No sequence of slides leads from start to goal.
    Unsolvable(Solvability),
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemError::Shapes { start, goal } => {
                write!(f, "the start is {start} but the goal is {goal}: both must have one shape")
            }
            ProblemError::Unsolvable(why) => write!(f, "unsolvable: {why}"),
        }
    }
}

impl std::error::Error for ProblemError {}

impl Problem {
    /// Pairs a start with a goal it can be slid into.
    ///
    /// # Errors
    /// [`ProblemError`] if the shapes differ or no sequence of slides leads from start to goal.
    pub fn new(start: Board, goal: Board) -> Result<Problem, ProblemError> {
        if start.shape() != goal.shape() {
            return Err(ProblemError::Shapes { start: start.shape(), goal: goal.shape() });
        }
        let verdict = Solvability::of(&start, &goal);
        if verdict.is_solvable() {
            Ok(Problem { start, goal })
        } else {
            Err(ProblemError::Unsolvable(verdict))
        }
    }

    /// The shape of both boards.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.start.shape()
    }

    /// Where the search begins.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Where it should end.
    #[must_use]
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The same problem the other way round.
    #[must_use]
    pub fn reversed(&self) -> Problem {
        Problem { start: self.goal.clone(), goal: self.start.clone() }
    }
}
