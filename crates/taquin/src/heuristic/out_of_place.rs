//! Counts the cells whose content differs from the goal's, the blank's cell too.
//!
//! One slide can put a tile and the blank home at once, so this is 2 when one move is left: it is
//! **not admissible**, and nothing found with it is called optimal. It is here because a published
//! program counts this way.

use super::{AnyHeuristic, Guarantees, Heuristic};
use crate::board::{Board, Slide, number};
use crate::shape::Cell;

/// The number of cells out of place, the blank counted.
#[derive(Clone, Debug)]
pub struct OutOfPlace {
    goal: Board,
    goal_cells: Box<[Cell]>,
}

impl OutOfPlace {
    /// For this goal.
    pub fn new(goal: &Board) -> OutOfPlace {
        OutOfPlace { goal: goal.clone(), goal_cells: goal.cells_by_number() }
    }

    fn is_out(&self, number: u16, cell: Cell) -> u32 {
        u32::from(self.goal_cells[usize::from(number)] != cell)
    }
}

impl Heuristic for OutOfPlace {
    type Memo = u32;

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::OutOfPlace(self)
    }

    fn goal(&self) -> &Board {
        &self.goal
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::NONE
    }

    fn remember(&self, board: &Board) -> u32 {
        board.shape().all_cells().map(|cell| self.is_out(number(board[cell]), cell)).sum()
    }

    #[inline]
    fn after(&self, memo: u32, _: &Board, slide: Slide) -> u32 {
        let tile = slide.tile().number();
        memo + self.is_out(tile, slide.to()) + self.is_out(0, slide.from())
            - self.is_out(tile, slide.from())
            - self.is_out(0, slide.to())
    }

    #[inline]
    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}
