//! The boards a best-first search has seen: packed, each once, found by hashing.
//!
//! A node is a packed board and a label: g, the move that led to it, whether it is closed. No
//! parent is stored: undoing the move gives the parent's board, and the table finds its node.
//!
//! Nodes are stored in small blocks that never move. The hash table holds only their numbers, four
//! bytes each, with whatever bits are left over in a number used for a piece of the hash, so that
//! most boards that differ are told apart without looking at them. It grows by half and is counted
//! before it does, so that a memory limit is kept.

mod label;

pub(crate) use label::Label;

use super::packing::Packing;
use crate::board::{Board, Slide};
use crate::search::common::budget::Budget;
use crate::search::common::outcome::StopReason;
use crate::search::common::room::{filled, with_room_for};
use crate::shape::{Direction, Shape};

/// Nodes in one block of storage.
const BLOCK: usize = 1 << 12;
const EMPTY: u32 = u32::MAX;
/// Slots to begin with.
const FEWEST_SLOTS: usize = 1 << 10;
/// Words of a packed board of up to 64 cells, which is looked up without an allocation.
const FEW_WORDS: usize = 8;
/// Children of one node at the most.
const STAGES: usize = 6;

/// The labels of a block. Small boards get two bytes for each: no way to them worth having has
/// 4,095 moves, and where a careless search makes one, a g that stops there is merely too small.
#[derive(Debug)]
enum Labels {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// The largest shapes with narrow labels.
const NARROW_CELLS: usize = 32;
const NARROW_G: u32 = (1 << 12) - 1;
const WIDE_G: u32 = (1 << 28) - 1;

/// Where a board was found or put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inserted {
    New(u32),
    Known(u32),
}

#[derive(Debug)]
pub(crate) struct NodeTable {
    packing: Packing,
    narrow: bool,
    boards: Vec<Vec<u64>>,
    labels: Vec<Labels>,
    slots: Vec<u32>,
    /// The bits of a slot that hold a node's number; the others hold a piece of its hash.
    number_mask: u32,
    len: u32,
    /// The packed board whose children are staged.
    parent: Vec<u64>,
    /// Packed boards about to be looked up, and their hashes.
    staged: Vec<u64>,
    staged_hash: [u64; STAGES],
}

impl NodeTable {
    pub(crate) fn new(shape: Shape) -> NodeTable {
        NodeTable::empty(Packing::new(shape), shape.cells() <= NARROW_CELLS)
    }

    fn empty(packing: Packing, narrow: bool) -> NodeTable {
        NodeTable {
            packing,
            narrow,
            boards: Vec::new(),
            labels: Vec::new(),
            slots: Vec::new(),
            number_mask: number_mask(FEWEST_SLOTS),
            len: 0,
            parent: vec![0; packing.words()],
            staged: vec![0; packing.words() * STAGES],
            staged_hash: [0; STAGES],
        }
    }

    pub(crate) fn len(&self) -> u64 {
        u64::from(self.len)
    }

    /// Bytes held now.
    pub(crate) fn bytes(&self) -> u64 {
        (self.boards.len() * self.block_bytes() + self.slots.len() * size_of::<u32>()) as u64
    }

    fn block_bytes(&self) -> usize {
        let label = if self.narrow { size_of::<u16>() } else { size_of::<u32>() };
        BLOCK * (self.packing.words() * size_of::<u64>() + label)
    }

