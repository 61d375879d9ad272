//! One row of a level: what it pulls from the finished level, cut to what is valid and new.

use super::{Block, Builder, Level, MOST_TILES, Part};
use crate::pdb::plane::Plane;
use crate::pdb::zoning::members;

impl<P: Plane, const ZONES: usize> Builder<'_, P, ZONES> {
    /// Makes some rows of the next level; returns how many pairs are new.
    pub(super) fn part(&self, level: &Level<'_, P, ZONES>, part: Part<'_, P, ZONES>) -> u64 {
        let mut found = 0;
        let rows = part.next.iter_mut().zip(part.bits).zip(part.active);
        for (number, ((next, bits), active)) in rows.enumerate() {
            let row = part.first_row + number;
            let (cells, occupied) = self.row_cells(row);
            let cells = &cells[..self.row_tiles];
            match self.pull(level, row, cells, occupied) {
                Some(pulled) => {
                    let new = self.take(level.distance, cells, &pulled, next, bits);
                    *active = new > 0;
                    found += new;
                }
                None => {
                    if *active {
                        *next = [P::EMPTY; ZONES];
                        *active = false;
                    }
                }
            }
        }
        found
    }

    /// The cells of a row's tiles, and their set.
    pub(super) fn row_cells(&self, row: usize) -> ([usize; MOST_TILES], u32) {
        let code = self.code_of[row] as usize;
        let mut cells = [0; MOST_TILES];
        let mut occupied = 0;
        for (place, cell) in cells[..self.row_tiles].iter_mut().enumerate() {
            *cell = code >> self.row_shift(place) & (P::CELLS - 1);
            occupied |= 1 << *cell;
        }
        (cells, occupied)
    }

    fn row_shift(&self, place: usize) -> usize {
        Self::CELL_BITS * (self.row_tiles - 1 - place)
    }

    /// The neighbours of the finished level in one row, and whatever else the blank can reach from
    /// them; `None` if there are none.
    #[inline(always)]
    fn pull(
        &self,
        level: &Level<'_, P, ZONES>,
        row: usize,
        cells: &[usize],
        occupied: u32,
    ) -> Option<Block<P, ZONES>> {
        let zoning = &self.zoning;
        let mut pulled = [P::EMPTY; ZONES];
        let mut any = false;
        let code = self.code_of[row] as usize;
        for (place, &to) in cells.iter().enumerate() {
            for from in members(zoning.around[to] & !occupied) {
                let source = self.row_of[code ^ (from ^ to) << self.row_shift(place)] as usize;
                if level.active[source] {
                    any = true;
                    let source = &level.blocks[source][usize::from(zoning.zone[to])];
                    pulled[usize::from(zoning.zone[from])].unite(source);
                }
            }
        }
        if level.active[row] {
            any = true;
            self.slide_last_two(&level.blocks[row], occupied, &mut pulled);
        }
        if !any {
            return None;
        }
        let valid = P::square(zoning.all() & !occupied);
        pulled.iter_mut().for_each(|plane| plane.cut(&valid));
        self.close(&mut pulled, occupied);
        Some(pulled)
    }

    /// Slides of the last two tiles within a row.
    #[inline(always)]
    fn slide_last_two(&self, block: &Block<P, ZONES>, occupied: u32, pulled: &mut Block<P, ZONES>) {
        let zoning = &self.zoning;
        for from in members(zoning.all() & !occupied) {
            for to in members(zoning.around[from] & !occupied) {
                let set = block[usize::from(zoning.zone[to])].get(from);
                pulled[usize::from(zoning.zone[from])].add(to, set);
            }
        }
        for step in &self.steps {
            let from = step.from & !occupied;
            if from != 0 {
                let source = &block[step.to_zone];
                pulled[step.from_zone].unite_shifted(source, from, step.distance, step.forward);
            }
        }
    }

    /// Lets the blank go wherever it can without moving a tile of the pattern.
    #[inline(always)]
    pub(super) fn close(&self, block: &mut Block<P, ZONES>, occupied: u32) {
        let mut changed = true;
        while changed {
            changed = false;
            for bridge in self.bridges.iter().filter(|bridge| bridge.cells & occupied == 0) {
                let [a, b] = bridge.zones;
                let [a, b] = block.get_disjoint_mut([a, b]).expect("a bridge joins two zones");
                changed |= a.equalise(b, &bridge.free);
            }
        }
    }

    /// Takes what is new of a row into the next level and the table's bits; returns how many pairs.
    #[inline(always)]
    fn take(
        &self,
        distance: u32,
        cells: &[usize],
        pulled: &Block<P, ZONES>,
        next: &mut Block<P, ZONES>,
        bits: &mut Block<P, ZONES>,
    ) -> u64 {
        let in_row: u32 = cells.iter().zip(&self.distances).map(|(&cell, tile)| u32::from(tile[cell])).sum();
        // (h − in_row − rest) / 2 is odd ⇔ the rest leaves the remainder of h − in_row + 2.
        let odd = &self.by_remainder[(distance.wrapping_sub(in_row).wrapping_add(2) % 4) as usize];
        let mut found = 0;
        for ((next, bits), pulled) in next.iter_mut().zip(bits).zip(pulled) {
            found += next.replace_by_new(pulled, bits, odd);
        }
        found
    }
}
