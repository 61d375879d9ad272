//! What a board looks like from one of its cells.
//!
//! All tiles that are equally far from home in the same direction are of one *kind*, wherever they are; beyond some
//! reach farther ones are not told apart. The blank is a kind of its own. Two cells near each other hold a *pair* of
//! kinds at an *offset*; and a tile that is not at home may be at borders of the board. On flat boards four cells in
//! a square are a *block*: of its tiles only the directions in which they have to go are told apart, and at which
//! borders it is.
//!
//! Pairs that turns, mirrors and the order of the two carry into each other are of one class, and so are tiles with
//! their borders, and blocks. A class is what has a cost (see [`super::costs`]): there are some thousands of them, the same
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

const FLAT: Family = Family { axes: 2, reach: 3, window: 3 };
const BOX: Family = Family { axes: 3, reach: 2, window: 1 };

/// Coarse kinds of tiles in a block of a flat board: directions from home. The next number is the blank's.
const COARSE: usize = 9;
/// What may be in a cell of a block.
pub(crate) const COARSE_KINDS: usize = COARSE + 1;
/// Contents of a block.
pub(crate) const BLOCKS: usize = COARSE_KINDS.pow(4);
/// By how much the coarse kinds in the cells of a block count in the number of its contents, in reading order.
pub(crate) const BLOCK_SCALES: [usize; 4] = [COARSE_KINDS.pow(3), COARSE_KINDS.pow(2), COARSE_KINDS, 1];
/// The corners of a block, as seen from its middle.
const CORNERS: [Vector; 4] = [[-1, -1, 0], [1, -1, 0], [-1, 1, 0], [1, 1, 0]];

/// Something without a cost: nothing about it has to be moved.
const NO_CLASS: u32 = u32::MAX;

/// A turn or mirror: axis `i` goes to `axis[i]`, with this sign.
struct Turn {
    axis: [usize; 3],
    sign: Vector,
}

