//! The largest of some sums of pattern databases, on boards of at most 16 cells.
//!
//! A slide changes the cell of one tile, and so in each sum what one part's index is made of: packed cells, changed by
//! an exclusive or that is looked up by tile and move. One bit of the entry found there says, with the last bit of that part
//! and with whether the tile goes away from home, whether the sum rises.

use super::by_neighbour::{ByNeighbour, Estimator, Node};
use super::moves::Moves;
use super::next_moves::NextMoves;
use crate::board::Board;
use crate::heuristic::PatternDatabases;
use crate::heuristic::pdb::Sum;
use crate::pdb::{Table, prefetch};
use crate::search::idastar::bulk::Deepens;
use crate::search::idastar::grid::Grid;
use crate::search::idastar::pruning::packed::PackedAutomaton;
use crate::shape::Shape;
use std::sync::Arc;

/// The board as the sums see it: by sum, the image of every tile's cell in four bits, the tiles of a part side by
/// side. What a part's index is made of is a part of this word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memo<const SUMS: usize> {
    words: [u64; SUMS],
    sums: [SumMemo; SUMS],
}

/// Four bytes in a word, since bytes that are written one by one and read together make the processor wait: from the
/// lowest the slack, the last bit of every part, which of the moves to come raise the sum, and the bits after them.
#[derive(Clone, Copy, Debug)]
struct SumMemo(u32);

impl SumMemo {
    #[inline(always)]
    fn new(slack: u32, bits: u32) -> SumMemo {
        SumMemo(slack | bits << 8)
    }
    #[inline(always)]
    fn slack(self) -> u32 {
        self.0 & 255
    }
    #[inline(always)]
    fn bit(self, part: u8) -> u32 {
        self.0 >> (8 + part) & 1
    }
    #[inline(always)]
    fn rises(self) -> u32 {
        self.0 >> 16 & 255
    }
    /// With other moves left, and so another slack.
    fn with_slack(self, slack: u32) -> SumMemo {
        SumMemo(self.0 & !255 | slack)
    }
    /// Notes what a move leads to.
    #[inline(always)]
    fn note(&mut self, local: u32, rises: u32, bit: u32) {
        self.0 |= (rises << 16 | bit << 24) << local;
    }
    /// After the move `local`, of a tile of this part.
    #[inline(always)]
    fn after(self, local: u8, part: u8) -> SumMemo {
        let bit = self.0 >> (24 + (local & 7)) & 1;
        let rises = self.0 >> (16 + (local & 7)) & 1;
        SumMemo((self.0 & 0xffff & !(1 << (8 + part)) | bit << (8 + part)).wrapping_sub(rises))
    }
}

/// By move and sum: the number of an entry.
#[derive(Clone, Copy)]
pub(crate) struct Entries<const SUMS: usize>([[u32; SUMS]; 3]);

impl<const SUMS: usize> Default for Entries<SUMS> {
    fn default() -> Self {
        Entries([[0; SUMS]; 3])
    }
}

/// `DENSE` if the numbering of some table leaves no gaps.
pub(crate) struct Patterns<const SUMS: usize, const DENSE: bool> {
    databases: PatternDatabases,
    shape: Shape,
    views: [View; SUMS],
    /// By tile, a bit for each move: does it go away from home?
    away: [u64; 16],
}

/// The most parts of a sum.
const PARTS: usize = 8;

/// One sum.
struct View {
    tables: [Arc<Table>; PARTS],
    /// By part: where it begins in the word.
    begins: [u8; PARTS],
    tiles: [TileView; 16],
    /// By tile and move: how the image of its cell changes.
    flips: [[u8; 64]; 16],
    /// By tile and cell: the zone of a blank in the cell, for the tile's part.
    zones: [[u8; 16]; 16],
}

/// What a sum needs to know of a tile.
#[derive(Clone, Copy, Default)]
struct TileView {
    part: u8,
    /// Where its image is in the word.
    shift: u8,
    /// Where its part begins in the word, and what is left of it.
    begin: u8,
    mask: u32,
}

