//! What is in a cell: a numbered tile, or nothing.

use std::fmt;
use std::num::NonZeroU16;

/// A numbered tile, 1…n. The blank is not a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Tile(NonZeroU16);

impl Tile {
    /// The tile with this number, or `None` for 0, the blank.
    #[inline]
    #[must_use]
    pub fn new(number: u16) -> Option<Tile> {
        NonZeroU16::new(number).map(Tile)
    }

    /// The number written on it.
    #[inline]
    #[must_use]
    pub fn number(self) -> u16 {
        self.0.get()
    }

    /// The number as an index into a table whose entry 0 belongs to the blank.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0.get())
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number of what is in a cell: 0 for the blank.
#[inline]
pub(crate) fn number(content: Option<Tile>) -> u16 {
    content.map_or(0, Tile::number)
}
