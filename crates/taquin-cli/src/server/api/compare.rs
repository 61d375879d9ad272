//! `POST /compare`: several ways to search on the same boards, one result after the other.

use crate::commands::scramble::system_seed;
use crate::compare::row::Row;
use crate::failure::Failure;
use crate::input::Posed;
use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::{ApiError, Refusals};
use crate::server::queue::{Errand, Kind};
use crate::server::request::{self, Body, goal_board, read_shape, whole_number};
use crate::server::stream::{self, News, Outlet};
use crate::solver;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::search::{Limits, StopReason};
use taquin::solver::{Choice, Convention, Prepared};
use taquin::{Board, Scrambler};
use utoipa::ToSchema;

/// More boards than this belong on the command line.
const MOST_BOARDS: u64 = 100;
const MOST_WAYS: usize = 12;
/// Longer walks mix no better.
const LONGEST_WALK: u64 = 10_000;

/// The boards and the ways to search.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct CompareRequest {
    /// Board text; either this or `random`.
    board: Option<String>,
    /// A goal's name or board text (default: `blank-last`).
    goal: Option<String>,
    /// The shape of random boards, or of a board written without rows.
    shape: Option<String>,
    /// So many random boards instead of `board`, up to 100.
    #[schema(maximum = 100)]
    #[serde(default, deserialize_with = "whole_number")]
    random: Option<u64>,
    /// The seed of the random boards (default: a new one).
    #[serde(default, deserialize_with = "whole_number")]
    seed: Option<u64>,
    /// Random moves from the goal (default: any solvable board, all alike).
    #[serde(default, deserialize_with = "whole_number")]
    walk: Option<u64>,
    /// The ways to search, up to 12.
    #[schema(min_items = 1, max_items = 12)]
    ways: Vec<Way>,
    /// Time for each search, e.g. `10s`.
    time_limit: Option<String>,
    /// Memory for each search, e.g. `500MB`.
    memory_limit: Option<String>,
    /// Nodes each search may expand.
    #[serde(default, deserialize_with = "whole_number")]
    node_limit: Option<u64>,
}

/// An algorithm and its heuristic.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Way {
    /// An algorithm's name (default: `auto`).
    #[schema(example = "astar")]
    algorithm: Option<String>,
    /// A heuristic's name (default: the best for the shape).
    #[schema(example = "manhattan")]
    heuristic: Option<String>,
    /// How much `weighted-astar` trusts the estimate (default: 1.5).
    #[schema(minimum = 1, maximum = 1000)]
    weight: Option<f64>,
    /// How many boards of a level `beam` keeps (default: 1000).
    #[schema(minimum = 1, maximum = 100_000_000)]
    #[serde(default, deserialize_with = "whole_number")]
    width: Option<u64>,
}

/// News of a comparison, as server-sent events named by `event`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(in crate::server) enum CompareNews {
    Started(CompareStarted),
    Row(Box<CompareRow>),
    Done(Done),
    Failed(ApiError),
}

/// What is going to be compared.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::server) struct CompareStarted {
    /// Its name, for `DELETE /jobs/{name}`.
    job: String,
    boards: Vec<String>,
    goal: String,
    seed: Option<u64>,
}

/// The comparison is over.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(in crate::server) struct Done {
    /// Why the rest of the searches are missing, if some are: `time` or `cancelled`.
    stopped_by: Option<&'static str>,
}

/// One search of a comparison.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::server) struct CompareRow {
    /// Which way, from 0.
    way: usize,
    #[serde(flatten)]
    row: Row,
}

impl News for CompareNews {
    fn name(&self) -> &'static str {
        match self {
            CompareNews::Started(_) => "started",
            CompareNews::Row(_) => "row",
            CompareNews::Done(_) => "done",
            CompareNews::Failed(_) => "failed",
        }
    }
}

/// Runs several searches on the same boards.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `started`, `row` …, `done` or `failed`.
/// Otherwise it is all rows at the end. All searches together get the time the server grants to one request;
/// those that are left out then have no row.
#[utoipa::path(post, path = "/compare", request_body = CompareRequest, responses(
    (status = 200, description = "The rows",
     content((Vec<CompareRow> = "application/json"), (CompareNews = "text/event-stream"))),
    Refusals,
))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Body(request): Body<CompareRequest>,
) -> Result<Response, ApiError> {
    let (boards, goal) = request.boards()?;
    let choices = request.choices(goal.shape())?;
    let asked =
        request::asked(request.time_limit.as_deref(), request.memory_limit.as_deref(), request.node_limit)?;
    let errand = Errand::new(client, Kind::Compare, goal.shape());
    let job = server.jobs.begin(errand).await?;
    let leash = job.leash();
    let limits = server.caps.grant(asked, errand.length, job.cancel.clone());
    let whole = Whole { limits, deadline: Instant::now() + server.caps.time };
    let mut ways = Vec::new();
    for choice in &choices {
        // A comparison is of single searches.
        ways.push(super::prepare(&server, choice, &goal, &whole.limits, false).await?.single());
    }
    let (mut outlet, inlet) = stream::outlet(job, server.caps.time);
    let work = move || compare(&boards, &goal, &ways, &whole, &mut outlet);
    let last = |done: Result<Result<Done, Failure>, ApiError>| match done.and_then(|done| Ok(done?)) {
        Ok(done) => CompareNews::Done(done),
        Err(error) => CompareNews::Failed(error),
    };
    let mut news = inlet.run(work, last);
    if stream::wanted(&headers) {
        return Ok(stream::events(news, leash));
    }
    let mut rows = Vec::new();
    while let Some(news) = news.recv().await {
        match news {
            CompareNews::Row(row) => rows.push(row),
            CompareNews::Failed(error) => return Err(error),
            CompareNews::Started(_) | CompareNews::Done(_) => {}
        }
    }
    drop(leash);
    Ok(Json(rows).into_response())
}

