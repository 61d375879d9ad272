//! What a board looks like from one of its cells.
//!
//! All tiles that are equally far from home in the same direction are of one *kind*, wherever they are; beyond some
//! reach farther ones are not told apart. The blank is a kind of its own. Two cells near each other hold a *pair* of
//! kinds at an *offset*; and a tile that is not at home may be at borders of the board. On flat boards four cells in
//! a square are a *block*: of its tiles only the directions in which they have to go are told apart, and at which
//! borders it is.
//!
//! Pairs that turns, mirrors and the order of the two carry into each other are of one class, and so are tiles with
//! their borders, and blocks ([`super::classes`]). A class is what has a cost (see [`super::costs`]): there are some thousands of them, the same
//! for boards of all sizes and all goals.

use crate::shape::{Axis, Cell, Shape};

/// Along each of the axes.
pub(crate) type Vector = [i32; 3];

/// Boards with two long axes, or with three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Family {
    axes: usize,
    /// Distances from home are told apart up to this, along each axis.
    reach: i32,
    /// Cells count as near each other up to this, along each axis.
    window: i32,
}

pub(super) const FLAT: Family = Family { axes: 2, reach: 3, window: 3 };
const BOX: Family = Family { axes: 3, reach: 2, window: 1 };

/// Coarse kinds of tiles in a block of a flat board: directions from home. The next number is the blank's.
pub(super) const COARSE: usize = 9;
/// What may be in a cell of a block.
pub(super) const COARSE_KINDS: usize = COARSE + 1;
/// Contents of a block.
pub(crate) const BLOCKS: usize = COARSE_KINDS.pow(4);
/// By how much the coarse kinds in the cells of a block count in the number of its contents, in reading order.
pub(crate) const BLOCK_SCALES: [usize; 4] = [COARSE_KINDS.pow(3), COARSE_KINDS.pow(2), COARSE_KINDS, 1];
/// The corners of a block, as seen from its middle.
pub(super) const CORNERS: [Vector; 4] = [[-1, -1, 0], [1, -1, 0], [-1, 1, 0], [1, 1, 0]];

/// A turn or mirror: axis `i` goes to `axis[i]`, with this sign.
pub(super) struct Turn {
    axis: [usize; 3],
    sign: Vector,
}

impl Turn {
    pub(super) fn of(&self, vector: Vector) -> Vector {
        let mut image = [0; 3];
        for (&axis, along) in self.axis.iter().zip(vector) {
            image[axis] = self.sign[axis] * along;
        }
        image
    }
}

impl Family {
    pub(crate) fn of(shape: Shape) -> Family {
        if shape.long_axes().count() > 2 { BOX } else { FLAT }
    }

    /// Kinds of tiles; the next number is the blank's.
    pub(crate) fn blank(self) -> usize {
        (2 * self.reach + 1).pow(self.axes as u32) as usize
    }

    /// Kinds of what may be in a cell.
    pub(crate) fn kinds(self) -> usize {
        self.blank() + 1
    }

    /// The kind of a tile that is so far from home.
    pub(crate) fn kind(self, away: Vector) -> usize {
        self.place(away.map(|along| along.clamp(-self.reach, self.reach)), self.reach)
    }

    /// The kind of a tile that is at home.
    pub(crate) fn home(self) -> usize {
        self.kind([0; 3])
    }

    /// How far from home the tiles of a kind are, up to the reach.
    pub(crate) fn away(self, kind: usize) -> Vector {
        self.vector(kind, self.reach)
    }

    /// How far apart cells that are near each other are at most, along each axis.
    pub(crate) fn reach_of_pairs(self) -> i32 {
        self.window
    }

    /// Offsets of cells that are near each other, by number; in the middle is the cell itself.
    pub(crate) fn offsets(self) -> usize {
        (2 * self.window + 1).pow(self.axes as u32) as usize
    }

    pub(crate) fn offset(self, number: usize) -> Vector {
        self.vector(number, self.window)
    }

    /// The number of an offset, if it is near.
    pub(crate) fn offset_number(self, offset: Vector) -> Option<usize> {
        let is_near = offset.iter().all(|along| along.abs() <= self.window);
        is_near.then(|| self.place(offset, self.window))
    }

    /// Kinds of places with respect to the borders: before, inside, behind along each axis.
    pub(crate) fn borders(self) -> usize {
        3usize.pow(self.axes as u32)
    }

