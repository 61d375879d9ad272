//! Builds a table by breadth-first search outwards from the goal, a row of arrangements at a time.
//!
//! 1. A *row* is an arrangement of all tiles but the last two. Its *block* has, for every zone of the
//!    blank and every cell of the last tile but one, a word with a bit for each cell of the last tile.
//! 2. A level, the arrangements at one distance, is a block for every row. Every neighbour of an
//!    arrangement at distance d is at d − 1 or d + 1, since each counted slide changes the tiles' taxicab
//!    sum by 1. So `next = neighbours(current) − previous`: two maps of blocks are enough, `next` being
//!    written over `previous`, besides the bits of the table.
//! 3. Each row *pulls*: if a tile slid from `from` to `to`, the blank was in `to` before and is in `from`
//!    after. So bits of the plane of `to`'s zone go into the plane of `from`'s zone:
//!    * for a tile of the row, from the block of another row, word by word;
//!    * for the last tile but one, from word `from` to word `to`;
//!    * for the last tile, by shifting every word.
//! 4. What was pulled is cut to arrangements with every tile in a cell of its own. A tile never comes from
//!    or goes to the cell of another one that way: one of the two arrangements would not be valid.
//! 5. The blank goes on for nothing: where two neighbouring cells of different zones are both free, their
//!    planes take over each other's bits, until nothing changes.
//! 6. A row is written by one thread and only the finished level is read, so threads share nothing that
//!    they write.
//! 7. At last the bits are gathered from the planes into entries.

mod gather;
mod progress;
mod row;

pub use progress::{BuildError, Progress};

use super::pattern::Pattern;
use super::plane::{Plane, Sets};
use super::table::Table;
use super::zoning::{MOST_CELLS, MOST_ZONES, Zoning, distances, members};
use crate::platform;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Tables with fewer rows than this are built by one thread.
const FEW_ROWS: usize = 1024;

/// Rows between two looks at the watcher: some milliseconds of work.
const ROWS_IN_PART: usize = 128;

/// Stands for a row with two tiles in one cell.
const NO_ROW: u32 = u32::MAX;

/// The bits of the arrangements of one row: by zone of the blank, by cell of the last tile but one, a set
/// of cells of the last tile.
type Block<P, const ZONES: usize> = [P; ZONES];

/// The most tiles of a pattern.
const MOST_TILES: usize = 8;

/// Bytes that [`build`] holds at most: three maps and what it knows of its rows, or one map and the
/// entries.
pub fn build_bytes(pattern: &Pattern) -> u64 {
    let cells = pattern.shape().cells();
    let row_tiles = pattern.tiles().len() - 2;
    let rows: u64 = (0..row_tiles).map(|tile| (cells - tile) as u64).product();
    let (word, words, bits) = if cells <= 16 { (2, 16, 4) } else { (4, 32, 5) };
    let map = rows * word * words * planes(&Zoning::new(pattern.shape())) as u64;
    let numbering = 4 * ((1 << (bits * row_tiles)) + rows);
    (3 * map + 2 * rows).max(map + Table::bytes_of(pattern)) + numbering
}

/// Builds the table of a pattern. `watch` is called every few milliseconds and may break off. Threads that the system does not
/// give are done without.
///
/// # Errors
/// If `watch` broke off, or memory does not suffice.
pub fn build(
    pattern: &Pattern,
    threads: usize,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Table, BuildError> {
    match planes(&Zoning::new(pattern.shape())) {
        8 => Builder::<Sets<4>, 8>::new(pattern)?.build(threads, watch),
        13 => Builder::<Sets<16>, 13>::new(pattern)?.build(threads, watch),
        _ => Builder::<Sets<16>, MOST_ZONES>::new(pattern)?.build(threads, watch),
    }
}

/// How many planes a block has: as many as there are zones, or more. Builders are compiled for each number.
fn planes(zoning: &Zoning) -> usize {
    match zoning.zones {
        ..=8 => 8,
        9..=13 => 13,
        _ => MOST_ZONES,
    }
}

/// The level that is finished.
struct Level<'a, P, const ZONES: usize> {
    blocks: &'a [Block<P, ZONES>],
    /// Which rows have anything in them.
    active: &'a [bool],
    /// The distance of the level that is being made.
    distance: u32,
}

/// Some rows of the level that is being made.
struct Part<'a, P, const ZONES: usize> {
    first_row: usize,
    /// The level before the finished one, to be written over.
    next: &'a mut [Block<P, ZONES>],
    bits: &'a mut [Block<P, ZONES>],
    active: &'a mut [bool],
}

/// Two free neighbours of different zones, over which the planes of their zones are made equal.
struct Bridge<P> {
    cells: u32,
    zones: [usize; 2],
    /// Arrangements of the last two tiles that leave both free.
    free: P,
}

