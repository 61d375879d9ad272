//! Boards of solutions that narrow beams lose, and the rivals that they keep instead.

use super::super::evaluation::Evaluation;
use super::super::level::{Ladder, Task};
use super::Path;

/// Rivals that are looked at for each board that was lost.
const RIVALS: usize = 16;

/// A board that a beam did not keep.
pub(super) struct Lost {
    /// Its labels.
    pub(super) board: Box<[u8]>,
    /// Labels of boards that it kept instead, and by how much their Manhattan distances are greater.
    pub(super) rivals: Vec<(Box<[u8]>, f32)>,
}

/// The boards of a solution that a beam of this width loses. After each it begins anew with that board.
pub(super) fn lost(evaluation: &Evaluation, path: &Path, width: usize) -> Vec<Lost> {
    let task = Task { width, below: u32::MAX, is_over: &|| None };
    let mut lost = Vec::new();
    let mut at = 0;
    while let Some(one) = next_lost(evaluation, path, &mut at, task) {
        lost.push(one);
    }
    lost
}

/// Follows a solution from one of its boards until it is lost.
fn next_lost(evaluation: &Evaluation, path: &Path, at: &mut usize, task: Task<'_>) -> Option<Lost> {
    let ladder = Ladder::new(evaluation, path.boards.get(*at)?, task).ok()?;
    loop {
        *at += 1;
        let board = path.boards.get(*at)?;
        ladder.climb(|phase| ladder.work(phase)).ok()?;
        if !ladder.shards().any(|shard| shard.all_labels(evaluation.cells).any(|labels| labels == &**board)) {
            return Some(Lost { board: board.clone(), rivals: rivals(evaluation, &ladder, board) });
        }
    }
}

/// Some of the boards on a level, from the best to the last.
fn rivals(evaluation: &Evaluation, ladder: &Ladder<'_>, lost: &[u8]) -> Vec<(Box<[u8]>, f32)> {
    let shards: Vec<_> = ladder.shards().collect();
    let boards: Vec<&[u8]> = shards.iter().flat_map(|shard| shard.all_labels(evaluation.cells)).collect();
    let count = RIVALS.min(boards.len());
    let manhattan = |labels: &[u8]| f32::from(evaluation.distances(labels));
    let chosen = (0..count).map(|number| boards[number * boards.len() / count]);
    chosen.map(|labels| (labels.into(), manhattan(labels) - manhattan(lost))).collect()
}
