//! The open list: nodes in buckets of equal priority, first in, first out within a bucket.
//!
//! Buckets of one key stand side by side, one for each depth, the deepest to be emptied first. They
//! are kept when they are empty, for a search comes back to them all the time. A bucket is a chain
//! of small blocks from a common pool, so that an entry takes four bytes and emptied blocks are
//! used again.

use crate::search::common::budget::Budget;
use crate::search::common::outcome::StopReason;
use crate::search::common::room::with_room_for;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Index, IndexMut};

/// Which node comes out first: the one with the smallest key, among those the deepest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Priority {
    pub(crate) key: u64,
    pub(crate) depth: u32,
}

const BLOCK: usize = 255;
const NONE: u32 = u32::MAX;

#[derive(Debug)]
struct Block {
    next: u32,
    entries: [u32; BLOCK],
}

/// A block and its place among the free ones.
const BLOCK_BYTES: u64 = (size_of::<Block>() + size_of::<u32>()) as u64;

/// Blocks that memory is asked for at a time.
const CHUNK: usize = 16;

/// Blocks by number. They are never moved: a growing pool must not copy them.
#[derive(Debug, Default)]
struct Pool {
    chunks: Vec<Vec<Block>>,
}

impl Pool {
    /// Whether the next block takes more memory.
    fn is_full(&self) -> bool {
        self.chunks.last().is_none_or(|chunk| chunk.len() == CHUNK)
    }

    /// Adds an empty block; gives its number.
    fn add(&mut self) -> Result<u32, StopReason> {
        if self.is_full() {
            self.chunks.push(with_room_for(CHUNK)?);
        }
        let chunk = self.chunks.last_mut().expect("there is one that is not full");
        chunk.push(Block { next: NONE, entries: [0; BLOCK] });
        let in_chunk = chunk.len();
        Ok(((self.chunks.len() - 1) * CHUNK + in_chunk - 1) as u32)
    }
}

impl Index<u32> for Pool {
    type Output = Block;

    #[inline]
    fn index(&self, block: u32) -> &Block {
        &self.chunks[block as usize / CHUNK][block as usize % CHUNK]
    }
}

impl IndexMut<u32> for Pool {
    #[inline]
    fn index_mut(&mut self, block: u32) -> &mut Block {
        &mut self.chunks[block as usize / CHUNK][block as usize % CHUNK]
    }
}

/// A chain of blocks: read at the head, written at the tail. It is empty if it has no head.
#[derive(Clone, Copy, Debug)]
struct Chain {
    head: u32,
    head_entry: u32,
    tail: u32,
    tail_entry: u32,
}

const EMPTY: Chain = Chain { head: NONE, head_entry: 0, tail: NONE, tail_entry: 0 };

/// The buckets of one key.
#[derive(Debug)]
struct Buckets {
    key: u64,
    /// The depth of the first chain.
    first_depth: u32,
    chains: Vec<Chain>,
    /// How many of the chains there is need to look at: those behind are empty.
    in_use: usize,
}

#[derive(Debug, Default)]
pub(crate) struct OpenList {
    all_buckets: Vec<Buckets>,
    /// The place in `all_buckets` of every key there ever was.
    by_key: BTreeMap<u64, u32>,
    /// The same for keys used lately: a search has only a few in use at a time.
    recent: [Option<(u64, u32)>; RECENT],
    /// Those with the smallest key that have nodes.
    first: Option<u32>,
    blocks: Pool,
    free_blocks: Vec<u32>,
    bucket_bytes: u64,
}

const RECENT: usize = 16;

impl OpenList {
    /// Bytes held now. Nothing is given back, so this never falls.
    pub(crate) fn bytes(&self) -> u64 {
        (self.blocks.chunks.len() * CHUNK) as u64 * BLOCK_BYTES + self.bucket_bytes
    }

