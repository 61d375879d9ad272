//! The front door: which search, which tables, from disk or built, when to go on with others, what is proved. All of
//! it is decided here, once, for the program, its server, and users of the library.
//!
//! | file | idea |
//! |---|---|
//! | `setters.rs`, `choice.rs` | what is asked for |
//! | `plan.rs` | what is left open, filled in |
//! | `preparing.rs` | what is made before a search begins |
//! | `tables.rs`, `files.rs`, `recent.rs` | heuristics with their tables, found or built once and kept |
//! | `prepared.rs`, `staged.rs` | the search itself, begun again with tables if the board is hard |
//! | `recorded.rs` | searches that are recorded, and go on where they were; `Prepared::search`, which `prepared.rs` calls |
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
mod preparing;
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
use crate::goal::NamedGoal;
use crate::heuristic::{AnyHeuristic, Heuristic, HeuristicName, Manhattan};
use crate::metric::Metric;
use crate::platform::Instant;
use crate::problem::Problem;
use crate::search::{Answer, Limits, Observer, Outcome, Stats, StopReason};
use plan::{Begin, Outline};
use std::sync::Arc;
use tables::{OnDisk, Tables};

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
    rechecks: bool,
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
            rechecks: true,
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
