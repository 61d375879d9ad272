//! Eight numbers that are computed with at once.
//!
//! The kernel of [`super::rises`] is written once, for the vectors of AVX2 (`avx2`), which do most of these things by one
//! instruction, and where there are none for `plain` numbers. A test holds one against the other.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain;

/// The quickest that there are on processors of this kind.
#[cfg(target_arch = "x86_64")]
pub(crate) type Best = avx2::Avx2;
#[cfg(not(target_arch = "x86_64"))]
pub(crate) type Best = plain::Plain;

/// Eight numbers.
pub(crate) trait Lanes: Copy + Send + Sync + 'static {
    /// Whether this processor can compute with them.
    fn are_there() -> bool;
    /// These numbers.
    fn new(numbers: [u32; 8]) -> Self;
    /// The numbers.
    fn numbers(self) -> [u32; 8];
    /// Sums.
    fn plus(self, other: Self) -> Self;
    /// Bits of either.
    fn or(self, other: Self) -> Self;
    /// In each lane the number of the lane that `lanes` says there in its lowest three bits.
    fn pick(self, lanes: Self) -> Self;
    /// In each lane all bits set if its bit number `31 - (shifts / 8)` is, else none: −1 or 0. A shift is less than 32.
    fn bit(self, shifts: Self) -> Self;
    /// Lanes of the other where the mask has all bits set, and of this where it has none.
    fn but(self, other: Self, mask: Self) -> Self;
    /// The highest bit of every lane.
    fn negative(self) -> u32;

    /// One number in lanes 0 to 3, another in 4 to 7.
    #[inline(always)]
    fn halves(low: u32, high: u32) -> Self {
        Self::new([low, low, low, low, high, high, high, high])
    }
}

#[cfg(test)]
mod tests {
    use super::plain::Plain;
    use super::*;

    /// What all of it makes of some numbers.
    fn computed<L: Lanes>([a, b, c]: [[u32; 8]; 3]) -> (Vec<[u32; 8]>, [u32; 2]) {
        let [a, b, c] = [a, b, c].map(L::new);
        // A shift is less than 32, with three bits below it.
        let shifts = L::new(c.numbers().map(|number| number % 256));
        let mask = b.bit(shifts);
        let lanes =
            [a.plus(b), a.or(b), a.pick(b), a.bit(shifts), a.but(b, mask), L::halves(7, a.numbers()[3])];
        (lanes.map(L::numbers).to_vec(), [a.negative(), mask.negative()])
    }

    #[test]
    fn the_best_lanes_compute_what_plain_ones_do() {
        if !Best::are_there() {
            return;
        }
        let mut number = 1u32;
        let mut next = |_| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            number
        };
        for _ in 0..1_000 {
            let numbers: [[u32; 8]; 3] = std::array::from_fn(|_| std::array::from_fn(&mut next));
            assert_eq!(computed::<Best>(numbers), computed::<Plain>(numbers), "{numbers:?}");
        }
    }

    #[test]
    fn a_bit_is_all_bits_of_its_lane() {
        let numbers = Plain::new([1, 1, 2, 0, u32::MAX, 1 << 23, 1 << 22, 1 << 31]);
        let shifts = [31, 30, 30, 31, 5, 8, 8, 0].map(|shift| shift << 3 | 5);
        assert_eq!(
            numbers.bit(Plain::new(shifts)).numbers(),
            [true, false, true, false, true, true, false, true].map(|is_set| if is_set {
                u32::MAX
            } else {
                0
            })
        );
    }
}
