//! One move of a tile, as a board made it.

use super::Tile;
use crate::shape::{Cell, Direction, Shape};
use std::fmt;

/// One slide: a tile went from one cell into the blank beside it.
///
/// Only a board makes slides, so the two cells are neighbours in the board's shape. A slide that no
/// board made cannot be written down:
///
/// ```compile_fail,E0451
/// use taquin::{Board, Slide, Tile};
///
/// let mut board: Board = "1 2 3/4 0 5/6 7 8".parse().unwrap();
/// let (from, to) = (board.blank(), board.cells_by_number()[2]);
/// let _ = board.undo(Slide { shape: board.shape(), tile: Tile::new(3).unwrap(), from, to });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    pub(super) shape: Shape,
    pub(super) tile: Tile,
    pub(super) from: Cell,
    pub(super) to: Cell,
}

impl Slide {
    /// The tile that moved.
    #[inline]
    #[must_use]
    pub fn tile(self) -> Tile {
        self.tile
    }

    /// Where the tile was; the blank is there now.
    #[inline]
    #[must_use]
    pub fn from(self) -> Cell {
        self.from
    }

    /// Where the tile is; the blank was there before.
    #[inline]
    #[must_use]
    pub fn to(self) -> Cell {
        self.to
    }

    /// The direction in which the blank moved; the tile moved in the opposite one.
    #[must_use]
    pub fn direction(self) -> Direction {
        self.shape.direction_between(self.to, self.from).expect("a slide is between neighbours")
    }
}

/// A slide that cannot be taken back, because it is not the last one that was made on this board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotTheLastSlide;

impl fmt::Display for NotTheLastSlide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not the last slide made on this board")
    }
}

impl std::error::Error for NotTheLastSlide {}
