//! A node limit that is kept in the order of nodes, so that a search ends at the same node on any number of threads.
//!
//! Threads search subtrees side by side, and which nodes are the first so many by the clock is different in each run. So
//! the clock does not matter: every subtree has its own count, and the last node is found by adding the counts up in the
//! order in which a single thread would come to the subtrees.
//!
//! 1. Nothing has to be looked at until all threads together have expanded as many nodes as there may be.
//! 2. From then on threads note how far they are ([`NodeLimit::note`]). A subtree up to whose last known node there are more
//!    nodes than there may be is given up, and so are all after it ([`NodeLimit::narrow`]); those before it are finished.
//! 3. In the end all counts up to the subtree with the last node are complete ([`NodeLimit::end`]). What was searched
//!    beyond that node does not count; the caller searches the beginning of that one subtree again to count it.

use super::node_budget::Count;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The limit of an iteration, with what is known of its subtrees.
#[derive(Debug)]
pub(crate) struct NodeLimit {
    most: u64,
    /// By subtree, if there is a limit: nodes outside of subtrees that come before it, and its own as far as they are known.
    before: Vec<u64>,
    known: Vec<AtomicU64>,
    /// The first subtree that is known to reach behind the last node.
    behind: AtomicUsize,
}

/// Where an iteration with a limit ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All that was to be searched is within the limit.
    Within,
    /// Outside of subtrees, after so many nodes of subtrees.
    Outside { subtrees: Count },
    /// In a subtree: after so many nodes of those before it and so many of its own.
    Inside { subtree: usize, subtrees: Count, nodes: u64 },
}

impl NodeLimit {
    /// `before` are the nodes outside of subtrees that come before each of them. Without a limit nothing is kept.
    pub(crate) fn new(most: Option<u64>, before: impl Iterator<Item = u64>) -> NodeLimit {
        let before: Vec<u64> = most.map_or_else(Vec::new, |_| before.collect());
        let known = before.iter().map(|_| AtomicU64::new(0)).collect();
        NodeLimit { most: most.unwrap_or(u64::MAX), before, known, behind: AtomicUsize::new(usize::MAX) }
    }

    /// Bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        2 * size_of::<u64>() * self.before.capacity()
    }

    /// So many nodes of a subtree have been expanded.
    pub(crate) fn note(&self, subtree: usize, expanded: u64) {
        if let Some(known) = self.known.get(subtree) {
            known.store(expanded, Relaxed);
        }
    }

    /// Finds out which subtrees need not be searched.
    pub(crate) fn narrow(&self) {
        let mut sum = 0;
        let reaches_behind = |(known, before): (&AtomicU64, &u64)| {
            sum += known.load(Relaxed);
            before + sum > self.most
        };
        if let Some(subtree) = self.known.iter().zip(&self.before).position(reaches_behind) {
            self.behind.fetch_min(subtree, Relaxed);
        }
    }

    /// Whether a subtree is known to reach behind the last node, or to lie behind it.
    pub(crate) fn is_behind(&self, subtree: usize) -> bool {
        subtree >= self.behind.load(Relaxed)
    }

    /// Where the iteration ends, if subtrees have these nodes and there are so many outside of them. A subtree with a
    /// goal is counted up to the goal, and none after it matters.
    pub(crate) fn end(&self, outside: u64, goal: Option<usize>, counted: &mut [(usize, Count)]) -> End {
        if self.most == u64::MAX {
            return End::Within;
        }
        counted.sort_unstable_by_key(|&(subtree, _)| subtree);
        let mut subtrees = Count::default();
        for &(subtree, count) in counted.iter() {
            if goal.is_some_and(|goal| subtree > goal) {
                break;
            }
            let before = self.before[subtree] + subtrees.expanded;
            if before > self.most {
                return End::Outside { subtrees };
            }
            if before + count.expanded > self.most {
                return End::Inside { subtree, subtrees, nodes: self.most - before };
            }
            subtrees += count;
        }
        let is_over = goal.is_none() && outside + subtrees.expanded > self.most;
        if is_over { End::Outside { subtrees } } else { End::Within }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(counted: &[(usize, u64)]) -> Vec<(usize, Count)> {
        counted
            .iter()
            .map(|&(subtree, expanded)| (subtree, Count { expanded, generated: 2 * expanded }))
            .collect()
    }

    #[test]
    fn subtrees_are_given_up_once_those_before_them_have_enough_nodes() {
        let limit = NodeLimit::new(Some(100), [1, 2, 3, 4].into_iter());
        limit.note(2, 90);
        limit.narrow();
        assert!(!limit.is_behind(3));
        limit.note(3, 10);
        limit.narrow();
        assert!(limit.is_behind(3) && !limit.is_behind(2));
        // The first turns out to be larger than all there may be.
        limit.note(0, 100);
        limit.narrow();
        assert!(limit.is_behind(0));
    }

    #[test]
    fn the_end_is_where_a_single_thread_has_expanded_as_many() {
        let limit = NodeLimit::new(Some(100), [1, 2, 30].into_iter());
        let end = |goal, counted: &[(usize, u64)]| limit.end(40, goal, &mut counts(counted));
        let nodes = |expanded| Count { expanded, generated: 2 * expanded };
        assert_eq!(
            end(None, &[(1, 50), (0, 60)]),
            End::Inside { subtree: 1, subtrees: nodes(60), nodes: 38 }
        );
        assert_eq!(end(None, &[(0, 60), (1, 30), (2, 5)]), End::Outside { subtrees: nodes(90) });
        assert_eq!(end(None, &[(0, 10), (1, 30), (2, 25)]), End::Outside { subtrees: nodes(65) });
        assert_eq!(end(None, &[(0, 10), (1, 30), (2, 20)]), End::Within);
        assert_eq!(end(Some(1), &[(2, 500), (0, 10), (1, 30)]), End::Within);
        assert_eq!(end(Some(0), &[(0, 100)]), End::Inside { subtree: 0, subtrees: nodes(0), nodes: 99 });
    }
}
