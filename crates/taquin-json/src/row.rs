//! What came of one run: a line of a table, of a CSV file, of a JSON file. Field names are part of
//! the contract and are those of `solve --json` where they mean the same.

use serde::{Deserialize, Deserializer, Serialize};
use taquin::heuristic::HeuristicName;
use taquin::search::{Algorithm, Answer, Limits, Outcome, StopReason, effective_branching};
use taquin::solver::{Convention, Plan};
use taquin::{Board, Metric};

/// One heuristic and algorithm on one board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ComparisonRow))]
pub struct Row {
    /// Which board of the set, from 1.
    pub number: usize,
    /// The shape.
    pub shape: String,
    /// The board.
    pub start: String,
    /// What it is to become.
    pub goal: String,
    /// How nodes are counted.
    #[serde(deserialize_with = "current_name")]
    pub convention: String,
    /// The algorithm's name.
    pub algorithm: String,
    /// Nothing if the algorithm uses none.
    pub heuristic: Option<String>,
    /// Whether sliding leads to the goal.
    pub solvable: bool,
    /// Whether the goal was reached.
    pub solved: bool,
    /// Whether the solution is proved shortest.
    pub optimal: bool,
    /// The moves of the solution.
    pub cost: Option<u32>,
    /// No solution is shorter than this.
    pub lower_bound: Option<u32>,
    /// Nodes that were expanded.
    pub expanded: u64,
    /// Nodes that were generated.
    pub generated: u64,
    /// Boards that were stored.
    pub reached: Option<u64>,
    /// The branching factor of a tree with as many nodes and this depth.
    pub effective_branching: Option<f64>,
    /// The time it took.
    pub seconds: f64,
    /// The memory it took.
    pub peak_bytes: u64,
    /// Why the search ended before it was done, if it did.
    pub stopped_by: Option<String>,
    /// How much `weighted-astar` trusts the estimate; nothing for other algorithms.
    pub weight: Option<f64>,
    /// Which moves `idastar` and `hybrid` leave out; nothing for other algorithms.
    pub prune: Option<String>,
    /// How many boards `beam` keeps on each level; nothing for other algorithms.
    #[serde(default)]
    pub width: Option<u32>,
    /// Whether a board that cannot be solved was to be walked from all the same.
    pub exhaustive: bool,
    /// Seconds that the run had.
    pub time_limit: Option<f64>,
    /// Bytes that the run had.
    pub memory_limit: Option<u64>,
    /// Nodes that the run was allowed to expand.
    pub node_limit: Option<u64>,
    /// The version of Taquin that made the run.
    pub version: String,
    /// What moves are counted in: `slides` or `shifts`; exports of earlier versions have slides.
    #[serde(default = "slides")]
    pub metric: String,
}

fn slides() -> String {
    Metric::Slides.name().into()
}

/// Reads the name of a convention; exports of earlier versions have it by another name.
fn current_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ok(name.parse().map_or(name, |convention: Convention| convention.name().into()))
}

impl Row {
    /// The names of the fields in order.
    pub const COLUMNS: [&str; 28] = [
        "number",
        "shape",
        "start",
        "goal",
        "convention",
        "algorithm",
        "heuristic",
        "solvable",
        "solved",
        "optimal",
        "cost",
        "lower_bound",
        "expanded",
        "generated",
        "reached",
        "effective_branching",
        "seconds",
        "peak_bytes",
        "stopped_by",
        "weight",
        "prune",
        "width",
        "exhaustive",
        "time_limit",
        "memory_limit",
        "node_limit",
        "version",
        "metric",
    ];

    /// Columns that every version has written.
    pub const FIRST_COLUMNS: [&str; 4] = ["number", "start", "goal", "algorithm"];

    /// A run that has not been made: the board cannot be solved.
    pub fn unsolvable(
        number: usize,
        start: &Board,
        goal: &Board,
        plan: &Plan,
        convention: Convention,
    ) -> Row {
        let algorithm = plan.method.algorithm;
        Row {
            number,
            shape: start.shape().to_string(),
            start: start.to_string(),
            goal: goal.to_string(),
            convention: convention.name().into(),
            algorithm: algorithm.name().into(),
            heuristic: plan.heuristic.as_ref().map(HeuristicName::to_string),
            solvable: false,
            solved: false,
            optimal: false,
            cost: None,
            lower_bound: None,
            expanded: 0,
            generated: 0,
            reached: None,
            effective_branching: None,
            seconds: 0.0,
            peak_bytes: 0,
            stopped_by: None,
            weight: (algorithm == Algorithm::WeightedAstar).then(|| plan.method.weight.value()),
            prune: matches!(algorithm, Algorithm::Idastar | Algorithm::Hybrid)
                .then(|| plan.method.prune.name().into()),
            width: (algorithm == Algorithm::Beam).then(|| plan.method.width.boards()),
            exhaustive: false,
            time_limit: None,
            memory_limit: None,
            node_limit: None,
            version: env!("CARGO_PKG_VERSION").into(),
            metric: plan.method.metric.name().into(),
        }
    }

    /// The same run under limits.
    pub fn within(self, limits: &Limits) -> Row {
        Row {
            time_limit: limits.time.map(|time| time.as_secs_f64()),
            memory_limit: limits.memory,
            node_limit: limits.nodes,
            ..self
        }
    }

    /// The same run, stopped by a limit before its search began.
    pub fn stopped(self, why: StopReason, solvable: bool) -> Row {
        Row { solvable, stopped_by: Some(why.name().into()), ..self }
    }

    /// Adds what a search found, with nodes counted as the convention has it.
    pub fn searched(self, answer: &Answer, solvable: bool) -> Row {
        let (solved, stopped_by) = match &answer.outcome {
            Outcome::Solved { .. } => (true, None),
            Outcome::Stopped { why, .. } => (false, Some(why.name().to_string())),
        };
        let cost = answer.outcome.solution().map(|solution| solution.cost());
        let (generated, expanded) = (answer.stats.generated, answer.stats.expanded);
        Row {
            solvable,
            solved,
            optimal: answer.outcome.is_optimal(),
            cost,
            lower_bound: solvable.then(|| answer.outcome.lower_bound()),
            expanded,
            generated,
            reached: answer.stats.reached,
            effective_branching: cost.and_then(|cost| effective_branching(generated, cost)),
            seconds: answer.stats.elapsed.as_secs_f64(),
            peak_bytes: answer.stats.peak_bytes,
            stopped_by,
            ..self
        }
    }

    /// Whether the search was made to stop before it was done.
    pub fn hit_a_limit(&self) -> bool {
        matches!(self.stopped_by.as_deref(), Some("time" | "memory" | "nodes"))
    }

    /// The heuristic and, if asked for, the algorithm.
    pub fn combination(&self, with_algorithm: bool) -> String {
        match (&self.heuristic, with_algorithm) {
            (Some(heuristic), false) => heuristic.clone(),
            (Some(heuristic), true) => format!("{} {heuristic}", self.algorithm),
            (None, _) => self.algorithm.clone(),
        }
    }
}
