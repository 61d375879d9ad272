//! Boards packed into words for storage: as few bits for each cell as its number needs, the last
//! cell left out because the others tell what is in it.

use crate::board::Board;
use crate::shape::Shape;

/// How the boards of a shape are packed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    cells: usize,
    bits: u32,
    cells_per_word: usize,
    words: usize,
}

impl Packing {
    pub(super) fn new(shape: Shape) -> Packing {
        let cells = shape.cells();
        let bits = (shape.tiles().max(1) as u64).ilog2() + 1;
        let cells_per_word = (64 / bits) as usize;
        Packing { cells, bits, cells_per_word, words: (cells - 1).div_ceil(cells_per_word).max(1) }
    }

    /// Words for one board.
    #[inline]
    pub(super) fn words(self) -> usize {
        self.words
    }

    #[inline]
    pub(super) fn pack(self, board: &Board, words: &mut [u64]) {
        let stored = &board.contents()[..self.cells - 1];
        for (word, cells) in words.iter_mut().zip(stored.chunks(self.cells_per_word)) {
            *word = cells.iter().rev().fold(0, |word, &content| {
                word << self.bits | content.map_or(0, |tile| u64::from(tile.number()))
            });
        }
    }

    /// Overwrites a board with a packed one.
    #[inline]
    pub(super) fn unpack(self, words: &[u64], board: &mut Board) {
        let mask = (1u64 << self.bits) - 1;
        // All numbers together make a known sum, so what is missing is the last one.
        let mut last = self.cells as u64 * (self.cells as u64 - 1) / 2;
        let stored = words
            .iter()
            .flat_map(|&word| (0..self.cells_per_word).map(move |i| word >> (i as u32 * self.bits) & mask));
        let mut stored = stored.take(self.cells - 1);
        board.overwrite((0..self.cells).map(|_| match stored.next() {
            Some(number) => {
                last -= number;
                number as u16
            }
            None => last as u16,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::NamedGoal;
    use crate::scramble::Scrambler;

    #[test]
    fn packing_loses_nothing() {
        for (w, h, d) in
            [(1, 1, 1), (2, 1, 1), (3, 3, 1), (4, 4, 1), (5, 5, 1), (3, 3, 3), (17, 17, 1), (64, 32, 32)]
        {
            let shape = Shape::new(w, h, d).unwrap();
            let packing = Packing::new(shape);
            let mut scrambler = Scrambler::new(NamedGoal::BlankLast.board(shape).unwrap(), 3);
            let mut words = vec![0; packing.words()];
            let mut copy = scrambler.any();
            for _ in 0..20 {
                let board = scrambler.any();
                packing.pack(&board, &mut words);
                packing.unpack(&words, &mut copy);
                assert_eq!(copy, board);
            }
        }
    }

    #[test]
    fn sizes() {
        let words = |w, h, d| Packing::new(Shape::new(w, h, d).unwrap()).words();
        assert_eq!((words(4, 4, 1), words(5, 5, 1), words(3, 3, 3)), (1, 2, 3));
    }
}
