//! What a two-ended search moves: a permutation and its inverse, with a blank at either end.
//!
//! `mate[0][c]` is the cell in which the tile of cell `c` of the start board lies on the goal board;
//! `mate[1]` is the inverse. Tiles need no other name. A slide at one end changes one pair of mates,
//! and the blanks are mates of each other.

use crate::board::Board;
use crate::heuristic::first_entry::grid::MAX_CELLS;

/// Cell numbers are cut to this before they index an array of [`MAX_CELLS`], which spares a check.
const CUT: usize = MAX_CELLS - 1;

/// No cell: the blank has not moved yet.
const NOWHERE: u8 = u8::MAX;

/// Both boards, relative to each other. End 0 is the start, end 1 the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    mate: [[u8; MAX_CELLS]; 2],
    blank: [u8; 2],
    came: [u8; 2],
}

/// What [`Position::undo`] has to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo {
    came: u8,
}

impl Position {
    /// Of two boards of one shape with at most [`MAX_CELLS`] cells.
    pub(crate) fn new(start: &Board, goal: &Board) -> Position {
        let boards = [start, goal];
        let places = boards.map(Board::cells_by_number);
        let mut mate = [[0; MAX_CELLS]; 2];
        for end in 0..2 {
            for (cell, number) in boards[end].numbers().enumerate() {
                mate[end][cell] = places[end ^ 1][usize::from(number)].0 as u8;
            }
        }
        Position { mate, blank: boards.map(|board| board.blank().0 as u8), came: [NOWHERE; 2] }
    }

    /// Where the tile in a cell of one end lies at the other.
    #[inline(always)]
    pub(crate) fn mate(&self, end: usize, cell: usize) -> usize {
        usize::from(self.mate[end & 1][cell & CUT]) & CUT
    }

    /// The blank's cell.
    #[inline(always)]
    pub(crate) fn blank(&self, end: usize) -> usize {
        usize::from(self.blank[end & 1]) & CUT
    }

    /// The cell that the blank came from: going back there would undo the last slide of this end.
    #[inline(always)]
    pub(crate) fn came(&self, end: usize) -> usize {
        usize::from(self.came[end & 1])
    }

    /// Moves the blank of one end to a neighbouring cell.
    #[inline(always)]
    pub(crate) fn play(&mut self, end: usize, cell: usize) -> Undo {
        let undo = Undo { came: self.came[end & 1] };
        self.came[end & 1] = self.blank[end & 1];
        self.shift(end, cell);
        undo
    }

    /// Takes the last slide of one end back.
    #[inline(always)]
    pub(crate) fn undo(&mut self, end: usize, undo: Undo) {
        let back = self.came(end);
        self.shift(end, back);
        self.came[end & 1] = undo.came;
    }

    #[inline(always)]
    fn shift(&mut self, end: usize, cell: usize) {
        let (end, other) = (end & 1, end & 1 ^ 1);
        let from = self.blank(end);
        let goal = self.mate(end, cell);
        self.mate[end][from] = goal as u8;
        self.mate[other][goal] = from as u8;
        self.mate[end][cell & CUT] = self.blank[other];
        self.mate[other][self.blank(other)] = cell as u8;
        self.blank[end] = cell as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_at_either_end_are_those_of_the_boards() {
        let mut start: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
        let mut goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let before = Position::new(&start, &goal);
        let mut position = before.clone();
        let first = position.play(0, 1);
        start.slide(crate::Direction::North).unwrap();
        let second = position.play(1, 5);
        goal.slide(crate::Direction::North).unwrap();
        let fresh = Position::new(&start, &goal);
        assert_eq!((position.mate, position.blank), (fresh.mate, fresh.blank));
        assert_eq!((position.came(0), position.came(1)), (4, 8));
        position.undo(1, second);
        position.undo(0, first);
        assert_eq!(position, before);
    }
}
