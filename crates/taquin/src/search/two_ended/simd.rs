//! Four children tested together.
//!
//! The search spends its time on one question: after a slide, what do good entries reach, and are
//! tiles in linear conflict? A [`Batch`] asks it for up to [`LANES`] slides of one position. Its
//! arithmetic is plain loops over four lanes, which the compiler turns into vector instructions: one
//! source, compiled for AVX-512, for AVX2 and for what every processor has, and chosen when the
//! program runs. So there are no twins to keep equal by hand; a test compares what they compute.

use super::bound::conflicts;
use crate::first_entry::cells::WAYS;
use crate::first_entry::flood::{Masks, Strides, Word};

/// Slides in a batch.
pub(crate) const LANES: usize = 4;

/// One value for each lane.
pub(crate) type Vector<W> = [W; LANES];

/// Up to four slides of one position: what they are, and what comes of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Batch<W> {
    /// In: the tile's new cell, at the end that moved.
    pub(crate) cell: Vector<W>,
    /// In: the tile's cell at the other end.
    pub(crate) mate: Vector<W>,
    /// In: the cells whose bits are void: the tile's old cell and its cell at the other end.
    pub(crate) clear: Vector<W>,
    /// In: the ways that lead the tile from its new cell to its mate, one bit each.
    pub(crate) nearer: Vector<W>,
    /// In: both blanks after the slide.
    pub(crate) blanks: Vector<W>,
    /// In: the flood may stop when every lane has covered these.
    pub(crate) targets: Vector<W>,
    /// In, if asked for: cells that may be entered from anywhere.
    pub(crate) free: Vector<W>,
    /// In, if asked for: cells whose conflicts do not count.
    pub(crate) exempt: Vector<W>,
    /// Out: the masks after the slide.
    pub(crate) masks: [Vector<W>; WAYS],
    /// Out: not empty if two tiles are in linear conflict.
    pub(crate) clash: Vector<W>,
    /// Out: the cells that good entries reach, at least as far as `targets` asks.
    pub(crate) reached: Vector<W>,
}

impl<W: Word> Batch<W> {
    /// Makes a lane harmless.
    #[inline(always)]
    pub(crate) fn idle(&mut self, lane: usize) {
        self.blanks[lane] = W::ZERO;
        self.targets[lane] = W::ZERO;
    }

    /// The masks of one lane.
    #[inline(always)]
    pub(crate) fn masks_of(&self, lane: usize) -> Masks<W> {
        std::array::from_fn(|way| self.masks[way][lane])
    }

    /// Whether a lane has reached its targets and no tiles are in conflict.
    #[inline(always)]
    pub(crate) fn passes(&self, lane: usize) -> bool {
        self.clash[lane] | self.targets[lane] & !self.reached[lane] == W::ZERO
    }

    /// Computes what comes out, from the masks before the slides; `open` has the cells from which each way
    /// stays inside the box.
    #[inline(always)]
    fn compute<const FREE: bool>(&mut self, m: &Masks<W>, open: &Masks<W>, s: Strides) {
        let mut masks = [[W::ZERO; LANES]; WAYS];
        let wants: [Vector<W>; WAYS] =
            std::array::from_fn(|way| self.nearer.map(|nearer| W::fill(nearer >> way as u32 & W::ONE)));
        for way in 0..WAYS {
            for i in 0..LANES {
                masks[way][i] =
                    m[way] & !self.clear[i] | self.cell[i] & wants[way][i] | self.mate[i] & wants[way ^ 1][i];
            }
        }
        self.masks = masks;
        let mut clash = [W::ZERO; LANES];
        for i in 0..LANES {
            let m: Masks<W> = std::array::from_fn(|way| masks[way][i]);
            let blanks = if FREE { self.blanks[i] | self.exempt[i] } else { self.blanks[i] };
            clash[i] = conflicts::clash(&m, blanks, s);
        }
        self.clash = clash;
        if FREE {
            for (masks, &open) in masks.iter_mut().zip(open) {
                for (mask, &free) in masks.iter_mut().zip(&self.free) {
                    *mask |= free & open;
                }
            }
        }
        let mut set = self.blanks;
        loop {
            let before = set;
            for axis in 0..WAYS / 2 {
                let (up, down, step) = (masks[2 * axis], masks[2 * axis + 1], s[axis]);
                for i in 0..LANES {
                    set[i] |= set[i] >> step & up[i] | set[i] << step & down[i];
                }
            }
            let mut open = W::ZERO;
            let mut grown = W::ZERO;
            for i in 0..LANES {
                open |= self.targets[i] & !set[i];
                grown |= set[i] ^ before[i];
            }
            if open == W::ZERO || grown == W::ZERO {
                break;
            }
        }
        self.reached = set;
    }
}

