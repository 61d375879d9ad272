//! The boards a best-first search has seen: packed, each once, found by hashing.
//!
//! A node is a packed board and one word with g, the move that led to it and whether it is closed.
//! No parent is stored: undoing the move gives the parent's board, and the table finds its node.
//! Storage grows in small blocks that never move, and the slots of the hash table are counted
//! before they are doubled, so a memory limit is kept to the byte.

use super::budget::Budget;
use super::outcome::StopReason;
use super::packing::Packing;
use crate::board::Board;
use crate::shape::{Direction, Shape};

/// Nodes in one block of storage.
const BLOCK: usize = 1 << 12;
const EMPTY: u32 = u32::MAX;

/// g (28 bits), the move that made the node (3 bits), closed (1 bit).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(u32);

impl Label {
    const ROOT: u32 = 7;

    pub(crate) fn new(g: u32, via: Option<Direction>) -> Label {
        debug_assert!(g < 1 << 28);
        Label(g << 4 | via.map_or(Self::ROOT, |direction| direction as u32) << 1)
    }

    #[inline]
    pub(crate) fn g(self) -> u32 {
        self.0 >> 4
    }

    #[inline]
    pub(crate) fn via(self) -> Option<Direction> {
        Direction::ALL.get((self.0 >> 1 & 7) as usize).copied()
    }

    #[inline]
    pub(crate) fn is_closed(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline]
    pub(crate) fn closed(self) -> Label {
        Label(self.0 | 1)
    }
}

/// Where a board was found or put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    New(u32),
    Known(u32),
}

#[derive(Debug)]
pub(crate) struct NodeTable {
    packing: Packing,
    boards: Vec<Vec<u64>>,
    labels: Vec<Vec<Label>>,
    slots: Vec<u32>,
    shift: u32,
    len: u32,
    key: Vec<u64>,
}

impl NodeTable {
    pub(crate) fn new(shape: Shape) -> NodeTable {
        let packing = Packing::new(shape);
        let slots = vec![EMPTY; 1 << 10];
        NodeTable {
            packing,
            boards: Vec::new(),
            labels: Vec::new(),
            shift: 64 - slots.len().ilog2(),
            slots,
            len: 0,
            key: vec![0; packing.words()],
        }
    }

    pub(crate) fn len(&self) -> u64 {
        u64::from(self.len)
    }

    /// Bytes held now.
    pub(crate) fn bytes(&self) -> u64 {
        let node = self.packing.words() * size_of::<u64>() + size_of::<Label>();
        (self.boards.len() * BLOCK * node + self.slots.len() * size_of::<u32>()) as u64
    }

    /// Makes room for one more board, if the budget allows with `others` bytes held elsewhere.
    /// Returns whether anything grew.
    #[inline]
    pub(crate) fn make_room(&mut self, budget: &Budget<'_>, others: u64) -> Result<bool, StopReason> {
        let len = self.len as usize;
        let needs_block = len == self.boards.len() * BLOCK;
        let needs_slots = (len + 1) * 4 > self.slots.len() * 3;
        if !needs_block && !needs_slots {
            return Ok(false);
        }
        self.grow(needs_block, needs_slots, budget, others)?;
        Ok(true)
    }

    #[cold]
    fn grow(
        &mut self,
        needs_block: bool,
        needs_slots: bool,
        budget: &Budget<'_>,
        others: u64,
    ) -> Result<(), StopReason> {
        if self.len == EMPTY - 1 {
            return Err(StopReason::Memory);
        }
        let block = BLOCK * self.packing.words();
        if needs_block {
            let bytes = (block * size_of::<u64>() + BLOCK * size_of::<Label>()) as u64;
            budget.allow(self.bytes() + bytes + others)?;
            self.boards.push(Vec::with_capacity(block));
            self.labels.push(Vec::with_capacity(BLOCK));
        }
        if needs_slots {
            let count = self.slots.len() * 2;
            // Old and new slots exist side by side for a moment.
            budget.allow(self.bytes() + (count * size_of::<u32>()) as u64 + others)?;
            let mut slots = vec![EMPTY; count];
            let shift = self.shift - 1;
            for id in 0..self.len {
                let mut slot = (hash(self.words(id)) >> shift) as usize;
                while slots[slot] != EMPTY {
                    slot = (slot + 1) & (count - 1);
                }
                slots[slot] = id;
            }
            self.slots = slots;
            self.shift = shift;
        }
        Ok(())
    }

    #[inline]
    fn words(&self, id: u32) -> &[u64] {
        let (block, index) = (id as usize / BLOCK, id as usize % BLOCK);
        &self.boards[block][index * self.packing.words()..][..self.packing.words()]
    }

    /// Finds a board, or stores it with the label. There must be room.
    #[inline]
    pub(crate) fn insert(&mut self, board: &Board, label: Label) -> Place {
        let mut key = std::mem::take(&mut self.key);
        self.packing.pack(board, &mut key);
        let slot = self.find_slot(&key);
        let id = self.slots[slot];
        let place = if id == EMPTY {
            let id = self.len;
            self.slots[slot] = id;
            self.boards[id as usize / BLOCK].extend_from_slice(&key);
            self.labels[id as usize / BLOCK].push(label);
            self.len += 1;
            Place::New(id)
        } else {
            Place::Known(id)
        };
        self.key = key;
        place
    }

    /// Finds a board.
    pub(crate) fn find(&self, board: &Board) -> Option<u32> {
        let mut key = vec![0; self.packing.words()];
        self.packing.pack(board, &mut key);
        let id = self.slots[self.find_slot(&key)];
        (id != EMPTY).then_some(id)
    }

    #[inline]
    fn find_slot(&self, key: &[u64]) -> usize {
        let mut slot = (hash(key) >> self.shift) as usize;
        while self.slots[slot] != EMPTY && self.words(self.slots[slot]) != key {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }

    #[inline]
    pub(crate) fn label(&self, id: u32) -> Label {
        self.labels[id as usize / BLOCK][id as usize % BLOCK]
    }

    #[inline]
    pub(crate) fn set_label(&mut self, id: u32, label: Label) {
        self.labels[id as usize / BLOCK][id as usize % BLOCK] = label;
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

/// Mixes the words of a packed board; the high bits are used.
#[inline]
fn hash(words: &[u64]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    words.iter().fold(0, |hash: u64, &word| {
        let mixed = (hash ^ word).wrapping_mul(ODD);
        (mixed ^ mixed >> 32).wrapping_mul(ODD)
    })
}
