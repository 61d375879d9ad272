//! What keeps a search within its limits and lets it be watched: one [`Monitor`] for the whole search, used
//! by its first thread, and a [`NodeBudget`] for each iteration, shared by all threads.

use super::Ended;
use super::beam::incumbent::Incumbent;
use crate::platform;
use crate::search::common::budget::Budget;
use crate::search::common::limits::Limits;
use crate::search::common::node_budget::{Count, NodeBudget};
use crate::search::common::observer::Observer;
use crate::search::common::outcome::{Iteration, Stats, StopReason};
use std::thread::Scope;
use std::time::Duration;

/// Nodes that a thread expands at a time: some milliseconds of work.
pub(crate) const GRAIN: u64 = 1 << 12;

/// The same at the end of a node limit.
const SMALLEST_GRAIN: u64 = 1 << 7;

/// An iteration has about so many times as many nodes as the one before.
const GROWTH: u64 = 8;

/// Searches that take longer than this are worth a beam search beside them.
const BEAM_AFTER: Duration = Duration::from_millis(500);

/// Reads time, memory and nodes for a search.
pub(crate) struct Monitor<'scope, 'env> {
    budget: Budget<'env>,
    limits: &'env Limits,
    stats: Stats,
    observer: &'env mut dyn Observer,
    incumbent: &'env Incumbent<'env>,
    /// Where the beam search runs.
    scope: &'scope Scope<'scope, 'env>,
    beam_runs: bool,
    /// The length of the best solution that the observer knows of.
    told: u32,
    /// The bound of this iteration, and nodes of those before.
    bound: u32,
    before: u64,
    /// What ended the iteration.
    ended: Option<Ended>,
}

impl<'scope, 'env> Monitor<'scope, 'env> {
    pub(crate) fn new(
        limits: &'env Limits,
        observer: &'env mut dyn Observer,
        incumbent: &'env Incumbent<'env>,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Monitor<'scope, 'env> {
        Monitor {
            budget: Budget::new(limits),
            limits,
            stats: Stats::default(),
            observer,
            incumbent,
            scope,
            beam_runs: false,
            told: u32::MAX,
            bound: 0,
            before: 0,
            ended: None,
        }
    }

    /// An iteration begins: the nodes it may expand.
    pub(crate) fn begin(&mut self, bound: u32) -> NodeBudget {
        self.observer.iteration(bound);
        self.bound = bound;
        self.before = self.stats.expanded;
        self.ended = None;
        let node_budget = NodeBudget::new(self.limits.nodes.map(|nodes| nodes.saturating_sub(self.before)));
        // The observer may know that the iteration is not needed.
        if let Err(why) = self.budget.look(&mut self.stats, bound, self.observer) {
            self.ended = Some(Ended::Stopped(why));
            node_budget.stop();
        }
        node_budget
    }

    /// An iteration with these nodes is over: what ended it, if it was not through.
    pub(crate) fn end(&mut self, node_budget: &NodeBudget, count: Count) -> Option<Ended> {
        let Count { expanded, generated } = count;
        self.stats.expanded = self.before + expanded;
        self.stats.generated += generated;
        self.stats.iterations.push(Iteration { bound: self.bound, expanded, generated });
        node_budget.is_stopped().then(|| self.ended.unwrap_or(Ended::Stopped(StopReason::Nodes)))
    }

    /// A solution was found, but it was time to stop before everything that comes before it was searched.
    pub(crate) fn found_in_haste(&mut self) {
        self.stats.timed = true;
    }

    /// So many threads have joined the first.
    pub(crate) fn joined(&mut self, helpers: usize) {
        self.stats.helpers = self.stats.helpers.max(helpers);
    }

    /// Some nodes have been expanded: how many more may the first thread expand?
    pub(crate) fn meter(&mut self, node_budget: &NodeBudget, spent: u64) -> u64 {
        node_budget.add(Count { expanded: spent, generated: 0 });
        self.look(node_budget);
        grain(node_budget)
    }

    /// Looks at the limits and at the beam search, and tells the observer.
    pub(crate) fn look(&mut self, node_budget: &NodeBudget) {
        let done = self.before + node_budget.count().expanded;
        let checked = self.budget.check_but_nodes(done, &mut self.stats, self.bound, self.observer);
        let length = self.incumbent.length();
        if length < self.told
            && let Some(best) = self.incumbent.best()
        {
            self.told = best.cost();
            self.observer.solution(&best);
        }
        if length <= self.bound {
            self.ended = Some(Ended::Overtaken);
            self.stats.timed = true;
            node_budget.stop();
        } else if let Err(why) = checked {
            self.ended = Some(Ended::Stopped(why));
            node_budget.stop();
        } else if self.needs_beam() {
            self.beam_runs = true;
            let (incumbent, bound, held) = (self.incumbent, self.bound, self.stats.peak_bytes);
            // Without a thread for it there is just no solution before its time.
            let _ = platform::spawn_scoped(self.scope, move || incumbent.widen(bound, held));
        }
    }

    /// Whether it is time for a beam search beside this one. With a ledger there is none: it could end the search at any time.
    fn needs_beam(&self) -> bool {
        !self.beam_runs
            && self.stats.elapsed >= BEAM_AFTER
            && self.limits.ledger().is_none()
            && !self.observer.has_solution()
    }

    /// Whether the search may hold this many bytes, beside the beam search.
    pub(crate) fn allow(&mut self, bytes: u64) -> Result<(), Ended> {
        self.budget.allow(bytes + self.incumbent.peak_bytes()).map_err(Ended::Stopped)?;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        Ok(())
    }

    /// The bytes that beams before an iteration may hold: half of the limit, as the other beam does.
    pub(crate) fn room(&self) -> u64 {
        self.limits.memory.map_or(u64::MAX, |memory| memory / 2)
    }

    /// Nodes of the last iteration, 0 if this is the first.
    pub(crate) fn nodes_of_last(&self) -> u64 {
        self.stats.iterations.last().map_or(0, |last| last.expanded)
    }

    /// About how many nodes this iteration will have.
    pub(crate) fn expected(&self) -> u64 {
        GROWTH * self.nodes_of_last()
    }

    /// Whether the observer has a solution of its own.
    pub(crate) fn has_solution(&self) -> bool {
        self.observer.has_solution()
    }

    /// The most bytes that the search has held.
    pub(crate) fn held(&self) -> u64 {
        self.stats.peak_bytes
    }

    /// The figures of the search, which is over.
    pub(crate) fn into_stats(mut self) -> Stats {
        self.stats.elapsed = self.budget.elapsed();
        self.stats
    }
}

/// Some nodes have been expanded: how many more may the thread expand? 0 if it is time to stop.
pub(crate) fn meter(node_budget: &NodeBudget, spent: u64) -> u64 {
    node_budget.add(Count { expanded: spent, generated: 0 });
    grain(node_budget)
}

/// Nodes for some milliseconds; 0 if it is time to stop. A node limit is kept by those who share out the work.
fn grain(node_budget: &NodeBudget) -> u64 {
    if node_budget.is_stopped() { 0 } else { node_budget.stretch(SMALLEST_GRAIN, GRAIN, 2) }
}
