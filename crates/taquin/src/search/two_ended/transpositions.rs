//! Positions that were searched through and have no solution: the few hundred last ones.
//!
//! A slide at the start end and one at the goal end can be played in either order, and there are other
//! ways to come to a position twice, soon after each other. So a small table that fits in the nearest
//! cache finds most of what a large one would, and spares more than a tenth of all nodes.
//!
//! What is compared is the whole position, and all that the answer may depend on ([`Packed::question`]):
//! nothing is taken on the word of a hash.

#[cfg(doc)]
use super::position::Packed;
use super::position::{Position, Question};
use crate::first_entry::cells::MAX_CELLS;
use crate::zobrist::key;

/// Two to this power is the number of positions remembered.
const BITS: u32 = 10;

/// The last positions that were searched through.
pub(crate) struct Transpositions {
    factors: [u64; MAX_CELLS],
    hashes: Vec<u64>,
    questions: Vec<Question>,
}

impl Transpositions {
    /// The hash of the position in which a search begins; 0 is that of an empty slot.
    pub(crate) const FIRST: u64 = 1;

    /// Holds nothing before its first search.
    pub(crate) fn new() -> Transpositions {
        let factors = std::array::from_fn(|cell| key(cell as u8, 0));
        Transpositions { factors, hashes: Vec::new(), questions: Vec::new() }
    }

    /// The bytes that it may hold.
    pub(crate) const fn bytes() -> usize {
        (size_of::<u64>() + size_of::<Question>()) << BITS
    }

    /// A search begins: forgets all.
    pub(crate) fn begin(&mut self) {
        self.hashes.clear();
        self.hashes.resize(1 << BITS, 0);
        self.questions.resize_with(1 << BITS, || Position::default().pack().question(0));
    }

    /// By how much a slide changes the hash of a position: the sum, over all cells of the start end, of a factor and
    /// the number of the cell's mate.
    #[inline(always)]
    pub(crate) fn change(&self, position: &Position, end: usize, cell: usize) -> u64 {
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
    pub(crate) fn knows(&mut self, hash: u64, position: &Position, bad: u32) -> bool {
        let slot = (hash >> (u64::BITS - BITS)) as usize;
        if self.hashes[slot] == hash && self.questions[slot] == position.pack().question(bad) {
            return true;
        }
        self.hashes[slot] = hash;
        self.questions[slot] = position.pack().question(bad);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    /// Both orders of a slide at either end lead to one position with one hash, which is known the second time.
    #[test]
    fn a_position_is_known_however_it_was_reached() {
        let start: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
        let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let root = Position::new(&start, &goal);
        let mut transpositions = Transpositions::new();
        transpositions.begin();
        let walk = |transpositions: &Transpositions, steps: &[(usize, usize)]| {
            let mut position = root.clone();
            let hash = steps.iter().fold(Transpositions::FIRST, |hash, &(end, cell)| {
                let hash = hash.wrapping_add(transpositions.change(&position, end, cell));
                position.play(end, cell);
                hash
            });
            (hash, position)
        };
        let (hash, position) = walk(&transpositions, &[(0, 1), (1, 5), (0, 0), (1, 4)]);
        let (same, again) = walk(&transpositions, &[(1, 5), (1, 4), (0, 1), (0, 0)]);
        assert_eq!((hash, &position), (same, &again));
        assert!(!transpositions.knows(hash, &position, 1));
        assert!(transpositions.knows(same, &again, 1));
        // Another number of bad moves is another question.
        assert!(!transpositions.knows(hash, &position, 0));
        // With none left it does not matter where the blanks came from; with some it does.
        let (round, elsewhere) =
            walk(&transpositions, &[(1, 5), (1, 4), (0, 3), (0, 0), (0, 1), (0, 4), (0, 1), (0, 0)]);
        assert_ne!(position, elsewhere);
        assert!(!transpositions.knows(round, &elsewhere, 0));
        transpositions.begin();
        assert!(!transpositions.knows(hash, &position, 0));
        let (_, fresh) = walk(&transpositions, &[(0, 1), (0, 4), (0, 1), (1, 5), (0, 0), (1, 4)]);
        assert!(transpositions.knows(hash, &fresh, 0));
    }

    /// Nothing is taken on the word of a hash.
    #[test]
    fn a_hash_is_not_enough() {
        let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let one = Position::new(&"8 1 3/4 0 2/7 6 5".parse().unwrap(), &goal);
        let other = Position::new(&"8 1 3/0 4 2/7 6 5".parse().unwrap(), &goal);
        let mut transpositions = Transpositions::new();
        transpositions.begin();
        assert!(!transpositions.knows(77, &one, 0));
        assert!(!transpositions.knows(77, &other, 0));
        assert!(transpositions.knows(77, &other, 0));
    }
}
