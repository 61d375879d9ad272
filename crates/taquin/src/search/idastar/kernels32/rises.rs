//! The largest of some sums of pattern databases, on flat boards of 17 to 32 cells, by entries that judge every slide.
//!
//! [`super::patterns`] looks every slide up that a node may make, and for each sum. Here a node carries the entry of every part
//! ([`crate::pdb::rises`]), which tells of all slides of the part's tiles whether they raise the distance. A slide moves one tile,
//! which is in one part of each sum, so a child needs one new entry for each sum, however many moves it has: half as many
//! look-ups in main memory, and none for children that are cut off.
//!
//! All that is known of the sums is in vectors of eight lanes ([`super::lanes`]), and no jump depends on the board:
//!
//! * entries and their numbers: the parts of two sums of up to four parts, or of one of up to eight;
//! * what a move does to a sum: lane `4 · sum + way`, for the four ways that a tile may come into the blank's cell, in the order
//!   of moves. Ways that lead in from outside the board are left out of what comes of it.
//!
//! No closures where lanes are computed with: they would be compiled for the oldest processors, and called.

use super::lanes::Lanes;
use super::patterns::ONES_IN;
use super::prepare::{self, State, TileOfSum};
use crate::heuristic::PatternDatabases;
use crate::heuristic::pdb::Sum;
use crate::pdb::prefetch;
use crate::pdb::rises::ENTRY;
use crate::search::idastar::grid::{Grid, blank_of};
use crate::search::idastar::kernel::{Frame, Kernel};
use crate::search::idastar::pruning::automaton::Automaton;

/// Ways into a cell.
const WAYS: usize = 4;
/// Lanes of a vector.
const LANES: usize = 8;
/// Stands for a cell outside the board. What comes of it is left out, so it does not matter that the largest boards have it.
const OUTSIDE: u8 = 31;
/// The slack of a lane without a sum: it is never used up.
const PLENTY: u32 = 1 << 20;

#[derive(Clone, Copy)]
pub(crate) struct Node<L, const VECTORS: usize> {
    /// By sum and part the number of the entry.
    indices: [L; VECTORS],
    /// And the entry.
    entries: [L; VECTORS],
    /// The slack of each sum, and once the node is finished what is left of it after a move.
    slack: [L; VECTORS],
    /// By cell the tile, or 0.
    board: [u8; 32],
    rule: u32,
    left: u16,
    blank: u8,
    /// Moves that the rule allows, and those of them within the bound.
    candidates: u8,
    within: u8,
}

/// The new entry of every sum, and the tile that has moved.
#[derive(Clone, Copy)]
pub(crate) struct Prefetched<'a, const SUMS: usize>([&'a [u8; 4]; SUMS], u8);

impl<const SUMS: usize> Default for Prefetched<'_, SUMS> {
    fn default() -> Self {
        Prefetched([&[0; 4]; SUMS], 0)
    }
}

/// What is around a cell that the blank is in.
#[derive(Clone, Copy)]
struct Around {
    /// By way the cell that a tile comes from.
    from: [u8; WAYS],
    /// By move the way.
    way: [u8; WAYS],
    /// By set of ways the moves, as bits.
    moves: [u8; 1 << WAYS],
}

/// What the sums need to know of a tile.
#[derive(Clone, Copy)]
struct TileView<L, const VECTORS: usize, const SUMS: usize> {
    /// By way, in the lanes of this way: the lane of its entry, and 8 times how far its bit is from the highest.
    bits: [[L; VECTORS]; WAYS],
    /// By way: what the numbers of its entries change by.
    change: [[L; VECTORS]; WAYS],
    /// The lanes of its entries.
    mask: [L; VECTORS],
    /// By sum: its entry among those of all sums.
    place: [u8; SUMS],
}

