//! What pairs of tiles near each other, tiles at borders and blocks of four cost beyond their distances: the learned
//! part of the evaluation. A file of costs has one byte for each class (see [`super::kinds`]); it may end before the blocks,
//! which then cost nothing.

use super::classes::Classes;
use super::kinds::Family;
use crate::shape::Shape;

/// Costs are in parts of a move.
pub(crate) const PARTS: i32 = 32;

/// Files that come with the library: costs, and the shape of the boards that they were learned from.
const LEARNED: [(&str, &[u8]); 6] = [
    ("4x4", include_bytes!("weights/4x4.bin")),
    ("5x5", include_bytes!("weights/5x5.bin")),
    ("6x6", include_bytes!("weights/6x6.bin")),
    ("7x7", include_bytes!("weights/7x7.bin")),
    ("8x8", include_bytes!("weights/8x8.bin")),
    ("3x3x4", include_bytes!("weights/3x3x4.bin")),
];

/// The costs of a family's classes.
pub(crate) struct Costs {
    pub(crate) classes: &'static Classes,
    /// By class.
    costs: Vec<i8>,
}

impl Costs {
    /// The costs learned from boards of this shape, or from those whose number of cells is nearest. Those of linear
    /// conflicts if nothing of the kind was learned.
    pub(crate) fn best_for(shape: Shape) -> Costs {
        learned_for(shape).unwrap_or_else(|| Costs::linear_conflicts(shape))
    }

    /// Two moves for each pair of tiles near each other in their line in the wrong order.
    pub(crate) fn linear_conflicts(shape: Shape) -> Costs {
        let family = Family::of(shape);
        let classes = Classes::of(family);
        let mut costs = vec![0; classes.count()];
        for (a, b) in (0..family.blank()).flat_map(|a| (0..family.blank()).map(move |b| (a, b))) {
            for number in 0..family.offsets() {
                let (from, to, offset) = (family.away(a), family.away(b), family.offset(number));
                let apart: Vec<usize> = (0..3).filter(|&axis| offset[axis] != 0).collect();
                let [axis] = apart[..] else { continue };
                let in_line = (0..3).all(|other| other == axis || (from[other], to[other]) == (0, 0));
                let homes = offset[axis] - to[axis] + from[axis];
                let is_crossed = in_line && homes * offset[axis] < 0;
                if let Some(class) = classes.pair(a, b, number).filter(|_| is_crossed) {
                    costs[class] = (2 * PARTS) as i8;
                }
            }
        }
        Costs { classes, costs }
    }

    /// The costs in a file.
    pub(crate) fn from_bytes(shape: Shape, bytes: &[u8]) -> Option<Costs> {
        let classes = Classes::of(Family::of(shape));
        let mut costs: Vec<i8> = bytes.iter().map(|&byte| byte as i8).collect();
        if ![classes.count(), classes.without_blocks()].contains(&costs.len()) {
            return None;
        }
        costs.resize(classes.count(), 0);
        Some(Costs { classes, costs })
    }

    /// Costs in moves, by class.
    pub(crate) fn new(classes: &'static Classes, costs: &[f32]) -> Costs {
        let rounded = |cost: &f32| (cost * PARTS as f32).round().clamp(-127.0, 127.0) as i8;
        let costs = costs.iter().map(rounded).collect();
        Costs { classes, costs }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let end = self.costs.iter().skip(self.classes.without_blocks()).all(|&cost| cost == 0);
        let written = if end { self.classes.without_blocks() } else { self.costs.len() };
        self.costs[..written].iter().map(|&cost| cost as u8).collect()
    }

    pub(crate) fn family(&self) -> Family {
        self.classes.family
    }

    /// The cost of two kinds at an offset.
    pub(crate) fn pair(&self, a: usize, b: usize, offset: usize) -> i32 {
        self.classes.pair(a, b, offset).map_or(0, |class| i32::from(self.costs[class]))
    }

    /// The costs of two kinds by the number of the offset.
    pub(crate) fn pairs(&self, a: usize, b: usize) -> impl Iterator<Item = i8> {
        self.classes.pairs(a, b).map(|class| class.map_or(0, |class| self.costs[class]))
    }

    /// The cost of a block at borders with these contents.
    pub(crate) fn block(&self, border: usize, contents: usize) -> i32 {
        self.classes.block(border, contents).map_or(0, |class| i32::from(self.costs[class]))
    }

    /// The cost of a tile at borders.
    pub(crate) fn alone(&self, kind: usize, border: usize) -> i32 {
        self.classes.alone(kind, border).map_or(0, |class| i32::from(self.costs[class]))
    }
}

/// Of the learned costs for this family those whose boards had the number of cells nearest to a shape's.
fn learned_for(shape: Shape) -> Option<Costs> {
    let known = LEARNED
        .iter()
        .map(|&(name, bytes)| (name.parse::<Shape>().expect("files are named by shapes"), bytes));
    let (learned, bytes) = known
        .filter(|&(learned, _)| Family::of(learned) == Family::of(shape))
        .min_by_key(|(learned, _)| learned.cells().abs_diff(shape.cells()))?;
    Costs::from_bytes(learned, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learned_costs_are_whole() {
        for (name, bytes) in LEARNED {
            let costs = Costs::from_bytes(name.parse().unwrap(), bytes).expect(name);
            assert_eq!(costs.to_bytes(), bytes);
        }
    }

    #[test]
    fn two_tiles_in_the_wrong_order_in_their_line_cost_two_moves() {
        let costs = Costs::linear_conflicts("5x5".parse().unwrap());
        let family = costs.family();
        let pair =
            |a, b, offset| costs.pair(family.kind(a), family.kind(b), family.offset_number(offset).unwrap());
        // Two neighbours that have to change places, and two that have not.
        assert_eq!(pair([0, -1, 0], [0, 1, 0], [0, 1, 0]), 2 * PARTS);
        assert_eq!(pair([0, 0, 0], [0, 3, 0], [0, 2, 0]), 2 * PARTS);
        assert_eq!(pair([0, 1, 0], [0, 1, 0], [0, 1, 0]), 0);
        assert_eq!(pair([0, 2, 0], [0, -1, 0], [0, 1, 0]), 0);
        assert_eq!(pair([1, -1, 0], [0, 1, 0], [0, 1, 0]), 0);
    }
}
