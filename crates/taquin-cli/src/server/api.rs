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
use crate::tables::Prepared;
use axum::http::StatusCode;
use std::sync::Arc;
use taquin::search::{Limits, Plan};
use taquin::{Board, Problem, ProblemError, Solvability};

/// Start and goal as a problem, or why there is none.
fn problem(posed: &Posed) -> Result<Problem, Solvability> {
    match Problem::new(posed.start.clone(), posed.goal.clone()) {
        Ok(problem) => Ok(problem),
        Err(ProblemError::Unsolvable(why)) => Err(why),
        Err(ProblemError::Shapes { .. }) => unreachable!("posed boards have one shape"),
    }
}

/// Makes what a plan needs to begin, or says why that cannot be had.
async fn prepare(
    server: &Arc<Server>,
    plan: &Plan,
    goal: &Board,
    limits: &Limits,
) -> Result<Prepared, ApiError> {
    let (server, plan, goal, limits) = (server.clone(), plan.clone(), goal.clone(), limits.clone());
    Ok(on_a_thread(move || server.tables.prepare(&plan, &goal, &limits)).await??)
}

/// Runs work that takes longer than a moment on a thread of its own.
async fn on_a_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "a search failed");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the search failed; the server's log says how")
    })
}
