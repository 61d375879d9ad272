//! A plan with its heuristic made: ready to search any number of boards with one goal.

use super::any_time::AnyTime;
use super::error::SolverError;
use super::phase::{Phase, Work};
use super::plan::{self, Plan};
use super::staged::{self, Stage};
use super::{Solved, Solver};
use crate::board::Board;
use crate::heuristic::{AnyHeuristic, Heuristic};
use crate::metric::Metric;
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
    /// What had to be done to have the tables.
    pub(super) work: Option<Work>,
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
        if self.plan.method.metric != Metric::Slides {
            return Err(SolverError::RulesCountSlides);
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

    /// The making of the heuristic as a phase, if tables were read or built.
    pub(super) fn preparation(&self) -> Option<Phase> {
        let work = self.work?;
        Some(Phase::without_nodes(work, self.plan.heuristic.clone(), self.took))
    }

    /// What came of a single search.
    pub(super) fn solved(&self, answer: Answer) -> Solved {
        let plan = Plan { then: None, ..self.plan.clone() };
        let phases = vec![self.phase(&answer)];
        Solved { answer, plan, heuristic: self.heuristic.clone(), phases, improvements: Vec::new() }
    }

    /// A search as a phase.
    fn phase(&self, answer: &Answer) -> Phase {
        Phase::search(self.plan.work(), self.plan.heuristic.clone(), &answer.stats)
    }

    /// The search that proves, on so many threads.
    pub(super) fn prove(
        &self,
        problem: &Problem,
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Solved, SolverError> {
        let mut proof = self.clone();
        proof.plan.method.threads = threads;
        if self.then.is_some() {
            return proof.solve_in_stages(problem, limits, observer);
        }
        let answer = proof.search(problem, &self.heuristic, limits, observer)?;
        Ok(proof.solved(answer))
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
        let mut phases = vec![self.phase(&answer)];
        let stage = Stage::after(answer, limits, started);
        let begun = Instant::now();
        let made = match self.solver.tables_within(problem.goal(), &stage.limits(), observer) {
            Ok(made) => made,
            Err(SolverError::Stopped(why)) => {
                let then = self.plan.then.clone();
                phases.push(Phase::without_nodes(Work::BuildTables, then, begun.elapsed()));
                return Ok(Solved { phases, ..self.solved(stage.stopped(why)) });
            }
            Err(error) => return Err(error),
        };
        let made_in = begun.elapsed();
        phases.extend(made.work.map(|work| Phase::without_nodes(work, Some(made.name.clone()), made_in)));
        let plan = Plan { heuristic: Some(made.name), then: None, ..self.plan.clone() };
        let then = Prepared { plan, heuristic: made.heuristic, then: None, ..self.clone() };
        let within = then.memory_left(&stage.limits());
        let second = then.search(problem, &then.heuristic, &within, &mut stage.observer(observer))?;
        phases.push(then.phase(&second));
        Ok(Solved { phases, ..then.solved(stage.followed_by(second)) })
    }

    /// One search, with large tables checked beside it if it takes long.
    pub(super) fn search_once(
        &self,
        problem: &Problem,
        heuristic: &AnyHeuristic,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Answer, SolverError> {
        let mut search = || search_by(problem, &self.plan.method, heuristic, limits, observer);
        let answer = if self.solver.rechecks { checked_beside(heuristic, search) } else { search() };
        // Noted by the search, by the check beside it or by another search with the same tables.
        match (heuristic.contradiction(), &answer.outcome) {
            (Some(contradiction), _) => Err(SolverError::Contradiction(contradiction)),
            (None, Outcome::Stopped { why: StopReason::Contradiction, .. }) => {
                unreachable!("a search stops by a contradiction that its heuristic has noted")
            }
            (None, _) => Ok(bounded(problem, self.plan.method.metric, heuristic, answer)),
        }
    }
}

/// The answer with what is known of the length even if the search says nothing of it, because its estimates may be too
/// large: the largest admissible estimate of the start.
fn bounded(problem: &Problem, metric: Metric, heuristic: &AnyHeuristic, mut answer: Answer) -> Answer {
    let says_nothing = !heuristic.guarantees().admissible || answer.lower_bound() == 0;
    match &mut answer.outcome {
        Outcome::Solved { lower_bound, optimal: false, .. } | Outcome::Stopped { lower_bound, .. }
            if says_nothing =>
        {
            *lower_bound = plan::best_estimate(problem, metric).max(*lower_bound);
        }
        _ => {}
    }
    answer
}

/// Does some work, with tables that have not been checked since they were opened checked beside it if it takes long.
pub(super) fn checked_beside<R>(heuristic: &AnyHeuristic, work: impl FnOnce() -> R) -> R {
    if heuristic.is_checked() {
        return work();
    }
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let checker = platform::spawn_scoped(scope, || recheck(heuristic, &over));
        let result = work();
        over.store(true, Ordering::Relaxed);
        if let Ok(checker) = checker {
            checker.thread().unpark();
        }
        result
    })
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
