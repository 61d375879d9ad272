//! A* without second thoughts: a board is marked when it is first generated, and a shorter way to
//! it found later does not count.
//!
//! Published programs search like this and call it A*. It often finds a shortest solution but
//! cannot know: on some boards it finds 13 moves where 11 do. So it is here under a name of its own,
//! to reproduce their figures, and what it finds is never called optimal.

use super::best_first::{Rules, best_first};
use super::common::limits::Limits;
use super::common::observer::Observer;
use super::common::outcome::Answer;
use crate::heuristic::Heuristic;
use crate::problem::Problem;

/// Takes the node with the smallest f first, ties first in, first out. With `expand_goal` the
/// goal's children are made too and the goal counts as expanded, as one of the programs does.
pub fn mark_at_generation<H: Heuristic>(
    problem: &Problem,
    heuristic: &H,
    expand_goal: bool,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let rules = Rules { expand_goal, ..Rules::MARK_AT_GENERATION };
    best_first(problem, heuristic, &rules, limits, observer)
}
