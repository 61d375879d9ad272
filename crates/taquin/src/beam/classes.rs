//! Classes of what has a cost: pairs of kinds, tiles at borders and blocks that turns, mirrors and the order of two cells
//! carry into each other.

use super::kinds::{BLOCK_SCALES, BLOCKS, COARSE, COARSE_KINDS, CORNERS, Family, Turn};
use std::sync::OnceLock;

/// Something without a cost: nothing about it has to be moved.
const NO_CLASS: u32 = u32::MAX;

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
    /// The classes of a family; they are numbered when they are asked for first.
    pub(crate) fn of(family: Family) -> &'static Classes {
        static NUMBERED: [OnceLock<Classes>; 2] = [OnceLock::new(), OnceLock::new()];
        NUMBERED[usize::from(family.has_blocks())].get_or_init(|| Classes::new(family))
    }

    fn new(family: Family) -> Classes {
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
            family.place(turn.of(family.offset(offset)), family.reach_of_pairs())
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

    /// The classes of two kinds by the number of the offset.
    pub(crate) fn pairs(&self, a: usize, b: usize) -> impl Iterator<Item = Option<usize>> {
        let near = self.family.offsets();
        self.pairs[(a * self.family.kinds() + b) * near..][..near].iter().map(|&class| some(class))
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
    use super::super::kinds::{FLAT, Vector};
    use super::*;
    use crate::Shape;

    #[test]
    fn mirrored_and_exchanged_pairs_are_of_one_class() {
        let classes = Classes::of(FLAT);
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
        let classes = Classes::of(FLAT);
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
