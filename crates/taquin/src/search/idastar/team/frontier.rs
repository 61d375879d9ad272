//! Cuts the tree below a bound into subtrees, in the order a depth-first search meets them.
//!
//! With every subtree goes what the search has counted above the cut by the time it comes to it.
//! That makes the counts of a search that stops in the middle exact, in whatever order subtrees
//! were really searched. Where counts need not be those of a depth-first search, subtrees may be put in another order
//! ([`Order`]).

use crate::search::common::node_budget::Count;
use crate::search::idastar::foresight::Foresight;
use crate::search::idastar::kernel::Kernel;

/// A cut is never deeper than this.
const DEEPEST_CUT: u32 = 40;

/// Subtrees that stay together where they are searched by promise.
const NEIGHBOURS: usize = 64;

/// In which order subtrees are searched.
#[derive(Clone, Copy)]
pub(crate) enum Order<'a> {
    /// As a depth-first search meets them.
    DepthFirst,
    /// Those with the least estimates first: all are as deep, and a goal is more likely where less is left to do.
    NearestFirst,
    /// Neighbours together, since they look up the same entries, and those first one of whose boards looks nearest to the goal.
    Promise(&'a Foresight),
}

/// A board to search from.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    /// The board, cell by cell.
    pub(crate) numbers: Vec<u8>,
    /// Moves left, at least the board's estimate.
    pub(crate) left: u32,
    /// The cell the blank came from, where it need not go.
    pub(crate) back: Option<usize>,
}

/// A subtree to search, and the nodes above the cut up to the moment its root was made.
pub(crate) struct Subtree<N> {
    pub(crate) node: N,
    pub(crate) before: Count,
    path_begins: u32,
    path_ends: u32,
}

pub(crate) struct Frontier<N> {
    pub(crate) subtrees: Vec<Subtree<N>>,
    /// All nodes above the cut.
    pub(crate) above: Count,
    /// For each of them the nodes generated before it is expanded.
    moments: Vec<u64>,
    paths: Vec<u8>,
}

impl<N: Copy> Frontier<N> {
    /// Cuts so deep that there are about `enough` subtrees, if the tree has as many.
    pub(crate) fn new<K: Kernel<Node = N>>(kernel: &K, root: N, enough: usize) -> Frontier<N> {
        let mut depth = 4;
        loop {
            let mut frontier = Frontier::empty();
            frontier.cut(kernel, root, depth, &mut vec![]);
            let deep = depth >= DEEPEST_CUT || depth >= kernel.left(&root);
            if frontier.subtrees.len() >= enough || deep {
                return frontier;
            }
            depth += 2;
        }
    }

    /// Puts the subtrees in an order. Unless it is that of a depth-first search, the whole cut comes before all of them.
    pub(crate) fn in_order<K: Kernel<Node = N>>(self, kernel: &K, order: Order<'_>) -> Frontier<N> {
        let keys = match order {
            Order::DepthFirst => return self,
            Order::NearestFirst => {
                self.subtrees.iter().map(|subtree| -(kernel.slack(&subtree.node) as i32)).collect()
            }
            Order::Promise(foresight) => {
                let mut view = foresight.view();
                let mut keys: Vec<i32> =
                    (0..self.subtrees.len()).map(|subtree| view.promise(self.path(subtree))).collect();
                for neighbours in keys.chunks_mut(NEIGHBOURS) {
                    neighbours.fill(neighbours.iter().copied().min().unwrap_or(0));
                }
                keys
            }
        };
        self.placed(&places_by(keys))
    }

    fn placed(mut self, places: &[u32]) -> Frontier<N> {
        let sorted = places.iter().map(|&at| Subtree { before: self.above, ..self.subtrees[at as usize] });
        self.subtrees = sorted.collect();
        self
    }

    /// One subtree for each child of some roots; a root's way back is left out. Also the roots' nodes, and the number of
    /// the root of every subtree.
    pub(crate) fn of_roots<K: Kernel<Node = N>>(
        kernel: &K,
        roots: &[Root],
    ) -> (Frontier<N>, Vec<N>, Vec<u32>) {
        let mut frontier = Frontier::empty();
        let (mut nodes, mut owners) = (vec![], vec![]);
        for (number, root) in roots.iter().enumerate() {
            let node = kernel.root(&root.numbers, root.left);
            nodes.push(node);
            if root.left == 0 {
                frontier.cut(kernel, node, 0, &mut vec![]);
                owners.push(number as u32);
                continue;
            }
            frontier.expand();
            frontier.above.generated += kernel.children(&node) - u64::from(root.back.is_some());
            let mut rest = kernel.survivors(&node);
            while rest != 0 {
                let step = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                if Some(kernel.target(&node, step)) != root.back {
                    let way = &mut vec![kernel.target(&node, step) as u8];
                    frontier.cut(kernel, kernel.child_of(&node, step), 0, way);
                    owners.push(number as u32);
                }
            }
        }
        (frontier, nodes, owners)
    }

    /// The cells that the blank visits from the root to the root of a subtree.
    pub(crate) fn path(&self, subtree: usize) -> &[u8] {
        let subtree = &self.subtrees[subtree];
        &self.paths[subtree.path_begins as usize..subtree.path_ends as usize]
    }

    /// Bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.subtrees.capacity() * size_of::<Subtree<N>>()
            + self.paths.capacity()
            + self.moments.capacity() * size_of::<u64>()
    }

    /// The nodes above the cut when only so many of them have been expanded.
    pub(crate) fn above_after(&self, expanded: u64) -> Count {
        let generated = self.moments.get(expanded as usize).copied().unwrap_or(self.above.generated);
        Count { expanded, generated }
    }

    fn empty() -> Frontier<N> {
        Frontier { subtrees: vec![], above: Count::default(), moments: vec![], paths: vec![] }
    }

    /// A node above the cut is expanded.
    fn expand(&mut self) {
        self.moments.push(self.above.generated);
        self.above.expanded += 1;
    }

    fn cut<K: Kernel<Node = N>>(&mut self, kernel: &K, node: N, depth: u32, path: &mut Vec<u8>) {
        if kernel.left(&node) == 0 || depth == 0 {
            let path_begins = self.paths.len() as u32;
            self.paths.extend_from_slice(path);
            let path_ends = self.paths.len() as u32;
            self.subtrees.push(Subtree { node, before: self.above, path_begins, path_ends });
            return;
        }
        self.expand();
        let all = kernel.children(&node);
        let mut made = 0;
        let mut rest = kernel.survivors(&node);
        while rest != 0 {
            let step = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            // A pruned child is made before the next child that is not.
            let by_now = all - u64::from(kernel.later_children(&node, step));
            self.above.generated += by_now - made;
            made = by_now;
            path.push(kernel.target(&node, step) as u8);
            self.cut(kernel, kernel.child_of(&node, step), depth - 1, path);
            path.pop();
        }
        self.above.generated += all - made;
    }
}

/// The numbers of keys, the least first. Apart, so that sorting is not compiled for every kernel.
fn places_by(keys: Vec<i32>) -> Vec<u32> {
    let mut places: Vec<u32> = (0..keys.len() as u32).collect();
    places.sort_by_key(|&place| keys[place as usize]);
    places
}
