//! The subtrees of an iteration and their search, behind objects: what divides them among threads is compiled once and
//! not for every kernel. An object is asked once for some ten thousand nodes, so that costs nothing.

use super::frontier::{Frontier, Order, Root};
use super::interleave::{self, Event, INTERLEAVED, Strand};
use crate::search::common::node_budget::Count;
use crate::search::idastar::kernel::Kernel;
use crate::search::idastar::probe::{Probe, Prober};

/// Subtrees searched at a time by one thread where look-ups are prefetched.
pub(crate) const INTERLEAVED_AHEAD: usize = 4;

/// A kernel of whatever kind.
pub(crate) trait Engine {
    /// Whether it prefetches look-ups.
    fn prefetches(&self) -> bool;
    /// Cuts the tree below a board and a bound into about so many subtrees.
    fn cut(&self, numbers: &[u8], bound: u32, enough: usize, order: Order<'_>) -> Box<dyn Subtrees + '_>;
    /// One subtree for each child of each of some roots, each with a bound of its own.
    fn cut_below(&self, roots: &[Root]) -> Box<dyn Subtrees + '_>;
    /// What searches one board after the other.
    fn probe(&self) -> Box<dyn Probe + '_>;
}

/// The subtrees of an iteration, in the order in which they are searched.
pub(crate) trait Subtrees: Sync {
    /// How many there are.
    fn len(&self) -> usize;
    /// All nodes above the cut.
    fn above(&self) -> Count;
    /// The nodes above the cut up to the moment when a subtree's root is made.
    fn before(&self, subtree: usize) -> Count;
    /// The nodes above the cut when only so many of them have been expanded.
    fn above_after(&self, expanded: u64) -> Count;
    /// A subtree cut once more, into about so many.
    fn split(&self, subtree: usize, enough: usize) -> Box<dyn Subtrees + '_>;
    /// What a subtree weighs: a number that grows with the nodes that are expected of it.
    fn weight(&self, subtree: usize) -> u8;
    /// Whether a subtree is the goal itself.
    fn is_goal(&self, subtree: usize) -> bool;
    /// The root that a subtree is below, by number.
    fn root_of(&self, subtree: usize) -> usize;
    /// The cells the blank goes to from that root, through a subtree's root and on by these moves.
    fn targets(&self, subtree: usize, tail: &[u8]) -> Vec<usize>;
    /// Subtrees that a thread searches in turn.
    fn interleaved(&self) -> usize;
    /// What a thread searches with.
    fn searcher(&self) -> Box<dyn Searcher + '_>;
    /// Bytes of all this, with as many searchers.
    fn bytes(&self, searchers: usize) -> usize;
}

/// A thread's subtrees under search, each in a *strand*.
pub(crate) trait Searcher {
    /// Strands in use.
    fn strands(&self) -> usize;
    /// Adds a strand; gives its number.
    fn add(&mut self) -> usize;
    /// Gives a strand up; those after it move up.
    fn remove(&mut self, strand: usize);
    /// Puts a subtree on a strand. True if there is anything to search below its root.
    fn load(&mut self, strand: usize, subtree: usize) -> bool;
    /// The nodes of a strand's subtree so far.
    fn count(&self, strand: usize) -> Count;
    /// The nodes of a strand that stands on the goal, as far as a plain search has them.
    fn count_to_goal(&self, strand: usize) -> Count;
    /// The nodes of a strand's subtree up to the moment when the next is made that would be expanded. There must be one.
    fn count_to_next(&self, strand: usize) -> Count;
    /// The moves from a subtree's root to the goal.
    fn path(&self, strand: usize) -> Vec<u8>;
    /// Gives the first so many strands up to `turns` turns each; ends early at the first event. Also the nodes.
    fn run(&mut self, strands: usize, turns: u32) -> (Event, Count);
    /// Whether all strands can be run together.
    fn runs_together(&self) -> bool;
}

impl<K: Kernel> Engine for K {
    fn prefetches(&self) -> bool {
        K::AHEAD
    }

    fn cut(&self, numbers: &[u8], bound: u32, enough: usize, order: Order<'_>) -> Box<dyn Subtrees + '_> {
        let root = self.root(numbers, bound);
        let frontier = Frontier::new(self, root, enough).in_order(self, order);
        Box::new(Cut { kernel: self, frontier, roots: vec![root], owners: vec![] })
    }

    fn cut_below(&self, roots: &[Root]) -> Box<dyn Subtrees + '_> {
        let (frontier, roots, owners) = Frontier::of_roots(self, roots);
        Box::new(Cut { kernel: self, frontier, roots, owners })
    }

