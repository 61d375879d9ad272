//! Why numbers are not a board.

use crate::shape::ShapeError;
use std::fmt;

/// Why a list of numbers is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The list has the wrong length.
    Count {
        /// How many numbers were given.
        found: usize,
        /// How many cells the shape has.
        expected: usize,
    },
    /// A number above n.
    OutOfRange {
        /// Where it is in the list.
        index: usize,
        /// The number.
        number: u16,
        /// The largest number the shape allows.
        largest: usize,
    },
    /// A number that was there before.
    Duplicate {
        /// Where it is the second time.
        index: usize,
        /// Where it was the first time.
        first: usize,
        /// The number.
        number: u16,
    },
    /// Rows of different lengths.
    RaggedRow {
        /// Which row, from 0.
        row: usize,
        /// How many numbers it has.
        found: usize,
        /// How many the first row has.
        expected: usize,
    },
    /// A list without rows whose length is not that of a square board.
    ShapeUnknown {
        /// How many numbers there are.
        count: usize,
    },
    /// There is no shape with these sides.
    Shape(ShapeError),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BoardError::Count { found, expected } => {
                write!(f, "{found} numbers, expected {expected}")
            }
            BoardError::OutOfRange { number, largest, .. } => {
                write!(f, "{number} is out of range: this board has the numbers 0 to {largest}")
            }
            BoardError::Duplicate { number, .. } => write!(f, "{number} appears twice"),
            BoardError::RaggedRow { row, found, expected } => {
                write!(f, "row {} has {found} numbers, expected {expected} like the first row", row + 1)
            }
            BoardError::ShapeUnknown { count } => {
                write!(f, "{count} numbers do not tell the shape: give rows, or use Board::new")
            }
            BoardError::Shape(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BoardError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BoardError::Shape(error) => Some(error),
            _ => None,
        }
    }
}
