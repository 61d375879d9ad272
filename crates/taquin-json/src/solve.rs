//! `solve`: a search with its progress, or its answer alone.

use crate::report::{SolutionReport, SolveReport};
use crate::request::SolveRequest;
use crate::status::Queued;
use crate::{Posed, Refusal, request};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use taquin::heuristic::HeuristicName;
use taquin::notation::Notation;
use taquin::platform::Instant;
use taquin::search::{Chore, Observer, Stats};
use taquin::solver::{Plan, Shortest, Solved};
use taquin::{Metric, Problem, Solution, Solver, SolverError};

/// Progress is told about this often.
const PACE: Duration = Duration::from_millis(100);
/// A solution with more moves is told by its length only until the search is over, so that news is always short.
const MOST_MOVES: u32 = 20_000;
/// The boards of a solution are written out if they have no more cells than this all together.
const MOST_CELLS_WRITTEN: u64 = 1_000_000;

/// News of a search, as server-sent events named by `event`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum SolveNews {
    /// There is no place for it yet.
    Queued(Queued),
    /// The search has begun.
    Started(Started),
    /// How far it is.
    Progress(Progress),
    /// What came of it.
    Result(Box<SolveAnswer>),
    /// Why nothing came of it.
    Failed(Refusal),
}

/// The search has begun.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Started {
    /// Its name, for `DELETE /jobs/{name}`.
    job: String,
    algorithm: &'static str,
    heuristic: Option<String>,
}

/// How far the search is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Progress {
    expanded: u64,
    generated: u64,
    /// No solution is shorter than this.
    lower_bound: u32,
    /// The bound of the iteration under way, if the search deepens.
    bound: Option<u32>,
    /// The length of the best solution so far.
    found: Option<u32>,
    /// By what share it may be longer than a shortest one: found / lower_bound - 1.
    gap: Option<f64>,
    /// The best solution so far, once after it was found; one of more than 20,000 moves is left to the result.
    incumbent: Option<SolutionReport>,
    nodes_per_second: f64,
    seconds: f64,
    /// Work without nodes that is under way, `building tables, 60 %` for instance.
    doing: Option<String>,
}

/// What `solve --json` prints, and the solution written in every way.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SolveAnswer {
    #[serde(flatten)]
    report: SolveReport,
    notations: Option<Notations>,
}

/// A solution in every notation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Notations {
    blank: String,
    runs: String,
    tile: String,
    numbers: String,
    /// Left out where the boards have more than a million cells all together.
    boards: Option<String>,
}

impl SolveNews {
    /// The name of the event.
    pub fn name(&self) -> &'static str {
        match self {
            SolveNews::Queued(_) => "queued",
            SolveNews::Started(_) => "started",
            SolveNews::Progress(_) => "progress",
            SolveNews::Result(_) => "result",
            SolveNews::Failed(_) => "failed",
        }
    }

    /// Whether it brings a solution, which later progress does not repeat.
    pub fn has_incumbent(&self) -> bool {
        matches!(self, SolveNews::Progress(Progress { incumbent: Some(_), .. }))
    }
}

impl SolveAnswer {
    /// For a problem known to have no solution.
    pub fn unsolvable(posed: &Posed, metric: Metric) -> SolveAnswer {
        SolveAnswer { report: SolveReport::unsolvable(&posed.start, &posed.goal, metric), notations: None }
    }

    /// For a problem that was searched.
    pub fn searched(problem: &Problem, solved: &Solved) -> SolveAnswer {
        let report = SolveReport::searched(problem.start(), problem.goal(), solved);
        SolveAnswer { report, notations: solved.solution().map(Notations::of) }
    }

    /// Searches, and counts all shortest solutions if the request wants that. Also what came of the search.
    pub fn search(
        request: &SolveRequest,
        solver: &Solver,
        problem: &Problem,
        observer: &mut dyn Observer,
    ) -> Result<(SolveAnswer, Solved), SolverError> {
        if !request.counts() {
            let solved = solver.solve_with(problem, observer)?;
            return Ok((SolveAnswer::searched(problem, &solved), solved));
        }
        let Shortest { solved, graph, .. } = solver.shortest_with(problem, observer)?;
        let mut answer = SolveAnswer::searched(problem, &solved);
        if let Some(graph) = &graph {
            answer.report = answer.report.with_shortest(graph, 0);
        }
        Ok((answer, solved))
    }
}

impl Notations {
    fn of(solution: &Solution) -> Notations {
        let cells = solution.start().shape().cells() as u64 * (u64::from(solution.cost()) + 1);
        Notations {
            blank: Notation::Blank.write(solution),
            runs: Notation::Runs.write(solution),
            tile: Notation::Tile.write(solution),
            numbers: Notation::Numbers.write(solution),
            boards: (cells <= MOST_CELLS_WRITTEN).then(|| Notation::Boards.write(solution)),
        }
    }
}

