//! Words: the tiles of a board line after line, without the blank.

use crate::board::Board;
use crate::shape::{Axis, Cell};

/// More tiles than any word has.
pub(crate) const MOST_TILES: usize = 32;

/// The tiles of a board line after line, the first lowest, called by their places in the goal's word.
pub(crate) trait Word: Copy + PartialEq + Send + Sync {
    /// The most cells of a board.
    const MOST_CELLS: usize;
    /// One without tiles.
    const EMPTY: Self;

    /// The same with a tile in a place that was empty.
    fn with(self, place: u32, tile: usize) -> Self;

    /// The tile in a place.
    fn tile(self, place: u32) -> usize;

    /// The word after the blank has gone from a place to the next line (forward) or the one before: a window of `length`
    /// tiles is rotated.
    fn rotated(self, place: u32, length: u32, forward: bool) -> Self;
}

/// Words with so many bits a tile.
macro_rules! word {
    ($number:ty, $bits:literal) => {
        impl Word for $number {
            // As many tiles, and the blank.
            const MOST_CELLS: usize = {
                let (fit, told) = (<$number>::BITS as usize / $bits, 1 << $bits);
                if fit < told { fit + 1 } else { told }
            };
            const EMPTY: Self = 0;

            #[inline(always)]
            fn with(self, place: u32, tile: usize) -> Self {
                self | (tile as $number) << ($bits * place)
            }

            #[inline(always)]
            fn tile(self, place: u32) -> usize {
                (self >> ($bits * place)) as usize & ((1 << $bits) - 1)
            }

            #[inline(always)]
            fn rotated(self, place: u32, length: u32, forward: bool) -> Self {
                let begin = $bits * if forward { place } else { place - length };
                let all = ((1 as $number) << ($bits * length)) - 1;
                let window = self >> begin & all;
                let last = $bits * (length - 1);
                let turned = if forward {
                    window << $bits & all | window >> last
                } else {
                    window >> $bits | window << last & all
                };
                self ^ (window ^ turned) << begin
            }
        }
    };
}

word!(u64, 4);
word!(u128, 5);

/// How the lines across an axis are written as a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'a> {
    goal: &'a Board,
    axis: Axis,
    across: Axis,
}

impl<'a> Lines<'a> {
    /// The lines across an axis of a flat board.
    pub(crate) fn new(goal: &'a Board, axis: Axis) -> Lines<'a> {
        let across = if axis == Axis::X { Axis::Y } else { Axis::X };
        Lines { goal, axis, across }
    }

    /// Where a cell comes if all are written line after line.
    pub(crate) fn place(&self, cell: Cell) -> usize {
        let shape = self.goal.shape();
        shape.coordinate(cell, self.axis) * shape.side(self.across) + shape.coordinate(cell, self.across)
    }

    /// Where a cell comes in the word of a board with its blank there.
    pub(crate) fn without(&self, blank: Cell, cell: Cell) -> usize {
        let (place, blank) = (self.place(cell), self.place(blank));
        if place > blank { place - 1 } else { place }
    }

    /// The word of a board.
    pub(crate) fn word<W: Word>(&self, board: &Board) -> W {
        let home = self.goal.cells_by_number();
        board.tiles().fold(W::EMPTY, |word, (cell, tile)| {
            let number = self.without(self.goal.blank(), home[tile.index()]);
            word.with(self.without(board.blank(), cell) as u32, number)
        })
    }

    /// By the tiles of words: the goal's line.
    pub(crate) fn goal_lines(&self) -> Vec<u8> {
        let shape = self.goal.shape();
        let mut tiles: Vec<Cell> = shape.all_cells().filter(|&cell| cell != self.goal.blank()).collect();
        tiles.sort_by_key(|&cell| self.place(cell));
        tiles.iter().map(|&cell| shape.coordinate(cell, self.axis) as u8).collect()
    }
}
