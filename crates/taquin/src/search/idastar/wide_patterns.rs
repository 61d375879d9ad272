//! The largest of some sums of pattern databases, on boards of 17 to 32 cells.
//!
//! Tables of this size are in main memory, and waiting for it is most of the work. So everything that a look-up needs is
//! computed for all sums together, when a child is begun, and the entries are sent for; the bits are taken from them when
//! it is finished, and other subtrees have their turns in between.
//!
//! * An index is the number of an entry's first byte; the blank's zone says which of its two bytes has the bit.
//! * The index of a part changes with a slide by a number that depends on the tile, the direction and the sum alone.
//!   Indices are kept by part and then by sum: one addition of a row of numbers, zero for sums where the tile is in another
//!   part, changes all.
//! * Bits are kept by part, a bit of a word for each sum.
//! * The slack of all sums is kept in words as well, the n-th bits of all in the n-th word. Counting down those that
//!   rise is a subtraction with borrows, for all at once.

use super::automaton::{FORBIDDEN, Machine};
use super::grid::{Grid, blank_of};
use super::kernel::Kernel;
use super::wide::{Packed, ways};
use crate::board::Board;
use crate::heuristic::PatternDatabases;
use crate::heuristic::pdb::Sum;
use crate::pdb::prefetch;

/// Bits of a slack: boards are searched to at most 255 moves.
const SLACK_BITS: usize = 7;
/// A bit for each sum.
type Sums = u16;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const SUMS: usize, const PARTS: usize, const DEGREE: usize> {
    indices: [[u32; SUMS]; PARTS],
    board: Packed,
    bits: [Sums; PARTS],
    slack: [Sums; SLACK_BITS],
    /// By move to come: the sums it raises, and their bits after it.
    rises: [Sums; DEGREE],
    next_bits: [Sums; DEGREE],
    rule: u16,
    left: u16,
    blank: u8,
}

/// By move and sum the number of a byte, and by move the tile that slides.
#[derive(Clone, Copy)]
pub(super) struct Entries<const SUMS: usize, const DEGREE: usize>([[u32; SUMS]; DEGREE], [u8; DEGREE]);

impl<const SUMS: usize, const DEGREE: usize> Default for Entries<SUMS, DEGREE> {
    fn default() -> Self {
        Entries([[0; SUMS]; DEGREE], [0; DEGREE])
    }
}

#[derive(Clone, Copy, Debug)]
struct State<const DEGREE: usize> {
    candidates: u16,
    /// Narrow numbers: the machine should stay in a cache.
    next: [u16; DEGREE],
}

