//! The handlers, one file each, and what those that search have in common.

pub(super) mod check;
pub(super) mod compare;
pub(super) mod hint;
pub(super) mod scramble;
pub(super) mod solve;
pub(super) mod status;
pub(super) mod trace;

use super::Server;
use super::error::ApiError;
use crate::input::Posed;
use crate::solver;
use axum::http::StatusCode;
use std::sync::Arc;
use taquin::search::Limits;
use taquin::solver::{Choice, Prepared};
use taquin::{Board, Problem, ProblemError, Solvability};

/// Start and goal as a problem, or why there is none.
fn problem(posed: &Posed) -> Result<Problem, Solvability> {
    match Problem::new(posed.start.clone(), posed.goal.clone()) {
        Ok(problem) => Ok(problem),
        Err(ProblemError::Unsolvable(why)) => Err(why),
        Err(error) => unreachable!("posed boards have one shape: {error}"),
    }
}

/// Makes what is needed to search boards with a goal, or says why that cannot be had.
async fn prepare(
    server: &Arc<Server>,
    choice: &Choice,
    goal: &Board,
    limits: &Limits,
    watched: bool,
) -> Result<Prepared, ApiError> {
    let solver = server.solver.clone().choice(choice.clone()).limits(limits.clone());
    let of = goal.clone();
    let prepared =
        on_a_thread(move || if watched { solver.prepare_watched(&of) } else { solver.prepare(&of) }).await?;
    Ok(prepared.map_err(|error| solver::failure(error, goal))?)
}

/// Runs work that takes longer than a moment on a thread of its own.
async fn on_a_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "a search failed");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the search failed; the server's log says how")
    })
}
