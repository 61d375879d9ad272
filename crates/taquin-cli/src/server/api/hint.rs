//! `POST /hint`: how far the goal is, and the next move of the shortest way there that is known.

use crate::failure::Failure;
use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::{ApiError, Refusals};
use crate::server::queue::{Errand, Kind};
use crate::server::request::{Body, SolveRequest};
use crate::solver;
use axum::extract::State;
use axum::{Extension, Json};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// A player does not wait longer than this for a hint.
const PATIENCE: Duration = Duration::from_secs(10);

/// How far it is and where to go.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::server) struct HintReport {
    shape: String,
    start: String,
    goal: String,
    solvable: bool,
    /// The fewest moves to the goal, if they were found in time.
    distance: Option<u32>,
    /// The moves of the best way that was found in time; the next move is its first.
    found: Option<u32>,
    /// At least this many moves are needed.
    lower_bound: Option<u32>,
    /// The next move of the blank.
    #[serde(rename = "move")]
    next: Option<char>,
    /// The tile that it moves.
    tile: Option<u16>,
    seconds: f64,
    stopped_by: Option<&'static str>,
}

/// Finds the distance to the goal and the next move of a shortest solution, or of the best that is found in time.
#[utoipa::path(post, path = "/hint", request_body = SolveRequest, responses(
    (status = 200, body = HintReport, description = "Distance and next move, or the bound proved in time"),
    Refusals,
))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    Body(request): Body<SolveRequest>,
) -> Result<Json<HintReport>, ApiError> {
    let posed = request.posed()?;
    let choice = request.choice(posed.start.shape())?;
    let mut asked = request.asked()?;
    asked.time = Some(asked.time.unwrap_or(PATIENCE).min(PATIENCE));
    let errand = Errand::new(client, Kind::Hint, posed.start.shape());
    let job = server.jobs.begin(errand).await?;
    let _leash = job.leash();
    let limits = server.caps.grant(asked, errand.length, job.cancel.clone());
    let solver = server.solver.clone().choice(choice).limits(limits);
    let report = super::on_a_thread(move || {
        let _job = job;
        let shape = posed.start.shape();
        let mut report = HintReport {
            shape: shape.to_string(),
            start: posed.start.to_string(),
            goal: posed.goal.to_string(),
            solvable: false,
            distance: None,
            found: None,
            lower_bound: None,
            next: None,
            tile: None,
            seconds: 0.0,
            stopped_by: None,
        };
        let Ok(problem) = super::problem(&posed) else { return Ok(report) };
        let solved = solver.solve(&problem);
        let answer = solved.map_err(|error| solver::failure(error, problem.goal()))?.answer;
        report.solvable = true;
        report.lower_bound = Some(answer.outcome.lower_bound());
        report.seconds = answer.stats.elapsed.as_secs_f64();
        if let taquin::search::Outcome::Stopped { why, .. } = answer.outcome {
            report.stopped_by = Some(why.name());
        }
        if let Some(solution) = answer.outcome.solution() {
            report.distance = answer.outcome.is_optimal().then_some(solution.cost());
            report.found = Some(solution.cost());
            report.next = solution.moves().first().map(|&direction| shape.letter(direction));
            report.tile = solution.slides().next().map(|slide| slide.tile().number());
        }
        Ok::<_, Failure>(report)
    });
    Ok(Json(report.await??))
}
