//! Boards packed into words for storage, as few bits for each cell as its number needs.
//!
//! Up to 64 cells, the last three are not stored one by one: the other cells tell which three
//! numbers are left, and three bits tell their order. So a 15-puzzle board takes 55 bits, one word,
//! and a 26-puzzle board 123 bits, two words. On larger boards only the last cell is left out.

use crate::board::{Board, Slide, number};
use crate::shape::Shape;

/// How the boards of a shape are packed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packing {
    cells: usize,
    /// Cells that are stored one by one.
    stored: usize,
    bits: u32,
    cells_per_word: usize,
    words: usize,
}

/// Where the order of the last three cells is kept in the last word.
const ORDER_SHIFT: u32 = 61;

impl Packing {
    pub(crate) fn new(shape: Shape) -> Packing {
        let cells = shape.cells();
        let bits = (shape.tiles().max(1) as u64).ilog2() + 1;
        let cells_per_word = (64 / bits) as usize;
        let stored = if (4..=64).contains(&cells) { cells - 3 } else { cells - 1 };
        let full_words = stored / cells_per_word;
        let room_after_full_words = 64 - bits * cells_per_word as u32 >= 64 - ORDER_SHIFT;
        let words = if stored.is_multiple_of(cells_per_word) && (stored == cells - 1 || room_after_full_words)
        {
            full_words.max(1)
        } else {
            full_words + 1
        };
        Packing { cells, stored, bits, cells_per_word, words }
    }

    /// Words for one board.
    #[inline]
    pub(crate) fn words(self) -> usize {
        self.words
    }

    #[inline]
    pub(crate) fn pack(self, board: &Board, words: &mut [u64]) {
        let contents = board.contents();
        let (stored, rest) = contents.split_at(self.stored);
        let mut first = 0;
        for word in words.iter_mut() {
            let next = (first + self.cells_per_word).min(stored.len());
            *word = 0;
            let mut shift = 0;
            for &content in &stored[first..next] {
                *word |= u64::from(number(content)) << shift;
                shift += self.bits;
            }
            first = next;
        }
        if let [a, b, c] = *rest {
            words[self.words - 1] |= order_of([a, b, c].map(number)) << ORDER_SHIFT;
        }
    }

    /// Packs the board that a slide has made out of a packed one. Most slides move a few bits.
    #[inline]
    pub(crate) fn pack_after(self, before: &[u64], slide: Slide, board: &Board, words: &mut [u64]) {
        let (from, to) = (slide.from().index(), slide.to().index());
        if from.max(to) >= self.stored {
            return self.pack(board, words);
        }
        words.copy_from_slice(before);
        let tile = u64::from(slide.tile().number());
        // The blank is zero, so taking the tile away and putting it down are the same.
        for cell in [from, to] {
            match words {
                [word] => *word ^= tile << (cell as u32 * self.bits),
                _ => {
                    let place = (cell % self.cells_per_word) as u32 * self.bits;
                    words[cell / self.cells_per_word] ^= tile << place;
                }
            }
        }
    }

    /// Overwrites a board with a packed one.
    #[inline]
    pub(crate) fn unpack(self, words: &[u64], board: &mut Board) {
        let mask = (1u64 << self.bits) - 1;
        let last_three = self.stored + 3 == self.cells && self.cells > 3;
        // What is not stored follows from what is: of three cells which numbers are left, of one
        // cell what is missing from the sum of all numbers.
        let mut left = u64::MAX >> (64 - self.cells.min(64));
        let mut missing = self.cells as u64 * (self.cells as u64 - 1) / 2;
        let mut first = 0;
        for &word in words {
            let next = (first + self.cells_per_word).min(self.stored);
            let mut rest = word;
            board.put_all(first..next, || {
                let number = rest & mask;
                rest >>= self.bits;
                left &= !(1u64.wrapping_shl(number as u32));
                missing -= number;
                number as u16
            });
            first = next;
        }
        if last_three {
            for (index, number) in
                in_order(left, words[self.words - 1] >> ORDER_SHIFT).into_iter().enumerate()
            {
                board.put(self.stored + index, number);
            }
        } else {
            board.put(self.stored, missing as u16);
        }
    }
}

/// Which of the six orders three numbers stand in.
#[inline]
fn order_of([a, b, c]: [u16; 3]) -> u64 {
    2 * (u64::from(a > b) + u64::from(a > c)) + u64::from(b > c)
}

/// The three numbers whose bits are set, in the given order.
#[inline]
fn in_order(set: u64, order: u64) -> [u16; 3] {
    let small = set.trailing_zeros() as u16;
    let large = 63 - set.leading_zeros() as u16;
    let middle = (set & !(1 << small) & !(1 << large)).trailing_zeros() as u16;
    match order {
        0 => [small, middle, large],
        1 => [small, large, middle],
        2 => [middle, small, large],
        3 => [middle, large, small],
        4 => [large, small, middle],
        _ => [large, middle, small],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::NamedGoal;
    use crate::scramble::Scrambler;

    #[test]
    fn packing_loses_nothing() {
        let shapes = [
            (1, 1, 1),
            (2, 1, 1),
            (3, 1, 1),
            (2, 2, 1),
            (5, 1, 1),
            (3, 3, 1),
            (4, 4, 1),
            (5, 5, 1),
            (3, 3, 3),
        ];
        for (w, h, d) in shapes.into_iter().chain([(8, 8, 1), (9, 9, 1), (17, 17, 1), (64, 32, 32)]) {
            let shape = Shape::new(w, h, d).unwrap();
            let packing = Packing::new(shape);
            let mut scrambler = Scrambler::new(NamedGoal::BlankLast.board(shape).unwrap(), 3);
            let mut words = vec![0; packing.words()];
            let mut copy = scrambler.any();
            for _ in 0..100 {
                let board = scrambler.any();
                packing.pack(&board, &mut words);
                packing.unpack(&words, &mut copy);
                assert_eq!(copy, board);
            }
        }
    }

    #[test]
    fn a_slide_changes_a_packed_board_as_it_changes_the_board() {
        for (w, h, d) in [(2, 2, 1), (4, 4, 1), (5, 5, 1), (3, 3, 3), (8, 8, 1), (9, 9, 1)] {
            let shape = Shape::new(w, h, d).unwrap();
            let packing = Packing::new(shape);
            let mut scrambler = Scrambler::new(NamedGoal::BlankLast.board(shape).unwrap(), 3);
            let [mut before, mut after, mut expected] = [0; 3].map(|_| vec![0; packing.words()]);
            for _ in 0..50 {
                let mut board = scrambler.uniform();
                packing.pack(&board, &mut before);
                for (direction, _) in board.moves() {
                    let slide = board.slide(direction).unwrap();
                    packing.pack_after(&before, slide, &board, &mut after);
                    packing.pack(&board, &mut expected);
                    assert_eq!(after, expected);
                    board.take_back(slide);
                }
            }
        }
    }

    #[test]
    fn sizes() {
        let words = |w, h, d| Packing::new(Shape::new(w, h, d).unwrap()).words();
        assert_eq!((words(4, 4, 1), words(5, 5, 1), words(3, 3, 3), words(6, 6, 1)), (1, 2, 2, 4));
    }
}
