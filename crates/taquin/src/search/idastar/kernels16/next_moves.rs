//! The moves after a move, by number: for kernels that look at each neighbour of the blank in turn.
//!
//! A node reached by a move has at most three moves that do not undo it. They are numbered 0, 1, 2 in ascending order
//! of the cell the blank goes to, and sets of them are the lowest bits of a word. On a flat board the middle one, number 1,
//! is always a slide left or right where all three exist; [`NextMoves::new`] keeps it so where some are missing. The root
//! has no move to undo and up to four moves.

use super::moves::Moves;
use crate::search::idastar::grid::Grid;

/// Stands for a move that leaves the board.
pub(crate) const NONE: u8 = 63;

/// The moves after one move, or from a cell at the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextMoves {
    /// Their numbers, as in [`Moves`].
    pub(crate) next: [u8; 4],
    /// Which of them exist.
    pub(crate) exist: u8,
    /// Whether the first and the third slide up or down.
    pub(crate) upright: [bool; 2],
}

impl NextMoves {
    /// The moves of a blank that came to `cell` from `last`.
    fn new(grid: &Grid, cell: usize, last: usize) -> Self {
        let came_upright = grid.is_upright(cell, last);
        let mut around = NextMoves {
            next: [NONE; 4],
            exist: 0,
            upright: [!came_upright || last > cell, !came_upright || last < cell],
        };
        for &to in grid.neighbours(cell).iter().filter(|&&to| to != last) {
            let upright = grid.is_upright(cell, to);
            if !grid.shape.is_flat() {
                // Only the order matters to rules on boards that are not flat.
                let slot = around.exist.count_ones() as usize;
                around.next[slot] = Moves::number(grid, cell, to);
                around.exist |= 1 << slot;
                continue;
            }
            // Coming from below: up, left, right. From above: left, right, down. From the side: up, on, down.
            let slot = match (came_upright, upright) {
                (true, true) => {
                    if to < cell {
                        0
                    } else {
                        2
                    }
                }
                (true, false) => (to > cell) as usize + (last > cell) as usize,
                (false, true) => {
                    if to < cell {
                        0
                    } else {
                        2
                    }
                }
                (false, false) => 1,
            };
            around.next[slot] = Moves::number(grid, cell, to);
            around.exist |= 1 << slot;
        }
        around
    }

    /// For every move (0…63) what comes after it, and for every cell (64…79) what a root has.
    pub(crate) fn table(grid: &Grid) -> [NextMoves; 128] {
        let mut table = [NextMoves { next: [NONE; 4], exist: 0, upright: [false; 2] }; 128];
        for cell in 0..grid.cells() {
            for (slot, &near) in grid.neighbours(cell).iter().enumerate() {
                table[usize::from(Moves::number(grid, near, cell))] = Self::new(grid, cell, near);
                table[64 + cell].next[slot] = Moves::number(grid, cell, near);
                table[64 + cell].exist |= 1 << slot;
            }
        }
        table
    }
}
