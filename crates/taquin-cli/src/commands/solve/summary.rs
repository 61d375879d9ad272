//! What came of many boards, in one line.

use super::Kind;
use crate::ui;
use std::fmt;
use std::time::Instant;

/// Counts of what came of the boards so far.
pub(super) struct Summary {
    began: Instant,
    solved: u64,
    unsolvable: u64,
    stopped: u64,
    unread: u64,
}

impl Summary {
    pub(super) fn new() -> Summary {
        Summary { began: Instant::now(), solved: 0, unsolvable: 0, stopped: 0, unread: 0 }
    }

    pub(super) fn add(&mut self, kind: Kind) {
        *match kind {
            Kind::Solved => &mut self.solved,
            Kind::Stopped => &mut self.stopped,
            Kind::Unsolvable => &mut self.unsolvable,
            Kind::Unread => &mut self.unread,
        } += 1;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.solved + self.unsolvable + self.stopped + self.unread;
        let time = ui::time(self.began.elapsed());
        write!(f, "{} in {time}: {} solved", ui::count(all, "board"), indicatif::HumanCount(self.solved))?;
        let rest = [
            (self.unsolvable, "unsolvable"),
            (self.stopped, "stopped without a solution"),
            (self.unread, "could not be read"),
        ];
        for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, ", {} {what}", indicatif::HumanCount(count))?;
        }
        Ok(())
    }
}
