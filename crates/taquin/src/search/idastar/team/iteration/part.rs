//! A part of a subtree that another process has been at for too long: the subtree is cut once more, the same way by all who
//! search a part of it, and every part is some of what comes of that.

use super::{Search, Subtrees, Task};
use crate::search::common::node_budget::Count;
use crate::search::common::outcome::StopReason;
use crate::search::common::unit_ledger::{Cut, Elsewhere, Part, Share, Taken, UnitLedger};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A subtree is cut into so many pieces for each part, if it has as many: the largest has some percent of the subtree's nodes.
const PIECES_IN_PART: usize = 64;

/// The subtree that a thread has cut, by number, and its pieces.
pub(super) type Split<'a> = Option<(usize, Box<dyn Subtrees + 'a>)>;

impl<'a> Search<'a> {
    /// Searches a part of a subtree, if there is one to search. `split` is what this thread has cut last.
    pub(super) fn search_part(&self, split: &mut Split<'a>, look: &mut dyn FnMut()) -> bool {
        let Some(part) = self.queue.take_part() else { return false };
        let cut = split.take().filter(|&(unit, _)| unit == part.unit);
        let (_, pieces) = split.insert(
            cut.unwrap_or_else(|| (part.unit, self.subtrees.split(part.unit, PIECES_IN_PART * part.of))),
        );
        let pieces = &**pieces;
        let of_part = Pieces { part, pieces: pieces.len(), next: AtomicUsize::new(part.number) };
        let task = Task { ledger: Some(&of_part), is_large: false, node_limit: None, ..self.task };
        let search = Search::new(pieces, task);
        let counted = search.work(None, &mut || {
            look();
            if self.is_moot(part.unit) || self.queue.is_done_elsewhere(part.unit) {
                search.nodes.stop();
            }
        });
        if !search.nodes.is_stopped() {
            let above = if part.number == 0 { pieces.above() } else { Count::default() };
            let sum = counted.into_iter().fold(above, |sum, (_, count)| sum + count);
            self.queue.part_done(part, search.queue.goal().is_none().then_some(sum));
        }
        true
    }
}

/// Hands out every so-manieth piece.
#[derive(Debug)]
struct Pieces {
    part: Part,
    pieces: usize,
    next: AtomicUsize,
}

impl UnitLedger for Pieces {
    fn begin(&self, _: &Cut) -> Result<Share, StopReason> {
        Ok(Share::Units)
    }

    fn take(&self) -> Taken {
        let piece = self.next.fetch_add(self.part.of, Relaxed);
        if piece < self.pieces { Taken::Units(piece..piece + 1) } else { Taken::Nothing }
    }

    fn done(&self, _: usize, _: Count, _: Option<&[u8]>) {}

    fn elsewhere(&self) -> Count {
        Count::default()
    }

    fn end(&self) -> Result<Option<Elsewhere>, StopReason> {
        Ok(Some(Elsewhere::default()))
    }
}