    /// At which borders a cell is.
    pub(crate) fn border(self, shape: Shape, cell: Cell) -> usize {
        let mut at = [0; 3];
        for (along, axis) in at.iter_mut().zip(shape.long_axes()) {
            let place = shape.coordinate(cell, axis);
            *along = i32::from(place + 1 == shape.side(axis)) - i32::from(place == 0);
        }
        self.place(at, 1)
    }

    /// Whether blocks have costs.
    pub(crate) fn has_blocks(self) -> bool {
        self.axes == 2
    }

    /// The blocks of a flat board: at which borders they are, and their cells in reading order.
    pub(crate) fn blocks(self, shape: Shape) -> Vec<(usize, [Cell; 4])> {
        let axes: Vec<Axis> = shape.long_axes().collect();
        let (true, &[across, down]) = (self.has_blocks(), &axes[..]) else { return Vec::new() };
        let at_border =
            |place: usize, axis: Axis| i32::from(place + 2 == shape.side(axis)) - i32::from(place == 0);
        let block = |first: Cell| {
            let [x, y] = [across, down].map(|axis| shape.coordinate(first, axis));
            let beside = |cell: Cell, axis: Axis| {
                let step = |other: &Cell| self.step(shape, cell, *other);
                let aim = if axis == across { [1, 0, 0] } else { [0, 1, 0] };
                shape.all_cells().find(|other| step(other) == aim)
            };
            let second = beside(first, across)?;
            let cells = [first, second, beside(first, down)?, beside(second, down)?];
            Some((self.place([at_border(x, across), at_border(y, down), 0], 1), cells))
        };
        shape.all_cells().filter_map(block).collect()
    }

    /// The coarse kind of a kind.
    pub(crate) fn coarse(self, kind: usize) -> usize {
        if kind == self.blank() { COARSE } else { self.place(self.away(kind).map(i32::signum), 1) }
    }

    /// The step from one cell to another, along the long axes.
    pub(crate) fn step(self, shape: Shape, from: Cell, to: Cell) -> Vector {
        let mut step = [0; 3];
        let along = |cell: Cell, axis: Axis| shape.coordinate(cell, axis) as i32;
        for (length, axis) in step.iter_mut().zip(shape.long_axes()) {
            *length = along(to, axis) - along(from, axis);
        }
        step
    }

    /// The cell at an offset from another, along the long axes, if it is on the board.
    pub(crate) fn stepped(self, shape: Shape, from: Cell, offset: Vector) -> Option<Cell> {
        let mut cell = from.index() as i32;
        for (along, axis) in offset.into_iter().zip(shape.long_axes()) {
            let place = shape.coordinate(from, axis) as i32 + along;
            if !(0..shape.side(axis) as i32).contains(&place) {
                return None;
            }
            cell += along * shape.stride(axis) as i32;
        }
        Some(Cell::from_index(cell as usize))
    }

    /// The place of a vector in the order of all that reach so far.
    pub(super) fn place(self, vector: Vector, reach: i32) -> usize {
        vector[..self.axes].iter().fold(0, |place, along| place * (2 * reach + 1) + along + reach) as usize
    }

    pub(super) fn vector(self, place: usize, reach: i32) -> Vector {
        let mut vector = [0; 3];
        let mut rest = place as i32;
        for along in vector[..self.axes].iter_mut().rev() {
            *along = rest % (2 * reach + 1) - reach;
            rest /= 2 * reach + 1;
        }
        vector
    }

    pub(super) fn turns(self) -> Vec<Turn> {
        let orders: &[[usize; 3]] = &[[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let orders = orders.iter().filter(|order| order[self.axes..].iter().eq(&[0, 1, 2][self.axes..]));
        let signs = |order: &[usize; 3]| {
            let axis = *order;
            (0..1 << self.axes)
                .map(move |bits| Turn { axis, sign: [0, 1, 2].map(|at| 1 - 2 * (bits >> at & 1)) })
        };
        orders.flat_map(signs).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_vectors_belong_together() {
        for family in [FLAT, BOX] {
            for kind in 0..family.blank() {
                assert_eq!(family.kind(family.away(kind)), kind);
            }
            for offset in 0..family.offsets() {
                assert_eq!(family.offset_number(family.offset(offset)), Some(offset));
            }
            assert_eq!(family.offset_number([0, family.window + 1, 0]), None);
        }
        assert_eq!(FLAT.turns().len(), 8);
        assert_eq!(BOX.turns().len(), 48);
    }
}
