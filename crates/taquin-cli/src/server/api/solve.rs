//! `POST /solve`: a search with its progress, or its answer alone.

use crate::failure::Failure;
use crate::report::SolveReport;
use crate::server::Server;
use crate::server::error::ApiError;
use crate::server::jobs::Job;
use crate::server::request::{Body, SolveRequest};
use crate::server::stream::{self, News};
use crate::solver;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::heuristic::HeuristicName;
use taquin::notation::Notation;
use taquin::search::{Observer, Stats};
use taquin::solver::Prepared;
use taquin::{Problem, Solution};
use tokio::sync::mpsc::{Sender, channel};
use utoipa::ToSchema;

/// Progress is told about this often.
const PACE: Duration = Duration::from_millis(100);

/// News of a search, as server-sent events named by `event`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(in crate::server) enum SolveNews {
    Started(Started),
    Progress(Progress),
    Result(Box<SolveAnswer>),
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
    nodes_per_second: f64,
    seconds: f64,
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
    tile: String,
    numbers: String,
    boards: String,
}

impl News for SolveNews {
    fn name(&self) -> &'static str {
        match self {
            SolveNews::Started(_) => "started",
            SolveNews::Progress(_) => "progress",
            SolveNews::Result(_) => "result",
        }
    }
}

/// Solves a board.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `started`, `progress` …,
/// `result`. Otherwise it is the result alone. The search is cancelled when the client goes away.
#[utoipa::path(post, path = "/solve", request_body = SolveRequest, responses(
    (status = 200, description = "What was found, or that there is no solution",
     content((SolveAnswer = "application/json"), (SolveNews = "text/event-stream"))),
    (status = 422, body = ApiError, content_type = "application/problem+json", description = "Not a board"),
    (status = 503, body = ApiError, content_type = "application/problem+json", description = "All places are taken"),
))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    Body(request): Body<SolveRequest>,
) -> Result<Response, ApiError> {
    let posed = request.posed()?;
    let choice = request.choice(posed.start.shape())?;
    let asked = request.asked()?;
    let job = server.jobs.begin()?;
    let leash = job.leash();
    let (sender, mut receiver) = channel(64);
    let limits = server.caps.grant(asked, job.cancel.clone());
    let prepared = super::prepare(&server, &choice, &posed.goal, &limits, false).await?;
    tokio::task::spawn_blocking(move || {
        let answer = match super::problem(&posed) {
            Ok(problem) => search(&job, &problem, &prepared, &sender),
            Err(_) => Ok(SolveAnswer {
                report: SolveReport::unsolvable(&posed.start, &posed.goal),
                notations: None,
            }),
        };
        // Whoever reads the answer finds the place free again.
        drop(job);
        match answer {
            Ok(answer) => {
                let _ = sender.blocking_send(SolveNews::Result(Box::new(answer)));
            }
            Err(failure) => tracing::error!(?failure, "a search failed"),
        }
    });
    if stream::wanted(&headers) {
        return Ok(stream::events(receiver, leash));
    }
    while let Some(news) = receiver.recv().await {
        if let SolveNews::Result(answer) = news {
            return Ok(Json(answer).into_response());
        }
    }
    Err(ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the search failed; the server's log says how"))
}

fn search(
    job: &Job,
    problem: &Problem,
    prepared: &Prepared,
    sender: &Sender<SolveNews>,
) -> Result<SolveAnswer, Failure> {
    let plan = prepared.plan();
    let started = Started {
        job: job.name.clone(),
        algorithm: plan.method.algorithm.name(),
        heuristic: plan.heuristic.as_ref().map(HeuristicName::to_string),
    };
    let _ = sender.blocking_send(SolveNews::Started(started));
    let mut watch = Watch { sender, bound: None, told: Instant::now() };
    let solved = prepared.solve(problem, &mut watch);
    let solved = solved.map_err(|error| solver::failure(error, problem.goal()))?;
    let report = SolveReport::searched(problem.start(), problem.goal(), &solved);
    tracing::info!(
        job = job.name,
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
        Notations {
            blank: Notation::Blank.write(solution),
            tile: Notation::Tile.write(solution),
            numbers: Notation::Numbers.write(solution),
            boards: Notation::Boards.write(solution),
        }
    }
}

/// Sends progress now and then; news nobody takes is dropped.
struct Watch<'a> {
    sender: &'a Sender<SolveNews>,
    bound: Option<u32>,
    told: Instant,
}

impl Observer for Watch<'_> {
    fn iteration(&mut self, bound: u32) {
        self.bound = Some(bound);
    }

    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        if self.told.elapsed() >= PACE {
            self.told = Instant::now();
            let seconds = stats.elapsed.as_secs_f64();
            let progress = Progress {
                expanded: stats.expanded,
                generated: stats.generated,
                lower_bound,
                bound: self.bound,
                nodes_per_second: stats.expanded as f64 / seconds.max(1e-9),
                seconds,
            };
            let _ = self.sender.try_send(SolveNews::Progress(progress));
        }
        ControlFlow::Continue(())
    }
}
