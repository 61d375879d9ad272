//! Sets of arrangements of two tiles, as a builder keeps them: for every cell of the first tile a lane of
//! bits, one for each cell of the second. Lanes lie side by side in words, so that everything but moves of
//! the first tile is done to several lanes at once.

/// A set of arrangements of two tiles.
pub(super) trait Plane: Copy + Send + Sync {
    /// How many cells it has lanes for.
    const CELLS: usize;
    /// No arrangement.
    const EMPTY: Self;

    /// All arrangements of two tiles in different cells of a set.
    fn square(set: u32) -> Self;
    /// The lane of a cell.
    fn get(&self, cell: usize) -> u32;
    /// Puts more into the lane of a cell.
    fn add(&mut self, cell: usize, set: u32);
    /// Takes over what another one has.
    fn unite(&mut self, other: &Self);
    /// The same after the second tile of each has gone on by a distance in cells, where it is in a cell of
    /// `from`.
    fn unite_shifted(&mut self, other: &Self, from: u32, distance: u32, forward: bool);
    /// Keeps only what another one has as well.
    fn cut(&mut self, other: &Self);
    /// Makes two alike where `free` has arrangements; tells whether they were not.
    fn equalise(&mut self, other: &mut Self, free: &Self) -> bool;
    /// Becomes what is in `pulled` and was not in it; puts that part of it which is in `odd` into `bits`, and
    /// tells how many it is.
    fn replace_by_new(&mut self, pulled: &Self, bits: &mut Self, odd: &Self) -> u64;
    /// How many arrangements there are.
    fn count(&self) -> u64;
}

/// Lanes of 16 bits in 4 words for up to 16 cells, of 32 bits in 16 words for up to 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Sets<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Sets<WORDS> {
    /// Bits of a lane: as many as there are lanes.
    const LANE: usize = if WORDS == 4 { 16 } else { 32 };
    const IN_WORD: usize = 64 / Self::LANE;
    /// The lowest bit of every lane of a word.
    const LOWEST: u64 = u64::MAX / (u64::MAX >> (64 - Self::LANE));
}

impl<const WORDS: usize> Plane for Sets<WORDS> {
    const CELLS: usize = Self::LANE;
    const EMPTY: Self = Sets([0; WORDS]);

    #[inline(always)]
    fn square(set: u32) -> Self {
        let mut square = Sets([0; WORDS]);
        let all = u64::from(set) * Self::LOWEST;
        for (number, word) in square.0.iter_mut().enumerate() {
            let mut lanes = 0;
            for lane in 0..Self::IN_WORD {
                let cell = number * Self::IN_WORD + lane;
                let in_set = u64::from(set >> cell & 1).wrapping_neg();
                let without_itself = (u64::MAX >> (64 - Self::LANE)) & !(1 << cell);
                lanes |= (in_set & without_itself) << (lane * Self::LANE);
            }
            *word = all & lanes;
        }
        square
    }

    #[inline(always)]
    fn get(&self, cell: usize) -> u32 {
        let word = self.0[cell / Self::IN_WORD % WORDS] >> (cell % Self::IN_WORD * Self::LANE);
        (word & (u64::MAX >> (64 - Self::LANE))) as u32
    }

    #[inline(always)]
    fn add(&mut self, cell: usize, set: u32) {
        self.0[cell / Self::IN_WORD % WORDS] |= u64::from(set) << (cell % Self::IN_WORD * Self::LANE);
    }

    #[inline(always)]
    fn unite(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
    }

    #[inline(always)]
    fn unite_shifted(&mut self, other: &Self, from: u32, distance: u32, forward: bool) {
        let from = u64::from(from) * Self::LOWEST;
        // The cells gone to exist, so no bit leaves its lane.
        let distance = distance & 63;
        if forward {
            for (word, other) in self.0.iter_mut().zip(&other.0) {
                *word |= (other & from) << distance;
            }
        } else {
            for (word, other) in self.0.iter_mut().zip(&other.0) {
                *word |= (other & from) >> distance;
            }
        }
    }

    #[inline(always)]
    fn cut(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
    }

    #[inline(always)]
    fn equalise(&mut self, other: &mut Self, free: &Self) -> bool {
        let mut difference = 0;
        for ((a, b), free) in self.0.iter_mut().zip(&mut other.0).zip(&free.0) {
            let differ = (*a ^ *b) & free;
            difference |= differ;
            *a |= differ;
            *b |= differ;
        }
        difference != 0
    }

    #[inline(always)]
    fn replace_by_new(&mut self, pulled: &Self, bits: &mut Self, odd: &Self) -> u64 {
        let mut found = 0;
        for (((word, pulled), bits), odd) in self.0.iter_mut().zip(&pulled.0).zip(&mut bits.0).zip(&odd.0) {
            *word = pulled & !*word;
            *bits |= *word & odd;
            found += u64::from(word.count_ones());
        }
        found
    }

    #[inline(always)]
    fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}