    fn probe(&self) -> Box<dyn Probe + '_> {
        Box::new(Prober::new(self))
    }
}

/// The subtrees of one kernel.
struct Cut<'a, K: Kernel> {
    kernel: &'a K,
    frontier: Frontier<K::Node>,
    roots: Vec<K::Node>,
    /// The root of every subtree; all are of the first if there are none.
    owners: Vec<u32>,
}

impl<K: Kernel> Subtrees for Cut<'_, K> {
    fn len(&self) -> usize {
        self.frontier.subtrees.len()
    }

    fn above(&self) -> Count {
        self.frontier.above
    }

    fn before(&self, subtree: usize) -> Count {
        self.frontier.subtrees[subtree].before
    }

    fn above_after(&self, expanded: u64) -> Count {
        self.frontier.above_after(expanded)
    }

    fn split(&self, subtree: usize, enough: usize) -> Box<dyn Subtrees + '_> {
        let root = self.frontier.subtrees[subtree].node;
        let frontier = Frontier::new(self.kernel, root, enough);
        Box::new(Cut { kernel: self.kernel, frontier, roots: vec![root], owners: vec![] })
    }

    fn weight(&self, subtree: usize) -> u8 {
        self.kernel.slack(&self.frontier.subtrees[subtree].node).min(255) as u8
    }

    fn is_goal(&self, subtree: usize) -> bool {
        self.kernel.left(&self.frontier.subtrees[subtree].node) == 0
    }

    fn root_of(&self, subtree: usize) -> usize {
        self.owners.get(subtree).map_or(0, |&owner| owner as usize)
    }

    fn targets(&self, subtree: usize, tail: &[u8]) -> Vec<usize> {
        let mut targets: Vec<usize> = self.frontier.path(subtree).iter().map(|&cell| cell.into()).collect();
        let mut node = self.frontier.subtrees[subtree].node;
        for &step in tail {
            targets.push(self.kernel.target(&node, step));
            node = self.kernel.child_of(&node, step);
        }
        targets
    }

    fn interleaved(&self) -> usize {
        if K::AHEAD { INTERLEAVED_AHEAD } else { INTERLEAVED }
    }

    fn searcher(&self) -> Box<dyn Searcher + '_> {
        Box::new(Strands { cut: self, strands: Vec::new() })
    }

    fn bytes(&self, searchers: usize) -> usize {
        self.frontier.bytes() + searchers * self.interleaved() * Strand::<K>::bytes() + self.kernel.bytes()
    }
}

struct Strands<'a, K: Kernel> {
    cut: &'a Cut<'a, K>,
    strands: Vec<Strand<K>>,
}

impl<K: Kernel> Searcher for Strands<'_, K> {
    fn strands(&self) -> usize {
        self.strands.len()
    }

    fn add(&mut self) -> usize {
        self.strands.push(Strand::new(self.cut.roots[0]));
        self.strands.len() - 1
    }

    fn remove(&mut self, strand: usize) {
        self.strands.remove(strand);
    }

    fn load(&mut self, strand: usize, subtree: usize) -> bool {
        self.strands[strand].load(self.cut.kernel, self.cut.frontier.subtrees[subtree].node)
    }

    fn count(&self, strand: usize) -> Count {
        self.strands[strand].count
    }

    fn count_to_goal(&self, strand: usize) -> Count {
        self.strands[strand].count_to_goal(self.cut.kernel)
    }

    fn count_to_next(&self, strand: usize) -> Count {
        self.strands[strand].count_to_next(self.cut.kernel)
    }

    fn path(&self, strand: usize) -> Vec<u8> {
        self.strands[strand].path()
    }

    fn run(&mut self, strands: usize, turns: u32) -> (Event, Count) {
        let strands = &mut self.strands[..strands];
        let generated =
            |strands: &[Strand<K>]| strands.iter().map(|strand| strand.count.generated).sum::<u64>();
        let before = generated(strands);
        let (event, expanded) = interleave::run(self.cut.kernel, strands, turns);
        (event, Count { expanded, generated: generated(strands) - before })
    }

    fn runs_together(&self) -> bool {
        K::AHEAD || self.strands.len() == INTERLEAVED
    }
}