/// All slides of the last tile by one step from one zone to another.
struct Step {
    from_zone: usize,
    to_zone: usize,
    /// The cells that the tile comes from.
    from: u32,
    distance: u32,
    forward: bool,
}

/// What is fixed for a pattern.
struct Builder<'a, P, const ZONES: usize> {
    pattern: &'a Pattern,
    zoning: Zoning,
    /// Tiles in a row: all but the last two.
    row_tiles: usize,
    /// By the cells of a row's tiles in few bits each: its number.
    row_of: Vec<u32>,
    /// The other way round.
    code_of: Vec<u32>,
    /// The taxicab distance of every tile from home, by cell.
    distances: Vec<[u8; MOST_CELLS]>,
    /// By remainder: the arrangements of the last two tiles whose taxicab sum leaves it when divided by 4.
    by_remainder: [P; 4],
    bridges: Vec<Bridge<P>>,
    steps: Vec<Step>,
}

impl<'a, P: Plane, const ZONES: usize> Builder<'a, P, ZONES> {
    /// Bits for a cell in a row's code.
    const CELL_BITS: usize = P::CELLS.trailing_zeros() as usize;

    fn new(pattern: &'a Pattern) -> Result<Builder<'a, P, ZONES>, BuildError> {
        let zoning = Zoning::new(pattern.shape());
        let distances: Vec<_> =
            pattern.tiles().iter().map(|&home| distances(pattern.shape(), home)).collect();
        let row_tiles = distances.len() - 2;
        let mut by_remainder = [P::EMPTY; 4];
        for a in 0..zoning.cells {
            for b in 0..zoning.cells {
                let sum = distances[row_tiles][a] + distances[row_tiles + 1][b];
                by_remainder[usize::from(sum % 4)].add(a, 1 << b);
            }
        }
        let mut bridges = Vec::new();
        let mut steps: Vec<Step> = Vec::new();
        for a in 0..zoning.cells {
            for b in members(zoning.around[a]) {
                let zones = [a, b].map(|cell| usize::from(zoning.zone[cell]));
                if a < b && zones[0] != zones[1] {
                    let cells = 1 << a | 1 << b;
                    bridges.push(Bridge { cells, zones, free: P::square(zoning.all() & !cells) });
                }
                let (distance, forward) = (a.abs_diff(b) as u32, b > a);
                let same = |step: &&mut Step| {
                    ([step.from_zone, step.to_zone], step.distance, step.forward)
                        == (zones, distance, forward)
                };
                match steps.iter_mut().find(same) {
                    Some(step) => step.from |= 1 << a,
                    None => steps.push(Step {
                        from_zone: zones[0],
                        to_zone: zones[1],
                        from: 1 << a,
                        distance,
                        forward,
                    }),
                }
            }
        }
        let (row_of, code_of) = Self::number_rows(&zoning, row_tiles)?;
        Ok(Builder { pattern, zoning, row_tiles, row_of, code_of, distances, by_remainder, bridges, steps })
    }

    /// Numbers the rows with every tile in a cell of its own.
    fn number_rows(zoning: &Zoning, row_tiles: usize) -> Result<(Vec<u32>, Vec<u32>), BuildError> {
        let codes = 1u32 << (Self::CELL_BITS * row_tiles);
        let is_row = |code: u32| {
            let cells = (0..row_tiles).map(|tile| code >> (Self::CELL_BITS * tile) & (P::CELLS as u32 - 1));
            let set = cells.fold(0u32, |set, cell| set | 1 << cell);
            set.count_ones() as usize == row_tiles && set & !zoning.all() == 0
        };
        let mut row_of = filled(NO_ROW, codes as usize)?;
        let rows = (0..row_tiles).map(|tile| zoning.cells - tile).product();
        let mut code_of = filled(0, rows)?;
        for ((code, row), code_of) in (0..codes).filter(|&code| is_row(code)).zip(0..).zip(&mut code_of) {
            row_of[code as usize] = row;
            *code_of = code;
        }
        Ok((row_of, code_of))
    }

    fn build(
        &self,
        threads: usize,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Table, BuildError> {
        let rows = self.code_of.len();
        let threads = if rows < FEW_ROWS { 1 } else { threads.max(1) };
        let (mut active, mut active_other) = (filled(false, rows)?, filled(false, rows)?);
        let expected = self.expected();
        let mut empty = || {
            let go_on = || watch(Progress { distance: 0, found: 0, expected }).is_continue();
            filled_in_parts([P::EMPTY; ZONES], rows, go_on)
        };
        // The levels last: what is at the end of the heap is given back to the system when it is dropped.
        let (mut bits, mut current, mut other) = (empty()?, empty()?, empty()?);
        let goal = self.goal_row();
        self.set_goal(&mut current[goal]);
        active[goal] = true;
        let mut histogram = vec![ones(&current[goal])];
        loop {
            let distance = histogram.len() as u32 - 1;
            let progress = Progress { distance, found: histogram.iter().sum(), expected };
            if watch(progress).is_break() {
                return Err(BuildError::Stopped);
            }
            let level = Level { blocks: &current, active: &active, distance: distance + 1 };
            let go_on =
                &mut |more: u64| watch(Progress { found: progress.found + more, ..progress }).is_continue();
            match self.level(&level, &mut other, &mut bits, &mut active_other, threads, go_on) {
                None => return Err(BuildError::Stopped),
                Some(0) => break,
                Some(found) => histogram.push(found),
            }
            std::mem::swap(&mut current, &mut other);
            std::mem::swap(&mut active, &mut active_other);
        }
        drop((other, current));
        let found = histogram.iter().sum();
        let progress = Progress { distance: histogram.len() as u32 - 1, found, expected: found };
        let entries = self.gather(&bits, threads, &mut || watch(progress).is_continue())?;
        Ok(Table::new(self.pattern.clone(), entries, histogram))
    }

    /// About how many pairs of an arrangement and a zone with a free cell there are: the first row says
    /// how many for each arrangement.
    fn expected(&self) -> u64 {
        let cells = self.zoning.cells as u64;
        let tiles = self.pattern.tiles().len() as u64;
        let arrangements: u64 = (0..tiles).map(|tile| cells - tile).product();
        // The chance that a zone of s cells is full is about (tiles / cells)^s.
        let zones = (0..self.zoning.zones as u8).map(|zone| {
            let size = self.zoning.zone[..self.zoning.cells].iter().filter(|&&other| other == zone).count();
            let full: f64 = (0..size as u64)
                .map(|taken| tiles.saturating_sub(taken) as f64 / (cells - taken) as f64)
                .product();
            1.0 - full
        });
        (arrangements as f64 * zones.sum::<f64>()) as u64
    }

    /// Makes a level; returns how many pairs are new. `go_on` is asked now and then, with those so far.
    fn level(
        &self,
        level: &Level<'_, P, ZONES>,
        next: &mut [Block<P, ZONES>],
        bits: &mut [Block<P, ZONES>],
        active: &mut [bool],
        threads: usize,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<u64> {
        let part_rows = next.len().div_ceil(16 * threads).min(ROWS_IN_PART);
        let parts = next
            .chunks_mut(part_rows)
            .zip(bits.chunks_mut(part_rows))
            .zip(active.chunks_mut(part_rows))
            .enumerate()
            .map(|(number, ((next, bits), active))| Part {
                first_row: number * part_rows,
                next,
                bits,
                active,
            });
        let queue = Mutex::new(parts);
        let (found, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let work = |go_on: &mut dyn FnMut(u64) -> bool| {
            while !stopped.load(Relaxed) {
                let part = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(part) = part else { return };
                let new = self.part(level, part);
                if !go_on(found.fetch_add(new, Relaxed) + new) {
                    stopped.store(true, Relaxed);
                }
            }
        };
        thread::scope(|scope| {
            let helper = |_| platform::spawn_scoped(scope, || work(&mut |_| true)).ok();
            (1..threads).map_while(helper).for_each(drop);
            work(go_on);
        });
        (!stopped.into_inner()).then(|| found.into_inner())
    }

    fn goal_row(&self) -> usize {
        let home = &self.pattern.tiles()[..self.row_tiles];
        let code = home.iter().fold(0, |code, cell| code << Self::CELL_BITS | cell.index());
        self.row_of[code] as usize
    }

    /// Puts the goal into the block of its row.
    fn set_goal(&self, block: &mut Block<P, ZONES>) {
        let (row, last) = self.pattern.tiles().split_at(self.row_tiles);
        let zone = usize::from(self.zoning.zone[self.pattern.blank().index()]);
        block[zone].add(last[0].index(), 1 << last[1].index());
        self.close(block, row.iter().fold(0, |set, cell| set | 1 << cell.index()));
    }
}

/// So many times a value.
fn filled<T: Clone>(value: T, times: usize) -> Result<Vec<T>, BuildError> {
    filled_in_parts(value, times, || true)
}

/// The same for what takes as long to fill as people wait: `go_on` is asked between parts.
fn filled_in_parts<T: Clone>(
    value: T,
    times: usize,
    mut go_on: impl FnMut() -> bool,
) -> Result<Vec<T>, BuildError> {
    const BYTES: usize = 16 << 20;
    let mut values = Vec::new();
    let no_room = |_| BuildError::Memory(io::ErrorKind::OutOfMemory.into());
    values.try_reserve_exact(times).map_err(no_room)?;
    let part = (BYTES / size_of::<T>().max(1)).max(1);
    while values.len() < times {
        if !go_on() {
            return Err(BuildError::Stopped);
        }
        values.resize(times.min(values.len() + part), value.clone());
    }
    Ok(values)
}

fn ones<P: Plane, const ZONES: usize>(block: &Block<P, ZONES>) -> u64 {
    block.iter().map(P::count).sum()
}
