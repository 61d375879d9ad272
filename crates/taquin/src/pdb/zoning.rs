//! A box of at most 32 cells as words: sets of cells, neighbours, and the zones of the blank.
//!
//! Where the blank is matters only by the region of free cells it is in. A table keeps one bit per
//! *zone*, and a zone is a pair of neighbouring cells, or a leftover cell alone. Two neighbouring cells
//! that are both free are in one region, so a zone is never in two regions at once, and the zone of the
//! blank's cell says exactly which region it is in: nothing is lost against a bit per cell. Boxes of up to
//! 16 cells have at most eight zones, and an entry is a byte; larger ones have up to 16, and it is two.

use crate::shape::{Cell, Direction, Shape};

/// The most cells of a box with patterns: a set of cells is a word of 32 bits.
pub(crate) const MOST_CELLS: usize = 32;

/// The most zones: one for each bit of two bytes.
pub(crate) const MOST_ZONES: usize = 16;

/// Neighbourhoods and zones of a shape.
#[derive(Clone, Debug)]
pub(crate) struct Zoning {
    pub(crate) cells: usize,
    pub(crate) zones: usize,
    /// The set of neighbours of every cell.
    pub(crate) around: [u32; MOST_CELLS],
    /// The zone of every cell.
    pub(crate) zone: [u8; MOST_CELLS],
}

impl Zoning {
    /// For a shape that has patterns.
    pub(crate) fn new(shape: Shape) -> Zoning {
        let mut around = [0; MOST_CELLS];
        for cell in shape.all_cells() {
            for next in Direction::ALL.into_iter().filter_map(|direction| shape.neighbour(cell, direction)) {
                around[cell.index()] |= 1 << next.index();
            }
        }
        let mut zoning = Zoning { cells: shape.cells(), zones: 0, around, zone: [0; MOST_CELLS] };
        zoning.pair_up();
        zoning
    }

    /// In reading order, every cell that has no zone takes its next neighbour without one along.
    fn pair_up(&mut self) {
        let mut without = self.all();
        while let Some(first) = members(without).next() {
            let second = members(self.around[first] & without).next();
            for cell in [first].into_iter().chain(second) {
                self.zone[cell] = self.zones as u8;
                without &= !(1 << cell);
            }
            self.zones += 1;
        }
    }

    /// Bytes of a table's entry: a bit for each zone.
    pub(crate) fn entry_bytes(&self) -> usize {
        self.zones.div_ceil(8)
    }

    /// The set of all cells.
    pub(crate) fn all(&self) -> u32 {
        u32::MAX >> (MOST_CELLS - self.cells)
    }

    /// The cells of a set that can be reached from one of them through the set.
    pub(crate) fn region(&self, start: usize, set: u32) -> u32 {
        let mut reached = 1 << start & set;
        let mut fresh = reached;
        while fresh != 0 {
            let near = self.around[fresh.trailing_zeros() as usize] & set & !reached;
            reached |= near;
            fresh = fresh & (fresh - 1) | near;
        }
        reached
    }
}

/// The set of some cells.
pub(crate) fn set_of(cells: &[u8]) -> u32 {
    cells.iter().fold(0, |set, &cell| set | 1 << cell)
}

/// The members of a set of cells, ascending.
pub(crate) fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// The taxicab distances from one cell to all cells.
pub(crate) fn distances(shape: Shape, home: Cell) -> [u8; MOST_CELLS] {
    let mut distances = [0; MOST_CELLS];
    for cell in shape.all_cells() {
        distances[cell.index()] = shape.distance(home, cell) as u8;
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::Pattern;

    #[test]
    fn zones_are_pairs_of_neighbours_and_few() {
        let sides = || 1..=16;
        let boxes = sides().flat_map(|w| sides().flat_map(move |h| sides().map(move |d| (w, h, d))));
        let mut shapes = 0;
        for (w, h, d) in boxes {
            let shape = Shape::new(w, h, d).unwrap();
            if !Pattern::has_patterns(shape) {
                continue;
            }
            shapes += 1;
            let zoning = Zoning::new(shape);
            assert!(zoning.zones <= if shape.cells() <= 16 { 8 } else { MOST_ZONES }, "{shape}");
            let mut cells = 0;
            for zone in 0..zoning.zones as u8 {
                let set = members(zoning.all()).filter(|&cell| zoning.zone[cell] == zone);
                let set = set.fold(0u32, |set, cell| set | 1 << cell);
                cells += set.count_ones() as usize;
                assert!((1..=2).contains(&set.count_ones()), "{shape}");
                assert_eq!(zoning.region(set.trailing_zeros() as usize, set), set, "{shape}");
            }
            assert_eq!(cells, shape.cells(), "every cell of {shape} has one of the zones");
        }
        assert!(shapes > 60);
    }
}
