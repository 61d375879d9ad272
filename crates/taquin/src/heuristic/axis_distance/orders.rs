//! Tables of the orders of tiles in lines, for shifts along one axis of a flat board.
//!
//! 1. Look at the lines across an axis: the rows, for shifts along columns. Write down all tiles, line after line, and skip
//!    the blank. A shift along a line leaves this *word* as it is. A shift across lines takes tiles to other lines, one step
//!    after the other: a window as long as a line is rotated by one.
//! 2. Look at a few tiles only. Their places in the word, with the blank's line, are few enough for a byte each: how many
//!    shifts across lines take them to their places in the goal's word, if shifts along lines cost nothing.
//! 3. The tiles of a table are neighbours on the border of the board: corners and edges are what takes longest. A few such
//!    arcs go around the board; the largest need counts.
//!
//! Tiles are numbered by their places in the goal's word. So a table depends on the number and length of lines and on the
//! blank's line, and both axes of a square share theirs if the blank's goal is on the diagonal.
//!
//! The index of an entry is a sum over the tiles of a table, place times stride. So a rotated window changes the indices of
//! all tables by sums of strides, which are added together. All tables lie in one piece, behind a line of zeros for those
//! that a small board does not have.

use super::word_tables::WordTables;
use super::words::{MOST_TILES, Word};
use crate::board::Board;
use crate::search::StopReason;
use crate::shape::{Axis, Shape};
use std::sync::Arc;

/// Tables of an axis.
const TABLES: usize = 8;
/// How many arcs lie between one and the next that is asked.
const FAR: usize = 3;
/// The largest table that is made: of five tiles of a 15-puzzle, of four of a 24-puzzle.
const MOST_ENTRIES: usize = 4_000_000;

/// An entry of each table, with the blank in the first line.
pub(crate) type Index = [u32; TABLES];

/// The shifts across lines that words need, by the places of some of their tiles.
#[derive(Clone, Debug)]
pub(crate) struct LineOrders {
    /// Tiles in a word.
    tiles: u32,
    /// By tile: what it adds to the indices if it is one place further.
    strides: [Index; MOST_TILES],
    /// Where the tables begin.
    begins: Index,
    entries: Arc<[u8]>,
}

impl LineOrders {
    /// Bytes that making the tables of both axes takes at most: the entries, and two levels of the largest table.
    pub(crate) const BUILD_BYTES: u64 = (MOST_ENTRIES * (2 * TABLES + 2 * size_of::<u32>())) as u64;

    /// Whether there are tables for a shape whose words are of this sort.
    pub(crate) fn are_for<W: Word>(shape: Shape) -> bool {
        shape.is_flat() && !shape.is_strip() && shape.cells() <= W::MOST_CELLS
    }

    /// The tables for both axes of a goal. Asks between tables whether to stop.
    pub(super) fn both(
        goal: &Board,
        is_over: &dyn Fn() -> Option<StopReason>,
    ) -> Result<[LineOrders; 2], StopReason> {
        let shape = goal.shape();
        let across = LineOrders::build(goal, Axis::X, is_over)?;
        let is_same = shape.width() == shape.height()
            && shape.coordinate(goal.blank(), Axis::X) == shape.coordinate(goal.blank(), Axis::Y);
        let upright = if is_same { across.clone() } else { LineOrders::build(goal, Axis::Y, is_over)? };
        Ok([across, upright])
    }

    fn build(
        goal: &Board,
        axis: Axis,
        is_over: &dyn Fn() -> Option<StopReason>,
    ) -> Result<LineOrders, StopReason> {
        let shape = goal.shape();
        let (lines, home) = (shape.side(axis), shape.coordinate(goal.blank(), axis));
        let length = shape.cells() / lines;
        let (mut strides, mut begins) = ([Index::default(); MOST_TILES], Index::default());
        let mut entries = vec![0; lines];
        let arcs = arcs(lines, length, home);
        let tables = WordTables::new(lines, length, arcs[0].len());
        for (number, arc) in arcs.iter().enumerate() {
            if let Some(why) = is_over() {
                return Err(why);
            }
            begins[number] = entries.len() as u32;
            for (digit, &tile) in arc.iter().enumerate() {
                strides[tile][number] = (lines * shape.tiles().pow(digit as u32)) as u32;
            }
            entries.extend(tables.build(home, arc));
        }
        Ok(LineOrders { tiles: shape.tiles() as u32, strides, begins, entries: entries.into() })
    }

