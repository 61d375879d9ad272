//! Tables of the orders of tiles in lines, for shifts along one axis of a flat board.
//!
//! 1. Look at the lines across an axis: the rows, for shifts along columns. Write each tile as its goal line, line after
//!    line, and skip the blank. A shift along a line leaves this *word* as it is. A shift across lines takes tiles to other
//!    lines, one step after the other: a window as long as a line is rotated by one.
//! 2. See some goal lines as one group. The words of groups, with the blank's line, are few enough for a byte each: how many
//!    shifts across lines lead to the goal's, if shifts along lines cost nothing.
//! 3. The number of a word has two parts. The first eight tiles say which tiles are left for the rest, so the rest only
//!    counts among the words of the same tiles: number = `offset[first eight] + place[rest]`. Groups are no trouble: both are
//!    looked up by goal lines.
//!
//! Words hold goal lines in two bits, so that boards have at most 4 lines across the axis and 16 cells.

use crate::board::Board;
use crate::shape::{Axis, Cell, Shape};
use std::collections::HashMap;
use std::sync::Arc;

/// Tiles in the first part of a word.
const FIRST: usize = 8;
/// The largest table that is made.
const MOST_ENTRIES: u64 = 2_000_000;
const UNKNOWN: u8 = u8::MAX;

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

    /// The word of a board, the first tile lowest, with so many bits for each.
    pub(crate) fn word_of(&self, board: &Board, bits: usize) -> u64 {
        let shape = board.shape();
        let home = self.goal.cells_by_number();
        let blank = self.place(board.blank());
        board.tiles().fold(0, |word, (cell, tile)| {
            let place = self.place(cell);
            let index = if place > blank { place - 1 } else { place };
            word | (shape.coordinate(home[tile.index()], self.axis) as u64) << (bits * index)
        })
    }

    /// The word in two bits for each tile.
    pub(crate) fn word(&self, board: &Board) -> u32 {
        self.word_of(board, 2) as u32
    }
}

/// The word after the blank has gone from a place to the next line (forward) or the one before: a window of `length` tiles
/// is rotated.
#[inline(always)]
pub(crate) fn rotated(word: u64, bits: u32, place: u32, length: u32, forward: bool) -> u64 {
    let begin = bits * if forward { place } else { place - length };
    let all = (1u64 << (bits * length)) - 1;
    let window = word >> begin & all;
    let last = bits * (length - 1);
    let turned =
        if forward { window << bits & all | window >> last } else { window >> bits | window << last & all };
    word ^ (window ^ turned) << begin
}

/// The shifts across lines that words need, with some goal lines seen as one.
#[derive(Clone, Debug)]
pub(crate) struct LineOrders {
    /// By the goal lines of the first tiles, and of the rest.
    offset: Arc<[u32]>,
    place: Arc<[u16]>,
    words: usize,
    /// By the blank's line, then by the number of the word.
    shifts: Arc<[u8]>,
}

impl LineOrders {
    /// Bytes that making all tables of a shape takes at most: an entry, and its place in a level.
    pub(crate) const BUILD_BYTES: u64 = 4 * MOST_ENTRIES * (1 + 2 * size_of::<(u32, u8)>() as u64);

    /// The tables for a goal and an axis: one with all goal lines if it is small, else some with groups of them. None if the
    /// shape is not one for them.
    pub(super) fn all(goal: &Board, axis: Axis) -> Vec<LineOrders> {
        let shape = goal.shape();
        let lines = shape.side(axis);
        if !shape.is_flat() || shape.is_strip() || shape.cells() > 16 || lines > 4 {
            return Vec::new();
        }
        if words(shape, axis, goal, &[0, 1, 2, 3]) * lines as u64 <= MOST_ENTRIES {
            return vec![LineOrders::build(goal, axis, &[0, 1, 2, 3])];
        }
        GROUPS.iter().map(|groups| LineOrders::build(goal, axis, groups)).collect()
    }

