//! Eight numbers one by one, which every processor can.

use super::Lanes;

/// Numbers one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Plain([u32; 8]);

impl Plain {
    #[inline(always)]
    fn with(self, other: Plain, of: impl Fn(u32, u32) -> u32) -> Plain {
        Plain(std::array::from_fn(|lane| of(self.0[lane], other.0[lane])))
    }
}

impl Lanes for Plain {
    fn are_there() -> bool {
        true
    }

    #[inline(always)]
    fn new(numbers: [u32; 8]) -> Plain {
        Plain(numbers)
    }

    #[inline(always)]
    fn numbers(self) -> [u32; 8] {
        self.0
    }

    #[inline(always)]
    fn plus(self, other: Plain) -> Plain {
        self.with(other, u32::wrapping_add)
    }

    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        self.with(other, |one, other| one | other)
    }

    #[inline(always)]
    fn pick(self, lanes: Plain) -> Plain {
        Plain(lanes.0.map(|lane| self.0[lane as usize % 8]))
    }

    #[inline(always)]
    fn bit(self, shifts: Plain) -> Plain {
        self.with(shifts, |number, shift| {
            (number << (shift >> 3 & 31)).cast_signed().wrapping_shr(31).cast_unsigned()
        })
    }

    #[inline(always)]
    fn but(self, other: Plain, mask: Plain) -> Plain {
        Plain(std::array::from_fn(|lane| self.0[lane] & !mask.0[lane] | other.0[lane] & mask.0[lane]))
    }

    #[inline(always)]
    fn negative(self) -> u32 {
        self.0.iter().enumerate().fold(0, |bits, (lane, number)| bits | number >> 31 << lane)
    }
}
