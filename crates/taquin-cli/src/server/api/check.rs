//! `POST /check`: what `check --json` prints, and the inversions one by one.

use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::ApiError;
use crate::server::queue::{Errand, Kind};
use crate::server::request::Body;
use crate::solver;
use axum::extract::State;
use axum::{Extension, Json};
use std::sync::Arc;
use taquin_json::check::{CheckAnswer, check};
use taquin_json::request::CheckRequest;

/// Tells whether a board can be solved, why, and what every heuristic makes of it.
#[cfg_attr(test, utoipa::path(post, path = "/check", request_body = CheckRequest, responses(
    (status = 200, body = CheckAnswer, description = "The verdict with its reasons"),
    crate::server::openapi::Refusals,
)))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    Body(request): Body<CheckRequest>,
) -> Result<Json<CheckAnswer>, ApiError> {
    let (posed, metric) = (request.posed()?, request.metric()?);
    let job = server.jobs.begin(Errand::new(client, Kind::Question, posed.start.shape())).await?;
    let answer = super::on_a_thread(super::Pace::Usual, move || {
        let _job = job;
        let warn = |note| tracing::warn!(%note, "a table is damaged");
        let solver = server.solver.clone().metric(metric);
        let distance = solver::distance(&solver, &posed.start, &posed.goal, &warn)?;
        check(&solver, &posed, metric, distance).map_err(|error| solver::failure(error, &posed.goal))
    });
    Ok(Json(answer.await??))
}
