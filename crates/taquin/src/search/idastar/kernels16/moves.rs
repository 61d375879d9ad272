//! Moves of the blank as bits of one word, for boards of at most 16 cells.
//!
//! A box of at most 16 cells never has a cell with more than four neighbours (a three-dimensional one is 2×2×k),
//! so four bits per cell are enough. The move of the blank from cell `b` to cell `n` is bit `4 * n + slot`,
//! where `b` is the `slot`-th neighbour of `n`. One number then tells everything:
//!
//! * its upper part is the cell the tile comes from, and `4 * n` is the shift that finds the tile in a board of nibbles;
//! * ascending bits are ascending cells, on a flat board the order up, left, right, down;
//! * a word with one such bit per (cell, slot) can say for all tiles at once which moves are good.

use crate::search::idastar::grid::Grid;

/// Bit number of a move of the blank.
pub(crate) type Move = u8;

#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// All moves of a blank in this cell.
    pub(crate) from_cell: [u64; 16],
    /// The cell a blank leaves by this move.
    pub(crate) origin: [u8; 64],
    /// Which of the (at most four) moves of its origin this move is, ascending.
    pub(crate) local: [u8; 64],
}

impl Moves {
    pub(crate) fn new(grid: &Grid) -> Self {
        assert!(grid.cells() <= 16, "packed boards hold at most 16 cells");
        let mut moves = Moves { from_cell: [0; 16], origin: [0; 64], local: [0; 64] };
        for blank in 0..grid.cells() {
            for (local, &target) in grid.neighbours(blank).iter().enumerate() {
                let bit = Self::number(grid, blank, target);
                moves.from_cell[blank] |= 1 << bit;
                moves.origin[bit as usize] = blank as u8;
                moves.local[bit as usize] = local as u8;
            }
        }
        moves
    }

    /// The number of the move of the blank from `blank` to `target`.
    pub(crate) fn number(grid: &Grid, blank: usize, target: usize) -> Move {
        let slot = grid.neighbours(target).iter().position(|&cell| cell == blank).expect("cells touch");
        (4 * target + slot) as Move
    }
}
