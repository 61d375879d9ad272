//! Moves of the blank as bits of one word, for boards of at most 16 cells.
//!
//! A box of at most 16 cells never has a cell with more than four neighbours (a three-dimensional one is 2×2×k),
//! so four bits per cell are enough. The move of the blank from cell `b` to cell `n` is bit `4 * n + slot`, where the slot
//! says which way it goes. One number then tells everything:
//!
//! * its upper part is the cell the tile comes from, and `4 * n` is the shift that finds the tile in a board of nibbles;
//! * ascending bits are ascending cells, on a flat board the order up, left, right, down;
//! * its lowest two bits tell the moves from `b` apart, and those to `n` as well, without a table;
//! * a word with one such bit per (cell, slot) can say for all tiles at once which moves are good.
//!
//! Along an axis of two cells there is one way to go from any cell, and one slot for both. Others have one for each way,
//! and those towards lower cells come last: no move to the last cell has the fourth, so the highest bit is never a move.

use crate::search::idastar::grid::Grid;
use crate::shape::Axis;

/// Bit number of a move of the blank.
pub(crate) type Move = u8;

#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// All moves of a blank in this cell.
    pub(crate) from_cell: [u64; 16],
    /// The cell a blank leaves by this move.
    pub(crate) origin: [u8; 64],
}

impl Moves {
    pub(crate) fn new(grid: &Grid) -> Self {
        assert!(grid.cells() <= 16, "packed boards hold at most 16 cells");
        let mut moves = Moves { from_cell: [0; 16], origin: [0; 64] };
        for blank in 0..grid.cells() {
            for &target in grid.neighbours(blank) {
                let bit = Self::number(grid, blank, target);
                moves.from_cell[blank] |= 1 << bit;
                moves.origin[bit as usize] = blank as u8;
            }
        }
        moves
    }

    /// The number of the move of the blank from `blank` to `target`.
    pub(crate) fn number(grid: &Grid, blank: usize, target: usize) -> Move {
        (4 * target + slot(grid, blank, target)) as Move
    }
}

/// What tells a move apart from the others of its origin.
#[inline(always)]
pub(crate) fn slot_of(step: Move) -> usize {
    usize::from(step & 3)
}

/// The number of the way from a cell to its neighbour.
fn slot(grid: &Grid, from: usize, to: usize) -> usize {
    let axis = grid.axis_between(from, to);
    let is_long = |axis: &Axis| grid.shape.side(*axis) > 2;
    let ahead = Axis::ALL.into_iter().filter(|&axis| grid.shape.side(axis) > 1);
    let back = ahead.clone().filter(is_long).map(|axis| (axis, true));
    let way = (axis, is_long(&axis) && to < from);
    let mut ways = ahead.map(|axis| (axis, false)).chain(back);
    ways.position(|other| other == way).expect("cells touch")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_tell_moves_apart_by_where_they_lead_and_by_where_they_begin() {
        for shape in
            ["4x4", "3x3", "2x2", "2x8", "8x2", "5x3", "1x9", "16x1", "2x2x2", "2x2x3", "4x2x2", "2x4x2"]
        {
            let grid = Grid::new(shape.parse().unwrap());
            let moves = Moves::new(&grid);
            let mut all = 0_u64;
            for blank in 0..grid.cells() {
                let mut ways = 0;
                for &target in grid.neighbours(blank) {
                    let number = Moves::number(&grid, blank, target);
                    assert_eq!(usize::from(number / 4), target, "{shape}");
                    assert_eq!(usize::from(moves.origin[usize::from(number)]), blank, "{shape}");
                    assert_eq!(all >> number & 1, 0, "{shape}: {number} twice");
                    assert_eq!(ways >> (number % 4) & 1, 0, "{shape}: {number} from {blank}");
                    all |= 1 << number;
                    ways |= 1 << (number % 4);
                }
            }
            assert_eq!(all >> 63, 0, "{shape}: the highest bit is a move");
        }
    }
}
