//! The subtrees of an iteration and their search, behind objects: what divides them among threads is compiled once and
//! not for every kernel. An object is asked once for some ten thousand nodes, so that costs nothing.

use super::frontier::{Frontier, Root};
use super::interleave::{self, Event, LANES, Lane};
use crate::search::idastar::kernel::{Count, Kernel};

/// Subtrees searched at a time by one thread where look-ups are prefetched.
pub(crate) const LANES_AHEAD: usize = 4;

/// A kernel of whatever kind.
pub(crate) trait Engine {
    /// Whether it prefetches look-ups.
    fn prefetches(&self) -> bool;
    /// Cuts the tree below a board and a bound into about so many subtrees.
    fn cut(&self, numbers: &[u8], bound: u32, enough: usize) -> Box<dyn Subtrees + '_>;
    /// One subtree for each child of each of some roots, each with a bound of its own.
    fn cut_below(&self, roots: &[Root]) -> Box<dyn Subtrees + '_>;
}

/// The subtrees of an iteration, in the order in which a depth-first search meets them.
pub(crate) trait Subtrees: Sync {
    /// How many there are.
    fn len(&self) -> usize;
    /// All nodes above the cut.
    fn above(&self) -> Count;
    /// The nodes above the cut up to the moment when a subtree's root is made.
    fn before(&self, subtree: usize) -> Count;
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

/// A thread's subtrees under search, each in a *lane*.
pub(crate) trait Searcher {
    /// Lanes in use.
    fn lanes(&self) -> usize;
    /// Adds a lane; gives its number.
    fn add(&mut self) -> usize;
    /// Gives a lane up; those after it move up.
    fn remove(&mut self, lane: usize);
    /// Puts a subtree on a lane. True if there is anything to search below its root.
    fn load(&mut self, lane: usize, subtree: usize) -> bool;
    /// The nodes of a lane's subtree so far.
    fn count(&self, lane: usize) -> Count;
    /// The nodes of a lane that stands on the goal, as far as a plain search has them.
    fn count_to_goal(&self, lane: usize) -> Count;
    /// The moves from a subtree's root to the goal.
    fn path(&self, lane: usize) -> Vec<u8>;
    /// Gives the first so many lanes up to `turns` turns each; ends early at the first event. Also the nodes.
    fn run(&mut self, lanes: usize, turns: u32) -> (Event, Count);
    /// Whether all lanes can be run together.
    fn runs_together(&self) -> bool;
}

impl<K: Kernel> Engine for K {
    fn prefetches(&self) -> bool {
        K::AHEAD
    }

    fn cut(&self, numbers: &[u8], bound: u32, enough: usize) -> Box<dyn Subtrees + '_> {
        let root = self.root(numbers, bound);
        let frontier = Frontier::new(self, root, enough);
        Box::new(Cut { kernel: self, frontier, roots: vec![root], owners: vec![] })
    }

    fn cut_below(&self, roots: &[Root]) -> Box<dyn Subtrees + '_> {
        let (frontier, owners) = Frontier::of_roots(self, roots);
        let roots = roots.iter().map(|root| self.root(&root.numbers, root.left)).collect();
        Box::new(Cut { kernel: self, frontier, roots, owners })
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

    fn is_goal(&self, subtree: usize) -> bool {
        self.kernel.left(&self.frontier.subtrees[subtree].node) == 0
    }

    fn root_of(&self, subtree: usize) -> usize {
        self.owners.get(subtree).map_or(0, |&owner| owner as usize)
    }

    fn targets(&self, subtree: usize, tail: &[u8]) -> Vec<usize> {
        let mut node = self.roots[self.root_of(subtree)];
        let step = |&step: &u8| {
            let target = self.kernel.target(&node, step);
            node = self.kernel.child_of(&node, step);
            target
        };
        self.frontier.path(subtree).iter().chain(tail).map(step).collect()
    }

    fn interleaved(&self) -> usize {
        if K::AHEAD { LANES_AHEAD } else { LANES }
    }

    fn searcher(&self) -> Box<dyn Searcher + '_> {
        Box::new(Lanes { cut: self, lanes: Vec::new() })
    }

    fn bytes(&self, searchers: usize) -> usize {
        self.frontier.bytes() + searchers * self.interleaved() * Lane::<K>::bytes() + self.kernel.bytes()
    }
}

struct Lanes<'a, K: Kernel> {
    cut: &'a Cut<'a, K>,
    lanes: Vec<Lane<K>>,
}

impl<K: Kernel> Searcher for Lanes<'_, K> {
    fn lanes(&self) -> usize {
        self.lanes.len()
    }

    fn add(&mut self) -> usize {
        self.lanes.push(Lane::new(self.cut.roots[0]));
        self.lanes.len() - 1
    }

    fn remove(&mut self, lane: usize) {
        self.lanes.remove(lane);
    }

    fn load(&mut self, lane: usize, subtree: usize) -> bool {
        self.lanes[lane].load(self.cut.kernel, self.cut.frontier.subtrees[subtree].node)
    }

    fn count(&self, lane: usize) -> Count {
        self.lanes[lane].count
    }

    fn count_to_goal(&self, lane: usize) -> Count {
        self.lanes[lane].count_to_goal(self.cut.kernel)
    }

    fn path(&self, lane: usize) -> Vec<u8> {
        self.lanes[lane].path()
    }

    fn run(&mut self, lanes: usize, turns: u32) -> (Event, Count) {
        let lanes = &mut self.lanes[..lanes];
        let generated = |lanes: &[Lane<K>]| lanes.iter().map(|lane| lane.count.generated).sum::<u64>();
        let before = generated(lanes);
        let (event, expanded) = interleave::run(self.cut.kernel, lanes, turns);
        (event, Count { expanded, generated: generated(lanes) - before })
    }

    fn runs_together(&self) -> bool {
        K::AHEAD || self.lanes.len() == LANES
    }
}
