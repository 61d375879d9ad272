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
    chains: BTreeMap<Priority, Chain>,
    #[expect(clippy::vec_box, reason = "a growing pool must not copy its blocks")]
    blocks: Vec<Box<Block>>,
    free: Vec<u32>,
}

impl OpenList {
    /// Bytes held now. Blocks are never given back, so this never falls.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks.len() as u64 * BLOCK_BYTES
    }

    /// Adds a node, if the budget allows with `others` bytes held elsewhere.
    pub(super) fn push(
        &mut self,
        priority: Priority,
        node: u32,
        budget: &Budget<'_>,
        others: u64,
    ) -> Result<(), StopReason> {
        let chain = match self.chains.get_mut(&priority) {
            Some(chain) if (chain.tail_entry as usize) < BLOCK => chain,
            _ => {
                if self.free.is_empty() {
                    budget.allow(self.bytes() + BLOCK_BYTES + others)?;
                }
                self.extend(priority)
            }
        };
        let (tail, entry) = (chain.tail as usize, chain.tail_entry as usize);
        chain.tail_entry += 1;
        self.blocks[tail].entries[entry] = node;
        Ok(())
    }

    /// Gives a chain a fresh block at its tail.
    #[cold]
    fn extend(&mut self, priority: Priority) -> &mut Chain {
        let fresh = self.free.pop().unwrap_or_else(|| {
            self.blocks.push(Box::new(Block { next: NONE, entries: [0; BLOCK] }));
            self.blocks.len() as u32 - 1
        });
        self.blocks[fresh as usize].next = NONE;
        let chain = self.chains.entry(priority).or_insert(Chain {
            head: fresh,
            head_entry: 0,
            tail: fresh,
            tail_entry: 0,
        });
        if chain.tail != fresh {
            self.blocks[chain.tail as usize].next = fresh;
            chain.tail = fresh;
            chain.tail_entry = 0;
        }
        chain
    }

    pub(super) fn pop(&mut self) -> Option<(Priority, u32)> {
        let mut first = self.chains.first_entry()?;
        let priority = *first.key();
        let chain = first.get_mut();
        let node = self.blocks[chain.head as usize].entries[chain.head_entry as usize];
        chain.head_entry += 1;
        if chain.head == chain.tail && chain.head_entry == chain.tail_entry {
            self.free.push(chain.head);
            first.remove();
        } else if chain.head_entry as usize == BLOCK {
            self.free.push(chain.head);
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
