//! The kernel for estimates that look at each neighbour of the blank in turn, on boards of at most 16 cells.
//!
//! It keeps the board, the pruning rule and the moves left; an [`Estimator`] keeps the rest in a memo. A pair of estimators is
//! their maximum: a child is within the bound if it is for both.

use super::moves::Moves;
use super::next_moves::NextMoves;
use crate::search::idastar::grid::{Grid, blank_of};
use crate::search::idastar::kernel::Kernel;
use crate::search::idastar::pruning::{Pruning, Rule};

/// An estimate that changes by exactly one per slide, and what it needs to know for that.
pub(crate) trait Estimator: Sync {
    /// What it keeps of a board to tell its value after a slide.
    type Memo: Copy + Send + Sync;
    /// Where it is going to look, for estimates whose tables are too large for caches.
    type Prefetched: Copy + Default + Send;

    /// Whether it is.
    const AHEAD: bool = false;

    /// The estimate of a board.
    fn estimate(&self, tiles: &[u8]) -> u32;
    /// The memo of a board below this bound, before its neighbours are looked at.
    fn start(&self, tiles: &[u8], bound: u32) -> Self::Memo;
    /// After `tile` has slid by the move `number`, the `local`-th of its node.
    fn slide(&self, memo: &Self::Memo, number: u8, tile: usize, local: u8) -> Self::Memo;
    /// Finds out where to look for the moves to come, and sends for it. `tiles` are the tiles they slide; of the moves only
    /// the `allowed` ones matter.
    fn prefetch(
        &self,
        memo: &Self::Memo,
        around: &NextMoves,
        allowed: u64,
        tiles: [usize; 3],
    ) -> Self::Prefetched;
    /// Finds out which of the moves to come are good.
    fn look(
        &self,
        memo: &mut Self::Memo,
        prefetched: &Self::Prefetched,
        around: &NextMoves,
        allowed: u64,
        tiles: [usize; 3],
    );
    /// The same for the up to four moves of a root.
    fn look_from_root(&self, memo: &mut Self::Memo, next: &[(u8, usize)]);
    /// Bytes of its tables, apart from itself.
    fn bytes(&self) -> usize;
    /// Which moves stay within the bound.
    fn within(&self, memo: &Self::Memo) -> u64;
    /// Which moves raise the estimate, where that is known for moves within the bound too.
    #[inline(always)]
    fn rising(&self, _: &Self::Memo) -> u64 {
        0
    }
    /// Half of what the moves left exceed the estimate by.
    fn slack(&self, memo: &Self::Memo) -> u32;
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M> {
    /// A nibble per cell, stale for the blank.
    board: u64,
    pub(super) memo: M,
    rule: Rule,
    pub(super) left: u16,
    /// The last move, or 64 + cell at the root.
    last: u8,
}

pub(crate) struct ByNeighbour<E: Estimator, P> {
    estimator: E,
    pruning: P,
    around: [NextMoves; 128],
    /// By move: the cell the tile goes to.
    origin: [u8; 64],
    grid: Grid,
    /// By how many places moves that raise the estimate come later than others: by none, or by [`LATER`].
    later: u32,
}

/// More places than a node has moves.
const LATER: u32 = 4;

impl<E: Estimator, P: Pruning> ByNeighbour<E, P> {
    pub(crate) fn new(grid: &Grid, estimator: E, pruning: P) -> ByNeighbour<E, P> {
        let (around, origin) = (NextMoves::table(grid), Moves::new(grid).origin);
        ByNeighbour { estimator, pruning, around, origin, grid: grid.clone(), later: 0 }
    }

    /// The same with moves that raise the estimate searched after the others: the goal is found sooner, after other nodes.
    pub(crate) fn nearest_first(mut self) -> ByNeighbour<E, P> {
        self.later = LATER;
        self
    }

    /// The cells that the blank goes to from a node by these moves.
    pub(super) fn cells_from(&self, node: &Node<E::Memo>, path: &[u8]) -> Vec<usize> {
        let mut last = node.last;
        let mut cell = |&local: &u8| {
            last = self.around[usize::from(last)].next[usize::from(local & 3)];
            usize::from(last / 4)
        };
        path.iter().map(&mut cell).collect()
    }
}

impl<E: Estimator, P: Pruning> Kernel for ByNeighbour<E, P> {
    type Node = Node<E::Memo>;
    type Prefetched = E::Prefetched;

    const AHEAD: bool = E::AHEAD;

    #[inline(always)]
    fn survivors(&self, node: &Self::Node) -> u64 {
        let within = self.pruning.local(node.rule) & self.estimator.within(&node.memo);
        let rising = within & self.estimator.rising(&node.memo);
        within ^ rising | rising << self.later
    }

    #[inline(always)]
    fn children(&self, node: &Self::Node) -> u64 {
        self.pruning.count(node.rule)
    }

    fn later_children(&self, node: &Self::Node, local: u8) -> u32 {
        (self.pruning.local(node.rule) >> local >> 1).count_ones()
    }