/// The boards to search.
enum Boards {
    Given(Board),
    Random { count: u64, seed: u64, walk: Option<u64> },
}

impl Boards {
    fn seed(&self) -> Option<u64> {
        match *self {
            Boards::Given(_) => None,
            Boards::Random { seed, .. } => Some(seed),
        }
    }

    fn all(&self, goal: &Board) -> Vec<Board> {
        match *self {
            Boards::Given(ref board) => vec![board.clone()],
            Boards::Random { count, seed, walk } => {
                let mut scrambler = Scrambler::new(goal.clone(), seed);
                let board = |_| match walk {
                    Some(moves) => scrambler.walk(moves.min(LONGEST_WALK)),
                    None => scrambler.uniform(),
                };
                (0..count).map(board).collect()
            }
        }
    }
}

impl CompareRequest {
    fn boards(&self) -> Result<(Boards, Board), ApiError> {
        let goal = self.goal.as_deref();
        match (&self.board, self.random) {
            (Some(board), None) => {
                let Posed { start, goal } = request::posed(board, goal, self.shape.as_deref())?;
                Ok((Boards::Given(start), goal))
            }
            (None, Some(count)) if count <= MOST_BOARDS => {
                let goal = goal_board(goal, read_shape(self.shape.as_deref().unwrap_or("3x3"))?)?;
                let seed = self.seed.unwrap_or_else(system_seed);
                Ok((Boards::Random { count, seed, walk: self.walk }, goal))
            }
            (None, Some(_)) => {
                Err(ApiError::unprocessable(format_args!("at most {MOST_BOARDS} random boards at a time")))
            }
            _ => Err(ApiError::unprocessable("give either a board or a number of random boards")),
        }
    }

    fn choices(&self, shape: taquin::Shape) -> Result<Vec<Choice>, ApiError> {
        if self.ways.is_empty() || self.ways.len() > MOST_WAYS {
            return Err(ApiError::unprocessable(format_args!("give 1 to {MOST_WAYS} ways to compare")));
        }
        let choice = |way: &Way| {
            let (algorithm, heuristic) = (way.algorithm.as_deref(), way.heuristic.as_deref());
            request::choice(shape, algorithm, heuristic, way.weight, way.width)
        };
        self.ways.iter().map(choice).collect()
    }
}

/// The limits of each search and the end of the time for all of them.
struct Whole {
    limits: Limits,
    deadline: Instant,
}

impl Whole {
    /// The limits of the next search, or why there is none.
    fn next(&self) -> Result<Limits, StopReason> {
        if self.limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
            return Err(StopReason::Cancelled);
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left == Duration::ZERO {
            return Err(StopReason::Time);
        }
        let time = self.limits.time.map_or(left, |time| time.min(left));
        Ok(Limits { time: Some(time), ..self.limits.clone() })
    }
}

fn compare(
    boards: &Boards,
    goal: &Board,
    ways: &[Prepared],
    whole: &Whole,
    outlet: &mut Outlet<CompareNews>,
) -> Result<Done, Failure> {
    let starts = boards.all(goal);
    outlet.mention(CompareNews::Started(CompareStarted {
        job: outlet.job.name.clone(),
        boards: starts.iter().map(Board::to_string).collect(),
        goal: goal.to_string(),
        seed: boards.seed(),
    }));
    for (index, start) in starts.into_iter().enumerate() {
        let posed = Posed { start, goal: goal.clone() };
        let problem = super::problem(&posed);
        for (way, prepared) in ways.iter().enumerate() {
            let limits = match whole.next() {
                Ok(limits) => limits,
                Err(why) => return Ok(Done { stopped_by: Some(why.name()) }),
            };
            let mut row =
                Row::unsolvable(index + 1, &posed.start, goal, prepared.plan(), Convention::Standard)
                    .within(&whole.limits);
            if let Ok(problem) = &problem {
                let solved = prepared.clone().within(limits).solve(problem, &mut ());
                let solved = solved.map_err(|error| solver::failure(error, goal))?;
                row = row.searched(&solved.answer, true);
            }
            if outlet.send(CompareNews::Row(Box::new(CompareRow { way, row }))).is_err() {
                return Ok(Done { stopped_by: Some(StopReason::Cancelled.name()) });
            }
        }
    }
    Ok(Done { stopped_by: None })
}
