//! Threads that have nothing to do, and may join searches under way.
//!
//! A spare thread is a number, not a thread that waits: a search that takes one starts a scoped thread, which can borrow
//! all that the search holds, and gives the number back when that thread ends. So nothing has to be made `'static`, and
//! a search can be joined at any time.

use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};

/// How many threads are spare at the moment, shared by all searches whose [`Limits`](super::limits::Limits) hold a clone.
///
/// [`Solver::solve_all`](crate::Solver::solve_all) uses it to keep all threads busy while its last problems are solved;
/// with threads of your own, lend those that wait and recall them when they have work again.
#[derive(Clone, Debug, Default)]
pub struct SpareThreads {
    /// Below 0 if more were recalled than are at hand: then some have to leave the searches they have joined.
    count: Arc<AtomicIsize>,
}

impl SpareThreads {
    /// This many threads have nothing to do.
    pub fn new(threads: usize) -> SpareThreads {
        SpareThreads { count: Arc::new(AtomicIsize::new(threads as isize)) }
    }

    /// One more thread has nothing to do.
    pub fn lend(&self) {
        self.count.fetch_add(1, Relaxed);
    }

    /// A thread that was lent has something to do again. It need not wait: if a search has it, it leaves soon.
    pub fn recall(&self) {
        self.count.fetch_sub(1, Relaxed);
    }

    /// Whether a search would get one.
    pub(crate) fn is_any(&self) -> bool {
        self.count.load(Relaxed) > 0
    }

    /// One of them, for as long as the permit is kept.
    pub(crate) fn take(&self) -> Option<Permit> {
        let take = |count: isize| (count > 0).then(|| count - 1);
        self.count.fetch_update(Relaxed, Relaxed, take).ok()?;
        Some(Permit { spare: self.clone(), is_left: false })
    }
}

/// The permit of a thread to take part in a search.
#[derive(Debug)]
pub(crate) struct Permit {
    spare: SpareThreads,
    is_left: bool,
}

impl Permit {
    /// Whether the thread has to leave because a thread was recalled. If it has to, the permit is no longer its own.
    pub(crate) fn is_recalled(&mut self) -> bool {
        let leave = |count: isize| (count < 0).then(|| count + 1);
        self.is_left = self.is_left || self.spare.count.fetch_update(Relaxed, Relaxed, leave).is_ok();
        self.is_left
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if !self.is_left {
            self.spare.lend();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_given_back() {
        let spare = SpareThreads::new(2);
        let permits = [spare.take(), spare.take()];
        assert!(permits.iter().all(Option::is_some));
        assert!(!spare.is_any() && spare.take().is_none());
        drop(permits);
        assert_eq!(spare.count.load(Relaxed), 2);
    }

    #[test]
    fn one_thread_leaves_for_each_that_is_recalled() {
        let spare = SpareThreads::new(3);
        let mut permits: Vec<Permit> = std::iter::from_fn(|| spare.take()).collect();
        assert!(!permits.iter_mut().any(Permit::is_recalled));
        spare.recall();
        spare.recall();
        let leaving = permits.iter_mut().filter_map(|permit| permit.is_recalled().then_some(())).count();
        assert_eq!(leaving, 2);
        // Those that leave are told so again; the third stays.
        assert_eq!(permits.iter_mut().map(Permit::is_recalled).collect::<Vec<_>>(), [true, true, false]);
        drop(permits);
        assert_eq!(spare.count.load(Relaxed), 1);
    }
}
