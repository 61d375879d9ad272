//! What a search found and what it took.

use crate::heuristic::Heuristic;
use crate::metric::Metric;
use crate::problem::Problem;
use crate::shape::Direction;
use crate::solution::Solution;
use std::fmt;
use std::time::Duration;

/// The outcome of a search and its figures.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was found.
    pub outcome: Outcome,
    /// What it took.
    pub stats: Stats,
}

impl Answer {
    /// The cost of the solution, if there is one; of a stopped search that of the best found before.
    pub fn cost(&self) -> Option<u32> {
        self.solution().map(Solution::cost)
    }

    /// Whether the solution is proved to be a shortest one.
    pub fn proved(&self) -> bool {
        self.outcome.is_optimal()
    }

    /// No solution is shorter than this.
    pub fn lower_bound(&self) -> u32 {
        self.outcome.lower_bound()
    }

    /// The solution, of a stopped search too if it had one.
    pub fn solution(&self) -> Option<&Solution> {
        self.outcome.solution()
    }

    /// What it took.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The same answer, unless the heuristic's tables contradict it.
    pub(crate) fn confronted<H: Heuristic>(self, heuristic: &H) -> Answer {
        let contradicts = match &self.outcome {
            Outcome::Solved { solution, optimal, .. } => heuristic.confront(solution, *optimal).is_err(),
            Outcome::Stopped { .. } => heuristic.contradiction().is_some(),
        };
        if contradicts { Answer { outcome: Outcome::CONTRADICTED, ..self } } else { self }
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The goal was reached.
    Solved {
        /// The way there.
        solution: Solution,
        /// No solution is shorter than this.
        lower_bound: u32,
        /// The solution is proved to be a shortest one.
        optimal: bool,
    },
    /// The search gave up.
    Stopped {
        /// The best solution found before, if any.
        best: Option<Solution>,
        /// No solution is shorter than this.
        lower_bound: u32,
        /// What made it give up.
        why: StopReason,
    },
}

impl Outcome {
    /// The tables that a search relied on cannot be right: nothing is known.
    pub(crate) const CONTRADICTED: Outcome =
        Outcome::Stopped { best: None, lower_bound: 0, why: StopReason::Contradiction };

    /// The solution, of a stopped search too if it had one.
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Outcome::Solved { solution, .. } => Some(solution),
            Outcome::Stopped { best, .. } => best.as_ref(),
        }
    }

    /// No solution is shorter than this.
    pub fn lower_bound(&self) -> u32 {
        match self {
            Outcome::Solved { lower_bound, .. } | Outcome::Stopped { lower_bound, .. } => *lower_bound,
        }
    }

    /// What made the search give up, if it did.
    pub fn stopped_by(&self) -> Option<StopReason> {
        match self {
            Outcome::Solved { .. } => None,
            Outcome::Stopped { why, .. } => Some(*why),
        }
    }

    /// Whether a shortest solution was found and proved to be one.
    pub fn is_optimal(&self) -> bool {
        matches!(self, Outcome::Solved { optimal: true, .. })
    }

    /// The solution alone, of a stopped search too if it had one.
    #[must_use]
    pub fn into_solution(self) -> Option<Solution> {
        match self {
            Outcome::Solved { solution, .. } => Some(solution),
            Outcome::Stopped { best, .. } => best,
        }
    }

    /// A solution that a search claims, replayed before it is returned.
    ///
    /// # Panics
    /// If the moves do not solve the problem: that is a mistake in the search.
    pub(crate) fn solved(
        problem: &Problem,
        moves: Vec<Direction>,
        lower_bound: u32,
        optimal: bool,
    ) -> Outcome {
        Outcome::solved_in(Metric::Slides, problem, moves, lower_bound, optimal)
    }

    /// The same for a solution whose moves are counted in a metric.
    ///
    /// # Panics
    /// If the moves do not solve the problem: that is a mistake in the search.
    pub(crate) fn solved_in(
        metric: Metric,
        problem: &Problem,
        moves: Vec<Direction>,
        lower_bound: u32,
        optimal: bool,
    ) -> Outcome {
        let solution = Solution::replay(problem, moves).unwrap_or_else(|error| {
            panic!("a search gave a wrong solution of {} → {}: {error}", problem.start(), problem.goal())
        });
        let solution = solution.in_metric(metric);
        debug_assert!(!optimal || lower_bound == solution.cost());
        Outcome::Solved { solution, lower_bound, optimal }
    }
}

