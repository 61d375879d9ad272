//! Adds up how far every tile is from home. A slide moves one tile by one cell.

use super::distances::Distances;
use super::{AnyHeuristic, Guarantees, Heuristic, HeuristicName, KernelHint};
use crate::board::{Board, Slide, Tile};
use crate::shape::Cell;

/// The sum of the taxicab distances of all tiles from their goal cells.
#[derive(Clone, Debug)]
pub struct Manhattan {
    distances: Distances,
}

impl Manhattan {
    /// For this goal.
    pub fn new(goal: &Board) -> Manhattan {
        Manhattan { distances: Distances::new(goal) }
    }

    /// What one tile adds when it lies in a cell.
    pub fn distance(&self, tile: Tile, cell: Cell) -> u32 {
        self.distances.get(tile, cell)
    }
}

impl Heuristic for Manhattan {
    type Memo = u32;

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::Manhattan(self)
    }

    fn goal(&self) -> &Board {
        self.distances.goal()
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::FULL
    }

    fn kernel_hint(&self) -> Option<KernelHint<'_>> {
        KernelHint::named(HeuristicName::Manhattan)
    }

    fn remember(&self, board: &Board) -> u32 {
        self.distances.sum(board)
    }

    #[inline]
    fn recall(&self, board: &Board, estimate: u32) -> u32 {
        debug_assert_eq!(self.remember(board), estimate);
        estimate
    }

    #[inline]
    fn after(&self, memo: u32, _: &Board, slide: Slide) -> u32 {
        memo + self.distances.get(slide.tile(), slide.to()) - self.distances.get(slide.tile(), slide.from())
    }

    #[inline]
    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}
