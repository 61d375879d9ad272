//! Which slides raise the distance, for every arrangement of a pattern's tiles.
//!
//! A [`Table`] has a bit for each zone of the blank, and a slide is judged by the entry that it leads to. Here an entry has a
//! bit for each tile and each of the four ways it can go: set if that slide raises the distance. Where the blank is need not
//! be said, because it is where the tile goes to. So one entry judges all slides of the pattern's tiles on a board, and it stays the
//! same until one of these tiles has moved: searches look up half as much ([`crate::search::idastar`]). They have a half more
//! bytes than the table, from which they are made.
//!
//! 1. An entry has three bytes, four bits for each of up to six tiles: bit `4 · place + way`.
//! 2. Ways 0 and 1 are to the cell before and after in the row, 2 and 3 to the row before and after.
//! 3. The bit is what the table says of the slide: `away ⊕ (bit before, blank where the tile goes) ⊕ (bit after, blank where the
//!    tile was)`. It is computed for all arrangements with the same rows at once, which are neighbours in the table.
//!
//! Bits of slides out of the board, or into another tile of the pattern, mean nothing.

use super::entries::{Draft, Entries};
use super::index::Index;
use super::pattern::Pattern;
use super::table::Table;
use super::zoning::MOST_CELLS;
use crate::platform;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The most tiles of a pattern.
const MOST_TILES: usize = 6;
/// Bytes of an entry.
pub(crate) const ENTRY: usize = 3;
/// Ways a tile can go.
pub(crate) const WAYS: usize = 4;
/// Bytes after the last entry, so that it can be read as a word.
const PADDING: usize = 1;
/// Arrangements with the same rows: what is known of them while entries are made takes 54 times as many numbers.
const MOST_IN_ROW: usize = 1 << 16;
/// Rows of arrangements that a thread takes at a time.
const ROWS_IN_PART: usize = 25;

/// By arrangement, tile and way: whether the slide raises the distance.
#[derive(Debug)]
pub(crate) struct Rises {
    pub(super) entries: Entries,
}

impl Rises {
    /// Whether there are any for a pattern: those of larger flat boards have them, but for wide ones with many tiles.
    pub(crate) fn fit(pattern: &Pattern) -> bool {
        let shape = pattern.shape();
        let is_larger = shape.is_flat() && (17..=MOST_CELLS).contains(&shape.cells());
        let tiles = pattern.tiles().len();
        is_larger && tiles <= MOST_TILES && shape.width().pow(tiles as u32) <= MOST_IN_ROW
    }

    /// How many bytes the entries of a pattern have; none if there are none.
    pub(crate) fn bytes_of(pattern: &Pattern) -> u64 {
        let entries = Index::size(pattern.shape(), pattern.tiles().len());
        if Rises::fit(pattern) { (entries * ENTRY + PADDING) as u64 } else { 0 }
    }

    /// Entries that were made elsewhere, [`Rises::bytes_of`] the pattern. They are trusted.
    #[cfg(feature = "store")]
    pub(super) fn trusted(entries: Entries) -> Rises {
        Rises { entries }
    }

    /// What a table says, found out on so many threads.
    ///
    /// # Errors
    /// If there is no memory for them.
    ///
    /// # Panics
    /// If they do not [fit](Rises::fit) its pattern.
    pub(super) fn of(table: &Table, threads: usize) -> io::Result<Rises> {
        assert!(Rises::fit(table.pattern()), "no such entries for this pattern");
        let rows = Rows::new(table);
        let mut draft = Draft::zeroed(Rises::bytes_of(table.pattern()) as usize)?;
        let part = ROWS_IN_PART * rows.length * ENTRY;
        let (all, _) = draft.bytes().split_last_chunk_mut::<PADDING>().expect("there are entries");
        let queue = Mutex::new(all.chunks_mut(part).enumerate());
        let work = || {
            let mut planes = vec![vec![0; rows.length]; ENTRY];
            loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((number, part)) = next else { break };
                for (row, entries) in part.chunks_mut(rows.length * ENTRY).enumerate() {
                    rows.judge(number * ROWS_IN_PART + row, &mut planes, entries);
                }
            }
        };
        thread::scope(|scope| {
            let helper = |_| platform::spawn_scoped(scope, work).ok();
            (1..threads).map_while(helper).for_each(drop);
            work();
        });
        Ok(Rises { entries: draft.finish()? })
    }

    /// Whether the slide of the tile at a place of the pattern raises the distance of the arrangement with a number.
    pub(crate) fn raises(&self, number: usize, place: u8, from: u8, to: u8) -> bool {
        let entry = self.entries[number * ENTRY..].first_chunk().expect("there is an entry");
        let way = if from.abs_diff(to) == 1 { 0 } else { 2 } + u32::from(to > from);
        u32::from_le_bytes(*entry) >> (WAYS as u32 * u32::from(place) + way) & 1 == 1
    }

    /// The entries, and a byte so that the last can be read as a word.
    pub(crate) fn entries(&self) -> &[u8] {
        &self.entries
    }
}

