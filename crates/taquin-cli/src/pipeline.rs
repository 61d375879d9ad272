//! Works on a stream of items with several threads and hands the results back in the order of the
//! items.
//!
//! Memory is bounded: no item is taken from the stream that is more than a window ahead of the
//! result handed back last, however slow one item may be.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use taquin::search::Cancel;

/// How many items for each thread may be under way or waiting for their turn.
const WINDOW: usize = 16;

/// Takes items until there are no more, `finish` fails or the switch is thrown. Results of items
/// under way when the switch is thrown are still handed back.
pub(crate) fn run<T, R>(
    items: impl Iterator<Item = T> + Send + 'static,
    threads: usize,
    cancel: &Cancel,
    work: impl Fn(T) -> R + Send + Sync + 'static,
    mut finish: impl FnMut(R) -> Result<(), Failure>,
) -> Result<(), Failure>
where
    R: Send + 'static,
{
    let stream = Arc::new(Stream {
        items: Mutex::new(items.fuse().enumerate()),
        gate: Gate::default(),
        window: threads * WINDOW,
        under_way: AtomicUsize::new(0),
        cancel: cancel.clone(),
    });
    let work = Arc::new(work);
    let (sender, receiver) = mpsc::channel();
    for started in 0..threads {
        let (stream, work, sender) = (stream.clone(), work.clone(), sender.clone());
        // Not scoped: a thread may be waiting for input that never comes when the program ends.
        let thread = std::thread::Builder::new().spawn(move || {
            while let Some((index, item)) = stream.take() {
                let sent = sender.send((index, work(item)));
                stream.under_way.fetch_sub(1, Ordering::SeqCst);
                if sent.is_err() {
                    break;
                }
            }
        });
        match thread {
            Ok(_) => {}
            // Where the system gives no more threads, those there are do the work.
            Err(_) if started > 0 => break,
            Err(error) => return Err(Failure::new(format_args!("cannot start a thread: {error}"))),
        }
    }
    drop(sender);
    let mut early = BTreeMap::new();
    let mut next = 0;
    loop {
        let idle = cancel.is_cancelled() && stream.under_way.load(Ordering::SeqCst) == 0;
        let patience = if idle { Duration::ZERO } else { Duration::from_millis(50) };
        match receiver.recv_timeout(patience) {
            Ok((index, result)) => {
                early.insert(index, result);
                while let Some(result) = early.remove(&next) {
                    finish(result)?;
                    next += 1;
                }
                stream.gate.open_to(next);
            }
            Err(RecvTimeoutError::Timeout) if !idle => {}
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Where the threads get their items.
struct Stream<I> {
    items: Mutex<std::iter::Enumerate<I>>,
    gate: Gate,
    window: usize,
    /// Items taken whose results have not been sent.
    under_way: AtomicUsize,
    cancel: Cancel,
}

impl<I: Iterator> Stream<I> {
    fn take(&self) -> Option<(usize, I::Item)> {
        let mut items = self.items.lock().unwrap_or_else(PoisonError::into_inner);
        if self.cancel.is_cancelled() {
            return None;
        }
        let (index, item) = items.next()?;
        self.under_way.fetch_add(1, Ordering::SeqCst);
        // The others wait for the lock meanwhile, as they would have to wait here.
        self.gate.wait_for(index, self.window);
        Some((index, item))
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

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        for threads in [1, 2, 7] {
            let mut results = Vec::new();
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
            run(0..500, threads, &Cancel::new(), second_before_first, |result| {
                results.push(result);
                Ok(())
            })
            .unwrap();
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
        let mut taken_at_first = None;
        run(items, 4, &Cancel::new(), first_waits_for_all_others, |()| {
            taken_at_first.get_or_insert(taken.load(Ordering::SeqCst));
            Ok(())
        })
        .unwrap();
        // The last of them is taken from the stream and waits for its turn.
        assert_eq!(taken_at_first, Some(AHEAD + 1));
    }

    #[test]
    fn a_failure_ends_the_work() {
        let failure = run(
            0..,
            3,
            &Cancel::new(),
            |item| item,
            |item| {
                if item < 10 { Ok(()) } else { Err(Failure::ReaderGone) }
            },
        );
        assert_eq!(failure, Err(Failure::ReaderGone));
    }
}
