//! A problem as a beam sees it: every tile is called by the cell that it belongs to. So all goals look alike but for the
//! cell of the blank.

use crate::board::{Board, number};
use crate::shape::{Cell, Direction, Shape};

/// How boards and moves are translated.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    shape: Shape,
    /// By number on a tile, the cell that it belongs to.
    home: Box<[Cell]>,
}

impl Frame {
    /// The frame for a goal of at most 256 cells.
    pub(crate) fn new(goal: &Board) -> Frame {
        debug_assert!(goal.shape().cells() <= 256);
        Frame { shape: goal.shape(), home: goal.cells_by_number() }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// What the blank is called: the cell that it belongs to.
    pub(crate) fn blank(&self) -> u8 {
        self.home[0].index() as u8
    }

    /// By cell, the label of what is in it.
    pub(crate) fn labels(&self, board: &Board) -> Vec<u8> {
        let label = |&content| self.home[usize::from(number(content))].index() as u8;
        board.contents().iter().map(label).collect()
    }

    /// The moves of a blank that begins at a cell and then visits these.
    pub(crate) fn moves(&self, start: Cell, visited: &[u8]) -> Vec<Direction> {
        let mut at = start;
        let step = |&cell: &u8| {
            let to = Cell::from_index(usize::from(cell));
            let direction = self.shape.direction_between(at, to).expect("the blank visits neighbours");
            at = to;
            direction
        };
        visited.iter().map(step).collect()
    }

    /// By cell, its neighbours in ascending order.
    pub(crate) fn neighbours(&self) -> Vec<Vec<u8>> {
        let neighbours = |cell: Cell| {
            let beside = Direction::ALL.into_iter().filter_map(|way| self.shape.neighbour(cell, way));
            let mut cells: Vec<u8> = beside.map(|cell| cell.index() as u8).collect();
            cells.sort_unstable();
            cells
        };
        self.shape.all_cells().map(neighbours).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NamedGoal, Problem, Scrambler, Solution};

    #[test]
    fn every_goal_looks_alike_but_for_the_blank() {
        for (goal, blank) in [("1 2 3/4 5 6/7 8 0", 8), ("0 1 2/3 4 5/6 7 8", 0), ("8 3 1/2 0 5/4 6 7", 4)] {
            let goal: Board = goal.parse().unwrap();
            let frame = Frame::new(&goal);
            assert_eq!(frame.blank(), blank);
            assert_eq!(frame.labels(&goal), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        }
    }

    #[test]
    fn moves_are_translated_back() {
        let shape: Shape = "3x4".parse().unwrap();
        let goal = NamedGoal::BlankLast.board(shape).unwrap();
        let frame = Frame::new(&goal);
        let neighbours = frame.neighbours();
        for start in Scrambler::new(goal, 3).take(20) {
            let mut labels = frame.labels(&start);
            let mut blank = labels.iter().position(|&label| label == frame.blank()).unwrap();
            let mut visited = Vec::new();
            for step in 0..40 {
                let next = usize::from(neighbours[blank][step % neighbours[blank].len()]);
                labels.swap(blank, next);
                blank = next;
                visited.push(next as u8);
            }
            let moves = frame.moves(start.blank(), &visited);
            let mut end = start.clone();
            for &direction in &moves {
                end.slide(direction).unwrap();
            }
            assert_eq!(frame.labels(&end), labels);
            let problem = Problem::new(start, end).unwrap();
            assert!(Solution::replay(&problem, moves).is_ok());
        }
    }
}
