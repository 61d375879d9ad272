//! What a search knows of its box before it starts: where the bits of either end are in a word, and
//! which ways lead nearer.
//!
//! A word holds two sets of cells: those of the start board in the low bits, those of the goal board
//! `offset` bits higher, where `offset` is the number of cells and the largest stride. Shifting the word by a
//! stride moves all cells of both sets to their neighbours at once; what is pushed beyond a board falls on bits
//! between the two, where no mask has any.

use super::position::Position;
use crate::first_entry::cells::{BoxWays, MAX_CELLS, WAYS};
use crate::first_entry::flood::{Masks, Strides, Word};
use crate::shape::Shape;

/// The bit of `nearer` that says whether a tile is versatile.
const VERSATILE: u8 = 1 << WAYS;

const CUBE_STRIDES: Strides = [1, 3, 9];
const CUBE_CELLS: u32 = 27;
const CUBE_OFFSET: u32 = CUBE_CELLS + 9;

/// Where the goal end begins.
fn offset(shape: Shape) -> usize {
    let widest = shape.long_axes().map(|axis| shape.stride(axis)).max().unwrap_or(1);
    shape.cells() + widest
}

/// Whether two boards of this shape fit in a word of so many bits.
pub(crate) fn fits_in(shape: Shape, bits: u32) -> bool {
    shape.cells() <= MAX_CELLS && offset(shape) + shape.cells() <= bits as usize
}

/// A box, laid out in words of type `W`.
///
/// With `CUBE` the layout of the 3×3×3 box is known to the compiler, which then shifts by constants:
/// a third fewer instructions than with the same figures read from memory.
#[derive(Clone, Debug)]
pub(crate) struct Layout<W, const CUBE: bool = false> {
    strides: Strides,
    board: W,
    offset: u32,
    /// Entry `from * MAX_CELLS + to`: the ways that lead nearer, and [`VERSATILE`].
    nearer: Box<[u8; MAX_CELLS * MAX_CELLS]>,
    neighbours: Box<[u64; MAX_CELLS]>,
    /// For every way, the cells of both ends from which it stays inside the box.
    open: Masks<W>,
    grid: BoxWays,
}

impl<W: Word, const CUBE: bool> Layout<W, CUBE> {
    /// `None` if two boards do not fit in a word, or if the box is not the `CUBE`.
    pub(crate) fn new(shape: Shape) -> Option<Layout<W, CUBE>> {
        let grid = BoxWays::new(shape)?;
        let strides = grid.strides();
        if !fits_in(shape, W::BITS) || CUBE && (strides, shape.cells()) != (CUBE_STRIDES, CUBE_CELLS as usize)
        {
            return None;
        }
        let mut nearer = Box::new([0; MAX_CELLS * MAX_CELLS]);
        let mut neighbours = Box::new([0; MAX_CELLS]);
        for from in 0..grid.cells() {
            neighbours[from] = grid.around(1 << from);
            for to in 0..grid.cells() {
                let versatile = if grid.versatile(from, to) { VERSATILE } else { 0 };
                nearer[from * MAX_CELLS + to] = grid.nearer(from, to) | versatile;
            }
        }
        let board = W::from_low(u64::MAX >> (MAX_CELLS - grid.cells()));
        let offset = offset(shape) as u32;
        let open =
            std::array::from_fn(|way| W::from_low(grid.open(way))).map(|cells: W| cells | cells << offset);
        Some(Layout { strides, board, offset, nearer, neighbours, open, grid })
    }

    /// Steps to the next cell along each axis.
    #[inline(always)]
    pub(crate) fn strides(&self) -> Strides {
        if CUBE { CUBE_STRIDES } else { self.strides }
    }

    /// How many cells a board has.
    #[inline(always)]
    pub(crate) fn cells(&self) -> usize {
        if CUBE { CUBE_CELLS as usize } else { self.grid.cells() }
    }

    /// All cells of an end.
    #[inline(always)]
    pub(crate) fn end(&self, end: usize) -> W {
        let board = if CUBE { W::from_low((1 << CUBE_CELLS) - 1) } else { self.board };
        board << self.base(end)
    }

    #[inline(always)]
    fn offset(&self) -> u32 {
        if CUBE { CUBE_OFFSET } else { self.offset }
    }

    /// The first bit of an end.
    #[inline(always)]
    pub(crate) fn base(&self, end: usize) -> u32 {
        if end == 0 { 0 } else { self.offset() }
    }

    /// The bit of a cell.
    #[inline(always)]
    pub(crate) fn bit(&self, end: usize, cell: usize) -> W {
        W::ONE << (cell as u32 + self.base(end))
    }

    /// The cells of one end as a plain set.
    #[inline(always)]
    pub(crate) fn half(&self, end: usize, word: W) -> u64 {
        ((word >> self.base(end)) & self.end(0)).low()
    }

    /// Two plain sets as a word.
    #[inline(always)]
    pub(crate) fn join(&self, halves: [u64; 2]) -> W {
        W::from_low(halves[0]) | W::from_low(halves[1]) << self.offset()
    }