/// `DEGREE` is 4 for flat boards and 6 for others: the most neighbours a cell has.
pub(super) struct WidePatterns<'a, const SUMS: usize, const PARTS: usize, const DEGREE: usize> {
    sums: [&'a Sum; SUMS],
    grid: Grid,
    states: Vec<State<DEGREE>>,
    /// By cell: the state before the first move.
    start: Vec<u32>,
    /// By cell: the neighbours; the cell itself where there are fewer.
    near: [[u8; DEGREE]; 32],
    /// By cell and neighbour: the way a tile goes that comes from there, as a number.
    way: [[u8; DEGREE]; 32],
    /// The entries of every part.
    entries: [[&'a [u8]; PARTS]; SUMS],
    tiles: Box<[TileView<SUMS, PARTS>; 32]>,
    /// By way and tile: what the indices of its parts change by.
    change: Box<[[[u32; SUMS]; 32]; DEGREE]>,
    /// By tile and cell of the blank: the zones.
    zones: Box<[[[u8; SUMS]; 32]; 32]>,
    /// By cell and neighbour: the tiles that go away from home by sliding from the neighbour into the cell.
    away: [[u32; DEGREE]; 32],
}

/// What the sums need to know of a tile.
#[derive(Clone, Copy)]
struct TileView<const SUMS: usize, const PARTS: usize> {
    part: [u8; SUMS],
    /// All ones for the sums where it is in this part.
    among: [[u32; SUMS]; PARTS],
    /// The same as bits.
    sums: [Sums; PARTS],
}

impl<'a, const SUMS: usize, const PARTS: usize, const DEGREE: usize> WidePatterns<'a, SUMS, PARTS, DEGREE> {
    /// For at most `SUMS` sums, the first again where there are fewer, of at most `PARTS` parts each.
    pub(super) fn new(
        grid: &Grid,
        databases: &'a PatternDatabases,
        asked: &[usize],
        machine: &Machine,
    ) -> Self {
        let cells = grid.cells();
        let sums: [&Sum; SUMS] =
            std::array::from_fn(|number| &databases.all_sums()[*asked.get(number).unwrap_or(&asked[0])]);
        let part =
            |number: usize, part: usize| sums[number].parts.get(part).unwrap_or(&sums[number].parts[0]);
        let entries = std::array::from_fn(|s| std::array::from_fn(|p| part(s, p).table.entries()));
        let blank_view = TileView { part: [0; SUMS], among: [[0; SUMS]; PARTS], sums: [0; PARTS] };
        let mut kernel = WidePatterns {
            sums,
            grid: grid.clone(),
            states: Vec::new(),
            start: machine.start.clone(),
            near: [[0; DEGREE]; 32],
            way: [[0; DEGREE]; 32],
            entries,
            tiles: Box::new([blank_view; 32]),
            change: Box::new([[[0; SUMS]; 32]; DEGREE]),
            zones: Box::new([[[0; SUMS]; 32]; 32]),
            away: [[0; DEGREE]; 32],
        };
        let next = |next: &[u32; 6]| {
            let candidates =
                (0..DEGREE).fold(0, |set, step| set | u16::from(next[step] != FORBIDDEN) << step);
            State { candidates, next: std::array::from_fn(|step| next[step] as u16) }
        };
        kernel.states = machine.next.iter().map(next).collect();
        for tile in 1..cells {
            for (number, sum) in sums.iter().enumerate() {
                let p = sum.part_of[tile];
                let view = &mut kernel.tiles[tile];
                view.part[number] = p;
                view.among[usize::from(p)][number] = u32::MAX;
                view.sums[usize::from(p)] |= 1 << number;
                for cell in 0..cells {
                    kernel.zones[tile][cell][number] = part(number, p.into()).zone(cell);
                }
            }
        }
        for cell in 0..cells {
            kernel.near[cell] = [cell as u8; DEGREE];
            for (step, &from) in grid.neighbours(cell).iter().enumerate() {
                kernel.near[cell][step] = from as u8;
                let way = ways(grid, from, cell);
                kernel.way[cell][step] = way;
                for tile in 1..cells {
                    let distances = &databases.distances()[tile];
                    kernel.away[cell][step] |= u32::from(distances[cell] > distances[from]) << tile;
                    for (number, sum) in sums.iter().enumerate() {
                        let part = part(number, sum.part_of[tile].into());
                        let weight = part.byte_weight(tile);
                        let images = u32::from(part.image[cell]).wrapping_sub(part.image[from].into());
                        kernel.change[usize::from(way)][tile][number] = weight.wrapping_mul(images);
                    }
                }
            }
        }
        kernel
    }

    fn board(&self, numbers: &[u8]) -> Board {
        let numbers: Vec<u16> = numbers.iter().map(|&number| number.into()).collect();
        Board::from_permutation(self.grid.shape, &numbers)
    }

    /// For every move to come the numbers of the entries after it.
    #[inline(always)]
    fn aim(&self, node: &Node<SUMS, PARTS, DEGREE>, aim: &mut Entries<SUMS, DEGREE>) {
        let blank = usize::from(node.blank & 31);
        let mut rest = self.states[usize::from(node.rule)].candidates;
        while rest != 0 {
            let step = rest.trailing_zeros() as usize % DEGREE.next_power_of_two();
            rest &= rest - 1;
            let from = self.near[blank][step];
            let tile = node.board.tile_at(from) & 31;
            let zones = &self.zones[tile][usize::from(from & 31)];
            aim.1[step] = tile as u8;
            let parts = &self.tiles[tile].part;
            let change = &self.change[usize::from(self.way[blank][step]) % DEGREE][tile];
            for sum in 0..SUMS {
                let part = usize::from(parts[sum]) % PARTS;
                let second = u32::from(zones[sum] / 8);
                let number = node.indices[part][sum].wrapping_add(change[sum]).wrapping_add(second);
                aim.0[step][sum] = number;
                prefetch(self.entries[sum][part], number as usize);
            }
        }
    }

    /// Finds out which sums the moves to come raise.
    #[inline(always)]
    fn look(&self, node: &mut Node<SUMS, PARTS, DEGREE>, aim: &Entries<SUMS, DEGREE>) {
        let blank = usize::from(node.blank & 31);
        let mut rest = self.states[usize::from(node.rule)].candidates;
        while rest != 0 {
            let step = rest.trailing_zeros() as usize % DEGREE.next_power_of_two();
            rest &= rest - 1;
            let from = self.near[blank][step];
            let tile = usize::from(aim.1[step] & 31);
            let view = &self.tiles[tile];
            let zones = &self.zones[tile][usize::from(from & 31)];
            let mut new = 0;
            for sum in 0..SUMS {
                let entries = self.entries[sum][usize::from(view.part[sum]) % PARTS];
                let entry = entries[aim.0[step][sum] as usize];
                new |= Sums::from(entry >> (zones[sum] & 7) & 1) << sum;
            }
            let old = node.bits.iter().zip(&view.sums).fold(0, |old, (bits, sums)| old | bits & sums);
            let away = Sums::from((self.away[blank][step] >> tile & 1) as u8).wrapping_neg();
            node.rises[step] = (away ^ old ^ new) & (Sums::MAX >> (16 - SUMS));
            node.next_bits[step] = new;
        }
    }
}

impl<const SUMS: usize, const PARTS: usize, const DEGREE: usize> Kernel
    for WidePatterns<'_, SUMS, PARTS, DEGREE>
{
    type Node = Node<SUMS, PARTS, DEGREE>;
    type Aim = Entries<SUMS, DEGREE>;

    const AHEAD: bool = true;

    #[inline(always)]
    fn survivors(&self, node: &Self::Node) -> u64 {
        let tight = !node.slack.iter().fold(0, |any, bits| any | bits);
        let cut = (0..DEGREE).fold(0, |cut, step| cut | u16::from(node.rises[step] & tight != 0) << step);
        u64::from(self.states[usize::from(node.rule)].candidates & !cut)
    }

    #[inline(always)]
    fn children(&self, node: &Self::Node) -> u64 {
        u64::from(self.states[usize::from(node.rule)].candidates.count_ones())
    }

    fn later_children(&self, node: &Self::Node, step: u8) -> u32 {
        (u32::from(self.states[usize::from(node.rule)].candidates) >> step >> 1).count_ones()
    }

    #[inline(always)]
    fn begin(&self, node: &Self::Node, step: u8, child: &mut Self::Node, aim: &mut Self::Aim) {
        let step = usize::from(step).min(DEGREE - 1);
        let blank = usize::from(node.blank & 31);
        let from = self.near[blank][step];
        let tile = node.board.tile_at(from) & 31;
        let view = &self.tiles[tile];
        let change = &self.change[usize::from(self.way[blank][step]) % DEGREE][tile];
        for part in 0..PARTS {
            let changes = change.iter().zip(&view.among[part]);
            let indices = child.indices[part].iter_mut().zip(&node.indices[part]);
            for ((after, before), (change, among)) in indices.zip(changes) {
                *after = before.wrapping_add(change & among);
            }
            let sums = view.sums[part];
            child.bits[part] = node.bits[part] & !sums | node.next_bits[step] & sums;
        }
        let mut borrow = node.rises[step];
        for (after, &before) in child.slack.iter_mut().zip(&node.slack) {
            *after = before ^ borrow;
            borrow &= !before;
        }
        child.board = node.board.slid(tile as u32, from, node.blank);
        child.rises = [0; DEGREE];
        child.rule = self.states[usize::from(node.rule)].next[step];
        child.left = node.left.wrapping_sub(1);
        child.blank = from;
        self.aim(child, aim);
    }

    #[inline(always)]
    fn finish(&self, child: &mut Self::Node, aim: &Self::Aim) {
        self.look(child, aim);
    }

    #[inline(always)]
    fn left(&self, node: &Self::Node) -> u32 {
        node.left.into()
    }

    fn estimate(&self, numbers: &[u8]) -> u32 {
        let board = self.board(numbers);
        self.sums.iter().map(|sum| sum.look(&board).0).max().unwrap_or(0)
    }

    fn root(&self, numbers: &[u8], left: u32) -> Self::Node {
        let board = self.board(numbers);
        let blank = blank_of(numbers);
        let mut root = Node {
            indices: [[0; SUMS]; PARTS],
            board: Packed::new(numbers),
            bits: [0; PARTS],
            slack: [0; SLACK_BITS],
            rises: [0; DEGREE],
            next_bits: [0; DEGREE],
            rule: self.start[blank] as u16,
            left: left as u16,
            blank: blank as u8,
        };
        for (number, sum) in self.sums.iter().enumerate() {
            let (value, bits, codes) = sum.look(&board);
            let slack = (left - value) / 2;
            for (bit, word) in root.slack.iter_mut().enumerate() {
                *word |= ((slack >> bit & 1) as Sums) << number;
            }
            for (part, code) in codes.into_iter().enumerate().take(sum.parts.len()) {
                root.indices[part][number] = code * sum.parts[part].entry_bytes();
                root.bits[part] |= Sums::from(bits >> part & 1) << number;
            }
        }
        let mut aim = Entries::default();
        self.aim(&root, &mut aim);
        self.look(&mut root, &aim);
        root
    }

    fn bytes(&self) -> usize {
        let tables = self.entries.as_flattened().iter().map(|entries| entries.len()).max().unwrap_or(0);
        tables * PARTS + size_of::<Self>() + size_of_val(&self.states[..])
    }

    fn target(&self, node: &Self::Node, step: u8) -> usize {
        self.near[node.blank as usize][step as usize] as usize
    }
}
