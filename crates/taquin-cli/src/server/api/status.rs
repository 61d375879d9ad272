//! `GET /status`: what the server can do and what it is doing; `DELETE /jobs/{name}` stops a search.

use crate::server::Server;
use crate::server::error::ApiError;
use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use std::sync::Arc;
use taquin::NamedGoal;
use taquin::heuristic::HeuristicName;
use taquin::search::Algorithm;
use utoipa::ToSchema;

/// The server's state, its caps and the names it knows.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::server) struct Status {
    version: &'static str,
    /// Requests being worked on.
    running: usize,
    /// Requests that wait for their turn.
    waiting: usize,
    /// Open connections.
    connections: usize,
    /// Searches there may be at a time, and as many short questions beside them.
    max_solves: usize,
    /// Seconds one search may take.
    time_limit: f64,
    /// Bytes one search may hold.
    memory_limit: u64,
    /// Nodes one search may expand.
    node_limit: Option<u64>,
    algorithms: Vec<AlgorithmNote>,
    heuristics: Vec<String>,
    goals: Vec<&'static str>,
}

/// An algorithm the server knows.
#[derive(Debug, Serialize, ToSchema)]
struct AlgorithmNote {
    name: &'static str,
    uses_heuristic: bool,
}

/// Tells what the server knows, grants and is doing.
#[utoipa::path(get, path = "/status", responses(
    (status = 200, body = Status, description = "The state"),
    (status = 403, body = ApiError, content_type = "application/problem+json", description = "The request comes from a page of another site"),
    (status = 421, body = ApiError, content_type = "application/problem+json", description = "The `Host` is not this server"),
))]
pub(in crate::server) async fn handle(State(server): State<Arc<Server>>) -> Json<Status> {
    let note = |algorithm: Algorithm| AlgorithmNote {
        name: algorithm.name(),
        uses_heuristic: algorithm.uses_heuristic(),
    };
    Json(Status {
        version: env!("CARGO_PKG_VERSION"),
        running: server.jobs.count(),
        waiting: server.jobs.waiting(),
        connections: server.connections.count(),
        max_solves: server.caps.solves,
        time_limit: server.caps.time.as_secs_f64(),
        memory_limit: server.caps.memory,
        node_limit: server.caps.nodes,
        algorithms: Algorithm::ALL.into_iter().map(note).collect(),
        heuristics: HeuristicName::SIMPLE.iter().map(HeuristicName::to_string).collect(),
        goals: NamedGoal::ALL.map(NamedGoal::name).to_vec(),
    })
}

/// Cancels a search; its client still gets what it has proved.
#[utoipa::path(delete, path = "/jobs/{name}",
params(("name" = String, Path, pattern = "^[0-9a-f]{16}$", description = "From the event `started`")),
responses(
    (status = 204, description = "It has been told to stop"),
    (status = 403, body = ApiError, content_type = "application/problem+json", description = "The request comes from a page of another site"),
    (status = 421, body = ApiError, content_type = "application/problem+json", description = "The `Host` is not this server"),
    (status = 404, body = ApiError, content_type = "application/problem+json", description = "No such search is under way"),
))]
pub(in crate::server) async fn cancel(
    State(server): State<Arc<Server>>,
    name: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    if name.is_ok_and(|Path(name)| server.jobs.cancel(&name)) {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::new(StatusCode::NOT_FOUND, "no search of this name is under way"))
    }
}