    /// Adds a node, if the budget allows with the bytes held elsewhere.
    #[inline]
    pub(crate) fn push(
        &mut self,
        priority: Priority,
        node: u32,
        budget: &Budget<'_>,
        others: impl Fn() -> u64,
    ) -> Result<(), StopReason> {
        let Priority { key, depth } = priority;
        let number = match self.recent[key as usize % RECENT] {
            Some((recent, number)) if recent == key => number,
            _ => self.number_of(key, depth, budget, others())?,
        };
        let buckets = &self.all_buckets[number as usize];
        let mut place = depth.wrapping_sub(buckets.first_depth) as usize;
        if place >= buckets.chains.len() {
            place = self.widen(number, depth, budget, others())?;
        }
        let chain = self.all_buckets[number as usize].chains[place];
        if chain.head == NONE || chain.tail_entry as usize == BLOCK {
            let fresh = self.fresh_block(budget, others)?;
            let chain = &mut self.all_buckets[number as usize].chains[place];
            if chain.head == NONE {
                *chain = Chain { head: fresh, head_entry: 0, tail: fresh, tail_entry: 0 };
            } else {
                self.blocks[chain.tail].next = fresh;
                chain.tail = fresh;
                chain.tail_entry = 0;
            }
        }
        let buckets = &mut self.all_buckets[number as usize];
        let chain = &mut buckets.chains[place];
        self.blocks[chain.tail].entries[chain.tail_entry as usize] = node;
        chain.tail_entry += 1;
        buckets.in_use = buckets.in_use.max(place + 1);
        if self.first != Some(number)
            && self.first.is_none_or(|first| key < self.all_buckets[first as usize].key)
        {
            self.first = Some(number);
        }
        Ok(())
    }

    /// The number of a key's buckets, which are made if there are none.
    #[cold]
    fn number_of(
        &mut self,
        key: u64,
        depth: u32,
        budget: &Budget<'_>,
        others: u64,
    ) -> Result<u32, StopReason> {
        let number = match self.by_key.get(&key) {
            Some(&number) => number,
            None => {
                // Their place and the one in the map, which is never quite full.
                let more = (2 * size_of::<Buckets>() + 4 * size_of::<(u64, u32)>()) as u64;
                budget.allow(self.bytes() + more + others)?;
                self.bucket_bytes += more;
                let number = self.all_buckets.len() as u32;
                self.all_buckets.push(Buckets { key, first_depth: depth, chains: Vec::new(), in_use: 0 });
                self.by_key.insert(key, number);
                number
            }
        };
        self.recent[key as usize % RECENT] = Some((key, number));
        Ok(number)
    }

    /// Makes a key's buckets reach to a depth; gives its place.
    #[cold]
    fn widen(
        &mut self,
        number: u32,
        depth: u32,
        budget: &Budget<'_>,
        others: u64,
    ) -> Result<usize, StopReason> {
        let buckets = &self.all_buckets[number as usize];
        let first = buckets.first_depth.min(depth);
        let last = (buckets.first_depth + buckets.chains.len() as u32).max(depth + 1);
        let more = (last - first) as usize - buckets.chains.len();
        // A vector grows to twice its size at the most.
        let bytes = (2 * more * size_of::<Chain>()) as u64;
        budget.allow(self.bytes() + bytes + others)?;
        self.bucket_bytes += bytes;
        let buckets = &mut self.all_buckets[number as usize];
        let before = (buckets.first_depth - first) as usize;
        buckets.chains.splice(0..0, std::iter::repeat_n(EMPTY, before));
        buckets.chains.resize((last - first) as usize, EMPTY);
        buckets.first_depth = first;
        buckets.in_use += if buckets.in_use > 0 { before } else { 0 };
        Ok((depth - first) as usize)
    }

