//! `POST /solve`: a search with its progress, or its answer alone.

use crate::failure::Failure;
use crate::report::{SolutionReport, SolveReport};
use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::{ApiError, Refusals};
use crate::server::queue::{Errand, Kind};
use crate::server::request::{Body, SolveRequest};
use crate::server::stream::{self, News, Outlet};
use crate::{solver, ui};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::heuristic::HeuristicName;
use taquin::notation::Notation;
use taquin::search::{Chore, Observer, Stats};
use taquin::solver::Plan;
use taquin::{Problem, Solution, Solver};
use utoipa::ToSchema;

/// Progress is told about this often.
const PACE: Duration = Duration::from_millis(100);
/// A solution with more moves is told by its length only until the search is over, so that news is always short.
const MOST_MOVES: u32 = 20_000;
/// The boards of a solution are written out if they have no more cells than this all together.
const MOST_CELLS_WRITTEN: u64 = 1_000_000;

/// News of a search, as server-sent events named by `event`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(in crate::server) enum SolveNews {
    Started(Started),
    Progress(Progress),
    Result(Box<SolveAnswer>),
    Failed(ApiError),
}

/// The search has begun.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::server) struct Started {
    /// Its name, for `DELETE /jobs/{name}`.
    job: String,
    algorithm: &'static str,
    heuristic: Option<String>,
}

/// How far the search is.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::server) struct Progress {
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
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::server) struct SolveAnswer {
    #[serde(flatten)]
    report: SolveReport,
    notations: Option<Notations>,
}

/// A solution in every notation.
#[derive(Debug, Serialize, ToSchema)]
struct Notations {
    blank: String,
    runs: String,
    tile: String,
    numbers: String,
    /// Left out where the boards have more than a million cells all together.
    boards: Option<String>,
}

impl News for SolveNews {
    fn name(&self) -> &'static str {
        match self {
            SolveNews::Started(_) => "started",
            SolveNews::Progress(_) => "progress",
            SolveNews::Result(_) => "result",
            SolveNews::Failed(_) => "failed",
        }
    }
}

/// Solves a board.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `started`, `progress` …,
/// `result`, or `failed` if there is none; while tables are built `progress` comes before `started`. Otherwise it is
/// the result alone. The search is cancelled
/// when the client goes away.
#[utoipa::path(post, path = "/solve", request_body = SolveRequest, responses(
    (status = 200, description = "What was found, or that there is no solution",
     content((SolveAnswer = "application/json"), (SolveNews = "text/event-stream"))),
    Refusals,
))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(request): Body<SolveRequest>,
) -> Result<Response, ApiError> {
    let posed = request.posed()?;
    let choice = request.choice(posed.start.shape())?;
    let asked = request.asked()?;
    let errand = Errand::new(client, Kind::Solve, posed.start.shape());
    let job = server.jobs.begin(errand).await?;
    let leash = job.leash();
    let limits = server.caps.grant(asked, errand.length, job.cancel.clone());
    let solver = server.solver.clone().choice(choice).limits(limits);
    // What cannot be done at all is refused before anything is streamed.
    solver.plan(&posed.goal).map_err(|error| solver::failure(error, &posed.goal))?;
    let (outlet, inlet) = stream::outlet(job, server.caps.time);
    let work = move || match super::problem(&posed) {
        Ok(problem) => search(&outlet, &problem, &solver),
        Err(_) => {
            Ok(SolveAnswer { report: SolveReport::unsolvable(&posed.start, &posed.goal), notations: None })
        }
    };
    if stream::wanted(&headers) {
        let last = |answer: Result<Result<SolveAnswer, Failure>, ApiError>| match answer
            .and_then(|answer| Ok(answer?))
        {
            Ok(answer) => SolveNews::Result(Box::new(answer)),
            Err(error) => SolveNews::Failed(error),
        };
        return Ok(stream::events(inlet.run(work, last), leash));
    }
    let answer = super::on_a_thread(work).await??;
    drop(leash);
    Ok(Json(answer).into_response())
}

fn search(outlet: &Outlet<SolveNews>, problem: &Problem, solver: &Solver) -> Result<SolveAnswer, Failure> {
    let mut watch = Watch::new(outlet);
    let solved = solver.solve_with(problem, &mut watch);
    let solved = solved.map_err(|error| solver::failure(error, problem.goal()))?;
    let report = SolveReport::searched(problem.start(), problem.goal(), &solved);
    tracing::info!(
        job = outlet.job.name,
        search = solved.described(),
        expanded = solved.stats().expanded,
        seconds = solved.stats().elapsed.as_secs_f64(),
        solved = solved.solution().is_some(),
        "search ended"
    );
    Ok(SolveAnswer { report, notations: solved.solution().map(Notations::of) })
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

/// Sends progress now and then; what the client is too slow to take is dropped.
struct Watch<'a> {
    outlet: &'a Outlet<SolveNews>,
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

impl Watch<'_> {
    fn new(outlet: &Outlet<SolveNews>) -> Watch<'_> {
        Watch {
            outlet,
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
    fn tell(&mut self, doing: Option<String>) {
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
        if self.outlet.mention(SolveNews::Progress(progress)) {
            self.incumbent = None;
        }
    }
}

impl Observer for Watch<'_> {
    fn begins(&mut self, plan: &Plan) {
        self.outlet.mention(SolveNews::Started(Started {
            job: self.outlet.job.name.clone(),
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
        self.tell(None);
        ControlFlow::Continue(())
    }

    fn chore(&mut self, chore: Chore, share: Option<f64>) -> ControlFlow<()> {
        self.tell(Some(ui::chore_text(chore, share)));
        ControlFlow::Continue(())
    }
}
