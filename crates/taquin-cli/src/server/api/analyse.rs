//! `POST /analyse`: replays moves and tells where some were lost.

use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::ApiError;
use crate::server::queue::{Errand, Kind};
use crate::server::request::Body;
use crate::solver;
use axum::extract::State;
use axum::{Extension, Json};
use std::sync::Arc;
use taquin_json::analyse::AnalyseRequest;
use taquin_json::moves::AnalysisReport;

/// Replays moves from a board and tells which lost some, and how many. They need not end at the goal.
#[cfg_attr(test, utoipa::path(post, path = "/analyse", request_body = AnalyseRequest, responses(
    (status = 200, body = AnalysisReport, description = "Every move with what it cost, or bounds where that cannot be known"),
    crate::server::openapi::Refusals,
)))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    Body(request): Body<AnalyseRequest>,
) -> Result<Json<AnalysisReport>, ApiError> {
    let (analyse, asked) = (request.read()?, request.asked()?);
    let errand = Errand::new(client, Kind::Solve, analyse.problem.shape());
    let job = server.jobs.begin(errand).await?;
    let _leash = job.leash();
    let pace = server.caps.pace(errand.length);
    let limits = server.caps.grant(asked, errand.length, job.cancel.clone());
    let solver = server.solver.clone().limits(limits);
    let report = super::on_a_thread(pace, move || {
        let _job = job;
        analyse.answer(&solver).map_err(|error| solver::failure(error, analyse.problem.goal()))
    });
    Ok(Json(report.await??))
}
