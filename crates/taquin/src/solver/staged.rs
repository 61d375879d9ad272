//! A search in two stages: first by a heuristic that costs nothing to make, and if the board turns out to
//! be hard, once more by one whose tables have to be made first.
//!
//! Limits hold over both stages and the figures are the sums of both, so that callers need not know how many
//! there were.

use super::plan::Plan;
use crate::platform::Instant;
use crate::search::{Answer, Chore, Fate, Limits, Node, Observer, Outcome, Stats, StopReason};
use crate::solution::Solution;
use std::ops::ControlFlow;

/// A board that takes more nodes than this is hard. Expanding them takes about as long as making the
/// tables of [`Catalogue::in_memory`](crate::pdb::Catalogue::in_memory).
pub const FIRST_STAGE_NODES: u64 = 3_000_000;

/// The limits of the first stage.
pub(super) fn first_limits(limits: &Limits) -> Limits {
    let nodes = limits.nodes.unwrap_or(u64::MAX).min(FIRST_STAGE_NODES);
    Limits { nodes: Some(nodes), ..limits.clone() }
}

/// Whether a first stage has ended because the board is hard.
pub(super) fn is_hard(answer: &Answer, limits: &Limits) -> bool {
    let out_of_nodes = matches!(answer.outcome, Outcome::Stopped { why: StopReason::Nodes, .. });
    out_of_nodes && limits.nodes.is_none_or(|nodes| nodes > FIRST_STAGE_NODES)
}

/// What is known after the first stage.
pub(super) struct Stage<'a> {
    first: Answer,
    limits: &'a Limits,
    started: Instant,
}

impl<'a> Stage<'a> {
    pub(super) fn after(first: Answer, limits: &'a Limits, started: Instant) -> Stage<'a> {
        Stage { first, limits, started }
    }

    /// What is left of the limits.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            time: self.limits.time.map(|time| time.saturating_sub(self.started.elapsed())),
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.first.stats.expanded)),
            ..self.limits.clone()
        }
    }

    /// The answer if there are no tables because of a limit.
    pub(super) fn stopped(mut self, reason: StopReason) -> Answer {
        if let Outcome::Stopped { why, .. } = &mut self.first.outcome {
            *why = reason;
        }
        self.first.stats.elapsed = self.started.elapsed();
        self.first
    }

    /// Tells an observer of the second stage as if it were still the first one.
    pub(super) fn observer<'o>(&'o self, observer: &'o mut dyn Observer) -> After<'o> {
        After::new(observer, &self.first.stats)
    }

    /// The answer of the second stage, with what is known from the first.
    pub(super) fn followed_by(self, second: Answer) -> Answer {
        let Answer { mut outcome, stats } = second;
        if let Outcome::Stopped { lower_bound, .. } = &mut outcome {
            *lower_bound = self.first.outcome.lower_bound().max(*lower_bound);
        }
        let mut iterations = self.first.stats.iterations.clone();
        iterations.extend(&stats.iterations);
        let sums = plus(&self.first.stats, &stats);
        Answer { outcome, stats: Stats { iterations, elapsed: self.started.elapsed(), ..sums } }
    }
}

/// The figures of two searches one after the other, the iterations of the later one.
pub(super) fn plus(first: &Stats, later: &Stats) -> Stats {
    Stats {
        expanded: first.expanded + later.expanded,
        generated: first.generated + later.generated,
        reached: later.reached,
        iterations: later.iterations.clone(),
        peak_bytes: first.peak_bytes.max(later.peak_bytes),
        helpers: first.helpers.max(later.helpers),
        elapsed: first.elapsed + later.elapsed,
        timed: first.timed || later.timed,
    }
}

/// An observer of a second stage.
pub(super) struct After<'a> {
    observer: &'a mut dyn Observer,
    before: &'a Stats,
}

impl<'a> After<'a> {
    /// Tells an observer of a search as if it went on from these figures.
    pub(super) fn new(observer: &'a mut dyn Observer, before: &'a Stats) -> After<'a> {
        After { observer, before }
    }
}

impl Observer for After<'_> {
    fn wants_nodes(&self) -> bool {
        self.observer.wants_nodes()
    }

    fn begins(&mut self, plan: &Plan) {
        self.observer.begins(plan);
    }

    fn chore(&mut self, chore: Chore, share: Option<f64>) -> ControlFlow<()> {
        self.observer.chore(chore, share)
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

    fn solution(&mut self, solution: &Solution) {
        self.observer.solution(solution);
    }

    fn has_solution(&self) -> bool {
        self.observer.has_solution()
    }

    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        self.observer.progress(&plus(self.before, stats), lower_bound)
    }
}
