//! Why there is no shape with some sides.

use super::Shape;
use std::fmt;

/// Why three numbers are not a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A side is 0 or above [`Shape::MAX_SIDE`].
    Side(usize),
    /// The box has more than [`Shape::MAX_TILES`] tiles.
    TooManyTiles(usize),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::Side(side) => {
                write!(f, "a side of {side} is out of range: sides are from 1 to {}", Shape::MAX_SIDE)
            }
            ShapeError::TooManyTiles(tiles) => {
                write!(f, "{tiles} tiles are too many: a board has at most {}", Shape::MAX_TILES)
            }
        }
    }
}

impl std::error::Error for ShapeError {}
