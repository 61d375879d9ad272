//! Counts the first levels of a shape of any size with tables of boards.
//!
//! Every move changes the parity of the blank's place, so what is next to a level lies in the level
//! before it or in the one after it: three levels at a time are enough to know every board again.

use super::{Count, Ended, Stored};
use crate::board::Board;
use crate::search::best_first::node_table::{Inserted, Label, NodeTable};
use crate::search::{Budget, Limits, Stats, StopReason};

/// Why it ended, the most memory it took, and the last level that is complete.
pub(super) fn count(goal: &Board, limits: &Limits, count: &mut Count<'_>) -> (Ended, u64, Stored) {
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
        match next_level(&before, &level, goal, &mut budget, &mut stats) {
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
        let back = level.label(id).via().map(|direction| direction.opposite());
        for (direction, cell) in board.moves().filter(|&(direction, _)| Some(direction) != back) {
            let slide = board.slide_blank_to(cell);
            if before.find(&board).is_none() {
                next.make_room(budget, others)?;
                let place = next.insert(&board, Label::new(0, Some(direction)));
                stats.generated += u64::from(matches!(place, Inserted::New(_)));
            }
            board.take_back(slide);
        }
    }
    stats.peak_bytes = stats.peak_bytes.max(others + next.bytes());
    Ok(next)
}
