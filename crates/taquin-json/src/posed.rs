//! A start and a goal, and goals as people write them.

use taquin::notation::{ParseError, ParseErrorKind, parse_board};
use taquin::{Board, NamedGoal, Problem, ProblemError, Shape, Solvability};

/// A start and a goal of one shape; whether sliding connects them is not known yet.
#[derive(Clone, Debug)]
pub struct Posed {
    /// The board to be solved.
    pub start: Board,
    /// What it is to become.
    pub goal: Board,
}

impl Posed {
    /// Start and goal as a problem, or why there is none.
    pub fn problem(&self) -> Result<Problem, Solvability> {
        match Problem::new(self.start.clone(), self.goal.clone()) {
            Ok(problem) => Ok(problem),
            Err(ProblemError::Unsolvable(why)) => Err(why),
            Err(error) => unreachable!("posed boards have one shape: {error}"),
        }
    }
}

/// A goal as it is written.
#[derive(Clone, Debug)]
pub enum Goal {
    /// One with a name.
    Named(NamedGoal),
    /// A board.
    Board(Board),
    /// A list of numbers that takes the shape of the start.
    List(String),
}

impl Goal {
    /// Reads a name or a board, and opens no file.
    pub fn of_text(text: &str, shape: Option<Shape>) -> Result<Goal, ParseError> {
        if let Ok(named) = text.trim().parse() {
            return Ok(Goal::Named(named));
        }
        match parse_board(text, shape) {
            Ok(board) => Ok(Goal::Board(board)),
            Err(ParseError { kind: ParseErrorKind::ShapeUnknown { .. }, .. }) => {
                Ok(Goal::List(text.to_string()))
            }
            Err(error) => Err(error),
        }
    }

    /// The shape it has by itself.
    pub fn shape(&self) -> Option<Shape> {
        match self {
            Goal::Board(board) => Some(board.shape()),
            Goal::Named(_) | Goal::List(_) => None,
        }
    }

    /// The goal board for a shape, or what is wrong.
    pub fn board(&self, shape: Shape) -> Result<Board, String> {
        match self {
            Goal::Named(named) => named.board(shape).map_err(|error| error.to_string()),
            Goal::Board(board) => Ok(board.clone()),
            Goal::List(text) => parse_board(text, Some(shape)).map_err(|error| format!("goal: {error}")),
        }
    }
}
