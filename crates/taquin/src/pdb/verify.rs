//! Proves a table right by local rules, without trust in its builder.
//!
//! A table holds bits, and two bits say of a slide whether the distance rises or falls.
//!
//! 1. *Decode*: from every arrangement and region of the blank, follow falling slides until the goal or
//!    something with a known value is met, and write the values on the way back.
//! 2. *Rules*: the zones of a region have the same bit and value; neighbours differ by one, as their bits
//!    say; the goal has 0, and everything else is above 0 and has a falling slide; bits that mean nothing
//!    are 0.
//! 3. *Histogram*: the values have the one that the table came with.
//!
//! No value is above the distance: along a shortest way to the goal it falls by at most one a slide. None
//! is below it: some way falls by one a slide, down to the goal.
//!
//! Both passes are shared out by the cells of the first two tiles. In the first, threads write values
//! into one list. What they find in it is right if the table is right; if not, some rule fails in the
//! second pass, which writes nothing.

use super::table::{Table, bit};
use super::zoning::{MOST_CELLS, MOST_ZONES, distances, members, set_of};
use crate::platform;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What is wrong with a table. Arrangements are given by the cells of the pattern's tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Falling slides from an arrangement do not end.
    Endless(Vec<u8>),
    /// The bits or values of one region of the blank are not the same.
    Region(Vec<u8>),
    /// The values of an arrangement and a neighbour do not differ as their bits say.
    Neighbours(Vec<u8>),
    /// No slide falls from an arrangement that is not the goal.
    NoWayDown(Vec<u8>),
    /// A bit that means nothing is not 0.
    Idle,
    /// The histogram is not that of the values.
    Histogram,
    /// Nothing is known: the watcher broke off.
    Stopped,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Endless(cells) => write!(f, "no way to the goal for tiles in cells {cells:?}"),
            Wrong::Region(cells) => write!(f, "different values in one region for tiles in cells {cells:?}"),
            Wrong::Neighbours(cells) => {
                write!(f, "tiles in cells {cells:?} have a value that does not fit a neighbour's")
            }
            Wrong::NoWayDown(cells) => write!(f, "no way down for tiles in cells {cells:?}"),
            Wrong::Idle => write!(f, "bits that mean nothing are set"),
            Wrong::Histogram => write!(f, "the histogram is not that of the values"),
            Wrong::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for Wrong {}

/// Bytes that [`verify`] holds.
pub fn verify_bytes(table: &Table) -> u64 {
    (table.size() * table.zoning.zones) as u64
}

/// Checks all rules for all arrangements. `watch` is told the share that is done and may break off.
pub fn verify(
    table: &Table,
    threads: usize,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<(), Wrong> {
    Proof::new(table, table.entries()).run(threads, watch)
}

/// The most tiles of a pattern.
const MOST_TILES: usize = 8;

/// Tiles in their cells.
#[derive(Clone, Copy)]
struct Arrangement {
    cells: [u8; MOST_TILES],
    code: u32,
    free: u32,
}

/// A slide and what it leads to.
struct Slide {
    place: usize,
    from: usize,
    to: usize,
    code: u32,
    number: usize,
    rises: bool,
}

/// What the second pass counts.
#[derive(Default)]
struct Tally {
    histogram: Vec<u64>,
    /// Entries of arrangements that are not 0.
    set: usize,
}

struct Proof<'a> {
    table: &'a Table,
    entries: &'a [u8],
    tiles: usize,
    /// The taxicab distance of every tile from home, by cell.
    distances: Vec<[u8; MOST_CELLS]>,
    /// The cells of each zone.
    zone_cells: [u32; MOST_ZONES],
    /// By number and zone the value and 1, or 0 if it is not known yet.
    values: Box<[AtomicU8]>,
}

