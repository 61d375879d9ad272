//! Positions that were searched through and have no solution: the few hundred last ones.
//!
//! A slide at the start end and one at the goal end can be played in either order, and there are other
//! ways to come to a position twice, soon after each other. So a small table that fits in the nearest
//! cache finds most of what a large one would, and spares more than a tenth of all nodes.
//!
//! What is said of a position must depend on nothing else. With no bad move left, nothing else matters.
//! With some left, where the blanks came from does, since the last slide is not undone: so it is part
//! of what is compared. Nothing is taken on the word of a hash.

use super::position::{Packed, Position};
use crate::heuristic::first_entry::grid::MAX_CELLS;
use crate::search::hashes::key;

/// The last positions that were searched through.
pub(super) struct Searched {
    factors: [u64; MAX_CELLS],
    bits: u32,
    hashes: Vec<u64>,
    entries: Vec<(Packed, u32)>,
}

impl Searched {
    /// Two to this power is the number of positions remembered.
    pub(super) const BITS: u32 = 10;

    pub(super) fn new(bits: u32) -> Searched {
        Searched {
            factors: std::array::from_fn(|cell| key(cell as u8, 0)),
            bits,
            hashes: vec![0; 1 << bits],
            entries: vec![(Position::default().pack(), u32::MAX); 1 << bits],
        }
    }

    /// The bytes that it holds.
    pub(super) const fn bytes() -> usize {
        (size_of::<u64>() + size_of::<(Packed, u32)>()) << Self::BITS
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.hashes.fill(0);
    }

    /// By how much a slide changes the hash of a position: the sum, over all cells of the start end, of a factor and
    /// the number of the cell's mate.
    #[inline(always)]
    pub(super) fn change(&self, position: &Position, end: usize, cell: usize) -> u64 {
        let from = position.blank(end);
        let (mate, other) = (position.mate(end, cell), position.blank(end ^ 1));
        let factor = |cell: usize| self.factors[cell & (MAX_CELLS - 1)];
        if end == 0 {
            factor(from).wrapping_sub(factor(cell)).wrapping_mul((mate as u64).wrapping_sub(other as u64))
        } else {
            factor(mate).wrapping_sub(factor(other)).wrapping_mul((from as u64).wrapping_sub(cell as u64))
        }
    }

    /// Whether a position was searched through with as many bad moves left. If not, it is about to be.
    #[inline(always)]
    pub(super) fn knows(&mut self, hash: u64, position: &Position, bad: u32) -> bool {
        let slot = (hash >> (u64::BITS - self.bits)) as usize;
        let entry = || (if bad == 0 { position.pack().placeless() } else { position.pack() }, bad);
        if self.hashes[slot] == hash && self.entries[slot] == entry() {
            return true;
        }
        self.hashes[slot] = hash;
        self.entries[slot] = entry();
        false
    }
}
