//! One iteration on several threads.
//!
//! Its upper part is expanded breadth first into subtrees, a level at a time and in the order of a
//! depth-first search; then the threads take one subtree after the other. The others join only when
//! there is work enough for them.

use super::Ended;
use super::clock::{Clock, Purse};
use super::kernel::{Kernel, Step, Subtree};
use super::lanes::Instructions;
use super::space::Space;
use crate::heuristic::first_entry::flood::Word;
use crate::heuristic::first_entry::grid::WAYS;
use crate::search::observer::Observer;
use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Subtrees an iteration is split into, at least (if it has that many).
const SUBTREES: usize = 2000;

/// Iterations with fewer nodes are over before other threads have begun.
const WORTH_THREADS: u64 = 40_000;

/// How long the first thread sleeps when only others have work left.
const NAP: Duration = Duration::from_millis(2);

/// The threads of one iteration, and what they work on.
pub(crate) struct Team<'a, W, const CUBE: bool> {
    pub(crate) space: &'a Space<W, CUBE>,
    pub(crate) instructions: Instructions,
    pub(crate) threads: usize,
    pub(crate) root: Subtree<W>,
    pub(crate) bound: u32,
}

/// What the threads share.
struct Task<'a, W> {
    subtrees: &'a [Subtree<W>],
    next: AtomicUsize,
    found: Mutex<Option<Vec<Step>>>,
    purse: &'a Purse,
}

impl<W: Word, const CUBE: bool> Team<'_, W, CUBE> {
    /// Searches the whole iteration: the steps of a solution, if there is one.
    pub(crate) fn iterate<O: Observer>(
        &self,
        clock: &mut Clock<'_, '_, O>,
    ) -> Result<Option<Vec<Step>>, Ended> {
        let purse = clock.begin(self.bound, self.threads);
        let clock = RefCell::new(clock);
        let found = match self.probe(&clock, &purse) {
            Some(steps) => Ok(Some(steps)),
            None => self.split(&clock, &purse).map(|subtrees| self.share(&clock, &purse, &subtrees)),
        };
        let ended = clock.borrow_mut().end(&purse);
        match (found?, ended) {
            (Some(steps), _) => Ok(Some(steps)),
            (None, Some(ended)) => Err(ended),
            (None, None) => Ok(None),
        }
    }

    /// The subtrees of the iteration.
    fn split<O: Observer>(
        &self,
        clock: &RefCell<&mut Clock<'_, '_, O>>,
        purse: &Purse,
    ) -> Result<Vec<Subtree<W>>, Ended> {
        let kernel_bytes = Kernel::<W, CUBE>::bytes(&self.root);
        clock.borrow_mut().allow(kernel_bytes as u64)?;
        let mut meter = |spent| clock.borrow_mut().meter(purse, spent);
        let mut kernel = Kernel::new(self.space, self.instructions, &self.root, &mut meter);
        let mut subtrees = vec![self.root.clone()];
        let mut ended = Ok(());
        while !subtrees.is_empty()
            && subtrees.len() < SUBTREES
            && !kernel.stopped()
            && !subtrees.iter().any(Subtree::is_solved)
        {
            // A node has at most one child for each way.
            let bytes: usize = subtrees.iter().map(Subtree::bytes).sum();
            ended = clock.borrow_mut().allow((kernel_bytes + bytes * (1 + WAYS)) as u64);
            if ended.is_err() {
                break;
            }
            subtrees = subtrees.iter().flat_map(|subtree| kernel.split(subtree)).collect();
        }
        purse.settle(kernel.finish());
        ended.map(|()| subtrees)
    }

    /// Searches the subtrees.
    fn share<O: Observer>(
        &self,
        clock: &RefCell<&mut Clock<'_, '_, O>>,
        purse: &Purse,
        subtrees: &[Subtree<W>],
    ) -> Option<Vec<Step>> {
        let task = Task { subtrees, next: AtomicUsize::new(0), found: Mutex::new(None), purse };
        thread::scope(|scope| {
            let first = thread::current();
            let helpers = RefCell::new(Vec::new());
            let mut meter = |spent| {
                let more = clock.borrow_mut().meter(purse, spent);
                if more > 0 && helpers.borrow().is_empty() && purse.expanded() >= WORTH_THREADS {
                    for _ in 1..self.affordable(*clock.borrow_mut(), subtrees) {
                        let (task, first) = (&task, first.clone());
                        let help = move || {
                            self.work(task, &mut |spent| {
                                task.purse.add(spent);
                                task.purse.take()
                            });
                            first.unpark();
                        };
                        helpers.borrow_mut().push(scope.spawn(help));
                    }
                }
                more
            };
            self.work(&task, &mut meter);
            while helpers.borrow().iter().any(|helper| !helper.is_finished()) {
                thread::park_timeout(NAP);
                clock.borrow_mut().look(purse);
            }
        });
        task.found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many threads there is memory for.
    fn affordable<O: Observer>(&self, clock: &mut Clock<'_, '_, O>, subtrees: &[Subtree<W>]) -> usize {
        let kernel = Kernel::<W, CUBE>::bytes(&self.root);
        let others: usize = subtrees.iter().map(Subtree::bytes).sum();
        let mut threads = self.threads.min(subtrees.len());
        while threads > 1 && clock.allow((others + threads * kernel) as u64).is_err() {
            threads -= 1;
        }
        threads
    }

    /// Takes one subtree after the other.
    fn work(&self, task: &Task<'_, W>, meter: &mut dyn FnMut(u64) -> u64) {
        let mut kernel = Kernel::new(self.space, self.instructions, &self.root, meter);
        while !task.purse.is_stopped()
            && let Some(subtree) = task.subtrees.get(task.next.fetch_add(1, Ordering::Relaxed))
        {
            if let Some(steps) = kernel.search(subtree) {
                task.found.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(steps);
                task.purse.stop();
            }
        }
        task.purse.settle(kernel.finish());
    }
}