impl<'a> Proof<'a> {
    fn new(table: &'a Table, entries: &'a [u8]) -> Proof<'a> {
        let (pattern, zoning) = (table.pattern(), &table.zoning);
        let mut zone_cells = [0; MOST_ZONES];
        (0..zoning.cells).for_each(|cell| zone_cells[usize::from(zoning.zone[cell])] |= 1 << cell);
        Proof {
            table,
            entries,
            tiles: pattern.tiles().len(),
            distances: pattern.tiles().iter().map(|&home| distances(pattern.shape(), home)).collect(),
            zone_cells,
            values: (0..table.size() * zoning.zones).map(|_| AtomicU8::default()).collect(),
        }
    }

    fn run(&self, threads: usize, watch: &mut dyn FnMut(f64) -> ControlFlow<()>) -> Result<(), Wrong> {
        // A value and 1 must fit into a byte.
        if self.table.histogram().len() >= usize::from(u8::MAX) {
            return Err(Wrong::Histogram);
        }
        self.pass(threads, &mut |share| watch(share / 2.0), |path: &mut Vec<_>, arrangement| {
            self.decode(arrangement, path)
        })?;
        let tallies = self.pass(threads, &mut |share| watch(0.5 + share / 2.0), |tally, arrangement| {
            self.check(arrangement, tally)
        })?;
        let mut histogram = vec![0; usize::from(u8::MAX)];
        for tally in &tallies {
            histogram.iter_mut().zip(&tally.histogram).for_each(|(sum, count)| *sum += count);
        }
        let (expected, beyond) = histogram.split_at(self.table.histogram().len());
        if expected != self.table.histogram() || beyond.iter().any(|&count| count > 0) {
            return Err(Wrong::Histogram);
        }
        // Entries between those of arrangements.
        let set = (0..self.table.size()).filter(|&number| self.entry(number) != 0).count();
        if set == tallies.iter().map(|tally| tally.set).sum::<usize>() { Ok(()) } else { Err(Wrong::Idle) }
    }

    /// Does some work for every arrangement on several threads, each with something of its own.
    fn pass<T: Default + Send>(
        &self,
        threads: usize,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
        work: impl Fn(&mut T, &Arrangement) -> Result<(), Wrong> + Sync,
    ) -> Result<Vec<T>, Wrong> {
        let cells = self.table.zoning.cells;
        let jobs = cells * cells;
        let (next, stop, wrong) = (AtomicUsize::new(0), AtomicBool::new(false), Mutex::new(None));
        let thread = |watch: &mut dyn FnMut(f64) -> ControlFlow<()>| {
            let mut own = T::default();
            while !stop.load(Ordering::Relaxed) {
                let job = next.fetch_add(1, Ordering::Relaxed);
                if job >= jobs {
                    break;
                }
                let mut result = self.each([job / cells, job % cells], &mut |at| work(&mut own, at));
                if result.is_ok() && watch(job as f64 / jobs as f64).is_break() {
                    result = Err(Wrong::Stopped);
                }
                if let Err(found) = result {
                    stop.store(true, Ordering::Relaxed);
                    wrong.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
                }
            }
            own
        };
        let owned = thread::scope(|scope| {
            let helper = || thread(&mut |_| ControlFlow::Continue(()));
            let spawn = |_| platform::spawn_scoped(scope, helper).ok();
            let helpers: Vec<_> = (1..threads).map_while(spawn).collect();
            let mut owned = vec![thread(watch)];
            owned.extend(helpers.into_iter().map(|helper| helper.join().expect("verifiers end")));
            owned
        });
        match wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(wrong) => Err(wrong),
            None => Ok(owned),
        }
    }

    /// Visits every arrangement with the first two tiles in these cells.
    fn each(
        &self,
        first: [usize; 2],
        visit: &mut dyn FnMut(&Arrangement) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        let mut arrangement = Arrangement { cells: [0; MOST_TILES], code: 0, free: self.table.zoning.all() };
        for (place, cell) in first.into_iter().enumerate() {
            arrangement.cells[place] = cell as u8;
            arrangement.free &= !(1 << cell);
        }
        if first[0] == first[1] { Ok(()) } else { self.place(arrangement, 2, visit) }
    }

    /// Puts the tiles from a place on into all free cells.
    fn place(
        &self,
        mut arrangement: Arrangement,
        place: usize,
        visit: &mut dyn FnMut(&Arrangement) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        if place == self.tiles {
            arrangement.code = self.table.index.code(&arrangement.cells[..self.tiles]);
            return visit(&arrangement);
        }
        for cell in members(arrangement.free) {
            let mut more = arrangement;
            more.cells[place] = cell as u8;
            more.free &= !(1 << cell);
            self.place(more, place + 1, visit)?;
        }
        Ok(())
    }

    /// Finds the values of an arrangement. `path` is a list to use.
    fn decode(&self, arrangement: &Arrangement, path: &mut Vec<(usize, u16)>) -> Result<(), Wrong> {
        let mut left = arrangement.free;
        while left != 0 {
            let region = self.table.zoning.region(left.trailing_zeros() as usize, arrangement.free);
            left &= !region;
            self.walk(*arrangement, region, path)?;
        }
        Ok(())
    }

    /// Follows falling slides until a value is known, and writes the values of all that were passed.
    fn walk(&self, mut at: Arrangement, mut region: u32, path: &mut Vec<(usize, u16)>) -> Result<(), Wrong> {
        path.clear();
        let mut known = loop {
            let number = self.table.index.of_code(at.code) as usize;
            let known = self.value(number, region);
            if known != 0 {
                break known;
            }
            path.push((number, self.zones(region)));
            if self.is_goal(&at, region) {
                break 0;
            }
            if path.len() >= self.table.histogram().len() {
                return Err(Wrong::Endless(self.cells(&at)));
            }
            let bit = self.bit(number, region.trailing_zeros() as usize);
            let mut slides =
                self.moves(&at, region).map(|(place, from, to)| self.slide(&at, bit, place, from, to));
            let falls = slides.find(|slide| !slide.rises);
            drop(slides);
            let slide = falls.ok_or_else(|| Wrong::NoWayDown(self.cells(&at)))?;
            at.cells[slide.place] = slide.to as u8;
            at.code = slide.code;
            at.free ^= 1 << slide.from | 1 << slide.to;
            region = self.table.zoning.region(slide.from, at.free);
        };
        for &(number, zones) in path.iter().rev() {
            known += 1;
            for zone in members(u32::from(zones)) {
                self.values[self.at(number, zone)].store(known, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Checks the rules for an arrangement and counts its values.
    fn check(&self, at: &Arrangement, tally: &mut Tally) -> Result<(), Wrong> {
        tally.histogram.resize(usize::from(u8::MAX), 0);
        let number = self.table.index.of_code(at.code) as usize;
        let entry = self.entry(number);
        tally.set += usize::from(entry != 0);
        if entry & !self.zones(at.free) != 0 {
            return Err(Wrong::Idle);
        }
        let mut left = at.free;
        while left != 0 {
            let region = self.table.zoning.region(left.trailing_zeros() as usize, at.free);
            left &= !region;
            let (zones, value) = (self.zones(region), self.value(number, region));
            let same = |zone: usize| self.values[self.at(number, zone)].load(Ordering::Relaxed) == value;
            if ![0, zones].contains(&(entry & zones)) || !members(u32::from(zones)).all(same) {
                return Err(Wrong::Region(self.cells(at)));
            }
            let mut way_down = self.is_goal(at, region);
            if value == 0 || (value == 1) != way_down {
                return Err(Wrong::Neighbours(self.cells(at)));
            }
            let bit = self.bit(number, region.trailing_zeros() as usize);
            for (place, from, to) in self.moves(at, region) {
                // The bits say the same of a slide and of its undoing, so one of the two is looked at.
                if to < from && way_down {
                    continue;
                }
                let slide = self.slide(at, bit, place, from, to);
                let zone = usize::from(self.table.zoning.zone[from]);
                let after = self.values[self.at(slide.number, zone)].load(Ordering::Relaxed);
                if to > from && (after == 0 || after != if slide.rises { value + 1 } else { value - 1 }) {
                    return Err(Wrong::Neighbours(self.cells(at)));
                }
                way_down |= !slide.rises;
            }
            if !way_down {
                return Err(Wrong::NoWayDown(self.cells(at)));
            }
            tally.histogram[usize::from(value) - 1] += u64::from(zones.count_ones());
        }
        Ok(())
    }

    /// Every slide of a tile into a region of the blank: its place in the pattern, from where, to where.
    fn moves<'s>(
        &'s self,
        at: &'s Arrangement,
        region: u32,
    ) -> impl Iterator<Item = (usize, usize, usize)> + 's {
        at.cells[..self.tiles].iter().enumerate().flat_map(move |(place, &from)| {
            let from = usize::from(from);
            members(self.table.zoning.around[from] & region).map(move |to| (place, from, to))
        })
    }

    /// What a slide leads to, `bit` being the bit before.
    fn slide(&self, at: &Arrangement, bit: bool, place: usize, from: usize, to: usize) -> Slide {
        let index = &self.table.index;
        let code = index.code_after(at.code, place, from, to);
        let number = index.of_code(code) as usize;
        let away = self.distances[place][to] > self.distances[place][from];
        Slide { place, from, to, code, number, rises: away ^ bit ^ self.bit(number, from) }
    }

    fn entry(&self, number: usize) -> u16 {
        let width = self.table.zoning.entry_bytes();
        let bytes = &self.entries[number * width..][..width];
        bytes.iter().rev().fold(0, |entry, &byte| entry << 8 | u16::from(byte))
    }

    /// The bit of an entry for the blank in a cell.
    fn bit(&self, number: usize, blank: usize) -> bool {
        let zoning = &self.table.zoning;
        bit(self.entries, zoning.entry_bytes(), number, zoning.zone[blank])
    }

    /// Where the value of a number and a zone is.
    fn at(&self, number: usize, zone: usize) -> usize {
        number * self.table.zoning.zones + zone
    }

    /// The value and 1 of a region.
    fn value(&self, number: usize, region: u32) -> u8 {
        let zone = self.table.zoning.zone[region.trailing_zeros() as usize];
        self.values[self.at(number, zone.into())].load(Ordering::Relaxed)
    }

    fn is_goal(&self, at: &Arrangement, region: u32) -> bool {
        let pattern = self.table.pattern();
        region >> pattern.blank().index() & 1 == 1
            && pattern.tiles().iter().zip(&at.cells).all(|(home, &cell)| home.index() == usize::from(cell))
    }

    /// The zones that a set has a cell of.
    fn zones(&self, set: u32) -> u16 {
        let has = |zone: usize| u16::from(self.zone_cells[zone] & set != 0) << zone;
        (0..self.table.zoning.zones).fold(0, |zones, zone| zones | has(zone))
    }

    fn cells(&self, at: &Arrangement) -> Vec<u8> {
        debug_assert_eq!(set_of(&at.cells[..self.tiles]) & at.free, 0);
        at.cells[..self.tiles].to_vec()
    }
}

#[cfg(test)]
mod tests;
