//! The front door: which search, which tables, from disk or built, when to go on with others, what is proved. All of
//! it is decided here, once, for the program, its server, and users of the library.
//!
//! | file | idea |
//! |---|---|
//! | `setters.rs`, `choice.rs` | what is asked for |
//! | `plan.rs` | what is left open, filled in |
//! | `tables.rs`, `files.rs`, `recent.rs` | heuristics with their tables, found or built once and kept |
//! | `prepared.rs`, `staged.rs` | the search itself, begun again with tables if the board is hard |
//! | `recorded.rs` | searches that are recorded, and go on where they were |
//! | `any_time.rs` | a solution at once, and better ones, where a proof is out of reach |
//! | `batch.rs`, `distances.rs`, `in_bulk.rs` | many problems on all threads, answers in order; distances alone; by one kernel |
//! | `first_moves.rs`, `hint.rs` | all moves that shortest solutions begin with; every first move with what it leaves to do |
//! | `shortest.rs` | all shortest solutions |
//! | `analyse.rs` | where a given solution lost moves |
//! | `shifts.rs` | what is different if moves are counted in shifts |
//! | `convention.rs` | searches and counts as those of classic programs |
//! | `solved.rs`, `phase.rs`, `error.rs` | what came of it, what was done for it, why there is no answer |

mod analyse;
mod any_time;
mod batch;
mod choice;
mod convention;
mod distances;
mod error;
mod files;
mod first_moves;
mod hint;
mod in_bulk;
mod phase;
mod plan;
mod prepared;
mod recent;
mod recorded;
mod setters;
mod shifts;
mod shortest;
mod solved;
mod staged;
mod tables;

pub use analyse::{Analysis, Distance, MadeMove};
pub use any_time::USUAL_TIME;
pub use batch::InOrder;
pub use choice::{Aim, Choice, HeuristicChoice};
pub use convention::{Convention, UnknownConvention};
pub use error::SolverError;
pub use hint::FirstMove;
pub use phase::{Phase, Work};
pub use plan::{Note, Plan};
pub use prepared::Prepared;
pub use recorded::{Ledgers, NoMethod, Opened, RecordedMethod};
pub use shortest::Shortest;
pub use solved::{Improvement, Solved, has_f_values};
pub use staged::FIRST_STAGE_NODES;

use crate::board::Board;
use crate::exact::DistanceTable;
use crate::goal::NamedGoal;
use crate::heuristic::{AnyHeuristic, Heuristic, HeuristicName, Manhattan};
use crate::metric::Metric;
use crate::pdb::Catalogue;
use crate::platform::Instant;
use crate::problem::Problem;
use crate::search::{Answer, Cancel, Chore, Limits, Observer, Outcome, Stats, StopReason};
use plan::{Begin, Outline};
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use tables::{Allowance, Made, OnDisk, Tables, peak_bytes};

/// Solves a board to the usual goal (1 2 3 … and the blank last) by the best search there is for its shape, on one
/// thread. The solution is proved shortest, except on boards too large for a proof in a time that people wait: these get the
/// best solution that is found in [`USUAL_TIME`].
///
/// ```
/// let board = "8 1 3/4 0 2/7 6 5".parse()?;
/// let answer = taquin::solve(&board)?;
/// assert!(answer.proved());
/// assert_eq!(answer.cost(), Some(14));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the board cannot be solved.
pub fn solve(board: &Board) -> Result<Solved, SolverError> {
    let goal = NamedGoal::BlankLast.board(board.shape()).expect("every shape has this goal");
    Solver::new().solve(&Problem::new(board.clone(), goal)?)
}

