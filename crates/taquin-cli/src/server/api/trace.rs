//! `POST /trace`: a search event by event, as `taquin trace --format json` writes it.

use crate::server::Server;
use crate::server::error::ApiError;
use crate::server::request::{self, Body};
use crate::server::stream;
use crate::trace::{Event, Format, Json, Task, record};
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use std::ops::ControlFlow;
use std::sync::Arc;
use tokio::sync::mpsc::channel;
use utoipa::ToSchema;

/// Expansions written down if the request does not say.
const USUAL_STEPS: u64 = 1000;
/// Expansions that are written down at most.
const MOST_STEPS: u64 = 20_000;
/// Bytes sent at a time.
const PIECE: usize = 16 << 10;

/// A board, a goal, how to search and how much of it to write down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct TraceRequest {
    /// Board text; may hold the goal too, as `start | goal`.
    #[schema(example = "8 1 3/4 0 2/7 6 5")]
    board: String,
    /// A goal's name or board text (default: the one written with the board, else `blank-last`).
    goal: Option<String>,
    /// Shape of boards written without rows, e.g. `4x3`.
    shape: Option<String>,
    /// An algorithm's name (default: `auto`).
    algorithm: Option<String>,
    /// A heuristic's name (default: the best for the shape).
    heuristic: Option<String>,
    /// Expansions to write down, up to 20,000 (default: 1000). The search goes on after them.
    max_steps: Option<u64>,
    /// Time, e.g. `10s`; never more than the server grants.
    time_limit: Option<String>,
    /// Memory, e.g. `500MB`; never more than the server grants.
    memory_limit: Option<String>,
    /// Nodes to expand; never more than the server grants.
    node_limit: Option<u64>,
}

/// Searches and writes down every event, a line of JSON each.
#[utoipa::path(post, path = "/trace", request_body = TraceRequest, responses(
    (status = 200, body = Event, content_type = "application/x-ndjson", description = "Lines of events"),
    (status = 422, body = ApiError, content_type = "application/problem+json", description = "Not a board"),
    (status = 503, body = ApiError, content_type = "application/problem+json", description = "All places are taken"),
))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Body(request): Body<TraceRequest>,
) -> Result<Response, ApiError> {
    let posed = request::posed(&request.board, request.goal.as_deref(), request.shape.as_deref())?;
    let shape = posed.start.shape();
    let (algorithm, heuristic) = (request.algorithm.as_deref(), request.heuristic.as_deref());
    let choice = request::choice(shape, algorithm, heuristic, None)?;
    let asked =
        request::asked(request.time_limit.as_deref(), request.memory_limit.as_deref(), request.node_limit)?;
    let max_steps = request.max_steps.unwrap_or(USUAL_STEPS).min(MOST_STEPS);
    let job = server.jobs.begin()?;
    let leash = job.leash();
    let limits = server.caps.grant(asked, job.cancel.clone());
    let prepared = super::prepare(&server, &choice, &posed.goal, &limits, true).await?;
    let task = Task { start: posed.start, goal: posed.goal, prepared, exhaustive: false, max_steps };
    let (sender, receiver) = channel(16);
    tokio::task::spawn_blocking(move || {
        let mut lines = Json(Vec::with_capacity(PIECE));
        record(&task, &mut |event: &Event| {
            if lines.event(event).is_err() {
                return ControlFlow::Break(());
            }
            if lines.0.len() < PIECE {
                return ControlFlow::Continue(());
            }
            match sender.blocking_send(std::mem::take(&mut lines.0)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        drop(job);
        let _ = sender.blocking_send(lines.0);
    });
    Ok(stream::lines(receiver, leash))
}
