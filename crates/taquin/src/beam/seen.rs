//! The boards that a beam has kept lately, by hash.
//!
//! A bucket is a line of the cache: eight hashes, their lowest byte replaced by the level on which the board was kept. A
//! full bucket gives up the one that was kept longest ago. So a board may come back after many levels, which costs a
//! place and no more; and of two boards whose hashes agree in 56 bits and a bucket the second is left out.

use crate::pdb::prefetch;
use crate::search::StopReason;
use crate::search::common::room::filled;

const WAYS: usize = 8;

/// A board takes this many slots on average.
const SLOTS_EACH: usize = 8;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([u64; WAYS]);

pub(crate) struct Seen {
    buckets: Vec<Bucket>,
    mask: usize,
}

impl Seen {
    /// For levels of at most this many boards.
    pub(crate) fn new(width: usize) -> Result<Seen, StopReason> {
        let count = Seen::buckets(width);
        Ok(Seen { buckets: filled(Bucket([0; WAYS]), count)?, mask: count - 1 })
    }

    fn buckets(width: usize) -> usize {
        (width * SLOTS_EACH / WAYS).next_power_of_two()
    }

    /// Bytes it holds.
    pub(crate) fn bytes(width: usize) -> u64 {
        (Seen::buckets(width) * size_of::<Bucket>()) as u64
    }

    /// Sends for the bucket of a board that will be asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch(&raw const self.buckets[self.place(hash)]);
    }

    /// Whether the board is new; from now on it is not.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64, level: u32) -> bool {
        let level = level as u8;
        let key = hash & !0xff;
        let place = self.place(hash);
        let bucket = &mut self.buckets[place].0;
        let (mut oldest, mut most) = (0, 0);
        for (way, &slot) in bucket.iter().enumerate() {
            if slot & !0xff == key {
                return false;
            }
            let age = if slot == 0 { u8::MAX } else { level.wrapping_sub(slot as u8) };
            if age >= most {
                (oldest, most) = (way, age);
            }
        }
        bucket[oldest] = key | u64::from(level);
        true
    }

    /// Whether the board is known.
    pub(crate) fn contains(&self, hash: u64) -> bool {
        self.buckets[self.place(hash)].0.iter().any(|slot| slot & !0xff == hash & !0xff)
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        // Not the bits that are kept least: the lowest byte gives way to the level.
        (hash >> 8) as usize & self.mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(number: u64) -> u64 {
        (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    #[test]
    fn a_board_is_new_once() {
        let mut seen = Seen::new(100).unwrap();
        for number in 0..100 {
            assert!(seen.insert(hash(number), 1));
        }
        assert!((0..100).all(|number| !seen.insert(hash(number), 2)));
    }

    #[test]
    fn the_oldest_are_given_up() {
        let mut seen = Seen::new(64).unwrap();
        for level in 0..20 {
            for number in 0..64 {
                seen.insert(hash(64 * u64::from(level) + number), level);
            }
        }
        let known = |seen: &mut Seen, level: u64| {
            (0..64).filter(|number| !seen.insert(hash(64 * level + number), 20)).count()
        };
        assert_eq!(known(&mut seen, 19), 64);
        assert!(known(&mut seen, 0) < 8);
    }
}
