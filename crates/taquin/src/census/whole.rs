//! Counts all boards of a small shape.

use super::{Count, Ended};
use crate::board::Board;
use crate::search::{Limits, StopReason};
use crate::sweep::Sweep;
use std::time::Instant;

pub(super) fn count(
    goal: &Board,
    limits: &Limits,
    threads: usize,
    count: &mut Count<'_>,
) -> (Ended, u64, Vec<Board>) {
    let started = Instant::now();
    let bytes = Sweep::bytes(goal.shape(), threads);
    if limits.memory.is_some_and(|most| bytes > most) {
        return (Ended::Stopped(StopReason::Memory), 0, Vec::new());
    }
    let mut sweep = Sweep::new(goal);
    let mut expanded = 0;
    let ended = loop {
        if let Some(ended) = count.add(sweep.boards()) {
            break ended;
        }
        if let Some(why) = limit_hit(limits, started, expanded) {
            break Ended::Stopped(why);
        }
        expanded += sweep.boards();
        if !sweep.advance(threads) {
            break Ended::Complete;
        }
    };
    let chosen = (count.choose)(ended, sweep.boards());
    (ended, bytes, sweep.listed(&chosen))
}

fn limit_hit(limits: &Limits, started: Instant, expanded: u64) -> Option<StopReason> {
    if limits.nodes.is_some_and(|nodes| expanded >= nodes) {
        Some(StopReason::Nodes)
    } else if limits.time.is_some_and(|time| started.elapsed() >= time) {
        Some(StopReason::Time)
    } else if limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
        Some(StopReason::Cancelled)
    } else {
        None
    }
}
