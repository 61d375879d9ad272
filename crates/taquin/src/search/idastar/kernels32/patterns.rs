//! The largest of some sums of pattern databases, on boards of 17 to 32 cells.
//!
//! Tables of this size are in main memory, and a node needs several entries of each sum. So entries are sent for when a
//! child is begun and read when it is finished, and other subtrees have their turns in between.
//!
//! What is small is kept for all sums together, in words with a *field* of 16 bits for each:
//!
//! * the slack of a sum: the moves that raise it are subtracted in one go, and a negative field shows in its highest bit;
//! * the bits of its parts, each at the place of its number;
//! * the entries that were read, a field being as wide as an entry: `and` with the zones of the blank leaves a field zero
//!   where the new bit is zero.
//!
//! Everything that depends on the tile, its part in each sum, and cells is looked up in tables made for the board.

use super::prepare::{self, Entry, Slide, State, TileOfSum};
use crate::heuristic::PatternDatabases;
use crate::heuristic::pdb::Sum;
use crate::pdb::prefetch;
use crate::search::idastar::grid::{Grid, blank_of};
use crate::search::idastar::kernel::{Frame, Kernel};
use crate::search::idastar::pruning::automaton::Automaton;

/// Sums in a word.
pub(super) const IN_WORD: usize = 4;
/// One in every field of a word.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The highest bit of every field.
const SIGNS: u64 = ONES << 15;
/// The slack of a field without a sum: it is never used up.
const PLENTY: u64 = 0x3fff;

/// How many bits a number has: faster than counting where the processor is not told to.
pub(super) const ONES_IN: [u8; 64] = {
    let mut ones = [0; 64];
    let mut number = 0;
    while number < 64 {
        ones[number] = (number as u8).count_ones() as u8;
        number += 1;
    }
    ones
};

/// A field for each sum.
pub(super) type Fields<const WORDS: usize> = [u64; WORDS];

/// One in every field that is not zero.
#[inline(always)]
fn not_zero(fields: u64) -> u64 {
    // Fields have one bit at most, so nothing is carried into the next one.
    fields.wrapping_add(SIGNS - ONES) >> 15 & ONES
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const SUMS: usize, const WORDS: usize, const PARTS: usize, const DEGREE: usize> {
    /// By sum and part the number of the entry.
    indices: [[u32; PARTS]; SUMS],
    /// By cell the tile, or 0.
    board: [u8; 32],
    slack: Fields<WORDS>,
    bits: Fields<WORDS>,
    /// By move to come: the slack after it, and the bits it changes.
    pub(super) slack_after: [Fields<WORDS>; DEGREE],
    flips: [Fields<WORDS>; DEGREE],
    rule: u32,
    pub(super) left: u16,
    blank: u8,
    /// Moves that the rule allows, and those of them within the bound.
    pub(super) candidates: u8,
    within: u8,
}

/// By move and sum the entry after it.
#[derive(Clone, Copy)]
pub(crate) struct Prefetched<'a, const SUMS: usize, const DEGREE: usize>([[&'a Entry; SUMS]; DEGREE]);

impl<const SUMS: usize, const DEGREE: usize> Default for Prefetched<'_, SUMS, DEGREE> {
    fn default() -> Self {
        Prefetched([[&[0; 2]; SUMS]; DEGREE])
    }
}

/// What the sums need to know of a tile.
#[derive(Clone, Copy)]
struct TileView<const SUMS: usize, const WORDS: usize, const DEGREE: usize> {
    /// By way: what the indices of its parts change by.
    change: [[u32; SUMS]; DEGREE],
    /// The place of its part among the bits of each sum.
    bit: Fields<WORDS>,
    part: [u8; SUMS],
}

/// `WORDS` has room for `SUMS`; `DEGREE` is 4 for flat boards and 6 for others: the most neighbours a cell has.
pub(crate) struct WidePatterns<
    'a,
    const SUMS: usize,
    const WORDS: usize,
    const PARTS: usize,
    const DEGREE: usize,
