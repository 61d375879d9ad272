//! Greedy best-first search: the node that looks nearest to the goal first, however far it is from
//! the start. Fast, and far from shortest.

use super::best_first::{Rules, best_first};
use super::common::limits::Limits;
use super::common::observer::Observer;
use super::common::outcome::Answer;
use crate::heuristic::Heuristic;
use crate::problem::Problem;

/// Finds some solution, never called optimal.
pub fn greedy<H: Heuristic>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    best_first(problem, heuristic, &Rules::GREEDY, limits, observer)
}
