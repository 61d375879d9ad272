//! A shape as the kernels' tables see it: cells as plain numbers, neighbours listed once.

use crate::board::Board;
use crate::shape::{Axis, Cell, Direction, Shape, moves_from};

#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) shape: Shape,
    neighbours: Vec<Vec<usize>>,
}

impl Grid {
    pub(crate) fn new(shape: Shape) -> Grid {
        let neighbours = moves_from(shape, &Direction::READING_ORDER)
            .into_iter()
            .map(|moves| moves.into_iter().map(|(_, cell)| cell.index()).collect())
            .collect();
        Grid { shape, neighbours }
    }

    pub(crate) fn cells(&self) -> usize {
        self.neighbours.len()
    }

    /// The cells that touch a cell, ascending: on a flat board up, left, right, down.
    pub(crate) fn neighbours(&self, cell: usize) -> &[usize] {
        &self.neighbours[cell]
    }

    /// The most neighbours that a cell has.
    pub(crate) fn most_neighbours(&self) -> usize {
        self.neighbours.iter().map(Vec::len).max().unwrap_or(0)
    }

    pub(crate) fn coordinate(&self, cell: usize, axis: Axis) -> usize {
        self.shape.coordinate(Cell::from_index(cell), axis)
    }

    pub(crate) fn distance(&self, a: usize, b: usize) -> u32 {
        self.shape.distance(Cell::from_index(a), Cell::from_index(b))
    }

    /// Whether two neighbours lie above each other, so that a slide between them changes rows.
    pub(crate) fn is_upright(&self, a: usize, b: usize) -> bool {
        self.axis_between(a, b) == Axis::Y
    }

    /// The axis along which two neighbours touch.
    pub(crate) fn axis_between(&self, a: usize, b: usize) -> Axis {
        self.shape.axis_between(Cell::from_index(a), Cell::from_index(b))
    }
}

/// The number in every cell, 0 for the blank, of a board of at most 32 cells.
pub(crate) fn numbers(board: &Board) -> Vec<u8> {
    board.numbers().map(|number| number as u8).collect()
}

/// The cell of every number of a board given cell by cell.
pub(crate) fn cells_of<const N: usize>(numbers: &[u8]) -> [usize; N] {
    let mut cells = [0; N];
    for (cell, &number) in numbers.iter().enumerate() {
        cells[number as usize] = cell;
    }
    cells
}

/// The cell of the blank.
pub(crate) fn blank_of(numbers: &[u8]) -> usize {
    numbers.iter().position(|&number| number == 0).expect("a board has a blank")
}
