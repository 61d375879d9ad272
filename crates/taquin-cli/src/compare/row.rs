//! What came of one run: a line of a table, of a CSV file, of a JSON file. Field names are part of
//! the contract and are those of `solve --json` where they mean the same.

use serde::{Deserialize, Deserializer, Serialize};
use taquin::Board;
use taquin::heuristic::HeuristicName;
use taquin::search::{Algorithm, Answer, Limits, Outcome, StopReason, effective_branching};
use taquin::solver::{Convention, Plan};
use utoipa::ToSchema;

/// One heuristic and algorithm on one board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ComparisonRow)]
pub(crate) struct Row {
    /// Which board of the set, from 1.
    pub(crate) number: usize,
    pub(crate) shape: String,
    pub(crate) start: String,
    pub(crate) goal: String,
    #[serde(deserialize_with = "current_name")]
    pub(crate) convention: String,
    pub(crate) algorithm: String,
    /// Nothing if the algorithm uses none.
    pub(crate) heuristic: Option<String>,
    pub(crate) solvable: bool,
    pub(crate) solved: bool,
    pub(crate) optimal: bool,
    pub(crate) cost: Option<u32>,
    pub(crate) lower_bound: Option<u32>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) reached: Option<u64>,
    pub(crate) effective_branching: Option<f64>,
    pub(crate) seconds: f64,
    pub(crate) peak_bytes: u64,
    pub(crate) stopped_by: Option<String>,
    /// How much `weighted-astar` trusts the estimate; nothing for other algorithms.
    pub(crate) weight: Option<f64>,
    /// Which moves `idastar` and `hybrid` leave out; nothing for other algorithms.
    pub(crate) prune: Option<String>,
    /// How many boards `beam` keeps on each level; nothing for other algorithms.
    #[serde(default)]
    pub(crate) width: Option<u32>,
    /// Whether a board that cannot be solved was to be walked from all the same.
    pub(crate) exhaustive: bool,
    /// Seconds that the run had.
    pub(crate) time_limit: Option<f64>,
    /// Bytes that the run had.
    pub(crate) memory_limit: Option<u64>,
    /// Nodes that the run was allowed to expand.
    pub(crate) node_limit: Option<u64>,
    /// The version of Taquin that made the run.
    pub(crate) version: String,
}

/// Reads the name of a convention; exports of earlier versions have it by another name.
fn current_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ok(name.parse().map_or(name, |convention: Convention| convention.name().into()))
}

impl Row {
    /// The names of the fields in order.
    pub(crate) const COLUMNS: [&str; 27] = [
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
    ];

    /// Those that every version has written.
    pub(crate) const FIRST_COLUMNS: [&str; 4] = ["number", "start", "goal", "algorithm"];

    /// A run that has not been made: the board cannot be solved.
    pub(crate) fn unsolvable(
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
        }
    }

    /// The same run under limits.
    pub(crate) fn within(self, limits: &Limits) -> Row {
        Row {
            time_limit: limits.time.map(|time| time.as_secs_f64()),
            memory_limit: limits.memory,
            node_limit: limits.nodes,
            ..self
        }
    }

    /// The same run, stopped by a limit before its search began.
    pub(crate) fn stopped(self, why: StopReason, solvable: bool) -> Row {
        Row { solvable, stopped_by: Some(why.name().into()), ..self }
    }

    /// Adds what a search found, with nodes counted as the convention has it.
    pub(crate) fn searched(self, answer: &Answer, solvable: bool) -> Row {
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
    pub(crate) fn hit_a_limit(&self) -> bool {
        matches!(self.stopped_by.as_deref(), Some("time" | "memory" | "nodes"))
    }

    /// The heuristic and, if asked for, the algorithm.
    pub(crate) fn combination(&self, with_algorithm: bool) -> String {
        match (&self.heuristic, with_algorithm) {
            (Some(heuristic), false) => heuristic.clone(),
            (Some(heuristic), true) => format!("{} {heuristic}", self.algorithm),
            (None, _) => self.algorithm.clone(),
        }
    }
}