    /// Breadth-first search from the goal's word.
    fn build(goal: &Board, axis: Axis, groups: &[u8; 4]) -> LineOrders {
        let shape = goal.shape();
        let (lines, length) = (shape.side(axis), shape.cells() / shape.side(axis));
        let seen = Lines::new(goal, axis);
        let start = grouped(seen.word(goal), groups);
        let (offset, place, words) = numbering(start, shape.tiles(), groups);
        let mut shifts = vec![UNKNOWN; lines * words];
        let number =
            |word: u32| (offset[word as usize & 0xFFFF] + u32::from(place[word as usize >> 16])) as usize;
        let home = shape.coordinate(goal.blank(), axis);
        shifts[home * words + number(start)] = 0;
        let mut level = vec![(start, home as u8)];
        for depth in 1.. {
            let mut next = Vec::new();
            for (word, line) in level {
                for place in 0..length {
                    for forward in [false, true] {
                        let (mut word, mut line) = (word, usize::from(line));
                        while if forward { line + 1 < lines } else { line > 0 } {
                            let at = (line * length + place) as u32;
                            word = rotated(word.into(), 2, at, length as u32, forward) as u32;
                            line = if forward { line + 1 } else { line - 1 };
                            let entry = &mut shifts[line * words + number(word)];
                            if *entry == UNKNOWN {
                                *entry = depth;
                                next.push((word, line as u8));
                            }
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        // Words of boards that cannot be solved.
        shifts.iter_mut().filter(|entry| **entry == UNKNOWN).for_each(|entry| *entry = 0);
        LineOrders { offset: offset.into(), place: place.into(), words, shifts: shifts.into() }
    }

    /// The shifts that a word needs with the blank in a line.
    #[inline(always)]
    pub(crate) fn shifts(&self, word: u32, line: usize) -> u8 {
        let number = self.offset[word as usize & 0xFFFF] + u32::from(self.place[word as usize >> 16]);
        self.shifts[line * self.words + number as usize]
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&*self.offset) + size_of_val(&*self.place) + self.shifts.len()) as u64
    }
}

/// The groups of goal lines where all apart would be too many words.
const GROUPS: [[u8; 4]; 3] = [[0, 1, 2, 2], [0, 0, 2, 3], [0, 1, 1, 3]];

/// A word with every goal line replaced by its group.
fn grouped(word: u32, groups: &[u8; 4]) -> u32 {
    (0..16).fold(0, |new, index| new | u32::from(groups[(word >> (2 * index) & 3) as usize]) << (2 * index))
}

/// How many tiles of each group a part of a word has, in four bits each.
fn counts(part: u32, tiles: usize, groups: &[u8; 4]) -> u32 {
    (0..tiles).map(|index| 1 << (4 * groups[(part >> (2 * index) & 3) as usize])).sum()
}

/// How many words of groups there are.
fn words(shape: Shape, axis: Axis, goal: &Board, groups: &[u8; 4]) -> u64 {
    let all = counts(Lines::new(goal, axis).word(goal), shape.tiles(), groups);
    let mut left = shape.tiles() as u64;
    (0..4).fold(1, |product, group| {
        let own = u64::from(all >> (4 * group) & 15);
        let chosen = (1..=own).fold(1, |ways, tile| ways * (left - own + tile) / tile);
        left -= own;
        product * chosen
    })
}

/// The two parts of the numbers of all words of the same tiles as `word`, and how many there are.
fn numbering(word: u32, tiles: usize, groups: &[u8; 4]) -> (Vec<u32>, Vec<u16>, usize) {
    let first = tiles.min(FIRST);
    let rest = tiles - first;
    let all = counts(word, tiles, groups);
    let is_plain = |part: u32| grouped(part, groups) == part;
    // The rest: numbered among those of the same tiles.
    let mut ways: HashMap<u32, u16> = HashMap::new();
    let mut place = vec![0; 1 << (2 * rest)];
    for part in (0..place.len() as u32).filter(|&part| is_plain(part)) {
        let way = ways.entry(counts(part, rest, groups)).or_default();
        place[part as usize] = *way;
        *way += 1;
    }
    // The first part: how many words begin with something less.
    let mut words = 0;
    let mut offset = vec![0; 1 << (2 * first)];
    for part in (0..offset.len() as u32).filter(|&part| is_plain(part)) {
        offset[part as usize] = words;
        let own = counts(part, first, groups);
        let fits = (0..4).all(|group| own >> (4 * group) & 15 <= all >> (4 * group) & 15);
        words += if fits { ways.get(&(all.wrapping_sub(own))).map_or(0, |&ways| ways.into()) } else { 0 };
    }
    for part in 0..place.len() as u32 {
        place[part as usize] = place[grouped(part, groups) as usize & (place.len() - 1)];
    }
    for part in 0..offset.len() as u32 {
        offset[part as usize] = offset[grouped(part, groups) as usize & (offset.len() - 1)];
    }
    offset.resize(1 << (2 * FIRST), 0);
    (offset, place, words as usize)
}
