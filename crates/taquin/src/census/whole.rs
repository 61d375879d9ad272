//! Counts all boards of a small shape.

use super::pace::Pace;
use super::{Count, Ended, Stored};
use crate::board::Board;
use crate::metric::Metric;
use crate::sweep::Sweep;

/// Why it ended, the most memory it took, and the last level.
pub(super) fn count(
    goal: &Board,
    metric: Metric,
    pace: &Pace<'_>,
    threads: usize,
    count: &mut Count<'_>,
) -> (Ended, u64, Stored) {
    let bytes = Sweep::bytes(goal.shape(), metric, threads);
    if let Err(why) = pace.allow(bytes) {
        return (Ended::Stopped(why), 0, Stored::Nothing);
    }
    let mut sweep = Sweep::new(goal, metric);
    let mut expanded = 0;
    let ended = loop {
        if let Some(ended) = count.add(sweep.boards()) {
            break ended;
        }
        if let Err(why) = pace.check(expanded) {
            break Ended::Stopped(why);
        }
        expanded += sweep.boards();
        if !sweep.advance(threads) {
            break Ended::Complete;
        }
    };
    (ended, bytes, Stored::Swept(sweep))
}