> {
    sums: [&'a Sum; SUMS],
    grid: Grid,
    states: Vec<State<DEGREE>>,
    /// By cell: the state before the first move, and the moves it allows.
    start: Vec<(u32, u8)>,
    /// By cell of the blank and neighbour.
    slides: [[Slide; DEGREE]; 32],
    /// The entries of every part.
    entries: [[&'a [Entry]; PARTS]; SUMS],
    tiles: [TileView<SUMS, WORDS, DEGREE>; 32],
    /// By tile and cell of the blank: the zones.
    zones: [[Fields<WORDS>; 32]; 32],
}

impl<'a, const SUMS: usize, const WORDS: usize, const PARTS: usize, const DEGREE: usize>
    WidePatterns<'a, SUMS, WORDS, PARTS, DEGREE>
{
    /// For at most `SUMS` sums, the first again where there are fewer, of at most `PARTS` parts each.
    pub(crate) fn new(
        grid: &Grid,
        databases: &'a PatternDatabases,
        asked: &[usize],
        machine: &Automaton,
    ) -> Self {
        const { assert!(SUMS <= IN_WORD * WORDS && PARTS.is_power_of_two()) }
        let mut kernel = WidePatterns {
            sums: [prepare::sum_of(databases, asked[0], grid); SUMS],
            grid: grid.clone(),
            states: prepare::states(machine),
            start: prepare::start(machine),
            slides: prepare::slides(grid, databases),
            entries: [[&[]; PARTS]; SUMS],
            tiles: [TileView { change: [[0; SUMS]; DEGREE], bit: [0; WORDS], part: [0; SUMS] }; 32],
            zones: [[[0; WORDS]; 32]; 32],
        };
        for number in 0..SUMS {
            let sum = prepare::sum_of(databases, *asked.get(number).unwrap_or(&asked[0]), grid);
            kernel.sums[number] = sum;
            for part in 0..PARTS {
                kernel.entries[number][part] = prepare::entries(sum, part);
            }
            for tile in 1..grid.cells() {
                let TileOfSum { part, zones, change } = TileOfSum::new(grid, sum, tile);
                let view = &mut kernel.tiles[tile];
                view.part[number] = part;
                set_field(&mut view.bit, number, 1 << part);
                for (view, change) in view.change.iter_mut().zip(change) {
                    view[number] = change;
                }
                for (fields, zone) in kernel.zones[tile].iter_mut().zip(zones) {
                    set_field(fields, number, zone);
                }
            }
        }
        kernel
    }

    /// Sends for the entries after every move to come.
    #[inline(always)]
    #[expect(unsafe_code, reason = "see `entry`")]
    fn prefetch(
        &self,
        node: &Node<SUMS, WORDS, PARTS, DEGREE>,
        prefetched: &mut Prefetched<'a, SUMS, DEGREE>,
    ) {
        let blank = usize::from(node.blank & 31);
        let mut rest = node.candidates;
        while rest != 0 {
            let step = rest.trailing_zeros() as usize % DEGREE.next_power_of_two();
            rest &= rest - 1;
            let slide = self.slides[blank][step];
            let view = &self.tiles[usize::from(node.board[usize::from(slide.from & 31)] & 31)];
            let change = &view.change[usize::from(slide.way) % DEGREE];
            for (sum, aimed) in prefetched.0[step].iter_mut().enumerate() {
                let part = usize::from(view.part[sum]) % PARTS;
                let number = node.indices[sum][part].wrapping_add(change[sum]);
                // SAFETY: the index of a part is the code of the cells that its tiles are in on the node's board, and the number is
                // its code after a slide of one of them into the blank's cell. `root_above` computes it from a `Board`,
                // which is legal once built; `begin_in` keeps it up to date with the board. That a table has an entry for
                // every code of its pattern is checked by `Table::new`, that it is the table of the part's pattern by
                // `PatternDatabases::new`, and that pattern and board are of one shape by `WidePatterns::new`.
                *aimed = unsafe { entry(self.entries[sum][part], number) };
                prefetch(*aimed);
            }
        }
    }

    /// The root of a search, with something added to the slack of every sum.
    pub(super) fn root_above(
        &self,
        numbers: &[u8],
        left: u32,
        level: u64,
    ) -> Node<SUMS, WORDS, PARTS, DEGREE> {
        let blank = blank_of(numbers);
        let (rule, candidates) = self.start[blank];
        let mut root = Node {
            indices: [[0; PARTS]; SUMS],
            board: [0; 32],
            slack: [(PLENTY + level) * ONES; WORDS],
            bits: [0; WORDS],
            slack_after: [[0; WORDS]; DEGREE],
            flips: [[0; WORDS]; DEGREE],
            rule,
            left: left as u16,
            blank: blank as u8,
            candidates,
            within: 0,
        };
        root.board[..numbers.len()].copy_from_slice(numbers);
        let board = prepare::board(&self.grid, numbers);
        for number in 0..SUMS {
            let (value, bits, codes) = self.sums[number].look(&board);
            // The value is not above the bound, unless the table was written to in between.
            set_field(&mut root.slack, number, level + u64::from(left.saturating_sub(value) / 2));
            set_field(&mut root.bits, number, bits.into());
            root.indices[number].copy_from_slice(&codes[..PARTS]);
        }
        let mut prefetched = Prefetched::default();
        self.prefetch(&root, &mut prefetched);
        self.look(&mut root, &prefetched);
        root
    }

    /// Finds out which sums the moves to come raise.
    #[inline(always)]
    fn look(&self, node: &mut Node<SUMS, WORDS, PARTS, DEGREE>, prefetched: &Prefetched<'a, SUMS, DEGREE>) {
        let blank = usize::from(node.blank & 31);
        node.within = 0;
        let mut rest = node.candidates;
        while rest != 0 {
            let step = rest.trailing_zeros() as usize % DEGREE.next_power_of_two();
            rest &= rest - 1;
            let slide = self.slides[blank][step];
            let from = usize::from(slide.from & 31);
            let tile = usize::from(node.board[from] & 31);
            let (view, zones) = (&self.tiles[tile], &self.zones[tile][from]);
            let away = u64::from(slide.away >> tile & 1).wrapping_neg() & ONES;
            let mut entries = [0; WORDS];
            for (sum, entry) in prefetched.0[step].iter().enumerate() {
                let entry = u64::from(u16::from_le_bytes(**entry));
                entries[sum / IN_WORD] |= entry << (16 * (sum % IN_WORD));
            }
            let mut signs = 0;
            for word in 0..WORDS {
                let (old, new) = (node.bits[word] & view.bit[word], entries[word] & zones[word]);
                let differ = not_zero(old) ^ not_zero(new);
                let after = node.slack[word].wrapping_sub(differ ^ away);
                signs |= after;
                node.slack_after[step][word] = after;
                node.flips[step][word] = differ.wrapping_mul(0xffff) & view.bit[word];
            }
            node.within |= u8::from(signs & SIGNS == 0) << step;
        }
    }
}

/// An entry of a table.
///
/// # Safety
/// There must be more entries than the number.
#[inline(always)]
#[expect(unsafe_code, reason = "the check takes 4 % of a search of the 24-puzzle: see docs/experiments.md")]
unsafe fn entry(entries: &[Entry], number: u32) -> &Entry {
    if cfg!(debug_assertions) {
        &entries[number as usize]
    } else {
        // SAFETY: the caller vouches for it; builds with debug assertions, in which tests run, check it.
        unsafe { entries.get_unchecked(number as usize) }
    }
}

fn set_field(fields: &mut [u64], number: usize, value: u64) {
    let shift = 16 * (number % IN_WORD);
    let word = &mut fields[number / IN_WORD];
    *word = *word & !(0xffff << shift) | value << shift;
}

impl<'a, const SUMS: usize, const WORDS: usize, const PARTS: usize, const DEGREE: usize> Kernel
    for WidePatterns<'a, SUMS, WORDS, PARTS, DEGREE>
{
    type Node = Node<SUMS, WORDS, PARTS, DEGREE>;
    type Prefetched = Prefetched<'a, SUMS, DEGREE>;

    const AHEAD: bool = true;

    #[inline(always)]
    fn survivors(&self, node: &Self::Node) -> u64 {
        u64::from(node.within)
    }

    #[inline(always)]
    fn children(&self, node: &Self::Node) -> u64 {
        ONES_IN[usize::from(node.candidates & 63)].into()
    }

    fn later_children(&self, node: &Self::Node, step: u8) -> u32 {
        (u32::from(node.candidates) >> step >> 1).count_ones()
    }

    #[inline(always)]
    fn begin(&self, node: &Self::Node, step: u8, child: &mut Self::Node, prefetched: &mut Self::Prefetched) {
        let mut frames = [Frame { node: *node, rest: 0 }; 2];
        self.begin_in(&mut frames, 0, 1, step, prefetched);
        *child = frames[1].node;
    }

    #[inline(always)]
    fn begin_in(
        &self,
        frames: &mut [Frame<Self::Node>],
        at: usize,
        to: usize,
        step: u8,
        prefetched: &mut Self::Prefetched,
    ) {
        assert!(at < frames.len() && to < frames.len());
        let step = usize::from(step) % DEGREE;
        let node = &frames[at].node;
        let blank = usize::from(node.blank & 31);
        let slide = self.slides[blank][step];
        let from = slide.from;
        let board = node.board;
        let tile = board[usize::from(from & 31)] & 31;
        let TileView { part: parts, change, .. } = &self.tiles[usize::from(tile)];
        let change = &change[usize::from(slide.way) % DEGREE];
        let indices = node.indices;
        let slack = node.slack_after[step];
        let bits = std::array::from_fn(|word| node.bits[word] ^ node.flips[step][word]);
        let state = &self.states[node.rule as usize];
        let left = node.left.wrapping_sub(1);
        let child = &mut frames[to].node;
        child.indices = indices;
        for sum in 0..SUMS {
            let index = &mut child.indices[sum][usize::from(parts[sum]) % PARTS];
            *index = index.wrapping_add(change[sum]);
        }
        child.board = board;
        child.board[blank] = tile;
        child.board[usize::from(from & 31)] = 0;
        child.slack = slack;
        child.bits = bits;
        child.rule = state.next[step];
        child.candidates = state.candidates[step];
        prefetch(&self.states[child.rule as usize]);
        child.left = left;
        child.blank = from;
        self.prefetch(child, prefetched);
    }

    #[inline(always)]
    fn finish(&self, child: &mut Self::Node, prefetched: &Self::Prefetched) {
        self.look(child, prefetched);
    }

    #[inline(always)]
    fn left(&self, node: &Self::Node) -> u32 {
        node.left.into()
    }

    fn slack(&self, node: &Self::Node) -> u32 {
        prepare::least(&node.slack)
    }

    fn estimate(&self, numbers: &[u8]) -> u32 {
        prepare::largest(&self.sums, &prepare::board(&self.grid, numbers))
    }

    fn root(&self, numbers: &[u8], left: u32) -> Self::Node {
        self.root_above(numbers, left, 0)
    }

    fn bytes(&self) -> usize {
        prepare::largest_table(self.entries.as_flattened()) * PARTS
            + size_of::<Self>()
            + size_of_val(&self.states[..])
    }

    fn target(&self, node: &Self::Node, step: u8) -> usize {
        self.slides[node.blank as usize][step as usize].from as usize
    }
}
