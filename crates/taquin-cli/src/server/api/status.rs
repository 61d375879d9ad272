//! `GET /status`: what the server can do and what it is doing.

use crate::server::Server;
use axum::Json;
use axum::extract::State;
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
