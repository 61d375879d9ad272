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

use crate::board::Board;
use crate::shape::{Axis, Cell, Shape};
use std::sync::Arc;

/// Bits of a tile in a word.
pub(crate) const BITS: u32 = 4;
/// The most cells of a board whose words fit.
const MOST_CELLS: usize = 16;
/// The most tiles of a table.
const MOST_TILES: usize = 16;
/// Tables of an axis.
const TABLES: usize = 8;
/// How many arcs lie between one and the next that is asked.
const FAR: usize = 3;
/// The largest table that is made.
const MOST_ENTRIES: usize = 4_000_000;
const UNKNOWN: u8 = u8::MAX;

/// An entry of each table, with the blank in the first line.
pub(crate) type Index = [u32; TABLES];

/// How the lines across an axis are written as a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<'a> {
    goal: &'a Board,
    axis: Axis,
    across: Axis,
}

impl<'a> Lines<'a> {
    /// The lines across an axis of a flat board.
    pub(crate) fn new(goal: &'a Board, axis: Axis) -> Lines<'a> {
        let across = if axis == Axis::X { Axis::Y } else { Axis::X };
        Lines { goal, axis, across }
    }

    /// Where a cell comes if all are written line after line.
    pub(crate) fn place(&self, cell: Cell) -> usize {
        let shape = self.goal.shape();
        shape.coordinate(cell, self.axis) * shape.side(self.across) + shape.coordinate(cell, self.across)
    }

    /// Where a cell comes in the word of a board with its blank there.
    pub(crate) fn without(&self, blank: Cell, cell: Cell) -> usize {
        let (place, blank) = (self.place(cell), self.place(blank));
        if place > blank { place - 1 } else { place }
    }

    /// The word of a board, the first tile lowest.
    pub(crate) fn word(&self, board: &Board) -> u64 {
        let home = self.goal.cells_by_number();
        board.tiles().fold(0, |word, (cell, tile)| {
            let number = self.without(self.goal.blank(), home[tile.index()]) as u64;
            word | number << (BITS as usize * self.without(board.blank(), cell))
        })
    }

    /// By the tiles of words: the goal's line.
    pub(crate) fn goal_lines(&self) -> Vec<u8> {
        let shape = self.goal.shape();
        let mut tiles: Vec<Cell> = shape.all_cells().filter(|&cell| cell != self.goal.blank()).collect();
        tiles.sort_by_key(|&cell| self.place(cell));
        tiles.iter().map(|&cell| shape.coordinate(cell, self.axis) as u8).collect()
    }
}

/// The word after the blank has gone from a place to the next line (forward) or the one before: a window of `length` tiles
/// is rotated.
#[inline(always)]
pub(crate) fn rotated(word: u64, place: u32, length: u32, forward: bool) -> u64 {
    let begin = BITS * if forward { place } else { place - length };
    let all = (1u64 << (BITS * length)) - 1;
    let window = word >> begin & all;
    let last = BITS * (length - 1);
    let turned =
        if forward { window << BITS & all | window >> last } else { window >> BITS | window << last & all };
    word ^ (window ^ turned) << begin
}

/// The shifts across lines that words need, by the places of some of their tiles.
#[derive(Clone, Debug)]
pub(crate) struct LineOrders {
    /// Tiles in a word.
    tiles: u32,
    /// By tile: what it adds to the indices if it is one place further.
    strides: [Index; 1 << BITS],
    /// Where the tables begin.
    begins: Index,
    entries: Arc<[u8]>,
}

impl LineOrders {
    /// Bytes that making the tables of both axes takes at most: the entries, and two levels of the largest table.
    pub(crate) const BUILD_BYTES: u64 = (MOST_ENTRIES * (2 * TABLES + 2 * size_of::<u32>())) as u64;

    /// The tables for both axes of a goal; none if the shape is not one for them.
    pub(super) fn both(goal: &Board) -> Option<[LineOrders; 2]> {
        let shape = goal.shape();
        if !shape.is_flat() || shape.is_strip() || shape.cells() > MOST_CELLS {
            return None;
        }
        let across = LineOrders::build(shape, Axis::X, goal);
        let is_same = shape.width() == shape.height()
            && shape.coordinate(goal.blank(), Axis::X) == shape.coordinate(goal.blank(), Axis::Y);
        let upright = if is_same { across.clone() } else { LineOrders::build(shape, Axis::Y, goal) };
        Some([across, upright])
    }

    fn build(shape: Shape, axis: Axis, goal: &Board) -> LineOrders {
        let (lines, home) = (shape.side(axis), shape.coordinate(goal.blank(), axis));
        let length = shape.cells() / lines;
        let (mut strides, mut begins) = ([Index::default(); 1 << BITS], Index::default());
        let mut entries = vec![0; lines];
        let arcs = arcs(lines, length, home);
        let tables = WordTables::new(lines, length, arcs[0].len());
        for (number, arc) in arcs.iter().enumerate() {
            begins[number] = entries.len() as u32;
            for (digit, &tile) in arc.iter().enumerate() {
                strides[tile][number] = (lines * shape.tiles().pow(digit as u32)) as u32;
            }
            entries.extend(tables.build(home, arc));
        }
        LineOrders { tiles: shape.tiles() as u32, strides, begins, entries: entries.into() }
    }

