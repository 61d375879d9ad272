//! `POST /scramble`: random boards that can be solved.

use crate::commands::scramble::system_seed;
use crate::report::ScrambleReport;
use crate::server::Server;
use crate::server::client::Client;
use crate::server::error::{ApiError, Refusals};
use crate::server::queue::{Errand, Kind};
use crate::server::request::{Body, goal_board, read_shape, whole_number};
use axum::extract::State;
use axum::{Extension, Json};
use serde::Deserialize;
use std::sync::Arc;
use taquin::{Board, Scrambler};
use utoipa::ToSchema;

/// More boards than this are refused.
const MOST_BOARDS: u64 = 1000;
/// Longer walks mix no better.
const LONGEST_WALK: u64 = 100_000;

/// Which boards.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::server) struct ScrambleRequest {
    /// Width x height or width x height x depth.
    #[schema(example = "4x4")]
    shape: String,
    /// A goal's name or board text (default: `blank-last`).
    goal: Option<String>,
    /// How many, up to 1000 (default: 1).
    #[schema(maximum = 1000)]
    #[serde(default, deserialize_with = "whole_number")]
    count: Option<u64>,
    /// The same boards for the same seed (default: a new one).
    #[serde(default, deserialize_with = "whole_number")]
    seed: Option<u64>,
    /// Random moves from the goal, up to 100,000 for all boards together (default: any solvable board, all
    /// alike).
    #[schema(maximum = 100_000)]
    #[serde(default, deserialize_with = "whole_number")]
    walk: Option<u64>,
}

/// Makes random boards that can be solved.
#[utoipa::path(post, path = "/scramble", request_body = ScrambleRequest, responses(
    (status = 200, body = Vec<ScrambleReport>, description = "The boards"),
    Refusals,
))]
pub(in crate::server) async fn handle(
    State(server): State<Arc<Server>>,
    Extension(client): Extension<Client>,
    Body(request): Body<ScrambleRequest>,
) -> Result<Json<Vec<ScrambleReport>>, ApiError> {
    let shape = read_shape(&request.shape)?;
    let goal = goal_board(request.goal.as_deref(), shape)?;
    let count = request.count.unwrap_or(1);
    if count > MOST_BOARDS {
        return Err(ApiError::unprocessable(format_args!("at most {MOST_BOARDS} boards at a time")));
    }
    if request.walk.is_some_and(|moves| moves.saturating_mul(count.max(1)) > LONGEST_WALK) {
        return Err(ApiError::unprocessable(format_args!("at most {LONGEST_WALK} random moves at a time")));
    }
    let job = server.jobs.begin(Errand::new(client, Kind::Question, shape)).await?;
    let boards = super::on_a_thread(move || {
        let _job = job;
        scramble(&goal, count, request.seed.unwrap_or_else(system_seed), request.walk)
    });
    Ok(Json(boards.await?))
}

fn scramble(goal: &Board, count: u64, seed: u64, walk: Option<u64>) -> Vec<ScrambleReport> {
    let mut scrambler = Scrambler::new(goal.clone(), seed);
    let board = |index| ScrambleReport {
        shape: goal.shape().to_string(),
        start: match walk {
            Some(moves) => scrambler.walk(moves),
            None => scrambler.uniform(),
        }
        .to_string(),
        goal: goal.to_string(),
        seed,
        index,
        walk,
        depth: None,
    };
    (0..count).map(board).collect()
}
