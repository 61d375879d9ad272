//! A*: the node with the smallest f = g + h first, ties by larger g, then first in, first out.

use super::best_first::{Order, Rules, best_first};
use super::limits::Limits;
use super::observer::Observer;
use super::outcome::Answer;
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::shape::Direction;

/// Finds a shortest solution if the heuristic is admissible. A board that is reached by a shorter
/// way is opened again, so consistency is not needed.
pub fn astar<H: Heuristic, O: Observer>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
    observer: &mut O,
) -> Answer {
    let rules =
        Rules { order: Order::CheapestDeepest, children: Direction::ALL, improve: true, expand_goal: false };
    best_first(problem, heuristic, &rules, limits, observer)
}
