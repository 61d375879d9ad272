//! Words with a bit for each cell: of 16 bits for boxes of up to 16 cells, else of 32.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of cells as a builder keeps it.
pub(super) trait Word:
    Copy
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const ZERO: Self;
    /// A set of cells that it has bits for.
    fn of(set: u32) -> Self;
    /// How many cells are in it.
    fn ones(self) -> u32;
}

impl Word for u16 {
    const ZERO: u16 = 0;
    #[inline(always)]
    fn of(set: u32) -> u16 {
        set as u16
    }
    #[inline(always)]
    fn ones(self) -> u32 {
        self.count_ones()
    }
}

impl Word for u32 {
    const ZERO: u32 = 0;
    #[inline(always)]
    fn of(set: u32) -> u32 {
        set
    }
    #[inline(always)]
    fn ones(self) -> u32 {
        self.count_ones()
    }
}