    #[inline(always)]
    fn begin(&self, node: &Self::Node, local: u8, child: &mut Self::Node, prefetched: &mut E::Prefetched) {
        let local = local & 3;
        let number = self.around[(node.last & 127) as usize].next[local as usize];
        let tile = node.board >> (number & 60) & 15;
        let to = 4 * self.origin[(number & 63) as usize];
        let board = node.board & !(15 << (to & 60)) | tile << (to & 60);
        let memo = self.estimator.slide(&node.memo, number, tile as usize, local);
        let around = &self.around[(number & 63) as usize];
        let rule = self.pruning.next(node.rule, number);
        let allowed = self.pruning.local(rule);
        *prefetched = self.estimator.prefetch(&memo, around, allowed, tiles_of(board, around));
        *child = Node { board, memo, rule, left: node.left.wrapping_sub(1), last: number };
    }

    #[inline(always)]
    fn finish(&self, child: &mut Self::Node, prefetched: &E::Prefetched) {
        let around = &self.around[(child.last & 63) as usize];
        let (allowed, tiles) = (self.pruning.local(child.rule), tiles_of(child.board, around));
        self.estimator.look(&mut child.memo, prefetched, around, allowed, tiles);
    }

    #[inline(always)]
    fn left(&self, node: &Self::Node) -> u32 {
        node.left as u32
    }

    fn slack(&self, node: &Self::Node) -> u32 {
        self.estimator.slack(&node.memo)
    }

    fn estimate(&self, numbers: &[u8]) -> u32 {
        self.estimator.estimate(numbers)
    }

    fn root(&self, numbers: &[u8], left: u32) -> Self::Node {
        let blank = blank_of(numbers);
        let board =
            numbers.iter().enumerate().fold(0, |board, (cell, &tile)| board | u64::from(tile) << (4 * cell));
        let next = self.grid.neighbours(blank).iter();
        let next: Vec<_> =
            next.map(|&cell| (Moves::number(&self.grid, blank, cell), numbers[cell] as usize)).collect();
        let mut memo = self.estimator.start(numbers, left);
        self.estimator.look_from_root(&mut memo, &next);
        Node { board, memo, rule: self.pruning.start(blank), left: left as u16, last: 64 + blank as u8 }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.pruning.bytes() + self.estimator.bytes()
    }

    fn target(&self, node: &Self::Node, local: u8) -> usize {
        self.around[node.last as usize].next[local as usize] as usize / 4
    }
}

/// The tiles that the moves to come slide.
#[inline(always)]
fn tiles_of(board: u64, around: &NextMoves) -> [usize; 3] {
    [0, 1, 2].map(|slot| (board >> (around.next[slot] & 60)) as usize & 15)
}

impl<A: Estimator, B: Estimator> Estimator for (A, B) {
    type Memo = (A::Memo, B::Memo);
    type Prefetched = (A::Prefetched, B::Prefetched);

    const AHEAD: bool = A::AHEAD || B::AHEAD;

    fn estimate(&self, tiles: &[u8]) -> u32 {
        self.0.estimate(tiles).max(self.1.estimate(tiles))
    }
    fn start(&self, tiles: &[u8], bound: u32) -> Self::Memo {
        (self.0.start(tiles, bound), self.1.start(tiles, bound))
    }
    #[inline(always)]
    fn slide(&self, memo: &Self::Memo, number: u8, tile: usize, local: u8) -> Self::Memo {
        (self.0.slide(&memo.0, number, tile, local), self.1.slide(&memo.1, number, tile, local))
    }
    #[inline(always)]
    fn prefetch(
        &self,
        memo: &Self::Memo,
        around: &NextMoves,
        allowed: u64,
        tiles: [usize; 3],
    ) -> Self::Prefetched {
        (self.0.prefetch(&memo.0, around, allowed, tiles), self.1.prefetch(&memo.1, around, allowed, tiles))
    }
    #[inline(always)]
    fn look(
        &self,
        memo: &mut Self::Memo,
        prefetched: &Self::Prefetched,
        around: &NextMoves,
        allowed: u64,
        tiles: [usize; 3],
    ) {
        self.0.look(&mut memo.0, &prefetched.0, around, allowed, tiles);
        self.1.look(&mut memo.1, &prefetched.1, around, allowed, tiles);
    }
    fn look_from_root(&self, memo: &mut Self::Memo, next: &[(u8, usize)]) {
        self.0.look_from_root(&mut memo.0, next);
        self.1.look_from_root(&mut memo.1, next);
    }
    #[inline(always)]
    fn within(&self, memo: &Self::Memo) -> u64 {
        self.0.within(&memo.0) & self.1.within(&memo.1)
    }
    fn slack(&self, memo: &Self::Memo) -> u32 {
        self.0.slack(&memo.0).min(self.1.slack(&memo.1))
    }
    fn bytes(&self) -> usize {
        self.0.bytes() + self.1.bytes()
    }
}
