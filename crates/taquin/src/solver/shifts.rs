//! What is different if solutions are counted in shifts: which searches and heuristics there are.

use super::choice::{Aim, Choice, HeuristicChoice};
use super::error::SolverError;
use super::plan::{Begin, Outline};
use crate::heuristic::{Heuristic, HeuristicName};
use crate::metric::Metric;
use crate::search::{Algorithm, Method, Prune};
use crate::shape::Shape;

/// Whether boards of this shape are searched until their solutions are proved shortest.
fn is_proof_the_rule(shape: Shape) -> bool {
    shape.is_strip() || shape.cells() <= 16
}

/// Fills in what is left open.
pub(super) fn outline(
    choice: &Choice,
    shape: Shape,
    threads: usize,
    watched: bool,
) -> Result<Outline, SolverError> {
    let usual = if watched && shape.cells() <= 10 { Algorithm::Astar } else { Algorithm::Idastar };
    let algorithm = choice.algorithm.unwrap_or(usual);
    if !algorithm.counts_in(Metric::Shifts) {
        return Err(SolverError::CountsSlides(algorithm));
    }
    let mut notes = Vec::new();
    let begin = Begin::new(choice, algorithm, HeuristicName::AxisDistance, &mut notes);
    let left_open = choice.algorithm.is_none() && choice.heuristic.is_auto() && !watched;
    let any_time = left_open && (choice.aim == Aim::First || !is_proof_the_rule(shape));
    let method = Method {
        algorithm,
        metric: Metric::Shifts,
        weight: choice.weight.unwrap_or_default(),
        prune: Prune::Undo,
        width: choice.width.unwrap_or_default(),
        threads: threads.max(1),
        in_bulk: false,
    };
    Ok(Outline { method, look_up: false, begin, tables_pay: false, any_time, notes })
}

/// Refuses a heuristic whose values mean nothing in the metric.
pub(super) fn check_metric(choice: &Choice) -> Result<(), SolverError> {
    let metric = choice.metric;
    match &choice.heuristic {
        HeuristicChoice::Named(name) if !name.is_for(metric) => {
            Err(SolverError::OtherMetric { heuristic: Some(name.clone()), metric })
        }
        HeuristicChoice::Made(heuristic) if !heuristic.is_for(metric) => {
            Err(SolverError::OtherMetric { heuristic: None, metric })
        }
        _ => Ok(()),
    }
}
