//! JSON bodies into boards, choices and limits that can be trusted.
//!
//! Texts are read by the same functions as the command line's, but nothing here ever opens a file.

use crate::values::{parse_size, parse_time, whole_number};
use crate::{Goal, Posed, Refusal};
use serde::{Deserialize, Serialize};
use std::io::Cursor;
use std::time::Duration;
use taquin::exact::DistanceTable;
use taquin::heuristic::HeuristicName;
use taquin::notation::source::Source;
use taquin::search::{Algorithm, BadWidth, Weight, Width};
use taquin::solver::Choice;
use taquin::{Board, Metric, NamedGoal, Shape};

/// The largest board that is taken: 20x20, or 7x7x7 with room to spare.
const MOST_CELLS: usize = 400;

/// What a request asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// Time of a search.
    pub time: Option<Duration>,
    /// Bytes that it may hold.
    pub memory: Option<u64>,
    /// Nodes that it may expand.
    pub nodes: Option<u64>,
}

/// A board and a goal, written as for the command line.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// Board text; may hold the goal too, as `start | goal`.
    #[cfg_attr(feature = "openapi", schema(example = "8 1 3/4 0 2/7 6 5"))]
    board: String,
    /// A goal's name or board text (default: the one written with the board, else `blank-last`).
    goal: Option<String>,
    /// Shape of boards written without rows, e.g. `4x3`.
    shape: Option<String>,
    /// What moves are counted in: `slides` (default) or `shifts`.
    metric: Option<String>,
}

/// A board, a goal and how to search.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// Board text; may hold the goal too, as `start | goal`.
    #[cfg_attr(feature = "openapi", schema(example = "8 1 3/4 0 2/7 6 5"))]
    board: String,
    /// A goal's name or board text (default: the one written with the board, else `blank-last`).
    goal: Option<String>,
    /// Shape of boards written without rows, e.g. `4x3`.
    shape: Option<String>,
    /// An algorithm's name (default: `auto`).
    algorithm: Option<String>,
    /// A heuristic's name (default: the best for the shape).
    heuristic: Option<String>,
    /// What moves are counted in: `slides` (default) or `shifts`.
    metric: Option<String>,
    /// Whether to count all shortest solutions, too; for a hint, whether to look at every first move.
    #[serde(default)]
    count: bool,
    /// How much `weighted-astar` trusts the estimate (default: 1.5).
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 1000))]
    weight: Option<f64>,
    /// How many boards of a level `beam` keeps (default: 1000).
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 100_000_000))]
    #[serde(default, deserialize_with = "whole_number")]
    width: Option<u64>,
    /// Time, e.g. `90s`; never more than is granted.
    time_limit: Option<String>,
    /// Memory, e.g. `500MB`; never more than is granted.
    memory_limit: Option<String>,
    /// Nodes to expand; never more than is granted.
    #[serde(default, deserialize_with = "whole_number")]
    node_limit: Option<u64>,
}

impl CheckRequest {
    /// Start and goal.
    pub fn posed(&self) -> Result<Posed, Refusal> {
        posed(&self.board, self.goal.as_deref(), self.shape.as_deref())
    }

    /// What distance and estimates count.
    pub fn metric(&self) -> Result<Metric, Refusal> {
        metric(self.metric.as_deref())
    }
}

impl SolveRequest {
    /// Start and goal.
    pub fn posed(&self) -> Result<Posed, Refusal> {
        posed(&self.board, self.goal.as_deref(), self.shape.as_deref())
    }

    /// How to search.
    pub fn choice(&self, shape: Shape) -> Result<Choice, Refusal> {
        let (algorithm, heuristic) = (self.algorithm.as_deref(), self.heuristic.as_deref());
        let choice = choice(shape, algorithm, heuristic, self.weight, self.width)?;
        Ok(choice.metric(metric(self.metric.as_deref())?))
    }

    /// Whether all shortest solutions, or all first moves, are asked for.
    pub fn counts(&self) -> bool {
        self.count
    }

    /// What the search may use.
    pub fn asked(&self) -> Result<Asked, Refusal> {
        asked(self.time_limit.as_deref(), self.memory_limit.as_deref(), self.node_limit)
    }
}

/// Reads a metric.
pub(crate) fn metric(name: Option<&str>) -> Result<Metric, Refusal> {
    name.map_or(Ok(Metric::Slides), |name| name.parse().map_err(Refusal::unprocessable))
}

