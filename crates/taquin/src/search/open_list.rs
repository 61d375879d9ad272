//! The open list: nodes in buckets of equal priority, first in, first out within a bucket.
//!
//! Buckets are chains of small blocks from a common pool, so that an entry takes four bytes and
//! emptied blocks are used again.

use super::budget::Budget;
use super::outcome::StopReason;
use std::collections::BTreeMap;

/// Smaller comes out first: the priority, then what breaks ties.
pub(super) type Priority = (u64, u32);

const BLOCK: usize = 255;
const NONE: u32 = u32::MAX;

#[derive(Debug)]
struct Block {
    next: u32,
    entries: [u32; BLOCK],
}

/// A block, its place in the pool and its place among the free ones.
const BLOCK_BYTES: u64 = (size_of::<Block>() + size_of::<Box<Block>>() + size_of::<u32>()) as u64;

/// A chain of blocks: read at the head, written at the tail.
#[derive(Clone, Copy, Debug)]
struct Chain {
    head: u32,
    head_entry: u32,
    tail: u32,
    tail_entry: u32,
}

#[derive(Debug, Default)]
pub(super) struct OpenList {
    /// The place in `chains` of every priority that has nodes.
    buckets: BTreeMap<Priority, u32>,
    chains: Vec<Chain>,
    free_chains: Vec<u32>,
    #[expect(clippy::vec_box, reason = "a growing pool must not copy its blocks")]
    blocks: Vec<Box<Block>>,
    free_blocks: Vec<u32>,
    /// The buckets pushed to lately: a search has only a few in use at a time.
    recent: Recent,
}

#[derive(Debug)]
struct Recent([Option<(Priority, u32)>; RECENT]);

impl Default for Recent {
    fn default() -> Recent {
        Recent([None; RECENT])
    }
}

const RECENT: usize = 128;

fn recent_place(priority: Priority) -> usize {
    (priority.0 as usize).wrapping_mul(61).wrapping_add(priority.1 as usize) % RECENT
}

impl OpenList {
    /// Bytes held now. Blocks are never given back, so this never falls.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks.len() as u64 * BLOCK_BYTES
    }

    /// Adds a node, if the budget allows with `others` bytes held elsewhere.
    #[inline]
    pub(super) fn push(
        &mut self,
        priority: Priority,
        node: u32,
        budget: &Budget<'_>,
        others: u64,
    ) -> Result<(), StopReason> {
        let bucket = match self.recent.0[recent_place(priority)] {
            Some((recent, bucket)) if recent == priority => bucket,
            _ => self.bucket(priority, budget, others)?,
        } as usize;
        if self.chains[bucket].tail_entry as usize == BLOCK {
            let fresh = self.fresh_block(budget, others)?;
            self.blocks[self.chains[bucket].tail as usize].next = fresh;
            self.chains[bucket].tail = fresh;
            self.chains[bucket].tail_entry = 0;
        }
        let chain = &mut self.chains[bucket];
        self.blocks[chain.tail as usize].entries[chain.tail_entry as usize] = node;
        chain.tail_entry += 1;
        Ok(())
    }

    /// The bucket of a priority, made if there is none.
    #[cold]
    fn bucket(&mut self, priority: Priority, budget: &Budget<'_>, others: u64) -> Result<u32, StopReason> {
        let bucket = match self.buckets.get(&priority) {
            Some(&bucket) => bucket,
            None => {
                let block = self.fresh_block(budget, others)?;
                let chain = Chain { head: block, head_entry: 0, tail: block, tail_entry: 0 };
                let bucket = self.free_chains.pop().unwrap_or(self.chains.len() as u32);
                match self.chains.get_mut(bucket as usize) {
                    Some(place) => *place = chain,
                    None => self.chains.push(chain),
                }
                self.buckets.insert(priority, bucket);
                bucket
            }
        };
        self.recent.0[recent_place(priority)] = Some((priority, bucket));
        Ok(bucket)
    }

    fn fresh_block(&mut self, budget: &Budget<'_>, others: u64) -> Result<u32, StopReason> {
        if let Some(block) = self.free_blocks.pop() {
            return Ok(block);
        }
        budget.allow(self.bytes() + BLOCK_BYTES + others)?;
        self.blocks.push(Box::new(Block { next: NONE, entries: [0; BLOCK] }));
        Ok(self.blocks.len() as u32 - 1)
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<(Priority, u32)> {
        let (&priority, &bucket) = self.buckets.first_key_value()?;
        let chain = &mut self.chains[bucket as usize];
        let node = self.blocks[chain.head as usize].entries[chain.head_entry as usize];
        chain.head_entry += 1;
        if chain.head == chain.tail && chain.head_entry == chain.tail_entry {
            self.free_blocks.push(chain.head);
            self.free_chains.push(bucket);
            self.buckets.pop_first();
            let recent = &mut self.recent.0[recent_place(priority)];
            if recent.is_some_and(|(recent, _)| recent == priority) {
                *recent = None;
            }
        } else if chain.head_entry as usize == BLOCK {
            self.free_blocks.push(chain.head);
            chain.head = self.blocks[chain.head as usize].next;
            chain.head_entry = 0;
        }
        Some((priority, node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;

    fn push(open: &mut OpenList, priority: Priority, node: u32) {
        open.push(priority, node, &Budget::new(&Limits::default()), 0).unwrap();
    }

    #[test]
    fn smallest_priority_first_then_first_in_first_out() {
        let mut open = OpenList::default();
        for node in 0..2000 {
            push(&mut open, (u64::from(node % 3), 0), node);
        }
        for node in 2000..2010 {
            push(&mut open, (0, 1), node);
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
                push(&mut open, (round, 0), node);
            }
            for node in 0..1000 {
                assert_eq!(open.pop(), Some(((round, 0), node)));
            }
        }
        assert_eq!(open.blocks.len(), 4);
    }
}
