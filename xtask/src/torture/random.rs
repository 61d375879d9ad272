//! Choices that are the same for the same seed: SplitMix64, which needs no dependency and is plenty for tests.
//!
//! Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014.

pub(super) struct Random {
    state: u64,
}

impl Random {
    /// The choices of one round of one part.
    pub(super) fn new(seed: u64, part: &str, round: u64) -> Random {
        // FNV-1a tells parts apart.
        let part = part.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let mut random = Random { state: seed ^ part ^ round.rotate_left(32) };
        random.next();
        random
    }

    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is not 0. The bias is far below what a test could notice.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub(super) fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.index(from.len())]
    }

    /// True this often of a hundred times.
    pub(super) fn percent(&mut self, often: u64) -> bool {
        self.below(100) < often
    }

    /// A number from 0 to 1.
    pub(super) fn fraction(&mut self) -> f64 {
        self.below(1 << 20) as f64 / f64::from(1 << 20)
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i + 1));
        }
    }

    pub(super) fn fill(&mut self, bytes: &mut [u8]) {
        bytes.fill_with(|| self.next() as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_can_be_repeated_and_differs_from_all_others() {
        let first = |seed, part, round| Random::new(seed, part, round).next();
        assert_eq!(first(1, "kills", 2), first(1, "kills", 2));
        let all = [first(1, "kills", 2), first(2, "kills", 2), first(1, "disk", 2), first(1, "kills", 3)];
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b));
        }
    }
}
