//! How far every tile is from home in every cell.

use crate::board::{Board, Tile};
use crate::shape::{Axis, Cell};

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
            // The place of a cell along each axis, computed once for a cell and not once for every two.
            let place = |cell: Cell| Axis::ALL.map(|axis| shape.coordinate(cell, axis) as u16);
            let places: Vec<_> = shape.all_cells().map(place).collect();
            let mut table = Vec::with_capacity(places.len() * places.len());
            for &home in &goal_cells {
                let [x, y, z] = place(home);
                table.extend(
                    places.iter().map(|to| x.abs_diff(to[0]) + y.abs_diff(to[1]) + z.abs_diff(to[2])),
                );
            }
            table.into_boxed_slice()
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
