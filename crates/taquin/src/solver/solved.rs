//! What came of a problem: the answer with the plan behind it.

use super::plan::Plan;
use crate::heuristic::{AnyHeuristic, HeuristicName};
use crate::search::{Answer, Stats};
use crate::solution::Solution;
use std::sync::Arc;
use std::time::Duration;

/// What came of a problem, and how.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solved {
    /// What was found and what it took.
    pub answer: Answer,
    /// How it was searched, with the heuristic that was used last.
    pub plan: Plan,
    /// The heuristic that was used last.
    pub heuristic: Arc<AnyHeuristic>,
    /// The heuristic that the search began with, if that was another.
    pub before: Option<HeuristicName>,
    /// The solutions that were found one after the other, where they were improved.
    pub improvements: Vec<Improvement>,
}

/// A solution that was shorter than all before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Improvement {
    /// When it was found, from the beginning of the search.
    pub elapsed: Duration,
    /// Its cost.
    pub cost: u32,
}

impl Solved {
    /// The cost of the solution, if there is one; of a stopped search that of the best found before.
    pub fn cost(&self) -> Option<u32> {
        self.answer.cost()
    }

    /// Whether the solution is proved to be a shortest one.
    pub fn proved(&self) -> bool {
        self.answer.proved()
    }

    /// No solution is shorter than this.
    pub fn lower_bound(&self) -> u32 {
        self.answer.lower_bound()
    }

    /// By what share the solution may be longer than a shortest one: 0 if it is proved shortest. `None` without
    /// a solution, or if nothing is known of the length.
    pub fn gap(&self) -> Option<f64> {
        let (cost, bound) = (self.cost()?, self.lower_bound());
        match (cost, bound) {
            (0, _) => Some(0.0),
            (_, 0) => None,
            _ => Some(f64::from(cost) / f64::from(bound) - 1.0),
        }
    }

    /// The solution, of a stopped search too if it had one.
    pub fn solution(&self) -> Option<&Solution> {
        self.answer.solution()
    }

    /// What it took.
    pub fn stats(&self) -> &Stats {
        self.answer.stats()
    }

    /// What was done in words.
    pub fn described(&self) -> String {
        match (&self.before, &self.plan.heuristic) {
            (Some(before), Some(after)) => {
                format!("{} with {before}, then with {after}", self.plan.method.algorithm)
            }
            _ => self.plan.to_string(),
        }
    }
}
