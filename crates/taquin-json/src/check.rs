//! `check`: whether a board can be solved, why, and what every heuristic makes of it.

use crate::Posed;
use serde::Serialize;
use std::borrow::Borrow;
use taquin::heuristic::{AnyHeuristic, Breakdown, Heuristic, HeuristicName, LineConflict};
use taquin::search::Algorithm;
use taquin::solvability::inversions;
use taquin::{Metric, Solvability, Solver, SolverError, Tile};

/// What `check` says about one problem.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckReport {
    /// The shape.
    pub shape: String,
    /// The board.
    pub start: String,
    /// What it is to become.
    pub goal: String,
    /// Whether sliding leads to the goal.
    pub solvable: bool,
    /// What moves are counted in: `slides` or `shifts`.
    pub metric: &'static str,
    /// The fewest moves to the goal, where a table of all boards is made in a moment.
    pub distance: Option<u32>,
    /// Why, in words.
    pub reason: String,
    /// Pairs of tiles in the opposite order to the goal's; on flat boards only.
    pub inversions: Option<u64>,
    /// How many rows the blank is from its row in the goal, where that matters.
    pub blank_rows_apart: Option<u32>,
    /// How far the blank is from its place in the goal.
    pub blank_distance: u32,
    /// What every heuristic without tables on disk makes of it.
    pub estimates: Vec<Estimate>,
    /// How far tile 1, 2, 3 … is from its place.
    pub manhattan_by_tile: Vec<u32>,
    /// Lines in which tiles stand in each other's way.
    pub conflicts: Vec<Conflict>,
    /// Manhattan plus 2 for every conflicting pair, which is not admissible; flat boards only.
    pub pair_counting: Option<u32>,
}

/// A line in which tiles stand in each other's way.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Conflict {
    /// `row 1`, `column 2` …
    pub line: String,
    /// Tiles in the wrong order, two and two.
    pub pairs: Vec<[u16; 2]>,
    /// The tiles that have to leave the line.
    pub leaving: Vec<u16>,
}

impl From<&LineConflict> for Conflict {
    fn from(conflict: &LineConflict) -> Conflict {
        Conflict {
            line: conflict.line(),
            pairs: conflict.pairs.iter().map(|pair| pair.map(Tile::number)).collect(),
            leaving: conflict.leaving.iter().map(|tile| tile.number()).collect(),
        }
    }
}

/// What a heuristic makes of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Estimate {
    /// The heuristic's name.
    pub heuristic: String,
    /// Its estimate.
    pub value: u32,
    /// Whether it is never above the true distance.
    pub admissible: bool,
    /// Whether it falls by at most one with a move.
    pub consistent: bool,
}

/// The report and the pairs its verdict counts.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckAnswer {
    #[serde(flatten)]
    report: CheckReport,
    /// Pairs of tiles in the opposite order to the goal's; on flat boards only.
    inversion_pairs: Vec<[u16; 2]>,
}

impl CheckReport {
    /// The verdict with its figures. `distance` is the number of moves to the goal, if it is known; `make` makes
    /// the heuristics, or finds them ready made.
    pub fn new<H: Borrow<AnyHeuristic>, E>(
        posed: &Posed,
        solvability: Solvability,
        metric: Metric,
        distance: Option<u32>,
        make: impl Fn(&HeuristicName) -> Result<H, E>,
    ) -> Result<CheckReport, E> {
        let (inversions, blank_rows_apart) = match solvability {
            Solvability::OddWidth { inversions } => (Some(inversions), None),
            Solvability::EvenWidth { inversions, rows_apart } => (Some(inversions), Some(rows_apart)),
            _ => (None, None),
        };
        let shape = posed.start.shape();
        let breakdown = Breakdown::of(&posed.start, &posed.goal);
        Ok(CheckReport {
            shape: shape.to_string(),
            start: posed.start.to_string(),
            goal: posed.goal.to_string(),
            solvable: solvability.is_solvable(),
            metric: metric.name(),
            distance,
            reason: solvability.to_string(),
            inversions,
            blank_rows_apart,
            blank_distance: shape.distance(posed.start.blank(), posed.goal.blank()),
            pair_counting: breakdown.pair_counting(),
            conflicts: breakdown.conflicts.iter().map(Conflict::from).collect(),
            manhattan_by_tile: breakdown.manhattan_by_tile,
            estimates: estimates(posed, metric, make)?,
        })
    }
}

/// What every heuristic without tables on disk makes of a board.
pub fn estimates<H: Borrow<AnyHeuristic>, E>(
    posed: &Posed,
    metric: Metric,
    make: impl Fn(&HeuristicName) -> Result<H, E>,
) -> Result<Vec<Estimate>, E> {
    let estimate = |name: &HeuristicName| {
        let heuristic = make(name)?;
        let heuristic = heuristic.borrow();
        let guarantees = heuristic.guarantees();
        Ok(Estimate {
            heuristic: name.to_string(),
            value: heuristic.of(&posed.start),
            admissible: guarantees.admissible,
            consistent: guarantees.consistent,
        })
    };
    HeuristicName::simple_in(metric).iter().map(estimate).collect()
}

/// Answers the request. The solver's heuristics are used if it has them already; `distance` is the number of moves to the
/// goal, where that is known without a search ([`Solver::distance`]). Both count in the metric.
pub fn check(
    solver: &Solver,
    posed: &Posed,
    metric: Metric,
    distance: Option<u32>,
) -> Result<CheckAnswer, SolverError> {
    let Posed { start, goal } = posed;
    let heuristic = |name: &HeuristicName| {
        let solver = solver.clone().metric(metric).algorithm(Algorithm::Astar).heuristic(name.clone());
        Ok::<_, SolverError>(solver.prepare(goal)?.heuristic().clone())
    };
    let pairs = start.shape().is_flat().then(|| inversions(start, goal)).into_iter().flatten();
    Ok(CheckAnswer {
        report: CheckReport::new(posed, Solvability::of(start, goal), metric, distance, heuristic)?,
        inversion_pairs: pairs.map(|(first, second)| [first.number(), second.number()]).collect(),
    })
}
