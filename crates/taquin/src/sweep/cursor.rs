//! Goes through the boards of a level in order: by cell of the blank, then by rank.

use super::Sweep;
use crate::shape::Cell;

/// A place between two boards of a level.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    sweep: &'a Sweep,
    cell: usize,
    word: usize,
    /// The bits of the word that come after this place.
    bits: u64,
}

impl<'a> Cursor<'a> {
    /// Before the first board.
    pub(super) fn new(sweep: &'a Sweep) -> Cursor<'a> {
        let first = sweep.level()[0].as_words().first();
        Cursor { sweep, cell: 0, word: 0, bits: first.copied().unwrap_or(0) }
    }

    /// Passes over so many boards and the next one, and tells where that one lies; `None` at the end.
    pub(crate) fn nth(&mut self, mut skip: u64) -> Option<(Cell, u32)> {
        loop {
            let ones = u64::from(self.bits.count_ones());
            if skip < ones {
                break;
            }
            skip -= ones;
            self.next_word()?;
        }
        for _ in 0..skip {
            self.bits &= self.bits - 1;
        }
        let rank = self.word as u32 * 64 + self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some((Cell::from_index(self.cell), rank))
    }

    fn next_word(&mut self) -> Option<()> {
        let level = self.sweep.level();
        self.word += 1;
        while self.word >= level.get(self.cell)?.as_words().len() {
            self.cell += 1;
            self.word = 0;
        }
        self.bits = level[self.cell].as_words()[self.word];
        Some(())
    }
}
