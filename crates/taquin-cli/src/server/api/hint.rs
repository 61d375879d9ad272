//! `POST /hint`: how far the goal is, and the next move of the shortest way there that is known.

use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::ApiError;
use crate::server::queue::{Errand, Kind};
use crate::server::request::Body;
use crate::solver;
use axum::extract::State;
use axum::{Extension, Json};
use std::sync::Arc;
use taquin_json::hint::{HintReport, PATIENCE, hint};
use taquin_json::request::SolveRequest;

/// Finds the distance to the goal and the next move of a shortest solution, or of the best that is found in time.
#[cfg_attr(test, utoipa::path(post, path = "/hint", request_body = SolveRequest, responses(
    (status = 200, body = HintReport, description = "Distance and next move, or the bound proved in time"),
    crate::server::openapi::Refusals,
)))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    Body(request): Body<SolveRequest>,
) -> Result<Json<HintReport>, ApiError> {
    let posed = request.posed()?;
    let choice = request.choice(posed.start.shape())?;
    let mut asked = request.asked()?;
    asked.time = Some(asked.time.unwrap_or(PATIENCE).min(PATIENCE));
    let errand = Errand::new(client, Kind::Hint, posed.start.shape()).within(asked.time);
    let job = server.jobs.begin(errand).await?;
    let _leash = job.leash();
    let pace = server.caps.pace(errand.length);
    let limits = server.caps.grant(asked, errand.length, job.cancel.clone());
    let solver = server.solver.clone().choice(choice).limits(limits);
    let report = super::on_a_thread(pace, move || {
        let _job = job;
        hint(&request, &solver, &posed).map_err(|error| solver::failure(error, &posed.goal))
    });
    Ok(Json(report.await??))
}
