//! Distances of very many boards by one kernel, where there is one ([`crate::search::idastar::bulk`]).

use super::prepared::checked_beside;
use super::{Prepared, SolverError};
use crate::board::Board;
use crate::heuristic::{AnyHeuristic, Heuristic, PatternDatabases};
use crate::metric::Metric;
use crate::problem::Problem;
use crate::search::idastar::bulk::Bulk;
use crate::search::idastar::choose_kernel::bulk_engine;
use crate::search::idastar::pruning::automaton::Automaton;
use crate::search::{Algorithm, Cancel, Limits, StopReason};
use crate::shape::Direction;
use crate::solution::Solution;
use std::borrow::Cow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Stands for a distance that was not found.
const UNKNOWN: u32 = u32::MAX;

/// Copying tables of half a gigabyte takes a fifth of a second, and saves more from so many boards on.
const BOARDS_FOR_A_COPY: usize = 1000;

impl Prepared {
    /// The distances of boards, as far as they are found; nothing if boards like these have to be searched one by one.
    ///
    /// # Errors
    /// If the search is stopped, or tables contradict themselves.
    pub(super) fn distances_in_bulk(
        &self,
        boards: &[Board],
        threads: usize,
    ) -> Result<Option<Vec<Option<u32>>>, SolverError> {
        let (AnyHeuristic::Pdb(databases), true) = (&*self.heuristic, self.may_be_in_bulk()) else {
            return Ok(None);
        };
        let (goal, cancel) = (self.goal(), self.solver.limits.cancel.as_ref());
        let is_over = || cancel.is_some_and(Cancel::is_cancelled).then_some(StopReason::Cancelled);
        let automaton = Automaton::of(goal.shape(), &is_over).map_err(SolverError::Stopped)?;
        let databases = &*on_large_pages(databases, boards.len());
        let engine = automaton.and_then(|automaton| bulk_engine(databases, goal.shape(), &automaton));
        let Some(engine) = engine else { return Ok(None) };
        let lengths: Vec<AtomicU32> = boards.iter().map(|_| AtomicU32::new(UNKNOWN)).collect();
        let found = |number: usize, moves: Vec<Direction>| {
            let length = moves.len() as u32;
            if is_right(databases, &boards[number], moves) {
                lengths[number].store(length, Relaxed);
            }
        };
        let bulk = Bulk { engine: &*engine, boards, goal, cancel, found: &found };
        match self.solver.rechecks {
            true => checked_beside(&self.heuristic, || bulk.search(threads)),
            false => bulk.search(threads),
        }
        if let Some(contradiction) = self.heuristic.contradiction() {
            return Err(SolverError::Contradiction(contradiction));
        }
        match is_over() {
            Some(why) => Err(SolverError::Stopped(why)),
            None => Ok(Some(lengths.into_iter().map(AtomicU32::into_inner).map(known).collect())),
        }
    }

    /// Whether the plan is a search that a kernel could do for many boards at a time, once there are tables. Limits hold
    /// for each board, so there must be none.
    pub(super) fn may_be_in_bulk(&self) -> bool {
        let Limits { time, memory, nodes, .. } = &self.solver.limits;
        let method = &self.plan.method;
        (method.algorithm, method.metric) == (Algorithm::Idastar, Metric::Slides)
            && !self.plan.any_time
            && self.goal().shape().cells() <= 16
            && (time.is_none() && memory.is_none() && nodes.is_none())
    }
}

/// Tables as they are, or a copy of those in files for so many boards that the copy pays.
fn on_large_pages(databases: &PatternDatabases, boards: usize) -> Cow<'_, PatternDatabases> {
    let pays = boards >= BOARDS_FOR_A_COPY && cfg!(target_os = "linux");
    let is_mapped = databases.tables().iter().any(|table| table.is_mapped());
    let copy = (pays && is_mapped).then(|| databases.copied());
    // Without a copy everything works, only slower.
    copy.and_then(Result::ok).map_or(Cow::Borrowed(databases), Cow::Owned)
}

/// Whether moves lead from a board to the goal, and tables say nothing else.
fn is_right(databases: &PatternDatabases, board: &Board, moves: Vec<Direction>) -> bool {
    let problem = Problem::new(board.clone(), databases.goal().clone());
    let solution = problem.ok().and_then(|problem| Solution::replay(&problem, moves).ok());
    solution.is_some_and(|solution| databases.confront(&solution, true).is_ok())
}

fn known(length: u32) -> Option<u32> {
    (length != UNKNOWN).then_some(length)
}
