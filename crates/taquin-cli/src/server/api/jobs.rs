//! `GET /jobs`: the searches of an owner; `GET /jobs/{name}` listens to one, `DELETE /jobs/{name}` stops it.

use crate::server::Server;
use crate::server::error::ApiError;
use crate::server::searches::{Listed, Owner};
use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::sync::Arc;

/// How a client says which news it has (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).
const LAST_EVENT: &str = "last-event-id";

/// Lists the searches whose questions had the same header `Taquin-Owner`: those that wait or are under way, and those that
/// have ended not long ago.
#[cfg_attr(test, utoipa::path(get, path = "/jobs",
params(("Taquin-Owner" = String, Header, pattern = "^[0-9A-Za-z]{16,64}$", description = "As with the questions")),
responses(
    (status = 200, body = Vec<Listed>, description = "The searches, the first asked first"),
    (status = 403, body = taquin_json::Refusal, content_type = "application/problem+json", description = "The request comes from a page of another site"),
    (status = 421, body = taquin_json::Refusal, content_type = "application/problem+json", description = "The `Host` is not this server"),
    (status = 422, body = taquin_json::Refusal, content_type = "application/problem+json", description = "No owner is named, or none that could be one"),
)))]
pub(in crate::server) async fn list(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
) -> Result<Json<Vec<Listed>>, ApiError> {
    let owner = Owner::of(&headers)?.ok_or_else(|| {
        let detail = "send the header Taquin-Owner that the questions had";
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    })?;
    Ok(Json(server.searches.of(&owner)))
}

/// Listens to a search: a stream of events as the question itself answers, with what is not out of date of the past.
/// The header `Last-Event-ID` leaves out what the client has.
#[cfg_attr(test, utoipa::path(get, path = "/jobs/{name}",
params(("name" = String, Path, pattern = "^[0-9a-f]{16}$", description = "From the events `queued` and `started`")),
responses(
    (status = 200, content_type = "text/event-stream", description = "The events"),
    (status = 403, body = taquin_json::Refusal, content_type = "application/problem+json", description = "The request comes from a page of another site"),
    (status = 421, body = taquin_json::Refusal, content_type = "application/problem+json", description = "The `Host` is not this server"),
    (status = 404, body = taquin_json::Refusal, content_type = "application/problem+json", description = "No such search is known"),
)))]
pub(in crate::server) async fn listen(
    State(server): State<Arc<Server>>,
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let search = name.ok().and_then(|Path(name)| server.searches.find(&name)).ok_or_else(unknown)?;
    let last = headers.get(LAST_EVENT).and_then(|value| value.to_str().ok());
    Ok(search.events(last.and_then(|number| number.parse().ok()).unwrap_or(0)))
}

/// Stops a search; whoever listens still gets what it has proved. One that is over is forgotten.
#[cfg_attr(test, utoipa::path(delete, path = "/jobs/{name}",
params(("name" = String, Path, pattern = "^[0-9a-f]{16}$", description = "From the events `queued` and `started`")),
responses(
    (status = 204, description = "It has been told to stop"),
    (status = 403, body = taquin_json::Refusal, content_type = "application/problem+json", description = "The request comes from a page of another site"),
    (status = 421, body = taquin_json::Refusal, content_type = "application/problem+json", description = "The `Host` is not this server"),
    (status = 404, body = taquin_json::Refusal, content_type = "application/problem+json", description = "No such search is known"),
)))]
pub(in crate::server) async fn stop(
    State(server): State<Arc<Server>>,
    name: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, ApiError> {
    match name {
        Ok(Path(name)) if server.searches.stop(&name) => Ok(StatusCode::NO_CONTENT),
        _ => Err(unknown()),
    }
}

fn unknown() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no search of this name is known")
}
