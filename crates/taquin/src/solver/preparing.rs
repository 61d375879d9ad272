//! What is made before a search begins: the heuristic of a plan with its tables, those at hand or new ones.

use super::plan::{Begin, Outline, smallest_heuristic};
use super::tables::{Allowance, Made, OnDisk, peak_bytes};
use super::{Note, Prepared, Solver, SolverError, planned};
use crate::board::Board;
use crate::exact::DistanceTable;
use crate::heuristic::{AnyHeuristic, HeuristicName};
use crate::pdb::Catalogue;
use crate::platform::Instant;
use crate::search::{Cancel, Chore, Limits, Observer, StopReason};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

impl Solver {
    /// Makes what an outline needs. If everything was left open, a table of all boards that cannot be used is done without,
    /// with a note; pattern databases are passed over one by one in [`Solver::at_hand`].
    pub(super) fn prepare_outline(
        &self,
        outline: &Outline,
        goal: &Board,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, SolverError> {
        match self.prepare_with(outline, goal, OnDisk::Used, observer) {
            Err(SolverError::File(error)) if self.choice.heuristic.is_auto() => {
                let shape = goal.shape();
                let is_quick = DistanceTable::is_quick(shape);
                let mut outline = Outline::new(&self.choice, shape, self.threads, is_quick, false)?;
                outline.notes.push(Note::Unusable(error.to_string()));
                self.prepare_with(&outline, goal, OnDisk::PassedOver, observer)
            }
            prepared => prepared,
        }
    }

    /// Makes the heuristic that a search begins with, and finds out what it may go on with.
    fn prepare_with(
        &self,
        outline: &Outline,
        goal: &Board,
        on_disk: OnDisk,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, SolverError> {
        let started = Instant::now();
        let mut plan = planned(outline);
        let (heuristic, then, work) = match &outline.begin {
            Begin::None => (Arc::new(built_in(plan.heuristic.as_ref(), goal)?), None, None),
            Begin::Made(heuristic) => (heuristic.clone(), None, None),
            Begin::Named(name) => {
                let pays = outline.tables_pay;
                let (made, then) = self.begin_with(name, pays, goal, on_disk, &mut plan.notes, observer)?;
                plan.heuristic = Some(made.name);
                (made.heuristic, then, made.work)
            }
        };
        plan.then = then.as_ref().map(|set| HeuristicName::Pdb(Some(set.name().into())));
        if let (Some(name), false) = (&plan.heuristic, heuristic.is_complete()) {
            plan.notes.push(Note::PartlyManhattan { shape: goal.shape(), heuristic: name.clone() });
        }
        Ok(Prepared { solver: self.clone(), plan, heuristic, then, took: started.elapsed(), work })
    }

    /// The heuristic to begin with: the one that is meant, or where tables pay the best that are at hand. Also what to
    /// go on with.
    fn begin_with(
        &self,
        name: &HeuristicName,
        tables_pay: bool,
        goal: &Board,
        on_disk: OnDisk,
        notes: &mut Vec<Note>,
        observer: &mut dyn Observer,
    ) -> Result<(Made, Option<Catalogue>), SolverError> {
        if tables_pay && let Some(made) = self.at_hand(goal, notes, observer)? {
            return Ok((made, None));
        }
        let made = match self.made(name, goal, &self.limits, on_disk, observer) {
            // Chosen for the board, but the memory limit leaves no room for its tables.
            Err(SolverError::Stopped(StopReason::Memory)) if self.choice.heuristic.is_auto() => {
                self.made(&smallest_heuristic(self.choice.metric), goal, &self.limits, on_disk, observer)?
            }
            made => made?,
        };
        let fits = |set: &Catalogue| peak_bytes(set) <= self.table_allowance(&self.limits);
        let in_memory = || Catalogue::in_memory(goal.shape(), goal.blank()).ok();
        Ok((made, tables_pay.then(in_memory).flatten().filter(fits)))
    }

    /// The best pattern databases that are on disk or in use, if there are any.
    fn at_hand(
        &self,
        goal: &Board,
        notes: &mut Vec<Note>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Made>, SolverError> {
        let in_memory = Catalogue::in_memory(goal.shape(), goal.blank()).ok();
        let mut sets: Vec<Catalogue> = self.tables.sets_on_disk(goal).collect();
        if in_memory.as_ref().is_some_and(|set| self.tables.is_in_memory(set)) {
            sets.extend(in_memory);
        }
        for set in sets.iter().filter(|set| set.bytes() <= self.table_allowance(&self.limits)) {
            let name = HeuristicName::Pdb(Some(set.name().into()));
            match self.made(&name, goal, &self.limits, OnDisk::Used, observer) {
                Err(SolverError::File(error)) => notes.push(Note::Unusable(error.to_string())),
                Err(SolverError::Stopped(StopReason::Memory)) => {}
                made => return made.map(Some),
            }
        }
        Ok(None)
    }

    /// The best tables that can be built within limits, whatever is on disk: had it been of use, the search would have
    /// begun with it.
    pub(super) fn tables_within(
        &self,
        goal: &Board,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Made, SolverError> {
        let set = Catalogue::in_memory(goal.shape(), goal.blank()).map_err(SolverError::Set)?;
        let name = HeuristicName::Pdb(Some(set.name().into()));
        self.made(&name, goal, limits, OnDisk::PassedOver, observer)
    }

    pub(super) fn made(
        &self,
        name: &HeuristicName,
        goal: &Board,
        limits: &Limits,
        on_disk: OnDisk,
        observer: &mut dyn Observer,
    ) -> Result<Made, SolverError> {
        let started = Instant::now();
        let is_cancelled = || limits.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        let observer = RefCell::new(observer);
        let watch = |share| match limits.time {
            _ if is_cancelled() => Some(StopReason::Cancelled),
            Some(time) if started.elapsed() >= time => Some(StopReason::Time),
            _ if observer.borrow_mut().chore(Chore::Tables, share).is_break() => Some(StopReason::Cancelled),
            _ => None,
        };
        let memory = self.table_allowance(limits);
        let (threads, work) = (self.building_threads(), Cell::new(None));
        let allowance = Allowance { threads, memory, on_disk, watch: &watch, work: &work };
        let made = self.tables.heuristic(name, goal, allowance)?;
        Ok(Made { work: work.get(), ..made })
    }

    pub(super) fn building_threads(&self) -> usize {
        self.build_threads.unwrap_or(self.threads)
    }

    fn table_allowance(&self, limits: &Limits) -> u64 {
        self.table_memory.or(limits.memory).unwrap_or(u64::MAX)
    }
}

/// The heuristic that an algorithm has built in, or one that is 0 everywhere, for callers that want its values.
fn built_in(own: Option<&HeuristicName>, goal: &Board) -> Result<AnyHeuristic, SolverError> {
    Ok(own.unwrap_or(&HeuristicName::Zero).build(goal, 1)?)
}
