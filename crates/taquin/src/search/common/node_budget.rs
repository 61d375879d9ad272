//! The nodes that an iteration may expand, shared by all threads at work on it, and those it has.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Nodes of a search or of a part of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.expanded += other.expanded;
        self.generated += other.generated;
    }
}

/// Threads take nodes out of it before they expand them.
#[derive(Debug)]
pub(crate) struct NodeBudget {
    left: AtomicU64,
    /// Into how many parts the last nodes are divided.
    shares: u64,
    expanded: AtomicU64,
    generated: AtomicU64,
    stopped: AtomicBool,
}

impl NodeBudget {
    /// This many nodes; the last are divided into so many shares.
    pub(crate) fn new(nodes: u64, shares: u64) -> NodeBudget {
        NodeBudget {
            left: AtomicU64::new(nodes),
            shares,
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// Takes up to so many nodes, fewer if there are not as many.
    pub(crate) fn take(&self, most: u64) -> u64 {
        let share = |left: u64| (left / self.shares).clamp(1, most).min(left);
        let before = self.left.fetch_update(Relaxed, Relaxed, |left| Some(left - share(left)));
        share(before.unwrap_or_else(|left| left))
    }

    /// Gives back nodes that were taken and not expanded.
    pub(crate) fn give_back(&self, unused: u64) {
        self.left.fetch_add(unused, Relaxed);
    }

    /// Counts nodes.
    pub(crate) fn add(&self, count: Count) {
        self.expanded.fetch_add(count.expanded, Relaxed);
        self.generated.fetch_add(count.generated, Relaxed);
    }

    /// The nodes counted so far.
    pub(crate) fn count(&self) -> Count {
        Count { expanded: self.expanded.load(Relaxed), generated: self.generated.load(Relaxed) }
    }

    /// Ends the iteration for all threads.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_nodes_are_taken_than_there_are() {
        let nodes = NodeBudget::new(10, 1);
        assert_eq!([nodes.take(4), nodes.take(4), nodes.take(4), nodes.take(4)], [4, 4, 2, 0]);
        nodes.give_back(3);
        assert_eq!([nodes.take(4), nodes.take(4)], [3, 0]);
    }

    #[test]
    fn the_last_nodes_are_shared_out() {
        let nodes = NodeBudget::new(16, 4);
        assert_eq!([nodes.take(8), nodes.take(8), nodes.take(2)], [4, 3, 2]);
        let rest = std::iter::from_fn(|| Some(nodes.take(8)).filter(|&taken| taken > 0));
        assert_eq!(rest.collect::<Vec<_>>(), [1; 7]);
    }
}
