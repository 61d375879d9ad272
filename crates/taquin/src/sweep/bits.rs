//! A set of ranks, a bit for each.

/// The boards with the blank in one cell that belong to a set.
#[derive(Clone, Debug)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// No rank of so many, or no room for any.
    pub(super) fn empty(ranks: u32) -> Bits {
        Bits(vec![0; ranks.div_ceil(64) as usize])
    }

    /// Whether there is no room for a single rank.
    pub(super) fn is_nowhere(&self) -> bool {
        self.0.is_empty()
    }

    /// The bits as words, the first rank lowest.
    pub(crate) fn as_words(&self) -> &[u64] {
        &self.0
    }

    /// Takes all ranks out.
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Takes the ranks of another set out and tells how many are left.
    pub(super) fn subtract(&mut self, other: &Bits) -> u64 {
        let mut left = 0;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
            left += u64::from(word.count_ones());
        }
        left
    }

    /// Adds the ranks of another set.
    pub(super) fn add(&mut self, other: &Bits) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    #[inline]
    pub(super) fn set(&mut self, rank: u32) {
        self.0[rank as usize / 64] |= 1 << (rank % 64);
    }

    /// Does something with every word that is not empty, and its first rank.
    #[inline]
    pub(super) fn for_each_word(&self, mut work: impl FnMut(u32, u64)) {
        for (&word, index) in self.0.iter().zip(0u32..) {
            if word != 0 {
                work(index * 64, word);
            }
        }
    }

    /// `length` bits from `start` as words, with the offset of the first bit of each.
    #[inline]
    pub(super) fn words(&self, start: u32, length: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        (0..length).step_by(64).map(move |offset| {
            let (index, shift) = ((start + offset) as usize / 64, (start + offset) % 64);
            let mut word = self.0[index] >> shift;
            if shift > 0
                && let Some(next) = self.0.get(index + 1)
            {
                word |= next << (64 - shift);
            }
            let valid = length - offset;
            (offset, if valid < 64 { word & ((1 << valid) - 1) } else { word })
        })
    }

    /// Adds words whose offsets count from `start`.
    #[inline]
    pub(super) fn or(&mut self, start: u32, words: impl Iterator<Item = (u32, u64)>) {
        for (offset, word) in words {
            if word != 0 {
                let (index, shift) = ((start + offset) as usize / 64, (start + offset) % 64);
                self.0[index] |= word << shift;
                if shift > 0 && word >> (64 - shift) != 0 {
                    self.0[index + 1] |= word >> (64 - shift);
                }
            }
        }
    }
}
