//! What can be wrong with moves.

use super::read::letters_of;
use crate::notation::ParseError;
use crate::shape::Shape;
use crate::solution::WrongMoves;
use std::fmt;

/// Why a text is not a sequence of moves that leads from a start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MovesError {
    /// A word that is not a move in this notation.
    NotAMove {
        /// Which move, from 0.
        index: usize,
        /// What stands there.
        word: String,
        /// The shape of the boards, which says what letters there are.
        shape: Shape,
    },
    /// A tile that is not next to the blank.
    NotBeside {
        /// Which move, from 0.
        index: usize,
        /// The number of the tile.
        tile: u16,
    },
    /// A line that is not a board.
    NotABoard {
        /// Which line with a board, from 0.
        index: usize,
        /// What is wrong with it.
        error: ParseError,
    },
    /// A board that is not one slide away from the one before, or a first one that is not the start.
    NotANeighbour {
        /// Which board, from 0.
        index: usize,
    },
    /// The moves can be read but do not solve the problem.
    Wrong(WrongMoves),
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MovesError::NotAMove { index, word, shape } => {
                let letters: Vec<String> = letters_of(*shape).map(String::from).collect();
                let word: String = word.chars().take(40).collect();
                write!(f, "move {}: `{}` is not a move", index + 1, word.escape_debug())?;
                write!(f, "; write {} or the numbers of tiles", letters.join(" "))
            }
            MovesError::NotBeside { index, tile } => {
                write!(f, "move {}: tile {tile} is not beside the blank", index + 1)
            }
            MovesError::NotABoard { index, error } => write!(f, "board {}: {error}", index + 1),
            MovesError::NotANeighbour { index: 0 } => f.write_str("the first board is not the start"),
            MovesError::NotANeighbour { index } => {
                write!(f, "board {} is not one move away from the board before it", index + 1)
            }
            MovesError::Wrong(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MovesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            MovesError::NotABoard { error, .. } => Some(error),
            MovesError::Wrong(error) => Some(error),
            _ => None,
        }
    }
}

impl From<WrongMoves> for MovesError {
    fn from(error: WrongMoves) -> MovesError {
        MovesError::Wrong(error)
    }
}
