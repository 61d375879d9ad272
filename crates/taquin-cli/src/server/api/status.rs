//! `GET /status`: what the server can do and what it is doing; `DELETE /jobs/{name}` stops a search.

use crate::server::Server;
use crate::server::error::ApiError;
use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use std::sync::Arc;
use taquin_json::status::Status;

/// Tells what the server knows, grants and is doing.
#[cfg_attr(test, utoipa::path(get, path = "/status", responses(
    (status = 200, body = Status, description = "The state"),
    (status = 403, body = taquin_json::Refusal, content_type = "application/problem+json", description = "The request comes from a page of another site"),
    (status = 421, body = taquin_json::Refusal, content_type = "application/problem+json", description = "The `Host` is not this server"),
)))]
pub(in crate::server) async fn handle(State(server): State<Arc<Server>>) -> Json<Status> {
    Json(Status {
        address: server.lan.clone(),
        running: server.jobs.count(),
        waiting: server.jobs.waiting(),
        connections: server.connections.count(),
        max_solves: server.caps.solves,
        time_limit: server.caps.time.as_secs_f64(),
        memory_limit: server.caps.memory,
        node_limit: server.caps.nodes,
        ..Status::idle()
    })
}

/// Cancels a search; its client still gets what it has proved.
#[cfg_attr(test, utoipa::path(delete, path = "/jobs/{name}",
params(("name" = String, Path, pattern = "^[0-9a-f]{16}$", description = "From the event `started`")),
responses(
    (status = 204, description = "It has been told to stop"),
    (status = 403, body = taquin_json::Refusal, content_type = "application/problem+json", description = "The request comes from a page of another site"),
    (status = 421, body = taquin_json::Refusal, content_type = "application/problem+json", description = "The `Host` is not this server"),
    (status = 404, body = taquin_json::Refusal, content_type = "application/problem+json", description = "No such search is under way"),
)))]
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
