//! One iteration on several threads.
//!
//! Its upper part is expanded level by level ([`super::beam::levels`]); then the threads take one subtree after the
//! other, the most promising first: an iteration with a solution ends when it is found. The others join only when
//! there is work enough for them.

use super::Ended;
use super::beam::levels::{Candidate, Levels};
use super::kernel::{Kernel, Step};
use super::layout::Layout;
use super::monitor::{Monitor, NodeBudget};
use super::position::{Packed, Question};
use super::simd::Instructions;
use crate::first_entry::flood::Word;
use crate::platform;
use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Subtrees that an iteration is split into, at least, if it has that many, after one with so many nodes.
fn subtrees_after(nodes: u64) -> usize {
    (nodes / 4).clamp(64, 2000).max(nodes / 50).min(50_000) as usize
}

/// Bytes for each position of a level to be told from the others: it has two or three children, and tables are not full.
const KNOWN_BYTES: usize = 4 * size_of::<(u64, Question)>();

/// Iterations with fewer nodes are over before other threads have begun.
const WORTH_THREADS: u64 = 8_000;

/// How long the first thread sleeps when only others have work left.
const NAP: Duration = Duration::from_millis(2);

/// The threads of one iteration, and what they work on.
pub(crate) struct Team<'a, W, const CUBE: bool> {
    pub(crate) layout: &'a Layout<W, CUBE>,
    pub(crate) instructions: Instructions,
    pub(crate) threads: usize,
    /// The position in which the iteration begins.
    pub(crate) root: Packed,
    /// The moves, and the bad ones among them, that a solution may have.
    pub(crate) bound: u32,
    pub(crate) bad: u32,
}

/// What the threads share.
struct Task<'a, W, const CUBE: bool> {
    levels: &'a Levels<'a, W, CUBE>,
    next: AtomicUsize,
    found: Mutex<Option<Vec<Step>>>,
    node_budget: &'a NodeBudget,
}

impl<W: Word, const CUBE: bool> Team<'_, W, CUBE> {
    /// Searches the whole iteration: the steps of a solution, if there is one.
    pub(crate) fn iterate(&self, monitor: &mut Monitor<'_, '_>) -> Result<Option<Vec<Step>>, Ended> {
        let node_budget = monitor.begin(self.bound, self.threads);
        let monitor = RefCell::new(monitor);
        let found = match self.probe(&monitor, &node_budget) {
            Some(steps) => Ok(Some(steps)),
            None => {
                self.split(&monitor, &node_budget).map(|levels| self.share(&monitor, &node_budget, &levels))
            }
        };
        let ended = monitor.borrow_mut().end(&node_budget);
        match (found?, ended) {
            (Some(steps), _) => Ok(Some(steps)),
            (None, Some(ended)) => Err(ended),
            (None, None) => Ok(None),
        }
    }

    /// The subtrees of the iteration, the most promising first.
    fn split<'f>(
        &'f self,
        monitor: &RefCell<&mut Monitor<'_, '_>>,
        node_budget: &'f NodeBudget,
    ) -> Result<Levels<'f, W, CUBE>, Ended> {
        let kernel_bytes = Kernel::<W, CUBE>::bytes(self.bound);
        monitor.borrow_mut().allow(kernel_bytes as u64)?;
        let enough = subtrees_after(monitor.borrow().nodes_of_last());
        let mut meter = |spent| monitor.borrow_mut().meter(node_budget, spent);
        let mut kernel = self.shallow_kernel(&mut meter);
        let mut levels = Levels::new(self, node_budget);
        let mut known = HashMap::new();
        while !levels.level().is_empty() && levels.level().len() < enough && levels.solved().is_none() {
            let bytes = levels.level().len() * (Levels::<W, CUBE>::bytes(levels.depth() + 1) + KNOWN_BYTES);
            if monitor.borrow_mut().allow((kernel_bytes + bytes) as u64).is_err() {
                break;
            }
            // A position has three children at most, but for a few.
            let last = levels.level().len() >= enough / 3;
            let mut children = levels.expand(&mut kernel, last);
            if node_budget.is_stopped() {
                break;
            }
            if children.len() >= enough {
                children.sort_by_key(Candidate::rank_of_subtree);
            }
            known.clear();
            levels.advance(children.iter(), |state| match known.entry(state.hash) {
                Entry::Vacant(place) => {
                    place.insert(state.question());
                    true
                }
                // Positions are compared: two may have one hash.
                Entry::Occupied(other) => *other.get() != state.question(),
            });
        }
        node_budget.give_back(kernel.finish());
        Ok(levels)
    }

    /// Searches the subtrees.
    fn share(
        &self,
        monitor: &RefCell<&mut Monitor<'_, '_>>,
        node_budget: &NodeBudget,
        levels: &Levels<'_, W, CUBE>,
    ) -> Option<Vec<Step>> {
        if let Some(solved) = levels.solved() {
            return Some(levels.steps_to(solved));
        }
        let task = Task { levels, next: AtomicUsize::new(0), found: Mutex::new(None), node_budget };
        thread::scope(|scope| {
            let first = thread::current();
            let helpers = RefCell::new(Vec::new());
            let mut meter = |spent| {
                let more = monitor.borrow_mut().meter(node_budget, spent);
                if more > 0 && helpers.borrow().is_empty() && node_budget.expanded() >= WORTH_THREADS {
                    for _ in 1..self.affordable(*monitor.borrow_mut(), levels) {
                        let (task, first) = (&task, first.clone());
                        let help = move || {
                            self.work(task, &mut |spent| {
                                task.node_budget.add(spent);
                                task.node_budget.take()
                            });
                            first.unpark();
                        };
                        match platform::spawn_scoped(scope, help) {
                            Ok(helper) => helpers.borrow_mut().push(helper),
                            // Where the system gives no more threads, those there are do the work.
                            Err(_) => break,
                        }
                    }
                }
                more
            };
            self.work(&task, &mut meter);
            while helpers.borrow().iter().any(|helper| !helper.is_finished()) {
                thread::park_timeout(NAP);
                monitor.borrow_mut().look(node_budget);
            }
        });
        task.found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many threads there is memory for.
    fn affordable(&self, monitor: &mut Monitor<'_, '_>, levels: &Levels<'_, W, CUBE>) -> usize {
        let kernel = Kernel::<W, CUBE>::bytes(self.bound);
        let others = levels.level().len() * Levels::<W, CUBE>::bytes(levels.depth());
        let mut threads = self.threads.min(levels.level().len());
        while threads > 1 && monitor.allow((others + threads * kernel) as u64).is_err() {
            threads -= 1;
        }
        threads
    }

    /// Takes one subtree after the other.
    fn work(&self, task: &Task<'_, W, CUBE>, meter: &mut dyn FnMut(u64) -> u64) {
        let mut kernel = Kernel::new(self.layout, self.instructions, self.bound, meter);
        let left = self.bound - task.levels.depth();
        while !task.node_budget.is_stopped() {
            let number = task.next.fetch_add(1, Ordering::Relaxed);
            let Some(subtree) = task.levels.level().get(number) else { break };
            if let Some(steps) = kernel.search(subtree, left) {
                let steps = [task.levels.steps_to(number), steps].concat();
                task.found.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(steps);
                task.node_budget.stop();
            }
        }
        task.node_budget.give_back(kernel.finish());
    }
}
