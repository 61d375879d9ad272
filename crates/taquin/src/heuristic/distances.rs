//! How far every tile is from home in every cell.

use crate::board::{Board, Tile};
use crate::shape::Cell;

/// Boards up to this many cells get a table; for larger ones the distance is computed.
const LARGEST_TABLE: usize = 1024;

/// The taxicab distance of each tile from its goal cell.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    goal: Board,
    goal_cells: Box<[Cell]>,
    /// Entry `tile * cells + cell`; empty for large boards.
    table: Box<[u16]>,
}

impl Distances {
    pub(super) fn new(goal: &Board) -> Distances {
        let shape = goal.shape();
        let goal_cells = goal.cells_by_number();
        let table = if shape.cells() <= LARGEST_TABLE {
            goal_cells
                .iter()
                .flat_map(|&home| shape.all_cells().map(move |cell| shape.distance(home, cell) as u16))
                .collect()
        } else {
            Box::default()
        };
        Distances { goal: goal.clone(), goal_cells, table }
    }

    pub(super) fn goal(&self) -> &Board {
        &self.goal
    }

    pub(super) fn goal_cell(&self, tile: Tile) -> Cell {
        self.goal_cells[tile.index()]
    }

    #[inline]
    pub(super) fn get(&self, tile: Tile, cell: Cell) -> u32 {
        match self.table.get(tile.index() * self.goal_cells.len() + cell.index()) {
            Some(&distance) => u32::from(distance),
            None => self.goal.shape().distance(self.goal_cells[tile.index()], cell),
        }
    }

    pub(super) fn sum(&self, board: &Board) -> u32 {
        if self.table.is_empty() {
            return board.tiles().map(|(cell, tile)| self.get(tile, cell)).sum();
        }
        // Entry 0 of the table is the blank's and must not count.
        let cells = self.goal_cells.len();
        let all = board.numbers().enumerate().map(|(cell, number)| {
            let distance = self.table[usize::from(number) * cells + cell];
            if number == 0 { 0 } else { u32::from(distance) }
        });
        all.sum()
    }
}
