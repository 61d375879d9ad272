//! Heuristics of one's own, chosen at run time.

use super::{Guarantees, Heuristic};
use crate::board::Board;
use crate::metric::Metric;
use std::fmt;
use std::sync::Arc;

/// A heuristic of one's own. Every board is looked at from scratch; a heuristic that can do better implements
/// [`Heuristic`] and is passed to a search as it is.
#[derive(Clone)]
pub struct Own {
    goal: Board,
    guarantees: Guarantees,
    metric: Metric,
    estimate: Arc<dyn Fn(&Board) -> u32 + Send + Sync>,
}

/// Makes a heuristic of a closure.
///
/// Searches believe the guarantees: what is found with an estimate that is called admissible and is not may be
/// longer than it need be, and is called optimal all the same.
///
/// ```
/// use taquin::heuristic::{Guarantees, Heuristic, from_fn};
/// use taquin::{Board, Shape};
///
/// let goal: Board = "1 2 3/4 5 0".parse()?;
/// let home = goal.blank();
/// let blank_only = from_fn(&goal, Guarantees::FULL, move |board| board.shape().distance(board.blank(), home));
/// assert_eq!(blank_only.of(&"0 1 2/4 5 3".parse()?), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_fn(
    goal: &Board,
    guarantees: Guarantees,
    estimate: impl Fn(&Board) -> u32 + Send + Sync + 'static,
) -> Own {
    Own { goal: goal.clone(), guarantees, metric: Metric::Slides, estimate: Arc::new(estimate) }
}

impl Own {
    /// The same as an estimate of distances in a metric, for which its guarantees then hold.
    #[must_use]
    pub fn in_metric(self, metric: Metric) -> Own {
        Own { metric, ..self }
    }

    /// The values of another heuristic.
    pub(super) fn new(heuristic: impl Heuristic + Send + 'static) -> Own {
        let (goal, guarantees) = (heuristic.goal().clone(), heuristic.guarantees());
        let shifts_only = heuristic.is_for(Metric::Shifts) && !heuristic.is_for(Metric::Slides);
        let metric = if shifts_only { Metric::Shifts } else { Metric::Slides };
        Own { goal, guarantees, metric, estimate: Arc::new(move |board| heuristic.of(board)) }
    }
}

impl Heuristic for Own {
    type Memo = u32;

    fn goal(&self) -> &Board {
        &self.goal
    }

    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }

    fn is_for(&self, metric: Metric) -> bool {
        metric == self.metric
    }

    fn remember(&self, board: &Board) -> u32 {
        (self.estimate)(board)
    }

    #[inline]
    fn recall(&self, _: &Board, estimate: u32) -> u32 {
        estimate
    }

    #[inline]
    fn estimate(&self, memo: u32) -> u32 {
        memo
    }

    fn into_any(self) -> super::AnyHeuristic {
        super::AnyHeuristic::Own(self)
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Own")
            .field("goal", &self.goal)
            .field("guarantees", &self.guarantees)
            .finish_non_exhaustive()
    }
}
