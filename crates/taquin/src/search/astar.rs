//! A*: the node with the smallest f = g + h first, ties by larger g, then first in, first out.

use super::best_first::{Rules, best_first};
use super::common::limits::Limits;
use super::common::observer::Observer;
use super::common::outcome::Answer;
use crate::heuristic::Heuristic;
use crate::problem::Problem;

/// Finds a shortest solution if the heuristic is admissible. A board that is reached by a shorter
/// way is opened again, so consistency is not needed.
pub fn astar<H: Heuristic>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    best_first(problem, heuristic, &Rules::ASTAR, limits, observer)
}
