//! The API described, for people and for programs that write clients.
//!
//! What is served is a file, so that the program need not be built with what describes it; a test holds the file against the
//! code.

#[cfg(test)]
mod described;

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
#[cfg(test)]
pub(in crate::server) use described::Refusals;

pub(super) async fn handle() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], include_str!("openapi/openapi.json"))
}
