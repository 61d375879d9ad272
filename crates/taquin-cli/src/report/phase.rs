//! What was done for an answer, in JSON.

use serde::Serialize;
use taquin::heuristic::HeuristicName;
use taquin::solver::{Phase, Solved};
use utoipa::ToSchema;

/// One thing that was done: a search, a look-up, the building of tables.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PhaseReport {
    /// The algorithm, or `build-tables`, `read-tables`, `look-up`, `construct`.
    algorithm: &'static str,
    /// The heuristic that was searched by, or whose tables were made.
    heuristic: Option<String>,
    expanded: u64,
    generated: u64,
    seconds: f64,
}

impl PhaseReport {
    /// All that was done, in order.
    pub(super) fn of(solved: &Solved) -> Vec<PhaseReport> {
        let report = |phase: &Phase| PhaseReport {
            algorithm: phase.work.name(),
            heuristic: phase.heuristic.as_ref().map(HeuristicName::to_string),
            expanded: phase.expanded,
            generated: phase.generated,
            seconds: phase.elapsed.as_secs_f64(),
        };
        solved.phases.iter().map(report).collect()
    }
}
