//! `hint`: how far the goal is, and the next move of the shortest way there that is known.

use crate::Posed;
use crate::moves::FirstMoveReport;
use crate::request::SolveRequest;
use serde::Serialize;
use std::time::Duration;
use taquin::search::Outcome;
use taquin::{Metric, Solver, SolverError};

/// A player does not wait longer than this for a hint.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How far it is and where to go.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
    /// The tile that it moves; of a shift the one beside the blank.
    tile: Option<u16>,
    /// How many tiles it moves.
    tiles: Option<usize>,
    /// Every first move with what it leaves to do, the best first, if that was asked for and found in time.
    first_moves: Option<Vec<FirstMoveReport>>,
    /// What moves are counted in: `slides` or `shifts`.
    metric: &'static str,
    seconds: f64,
    stopped_by: Option<&'static str>,
}

/// Answers the request.
pub fn hint(request: &SolveRequest, solver: &Solver, posed: &Posed) -> Result<HintReport, SolverError> {
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
        tiles: None,
        first_moves: None,
        metric: Metric::Slides.name(),
        seconds: 0.0,
        stopped_by: None,
    };
    let Ok(problem) = posed.problem() else { return Ok(report) };
    let solved = solver.solve(&problem)?;
    let metric = solved.plan.method.metric;
    report.metric = metric.name();
    let answer = solved.answer;
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
        report.tiles = metric.moves(solution.moves()).next().map(<[_]>::len);
    }
    if report.distance.is_some() && request.counts() {
        report.first_moves = match solver.hint(&problem) {
            Ok(moves) => Some(FirstMoveReport::all(problem.start(), problem.goal(), &moves)),
            Err(SolverError::Stopped(_)) => None,
            Err(error) => return Err(error),
        };
    }
    Ok(report)
}
