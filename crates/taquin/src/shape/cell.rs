//! Places on a board.

use std::fmt;

/// A place on the board, numbered in reading order from 0: layer by layer from the top, row by row
/// from the north, column by column from the west. So a step east is +1, a step south is one width
/// further, and a step down is one layer further.
///
/// Cells come from a shape or a board, and belong to it: a cell of a larger shape may not exist in
/// a smaller one.
///
/// ```
/// use taquin::{Cell, Direction, Shape};
///
/// let shape = Shape::flat(4, 3)?;
/// let cell = shape.cell(5).expect("there are twelve");
/// assert_eq!(shape.neighbour(cell, Direction::East), shape.cell(6));
/// assert_eq!(shape.neighbour(cell, Direction::South), shape.cell(9));
/// assert_eq!(shape.neighbour(cell, Direction::North), shape.cell(1));
/// assert_eq!(shape.cell(12), None);
/// assert_eq!(shape.cell(0), Some(Cell::FIRST));
/// # Ok::<(), taquin::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u16);

impl Cell {
    /// The first cell, which every shape has.
    pub const FIRST: Cell = Cell(0);

    /// The cell's number in reading order.
    #[inline]
    #[must_use]
    pub fn number(self) -> u16 {
        self.0
    }

    /// The cell's number as an index into a table with one entry per cell.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    #[inline]
    pub(crate) fn from_index(index: usize) -> Cell {
        debug_assert!(index <= usize::from(u16::MAX));
        Cell(index as u16)
    }
}

/// Its number in reading order, from 0.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
