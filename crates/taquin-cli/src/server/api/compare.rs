//! `POST /compare`: several ways to search on the same boards, one result after the other.

use crate::commands::scramble::system_seed;
use crate::compare::counting::Convention;
use crate::compare::row::Row;
use crate::input::Posed;
use crate::server::Server;
use crate::server::error::ApiError;
use crate::server::request::{self, Body, goal_board, read_shape};
use crate::server::stream::{self, News};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use taquin::search::Limits;
use taquin::solver::{Choice, Prepared};
use taquin::{Board, Scrambler};
use tokio::sync::mpsc::{Sender, channel};
use utoipa::ToSchema;

/// More boards than this belong on the command line.
const MOST_BOARDS: u64 = 100;
const MOST_WAYS: usize = 12;

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
    random: Option<u64>,
    /// The seed of the random boards (default: a new one).
    seed: Option<u64>,
    /// Random moves from the goal (default: any solvable board, all alike).
    walk: Option<u64>,
    /// The ways to search, up to 12.
    ways: Vec<Way>,
    /// Time for each search, e.g. `10s`.
    time_limit: Option<String>,
    /// Memory for each search, e.g. `500MB`.
    memory_limit: Option<String>,
    /// Nodes each search may expand.
    node_limit: Option<u64>,
}

/// An algorithm and its heuristic.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Way {
    #[schema(example = "astar")]
    algorithm: Option<String>,
    #[schema(example = "manhattan")]
    heuristic: Option<String>,
    weight: Option<f64>,
}

/// News of a comparison, as server-sent events named by `event`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(in crate::server) enum CompareNews {
    Started(CompareStarted),
    Row(Box<CompareRow>),
    Done {},
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
            CompareNews::Done {} => "done",
        }
    }
}

/// Runs several searches on the same boards.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `started`, `row` …, `done`.
/// Otherwise it is all rows at the end.
#[utoipa::path(post, path = "/compare", request_body = CompareRequest, responses(
    (status = 200, description = "The rows",
     content((Vec<CompareRow> = "application/json"), (CompareNews = "text/event-stream"))),
    (status = 422, body = ApiError, content_type = "application/problem+json", description = "Not a board"),
    (status = 503, body = ApiError, content_type = "application/problem+json", description = "All places are taken"),
))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    Body(request): Body<CompareRequest>,
) -> Result<Response, ApiError> {
    let (boards, goal, seed) = request.boards()?;
    let choices = request.choices(goal.shape())?;
    let asked =
        request::asked(request.time_limit.as_deref(), request.memory_limit.as_deref(), request.node_limit)?;
    let job = server.jobs.begin()?;
    let leash = job.leash();
    let limits = server.caps.grant(asked, job.cancel.clone());
    let mut ways = Vec::new();
    for choice in &choices {
        // A comparison is of single searches.
        ways.push(super::prepare(&server, choice, &goal, &limits, false).await?.single());
    }
    let (sender, mut receiver) = channel(64);
    tokio::task::spawn_blocking(move || {
        let started = CompareStarted {
            job: job.name.clone(),
            boards: boards.iter().map(Board::to_string).collect(),
            goal: goal.to_string(),
            seed,
        };
        let _ = sender.blocking_send(CompareNews::Started(started));
        compare(boards, &goal, &ways, &limits, &sender);
        drop(job);
        let _ = sender.blocking_send(CompareNews::Done {});
    });
    if stream::wanted(&headers) {
        return Ok(stream::events(receiver, leash));
    }
    let mut rows = Vec::new();
    while let Some(news) = receiver.recv().await {
        if let CompareNews::Row(row) = news {
            rows.push(row);
        }
    }
    drop(leash);
    Ok(Json(rows).into_response())
}

impl CompareRequest {
    fn boards(&self) -> Result<(Vec<Board>, Board, Option<u64>), ApiError> {
        let goal = self.goal.as_deref();
        match (&self.board, self.random) {
            (Some(board), None) => {
                let Posed { start, goal } = request::posed(board, goal, self.shape.as_deref())?;
                Ok((vec![start], goal, None))
            }
            (None, Some(count)) if count <= MOST_BOARDS => {
                let goal = goal_board(goal, read_shape(self.shape.as_deref().unwrap_or("3x3"))?)?;
                let seed = self.seed.unwrap_or_else(system_seed);
                let mut scrambler = Scrambler::new(goal.clone(), seed);
                let board = |_| match self.walk {
                    Some(moves) => scrambler.walk(moves.min(10_000)),
                    None => scrambler.uniform(),
                };
                Ok(((0..count).map(board).collect(), goal, Some(seed)))
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
            request::choice(shape, way.algorithm.as_deref(), way.heuristic.as_deref(), way.weight)
        };
        self.ways.iter().map(choice).collect()
    }
}

fn compare(
    boards: Vec<Board>,
    goal: &Board,
    ways: &[Prepared],
    limits: &Limits,
    sender: &Sender<CompareNews>,
) {
    for (index, start) in boards.into_iter().enumerate() {
        let posed = Posed { start, goal: goal.clone() };
        let problem = super::problem(&posed);
        for (way, prepared) in ways.iter().enumerate() {
            if limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
                return;
            }
            let mut row =
                Row::unsolvable(index + 1, &posed.start, goal, prepared.plan(), Convention::Standard)
                    .within(limits);
            if let Ok(problem) = &problem {
                match prepared.solve(problem, &mut ()) {
                    Ok(solved) => row = row.searched(&solved.answer, true, Convention::Standard),
                    Err(error) => {
                        tracing::error!(%error, "a comparison failed");
                        return;
                    }
                }
            }
            if sender.blocking_send(CompareNews::Row(Box::new(CompareRow { way, row }))).is_err() {
                return;
            }
        }
    }
}
