//! Sets of cells as bits of a word, and floods along good entries in them.
//!
//! [`Masks`] has one word for each way: bit `q` of `masks[way]` says that the tile in cell `q` comes
//! nearer to its place by moving that way, into cell `p`. Read as an edge `p → q` this is a good
//! entry: the blank goes from `p` to `q`. A tile never comes nearer by leaving the box, so no edge
//! wraps round a side.
//!
//! Nothing here asks how many boards a word holds. The estimate keeps one in a `u64`; the two-ended
//! search keeps two in one word, far enough apart that shifts do not mix them.

use super::cells::WAYS;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// An unsigned integer used as a set of bits.
pub(crate) trait Word:
    Copy
    + Default
    + Eq
    + Send
    + Sync
    + std::fmt::Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const ZERO: Self;
    /// The set of the lowest bit.
    const ONE: Self;
    /// Bits in the word.
    const BITS: u32;
    /// All bits if `bit` is 1, none if it is 0.
    fn fill(bit: Self) -> Self;
    /// The set of the lowest bit that is set, if any.
    fn lowest(self) -> Self;
    /// The set without its lowest bit.
    fn without_lowest(self) -> Self;
    /// The number of the lowest bit that is set.
    fn trailing(self) -> u32;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The lowest 64 bits.
    fn low(self) -> u64;
    /// A word with these lowest bits.
    fn from_low(low: u64) -> Self;
}

macro_rules! word {
    ($($type:ty),*) => {$(
        impl Word for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const BITS: u32 = <$type>::BITS;
            #[inline(always)]
            fn fill(bit: Self) -> Self {
                bit.wrapping_neg()
            }
            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn trailing(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn low(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn from_low(low: u64) -> Self {
                Self::from(low)
            }
        }
    )*};
}
word!(u64, u128);

/// Which tiles come nearer by moving each way.
pub(crate) type Masks<W> = [W; WAYS];

/// Steps to the next cell along each axis.
pub(crate) type Strides = [u32; WAYS / 2];

/// The cells whose tile is not home.
#[inline(always)]
pub(crate) fn unsolved<W: Word>(m: &Masks<W>) -> W {
    m[0] | m[1] | m[2] | m[3] | m[4] | m[5]
}

/// The cells that can be entered well from a cell of `set`, by the way their tile would go.
#[inline(always)]
pub(crate) fn entries<W: Word>(m: &Masks<W>, set: W, s: Strides) -> Masks<W> {
    [
        set >> s[0] & m[0],
        set << s[0] & m[1],
        set >> s[1] & m[2],
        set << s[1] & m[3],
        set >> s[2] & m[4],
        set << s[2] & m[5],
    ]
}

/// The cells that can be entered well from a cell of `set`.
#[inline(always)]
pub(crate) fn step<W: Word>(m: &Masks<W>, set: W, s: Strides) -> W {
    unsolved(&entries(m, set, s))
}

/// All cells reachable from `set` by good entries, `set` included.
#[inline(always)]
pub(crate) fn closure<W: Word>(m: &Masks<W>, mut set: W, s: Strides) -> W {
    loop {
        let before = set;
        set |= set >> s[0] & m[0] | set << s[0] & m[1];
        set |= set >> s[1] & m[2] | set << s[1] & m[3];
        set |= set >> s[2] & m[4] | set << s[2] & m[5];
        if set == before {
            return set;
        }
    }
}

/// All cells from which a cell of `set` can be reached by good entries, `set` included.
#[inline(always)]
pub(crate) fn ancestors<W: Word>(m: &Masks<W>, mut set: W, s: Strides) -> W {
    loop {
        let before = set;
        set |= (set & m[0]) << s[0] | (set & m[1]) >> s[0];
        set |= (set & m[2]) << s[1] | (set & m[3]) >> s[1];
        set |= (set & m[4]) << s[2] | (set & m[5]) >> s[2];
        if set == before {
            return set;
        }
    }
}