/// Solves problems: chooses the search and its tables, keeps the tables, and holds to limits, which include the reading
/// and building of tables.
///
/// Everything that is not set is chosen for the board: exact distances on boards of up to 10 cells, two-ended search in
/// boxes such as 3×3×3, IDA\* elsewhere, with pattern databases for hard boards; on boards too large for a proof a solution
/// at once that is shortened while there is time ([`Aim`]). Clones share the tables.
///
/// ```
/// use std::time::Duration;
/// use taquin::{NamedGoal, Problem, Solver};
///
/// let solver = Solver::new().threads(2).time_limit(Duration::from_secs(60));
/// let start = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15".parse()?;
/// let goal = NamedGoal::BlankLast.board("4x4".parse()?)?;
/// let answer = solver.solve(&Problem::new(start, goal)?)?;
/// assert!(answer.proved());
/// assert_eq!(answer.solution().map(|solution| solution.cost()), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    tables: Arc<Tables>,
    choice: Choice,
    limits: Limits,
    threads: usize,
    build_threads: Option<usize>,
    table_memory: Option<u64>,
    ledgers: Option<Arc<dyn Ledgers>>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// Chooses everything itself, works on one thread, without limits, and without tables on disk.
    pub fn new() -> Solver {
        Solver {
            tables: Arc::default(),
            choice: Choice::default(),
            limits: Limits::default(),
            threads: 1,
            build_threads: None,
            table_memory: None,
            ledgers: None,
        }
    }

    /// Solves a problem. If a limit is reached the answer says what is known by then.
    ///
    /// # Errors
    /// If a table that was asked for by name is not there or damaged, or if a table contradicts the solution.
    pub fn solve(&self, problem: &Problem) -> Result<Solved, SolverError> {
        self.solve_with(problem, &mut ())
    }

    /// Solves a problem while an observer watches. If it wants to see single nodes, a search is chosen that shows them.
    ///
    /// # Errors
    /// As [`Solver::solve`]; also if the observer wants to see nodes of an algorithm that shows none.
    pub fn solve_with(&self, problem: &Problem, observer: &mut dyn Observer) -> Result<Solved, SolverError> {
        let started = Instant::now();
        let outline = self.outline(problem.goal(), observer.wants_nodes())?;
        let prepared = match self.prepare_outline(&outline, problem.goal(), observer) {
            Ok(prepared) => prepared,
            Err(SolverError::Stopped(why)) => return Ok(self.stopped(problem, outline, why, started)),
            Err(error) => return Err(error),
        };
        let mut solved = prepared.solve_within(problem, &prepared.limits(), observer)?;
        solved.phases.splice(0..0, prepared.preparation());
        solved.answer.stats.elapsed = started.elapsed();
        solved.answer.stats.timed |= outline.tables_pay && self.races_for_tables(&prepared);
        Ok(solved)
    }

    /// What would be done for boards with this goal, without making anything.
    ///
    /// # Errors
    /// If it cannot be done.
    pub fn plan(&self, goal: &Board) -> Result<Plan, SolverError> {
        Ok(planned(&self.outline(goal, false)?))
    }

    /// Makes what is needed to search boards with this goal: reads or builds tables within the limits.
    ///
    /// # Errors
    /// If it cannot be made, or a limit is reached.
    pub fn prepare(&self, goal: &Board) -> Result<Prepared, SolverError> {
        self.prepare_outline(&self.outline(goal, false)?, goal, &mut ())
    }

    /// The same for a search whose single nodes are to be seen.
    ///
    /// # Errors
    /// If it cannot be made, or a limit is reached, or the algorithm shows no nodes.
    pub fn prepare_watched(&self, goal: &Board) -> Result<Prepared, SolverError> {
        self.prepare_outline(&self.outline(goal, true)?, goal, &mut ())
    }

    /// How many moves a board is from a goal, where a table of all boards is at hand or built in a moment; `None` where
    /// there is no such table or the board cannot be slid into the goal.
    ///
    /// # Errors
    /// If the table on disk cannot be used, or a limit is reached while one is built.
    pub fn distance(&self, board: &Board, goal: &Board) -> Result<Option<u32>, SolverError> {
        let counts_slides = self.choice.metric == Metric::Slides;
        if board.shape() != goal.shape() || !counts_slides || !self.tables.has_exact(goal) {
            return Ok(None);
        }
        let made = self.made(&HeuristicName::Full, goal, &self.limits, OnDisk::Used, &mut ())?;
        match &*made.heuristic {
            AnyHeuristic::Exact(exact) => Ok(exact.distance(board)?),
            _ => Ok(None),
        }
    }

    /// Whether the clock decides by which tables a board is searched: of boards that are searched at the same time, one that
    /// is hard builds tables, and those that begin later find them.
    fn races_for_tables(&self, prepared: &Prepared) -> bool {
        let are_built = matches!(prepared.plan.heuristic, Some(HeuristicName::Pdb(_)))
            && prepared.heuristic.own_bytes() > 0;
        self.limits.spare.is_some() && (prepared.then.is_some() || are_built)
    }

    fn outline(&self, goal: &Board, watched: bool) -> Result<Outline, SolverError> {
        if self.choice.heuristic.goal().is_some_and(|own| own != goal) {
            return Err(SolverError::OtherGoal);
        }
        let exact_at_hand = self.tables.has_exact(goal);
        Outline::new(&self.choice, goal.shape(), self.threads, exact_at_hand, watched)
    }

    /// Makes what an outline needs. If everything was left open, a table of all boards that cannot be used is done without,
    /// with a note; pattern databases are passed over one by one in [`Solver::at_hand`].
    fn prepare_outline(
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
                self.made(&self.smallest(), goal, &self.limits, on_disk, observer)?
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
    fn tables_within(
        &self,
        goal: &Board,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Made, SolverError> {
        let set = Catalogue::in_memory(goal.shape(), goal.blank()).map_err(SolverError::Set)?;
        let name = HeuristicName::Pdb(Some(set.name().into()));
        self.made(&name, goal, limits, OnDisk::PassedOver, observer)
    }

    fn made(
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

    /// The heuristic without tables that is used where memory does not suffice for others.
    fn smallest(&self) -> HeuristicName {
        match self.choice.metric {
            Metric::Slides => HeuristicName::Manhattan,
            _ => HeuristicName::Zero,
        }
    }

    fn building_threads(&self) -> usize {
        self.build_threads.unwrap_or(self.threads)
    }

    fn table_allowance(&self, limits: &Limits) -> u64 {
        self.table_memory.or(limits.memory).unwrap_or(u64::MAX)
    }

    /// The answer if a limit was reached before the search began.
    fn stopped(&self, problem: &Problem, outline: Outline, why: StopReason, started: Instant) -> Solved {
        let metric = outline.method.metric;
        let manhattan = Manhattan::new(problem.goal());
        let lower_bound = match metric {
            Metric::Slides => manhattan.of(problem.start()),
            _ => plan::best_estimate(problem, metric),
        };
        let outcome = Outcome::Stopped { best: None, lower_bound, why };
        let stats = Stats { elapsed: started.elapsed(), ..Stats::default() };
        let heuristic = Arc::new(manhattan.into_any());
        let plan = planned(&outline);
        let made = Phase::without_nodes(Work::BuildTables, plan.heuristic.clone(), stats.elapsed);
        Solved {
            answer: Answer { outcome, stats },
            plan,
            heuristic,
            phases: vec![made],
            improvements: Vec::new(),
        }
    }
}

/// The plan of an outline, as far as it is known without looking for tables.
fn planned(outline: &Outline) -> Plan {
    let heuristic = match &outline.begin {
        Begin::None => outline.method.algorithm.own_heuristic(),
        Begin::Named(name) => Some(name.clone()),
        Begin::Made(_) => None,
    };
    Plan {
        method: outline.method,
        look_up: outline.look_up,
        heuristic,
        then: None,
        any_time: outline.any_time,
        notes: outline.notes.clone(),
    }
}

/// The heuristic that an algorithm has built in, or one that is 0 everywhere, for callers that want its values.
fn built_in(own: Option<&HeuristicName>, goal: &Board) -> Result<AnyHeuristic, SolverError> {
    Ok(own.unwrap_or(&HeuristicName::Zero).build(goal, 1)?)
}
