//! Knows nothing: A* with it is Dijkstra's search.

use super::{AnyHeuristic, Guarantees, Heuristic};
use crate::board::{Board, Slide};
use crate::metric::Metric;

/// Estimates 0 everywhere.
#[derive(Clone, Debug)]
pub struct Zero {
    goal: Board,
}

impl Zero {
    /// For this goal.
    pub fn new(goal: &Board) -> Zero {
        Zero { goal: goal.clone() }
    }
}

impl Heuristic for Zero {
    type Memo = ();

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::Zero(self)
    }

    fn goal(&self) -> &Board {
        &self.goal
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::FULL
    }

    /// Nothing is never too much.
    fn is_for(&self, _: Metric) -> bool {
        true
    }

    fn remember(&self, _: &Board) {}

    #[inline]
    fn after(&self, (): (), _: &Board, _: Slide) {}

    #[inline]
    fn estimate(&self, (): ()) -> u32 {
        0
    }
}
