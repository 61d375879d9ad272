//! Counts the tiles that are not home. Each must move at least once.

use super::{AnyHeuristic, Guarantees, Heuristic};
use crate::board::{Board, Slide};
use crate::shape::Cell;

/// The number of tiles out of place, the blank not counted.
#[derive(Clone, Debug)]
pub struct Hamming {
    goal: Board,
    goal_cells: Box<[Cell]>,
}

impl Hamming {
    /// For this goal.
    pub fn new(goal: &Board) -> Hamming {
        Hamming { goal: goal.clone(), goal_cells: goal.cells_by_number() }
    }
}

impl Heuristic for Hamming {
    type Memo = u32;

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::Hamming(self)
    }

    fn goal(&self) -> &Board {
        &self.goal
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::FULL
    }

    fn remember(&self, board: &Board) -> u32 {
        board.tiles().filter(|&(cell, tile)| self.goal_cells[tile.index()] != cell).count() as u32
    }

    #[inline]
    fn after(&self, memo: u32, _: &Board, slide: Slide) -> u32 {
        let home = self.goal_cells[slide.tile().index()];
        memo + u32::from(slide.from() == home) - u32::from(slide.to() == home)
    }

    #[inline]
    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}