impl View {
    fn new(grid: &Grid, sum: &Sum) -> View {
        let mut begins = [0; PARTS];
        let mut end = 0;
        for (begin, part) in begins.iter_mut().zip(&sum.parts) {
            *begin = end;
            end += 4 * part.table.pattern().tiles().len() as u8;
        }
        let mut view = View {
            tables: std::array::from_fn(|part| sum.parts[part.min(sum.parts.len() - 1)].table.clone()),
            begins,
            tiles: [TileView::default(); 16],
            flips: [[0; 64]; 16],
            zones: [[0; 16]; 16],
        };
        for tile in 1..grid.cells() {
            let number = sum.part_of[tile];
            let part = &sum.parts[usize::from(number)];
            let begin = begins[usize::from(number)];
            let place = part.table.index.shift(usize::from(part.place[tile])) as u8;
            let mask = u32::MAX >> (32 - 4 * part.table.pattern().tiles().len());
            view.tiles[tile] = TileView { part: number, shift: begin + place, begin, mask };
            for to in 0..grid.cells() {
                view.zones[tile][to] = part.zone(to);
                for &from in grid.neighbours(to) {
                    let number = Moves::number(grid, to, from);
                    view.flips[tile][usize::from(number)] = part.image[from] ^ part.image[to];
                }
            }
        }
        view
    }

    /// The word after a slide.
    #[inline(always)]
    fn slid(&self, word: u64, number: u8, tile: usize) -> u64 {
        word ^ u64::from(self.flips[tile][usize::from(number & 63)]) << (self.tiles[tile].shift & 63)
    }

    /// The number of the entry of the tile's part after a slide.
    #[inline(always)]
    fn entry_after<const DENSE: bool>(&self, word: u64, number: u8, tile: usize) -> u32 {
        let TileView { part, begin, mask, .. } = self.tiles[tile];
        let code = (self.slid(word, number, tile) >> (begin & 63)) as u32 & mask;
        if DENSE { self.tables[usize::from(part) % PARTS].index.of_code(code) } else { code }
    }

    #[inline(always)]
    fn table(&self, tile: usize) -> &Table {
        &self.tables[usize::from(self.tiles[tile].part) % PARTS]
    }
}

impl<const SUMS: usize, const DENSE: bool> Patterns<SUMS, DENSE> {
    pub(crate) fn new(grid: &Grid, databases: &PatternDatabases) -> Patterns<SUMS, DENSE> {
        let views = std::array::from_fn(|number| View::new(grid, &databases.all_sums()[number]));
        let mut away = [0; 16];
        for (away, distances) in away.iter_mut().zip(databases.distances()).skip(1) {
            for to in 0..grid.cells() {
                for &from in grid.neighbours(to) {
                    let number = Moves::number(grid, to, from);
                    *away |= u64::from(distances[to] > distances[from]) << number;
                }
            }
        }
        Patterns { databases: databases.clone(), shape: grid.shape, views, away }
    }

    fn board(&self, tiles: &[u8]) -> Board {
        let numbers: Vec<u16> = tiles.iter().map(|&tile| tile.into()).collect();
        Board::from_permutation(self.shape, &numbers)
    }

    /// The entries of each sum after a move.
    #[inline(always)]
    fn entry_at(&self, memo: &Memo<SUMS>, number: u8, tile: usize) -> [u32; SUMS] {
        let tile = tile & 15;
        let mut entries = [0; SUMS];
        for ((entry, view), &word) in entries.iter_mut().zip(&self.views).zip(&memo.words) {
            *entry = view.entry_after::<DENSE>(word, number, tile);
        }
        entries
    }

    /// Whether the move raises each sum, and the bits after it, into place `local`.
    #[inline(always)]
    fn look_at(&self, memo: &mut Memo<SUMS>, entries: [u32; SUMS], number: u8, tile: usize, local: u32) {
        let tile = tile & 15;
        let away = (self.away[tile] >> (number & 63) & 1) as u32;
        for ((view, entry), sum) in self.views.iter().zip(entries).zip(&mut memo.sums) {
            let zone = view.zones[tile][usize::from(number >> 2 & 15)] & 7;
            let new = u32::from(view.table(tile).entries()[entry as usize] >> zone & 1);
            let old = sum.bit(view.tiles[tile].part & 7);
            sum.note(local, away ^ old ^ new, new);
        }
    }
}

/// The allowed ones of the three moves of a node that is no root.
#[inline(always)]
fn slots(allowed: u64) -> impl Iterator<Item = usize> {
    (0..3).filter(move |slot| allowed >> slot & 1 == 1)
}

