//! What a node carries besides its board, in as few bits as it needs.

use crate::shape::Direction;

/// What is known about a node besides its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    g: u32,
    via: u8,
    closed: bool,
}

impl Label {
    const ROOT: u8 = 7;

    pub(crate) fn new(g: u32, via: Option<Direction>) -> Label {
        Label { g, via: via.map_or(Self::ROOT, |direction| direction as u8), closed: false }
    }

    #[inline]
    pub(crate) fn g(self) -> u32 {
        self.g
    }

    #[inline]
    pub(crate) fn via(self) -> Option<Direction> {
        Direction::ALL.get(usize::from(self.via)).copied()
    }

    #[inline]
    pub(crate) fn is_closed(self) -> bool {
        self.closed
    }

    #[inline]
    pub(crate) fn closed(self) -> Label {
        Label { closed: true, ..self }
    }

    /// In the low four bits the move and whether it is closed, above them g.
    #[inline]
    pub(super) fn to_bits(self, most: u32) -> u32 {
        self.g.min(most) << 4 | u32::from(self.via) << 1 | u32::from(self.closed)
    }

    #[inline]
    pub(super) fn from_bits(bits: u32) -> Label {
        Label { g: bits >> 4, via: (bits >> 1 & 7) as u8, closed: bits & 1 == 1 }
    }
}