/// One line for people: how many moves, and what is proved.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Solved { solution, optimal: true, .. } => {
                write!(f, "{} moves, proved optimal: {solution}", solution.cost())
            }
            Outcome::Solved { solution, lower_bound, .. } => {
                write!(f, "{} moves, at least {lower_bound} are needed: {solution}", solution.cost())
            }
            Outcome::Stopped { best: Some(solution), lower_bound, why } => {
                write!(f, "stopped ({why}): {} moves found, ", solution.cost())?;
                write!(f, "at least {lower_bound} are needed: {solution}")
            }
            Outcome::Stopped { best: None, lower_bound, why } => {
                write!(f, "stopped ({why}): at least {lower_bound} moves are needed")
            }
        }
    }
}

/// What made a search give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The time was up.
    Time,
    /// It would have needed more memory.
    Memory,
    /// It expanded as many nodes as it may.
    Nodes,
    /// Its `Cancel` was thrown.
    Cancelled,
    /// It ran into boards it cannot leave, as searches that do not look back may.
    DeadEnd,
    /// The heuristic's tables contradict themselves or the solution:
    /// [`Heuristic::contradiction`](crate::heuristic::Heuristic::contradiction) says how.
    Contradiction,
    /// Its ledger did not let it go on: the ledger is of another search, or others do the rest.
    Ledger,
}

impl StopReason {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Time => "time",
            StopReason::Memory => "memory",
            StopReason::Nodes => "nodes",
            StopReason::Cancelled => "cancelled",
            StopReason::DeadEnd => "dead-end",
            StopReason::Contradiction => "contradiction",
            StopReason::Ledger => "ledger",
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl std::error::Error for StopReason {}

/// One iteration of an iterative-deepening search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Nodes with f above this were not entered.
    pub bound: u32,
    /// Nodes expanded in this iteration.
    pub expanded: u64,
    /// Nodes generated in this iteration.
    pub generated: u64,
}

/// The figures of a search.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Nodes selected whose children were made.
    pub expanded: u64,
    /// Children made, duplicates included; the root is not one.
    pub generated: u64,
    /// Distinct boards stored, the root included; `None` if the search stores no boards.
    pub reached: Option<u64>,
    /// The iterations of an iterative-deepening search, the last one even if unfinished.
    pub iterations: Vec<Iteration>,
    /// The most memory its tables and lists took at any time, in bytes.
    pub peak_bytes: u64,
    /// The most threads at a time that joined the first one.
    pub helpers: usize,
    /// Time on the clock.
    pub elapsed: Duration,
    /// Whether the counts depend on the clock although the search has its answer: what was searched beside came first, or a limit ended
    /// it when the solution was known and not all that comes before it was searched.
    pub timed: bool,
}

impl Stats {
    /// How many times the bound has been raised by two: the *bad moves* that the iteration under way, whose
    /// bound this is, allows.
    pub fn bad_moves(&self, bound: u32) -> u32 {
        self.iterations.first().map_or(0, |first| bound.saturating_sub(first.bound) / 2)
    }

    /// About how many nodes the iteration after those that are complete will expand: they are taken to
    /// grow as they did last.
    pub fn next_iteration(&self, bound: u32) -> Option<u64> {
        let mut complete = self.iterations.iter().rev().filter(|iteration| iteration.bound < bound);
        let (last, before) = (complete.next()?.expanded, complete.next()?.expanded);
        (before > 0).then(|| (last as f64 * (last as f64 / before as f64)) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_taken_to_grow_as_they_did_last() {
        let iteration = |bound, expanded| Iteration { bound, expanded, generated: 0 };
        let mut stats = Stats { iterations: vec![iteration(40, 10)], ..Stats::default() };
        assert_eq!((stats.bad_moves(42), stats.next_iteration(42)), (1, None));
        stats.iterations.extend([iteration(42, 100), iteration(44, 3)]);
        assert_eq!((stats.bad_moves(44), stats.next_iteration(44)), (2, Some(1000)));
    }
}
