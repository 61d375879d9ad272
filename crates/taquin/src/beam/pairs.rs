//! What every two tiles cost each other, beyond their distances: the learned part of the evaluation.
//!
//! A cost belongs to two labels (see [`Frame`]) in two cells; the blank counts as a tile. Costs are symmetric in the
//! two, and the same under the symmetries of the shape that keep the first cell: a file has one byte for each class of
//! costs that must be equal, in the order in which [`classes`] meets them.

use super::frame::Frame;
use crate::shape::{Cell, Shape};
use crate::symmetry::Symmetry;

/// Costs are in parts of a move.
pub(crate) const PARTS: i32 = 32;

/// The most cells of a shape with costs of pairs.
pub(crate) const MOST_CELLS: usize = 64;

/// The costs of all pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pairs {
    cells: usize,
    costs: Vec<i8>,
}

/// Weights that come with the library, by shape.
pub(super) const LEARNED: [(&str, &[u8]); 1] = [("5x5", include_bytes!("weights/5x5.bin"))];

impl Pairs {
    /// The learned costs, if there are any for this shape and place of the blank.
    pub(crate) fn learned(frame: &Frame, shape: Shape) -> Option<Pairs> {
        let name = shape.to_string();
        let (_, bytes) = LEARNED.iter().find(|(known, _)| *known == name)?;
        (frame.blank() == 0).then(|| Pairs::from_bytes(shape, bytes)).flatten()
    }

    /// Two moves for each pair of tiles in their line in the wrong order.
    pub(crate) fn linear_conflicts(frame: &Frame, shape: Shape) -> Pairs {
        let cells = shape.cells();
        let mut pairs = Pairs { cells, costs: vec![0; cells.pow(4)] };
        let lines = shape.long_axes().flat_map(|axis| shape.lines(axis).map(move |line| (axis, line)));
        for (axis, line) in lines {
            let line: Vec<Cell> = line.cells().collect();
            let place = |cell: Cell| shape.coordinate(cell, axis);
            for (&a, &b) in line.iter().flat_map(|a| line.iter().map(move |b| (a, b))) {
                let tiles = [a, b].map(Cell::index);
                if a == b || tiles.contains(&usize::from(frame.blank())) {
                    continue;
                }
                for (&c, &d) in line.iter().flat_map(|c| line.iter().map(move |d| (c, d))) {
                    if c != d && (place(a) < place(b)) != (place(c) < place(d)) {
                        pairs.set(tiles[0], c.index(), tiles[1], d.index(), (2 * PARTS) as i8);
                    }
                }
            }
        }
        pairs
    }

    pub(crate) fn cells(&self) -> usize {
        self.cells
    }

    /// The cost of label `a` in cell `c` beside label `b` in cell `d`.
    #[inline]
    pub(crate) fn cost(&self, a: usize, c: usize, b: usize, d: usize) -> i32 {
        i32::from(self.costs[self.at(a, c, b, d)])
    }

    fn at(&self, a: usize, c: usize, b: usize, d: usize) -> usize {
        ((a * self.cells + c) * self.cells + b) * self.cells + d
    }

    fn set(&mut self, a: usize, c: usize, b: usize, d: usize, cost: i8) {
        let (one, other) = (self.at(a, c, b, d), self.at(b, d, a, c));
        self.costs[one] = cost;
        self.costs[other] = cost;
    }

    /// Adds something to every cost, as if it had been learned.
    #[cfg(test)]
    pub(crate) fn vary(&mut self, mut next: impl FnMut() -> i8) {
        let cells = self.cells;
        for (a, c) in (0..cells).flat_map(|a| (0..cells).map(move |c| (a, c))) {
            for (b, d) in (a + 1..cells).flat_map(|b| (0..cells).map(move |d| (b, d))) {
                let cost = self.cost(a, c, b, d) as i8 + next();
                self.set(a, c, b, d, cost);
            }
        }
    }

    /// Reads what [`Pairs::to_bytes`] wrote for the same shape.
    pub(crate) fn from_bytes(shape: Shape, bytes: &[u8]) -> Option<Pairs> {
        let cells = shape.cells();
        let mut pairs = Pairs { cells, costs: vec![0; cells.pow(4)] };
        let mut bytes = bytes.iter();
        let mut complete = true;
        classes(shape, |class| {
            let byte = bytes.next();
            complete &= byte.is_some();
            for &[a, c, b, d] in class {
                pairs.set(a, c, b, d, byte.map_or(0, |&byte| byte as i8));
            }
        });
        (complete && bytes.next().is_none()).then_some(pairs)
    }

    /// One byte for each class of equal costs.
    pub(crate) fn to_bytes(&self, shape: Shape) -> Vec<u8> {
        let mut bytes = Vec::new();
        classes(shape, |class| {
            let [a, c, b, d] = class[0];
            bytes.push(self.costs[self.at(a, c, b, d)] as u8);
        });
        bytes
    }
}

/// The classes of pairs that must have equal costs, each once: images of one pair, (label, cell, label, cell), under the
/// symmetries that keep the first cell.
pub(crate) fn classes(shape: Shape, mut visit: impl FnMut(&[[usize; 4]])) {
    let cells = shape.cells();
    let first = shape.cell(0).expect("a shape has cells");
    let kept: Vec<Vec<usize>> = Symmetry::all(shape)
        .iter()
        .filter(|symmetry| symmetry.cell(first) == first)
        .map(|symmetry| shape.all_cells().map(|cell| symmetry.cell(cell).index()).collect())
        .collect();
    let mut class = Vec::new();
    for a in 0..cells {
        for c in 0..cells {
            for b in a + 1..cells {
                for d in (0..cells).filter(|&d| d != c) {
                    class.clear();
                    class.extend(kept.iter().map(|image| {
                        let [a, c, b, d] = [a, c, b, d].map(|cell| image[cell]);
                        if a < b { [a, c, b, d] } else { [b, d, a, c] }
                    }));
                    if class.iter().all(|pair| *pair >= [a, c, b, d]) {
                        visit(&class);
                    }
                }
            }
        }
    }
}
