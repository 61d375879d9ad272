//! Counts the first levels of a shape of any size with tables of boards.
//!
//! What is next to a level lies in the level before it, in the one after it, or, where a move is a shift, in the level
//! itself: three levels at a time are enough to know every board again. Every slide changes the parity of the blank's
//! place, so no slide stays within a level.

use super::{Count, Ended, Stored};
use crate::board::Board;
use crate::metric::{Metric, Move};
use crate::search::best_first::node_table::{Inserted, Label, NodeTable};
use crate::search::{Budget, Limits, Stats, StopReason};
use crate::shape::Direction;

/// Why it ended, the most memory it took, and the last level that is complete.
pub(super) fn count(
    goal: &Board,
    metric: Metric,
    limits: &Limits,
    count: &mut Count<'_>,
) -> (Ended, u64, Stored) {
    let moves: Vec<Vec<Move>> =
        goal.shape().all_cells().map(|cell| metric.moves_from(goal.shape(), cell)).collect();
    let mut budget = Budget::new(limits);
    let mut stats = Stats::default();
    let mut before = NodeTable::new(goal.shape());
    let mut level = NodeTable::new(goal.shape());
    if let Err(why) = level.make_room(&budget, 0) {
        return (Ended::Stopped(why), 0, Stored::Nothing);
    }
    level.insert(goal, Label::new(0, None));
    let ended = loop {
        if let Some(ended) = count.add(level.len()) {
            break ended;
        }
        match next_level(&before, &level, goal, (metric, &moves), &mut budget, &mut stats) {
            Ok(next) if next.len() == 0 => break Ended::Complete,
            Ok(next) => {
                before = level;
                level = next;
            }
            Err(why) => break Ended::Stopped(why),
        }
    };
    (ended, stats.peak_bytes, Stored::Table(level))
}

/// The boards next to a level that are not in the level before it.
fn next_level(
    before: &NodeTable,
    level: &NodeTable,
    goal: &Board,
    (metric, moves): (Metric, &[Vec<Move>]),
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Result<NodeTable, StopReason> {
    let others = before.bytes() + level.bytes();
    let mut next = NodeTable::new(goal.shape());
    let mut board = goal.clone();
    for id in 0..level.len() as u32 {
        budget.check(stats, 0, &mut ())?;
        stats.expanded += 1;
        level.load(id, &mut board);
        // The way back, and in shifts all that a move from the board before has led to.
        let axis = level.label(id).via().map(Direction::axis);
        let back = level.label(id).via().map(Direction::opposite);
        let from = board.blank();
        for next_move in &moves[from.index()] {
            let is_known = match metric {
                Metric::Slides => Some(next_move.direction) == back,
                Metric::Shifts => Some(next_move.direction.axis()) == axis,
            };
            if is_known {
                continue;
            }
            board.shift_blank_to(next_move.to);
            if before.find(&board).is_none() && (metric == Metric::Slides || level.find(&board).is_none()) {
                next.make_room(budget, others)?;
                let place = next.insert(&board, Label::new(0, Some(next_move.direction)));
                stats.generated += u64::from(matches!(place, Inserted::New(_)));
            }
            board.shift_blank_to(from);
        }
    }
    stats.peak_bytes = stats.peak_bytes.max(others + next.bytes());
    Ok(next)
}