impl<const SUMS: usize, const DENSE: bool> Estimator for Patterns<SUMS, DENSE> {
    type Memo = Memo<SUMS>;
    type Prefetched = Entries<SUMS>;

    const AHEAD: bool = true;

    fn estimate(&self, tiles: &[u8]) -> u32 {
        let board = self.board(tiles);
        self.databases.all_sums().iter().map(|sum| sum.look(&board).0).max().unwrap_or(0)
    }

    fn start(&self, tiles: &[u8], bound: u32) -> Memo<SUMS> {
        let board = self.board(tiles);
        let mut memo = Memo { words: [0; SUMS], sums: [SumMemo(0); SUMS] };
        for (number, sum) in self.databases.all_sums().iter().enumerate() {
            let (value, bits, codes) = sum.look(&board);
            // The value is not above the bound, unless the table was written to in between.
            memo.sums[number] = SumMemo::new(bound.saturating_sub(value) / 2, bits.into());
            let begins = self.views[number].begins.iter();
            let parts = sum.parts.iter().zip(begins).zip(codes);
            memo.words[number] = parts.fold(0, |word, ((_, begin), code)| word | u64::from(code) << begin);
        }
        memo
    }

    #[inline(always)]
    fn slide(&self, memo: &Memo<SUMS>, number: u8, tile: usize, local: u8) -> Memo<SUMS> {
        let tile = tile & 15;
        Memo {
            words: std::array::from_fn(|sum| self.views[sum].slid(memo.words[sum], number, tile)),
            sums: std::array::from_fn(|sum| {
                memo.sums[sum].after(local, self.views[sum].tiles[tile].part & 7)
            }),
        }
    }

    #[inline(always)]
    fn prefetch(
        &self,
        memo: &Memo<SUMS>,
        around: &NextMoves,
        allowed: u64,
        tiles: [usize; 3],
    ) -> Entries<SUMS> {
        let mut prefetched = Entries::default();
        for local in slots(allowed) {
            let entries = self.entry_at(memo, around.next[local], tiles[local]);
            for (view, &entry) in self.views.iter().zip(&entries) {
                prefetch(view.table(tiles[local] & 15).entries().as_ptr().wrapping_add(entry as usize));
            }
            prefetched.0[local] = entries;
        }
        prefetched
    }

    #[inline(always)]
    fn look(
        &self,
        memo: &mut Memo<SUMS>,
        prefetched: &Entries<SUMS>,
        around: &NextMoves,
        allowed: u64,
        tiles: [usize; 3],
    ) {
        for local in slots(allowed) {
            self.look_at(memo, prefetched.0[local], around.next[local], tiles[local], local as u32);
        }
    }

    fn look_from_root(&self, memo: &mut Memo<SUMS>, next: &[(u8, usize)]) {
        for (local, &(number, tile)) in next.iter().enumerate() {
            let entries = self.entry_at(memo, number, tile);
            self.look_at(memo, entries, number, tile, local as u32);
        }
    }

    fn bytes(&self) -> usize {
        self.databases.bytes() as usize
    }

    #[inline(always)]
    fn within(&self, memo: &Memo<SUMS>) -> u64 {
        let cut = memo.sums.iter().fold(0, |cut, sum| cut | if sum.slack() == 0 { sum.rises() } else { 0 });
        !u64::from(cut)
    }

    #[inline(always)]
    fn rising(&self, memo: &Memo<SUMS>) -> u64 {
        memo.sums.iter().fold(0, |rising, sum| rising | u64::from(sum.rises()))
    }

    fn slack(&self, memo: &Memo<SUMS>) -> u32 {
        memo.sums.iter().map(|sum| sum.slack()).min().unwrap_or(0)
    }
}

impl<const SUMS: usize, const DENSE: bool> Deepens for ByNeighbour<Patterns<SUMS, DENSE>, PackedAutomaton> {
    fn with_left(&self, root: &Node<Memo<SUMS>>, left: u32) -> Node<Memo<SUMS>> {
        let mut root = *root;
        for sum in &mut root.memo.sums {
            *sum = sum.with_slack((2 * sum.slack() + left - u32::from(root.left)) / 2);
        }
        root.left = left as u16;
        root
    }

    fn cells(&self, root: &Node<Memo<SUMS>>, path: &[u8]) -> Vec<usize> {
        self.cells_from(root, path)
    }
}
