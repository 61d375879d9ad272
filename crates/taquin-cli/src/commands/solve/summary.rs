//! What came of many boards, in one line.

use super::{Ending, Worked};
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

    pub(super) fn add(&mut self, result: &Worked) {
        *match &result.ending {
            Ending::Searched(_, searched, _) if searched.solution().is_some() => &mut self.solved,
            Ending::Searched(..) => &mut self.stopped,
            Ending::Unsolvable(..) => &mut self.unsolvable,
            Ending::Unread(_) => &mut self.unread,
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
