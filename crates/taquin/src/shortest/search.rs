//! The search for all boards on shortest solutions.
//!
//! It begins as a plain depth-first search that stores what it has found out of every board. If that takes long and there is
//! a kernel for the heuristic, [`probing`](super::probing) goes on with what is stored.

use super::probing::{self, engine};
use crate::board::Board;
use crate::heuristic::{AnyHeuristic, AnyMemo, Heuristic};
use crate::metric::{Metric, Move};
use crate::problem::Problem;
use crate::search::best_first::node_table::{Inserted, Label, NodeTable};
use crate::search::idastar::team::subtrees::Engine;
use crate::search::{Budget, Limits, Observer, Stats, StopReason};
use crate::shape::{Axis, Direction};
use crate::solution::Solution;

/// Boards with fewer moves left are not worth a place in the table unless they lead to the goal.
const WORTH_A_PLACE: u32 = 3;
/// Solutions longer than this are not searched: the search holds a frame on the stack for every move.
const LONGEST: u32 = 4000;
/// Boards to expand before a kernel is looked for.
const PROBE_AFTER: u64 = 1_000;

/// A search under way.
pub(super) struct Search<'a> {
    pub(super) problem: &'a Problem,
    pub(super) metric: Metric,
    pub(super) heuristic: &'a AnyHeuristic,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
    pub(super) observer: &'a mut dyn Observer,
    /// Every board that was looked at, with the moves that were left; closed if it leads to the goal in so many.
    pub(super) table: NodeTable,
    /// By cell: the moves from there.
    pub(super) moves: Vec<Vec<Move>>,
    pub(super) stats: Stats,
    pub(super) cost: u32,
    /// The plain search looks for a kernel after so many boards.
    pub(super) look_after: u64,
    /// Where it makes way for one.
    engine: Option<Box<dyn Engine + 'a>>,
}

/// Why the plain search ended.
enum Ended {
    Stopped(StopReason),
    /// There is a kernel that is quicker.
    ForKernel,
}

impl From<StopReason> for Ended {
    fn from(why: StopReason) -> Ended {
        Ended::Stopped(why)
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        solution: &Solution,
        heuristic: &'a AnyHeuristic,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
    ) -> Search<'a> {
        let (shape, metric) = (problem.shape(), solution.metric());
        Search {
            problem,
            metric,
            heuristic,
            limits,
            budget: Budget::new(limits),
            observer,
            table: NodeTable::new(shape),
            moves: shape.all_cells().map(|cell| metric.moves_from(shape, cell)).collect(),
            stats: Stats::default(),
            cost: solution.cost(),
            look_after: PROBE_AFTER,
            engine: None,
        }
    }

    /// Searches to the end. The solution is one of the shortest.
    pub(super) fn run(&mut self, solution: &Solution) -> Result<(), StopReason> {
        if self.cost > LONGEST {
            return Err(StopReason::Memory);
        }
        let mut board = self.problem.start().clone();
        let memo = self.heuristic.remember(&board);
        match self.leads_there(&mut board, memo, None, self.cost) {
            Ok(_) => Ok(()),
            Err(Ended::Stopped(why)) => Err(why),
            Err(Ended::ForKernel) => {
                let engine = self.engine.take().expect("it makes way for a kernel");
                probing::search(self, &*engine, solution)
            }
        }
    }

    /// Whether a board leads to the goal in `left` moves. All boards from which it does are stored by then, unless the search
    /// ends: then those that are known to.
    fn leads_there(
        &mut self,
        board: &mut Board,
        memo: AnyMemo,
        via: Option<Direction>,
        left: u32,
    ) -> Result<bool, Ended> {
        if left == 0 {
            let is_goal = &*board == self.problem.goal();
            if is_goal {
                self.store(board, via, 0, true)?;
            }
            return Ok(is_goal);
        }
        if let Some(leads) = self.known(board, left) {
            return Ok(leads);
        }
        self.budget.check(&mut self.stats, self.cost, self.observer)?;
        if self.stats.expanded >= self.look_after {
            self.look_after = u64::MAX;
            self.engine = engine(self)?;
            if self.engine.is_some() {
                return Err(Ended::ForKernel);
            }
        }
        self.stats.expanded += 1;
        let from = board.blank();
        let mut leads = false;
        for place in 0..self.moves[from.index()].len() {
            let shift = self.moves[from.index()][place];
            if is_pointless(self.metric, via, shift.direction) {
                continue;
            }
            self.stats.generated += 1;
            let mut after = memo;
            for _ in 0..shift.tiles {
                let slide = board.slide(shift.direction).expect("a move stays in the box");
                after = self.heuristic.after(after, board, slide);
            }
            let found = if self.estimate(after, shift.direction.axis()) < left {
                self.leads_there(board, after, Some(shift.direction), left - 1)
            } else {
                Ok(false)
            };
            board.shift_blank_to(from);
            // Stored at once: if the search ends, what is known by then counts.
            if found? && !leads {
                leads = true;
                self.store(board, via, left, true)?;
            }
        }
        if !leads && left > WORTH_A_PLACE {
            self.store(board, via, left, false)?;
        }
        Ok(leads)
    }

    /// What is known of whether a board leads to the goal in so many moves.
    fn known(&self, board: &Board, left: u32) -> Option<bool> {
        let id = if left > WORTH_A_PLACE { self.table.find(board)? } else { return None };
        let known = self.table.label(id);
        (known.g() >= left).then(|| known.is_closed() && known.g() == left)
    }

    pub(super) fn estimate(&self, memo: AnyMemo, last: Axis) -> u32 {
        match (self.heuristic, memo) {
            (AnyHeuristic::AxisDistance(axes), AnyMemo::Axes(memo)) => axes.estimate_after(memo, Some(last)),
            (other, memo) => other.estimate(memo),
        }
    }

    /// Stores what is known of a board; gives its number.
    pub(super) fn store(
        &mut self,
        board: &Board,
        via: Option<Direction>,
        left: u32,
        leads: bool,
    ) -> Result<u32, StopReason> {
        let label = Label::new(left, via);
        let label = if leads { label.closed() } else { label };
        self.table.make_room(&self.budget, 0)?;
        match self.table.insert(board, label) {
            Inserted::New(id) => Ok(id),
            Inserted::Known(id) => {
                self.table.set_label(id, label);
                Ok(id)
            }
        }
    }
}

/// Whether a move after another is no part of a shortest solution: it takes back a slide, or goes on along the axis of a
/// shift.
pub(super) fn is_pointless(metric: Metric, last: Option<Direction>, next: Direction) -> bool {
    match metric {
        Metric::Slides => last == Some(next.opposite()),
        Metric::Shifts => last.map(Direction::axis) == Some(next.axis()),
    }
}
