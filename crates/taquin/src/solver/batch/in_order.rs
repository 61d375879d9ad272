//! Works on a stream of items with several threads and hands the results back in the order of the items.
//!
//! Memory is bounded: no item is worked on that is more than a window ahead of the result handed back last, however slow
//! one item may be. A thread without an item is lent to the searches under way.

use crate::search::{Cancel, SpareThreads};
use std::any::Any;
use std::collections::BTreeMap;
use std::iter::{Enumerate, Fuse};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How many items for each thread may be under way or waiting for their turn.
const WINDOW: usize = 16;
/// How often the reader of results looks whether the work was cancelled.
const PATIENCE: Duration = Duration::from_millis(50);

/// An item's number and its result, or the payload of a panic.
type Sent<R> = Result<(usize, R), Box<dyn Any + Send>>;
/// Takes an item and works on it; nothing if there are no more.
type Step<R> = dyn Fn() -> Option<(usize, R)> + Send + Sync;

/// Results in the order of their items: what [`Solver::solve_all`](crate::Solver::solve_all) gives.
///
/// Dropped before its end, it stops the searches under way and takes no more items.
#[must_use = "results are read from it"]
pub struct InOrder<R> {
    flow: Arc<Flow>,
    receiver: Receiver<Sent<R>>,
    /// What this thread does itself if the system gave no other.
    alone: Option<Arc<Step<R>>>,
    /// Results that came before their turn.
    early: BTreeMap<usize, R>,
    next: usize,
}

impl<R: Send + 'static> InOrder<R> {
    /// Works on items until there are no more or the switch is thrown. Results of items under way by then are still
    /// handed back. Dropping this throws the switch.
    pub(super) fn new<T>(
        items: impl Iterator<Item = T> + Send + 'static,
        threads: usize,
        spare: SpareThreads,
        cancel: Cancel,
        work: impl Fn(T) -> R + Send + Sync + 'static,
    ) -> InOrder<R> {
        let flow = Arc::new(Flow {
            gate: Gate::default(),
            window: threads.max(1) * WINDOW,
            under_way: AtomicUsize::new(0),
            spare,
            cancel,
        });
        let (stream, shared) = (Mutex::new(items.fuse().enumerate()), flow.clone());
        let step = move || {
            let (index, item) = shared.take(&stream)?;
            Some((index, work(item)))
        };
        let step: Arc<Step<R>> = Arc::new(step);
        let (sender, receiver) = mpsc::channel();
        let start = |_: &usize| {
            let (flow, step, sender) = (flow.clone(), step.clone(), sender.clone());
            // Not scoped: a thread may be waiting for input that never comes when the program ends.
            thread::Builder::new().spawn(move || flow.work(&*step, &sender)).is_ok()
        };
        // Where the system gives no more threads, those there are do the work.
        let started = (0..threads).take_while(start).count();
        let alone = (started == 0).then_some(step);
        InOrder { flow, receiver, alone, early: BTreeMap::new(), next: 0 }
    }

    /// The next result, in whatever order; `None` if there are no more.
    fn receive(&mut self) -> Option<(usize, R)> {
        if let Some(step) = &self.alone {
            let result = step()?;
            self.flow.under_way.fetch_sub(1, Ordering::SeqCst);
            return Some(result);
        }
        loop {
            let idle = self.flow.cancel.is_cancelled() && self.flow.under_way.load(Ordering::SeqCst) == 0;
            match self.receiver.recv_timeout(if idle { Duration::ZERO } else { PATIENCE }) {
                Ok(Ok(result)) => return Some(result),
                Ok(Err(panic)) => resume_unwind(panic),
                Err(RecvTimeoutError::Timeout) if !idle => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}

impl<R: Send + 'static> Iterator for InOrder<R> {
    type Item = R;

    /// Waits for the next result.
    ///
    /// # Panics
    /// If a thread did while it read or worked on an item.
    fn next(&mut self) -> Option<R> {
        loop {
            if let Some(result) = self.early.remove(&self.next) {
                self.next += 1;
                self.flow.gate.open_to(self.next);
                return Some(result);
            }
            let (index, result) = self.receive()?;
            self.early.insert(index, result);
        }
    }
}

impl<R> Drop for InOrder<R> {
    fn drop(&mut self) {
        self.flow.cancel.cancel();
        self.flow.gate.open_to(usize::MAX / 2);
    }
}

impl<R> std::fmt::Debug for InOrder<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InOrder").field("next", &self.next).finish_non_exhaustive()
    }
}

/// What decides who works on what, and when.
struct Flow {
    gate: Gate,
    window: usize,
    /// Items taken whose results have not been sent.
    under_way: AtomicUsize,
    spare: SpareThreads,
    cancel: Cancel,
}

impl Flow {
    /// Takes an item when it is its turn. The thread is spare while it waits, and once there are no more.
    fn take<I: Iterator>(&self, stream: &Mutex<Enumerate<Fuse<I>>>) -> Option<(usize, I::Item)> {
        self.spare.lend();
        let taken = self.wait_for_item(stream)?;
        self.spare.recall();
        Some(taken)
    }

    fn wait_for_item<I: Iterator>(&self, stream: &Mutex<Enumerate<Fuse<I>>>) -> Option<(usize, I::Item)> {
        let mut items = stream.lock().unwrap_or_else(PoisonError::into_inner);
        if self.cancel.is_cancelled() {
            return None;
        }
        let (index, item) = items.next()?;
        self.under_way.fetch_add(1, Ordering::SeqCst);
        // The others wait for the lock meanwhile, as they would have to wait here.
        self.gate.wait_for(index, self.window);
        Some((index, item))
    }