/// Which instructions to use. There is no way to make one that the processor does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instructions(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// The best this processor has.
    pub(crate) fn best() -> Instructions {
        *Self::available().last().expect("the baseline is always there")
    }

    /// All that this processor has, best last.
    pub(crate) fn available() -> Vec<Instructions> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "there is the baseline only"))]
        let mut all = vec![Instructions(Set::Baseline)];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            all.push(Instructions(Set::Avx2));
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
                all.push(Instructions(Set::Avx512));
            }
        }
        all
    }

    /// Computes what comes out of a batch, from the masks before the slides. Only with `FREE` are there
    /// cells that may be entered from anywhere, or whose conflicts do not count.
    #[inline(always)]
    #[cfg_attr(
        target_arch = "x86_64",
        expect(
            unsafe_code,
            reason = "functions compiled for features that were detected when the program ran"
        )
    )]
    pub(crate) fn run<const FREE: bool, W: Word>(
        self,
        batch: &mut Batch<W>,
        m: &Masks<W>,
        open: &Masks<W>,
        s: Strides,
    ) {
        match self.0 {
            Set::Baseline => baseline::<FREE, W>(batch, m, open, s),
            // SAFETY: only `available` makes this value, once it has found these features.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { avx2::<FREE, W>(batch, m, open, s) },
            // SAFETY: only `available` makes this value, once it has found these features.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { avx512::<FREE, W>(batch, m, open, s) },
        }
    }
}

/// Strides as constants where it pays: the compiler then shifts by immediates.
#[inline(always)]
fn specialised<const FREE: bool, W: Word>(batch: &mut Batch<W>, m: &Masks<W>, open: &Masks<W>, s: Strides) {
    match s {
        [1, 3, 9] => batch.compute::<FREE>(m, open, [1, 3, 9]),
        _ => batch.compute::<FREE>(m, open, s),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512vl")]
fn avx512<const FREE: bool, W: Word>(batch: &mut Batch<W>, m: &Masks<W>, open: &Masks<W>, s: Strides) {
    specialised::<FREE, W>(batch, m, open, s);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn avx2<const FREE: bool, W: Word>(batch: &mut Batch<W>, m: &Masks<W>, open: &Masks<W>, s: Strides) {
    specialised::<FREE, W>(batch, m, open, s);
}

#[inline(never)]
fn baseline<const FREE: bool, W: Word>(batch: &mut Batch<W>, m: &Masks<W>, open: &Masks<W>, s: Strides) {
    specialised::<FREE, W>(batch, m, open, s);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::first_entry::flood::closure;

    /// Pseudo-random words (Marsaglia's xorshift).
    struct Words(u64);

    impl Words {
        fn word(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        fn lane<W: Word>(&mut self) -> Vector<W> {
            [(); LANES].map(|()| W::from_low(self.word()) << (W::BITS - 64) | W::from_low(self.word()))
        }
    }

    fn compare<const FREE: bool, W: Word>(s: Strides) {
        let mut words = Words(0x2545_f491_4f6c_dd1d);
        for round in 0..500 {
            let m: Masks<W> = [(); WAYS].map(|()| words.lane::<W>()[0] & words.lane::<W>()[0]);
            let open: Masks<W> = [(); WAYS].map(|()| words.lane::<W>()[0]);
            let mut batch = Batch {
                cell: words.lane(),
                mate: words.lane(),
                clear: words.lane(),
                nearer: words.lane(),
                blanks: words.lane().map(|word: W| word & word << 1 & word << 2),
                targets: words.lane(),
                free: words.lane().map(|word: W| word & word << 1 & word << 2 & word << 3),
                exempt: words.lane(),
                ..Batch::default()
            };
            if round % 3 == 0 {
                batch.idle(3);
            }
            let mut twins = Instructions::available().into_iter().map(|instructions| {
                let mut batch = batch.clone();
                instructions.run::<FREE, W>(&mut batch, &m, &open, s);
                batch
            });
            let plain = twins.next().unwrap();
            assert!(twins.all(|twin| twin == plain));
            for lane in 0..LANES {
                let free = if FREE { plain.free[lane] } else { W::ZERO };
                let masks = std::array::from_fn(|way| plain.masks[way][lane] | free & open[way]);
                let whole = closure(&masks, plain.blanks[lane], s);
                assert_eq!(plain.reached[lane] & !whole, W::ZERO);
                let complete = (0..LANES).all(|i| plain.targets[i] & !plain.reached[i] == W::ZERO);
                assert!(complete || plain.reached[lane] == whole);
            }
        }
    }

    #[test]
    fn all_instruction_sets_compute_the_same() {
        compare::<false, u64>([1, 3, 9]);
        compare::<true, u64>([1, 3, 9]);
        compare::<true, u64>([1, 4, 1]);
        compare::<true, u128>([1, 3, 12]);
    }
}
