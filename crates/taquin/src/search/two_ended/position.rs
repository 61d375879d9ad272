//! What a two-ended search moves: a permutation and its inverse, with a blank at either end.
//!
//! `mate[0][c]` is the cell in which the tile of cell `c` of the start board lies on the goal board;
//! `mate[1]` is the inverse. Tiles need no other name. A slide at one end changes one pair of mates,
//! and the blanks are mates of each other.

use crate::board::Board;
use crate::first_entry::cells::MAX_CELLS;

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

/// A position in half the space, for those who hold many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Packed {
    /// Of the start end; the other is its inverse.
    mate: [u8; MAX_CELLS],
    blank: u8,
    came: [u8; 2],
}

/// A position in which a solution with so many bad moves is looked for.
pub(crate) type Question = (Packed, u32);

/// A tile's two cells, or the blank's with [`BLANK`] added to the first: what a hash is made of.
pub(crate) type Pair = (u8, u8);

/// Marks the pair of the blanks.
const BLANK: u8 = MAX_CELLS as u8;

impl Packed {
    /// What a search with so many bad moves left is asked. Two searches that are asked the same give the same answer.
    ///
    /// The last slide of an end is not undone, so where the blanks came from matters; but with no bad move left
    /// nothing can be undone anyway.
    pub(crate) fn question(mut self, bad: u32) -> Question {
        if bad == 0 {
            self.came = [NOWHERE; 2];
        }
        (self, bad)
    }

    /// All pairs of a board with so many cells.
    pub(crate) fn pairs(&self, cells: usize) -> impl Iterator<Item = Pair> + use<'_> {
        (0..cells as u8).map(|cell| {
            let mark = if cell == self.blank { BLANK } else { 0 };
            (cell | mark, self.mate[usize::from(cell)])
        })
    }

    /// Moves the blank of one end to a neighbouring cell. Returns the pairs that were and those that are.
    pub(crate) fn play(&mut self, end: usize, cell: u8) -> [Pair; 4] {
        let blank = [self.blank, self.mate[usize::from(self.blank)]];
        self.came[end] = blank[end];
        let tile = if end == 0 {
            cell
        } else {
            self.mate.iter().position(|&mate| mate == cell).expect("every cell has a mate") as u8
        };
        let before = (tile, self.mate[usize::from(tile)]);
        let (tile, blank_after) = if end == 0 {
            ((blank[0], before.1), (cell, blank[1]))
        } else {
            ((tile, blank[1]), (blank[0], cell))
        };
        for (cell, mate) in [tile, blank_after] {
            self.mate[usize::from(cell)] = mate;
        }
        self.blank = blank_after.0;
        [before, (blank[0] | BLANK, blank[1]), tile, (blank_after.0 | BLANK, blank_after.1)]
    }
}

/// What [`Position::undo`] has to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo {
    came: u8,
}

impl Default for Position {
    /// No position at all.
    fn default() -> Position {
        Position { mate: [[0; MAX_CELLS]; 2], blank: [0; 2], came: [NOWHERE; 2] }
    }
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

    /// Without what can be computed again.
    pub(crate) fn pack(&self) -> Packed {
        Packed { mate: self.mate[0], blank: self.blank[0], came: self.came }
    }

    /// Takes over what was packed of a position in the same box, of so many cells.
    pub(crate) fn unpack(&mut self, packed: &Packed, cells: usize) {
        self.mate[0] = packed.mate;
        for (cell, &mate) in packed.mate.iter().enumerate().take(cells) {
            self.mate[1][usize::from(mate) & CUT] = cell as u8;
        }
        self.blank = [packed.blank, packed.mate[usize::from(packed.blank) & CUT]];
        self.came = packed.came;
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

    #[test]
    fn packed_positions_slide_alike() {
        let start: Board = "8 1 3/4 0 2/7 6 5".parse().unwrap();
        let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let mut position = Position::new(&start, &goal);
        let mut packed = position.pack();
        for (end, cell) in [(0, 1), (1, 5), (1, 4), (0, 0), (0, 3), (1, 7)] {
            let mut pairs: Vec<Pair> = packed.pairs(9).collect();
            let change = packed.play(end, cell);
            position.play(end, usize::from(cell));
            assert_eq!(packed, position.pack());
            let mut unpacked = Position::new(&goal, &start);
            unpacked.unpack(&packed, 9);
            assert_eq!(unpacked, position);
            // Two pairs go and two come.
            pairs.retain(|pair| !change[..2].contains(pair));
            pairs.extend(&change[2..]);
            pairs.sort_by_key(|pair| pair.0 & !BLANK);
            assert!(packed.pairs(9).eq(pairs));
        }
    }
}