    /// What a thread does until there are no more items.
    fn work<R>(&self, step: &Step<R>, sender: &Sender<Sent<R>>) {
        loop {
            match catch_unwind(AssertUnwindSafe(step)) {
                Ok(Some(result)) => {
                    let sent = sender.send(Ok(result));
                    self.under_way.fetch_sub(1, Ordering::SeqCst);
                    if sent.is_err() {
                        return;
                    }
                }
                Ok(None) => return,
                Err(panic) => {
                    // If there is no reader, there is no one to tell.
                    let _ = sender.send(Err(panic));
                    return;
                }
            }
        }
    }
}

/// Knows how many results have been handed back.
#[derive(Default)]
struct Gate {
    finished: Mutex<usize>,
    opened: Condvar,
}

impl Gate {
    fn wait_for(&self, index: usize, window: usize) {
        let finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        let closed = |finished: &mut usize| index >= *finished + window;
        drop(self.opened.wait_while(finished, closed));
    }

    fn open_to(&self, finished: usize) {
        *self.finished.lock().unwrap_or_else(PoisonError::into_inner) = finished;
        self.opened.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_order<T: 'static, R: Send + 'static>(
        items: impl Iterator<Item = T> + Send + 'static,
        threads: usize,
        work: impl Fn(T) -> R + Send + Sync + 'static,
    ) -> InOrder<R> {
        InOrder::new(items, threads, SpareThreads::default(), Cancel::new(), work)
    }

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        for threads in [1, 2, 7] {
            let second_is_done: Vec<Gate> = (0..250).map(|_| Gate::default()).collect();
            let second_before_first = move |item: usize| {
                let gate = &second_is_done[item / 2];
                match item % 2 {
                    // A single thread comes to the second of a pair after the first.
                    0 if threads > 1 => gate.wait_for(0, 0),
                    _ => gate.open_to(1),
                }
                item * item
            };
            let results: Vec<usize> = in_order(0..500, threads, second_before_first).collect();
            assert_eq!(results, (0..500).map(|item| item * item).collect::<Vec<usize>>());
        }
    }

    #[test]
    fn an_item_that_is_not_done_holds_back_the_stream() {
        const AHEAD: usize = 4 * WINDOW;
        let taken = Arc::new(AtomicUsize::new(0));
        let is_held_back = Arc::new(Gate::default());
        let (count, gate) = (taken.clone(), is_held_back.clone());
        let items = (0..10_000).inspect(move |_| gate.open_to(count.fetch_add(1, Ordering::SeqCst) + 1));
        let first_waits_for_all_others = move |item| {
            if item == 0 {
                is_held_back.wait_for(AHEAD, 0);
            }
        };
        let mut results = in_order(items, 4, first_waits_for_all_others);
        results.next();
        // Those of the window are taken, and one for which there is no room before the first is handed back. After
        // that there is room for one more, which may or may not have been taken by now.
        let taken = taken.load(Ordering::SeqCst);
        assert!([AHEAD + 1, AHEAD + 2].contains(&taken), "{taken}");
        assert_eq!(results.count(), 9_999);
    }

    #[test]
    fn no_items_are_taken_after_it_is_dropped() {
        let taken = Arc::new(AtomicUsize::new(0));
        let count = taken.clone();
        let items = (0..).inspect(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
        });
        let mut results = in_order(items, 3, |item| item);
        assert_eq!(results.by_ref().take(10).collect::<Vec<i32>>(), (0..10).collect::<Vec<_>>());
        let flow = Arc::downgrade(&results.flow);
        drop(results);
        // The last thread takes what the threads share with it.
        while flow.strong_count() > 0 {
            thread::yield_now();
        }
        assert!(taken.load(Ordering::SeqCst) <= 11 + 3 * WINDOW);
    }

    #[test]
    fn a_thread_without_an_item_is_spare() {
        let spare = SpareThreads::default();
        let lent = spare.clone();
        let work = move |item| {
            if item == 2 {
                // Until the two other threads have found nothing to do.
                while !(lent.is_any() && lent.take().is_some_and(|_first| lent.is_any())) {
                    thread::yield_now();
                }
            }
        };
        assert_eq!(InOrder::new(0..3, 3, spare, Cancel::new(), work).count(), 3);
    }

    #[test]
    fn cancelled_work_ends_with_what_is_under_way() {
        let cancel = Cancel::new();
        let thrown = cancel.clone();
        let work = move |item| {
            if item == 20 {
                thrown.cancel();
            }
            item
        };
        let results: Vec<i32> = InOrder::new(0.., 2, SpareThreads::default(), cancel.child(), work).collect();
        assert!(results.len() > 20 && results.iter().copied().eq(0..results.len() as i32));
    }

    #[test]
    #[should_panic(expected = "item 30")]
    fn a_panic_reaches_the_reader() {
        in_order(0..100, 2, |item| assert_ne!(item, 30, "item {item}")).for_each(drop);
    }

    #[test]
    fn without_other_threads_the_reader_works_itself() {
        let results = in_order(0..40, 0, |item| item + 1);
        assert!(results.alone.is_some());
        assert_eq!(results.collect::<Vec<_>>(), (1..=40).collect::<Vec<_>>());
    }
}
