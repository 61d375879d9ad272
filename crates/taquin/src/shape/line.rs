//! Rows, columns and pillars.

use super::Cell;

/// A row, column or pillar of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub(super) first: usize,
    pub(super) stride: usize,
    pub(super) length: usize,
}

impl Line {
    /// Its cells in reading order.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.length).map(move |place| Cell::from_index(self.first + place * self.stride))
    }
}
