//! What a depth-first search needs from a board and its estimate.
//!
//! All estimates here change by exactly one with every slide. Then `slack = (bound - g - h) / 2`
//! either stays (a *good* slide: h falls) or loses one (a *bad* one), a child is within the bound
//! while its slack is not negative, and no estimate has to be kept as a number at all. A node
//! with g = bound that is within the bound has h = 0 and is the goal.

/// A node on a stack.
#[derive(Clone, Copy)]
pub(crate) struct Frame<N> {
    pub(crate) node: N,
    /// Moves to children that are not yet searched.
    pub(crate) rest: u64,
}

/// A way to search towards one goal with one estimate and one pruning rule.
pub(crate) trait Kernel: Sync {
    /// A board with its estimate, small enough to be copied at every step.
    type Node: Copy + Send + Sync;
    /// Where a child that is begun has to look something up; it is on its way from memory.
    type Prefetched: Copy + Default + Send;

    /// Whether look-ups take so long that other subtrees should be searched between beginning a child and
    /// finishing it.
    const AHEAD: bool;

    /// The estimate of a board given cell by cell.
    fn estimate(&self, numbers: &[u8]) -> u32;
    /// The root of a search of a board with this many moves left, at least its estimate.
    fn root(&self, numbers: &[u8], left: u32) -> Self::Node;
    /// Moves to children within the bound, as bits, in the order they are to be searched from the
    /// lowest bit up.
    fn survivors(&self, node: &Self::Node) -> u64;
    /// How many children the node has, within the bound or not.
    fn children(&self, node: &Self::Node) -> u64;
    /// How many of its children come after `step`.
    fn later_children(&self, node: &Self::Node, step: u8) -> u32;
    /// Begins the child by a move that survives, written over whatever is there.
    fn begin(&self, node: &Self::Node, step: u8, child: &mut Self::Node, prefetched: &mut Self::Prefetched);
    /// The same from one frame of a stack to another, or to the same.
    #[inline(always)]
    fn begin_in(
        &self,
        frames: &mut [Frame<Self::Node>],
        at: usize,
        to: usize,
        step: u8,
        prefetched: &mut Self::Prefetched,
    ) {
        let node = frames[at].node;
        self.begin(&node, step, &mut frames[to].node, prefetched);
    }
    /// Finishes a child that was begun.
    fn finish(&self, child: &mut Self::Node, prefetched: &Self::Prefetched);
    /// The child by a move that survives.
    #[inline(always)]
    fn child(&self, node: &Self::Node, step: u8) -> Self::Node {
        let (mut child, mut prefetched) = (*node, Self::Prefetched::default());
        self.begin(node, step, &mut child, &mut prefetched);
        self.finish(&mut child, &prefetched);
        child
    }
    /// The same, for work that is done once for thousands of nodes: not inlined, which keeps the code of it small.
    #[inline(never)]
    fn child_of(&self, node: &Self::Node, step: u8) -> Self::Node {
        self.child(node, step)
    }
    /// Moves left below the node until the bound is reached.
    fn left(&self, node: &Self::Node) -> u32;
    /// Half of what the moves left exceed the estimate by, or a number that grows as this does.
    fn slack(&self, node: &Self::Node) -> u32;
    /// The cell the blank goes to.
    fn target(&self, node: &Self::Node, step: u8) -> usize;
    /// Bytes of its tables.
    fn bytes(&self) -> usize;
}
