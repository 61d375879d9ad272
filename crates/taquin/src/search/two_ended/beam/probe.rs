//! Looks for the solution of an iteration before the iteration is searched through.
//!
//! Most of a search is its last iteration, and most of that is what happens to lie before the first
//! solution. So a beam search goes first: the positions after one move, after two and so on ([`super::levels`]), of which
//! only the most promising are kept ([`super::score`]). What the beam finds has as many moves as
//! the iteration allows, so it is a shortest solution; if it finds nothing, nothing is proved, and the
//! iteration is searched through.
//!
//! Beams get wider until they have cost a part of what the iteration is expected to take.
//!
//! Positions are told apart by 64 bits of hash. Two that agree would cost one of them its place, no more.

use super::hashes::Hashes;
use super::levels::Levels;
use crate::first_entry::flood::Word;
use crate::search::common::node_budget::NodeBudget;
use crate::search::two_ended::iteration::Iteration;
use crate::search::two_ended::kernel::{Kernel, Step};
use crate::search::two_ended::monitor::Monitor;
use std::cell::{Cell, RefCell};

/// The widest beam may cost one node for so many of the iteration before. Its nodes take some five times as
/// long, so this is about a fiftieth of the time that the iteration to come is expected to take.
const SHARE: u64 = 10;

/// Each beam is so many times as wide as the one before.
const WIDER: u64 = 4;

/// Beams before an iteration, at most.
const BEAMS: u32 = 3;

/// A narrower beam is not worth its while.
const NARROWEST: u64 = 16;

/// Bytes a beam may hold, if a limit does not say less.
const MOST_BYTES: u64 = 256_000_000;

impl<W: Word, const CUBE: bool> Iteration<'_, W, CUBE> {
    /// The steps of a solution, if beams find one.
    pub(crate) fn probe(
        &self,
        monitor: &RefCell<&mut Monitor<'_, '_>>,
        node_budget: &NodeBudget,
    ) -> Option<Vec<Step>> {
        let before = monitor.borrow().nodes_of_last();
        let room = monitor.borrow().room().min(MOST_BYTES) / self.beam_bytes(1);
        let widest = (before / SHARE / u64::from(self.bound).max(1)).min(room);
        for smaller in (0..BEAMS).rev() {
            let width = widest / WIDER.pow(smaller);
            if width < NARROWEST || node_budget.is_stopped() {
                continue;
            }
            let kernels = self.crew.own() * Kernel::<W, CUBE>::bytes(0);
            let bytes = self.beam_bytes(width) + kernels as u64;
            if monitor.borrow_mut().allow(bytes).is_ok()
                && let Some(steps) = self.beam(width as usize, monitor, node_budget)
            {
                return Some(steps);
            }
        }
        None
    }

    /// What a beam holds.
    fn beam_bytes(&self, width: u64) -> u64 {
        width * Levels::<W, CUBE>::bytes(self.bound) as u64 + Hashes::bytes(width as usize) as u64
    }

    fn beam(
        &self,
        width: usize,
        monitor: &RefCell<&mut Monitor<'_, '_>>,
        node_budget: &NodeBudget,
    ) -> Option<Vec<Step>> {
        let mut meter = |spent| monitor.borrow_mut().meter(node_budget, spent);
        let mut kernel = self.shallow_kernel(&mut meter);
        let mut levels = Levels::new(self, node_budget);
        let mut known = Hashes::new(width);
        while !levels.level().is_empty() && levels.solved().is_none() {
            let children = levels.expand(&mut kernel, true);
            if node_budget.is_stopped() {
                break;
            }
            let mut order: Vec<u64> = children
                .iter()
                .zip(0..)
                .map(|(child, number)| u64::from(child.rank()) << 32 | number)
                .collect();
            order.sort_unstable();
            known.clear();
            let room = Cell::new(width);
            let order = order.into_iter().map(|number| &children[number as u32 as usize]);
            levels.advance(order.take_while(|_| room.get() > 0), |node| {
                let wanted = known.insert(node.hash);
                room.set(room.get() - usize::from(wanted));
                wanted
            });
        }
        kernel.finish(node_budget);
        levels.solved().filter(|_| !node_budget.is_stopped()).map(|last| levels.steps_to(last))
    }
}
