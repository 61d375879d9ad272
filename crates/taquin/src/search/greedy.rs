//! Greedy best-first search: the node that looks nearest to the goal first, however far it is from
//! the start. Fast, and far from shortest.

use super::best_first::{Order, Rules, best_first};
use super::limits::Limits;
use super::observer::Observer;
use super::outcome::Answer;
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::shape::Direction;

/// Finds some solution, never called optimal.
pub fn greedy<H: Heuristic, O: Observer>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
    observer: &mut O,
) -> Answer {
    let rules = Rules { order: Order::Nearest, children: Direction::ALL, improve: false, expand_goal: false };
    best_first(problem, heuristic, &rules, limits, observer)
}
