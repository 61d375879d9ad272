//! `POST /scramble`: random boards that can be solved.

use crate::commands::scramble::system_seed;
use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::ApiError;
use crate::server::queue::{Errand, Kind};
use crate::server::request::Body;
use axum::extract::State;
use axum::{Extension, Json};
use std::sync::Arc;
use taquin_json::scramble::{ScrambleReport, ScrambleRequest};

/// Makes random boards that can be solved.
#[cfg_attr(test, utoipa::path(post, path = "/scramble", request_body = ScrambleRequest, responses(
    (status = 200, body = Vec<ScrambleReport>, description = "The boards"),
    crate::server::openapi::Refusals,
)))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    Body(request): Body<ScrambleRequest>,
) -> Result<Json<Vec<ScrambleReport>>, ApiError> {
    let scramble = request.read()?;
    let job = server.jobs.begin(Errand::new(client, Kind::Question, scramble.goal.shape())).await?;
    let boards = super::on_a_thread(super::Pace::Usual, move || {
        let _job = job;
        scramble.boards(system_seed())
    });
    Ok(Json(boards.await?))
}
