//! `POST /check`: what `check --json` prints, and the inversions one by one.

use crate::commands::check;
use crate::failure::Failure;
use crate::input::Posed;
use crate::report::CheckReport;
use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::{ApiError, Refusals};
use crate::server::queue::{Errand, Kind};
use crate::server::request::{Body, CheckRequest};
use crate::solver;
use axum::extract::State;
use axum::{Extension, Json};
use serde::Serialize;
use std::sync::Arc;
use taquin::Solvability;
use taquin::heuristic::HeuristicName;
use taquin::search::Algorithm;
use taquin::solvability::inversions;
use utoipa::ToSchema;

/// The report and the pairs its verdict counts.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::server) struct CheckAnswer {
    #[serde(flatten)]
    report: CheckReport,
    /// Pairs of tiles in the opposite order to the goal's; on flat boards only.
    inversion_pairs: Vec<[u16; 2]>,
}

/// Tells whether a board can be solved, why, and what every heuristic makes of it.
#[utoipa::path(post, path = "/check", request_body = CheckRequest, responses(
    (status = 200, body = CheckAnswer, description = "The verdict with its reasons"),
    Refusals,
))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    Body(request): Body<CheckRequest>,
) -> Result<Json<CheckAnswer>, ApiError> {
    let posed = request.posed()?;
    let job = server.jobs.begin(Errand::new(client, Kind::Question, posed.start.shape())).await?;
    let answer = super::on_a_thread(move || {
        let solvability = Solvability::of(&posed.start, &posed.goal);
        let _job = job;
        let Posed { start, goal } = &posed;
        let heuristic = |name: &HeuristicName| {
            let solver = server.solver.clone().algorithm(Algorithm::Astar).heuristic(name.clone());
            let prepared = solver.prepare(goal).map_err(|error| solver::failure(error, goal))?;
            Ok::<_, Failure>(prepared.heuristic().clone())
        };
        let pairs = start.shape().is_flat().then(|| inversions(start, goal)).into_iter().flatten();
        let distance = solver::distance(
            &server.solver,
            start,
            goal,
            &|note| tracing::warn!(%note, "a table is damaged"),
        )?;
        Ok::<_, Failure>(CheckAnswer {
            report: check::report(&posed, solvability, distance, heuristic)?,
            inversion_pairs: pairs.map(|(first, second)| [first.number(), second.number()]).collect(),
        })
    });
    Ok(Json(answer.await??))
}
