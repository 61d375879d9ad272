//! A search in two stages: first by a heuristic that costs nothing to make, and if the board turns out to
//! be hard, once more by one whose tables have to be made first.
//!
//! Limits hold over both stages and the figures are the sums of both, so that nobody has to care how many
//! there were.

use super::algorithm::{Plan, solve};
use super::limits::Limits;
use super::observer::{Fate, Node, Observer};
use super::outcome::{Answer, Outcome, Stats, StopReason};
use crate::heuristic::AnyHeuristic;
use crate::problem::Problem;
use std::borrow::Borrow;
use std::ops::ControlFlow;
use std::time::Instant;

/// A board that takes more nodes than this is hard. Expanding them takes about as long as making the
/// tables of [`Catalogue::in_memory`](crate::pdb::Catalogue::in_memory).
pub const FIRST_STAGE_NODES: u64 = 3_000_000;

/// Solves a problem by plan and, if it is hard, begins again with the heuristic that `tables` makes within
/// what is left of the limits. That heuristic is handed back if it came to a second stage.
pub fn solve_in_stages<H: Borrow<AnyHeuristic>>(
    problem: &Problem,
    plan: &Plan,
    heuristic: &AnyHeuristic,
    limits: &Limits,
    observer: &mut dyn Observer,
    tables: impl FnOnce(&Limits) -> Result<H, StopReason>,
) -> (Answer, Option<H>) {
    let started = Instant::now();
    let nodes = limits.nodes.unwrap_or(u64::MAX).min(FIRST_STAGE_NODES);
    let within = Limits { nodes: Some(nodes), ..limits.clone() };
    let mut first = solve(problem, plan, heuristic, &within, observer);
    let is_hard = matches!(first.outcome, Outcome::Stopped { why: StopReason::Nodes, .. });
    if !is_hard || limits.nodes == Some(nodes) {
        return (first, None);
    }
    let left = |stats: &Stats| Limits {
        time: limits.time.map(|time| time.saturating_sub(started.elapsed())),
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(stats.expanded)),
        ..limits.clone()
    };
    match tables(&left(&first.stats)) {
        Ok(tables) => {
            let mut later = After { observer, before: &first.stats };
            let within = left(&first.stats);
            let second = solve(problem, plan, tables.borrow(), &within, &mut later);
            let mut answer = first.followed_by(second);
            answer.stats.elapsed = started.elapsed();
            (answer, Some(tables))
        }
        Err(reason) => {
            if let Outcome::Stopped { why, .. } = &mut first.outcome {
                *why = reason;
            }
            first.stats.elapsed = started.elapsed();
            (first, None)
        }
    }
}

impl Answer {
    /// The answer of a later search for the same, with what is known from this one.
    fn followed_by(self, later: Answer) -> Answer {
        let Answer { mut outcome, stats } = later;
        if let Outcome::Stopped { lower_bound, .. } = &mut outcome {
            *lower_bound = self.outcome.lower_bound().max(*lower_bound);
        }
        let mut iterations = self.stats.iterations.clone();
        iterations.extend(&stats.iterations);
        let sums = self.stats.plus(&stats);
        Answer { outcome, stats: Stats { iterations, ..sums } }
    }
}

impl Stats {
    /// The figures of two searches one after the other, the iterations of the later one.
    fn plus(&self, later: &Stats) -> Stats {
        Stats {
            expanded: self.expanded + later.expanded,
            generated: self.generated + later.generated,
            reached: later.reached,
            iterations: later.iterations.clone(),
            peak_bytes: self.peak_bytes.max(later.peak_bytes),
            elapsed: self.elapsed + later.elapsed,
        }
    }
}

/// Tells an observer of a later search as if it were still the first one.
struct After<'a> {
    observer: &'a mut dyn Observer,
    before: &'a Stats,
}

impl Observer for After<'_> {
    fn wants_nodes(&self) -> bool {
        self.observer.wants_nodes()
    }

    fn expanding(&mut self, node: Node<'_>) {
        self.observer.expanding(node);
    }

    fn generated(&mut self, node: Node<'_>, fate: Fate) {
        self.observer.generated(node, fate);
    }

    fn goal(&mut self, node: Node<'_>) {
        self.observer.goal(node);
    }

    fn iteration(&mut self, bound: u32) {
        self.observer.iteration(bound);
    }

    fn solution(&mut self, moves: u32) {
        self.observer.solution(moves);
    }

    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        self.observer.progress(&self.before.plus(stats), lower_bound)
    }
}
