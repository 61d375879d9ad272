//! The subtrees of an iteration in order, taken one by one by all threads at work on it.
//!
//! When a goal is found, subtrees after it are dropped and those before it, which are few and under way already, are
//! finished. So what is found, and the nodes up to it, are those of a single thread, whatever the number of threads.
//!
//! With a ledger ([`UnitLedger`]) only those subtrees are handed out that it names.

use super::node_budget::Count;
use super::unit_ledger::{Part, Taken, UnitLedger};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Subtrees by number. `P` is the path to a goal.
pub(crate) struct SubtreeQueue<'a, P> {
    subtrees: usize,
    /// The next to take.
    next: AtomicUsize,
    /// The first that is known to hold a goal.
    first_goal: AtomicUsize,
    goal: Mutex<Option<(usize, P)>>,
    ledger: Option<Handed<'a>>,
}

/// What a ledger has handed out.
struct Handed<'a> {
    ledger: &'a dyn UnitLedger,
    /// The rest of the subtrees that it has named last.
    rest: Mutex<Range<usize>>,
    /// Whether it has no more.
    is_over: AtomicBool,
}

impl<'a, P> SubtreeQueue<'a, P> {
    /// So many subtrees, of which those are handed out that a ledger names, if there is one.
    pub(crate) fn new(subtrees: usize, ledger: Option<&'a dyn UnitLedger>) -> SubtreeQueue<'a, P> {
        let handed = |ledger| Handed { ledger, rest: Mutex::new(0..0), is_over: AtomicBool::new(false) };
        SubtreeQueue {
            subtrees,
            next: AtomicUsize::new(0),
            first_goal: AtomicUsize::new(usize::MAX),
            goal: Mutex::new(None),
            ledger: ledger.map(handed),
        }
    }

    /// Takes the next subtree, if there is one that may hold a goal before those known.
    pub(crate) fn take(&self) -> Option<usize> {
        let is_worth_it = |&subtree: &usize| subtree < self.subtrees && !self.is_moot(subtree);
        match &self.ledger {
            None => Some(self.next.fetch_add(1, Relaxed)).filter(is_worth_it),
            // It may name those before a goal after others.
            Some(handed) => std::iter::from_fn(|| handed.take()).find(is_worth_it),
        }
    }

    /// Whether there is one to take.
    pub(crate) fn is_any_left(&self) -> bool {
        match &self.ledger {
            None => {
                let next = self.next.load(Relaxed);
                next < self.subtrees && !self.is_moot(next)
            }
            Some(handed) => !handed.is_over.load(Relaxed),
        }
    }

    /// Whether there may be subtrees later although there is none to take now.
    pub(crate) fn may_get_more(&self) -> bool {
        self.ledger.as_ref().is_some_and(|handed| !handed.is_over.load(Relaxed))
    }

    /// Whether a subtree need not be searched because there is a goal before it.
    pub(crate) fn is_moot(&self, subtree: usize) -> bool {
        subtree > self.first_goal.load(Relaxed)
            || self.ledger.as_ref().is_some_and(|handed| subtree > handed.ledger.first_goal())
    }

    /// A subtree under search has so many nodes so far.
    pub(crate) fn grown(&self, subtree: usize, nodes: u64) {
        if let Some(handed) = &self.ledger {
            handed.ledger.grown(subtree, nodes);
        }
    }

    /// A part of a subtree for a thread without one.
    pub(crate) fn take_part(&self) -> Option<Part> {
        self.ledger.as_ref().and_then(|handed| handed.ledger.take_part())
    }

    /// A part has been searched; without a count if it has a goal.
    pub(crate) fn part_done(&self, part: Part, count: Option<Count>) {
        if let Some(handed) = &self.ledger {
            handed.ledger.part_done(part, count);
        }
    }

    /// Whether a subtree under search has been searched elsewhere.
    pub(crate) fn is_done_elsewhere(&self, subtree: usize) -> bool {
        self.ledger.as_ref().is_some_and(|handed| handed.ledger.is_done_elsewhere(subtree))
    }

    /// A subtree has been searched through, or up to the goal at the end of a path.
    pub(crate) fn done(&self, subtree: usize, count: Count, goal: Option<&[u8]>) {
        if let Some(handed) = &self.ledger {
            handed.ledger.done(subtree, count, goal);
        }
    }

    /// There is a goal in a subtree.
    pub(crate) fn found(&self, subtree: usize, path: P) {
        let mut goal = self.goal.lock().unwrap_or_else(PoisonError::into_inner);
        if goal.as_ref().is_none_or(|(first, _)| subtree < *first) {
            *goal = Some((subtree, path));
            self.first_goal.fetch_min(subtree, Relaxed);
        }
    }

    /// The first subtree with a goal, and the path to it. To be called when all threads are done.
    pub(crate) fn goal(&self) -> Option<(usize, P)> {
        self.goal.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Handed<'_> {
    fn take(&self) -> Option<usize> {
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(subtree) = rest.next() {
                return Some(subtree);
            }
            match self.ledger.take() {
                Taken::Units(units) => *rest = units,
                Taken::Later => return None,
                Taken::Nothing => {
                    self.is_over.store(true, Relaxed);
                    return None;
                }
            }
        }
    }
}

/// The nodes of subtrees, by number, up to the one with the goal if there is one.
pub(crate) fn sum_up_to(goal: Option<usize>, counted: impl IntoIterator<Item = (usize, Count)>) -> Count {
    let mut sum = Count::default();
    for (subtree, count) in counted {
        if goal.is_none_or(|goal| subtree <= goal) {
            sum += count;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::outcome::StopReason;
    use super::super::unit_ledger::{Cut, Elsewhere, Share};
    use super::*;

    #[test]
    fn subtrees_after_a_goal_are_dropped_and_those_before_it_are_not() {
        let queue = SubtreeQueue::new(9, None);
        assert_eq!([queue.take(), queue.take(), queue.take(), queue.take()], [0, 1, 2, 3].map(Some));
        queue.found(2, "second");
        assert!(queue.is_moot(3) && !queue.is_moot(1) && !queue.is_any_left());
        queue.found(1, "first");
        queue.found(3, "third");
        assert_eq!((queue.take(), queue.goal()), (None, Some((1, "first"))));
    }

    /// Names these subtrees, one by one.
    #[derive(Debug)]
    struct Named(Mutex<Vec<usize>>);

    impl UnitLedger for Named {
        fn begin(&self, _: &Cut) -> Result<Share, StopReason> {
            Ok(Share::Units)
        }

        fn take(&self) -> Taken {
            self.0.lock().unwrap().pop().map_or(Taken::Nothing, |unit| Taken::Units(unit..unit + 1))
        }

        fn done(&self, _: usize, _: Count, _: Option<&[u8]>) {}

        fn elsewhere(&self) -> Count {
            Count::default()
        }

        fn end(&self) -> Result<Option<Elsewhere>, StopReason> {
            Ok(None)
        }
    }

    #[test]
    fn subtrees_before_a_goal_are_taken_though_a_ledger_names_them_late() {
        let named = Named(Mutex::new(vec![0, 7, 1, 6, 8, 5]));
        let queue = SubtreeQueue::new(9, Some(&named));
        assert_eq!(queue.take(), Some(5));
        queue.found(5, "goal");
        assert!(queue.may_get_more());
        assert_eq!([queue.take(), queue.take(), queue.take()], [Some(1), Some(0), None]);
        assert!(!queue.may_get_more());
    }

    #[test]
    fn nodes_after_a_goal_do_not_count() {
        let counted = [(0, 10), (3, 1), (1, 5)];
        let counted = counted.map(|(subtree, expanded)| (subtree, Count { expanded, generated: 2 }));
        assert_eq!(sum_up_to(Some(1), counted), Count { expanded: 15, generated: 4 });
        assert_eq!(sum_up_to(None, counted), Count { expanded: 16, generated: 6 });
    }
}
