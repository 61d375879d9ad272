//! A plan with its heuristic made: ready to search any number of boards with one goal.

use super::any_time::AnyTime;
use super::error::SolverError;
use super::plan::Plan;
use super::staged::{self, Stage};
use super::{Solved, Solver};
use crate::board::Board;
use crate::heuristic::{AnyHeuristic, Heuristic};
use crate::pdb::Catalogue;
use crate::platform::{self, Instant};
use crate::problem::Problem;
use crate::search::{Answer, Limits, Observer, Outcome, Rules, StopReason, best_first, search_by};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Searches shorter than this are not worth checking large tables beside them.
const RECHECK_AFTER: Duration = Duration::from_secs(5);

/// What [`Solver::prepare`] made: which search it will be, and the heuristic that it begins with.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(super) solver: Solver,
    pub(super) plan: Plan,
    pub(super) heuristic: Arc<AnyHeuristic>,
    /// What to go on with if a board turns out to be hard.
    pub(super) then: Option<Catalogue>,
    /// How long it took to make.
    pub(super) took: Duration,
}

impl Prepared {
    /// What is going to be done.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The heuristic that the search begins with; for algorithms that use none, one that is 0 everywhere.
    pub fn heuristic(&self) -> &Arc<AnyHeuristic> {
        &self.heuristic
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        self.heuristic.goal()
    }

    /// The same as a single search: without going on with tables if a board turns out to be hard, and without improving a
    /// first answer.
    #[must_use]
    pub fn single(mut self) -> Prepared {
        self.then = None;
        self.plan.then = None;
        self.plan.any_time = false;
        self
    }

    /// The same with other limits, e.g. with what is left of a time for several searches.
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Prepared {
        self.solver.limits = limits;
        self
    }

    /// What the solver's limits leave for a search after the making of the heuristic.
    pub fn limits(&self) -> Limits {
        let limits = &self.solver.limits;
        Limits { time: limits.time.map(|time| time.saturating_sub(self.took)), ..self.memory_left(limits) }
    }

    /// Searches a board. The solver's limits hold for each one; the time in which tables were read or built before is
    /// not counted.
    ///
    /// # Errors
    /// If the problem has another goal, or tables contradict themselves or the solution.
    pub fn solve(&self, problem: &Problem, observer: &mut dyn Observer) -> Result<Solved, SolverError> {
        self.solve_within(problem, &self.memory_left(&self.solver.limits), observer)
    }

    /// Searches a board best-first by rules of one's own, with the plan's heuristic but not by its algorithm: ties, order of
    /// children and the treatment of boards met again are those of the rules.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_by_rules(
        &self,
        problem: &Problem,
        rules: &Rules,
        observer: &mut dyn Observer,
    ) -> Result<Solved, SolverError> {
        if self.goal() != problem.goal() {
            return Err(SolverError::OtherGoal);
        }
        observer.begins(&self.plan);
        let answer = best_first(problem, &*self.heuristic, rules, &self.limits(), observer);
        match self.heuristic.contradiction() {
            Some(contradiction) => Err(SolverError::Contradiction(contradiction)),
            None => Ok(self.solved(answer)),
        }
    }

    /// Tables count, unless they have an account of their own.
    fn memory_left(&self, limits: &Limits) -> Limits {
        let tables = match self.solver.table_memory {
            Some(_) => 0,
            None => self.heuristic.own_bytes(),
        };
        Limits { memory: limits.memory.map(|most| most.saturating_sub(tables)), ..limits.clone() }
    }

    pub(super) fn solve_within(
        &self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Solved, SolverError> {
        if self.goal() != problem.goal() {
            return Err(SolverError::OtherGoal);
        }
        observer.begins(&self.plan);
        if self.plan.any_time {
            return AnyTime::solve(self, problem, limits, observer);
        }
        if self.then.is_some() {
            return self.solve_in_stages(problem, limits, observer);
        }
        let answer = self.search(problem, &self.heuristic, limits, observer)?;
        Ok(self.solved(answer))
    }

    pub(super) fn solved(&self, answer: Answer) -> Solved {
        let plan = Plan { then: None, ..self.plan.clone() };
        Solved { answer, plan, heuristic: self.heuristic.clone(), before: None, improvements: Vec::new() }
    }

    /// The search that proves, on so many threads.
    pub(super) fn prove(
        &self,
        problem: &Problem,
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolverError> {
        let mut proof = self.clone();
        proof.plan.method.threads = threads;
        if self.then.is_some() {
            return Ok(proof.solve_in_stages(problem, limits, observer)?.answer);
        }
        proof.search(problem, &self.heuristic, limits, observer)
    }

    /// First by the heuristic that costs nothing to make, and with tables once the board turns out to be hard.
    fn solve_in_stages(
        &self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Solved, SolverError> {
        let started = Instant::now();
        let first = staged::first_limits(limits);
        let answer = self.search(problem, &self.heuristic, &first, observer)?;
        if !staged::is_hard(&answer, limits) {
            return Ok(self.solved(answer));
        }
        let stage = Stage::after(answer, limits, started);
        let made = match self.solver.tables_within(problem.goal(), &stage.limits()) {
            Ok(made) => made,
            Err(SolverError::Stopped(why)) => return Ok(self.solved(stage.stopped(why))),
            Err(error) => return Err(error),
        };
        let then = Prepared { heuristic: made.heuristic, then: None, ..self.clone() };
        let within = then.memory_left(&stage.limits());
        let second = then.search(problem, &then.heuristic, &within, &mut stage.observer(observer))?;
        let before = self.plan.heuristic.clone();
        let plan = Plan { heuristic: Some(made.name), then: None, ..self.plan.clone() };
        Ok(Solved {
            answer: stage.followed_by(second),
            plan,
            heuristic: then.heuristic,
            before,
            improvements: Vec::new(),
        })
    }

    /// One search, with large tables checked beside it if it takes long.
    fn search(
        &self,
        problem: &Problem,
        heuristic: &AnyHeuristic,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolverError> {
        let run =
            |observer: &mut dyn Observer| search_by(problem, &self.plan.method, heuristic, limits, observer);
        let answer = if heuristic.is_checked() {
            run(observer)
        } else {
            let over = AtomicBool::new(false);
            std::thread::scope(|scope| {
                let checker = platform::spawn_scoped(scope, || recheck(heuristic, &over));
                let answer = run(observer);
                over.store(true, Ordering::Relaxed);
                if let Ok(checker) = checker {
                    checker.thread().unpark();
                }
                answer
            })
        };
        // Noted by the search, by the check beside it or by another search with the same tables.
        match (heuristic.contradiction(), &answer.outcome) {
            (Some(contradiction), _) => Err(SolverError::Contradiction(contradiction)),
            (None, Outcome::Stopped { why: StopReason::Contradiction, .. }) => {
                unreachable!("a search stops by a contradiction that its heuristic has noted")
            }
            (None, _) => Ok(answer),
        }
    }
}

/// Computes the checksums of tables that have not been checked since they were opened, once a search has gone on for
/// some time.
fn recheck(heuristic: &AnyHeuristic, over: &AtomicBool) {
    let started = Instant::now();
    while started.elapsed() < RECHECK_AFTER {
        if over.load(Ordering::Relaxed) {
            return;
        }
        std::thread::park_timeout(RECHECK_AFTER - started.elapsed().min(RECHECK_AFTER));
    }
    heuristic.recheck(&|| over.load(Ordering::Relaxed));
}
