//! Searches where a move is a shift.
//!
//! A shift straight on after a shift along the same axis would have been one shift, or nothing: children of a node run along
//! other axes than the move that led to it. On flat boards rows and columns take turns.
//!
//! | file | idea |
//! |---|---|
//! | `bound.rs` | an estimate that knows the axis of the last move |
//! | `deepening.rs` | IDA\*: iterations by the plain loop (`plain.rs`) or by a kernel (`kernel.rs`) |
//! | `best_first.rs` | A\* and its relatives |
//!
//! All this is compiled once, for a heuristic chosen at run time: kernels have no part of it in their loops.

pub(crate) mod best_first;
mod bound;
mod deepening;
mod kernel;
mod plain;

use super::algorithm::{Algorithm, Method};
use super::best_first::Rules;
use super::common::limits::Limits;
use super::common::observer::Observer;
use super::common::outcome::{Answer, StopReason};
use super::idastar::team::subtrees::Engine;
use crate::heuristic::{AnyHeuristic, Zero, assert_same_goal};
use crate::problem::Problem;
use kernel::AnyShiftKernel;

/// The kernel for a heuristic, if there is one.
///
/// # Errors
/// If `is_over` says so while its tables are made.
pub(crate) fn engine<'a>(
    heuristic: &'a AnyHeuristic,
    is_over: &dyn Fn() -> Option<StopReason>,
) -> Result<Option<Box<dyn Engine + 'a>>, StopReason> {
    Ok(AnyShiftKernel::new(heuristic, is_over)?.map(AnyShiftKernel::into_engine))
}

/// Searches by an algorithm that [counts in shifts](Algorithm::counts_in).
pub(super) fn search(
    problem: &Problem,
    method: &Method,
    heuristic: &AnyHeuristic,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    assert_same_goal(heuristic, problem);
    let best_first = |rules: &Rules, heuristic, observer| {
        best_first::best_first(problem, heuristic, rules, limits, observer)
    };
    match method.algorithm {
        Algorithm::Idastar => deepening::idastar(problem, heuristic, method.threads, limits, observer),
        Algorithm::Bfs => {
            let zero = AnyHeuristic::Zero(Zero::new(problem.goal()));
            best_first(&Rules::ASTAR, &zero, observer)
        }
        Algorithm::Astar => best_first(&Rules::ASTAR, heuristic, observer),
        Algorithm::WeightedAstar => best_first(&Rules::weighted(method.weight), heuristic, observer),
        Algorithm::Greedy => best_first(&Rules::GREEDY, heuristic, observer),
        Algorithm::MarkAtGeneration => best_first(&Rules::MARK_AT_GENERATION, heuristic, observer),
        other => unreachable!("{other} does not count shifts"),
    }
}
