//! `POST /trace`: a search event by event, as `taquin trace --format json` writes it.

use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::{ApiError, Refusals};
use crate::server::queue::{Errand, Kind};
use crate::server::request::{self, Body, whole_number};
use crate::server::stream::{self, Outlet};
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use taquin::trace::{Event, Format, Json, Recording};
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
    /// How many boards of a level `beam` keeps (default: 1000).
    #[schema(minimum = 1, maximum = 100_000_000)]
    #[serde(default, deserialize_with = "whole_number")]
    width: Option<u64>,
    /// Expansions to write down, up to 20,000 (default: 1000). The search goes on after them.
    #[serde(default, deserialize_with = "whole_number")]
    max_steps: Option<u64>,
    /// Time, e.g. `10s`; never more than the server grants.
    time_limit: Option<String>,
    /// Memory, e.g. `500MB`; never more than the server grants.
    memory_limit: Option<String>,
    /// Nodes to expand; never more than the server grants.
    #[serde(default, deserialize_with = "whole_number")]
    node_limit: Option<u64>,
}

/// Searches and writes down every event, a line of JSON each.
#[utoipa::path(post, path = "/trace", request_body = TraceRequest, responses(
    (status = 200, body = Event, content_type = "application/x-ndjson", description = "Lines of events"),
    Refusals,
))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    Body(request): Body<TraceRequest>,
) -> Result<Response, ApiError> {
    let posed = request::posed(&request.board, request.goal.as_deref(), request.shape.as_deref())?;
    let shape = posed.start.shape();
    let (algorithm, heuristic) = (request.algorithm.as_deref(), request.heuristic.as_deref());
    let choice = request::choice(shape, algorithm, heuristic, None, request.width)?;
    let asked =
        request::asked(request.time_limit.as_deref(), request.memory_limit.as_deref(), request.node_limit)?;
    let max_steps = request.max_steps.unwrap_or(USUAL_STEPS).min(MOST_STEPS);
    let errand = Errand::new(client, Kind::Trace, shape);
    let job = server.jobs.begin(errand).await?;
    let leash = job.leash();
    let limits = server.caps.grant(asked, errand.length, job.cancel.clone());
    let prepared = super::prepare(&server, &choice, &posed.goal, &limits, true).await?;
    let recording =
        Recording::new(posed.start, prepared).map_err(ApiError::unprocessable)?.max_steps(max_steps);
    let (outlet, inlet) = stream::outlet(job, limits.time.unwrap_or(server.caps.time));
    let work = move || write(&recording, outlet);
    let last = |rest: Result<io::Result<Vec<u8>>, ApiError>| {
        rest.unwrap_or_else(|_| Err(io::Error::other("failed")))
    };
    Ok(stream::lines(inlet.run(work, last), leash))
}

/// Searches, sends the events in pieces and returns the rest, which is still to be sent.
fn write(recording: &Recording, mut outlet: Outlet<io::Result<Vec<u8>>>) -> io::Result<Vec<u8>> {
    let mut lines = Json(Vec::with_capacity(PIECE));
    let mut is_whole = true;
    recording.run(&mut |event: &Event| {
        is_whole &= lines.event(event).is_ok();
        if lines.0.len() >= PIECE {
            is_whole &= outlet.send(Ok(std::mem::take(&mut lines.0))).is_ok();
        }
        if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if is_whole {
        Ok(lines.0)
    } else {
        Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read"))
    }
}