    /// The indices of a word.
    pub(crate) fn index(&self, word: u64) -> Index {
        let mut index = self.begins;
        for place in 0..self.tiles {
            let strides = &self.strides[(word >> (BITS * place)) as usize & ((1 << BITS) - 1)];
            (0..TABLES).for_each(|table| index[table] += place * strides[table]);
        }
        index
    }

    /// The indices after the same step as in [`rotated`].
    #[inline(always)]
    pub(crate) fn rotated(&self, index: Index, word: u64, place: u32, length: u32, forward: bool) -> Index {
        let begin = if forward { place } else { place - length };
        let window = word >> (BITS * begin);
        let tile = |number: u32| (window >> (BITS * number)) as usize & ((1 << BITS) - 1);
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

/// Makes tables of the shifts across lines that some tiles need. Where these shifts take tiles is looked up for two of them
/// at a time.
pub(crate) struct WordTables {
    lines: usize,
    places: usize,
    /// Tiles of a table.
    tiles: usize,
    /// By the blank's line.
    shifts: Vec<Vec<Shift>>,
}

/// A shift across lines: the blank's line after it, and by place and by pair of places those after it.
struct Shift {
    to: usize,
    places: Vec<u32>,
    pairs: Vec<u32>,
}

impl WordTables {
    /// For lines of one length and tables of so many tiles.
    pub(crate) fn new(lines: usize, length: usize, tiles: usize) -> WordTables {
        let places = lines * length - 1;
        let shifts = |line: usize| {
            let others = (0..lines).filter(move |&to| to != line);
            let all = others.flat_map(|to| (0..length).map(move |column| (to, column)));
            all.map(|(to, column)| {
                let after = |place: usize| place_after(place, line, to, column, length) as u32;
                let places: Vec<u32> = (0..places).map(after).collect();
                let count = places.len();
                let pair = |pair: usize| places[pair % count] + places[pair / count] * count as u32;
                Shift { to, pairs: (0..count * count).map(pair).collect(), places }
            })
            .collect()
        };
        WordTables { lines, places, tiles, shifts: (0..lines).map(shifts).collect() }
    }

    /// Breadth-first search from the goal's word, with the blank's line there and the places of the tiles. An entry is the
    /// sum of places, each times a power of the number of places, times the number of lines, and the blank's line.
    pub(crate) fn build(&self, home: usize, tiles: &[usize]) -> Vec<u8> {
        let (lines, places) = (self.lines, self.places);
        let mut table = vec![UNKNOWN; places.pow(self.tiles as u32) * lines];
        let start = tiles.iter().rev().fold(0, |index, &tile| index * places + tile) * lines + home;
        table[start] = 0;
        let mut level = vec![start as u32];
        for depth in 1.. {
            let mut next = Vec::new();
            for entry in level {
                let (index, line) = (entry as usize / lines, entry as usize % lines);
                self.for_each(index, line, |index, line| {
                    let entry = index * lines + line;
                    if table[entry] == UNKNOWN {
                        table[entry] = depth;
                        next.push(entry as u32);
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        // Two tiles in one place, and words of boards that cannot be solved.
        table.iter_mut().filter(|entry| **entry == UNKNOWN).for_each(|entry| *entry = 0);
        table
    }

    /// Calls for every shift from an index and a line.
    #[inline(always)]
    fn for_each(&self, index: usize, line: usize, mut call: impl FnMut(usize, usize)) {
        let pairs = self.places * self.places;
        let mut digits = [0; MOST_TILES / 2];
        let digits = &mut digits[..self.tiles / 2];
        let mut rest = index;
        for digit in digits.iter_mut() {
            (*digit, rest) = (rest % pairs, rest / pairs);
        }
        let is_odd = !self.tiles.is_multiple_of(2);
        for shift in &self.shifts[line] {
            let first = if is_odd { shift.places[rest] as usize } else { 0 };
            let after = |index: usize, &digit: &usize| index * pairs + shift.pairs[digit] as usize;
            call(digits.iter().rev().fold(first, after), shift.to);
        }
    }
}

/// A tile's place in the word after the blank has gone from one line to another along a column.
fn place_after(mut place: usize, from: usize, to: usize, column: usize, length: usize) -> usize {
    let mut line = from;
    while line != to {
        let forward = to > line;
        let begin = if forward { line * length + column } else { (line - 1) * length + column };
        if (begin..begin + length).contains(&place) {
            let turned = if forward { place - begin + 1 } else { place - begin + length - 1 };
            place = begin + turned % length;
        }
        line = if forward { line + 1 } else { line - 1 };
    }
    place
}