    /// The indices of a word.
    pub(crate) fn index<W: Word>(&self, word: W) -> Index {
        let mut index = self.begins;
        for place in 0..self.tiles {
            let strides = &self.strides[word.tile(place)];
            (0..TABLES).for_each(|table| index[table] += place * strides[table]);
        }
        index
    }

    /// The indices after the same step as in [`Word::rotated`].
    #[inline(always)]
    pub(crate) fn rotated<W: Word>(
        &self,
        index: Index,
        word: W,
        place: u32,
        length: u32,
        forward: bool,
    ) -> Index {
        let begin = if forward { place } else { place - length };
        let tile = |number: u32| word.tile(begin + number);
        let mut all = Index::default();
        for number in 0..length {
            let strides = &self.strides[tile(number)];
            (0..TABLES).for_each(|table| all[table] = all[table].wrapping_add(strides[table]));
        }
        // All go one place on, but the one that comes goes to the other end.
        let comes = &self.strides[tile(if forward { length - 1 } else { 0 })];
        let mut index = index;
        for table in 0..TABLES {
            let by = all[table].wrapping_sub(length.wrapping_mul(comes[table]));
            index[table] =
                if forward { index[table].wrapping_add(by) } else { index[table].wrapping_sub(by) };
        }
        index
    }

    /// The shifts that a word needs with the blank in a line.
    #[inline(always)]
    pub(crate) fn shifts(&self, index: Index, line: usize) -> u8 {
        index.iter().fold(0, |most, &index| most.max(self.entries[index as usize + line]))
    }

    /// Whether no table needs more.
    #[inline(always)]
    pub(crate) fn are_within(&self, index: Index, line: usize, most: u8) -> bool {
        index.iter().all(|&index| self.entries[index as usize + line] <= most)
    }

    /// Bytes of the tables of both axes.
    pub(super) fn bytes_of([across, upright]: &[LineOrders; 2]) -> u64 {
        let is_shared = Arc::ptr_eq(&across.entries, &upright.entries);
        (across.entries.len() + if is_shared { 0 } else { upright.entries.len() }) as u64
    }
}

/// The tiles of each table: neighbours on the border, the arcs spread evenly around it.
fn arcs(lines: usize, length: usize, home: usize) -> Vec<Vec<usize>> {
    let (last, end) = (lines - 1, length - 1);
    let first = (0..end).map(|place| (0, place));
    let right = (0..last).map(|line| (line, end));
    let bottom = (1..=end).rev().map(|place| (last, place));
    let left = (1..=last).rev().map(|line| (line, 0));
    // The goal's blank is taken for the last of its line: which it is does not matter for the word.
    let blank = home * length + end;
    let border: Vec<usize> = first
        .chain(right)
        .chain(bottom)
        .chain(left)
        .map(|(line, place)| line * length + place)
        .filter(|&place| place != blank)
        .map(|place| if place > blank { place - 1 } else { place })
        .collect();
    let places = lines * length - 1;
    let tiles = (1..=border.len())
        .take_while(|&tiles| places.pow(tiles as u32) * lines <= MOST_ENTRIES)
        .last()
        .expect("tables of one tile are small");
    let arcs = if tiles == border.len() { 1 } else { TABLES.min(border.len()) };
    // Those far from each other first: the next differs the more.
    let arc = |number: usize| {
        let begin = number * FAR % arcs * border.len() / arcs;
        (0..tiles).map(|tile| border[(begin + tile) % border.len()]).collect()
    };
    (0..arcs).map(arc).collect()
}
