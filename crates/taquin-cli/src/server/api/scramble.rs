//! `POST /scramble`: random boards that can be solved.

use crate::commands::scramble::system_seed;
use crate::report::ScrambleReport;
use crate::server::error::ApiError;
use crate::server::request::{Body, goal_board, read_shape};
use axum::Json;
use serde::Deserialize;
use taquin::Scrambler;
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
    count: Option<u64>,
    /// The same boards for the same seed (default: a new one).
    seed: Option<u64>,
    /// Random moves from the goal (default: any solvable board, all alike).
    walk: Option<u64>,
}

/// Makes random boards that can be solved.
#[utoipa::path(post, path = "/scramble", request_body = ScrambleRequest, responses(
    (status = 200, body = Vec<ScrambleReport>, description = "The boards"),
    (status = 422, body = ApiError, content_type = "application/problem+json", description = "Not a shape"),
))]
pub(in crate::server) async fn handle(
    Body(request): Body<ScrambleRequest>,
) -> Result<Json<Vec<ScrambleReport>>, ApiError> {
    let shape = read_shape(&request.shape)?;
    let goal = goal_board(request.goal.as_deref(), shape)?;
    let count = request.count.unwrap_or(1);
    if count > MOST_BOARDS {
        return Err(ApiError::unprocessable(format_args!("at most {MOST_BOARDS} boards at a time")));
    }
    if request.walk.is_some_and(|moves| moves.saturating_mul(count) > LONGEST_WALK) {
        return Err(ApiError::unprocessable(format_args!("at most {LONGEST_WALK} random moves at a time")));
    }
    let seed = request.seed.unwrap_or_else(system_seed);
    let mut scrambler = Scrambler::new(goal.clone(), seed);
    let board = |index| ScrambleReport {
        shape: shape.to_string(),
        start: match request.walk {
            Some(moves) => scrambler.walk(moves),
            None => scrambler.uniform(),
        }
        .to_string(),
        goal: goal.to_string(),
        seed,
        index,
        walk: request.walk,
        depth: None,
    };
    Ok(Json((0..count).map(board).collect()))
}