    /// Makes room for the children of a node, if the budget allows with `others` bytes held
    /// elsewhere.
    #[inline]
    pub(crate) fn make_room(&mut self, budget: &Budget<'_>, others: u64) -> Result<(), StopReason> {
        let len = self.len as usize + STAGES;
        if len > self.boards.len() * BLOCK || len * 5 > self.slots.len() * 4 {
            self.grow(budget, others)?;
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self, budget: &Budget<'_>, others: u64) -> Result<(), StopReason> {
        let len = self.len as usize + STAGES;
        if len > self.boards.len() * BLOCK {
            budget.allow(self.bytes() + self.block_bytes() as u64 + others)?;
            let boards = with_room_for(BLOCK * self.packing.words())?;
            self.labels.push(match self.narrow {
                true => Labels::Narrow(with_room_for(BLOCK)?),
                false => Labels::Wide(with_room_for(BLOCK)?),
            });
            self.boards.push(boards);
        }
        if len * 5 > self.slots.len() * 4 {
            let count = (self.slots.len() / 2 * 3).max(FEWEST_SLOTS);
            let more = ((count - self.slots.len()) * size_of::<u32>()) as u64;
            match budget.allow(self.bytes() + more + others) {
                Ok(()) if count < EMPTY as usize => self.rehash(count)?,
                // Slower, but still good: the slots there are can be filled further.
                _ if len * 20 <= self.slots.len() * 19 => {}
                _ => return Err(StopReason::Memory),
            }
        }
        Ok(())
    }

    /// Fills a larger table from the stored boards. The old one is given back first; if there is no memory for the new
    /// one, one as large as the old is filled again, and if there is none for that either, all boards are forgotten.
    fn rehash(&mut self, count: usize) -> Result<(), StopReason> {
        let before = std::mem::take(&mut self.slots).len();
        match filled(EMPTY, count) {
            Ok(slots) => {
                self.fill(slots);
                Ok(())
            }
            Err(why) => {
                match filled(EMPTY, before) {
                    Ok(slots) if before > 0 => self.fill(slots),
                    _ => *self = NodeTable::empty(self.packing, self.narrow),
                }
                Err(why)
            }
        }
    }

    /// Puts all stored boards into empty slots.
    fn fill(&mut self, mut slots: Vec<u32>) {
        let count = slots.len();
        let mask = number_mask(count);
        let mut id = 0;
        for block in &self.boards {
            for words in block.chunks_exact(self.packing.words()) {
                let hash = hash(words);
                let mut slot = first_slot(hash, count);
                while slots[slot] != EMPTY {
                    slot = next_slot(slot, count);
                }
                slots[slot] = id | hash as u32 & !mask;
                id += 1;
            }
        }
        self.slots = slots;
        self.number_mask = mask;
    }

    #[inline]
    fn words(&self, id: u32) -> &[u64] {
        let (block, index) = (id as usize / BLOCK, id as usize % BLOCK);
        &self.boards[block][index * self.packing.words()..][..self.packing.words()]
    }

    /// Gets a board ready to be looked up.
    #[inline]
    fn stage(&mut self, stage: usize, board: &Board) {
        let words = self.packing.words();
        let key = &mut self.staged[stage * words..][..words];
        self.packing.pack(board, key);
        self.staged_hash[stage] = hash(key);
    }

    /// Says whose children are staged next.
    #[inline]
    pub(crate) fn stage_parent(&mut self, id: u32) {
        let words = self.packing.words();
        let (block, index) = (id as usize / BLOCK, id as usize % BLOCK);
        self.parent.copy_from_slice(&self.boards[block][index * words..][..words]);
    }

    /// Gets a child ready to be looked up; `board` is the board after the slide. Staging several
    /// before the first is inserted lets their trips to memory overlap.
    #[inline]
    pub(crate) fn stage_child(&mut self, stage: usize, slide: Slide, board: &Board) {
        let words = self.packing.words();
        let key = &mut self.staged[stage * words..][..words];
        self.packing.pack_after(&self.parent, slide, board, key);
        self.staged_hash[stage] = hash(key);
        // A prefetch: the value is not needed yet.
        std::hint::black_box(self.slots[first_slot(self.staged_hash[stage], self.slots.len())]);
    }

    /// Finds a staged board, or stores it with the label. There must be room.
    #[inline]
    pub(crate) fn insert_staged(&mut self, stage: usize, label: Label) -> Inserted {
        let words = self.packing.words();
        let hash = self.staged_hash[stage];
        let slot = self.find_slot(&self.staged[stage * words..][..words], hash);
        if self.slots[slot] != EMPTY {
            return Inserted::Known(self.slots[slot] & self.number_mask);
        }
        let id = self.len;
        self.slots[slot] = id | hash as u32 & !self.number_mask;
        let block = id as usize / BLOCK;
        self.boards[block].extend(self.staged[stage * words..][..words].iter().copied());
        match &mut self.labels[block] {
            Labels::Narrow(labels) => labels.push(label.to_bits(NARROW_G) as u16),
            Labels::Wide(labels) => labels.push(label.to_bits(WIDE_G)),
        }
        self.len += 1;
        Inserted::New(id)
    }

    /// Finds a board, or stores it with the label. There must be room.
    pub(crate) fn insert(&mut self, board: &Board, label: Label) -> Inserted {
        self.stage(0, board);
        self.insert_staged(0, label)
    }

    /// Finds a board.
    pub(crate) fn find(&self, board: &Board) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let (mut few, mut many) = ([0; FEW_WORDS], Vec::new());
        let key = match few.get_mut(..self.packing.words()) {
            Some(key) => key,
            None => {
                many.resize(self.packing.words(), 0);
                &mut many[..]
            }
        };
        self.packing.pack(board, key);
        let found = self.slots[self.find_slot(key, hash(key))];
        (found != EMPTY).then_some(found & self.number_mask)
    }

