//! `analyse`: replays moves and tells where some were lost.

use crate::moves::AnalysisReport;
use crate::request::{Asked, asked, metric, posed};
use crate::{Posed, Refusal};
use serde::Deserialize;
use taquin::notation::Notation;
use taquin::{Direction, Metric, Problem, Solution, Solver, SolverError};

/// A board and moves from it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// Board text; may hold the goal too, as `start | goal`.
    #[cfg_attr(feature = "openapi", schema(example = "8 1 3/4 0 2/7 6 5"))]
    board: String,
    /// A goal's name or board text (default: the one written with the board, else `blank-last`).
    goal: Option<String>,
    /// Shape of boards written without rows, e.g. `4x3`.
    shape: Option<String>,
    /// The moves: letters of the blank, with or without run lengths, or numbers of tiles.
    #[cfg_attr(feature = "openapi", schema(example = "RDLLUURDLDRURD"))]
    moves: String,
    /// What moves are counted in: `slides` (default) or `shifts`.
    metric: Option<String>,
    /// Time, e.g. `90s`; never more than is granted.
    time_limit: Option<String>,
}

/// What is asked for, read and checked.
#[derive(Debug)]
pub struct Analyse {
    /// The board and the goal.
    pub problem: Problem,
    steps: Vec<Direction>,
    metric: Metric,
}

impl AnalyseRequest {
    /// Start and goal.
    pub fn posed(&self) -> Result<Posed, Refusal> {
        posed(&self.board, self.goal.as_deref(), self.shape.as_deref())
    }

    /// What the searches may use.
    pub fn asked(&self) -> Result<Asked, Refusal> {
        asked(self.time_limit.as_deref(), None, None)
    }

    /// What is asked for, or what is wrong with it.
    pub fn read(&self) -> Result<Analyse, Refusal> {
        let problem = self.posed()?.problem();
        let problem =
            problem.map_err(|why| Refusal::unprocessable(format_args!("the board is unsolvable: {why}")))?;
        if self.moves.trim().is_empty() {
            return Err(Refusal::unprocessable("there are no moves"));
        }
        let steps = read(&problem, &self.moves)?;
        Ok(Analyse { problem, steps, metric: metric(self.metric.as_deref())? })
    }
}

impl Analyse {
    /// Answers the request.
    pub fn answer(&self, solver: &Solver) -> Result<AnalysisReport, SolverError> {
        let analysis = solver.clone().metric(self.metric).analyse(&self.problem, &self.steps)?;
        Ok(AnalysisReport::new(&self.problem, &analysis))
    }
}

/// Moves as steps of the blank; letters are the blank's unless only the tiles' solve the board.
fn read(problem: &Problem, moves: &str) -> Result<Vec<Direction>, Refusal> {
    if let Ok(steps) = Notation::Tile.read(problem.start(), moves)
        && Solution::from_text(problem, moves).is_err()
        && Solution::replay(problem, steps.clone()).is_ok()
    {
        return Ok(steps);
    }
    let has_letters = moves.contains(char::is_alphabetic);
    let notation = if has_letters { Notation::Runs } else { Notation::Numbers };
    notation.read(problem.start(), moves).map_err(Refusal::unprocessable)
}