/// A table as rows of arrangements whose tiles are in the same rows of the board; along a row the columns count up.
struct Rows<'a> {
    /// By arrangement: a bit for each zone.
    table: &'a [[u8; 2]],
    /// Arrangements of a row.
    length: usize,
    columns: usize,
    rows: usize,
    /// By tile and its row of the board.
    lanes: Vec<Vec<Lane>>,
}

/// What is needed of a tile in one row of the board, for the arrangements of a row one after the other.
struct Lane {
    /// The zone of its cell, as a bit.
    from: Vec<u16>,
    slides: [LaneSlide; WAYS],
}

/// The same of its slides one way.
struct LaneSlide {
    /// The zone of the cell that it goes to, as a bit; none outside the board.
    to: Vec<u16>,
    /// One where that is farther from home.
    away: Vec<u16>,
}

impl<'a> Rows<'a> {
    fn new(table: &'a Table) -> Rows<'a> {
        let tiles = table.pattern().tiles().len();
        let shape = table.pattern().shape();
        let (columns, rows) = (shape.width(), shape.cells() / shape.width());
        let length = columns.pow(tiles as u32);
        let lane = |place, row| Lane::new(table, place, row, columns.pow((tiles - 1 - place) as u32), length);
        let lanes = (0..tiles).map(|place| (0..rows).map(|row| lane(place, row)).collect()).collect();
        Rows { table: table.entries().as_chunks().0, length, columns, rows, lanes }
    }

    /// Makes the entries of a row, with the help of a plane for each of their bytes.
    fn judge(&self, row: usize, planes: &mut [Vec<u16>], entries: &mut [u8]) {
        planes.iter_mut().for_each(|plane| plane.fill(0));
        let tiles = self.lanes.len();
        for (place, lanes) in self.lanes.iter().enumerate() {
            let digit = (tiles - 1 - place) as u32;
            let (column_step, row_step) = (self.columns.pow(digit), self.rows.pow(digit));
            let tile_row = row / row_step % self.rows;
            for way in 0..WAYS {
                // Where the arrangements are found that the slides lead to.
                let begin = row * self.length;
                let (first, after) = match way {
                    0 => (column_step, begin),
                    1 => (0, begin + column_step),
                    2 if tile_row > 0 => (0, begin - row_step * self.length),
                    3 if tile_row + 1 < self.rows => (0, begin + row_step * self.length),
                    _ => continue,
                };
                let length = if way < 2 { self.length - column_step } else { self.length };
                let before = &self.table[begin + first..][..length];
                let after = &self.table[after..][..length];
                let Lane { from, slides } = &lanes[tile_row];
                let LaneSlide { to, away } = &slides[way];
                let bit = (WAYS * (place % 2) + way) as u32;
                let plane = &mut planes[place / 2][first..][..length];
                judge(before, after, &from[first..], &to[first..], &away[first..], bit, plane);
            }
        }
        for (number, entry) in entries.chunks_exact_mut(ENTRY).enumerate() {
            for (byte, plane) in entry.iter_mut().zip(&*planes) {
                *byte = plane[number] as u8;
            }
        }
    }
}

/// Sets a bit of a plane wherever a slide raises the distance.
fn judge(
    before: &[[u8; 2]],
    after: &[[u8; 2]],
    from: &[u16],
    to: &[u16],
    away: &[u16],
    bit: u32,
    plane: &mut [u16],
) {
    // One length for all, so that nothing has to be checked in the loop.
    let length = plane.len();
    let (before, after) = (&before[..length], &after[..length]);
    let (from, to, away) = (&from[..length], &to[..length], &away[..length]);
    for number in 0..length {
        let old = u16::from(u16::from_le_bytes(before[number]) & to[number] != 0);
        let new = u16::from(u16::from_le_bytes(after[number]) & from[number] != 0);
        plane[number] |= (old ^ new ^ away[number]) << bit;
    }
}

impl Lane {
    /// Of the tile at a place of the pattern, whose column changes every `period` arrangements.
    fn new(table: &Table, place: usize, row: usize, period: usize, length: usize) -> Lane {
        let shape = table.pattern().shape();
        let columns = shape.width();
        let by_column = |of: &dyn Fn(usize) -> u16| {
            let of: Vec<u16> = (0..columns).map(|column| of(row * columns + column)).collect();
            (0..length).map(|number| of[number / period % columns]).collect::<Vec<u16>>()
        };
        let zone = |cell: usize| 1 << table.zoning.zone[cell];
        let distance = table.home_distances(place);
        let neighbour = |cell: usize, way: usize| {
            let (column, rows) = (cell % columns, shape.cells() / columns);
            match way {
                0 => (column > 0).then(|| cell - 1),
                1 => (column + 1 < columns).then(|| cell + 1),
                2 => (row > 0).then(|| cell - columns),
                _ => (row + 1 < rows).then(|| cell + columns),
            }
        };
        let slide = |way: usize| LaneSlide {
            to: by_column(&|cell| neighbour(cell, way).map_or(0, zone)),
            away: by_column(&|cell| {
                neighbour(cell, way).map_or(0, |to| u16::from(distance[to] > distance[cell]))
            }),
        };
        Lane { from: by_column(&zone), slides: std::array::from_fn(slide) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::zoning::set_of;
    use crate::pdb::{Pattern, build};
    use crate::shape::Cell;
    use std::ops::ControlFlow;

    /// All arrangements of the tiles of a pattern.
    fn arrangements(pattern: &Pattern) -> impl Iterator<Item = Vec<u8>> + '_ {
        let (cells, tiles) = (pattern.shape().cells(), pattern.tiles().len());
        let cells_of = move |number: usize| {
            (0..tiles).map(move |place| (number / cells.pow(place as u32) % cells) as u8)
        };
        (0..cells.pow(tiles as u32))
            .map(move |number| cells_of(number).collect::<Vec<u8>>())
            .filter(move |arrangement| set_of(arrangement).count_ones() as usize == tiles)
    }

    #[test]
    fn every_slide_of_every_arrangement_is_judged_as_by_the_table() {
        for (shape, tiles) in
            [("5x4", &[1, 7, 19][..]), ("3x6", &[0, 4, 5]), ("9x2", &[16, 3, 8]), ("5x5", &[6, 24])]
        {
            let tiles: Vec<Cell> = tiles.iter().map(|&tile| Cell(tile)).collect();
            let pattern = Pattern::new(shape.parse().unwrap(), Cell(2), &tiles).unwrap();
            let table = build(&pattern, 1, &mut |_| ControlFlow::Continue(())).unwrap();
            let [alone, together] = [1, 3].map(|threads| Rises::of(&table, threads).unwrap());
            assert!(*alone.entries == *together.entries, "{shape}");
            let mut judged = 0;
            for cells in arrangements(&pattern) {
                let number = table.index.of(&cells);
                let free = (0..pattern.shape().cells() as u8).filter(|cell| !cells.contains(cell));
                for blank in free {
                    for step in table.steps(&cells, blank.into()) {
                        let raises = alone.raises(number, step.place as u8, step.from as u8, step.to as u8);
                        assert_eq!(raises, step.rises, "{shape} {cells:?}");
                        judged += 1;
                    }
                }
            }
            assert!(judged > 10, "{shape}");
        }
    }

    #[test]
    fn boards_that_are_small_solid_or_have_large_patterns_have_none() {
        let pattern = |shape: &str, tiles: u16| {
            let tiles: Vec<Cell> = (1..=tiles).map(Cell).collect();
            Pattern::new(shape.parse().unwrap(), Cell(0), &tiles).unwrap()
        };
        assert!(Rises::fit(&pattern("5x5", 6)) && Rises::fit(&pattern("6x3", 2)));
        assert!(!Rises::fit(&pattern("4x4", 3)) && !Rises::fit(&pattern("3x3x3", 3)));
        assert_eq!(Rises::bytes_of(&pattern("4x4", 3)), 0);
        assert_eq!(Rises::bytes_of(&pattern("5x5", 2)), 625 * 3 + 1);
    }
}