/// What the last news of a search had told before it was ended from outside.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoppedSearch {
    board: String,
    goal: Option<String>,
    shape: Option<String>,
    pub(crate) algorithm: Option<String>,
    pub(crate) heuristic: Option<String>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) lower_bound: u32,
    pub(crate) seconds: f64,
    /// The blank's moves of the best solution.
    moves: Option<String>,
    /// What they are counted in (default: `slides`).
    #[serde(default)]
    metric: Option<String>,
}

impl StoppedSearch {
    pub(crate) fn metric(&self) -> Metric {
        self.metric.as_deref().and_then(|name| name.parse().ok()).unwrap_or_default()
    }

    /// The same as the answer of a search that was cancelled. The solution is replayed.
    pub fn answer(&self) -> Result<SolveAnswer, Refusal> {
        let posed = request::posed(&self.board, self.goal.as_deref(), self.shape.as_deref())?;
        let problem = posed.problem().map_err(Refusal::unprocessable)?;
        let solution = self.moves.as_deref().map(|moves| {
            let moves = Notation::Blank.read(problem.start(), moves).map_err(Refusal::unprocessable)?;
            let solution = Solution::replay(&problem, moves).map_err(Refusal::unprocessable)?;
            Ok::<_, Refusal>(solution.in_metric(self.metric()))
        });
        let solution = solution.transpose()?;
        let notations = solution.as_ref().map(Notations::of);
        Ok(SolveAnswer { report: SolveReport::ended(&posed, self, solution), notations })
    }
}

/// Tells of a search now and then; news that is not taken is told again or out of date.
pub struct Watch<F> {
    job: String,
    /// Takes news, and says whether there was room for it.
    tell: F,
    bound: Option<u32>,
    found: Option<u32>,
    /// A solution that the client has not been told of.
    incumbent: Option<Arc<Solution>>,
    told: Option<Instant>,
    begun: Instant,
    /// The figures told last.
    stats: Stats,
    lower_bound: u32,
}

impl<F: FnMut(SolveNews) -> bool> Watch<F> {
    /// Watches the search of a name.
    pub fn new(job: &str, tell: F) -> Watch<F> {
        Watch {
            job: job.into(),
            tell,
            bound: None,
            found: None,
            incumbent: None,
            told: None,
            begun: Instant::now(),
            stats: Stats::default(),
            lower_bound: 0,
        }
    }

    /// Tells how far the search is, or what it does before it goes on.
    fn say(&mut self, doing: Option<String>) {
        // The first solution is not kept waiting.
        if self.told.is_some_and(|told| told.elapsed() < PACE) {
            return;
        }
        self.told = Some(Instant::now());
        let (stats, lower_bound) = (&self.stats, self.lower_bound);
        let seconds = self.begun.elapsed().as_secs_f64();
        let gap = |found: u32| f64::from(found) / f64::from(lower_bound) - 1.0;
        let progress = Progress {
            expanded: stats.expanded,
            generated: stats.generated,
            lower_bound,
            bound: self.bound,
            found: self.found,
            gap: self.found.filter(|_| lower_bound > 0).map(gap),
            incumbent: self.incumbent.clone().map(SolutionReport::new),
            nodes_per_second: stats.expanded as f64 / seconds.max(1e-9),
            seconds,
            doing,
        };
        if (self.tell)(SolveNews::Progress(progress)) {
            self.incumbent = None;
        }
    }
}

impl<F: FnMut(SolveNews) -> bool> Observer for Watch<F> {
    fn begins(&mut self, plan: &Plan) {
        (self.tell)(SolveNews::Started(Started {
            job: self.job.clone(),
            algorithm: plan.name(),
            heuristic: plan.heuristic.as_ref().map(HeuristicName::to_string),
        }));
    }

    fn iteration(&mut self, bound: u32) {
        self.bound = Some(bound);
    }

    fn solution(&mut self, solution: &Solution) {
        self.found = Some(solution.cost());
        self.incumbent = (solution.cost() <= MOST_MOVES).then(|| Arc::new(solution.clone()));
    }

    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        self.stats = Stats { expanded: stats.expanded, generated: stats.generated, ..Stats::default() };
        self.lower_bound = lower_bound;
        self.say(None);
        ControlFlow::Continue(())
    }

    fn chore(&mut self, chore: Chore, share: Option<f64>) -> ControlFlow<()> {
        self.say(Some(chore_text(chore, share)));
        ControlFlow::Continue(())
    }
}

/// Work without nodes, and how much of it is done.
pub fn chore_text(chore: Chore, share: Option<f64>) -> String {
    share.map_or_else(|| chore.to_string(), |share| format!("{chore}, {:.0} %", 100.0 * share))
}
