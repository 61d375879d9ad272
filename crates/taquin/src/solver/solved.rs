//! What came of a problem: the answer with the plan behind it.

use super::phase::{Phase, Work};
use super::plan::Plan;
use crate::heuristic::{AnyHeuristic, HeuristicName};
use crate::search::{Algorithm, Answer, Outcome, Stats, StopReason};
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
    /// What was done, one thing after the other.
    pub phases: Vec<Phase>,
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

/// Solutions on which a heuristic would have to look at more cells than this have no f-values: even one that looks at
/// the whole board after every move is done in a fraction of a second.
const MOST_CELLS_LOOKED_AT: u64 = 100_000_000;

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

    /// g + h of every board of the solution. `None` without a solution, or where they would take longer than people wait
    /// for figures on the side: a solution of 20×20 has them, one of 100×100 has not.
    pub fn f_values(&self) -> Option<Vec<u32>> {
        let solution = self.solution()?;
        has_f_values(solution).then(|| solution.f_values(&*self.heuristic))
    }

    /// What it took.
    pub fn stats(&self) -> &Stats {
        self.answer.stats()
    }

    /// The heuristic that the search began with, if it went on with another.
    pub fn before(&self) -> Option<&HeuristicName> {
        match self.heuristics()[..] {
            [before, _, ..] => Some(before),
            _ => None,
        }
    }

    /// The names of all heuristics that were searched by, first to last: `walking-distance+pdb:6-6-3`. `None` if there
    /// was none, or one that was made by the caller.
    pub fn heuristic_name(&self) -> Option<String> {
        let names: Vec<String> = self.heuristics().iter().map(ToString::to_string).collect();
        match names.is_empty() {
            true => self.plan.heuristic.as_ref().map(HeuristicName::to_string),
            false => Some(names.join("+")),
        }
    }

    /// The heuristics that were searched by.
    fn heuristics(&self) -> Vec<&HeuristicName> {
        let searches = self.phases.iter().filter(|phase| phase.work.is_search());
        let mut names: Vec<&HeuristicName> = searches.filter_map(|phase| phase.heuristic.as_ref()).collect();
        names.dedup();
        names
    }

    /// Whether the same request on the same tables gives the same node counts: on any number of threads, but not if the
    /// clock had a say.
    pub fn counts_repeat(&self) -> bool {
        let by_clock = |why: StopReason| matches!(why, StopReason::Time | StopReason::Cancelled);
        let is_stopped = matches!(self.answer.outcome, Outcome::Stopped { why, .. } if by_clock(why));
        let is_improved = self.phases.iter().any(|phase| phase.work == Work::Search(Algorithm::Beam));
        let depends = is_stopped || self.stats().timed || self.plan.any_time && is_improved;
        !depends
    }

    /// What was done in words.
    pub fn described(&self) -> String {
        match (self.before(), &self.plan.heuristic) {
            (Some(before), Some(after)) if !self.plan.any_time => {
                format!("{} with {before}, then with {after}", self.plan.method.algorithm)
            }
            _ => self.plan.to_string(),
        }
    }
}

/// Whether the f-values of a solution are worth their time.
#[must_use]
pub fn has_f_values(solution: &Solution) -> bool {
    are_worth_it(solution.start().shape().cells(), solution.cost())
}

fn are_worth_it(cells: usize, moves: u32) -> bool {
    (cells as u64) * u64::from(moves) <= MOST_CELLS_LOOKED_AT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f_values_are_left_out_of_solutions_that_are_too_long_to_look_at() {
        assert!(are_worth_it(9, 31) && are_worth_it(400, 20_000) && are_worth_it(900, 100_000));
        assert!(!are_worth_it(10_000, 2_000_000) && !are_worth_it(65_536, 40_000_000));
    }
}
