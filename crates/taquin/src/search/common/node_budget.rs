//! The nodes that an iteration has expanded on all its threads, and how many it may.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Nodes of a search or of a part of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Count {
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Children made; the root is not one.
    pub generated: u64,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.expanded += other.expanded;
        self.generated += other.generated;
    }
}

impl std::ops::Add for Count {
    type Output = Count;

    fn add(mut self, other: Count) -> Count {
        self += other;
        self
    }
}

impl std::ops::Sub for Count {
    type Output = Count;

    /// What is left of a count that the other is a part of.
    fn sub(self, other: Count) -> Count {
        Count { expanded: self.expanded - other.expanded, generated: self.generated - other.generated }
    }
}

/// Counts for all threads. Near the end of a limit they look more often; [`NodeLimit`](super::node_limit::NodeLimit) says
/// which of the nodes are within it.
#[derive(Debug)]
pub(crate) struct NodeBudget {
    /// Nothing: there is no limit.
    most: Option<u64>,
    expanded: AtomicU64,
    generated: AtomicU64,
    stopped: AtomicBool,
}

impl NodeBudget {
    /// So many nodes may be expanded.
    pub(crate) fn new(most: Option<u64>) -> NodeBudget {
        NodeBudget {
            most,
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// The nodes that may be expanded in all, if there is a limit.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.most
    }

    /// The nodes that may be expanded after those counted.
    pub(crate) fn left(&self) -> u64 {
        self.most.map_or(u64::MAX, |most| most.saturating_sub(self.expanded.load(Relaxed)))
    }

    /// Whether more nodes have been expanded than there may be: then some of them lie behind the last one.
    pub(crate) fn is_overrun(&self) -> bool {
        self.most.is_some_and(|most| self.expanded.load(Relaxed) > most)
    }

    /// How many nodes one of so many strands expands before it looks again: all it would like to, or its share of those
    /// that are left, but not so few that looking would take longer than searching.
    pub(crate) fn stretch(&self, least: u64, most: u64, strands: u64) -> u64 {
        (self.left() / strands).clamp(least, most)
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
    fn the_last_nodes_are_shared_out() {
        let nodes = NodeBudget::new(Some(1000));
        assert_eq!([nodes.stretch(10, 100, 4), nodes.stretch(10, 1000, 4)], [100, 250]);
        nodes.add(Count { expanded: 990, generated: 0 });
        assert_eq!((nodes.stretch(10, 100, 4), nodes.left(), nodes.is_overrun()), (10, 10, false));
        nodes.add(Count { expanded: 11, generated: 0 });
        assert_eq!((nodes.stretch(10, 100, 4), nodes.left(), nodes.is_overrun()), (10, 0, true));
    }

    #[test]
    fn without_a_limit_all_is_left() {
        let nodes = NodeBudget::new(None);
        nodes.add(Count { expanded: u64::MAX / 2, generated: 0 });
        assert_eq!((nodes.stretch(10, 100, 4), nodes.left(), nodes.is_overrun()), (100, u64::MAX, false));
    }
}
