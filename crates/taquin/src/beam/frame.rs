//! A problem as a beam sees it: every tile is called by the cell that it belongs to.
//!
//! So all goals of a shape look alike but for the cell of the blank, and that is brought as near to the first cell as
//! the symmetries of the shape allow: what is learned for one goal serves all goals with the blank in any corner.

use crate::board::{Board, number};
use crate::shape::{Cell, Direction, Shape};
use crate::symmetry::Symmetry;

/// How boards and moves are translated.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    shape: Shape,
    /// By cell of the shape, the cell that stands for it.
    image: Box<[u8]>,
    /// The cell that an image stands for.
    original: Box<[Cell]>,
    /// By number on a tile, the image of the cell that it belongs to.
    label: Box<[u8]>,
}

impl Frame {
    /// The frame for a goal of at most 256 cells.
    pub(crate) fn new(goal: &Board) -> Frame {
        let shape = goal.shape();
        debug_assert!(shape.cells() <= 256);
        let home = goal.cells_by_number();
        let symmetries = Symmetry::all(shape);
        let nearest = symmetries.iter().min_by_key(|symmetry| symmetry.cell(home[0]).index());
        let symmetry = nearest.expect("the identity is a symmetry");
        let image: Box<[u8]> = shape.all_cells().map(|cell| symmetry.cell(cell).index() as u8).collect();
        let mut original = vec![home[0]; shape.cells()];
        for cell in shape.all_cells() {
            original[symmetry.cell(cell).index()] = cell;
        }
        let label = home.iter().map(|cell| image[cell.index()]).collect();
        Frame { shape, image, original: original.into(), label }
    }

    /// What the blank is called: the image of the cell that it belongs to.
    pub(crate) fn blank(&self) -> u8 {
        self.label[0]
    }

    /// By image of a cell, the label of what is in it.
    pub(crate) fn labels(&self, board: &Board) -> Vec<u8> {
        self.original
            .iter()
            .map(|&cell| self.label[usize::from(number(board.contents()[cell.index()]))])
            .collect()
    }

    /// The moves of a blank that begins at a cell of the board and then visits these images.
    pub(crate) fn moves(&self, start: Cell, visited: &[u8]) -> Vec<Direction> {
        let mut at = start;
        let step = |&image: &u8| {
            let to = self.original[usize::from(image)];
            let direction = self.shape.direction_between(at, to).expect("the blank visits neighbours");
            at = to;
            direction
        };
        visited.iter().map(step).collect()
    }

    /// By image of a cell, the images of its neighbours, in ascending order.
    pub(crate) fn neighbours(&self) -> Vec<Vec<u8>> {
        let neighbours = |cell: &Cell| {
            let beside = Direction::ALL.into_iter().filter_map(|way| self.shape.neighbour(*cell, way));
            let mut images: Vec<u8> = beside.map(|cell| self.image[cell.index()]).collect();
            images.sort_unstable();
            images
        };
        self.original.iter().map(neighbours).collect()
    }

    /// Moves between two images on an empty board.
    pub(crate) fn distance(&self, a: usize, b: usize) -> u32 {
        self.shape.distance(self.original[a], self.original[b])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NamedGoal, Problem, Scrambler, Solution};

    #[test]
    fn every_goal_with_the_blank_in_a_corner_looks_alike() {
        for goal in ["1 2 3/4 5 6/7 8 0", "0 1 2/3 4 5/6 7 8", "8 3 1/2 4 5/0 6 7", "4 2 0/1 3 8/6 5 7"] {
            let goal: Board = goal.parse().unwrap();
            let frame = Frame::new(&goal);
            assert_eq!(frame.blank(), 0);
            assert_eq!(frame.labels(&goal), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        }
        let middle: Board = "1 2 3/8 0 4/7 6 5".parse().unwrap();
        assert_eq!(Frame::new(&middle).blank(), 4);
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