    /// The masks of one end alone, in the lowest bits.
    #[inline(always)]
    pub(crate) fn one_end(&self, end: usize, masks: &Masks<W>) -> Masks<W> {
        masks.map(|mask| (mask >> self.base(end)) & self.end(0))
    }

    /// The lowest cell of either end.
    #[inline(always)]
    pub(crate) fn lowest(&self, set: W) -> W {
        (set & self.end(0)).lowest() | (set & self.end(1)).lowest()
    }

    /// The bits of both blanks.
    #[inline(always)]
    pub(crate) fn blanks(&self, position: &Position) -> W {
        self.bit(0, position.blank(0)) | self.bit(1, position.blank(1))
    }

    /// The ways that lead from a cell to another, one bit each.
    #[inline(always)]
    pub(crate) fn nearer(&self, from: usize, to: usize) -> u8 {
        self.entry(from, to) & (VERSATILE - 1)
    }

    /// May one bad move of a tile between these cells serve both ends?
    #[inline(always)]
    pub(crate) fn versatile(&self, from: usize, to: usize) -> bool {
        self.entry(from, to) & VERSATILE != 0
    }

    #[inline(always)]
    fn entry(&self, from: usize, to: usize) -> u8 {
        self.nearer[(from * MAX_CELLS + to) & (MAX_CELLS * MAX_CELLS - 1)]
    }

    /// The cells next to a cell.
    #[inline(always)]
    pub(crate) fn neighbours(&self, cell: usize) -> u64 {
        self.neighbours[cell & (MAX_CELLS - 1)]
    }

    /// The cells next to both blanks.
    #[inline(always)]
    pub(crate) fn near(&self, position: &Position) -> W {
        self.around_bit(0, position.blank(0)) | self.around_bit(1, position.blank(1))
    }

    /// The cells next to a cell of an end.
    #[inline(always)]
    pub(crate) fn around_bit(&self, end: usize, cell: usize) -> W {
        W::from_low(self.neighbours(cell)) << self.base(end)
    }

    /// The cells that the blanks came from.
    #[inline(always)]
    pub(crate) fn came(&self, position: &Position) -> W {
        let bit = |end: usize| {
            let cell = position.came(end);
            if cell < MAX_CELLS { self.bit(end, cell) } else { W::ZERO }
        };
        bit(0) | bit(1)
    }

    /// For every way, the cells of both ends from which it stays inside the box.
    #[inline(always)]
    pub(crate) fn open(&self) -> &Masks<W> {
        &self.open
    }

    /// The cells next to a plain set of cells.
    #[inline(always)]
    pub(crate) fn around(&self, set: u64) -> u64 {
        self.grid.around(set)
    }

    /// The good entries of a position, from scratch.
    ///
    /// Eight cells at a time: their ways are the bytes of a word, and a product gathers one bit of each.
    pub(crate) fn masks(&self, position: &Position) -> Masks<W> {
        const LOWEST: u64 = 0x0101_0101_0101_0101;
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let mut masks = [W::ZERO; WAYS];
        for end in 0..2 {
            for first in (0..self.cells()).step_by(8) {
                let mut ways = 0;
                for cell in first..(first + 8).min(self.cells()) {
                    let nearer = self.nearer(cell, position.mate(end, cell));
                    ways |= u64::from(nearer) << (8 * (cell - first));
                }
                for (way, mask) in masks.iter_mut().enumerate() {
                    let bits = (ways >> way & LOWEST).wrapping_mul(GATHER) >> 56;
                    *mask |= W::from_low(bits) << (first as u32 + self.base(end));
                }
            }
        }
        let tiles = !self.blanks(position);
        masks.map(|mask| mask & tiles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NamedGoal, Scrambler};

    #[test]
    fn masks_hold_the_ways_of_every_tile() {
        for (width, height, depth) in [(3, 3, 3), (5, 5, 1), (7, 3, 2)] {
            let shape = Shape::new(width, height, depth).unwrap();
            let goal = NamedGoal::BlankLast.board(shape).unwrap();
            let mut scrambler = Scrambler::new(goal.clone(), 3);
            let layout = Layout::<u128>::new(shape).unwrap();
            for _ in 0..20 {
                let position = Position::new(&scrambler.uniform(), &goal);
                let masks = layout.masks(&position);
                for (end, cell) in
                    [0, 1].into_iter().flat_map(|end| (0..shape.cells()).map(move |cell| (end, cell)))
                {
                    let nearer = (0..WAYS).filter(|&way| masks[way] & layout.bit(end, cell) != 0);
                    let ways = nearer.fold(0, |ways, way| ways | 1 << way);
                    let blank = cell == position.blank(end);
                    assert_eq!(ways, if blank { 0 } else { layout.nearer(cell, position.mate(end, cell)) });
                }
                assert!(masks.iter().all(|mask| mask & !(layout.end(0) | layout.end(1)) == 0));
            }
        }
    }
}