    #[inline]
    fn fresh_block(&mut self, budget: &Budget<'_>, others: impl Fn() -> u64) -> Result<u32, StopReason> {
        if let Some(block) = self.free_blocks.pop() {
            return Ok(block);
        }
        if self.blocks.is_full() {
            budget.allow(self.bytes() + CHUNK as u64 * BLOCK_BYTES + others())?;
        }
        self.blocks.add()
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(Priority, u32)> {
        let buckets = &mut self.all_buckets[self.first? as usize];
        let place = buckets.in_use - 1;
        let priority = Priority { key: buckets.key, depth: buckets.first_depth + place as u32 };
        let chain = &mut buckets.chains[place];
        let node = self.blocks[chain.head].entries[chain.head_entry as usize];
        chain.head_entry += 1;
        if chain.head == chain.tail && chain.head_entry == chain.tail_entry {
            self.free_blocks.push(chain.head);
            chain.head = NONE;
            while buckets.in_use > 0 && buckets.chains[buckets.in_use - 1].head == NONE {
                buckets.in_use -= 1;
            }
            if buckets.in_use == 0 {
                self.find_next(priority.key);
            }
        } else if chain.head_entry as usize == BLOCK {
            self.free_blocks.push(chain.head);
            chain.head = self.blocks[chain.head].next;
            chain.head_entry = 0;
        }
        Some((priority, node))
    }

    /// Goes through all nodes with a key of at most `key`, the deepest first, until `visit` breaks.
    pub(crate) fn walk<B>(
        &self,
        key: u64,
        mut visit: impl FnMut(Priority, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let within: Vec<&Buckets> =
            self.by_key.range(..=key).map(|(_, &number)| &self.all_buckets[number as usize]).collect();
        let deepest =
            within.iter().map(|buckets| buckets.first_depth + buckets.in_use as u32).max().unwrap_or(0);
        for depth in (0..deepest).rev() {
            for buckets in &within {
                let place = depth.wrapping_sub(buckets.first_depth) as usize;
                let Some(chain) = buckets.chains.get(place).filter(|chain| chain.head != NONE) else {
                    continue;
                };
                let (mut block, mut entry) = (chain.head, chain.head_entry);
                while (block, entry) != (chain.tail, chain.tail_entry) {
                    if entry as usize == BLOCK {
                        (block, entry) = (self.blocks[block].next, 0);
                        continue;
                    }
                    let node = self.blocks[block].entries[entry as usize];
                    visit(Priority { key: buckets.key, depth }, node)?;
                    entry += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The smallest key from this one up that has nodes.
    pub(crate) fn next_key(&self, key: u64) -> Option<u64> {
        let mut later = self.by_key.range(key..);
        later.find(|&(_, &number)| self.all_buckets[number as usize].in_use > 0).map(|(&key, _)| key)
    }

    /// Goes on to the next key that has nodes.
    #[cold]
    fn find_next(&mut self, key: u64) {
        let mut later = self.by_key.range(key + 1..);
        self.first = later
            .find(|&(_, &number)| self.all_buckets[number as usize].in_use > 0)
            .map(|(_, &number)| number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;

    fn push(open: &mut OpenList, priority: Priority, node: u32) {
        open.push(priority, node, &Budget::new(&Limits::default()), || 0).unwrap();
    }

    fn at(key: u64, depth: u32) -> Priority {
        Priority { key, depth }
    }

    #[test]
    fn smallest_priority_first_then_first_in_first_out() {
        let mut open = OpenList::default();
        for node in 0..2000 {
            push(&mut open, at(u64::from(node % 3), 1), node);
        }
        for node in 2000..2010 {
            push(&mut open, at(0, 0), node);
        }
        let order: Vec<u32> = std::iter::from_fn(|| open.pop()).map(|(_, node)| node).collect();
        let expected: Vec<u32> = (0..2000)
            .filter(|n| n % 3 == 0)
            .chain(2000..2010)
            .chain((0..2000).filter(|n| n % 3 == 1))
            .chain((0..2000).filter(|n| n % 3 == 2))
            .collect();
        assert_eq!(order, expected);
    }

    #[test]
    fn emptied_blocks_are_used_again() {
        let mut open = OpenList::default();
        for round in 0..10u64 {
            for node in 0..1000 {
                push(&mut open, at(round, 5), node);
            }
            for node in 0..1000 {
                assert_eq!(open.pop(), Some((at(round, 5), node)));
            }
        }
        assert_eq!(open.blocks.chunks.iter().map(Vec::len).sum::<usize>(), 4);
    }

    #[test]
    fn nodes_come_out_as_a_sorted_list_would_give_them() {
        let mut open = OpenList::default();
        let mut model: BTreeMap<(u64, u32, u32), u32> = BTreeMap::new();
        let mut random = 1u64;
        for node in 0..20_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let priority = at((random >> 40) % 40, (random >> 50) as u32 % 30);
            if random >> 60 < 9 {
                push(&mut open, priority, node);
                model.insert((priority.key, u32::MAX - priority.depth, node), node);
            } else {
                let popped =
                    open.pop().map(|(priority, node)| (priority.key, u32::MAX - priority.depth, node));
                assert_eq!(popped, model.pop_first().map(|(key, _)| key));
            }
        }
        let mut walked = Vec::new();
        let _ = open.walk(20, |priority, node| {
            walked.push((priority.key, u32::MAX - priority.depth, node));
            ControlFlow::<()>::Continue(())
        });
        assert!(walked.is_sorted_by_key(|&(_, depth, _)| depth));
        walked.sort_unstable();
        assert!(walked.iter().eq(model.keys().filter(|&&(key, ..)| key <= 20)));
        while let Some((priority, node)) = open.pop() {
            let key = (priority.key, u32::MAX - priority.depth, node);
            assert_eq!(model.pop_first().map(|(key, _)| key), Some(key));
        }
        assert!(model.is_empty());
    }
}