/// Reads start and goal. A goal of its own is stronger than one written with the board.
pub(crate) fn posed(board: &str, goal: Option<&str>, shape: Option<&str>) -> Result<Posed, Refusal> {
    let shape = shape.map(read_shape).transpose()?;
    let mut source = Source::new(Cursor::new(board), shape);
    let text = match source.next() {
        Some(text) => text.map_err(Refusal::unprocessable)?,
        None => return Err(Refusal::unprocessable("there is no board in the text")),
    };
    if source.next().is_some() {
        return Err(Refusal::unprocessable(
            "there are several boards in the text: send one, or `start | goal`",
        ));
    }
    check_size(text.start.shape())?;
    let goal = match (goal, text.goal) {
        (None, Some(goal)) => goal,
        (goal, _) => goal_board(goal, text.start.shape())?,
    };
    if goal.shape() != text.start.shape() {
        return Err(Refusal::unprocessable(format_args!(
            "the start is {} but the goal is {}: both must have one shape",
            text.start.shape(),
            goal.shape()
        )));
    }
    Ok(Posed { start: text.start, goal })
}

/// Reads a goal for a shape: a name, a board or a list of numbers.
pub(crate) fn goal_board(goal: Option<&str>, shape: Shape) -> Result<Board, Refusal> {
    let goal = match goal {
        Some(text) => Goal::of_text(text, None)
            .map_err(|error| Refusal::unprocessable(format_args!("goal: {error}")))?,
        None => Goal::Named(NamedGoal::BlankLast),
    };
    goal.board(shape).map_err(Refusal::unprocessable)
}

/// Reads a shape the API takes.
pub(crate) fn read_shape(text: &str) -> Result<Shape, Refusal> {
    let shape = text.parse().map_err(Refusal::unprocessable)?;
    check_size(shape)?;
    Ok(shape)
}

fn check_size(shape: Shape) -> Result<(), Refusal> {
    if shape.cells() > MOST_CELLS {
        return Err(Refusal::unprocessable(format_args!(
            "{shape} is too large here: boards of up to {MOST_CELLS} cells are taken"
        )));
    }
    Ok(())
}

/// What is asked for; the solver fills in what is left open.
pub(crate) fn choice(
    shape: Shape,
    algorithm: Option<&str>,
    heuristic: Option<&str>,
    weight: Option<f64>,
    width: Option<u64>,
) -> Result<Choice, Refusal> {
    let algorithm = algorithm.filter(|&name| name != "auto");
    let algorithm = algorithm.map(str::parse::<Algorithm>).transpose().map_err(Refusal::unprocessable)?;
    let heuristic = heuristic.filter(|&name| name != "auto");
    let heuristic = heuristic.map(str::parse::<HeuristicName>).transpose().map_err(Refusal::unprocessable)?;
    if let Some(name) = &heuristic {
        check_table(name, shape)?;
    }
    let weight = weight.map(|weight| weight.to_string().parse::<Weight>()).transpose();
    let weight = weight.map_err(Refusal::unprocessable)?;
    if width.is_some() && algorithm != Some(Algorithm::Beam) {
        return Err(Refusal::unprocessable("width goes with the algorithm beam only"));
    }
    let width =
        width.map(|width| u32::try_from(width).map_err(|_| BadWidth).and_then(Width::new)).transpose();
    let width = width.map_err(Refusal::unprocessable)?;
    Ok(Choice::new().algorithm(algorithm).heuristic(heuristic).weight(weight).width(width))
}

/// Remote clients may not request tables that take long to build or much memory to keep.
fn check_table(name: &HeuristicName, shape: Shape) -> Result<(), Refusal> {
    match name {
        HeuristicName::Full if DistanceTable::fits(shape) && !DistanceTable::is_quick(shape) => {
            Err(Refusal::unprocessable(format_args!(
                "{shape} is too large for {name} here: tables are built for boards of up to {} cells",
                DistanceTable::MOST_CELLS_AT_ONCE
            )))
        }
        HeuristicName::Max(parts) => parts.iter().try_for_each(|part| check_table(part, shape)),
        _ => Ok(()),
    }
}

/// Reads limits.
pub(crate) fn asked(time: Option<&str>, memory: Option<&str>, nodes: Option<u64>) -> Result<Asked, Refusal> {
    let time = time.map(parse_time).transpose().map_err(Refusal::unprocessable)?;
    let memory = memory.map(parse_size).transpose().map_err(Refusal::unprocessable)?;
    Ok(Asked { time, memory, nodes })
}
