//! What good entries reach in a position, and what that leaves missing.

use super::conflicts::clash;
use crate::first_entry::flood::{Masks, Word, closure, unsolved};
use crate::search::two_ended::layout::Layout;
use crate::search::two_ended::position::Position;

/// A position's good entries and what follows from them at once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reach<W> {
    /// The good entries.
    pub(crate) masks: Masks<W>,
    /// What they reach from the blanks.
    pub(crate) reached: W,
    /// Unsolved cells they do not reach.
    pub(crate) missing: W,
    /// Cells of linear conflicts.
    pub(crate) clash: W,
    /// Whether its family of sets is known, and whether that demands all the bad moves left.
    pub(crate) known: bool,
    pub(crate) pressed: bool,
    /// What [`super::last_movers`] said, if it was asked: the one bad move left is demanded.
    pub(crate) last_movers: W,
}

impl<W: Word> Reach<W> {
    /// Looks at a position.
    pub(crate) fn new<const CUBE: bool>(
        layout: &Layout<W, CUBE>,
        masks: &Masks<W>,
        position: &Position,
    ) -> Self {
        let blanks = layout.blanks(position);
        let reached = closure(masks, blanks, layout.strides());
        Self {
            masks: *masks,
            reached,
            missing: unsolved(masks) & !reached,
            clash: clash(masks, blanks, layout.strides()),
            known: false,
            pressed: false,
            last_movers: W::ZERO,
        }
    }

    /// Does it demand any bad move?
    #[inline(always)]
    pub(crate) fn demanding(&self) -> bool {
        self.missing | self.clash | self.last_movers != W::ZERO
    }
}