    /// The slot with the board's number, or the empty one where it belongs.
    #[inline(always)]
    fn find_slot(&self, key: &[u64], hash: u64) -> usize {
        let piece = hash as u32 & !self.number_mask;
        let mut slot = first_slot(hash, self.slots.len());
        loop {
            let entry = self.slots[slot];
            let same_piece = entry & !self.number_mask == piece;
            if entry == EMPTY || same_piece && self.words(entry & self.number_mask) == key {
                return slot;
            }
            slot = next_slot(slot, self.slots.len());
        }
    }

    #[inline]
    pub(crate) fn label(&self, id: u32) -> Label {
        let index = id as usize % BLOCK;
        Label::from_bits(match &self.labels[id as usize / BLOCK] {
            Labels::Narrow(labels) => u32::from(labels[index]),
            Labels::Wide(labels) => labels[index],
        })
    }

    #[inline]
    pub(crate) fn set_label(&mut self, id: u32, label: Label) {
        let index = id as usize % BLOCK;
        match &mut self.labels[id as usize / BLOCK] {
            Labels::Narrow(labels) => labels[index] = label.to_bits(NARROW_G) as u16,
            Labels::Wide(labels) => labels[index] = label.to_bits(WIDE_G),
        }
    }

    /// Overwrites a board with the node's.
    #[inline]
    pub(crate) fn load(&self, id: u32, board: &mut Board) {
        self.packing.unpack(self.words(id), board);
    }

    /// The moves from the root to a node, found by undoing them one by one.
    pub(crate) fn path(&self, id: u32, scratch: &mut Board) -> Vec<Direction> {
        self.load(id, scratch);
        let mut moves = Vec::new();
        let mut id = id;
        while let Some(direction) = self.label(id).via() {
            moves.push(direction);
            scratch.slide(direction.opposite()).expect("a stored move can be undone");
            id = self.find(scratch).expect("the parent is stored");
        }
        moves.reverse();
        moves
    }
}

/// A mask of the bits that the numbers of nodes need in a table of this many slots. No number has
/// all of them set, so that no entry looks like an empty slot.
fn number_mask(slots: usize) -> u32 {
    (slots as u32).next_power_of_two().wrapping_sub(1)
}

/// The high half of the hash chooses the slot, the low half the piece kept in it.
#[inline]
fn first_slot(hash: u64, slots: usize) -> usize {
    (((hash >> 32) * slots as u64) >> 32) as usize
}

#[inline]
fn next_slot(slot: usize, slots: usize) -> usize {
    if slot + 1 == slots { 0 } else { slot + 1 }
}

/// Mixes the words of a packed board.
#[inline]
fn hash(words: &[u64]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    words.iter().fold(0, |hash: u64, &word| {
        let mixed = (hash ^ word).wrapping_mul(ODD);
        (mixed ^ mixed >> 32).wrapping_mul(ODD)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::NamedGoal;
    use crate::scramble::Scrambler;
    use crate::search::Limits;
    use std::collections::HashMap;

    #[test]
    fn boards_are_found_again_after_the_table_has_grown() {
        for (w, h, d) in [(3, 3, 1), (4, 4, 1), (3, 3, 3), (9, 9, 1)] {
            let shape = Shape::new(w, h, d).unwrap();
            let mut scrambler = Scrambler::new(NamedGoal::BlankLast.board(shape).unwrap(), 1);
            let limits = Limits::default();
            let budget = Budget::new(&limits);
            let mut table = NodeTable::new(shape);
            let mut model: HashMap<Board, u32> = HashMap::new();
            for g in 0..20_000 {
                let board = scrambler.uniform();
                table.make_room(&budget, 0).unwrap();
                let inserted = table.insert(&board, Label::new(g % 100, Some(Direction::West)));
                match model.get(&board) {
                    Some(&id) => assert_eq!(inserted, Inserted::Known(id)),
                    None => {
                        assert_eq!(inserted, Inserted::New(model.len() as u32));
                        model.insert(board, model.len() as u32);
                    }
                }
            }
            let mut copy = scrambler.uniform();
            for (board, &id) in &model {
                assert_eq!(table.find(board), Some(id));
                table.load(id, &mut copy);
                assert_eq!(&copy, board);
                let closed = table.label(id).closed();
                table.set_label(id, closed);
                assert_eq!(table.label(id), closed);
            }
        }
    }

    #[test]
    fn a_full_budget_fills_the_slots_further_and_then_stops() {
        let shape = Shape::flat(4, 4).unwrap();
        let mut scrambler = Scrambler::new(NamedGoal::BlankLast.board(shape).unwrap(), 1);
        let limits = Limits { memory: Some(200_000), ..Limits::default() };
        let budget = Budget::new(&limits);
        let mut table = NodeTable::new(shape);
        while table.make_room(&budget, 0).is_ok() {
            table.insert(&scrambler.uniform(), Label::new(0, None));
        }
        assert!(table.bytes() <= 200_000);
        assert!(table.len() > 8_000, "{}", table.len());
    }
}
