//! What is known of a depth-first search apart from its heuristic. What looks at this alone is compiled once, not for
//! every heuristic: bounds, limits, kernels.

use super::plain::Ended;
use super::pruning::automaton::Automaton;
use crate::board::Board;
use crate::contradiction::Contradiction;
use crate::heuristic::{Heuristic, KernelHint};
use crate::problem::Problem;
use crate::search::common::budget::Budget;
use crate::search::common::limits::Limits;
use crate::search::common::observer::{Chore, Observer};
use crate::search::common::outcome::{Iteration, Stats, StopReason};
use crate::shape::Direction;
use std::ops::ControlFlow;
use std::sync::Arc;

/// One search: who watches it, what it may use and what it has done.
pub(crate) struct Run<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) observer: &'a mut dyn Observer,
    /// Whether the observer wants to see single nodes.
    pub(crate) shows_nodes: bool,
    pub(crate) budget: Budget<'a>,
    /// What moves are worth making; nothing: all but the one that takes back the last.
    pub(crate) automaton: Option<Arc<Automaton>>,
    pub(crate) stats: Stats,
    pub(crate) lower_bound: u32,
}

impl<'a> Run<'a> {
    pub(crate) fn new(problem: &'a Problem, limits: &'a Limits, observer: &'a mut dyn Observer) -> Run<'a> {
        Run {
            problem,
            shows_nodes: observer.wants_nodes(),
            observer,
            budget: Budget::new(limits),
            automaton: None,
            stats: Stats::default(),
            lower_bound: 0,
        }
    }

    /// Tells the observer of work without nodes that begins.
    pub(crate) fn begin_chore(&mut self, chore: Chore) -> Result<(), StopReason> {
        match self.observer.chore(chore, None) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(StopReason::Cancelled),
        }
    }

    /// Begins an iteration and its line in the figures. Gives the nodes expanded and generated before it.
    pub(crate) fn begin_iteration(&mut self, bound: u32) -> (u64, u64) {
        self.observer.iteration(bound);
        self.stats.iterations.push(Iteration { bound, expanded: 0, generated: 0 });
        (self.stats.expanded, self.stats.generated)
    }

    /// Ends an iteration that began after so many nodes expanded and generated.
    pub(crate) fn end_iteration(&mut self, (expanded, generated): (u64, u64)) {
        let iteration = self.stats.iterations.last_mut().expect("an iteration was begun");
        iteration.expanded = self.stats.expanded - expanded;
        iteration.generated = self.stats.generated - generated;
    }

    /// Bytes of the pruning rule.
    pub(crate) fn automaton_bytes(&self) -> usize {
        self.automaton.as_ref().map_or(0, |automaton| automaton.bytes())
    }
}

/// A plain search, whatever heuristic it is compiled for.
pub(crate) trait DepthFirst<'a> {
    fn run(&mut self) -> &mut Run<'a>;
    /// One iteration from the start, with its line in the figures.
    fn iterate(&mut self, bound: u32) -> Result<Ended, StopReason>;
    /// Searches from another board than the start, reached by a move that it does not take back, with this many moves
    /// left.
    fn search_from(
        &mut self,
        board: &Board,
        came_by: Option<Direction>,
        left: u32,
    ) -> Result<Ended, StopReason>;
    /// Bytes of the path.
    fn bytes(&self) -> usize;
}

/// A heuristic as an object, for what is asked once in many nodes.
pub(crate) trait Estimates {
    fn of(&self, board: &Board) -> u32;
    fn is_admissible(&self) -> bool;
    fn contradiction(&self) -> Option<Contradiction>;
    fn kernel_hint(&self) -> Option<KernelHint<'_>>;
}

impl<H: Heuristic> Estimates for H {
    fn of(&self, board: &Board) -> u32 {
        Heuristic::of(self, board)
    }

    fn is_admissible(&self) -> bool {
        self.guarantees().admissible
    }

    fn contradiction(&self) -> Option<Contradiction> {
        Heuristic::contradiction(self)
    }

    fn kernel_hint(&self) -> Option<KernelHint<'_>> {
        Heuristic::kernel_hint(self)
    }
}