/// `SUMS` is `VECTORS` or twice that.
pub(crate) struct Rising<'a, L, const VECTORS: usize, const SUMS: usize> {
    sums: [&'a Sum; SUMS],
    grid: Grid,
    states: Vec<State<WAYS>>,
    start: Vec<(u32, u8)>,
    around: [Around; 32],
    /// The entries of every part of every sum.
    entries: [[&'a [u8]; LANES]; VECTORS],
    tiles: [TileView<L, VECTORS, SUMS>; 32],
    /// By move's way: the lanes of what it leaves of each sum's slack, for every way of the next move.
    after: [L; WAYS],
}

impl<'a, L: Lanes, const VECTORS: usize, const SUMS: usize> Rising<'a, L, VECTORS, SUMS> {
    /// Lanes for the parts of a sum.
    const PARTS: usize = LANES * VECTORS / SUMS;

    /// `None` if the processor cannot, or the tables do not say which slides raise their distances.
    pub(crate) fn new(
        grid: &Grid,
        databases: &'a PatternDatabases,
        asked: &[usize],
        machine: &Automaton,
    ) -> Option<Self> {
        const { assert!(SUMS == VECTORS || SUMS == 2 * VECTORS) }
        if !L::are_there() {
            return None;
        }
        let sums: [&Sum; SUMS] = std::array::from_fn(|number| {
            prepare::sum_of(databases, *asked.get(number).unwrap_or(&asked[0]), grid)
        });
        let mut entries = [[&[][..]; LANES]; VECTORS];
        for (place, entries) in entries.as_flattened_mut().iter_mut().enumerate() {
            let part = prepare::part_or_first(sums[place / Self::PARTS], place % Self::PARTS);
            *entries = part.table.rises()?.entries();
        }
        let tile = |tile: usize| if (1..grid.cells()).contains(&tile) { tile } else { 1 };
        Some(Rising {
            sums,
            grid: grid.clone(),
            states: prepare::states(machine),
            start: prepare::start(machine),
            around: std::array::from_fn(|cell| around(grid, cell)),
            entries,
            tiles: std::array::from_fn(|number| Self::view(grid, &sums, tile(number))),
            after: std::array::from_fn(|way| L::halves(way as u32, (LANES / 2 + way) as u32)),
        })
    }

    /// What a tile is to the sums.
    fn view(grid: &Grid, sums: &[&Sum; SUMS], tile: usize) -> TileView<L, VECTORS, SUMS> {
        let mut bits = [[[0; LANES]; VECTORS]; WAYS];
        let mut change = [[[0; LANES]; VECTORS]; WAYS];
        let mut mask = [[0; LANES]; VECTORS];
        let mut place = [0; SUMS];
        let in_vector = SUMS / VECTORS;
        for (number, sum) in sums.iter().enumerate() {
            let of_sum = TileOfSum::new(grid, sum, tile);
            let bit_of_way = prepare::bits_of_ways(grid, sum, tile);
            let (vector, first) = (number / in_vector, number % in_vector);
            let lane = first * Self::PARTS + usize::from(of_sum.part);
            place[number] = (vector * LANES + lane) as u8;
            mask[vector][lane] = u32::MAX;
            for (way, its_way) in WAYS_IN_ORDER.into_iter().enumerate() {
                change[way][vector][lane] = of_sum.change[its_way];
                bits[way][vector][first * WAYS + way] =
                    lane as u32 | (31 - u32::from(bit_of_way[its_way])) << 3;
            }
        }
        let lanes = |numbers: [[u32; LANES]; VECTORS]| numbers.map(L::new);
        TileView { bits: bits.map(lanes), change: change.map(lanes), mask: lanes(mask), place }
    }

    /// Finds out which moves are within the bound, and what they leave of each sum's slack.
    #[inline(always)]
    fn look(&self, node: &mut Node<L, VECTORS>) {
        let raised = self.raised(node);
        let mut above = 0;
        for (slack, raised) in node.slack.iter_mut().zip(raised) {
            *slack = slack.plus(raised);
            above |= slack.negative();
        }
        let moves = &self.around[usize::from(node.blank & 31)].moves;
        node.within = moves[!(above | above >> WAYS) as usize % moves.len()] & node.candidates;
    }

    /// By sum and way: −1 if a move raises the distance, else 0.
    #[inline(always)]
    fn raised(&self, node: &Node<L, VECTORS>) -> [L; VECTORS] {
        let from = &self.around[usize::from(node.blank & 31)].from;
        let mut raised = node.entries;
        let mut views = [&self.tiles[0]; WAYS];
        for way in 0..WAYS {
            views[way] = &self.tiles[usize::from(node.board[usize::from(from[way] & 31)] & 31)];
        }
        for (vector, raised) in raised.iter_mut().enumerate() {
            let mut bits = views[0].bits[0][vector];
            for (way, view) in views.iter().enumerate().skip(1) {
                bits = bits.or(view.bits[way][vector]);
            }
            *raised = raised.pick(bits).bit(bits);
        }
        raised
    }
}

/// The ways of [`super::manhattan::ways`] in which tiles come into a cell, in the order of moves: from the cell above, before, after,
/// below.
const WAYS_IN_ORDER: [usize; WAYS] = [3, 1, 0, 2];

fn around(grid: &Grid, cell: usize) -> Around {
    let mut around = Around { from: [OUTSIDE; WAYS], way: [0; WAYS], moves: [0; 1 << WAYS] };
    if cell >= grid.cells() {
        return around;
    }
    for (step, &from) in grid.neighbours(cell).iter().enumerate() {
        let its_way = usize::from(super::manhattan::ways(grid, from, cell));
        let way = WAYS_IN_ORDER.into_iter().position(|way| way == its_way).expect("boards are flat");
        around.from[way] = from as u8;
        around.way[step] = way as u8;
        for (set, moves) in around.moves.iter_mut().enumerate() {
            *moves |= ((set >> way & 1) as u8) << step;
        }
    }
    around
}

/// An entry of a table.
///
/// # Safety
/// There must be more entries than the number, and a byte after the last.
#[inline(always)]
#[expect(unsafe_code, reason = "the check takes 4 % of a search of the 24-puzzle: see docs/experiments.md")]
unsafe fn entry(entries: &[u8], number: u32) -> &[u8; 4] {
    let begin = number as usize * ENTRY;
    if cfg!(debug_assertions) {
        entries[begin..].first_chunk().expect("an entry and a byte")
    } else {
        // SAFETY: the caller vouches for it; builds with debug assertions, in which tests run, check it.
        unsafe { &*entries.as_ptr().add(begin).cast() }
    }
}

impl<'a, L: Lanes, const VECTORS: usize, const SUMS: usize> Kernel for Rising<'a, L, VECTORS, SUMS> {
    type Node = Node<L, VECTORS>;
    type Prefetched = Prefetched<'a, SUMS>;

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
    #[expect(unsafe_code, reason = "see `entry`")]
    fn begin_in(
        &self,
        frames: &mut [Frame<Self::Node>],
        at: usize,
        to: usize,
        step: u8,
        prefetched: &mut Self::Prefetched,
    ) {
        assert!(at < frames.len() && to < frames.len());
        let step = usize::from(step) % WAYS;
        let node = &frames[at].node;
        let blank = usize::from(node.blank & 31);
        let around = &self.around[blank];
        let way = usize::from(around.way[step]) % WAYS;
        let from = around.from[way] & 31;
        let board = node.board;
        let tile = board[usize::from(from)] & 31;
        let view = &self.tiles[usize::from(tile)];
        let (mut indices, mut slack) = (node.indices, node.slack);
        let mut numbers = [[0; LANES]; VECTORS];
        for vector in 0..VECTORS {
            indices[vector] = indices[vector].plus(view.change[way][vector]);
            numbers[vector] = indices[vector].numbers();
            slack[vector] = slack[vector].pick(self.after[way]);
        }
        let entries = node.entries;
        let state = &self.states[node.rule as usize];
        let left = node.left.wrapping_sub(1);
        let child = &mut frames[to].node;
        child.indices = indices;
        child.entries = entries;
        child.slack = slack;
        for sum in 0..SUMS {
            let place = usize::from(view.place[sum]) % (VECTORS * LANES);
            let number = numbers.as_flattened()[place];
            // SAFETY: numbers are those of arrangements: the root's were computed, and each move changes one as its part does.
            prefetched.0[sum] = unsafe { entry(self.entries.as_flattened()[place], number) };
            prefetch(prefetched.0[sum]);
        }
        prefetched.1 = tile;
        child.board = board;
        child.board[blank] = tile;
        child.board[usize::from(from)] = 0;
        child.rule = state.next[step];
        child.candidates = state.candidates[step];
        prefetch(&self.states[child.rule as usize]);
        child.left = left;
        child.blank = from;
    }

    #[inline(always)]
    fn finish(&self, child: &mut Self::Node, prefetched: &Self::Prefetched) {
        let mask = &self.tiles[usize::from(prefetched.1 & 31)].mask;
        for (vector, (entries, mask)) in child.entries.iter_mut().zip(mask).enumerate() {
            let (first, last) = (SUMS / VECTORS * vector, SUMS / VECTORS * (vector + 1) - 1);
            let [first, last] = [prefetched.0[first], prefetched.0[last]];
            let new = L::halves(u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            *entries = entries.but(new, *mask);
        }
        self.look(child);
    }

    #[inline(always)]
    fn left(&self, node: &Self::Node) -> u32 {
        node.left.into()
    }

    fn slack(&self, node: &Self::Node) -> u32 {
        let [after, raised] = [node.slack, self.raised(node)].map(|lanes| lanes.map(L::numbers));
        let before = after.as_flattened().iter().zip(raised.as_flattened());
        before.map(|(after, raised)| after.wrapping_sub(*raised)).min().unwrap_or(0)
    }

    fn estimate(&self, numbers: &[u8]) -> u32 {
        prepare::largest(&self.sums, &prepare::board(&self.grid, numbers))
    }

    #[expect(unsafe_code, reason = "see `entry`")]
    fn root(&self, numbers: &[u8], left: u32) -> Self::Node {
        let blank = blank_of(numbers);
        let (rule, candidates) = self.start[blank];
        let mut cells = [0; 32];
        cells[..numbers.len()].copy_from_slice(numbers);
        let board = prepare::board(&self.grid, numbers);
        let mut slack = [[PLENTY; LANES]; VECTORS];
        let mut indices = [[0; LANES]; VECTORS];
        let mut entries = [[0; LANES]; VECTORS];
        let in_vector = SUMS / VECTORS;
        for (number, sum) in self.sums.iter().enumerate() {
            let (value, _, codes) = sum.look(&board);
            let (vector, first) = (number / in_vector, number % in_vector);
            slack[vector][first * WAYS..][..WAYS].fill(left.saturating_sub(value) / 2);
            for (part, &code) in codes[..Self::PARTS].iter().enumerate() {
                let lane = first * Self::PARTS + part;
                indices[vector][lane] = code;
                // SAFETY: the code is that of an arrangement of the part.
                let entry = unsafe { entry(self.entries[vector][lane], code) };
                entries[vector][lane] = u32::from_le_bytes(*entry);
            }
        }
        let mut root = Node {
            indices: indices.map(L::new),
            entries: entries.map(L::new),
            slack: slack.map(L::new),
            board: cells,
            rule,
            left: left as u16,
            blank: blank as u8,
            candidates,
            within: 0,
        };
        self.look(&mut root);
        root
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.states[..])
    }

    fn target(&self, node: &Self::Node, step: u8) -> usize {
        let around = &self.around[usize::from(node.blank & 31)];
        around.from[usize::from(around.way[usize::from(step)])].into()
    }
}
