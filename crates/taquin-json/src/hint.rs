//! `hint`: how far the goal is, and the next move of the shortest way there that is known.

use crate::Posed;
use serde::Serialize;
use std::time::Duration;
use taquin::search::Outcome;
use taquin::{Solver, SolverError};
use utoipa::ToSchema;

/// A player does not wait longer than this for a hint.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How far it is and where to go.
#[derive(Debug, Serialize, ToSchema)]
pub struct HintReport {
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

/// Answers the request.
pub fn hint(solver: &Solver, posed: &Posed) -> Result<HintReport, SolverError> {
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
    let Ok(problem) = posed.problem() else { return Ok(report) };
    let answer = solver.solve(&problem)?.answer;
    report.solvable = true;
    report.lower_bound = Some(answer.outcome.lower_bound());
    report.seconds = answer.stats.elapsed.as_secs_f64();
    if let Outcome::Stopped { why, .. } = answer.outcome {
        report.stopped_by = Some(why.name());
    }
    if let Some(solution) = answer.outcome.solution() {
        report.distance = answer.outcome.is_optimal().then_some(solution.cost());
        report.found = Some(solution.cost());
        report.next = solution.moves().first().map(|&direction| shape.letter(direction));
        report.tile = solution.slides().next().map(|slide| slide.tile().number());
    }
    Ok(report)
}
