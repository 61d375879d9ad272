//! Eight numbers in a vector of AVX2.

#![expect(
    unsafe_code,
    reason = "a search of the 24-puzzle has a quarter fewer instructions by vectors: see docs/experiments.md"
)]

use super::Lanes;
use std::arch::x86_64::*;
use std::mem::transmute;

/// A vector, on processors that have them: a kernel is made of these only where [`Lanes::are_there`] says so.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Avx2(__m256i);

// About all blocks below: (1) the instructions are there, because a kernel that computes with these vectors has asked
// `are_there`, and none of them reads or writes memory; (2) a vector and eight numbers have the same size, and all bits of both
// mean something.
impl Lanes for Avx2 {
    fn are_there() -> bool {
        is_x86_feature_detected!("avx2")
    }

    #[inline(always)]
    fn new(numbers: [u32; 8]) -> Avx2 {
        // SAFETY: (2) above.
        Avx2(unsafe { transmute::<[u32; 8], __m256i>(numbers) })
    }

    #[inline(always)]
    fn numbers(self) -> [u32; 8] {
        // SAFETY: (2) above.
        unsafe { transmute::<__m256i, [u32; 8]>(self.0) }
    }

    #[inline(always)]
    fn plus(self, other: Avx2) -> Avx2 {
        // SAFETY: (1) above.
        Avx2(unsafe { _mm256_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Avx2) -> Avx2 {
        // SAFETY: (1) above.
        Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn pick(self, lanes: Avx2) -> Avx2 {
        // SAFETY: (1) above.
        Avx2(unsafe { _mm256_permutevar8x32_epi32(self.0, lanes.0) })
    }

    #[inline(always)]
    fn bit(self, shifts: Avx2) -> Avx2 {
        // SAFETY: (1) above.
        Avx2(unsafe { _mm256_srai_epi32::<31>(_mm256_sllv_epi32(self.0, _mm256_srli_epi32::<3>(shifts.0))) })
    }

    #[inline(always)]
    fn but(self, other: Avx2, mask: Avx2) -> Avx2 {
        // SAFETY: (1) above.
        Avx2(unsafe { _mm256_blendv_epi8(self.0, other.0, mask.0) })
    }

    #[inline(always)]
    fn negative(self) -> u32 {
        // SAFETY: (1) above.
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(self.0)).cast_unsigned() }
    }

    #[inline(always)]
    fn halves(low: u32, high: u32) -> Avx2 {
        // SAFETY: (1) above.
        Avx2(unsafe {
            _mm256_set_m128i(_mm_set1_epi32(high.cast_signed()), _mm_set1_epi32(low.cast_signed()))
        })
    }
}