impl Turn {
    fn of(&self, vector: Vector) -> Vector {
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

    /// The place of a vector in the order of all that reach so far.
    fn place(self, vector: Vector, reach: i32) -> usize {
        vector[..self.axes].iter().fold(0, |place, along| place * (2 * reach + 1) + along + reach) as usize
    }

    fn vector(self, place: usize, reach: i32) -> Vector {
        let mut vector = [0; 3];
        let mut rest = place as i32;
        for along in vector[..self.axes].iter_mut().rev() {
            *along = rest % (2 * reach + 1) - reach;
            rest /= 2 * reach + 1;
        }
        vector
    }

    fn turns(self) -> Vec<Turn> {
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

/// The classes of a family, numbered in the order in which their first members come.
pub(crate) struct Classes {
    pub(crate) family: Family,
    /// By kind, kind and number of the offset from the first to the second.
    pairs: Vec<u32>,
    /// By kind and border.
    alone: Vec<u32>,
    /// By borders and contents of a block.
    blocks: Vec<u32>,
    count: usize,
    /// Those that come before blocks.
    without_blocks: usize,
}

impl Classes {
    pub(crate) fn new(family: Family) -> Classes {
        let mut classes = Classes {
            family,
            pairs: Vec::new(),
            alone: Vec::new(),
            blocks: Vec::new(),
            count: 0,
            without_blocks: 0,
        };
        let turns = family.turns();
        let turned = |count: usize, image: &dyn Fn(&Turn, usize) -> usize| -> Vec<Vec<usize>> {
            turns.iter().map(|turn| (0..count).map(|number| image(turn, number)).collect()).collect()
        };
        let kinds = turned(family.kinds(), &|turn, kind| {
            if kind == family.blank() { kind } else { family.kind(turn.of(family.away(kind))) }
        });
        let offsets = turned(family.offsets(), &|turn, offset| {
            family.place(turn.of(family.offset(offset)), family.window)
        });
        let borders = turned(family.borders(), &|turn, at| family.place(turn.of(family.vector(at, 1)), 1));
        classes.number_pairs(&kinds, &offsets);
        classes.number_alone(&kinds, &borders);
        classes.without_blocks = classes.count;
        if family.has_blocks() {
            classes.number_blocks(&turns, &borders);
        }
        classes
    }

    fn number_pairs(&mut self, kinds: &[Vec<usize>], offsets: &[Vec<usize>]) {
        let family = self.family;
        let (count, near) = (family.kinds(), family.offsets());
        self.pairs = vec![NO_CLASS; count * count * near];
        for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
            let is_idle = |kind| kind == family.home() || kind == family.blank();
            if is_idle(a) && is_idle(b) {
                continue;
            }
            for offset in (0..near).filter(|&offset| offset != near / 2) {
                if self.pairs[(a * count + b) * near + offset] != NO_CLASS {
                    continue;
                }
                for (kind, offsets) in kinds.iter().zip(offsets) {
                    let there = (kind[a] * count + kind[b]) * near + offsets[offset];
                    // Seen from the other cell the offset is the opposite one.
                    let back = (kind[b] * count + kind[a]) * near + near - 1 - offsets[offset];
                    self.pairs[there] = self.count as u32;
                    self.pairs[back] = self.count as u32;
                }
                self.count += 1;
            }
        }
    }

    fn number_alone(&mut self, kinds: &[Vec<usize>], borders: &[Vec<usize>]) {
        let family = self.family;
        self.alone = vec![NO_CLASS; family.kinds() * family.borders()];
        for kind in (0..family.blank()).filter(|&kind| kind != family.home()) {
            for border in 0..family.borders() {
                if self.alone[kind * family.borders() + border] != NO_CLASS {
                    continue;
                }
                for (kinds, at) in kinds.iter().zip(borders) {
                    self.alone[kinds[kind] * family.borders() + at[border]] = self.count as u32;
                }
                self.count += 1;
            }
        }
    }

    fn number_blocks(&mut self, turns: &[Turn], borders: &[Vec<usize>]) {
        let family = self.family;
        self.blocks = vec![NO_CLASS; family.borders() * BLOCKS];
        let coarse = |turn: &Turn, kind: usize| {
            if kind == COARSE { kind } else { family.place(turn.of(family.vector(kind, 1)), 1) }
        };
        let corner = |turn: &Turn, from: usize| {
            CORNERS.iter().position(|&corner| corner == turn.of(CORNERS[from])).unwrap_or(from)
        };
        // By turn, where the corners go and what becomes of kinds.
        let corners: Vec<_> = turns.iter().map(|turn| [0, 1, 2, 3].map(|from| corner(turn, from))).collect();
        let kinds: Vec<Vec<usize>> =
            turns.iter().map(|turn| (0..COARSE_KINDS).map(|kind| coarse(turn, kind)).collect()).collect();
        let home = family.place([0; 3], 1);
        for (border, contents) in
            (0..family.borders()).flat_map(|at| (0..BLOCKS).map(move |in_it| (at, in_it)))
        {
            let in_cells = BLOCK_SCALES.map(|scale| contents / scale % COARSE_KINDS);
            let blanks = in_cells.iter().filter(|&&kind| kind == COARSE).count();
            let is_idle = in_cells.iter().all(|&kind| kind == home || kind == COARSE);
            if blanks > 1 || is_idle || self.blocks[border * BLOCKS + contents] != NO_CLASS {
                continue;
            }
            for ((corners, kinds), borders) in corners.iter().zip(&kinds).zip(borders) {
                let moved = in_cells.iter().zip(corners).map(|(&kind, &to)| kinds[kind] * BLOCK_SCALES[to]);
                self.blocks[borders[border] * BLOCKS + moved.sum::<usize>()] = self.count as u32;
            }
            self.count += 1;
        }
    }

    /// How many there are without those of blocks.
    pub(crate) fn without_blocks(&self) -> usize {
        self.without_blocks
    }

    /// The class of a block at borders with these contents, if it has a cost.
    #[inline]
    pub(crate) fn block(&self, border: usize, contents: usize) -> Option<usize> {
        some(self.blocks[border * BLOCKS + contents])
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The class of two kinds at an offset, if it has a cost.
    #[inline]
    pub(crate) fn pair(&self, a: usize, b: usize, offset: usize) -> Option<usize> {
        some(self.pairs[(a * self.family.kinds() + b) * self.family.offsets() + offset])
    }

    /// The class of a tile at borders, if it has a cost.
    #[inline]
    pub(crate) fn alone(&self, kind: usize, border: usize) -> Option<usize> {
        some(self.alone[kind * self.family.borders() + border])
    }
}

#[inline]
fn some(class: u32) -> Option<usize> {
    (class != NO_CLASS).then_some(class as usize)
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

    #[test]
    fn mirrored_and_exchanged_pairs_are_of_one_class() {
        let classes = Classes::new(FLAT);
        let pair = |a: Vector, b: Vector, offset: Vector| {
            let number = FLAT.offset_number(offset).unwrap();
            classes.pair(FLAT.kind(a), FLAT.kind(b), number)
        };
        let one = pair([0, 1, 0], [2, -1, 0], [1, 3, 0]);
        assert!(one.is_some());
        assert_eq!(one, pair([0, -1, 0], [2, 1, 0], [1, -3, 0]));
        assert_eq!(one, pair([1, 0, 0], [-1, 2, 0], [3, 1, 0]));
        assert_eq!(one, pair([2, -1, 0], [0, 1, 0], [-1, -3, 0]));
        assert_ne!(one, pair([0, 1, 0], [2, -1, 0], [1, -3, 0]));
        assert_eq!(pair([0; 3], [0; 3], [1, 0, 0]), None);
        assert!(classes.count() < 1 << 15, "{}", classes.count());
    }

    #[test]
    fn turned_blocks_are_of_one_class() {
        let classes = Classes::new(FLAT);
        let coarse = |away: Vector| FLAT.coarse(FLAT.kind(away));
        let block = |border: Vector, kinds: [usize; 4]| {
            let contents = kinds.iter().zip(BLOCK_SCALES).map(|(kind, scale)| kind * scale).sum();
            classes.block(FLAT.place(border, 1), contents)
        };
        let (home, right, down) = (coarse([0; 3]), coarse([2, 0, 0]), coarse([0, 3, 0]));
        let one = block([-1, 0, 0], [right, home, COARSE, down]);
        assert!(one.is_some());
        // Mirrored along the first axis.
        assert_eq!(one, block([1, 0, 0], [home, coarse([-1, 0, 0]), down, COARSE]));
        // Both axes exchanged.
        assert_eq!(one, block([0, -1, 0], [down, COARSE, home, right]));
        assert_ne!(one, block([0, 0, 0], [right, home, COARSE, down]));
        assert_eq!(block([0; 3], [home; 4]), None);
        let shape: Shape = "5x4".parse().unwrap();
        assert_eq!(FLAT.blocks(shape).len(), 12);
    }
}
