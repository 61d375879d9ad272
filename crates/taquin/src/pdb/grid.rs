//! A box of at most 32 cells as words: sets of cells, neighbours, and the zones of the blank.
//!
//! Where the blank is matters only by the region of free cells it is in. A table keeps one bit per
//! *zone*, and zones are fixed sets of neighbouring cells, at most eight, so that an entry is a byte.
//!
//! * In boxes of up to 16 cells a zone is a pair of neighbours, a leftover cell alone. Two neighbouring
//!   cells that are both free are in one region, so a zone is never in two regions at once and the zone
//!   of the blank's cell says exactly which region it is in: nothing is lost against a bit per cell.
//! * In larger boxes the corners, where a blank is shut in most easily, have pairs, and the other cells
//!   share the zones that are left. A blank may jump between the regions of one zone there, which makes
//!   distances smaller and so keeps them admissible.

use crate::shape::{Cell, Direction, Shape};

/// The most cells of a box with patterns: a set of cells is a word of 32 bits.
pub(crate) const MOST_CELLS: usize = 32;

/// The most zones: one for each bit of an entry.
pub(crate) const MOST_ZONES: usize = 8;

/// Neighbourhoods and zones of a shape.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) cells: usize,
    /// The set of neighbours of every cell.
    pub(crate) around: [u32; MOST_CELLS],
    /// The zone of every cell.
    pub(crate) zone: [u8; MOST_CELLS],
}

impl Grid {
    /// For a shape that has patterns.
    pub(crate) fn new(shape: Shape) -> Grid {
        let mut around = [0; MOST_CELLS];
        for cell in shape.all_cells() {
            for next in Direction::ALL.into_iter().filter_map(|direction| shape.neighbour(cell, direction)) {
                around[cell.index()] |= 1 << next.index();
            }
        }
        let mut grid = Grid { cells: shape.cells(), around, zone: [0; MOST_CELLS] };
        if grid.cells <= 2 * MOST_ZONES {
            grid.pair_up();
        } else {
            grid.pair_corners();
        }
        grid
    }

    /// In reading order, every cell that has no zone takes its next neighbour without one along.
    fn pair_up(&mut self) {
        let mut without = self.all();
        for zone in 0.. {
            let Some(first) = members(without).next() else { break };
            without &= !(1 << first);
            self.zone[first] = zone;
            if let Some(second) = members(self.around[first] & without).next() {
                without &= !(1 << second);
                self.zone[second] = zone;
            }
        }
    }

    /// Corners take a neighbour along; the other cells grow into zones of nearly equal size, or join
    /// the zones of their neighbours where no zone is left.
    fn pair_corners(&mut self) {
        let mut without = self.all();
        let least = members(without).map(|cell| self.around[cell].count_ones()).min().unwrap_or(0);
        let corners: Vec<usize> =
            members(without).filter(|&cell| self.around[cell].count_ones() == least).collect();
        let corner_set = corners.iter().fold(0, |set, &corner| set | 1 << corner);
        for (zone, &corner) in corners.iter().enumerate() {
            without &= !(1 << corner);
            self.zone[corner] = zone as u8;
            if let Some(second) = members(self.around[corner] & without & !corner_set).next() {
                without &= !(1 << second);
                self.zone[second] = zone as u8;
            }
        }
        for zone in corners.len()..MOST_ZONES {
            let left = MOST_ZONES - zone;
            let size = (without.count_ones() as usize).div_ceil(left);
            let Some(first) = members(without).next() else { break };
            let mut grown = 1u32 << first;
            while (grown.count_ones() as usize) < size {
                let border = members(grown).fold(0, |set, cell| set | self.around[cell]) & without & !grown;
                let Some(next) = members(border).next() else { break };
                grown |= 1 << next;
            }
            without &= !grown;
            members(grown).for_each(|cell| self.zone[cell] = zone as u8);
        }
        while without != 0 {
            let joins = |cell: &usize| self.around[*cell] & !without != 0;
            let cell = members(without).find(joins).expect("boxes are connected");
            let neighbour = members(self.around[cell] & !without).next().expect("it joins");
            self.zone[cell] = self.zone[neighbour];
            without &= !(1 << cell);
        }
    }

    /// The set of all cells.
    pub(crate) fn all(&self) -> u32 {
        u32::MAX >> (MOST_CELLS - self.cells)
    }

    /// The cells of a set that can be reached from one of them through the set.
    pub(crate) fn component(&self, start: usize, set: u32) -> u32 {
        self.spread(1 << start & set, set)
    }

    /// The same with jumps within a zone: where the blank of a table can go.
    pub(crate) fn region(&self, start: usize, set: u32) -> u32 {
        let mut region = self.component(start, set);
        if self.cells <= 2 * MOST_ZONES {
            return region;
        }
        loop {
            let zones = members(region).fold(0u32, |zones, cell| zones | 1 << self.zone[cell]);
            let jumps = members(set & !region).filter(|&cell| zones >> self.zone[cell] & 1 == 1);
            let landed = jumps.fold(0, |landed, cell| landed | 1 << cell);
            if landed == 0 {
                return region;
            }
            region = self.spread(region | landed, set);
        }
    }

    /// The cells of a set that can be reached from some of them through the set.
    fn spread(&self, from: u32, set: u32) -> u32 {
        let (mut reached, mut fresh) = (from, from);
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
    fn zones_are_connected_few_and_pairs_in_small_boxes() {
        let sides = || 1..=16;
        let boxes = sides().flat_map(|w| sides().flat_map(move |h| sides().map(move |d| (w, h, d))));
        let mut shapes = 0;
        for (w, h, d) in boxes {
            let shape = Shape::new(w, h, d).unwrap();
            if !Pattern::has_patterns(shape) {
                continue;
            }
            shapes += 1;
            let grid = Grid::new(shape);
            let mut cells = 0;
            for zone in 0..MOST_ZONES as u8 {
                let set = members(grid.all()).filter(|&cell| grid.zone[cell] == zone);
                let set = set.fold(0u32, |set, cell| set | 1 << cell);
                cells += set.count_ones() as usize;
                if shape.cells() <= 16 {
                    assert!(set.count_ones() <= 2);
                }
                if let Some(first) = members(set).next() {
                    assert_eq!(grid.component(first, set), set, "{shape}");
                }
            }
            assert_eq!(cells, shape.cells(), "every cell of {shape} has one of the zones");
        }
        assert!(shapes > 60);
    }
}
