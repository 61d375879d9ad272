//! Gathers the bits of a finished build from the planes into entries.

use super::{Block, BuildError, Builder, MOST_TILES, ROWS_IN_PART};
use crate::pdb::entries::{Draft, Entries};
use crate::pdb::index::Index;
use crate::pdb::plane::Plane;
use crate::pdb::zoning::members;
use crate::platform;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

impl<P: Plane, const ZONES: usize> Builder<'_, P, ZONES> {
    /// The entries of all arrangements, from the planes of bits. `go_on` is asked now and then.
    pub(super) fn gather(
        &self,
        bits: &[Block<P, ZONES>],
        threads: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Entries, BuildError> {
        let (shape, tiles) = (self.pattern.shape(), self.pattern.tiles().len());
        let index = Index::new(shape, tiles);
        let bytes = Index::size(shape, tiles) * self.zoning.entry_bytes();
        let mut draft = Draft::zeroed(bytes).map_err(BuildError::Memory)?;
        let bytes = draft.bytes();
        // Rows ascend by the cell of the first tile, and so do the highest digits of their numbers: they have a
        // part of the entries for themselves.
        let (row_parts, parts) = match &index {
            _ if self.row_tiles == 0 => (1, 1),
            Index::Packed { .. } => (self.zoning.cells, 16),
            Index::Dense(_) => (self.zoning.cells, self.zoning.cells),
            Index::Digits { rows, .. } => (*rows as usize, *rows as usize),
        };
        let size = bytes.len() / parts;
        let mut rows = bits.chunks(bits.len() / row_parts).enumerate();
        let queue = Mutex::new(bytes.chunks_mut(size).map(|bytes| (bytes, rows.next())));
        let stopped = AtomicBool::new(false);
        let work = |go_on: &mut dyn FnMut() -> bool| {
            loop {
                let part = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((bytes, Some((number, rows)))) = part else { break };
                for (row, block) in rows.iter().enumerate() {
                    if row % ROWS_IN_PART == 0 && (stopped.load(Relaxed) || !go_on()) {
                        return stopped.store(true, Relaxed);
                    }
                    self.gather_row(&index, number * rows.len() + row, block, number * size, bytes);
                }
            }
        };
        thread::scope(|scope| {
            let helper = |_| platform::spawn_scoped(scope, || work(&mut || true)).ok();
            (1..threads).map_while(helper).for_each(drop);
            work(go_on);
        });
        if stopped.into_inner() {
            return Err(BuildError::Stopped);
        }
        draft.finish().map_err(BuildError::Memory)
    }

    fn gather_row(&self, index: &Index, row: usize, block: &Block<P, ZONES>, begin: usize, bytes: &mut [u8]) {
        let (cells, occupied) = self.row_cells(row);
        let mut all = [0u8; MOST_TILES];
        let tiles = self.row_tiles + 2;
        let width = self.zoning.entry_bytes();
        for (cell, &in_row) in all.iter_mut().zip(&cells[..self.row_tiles]) {
            *cell = in_row as u8;
        }
        let free = self.zoning.all() & !occupied;
        for a in members(free) {
            for b in members(free & !(1 << a)) {
                (all[tiles - 2], all[tiles - 1]) = (a as u8, b as u8);
                let entry = (0..ZONES)
                    .fold(0u16, |entry, zone| entry | ((block[zone].get(a) >> b & 1) as u16) << zone);
                let at = index.of(&all[..tiles]) * width - begin;
                bytes[at..at + width].copy_from_slice(&entry.to_le_bytes()[..width]);
            }
        }
    }
}
