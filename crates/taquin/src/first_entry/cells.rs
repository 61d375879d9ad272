//! A box as sets of cells see it: which ways lead nearer to a cell, which cells lie around a set.
//!
//! A *way* is a direction as a number: `2 * axis` leads to later cells along [`Axis::ALL`]`[axis]`,
//! `2 * axis + 1` to earlier ones, so that `way ^ 1` leads back.

use super::flood::Strides;
use crate::shape::{Axis, Shape};

/// The most cells a box may have: a set of cells is one `u64`.
pub(crate) const MAX_CELLS: usize = 64;

/// Ways out of a cell inside the box.
pub(crate) const WAYS: usize = 2 * Axis::ALL.len();

/// The box, with at most [`MAX_CELLS`] cells.
#[derive(Clone, Debug)]
pub(crate) struct BoxWays {
    cells: usize,
    strides: Strides,
    dimensions: u32,
    /// Entry `from * cells + to`: the ways that lead nearer, one bit each.
    nearer: Box<[u8]>,
    /// For every way, the cells from which it stays inside the box.
    open: [u64; WAYS],
}

impl BoxWays {
    /// `None` if the box has too many cells.
    pub(crate) fn new(shape: Shape) -> Option<BoxWays> {
        let cells = shape.cells();
        if cells > MAX_CELLS {
            return None;
        }
        let mut nearer = vec![0; cells * cells].into_boxed_slice();
        let mut open = [0; WAYS];
        for from in shape.all_cells() {
            for (number, axis) in Axis::ALL.into_iter().enumerate() {
                let at = shape.coordinate(from, axis);
                open[2 * number] |= u64::from(at + 1 < shape.side(axis)) << from.index();
                open[2 * number + 1] |= u64::from(at > 0) << from.index();
                for to in shape.all_cells() {
                    let target = shape.coordinate(to, axis);
                    nearer[from.index() * cells + to.index()] |=
                        u8::from(target > at) << (2 * number) | u8::from(target < at) << (2 * number + 1);
                }
            }
        }
        // Nothing moves along an axis with a side of 1: any stride will do, and 1 is always small.
        let strides = Axis::ALL.map(|axis| if shape.side(axis) > 1 { shape.stride(axis) as u32 } else { 1 });
        Some(BoxWays { cells, strides, dimensions: shape.long_axes().count() as u32, nearer, open })
    }

    /// How many cells the box has.
    pub(crate) fn cells(&self) -> usize {
        self.cells
    }

    /// Steps in reading order to the next cell along each axis.
    pub(crate) fn strides(&self) -> Strides {
        self.strides
    }

    /// The ways that lead from a cell nearer to another, one bit each.
    #[inline]
    pub(crate) fn nearer(&self, from: usize, to: usize) -> u8 {
        self.nearer[from * self.cells + to]
    }

    /// Whether one bad move of a tile on its way between two cells may be its first forwards and
    /// its first backwards: see [`super::hitting_set`].
    #[inline]
    pub(crate) fn versatile(&self, from: usize, to: usize) -> bool {
        self.nearer(from, to).count_ones() < self.dimensions
    }

    /// The cells from which a way stays inside the box.
    pub(crate) fn open(&self, way: usize) -> u64 {
        self.open[way]
    }

    /// The cells next to a cell of a set; some of them may lie in the set.
    #[inline]
    pub(crate) fn around(&self, set: u64) -> u64 {
        let mut around = 0;
        for (axis, &stride) in self.strides.iter().enumerate() {
            around |= (set & self.open[2 * axis]) << stride | (set & self.open[2 * axis + 1]) >> stride;
        }
        around
    }
}
