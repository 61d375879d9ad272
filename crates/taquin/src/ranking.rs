//! Numbers for boards: each board that can be slid into a goal has one, without gaps.

use crate::board::{Board, number};
use crate::shape::Cell;
use crate::sweep::parity;
use std::fmt;

/// Numbers the boards that can be slid into a goal, from 0 and without gaps, for tables with one
/// entry per board. The numbering is part of this crate's contract and never changes:
///
/// 1. Boards are ordered by the cell of the blank first.
/// 2. Write the tiles in reading order, skipping the blank, as places 0…t−1 in the goal's order. Digit
///    i of this sequence is how many of the elements after element i are smaller (Lehmer's code);
///    the digits, the first being the most significant, order the boards of one cell.
/// 3. In a box with two sides above 1 every cell of the blank has the even or the odd sequences only,
///    so the second but last digit, which is 0 or 1, follows from the others and is left out. In a
///    strip the sequence is always the goal's.
///
/// So there are (t + 1)!/2 boards, or as many as cells in a strip.
///
/// ```
/// use taquin::{Board, Ranking, Shape};
///
/// let goal = Board::goal(Shape::flat(3, 3)?);
/// let ranking = Ranking::new(&goal)?;
/// assert_eq!(ranking.boards(), 181_440);
/// let board: Board = "8 1 3/4 0 2/7 6 5".parse()?;
/// let rank = ranking.rank(&board).expect("it can be slid into the goal");
/// assert_eq!(ranking.board(rank), Some(board));
/// assert_eq!(ranking.board(181_440), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ranking {
    goal: Board,
    /// The tiles in the goal's order, and for each tile its place in it.
    tiles: Vec<u16>,
    places: Vec<usize>,
    /// How many boards have the blank in one cell.
    per_cell: u128,
}

/// The boards of a shape are too many to be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyBoards {
    cells: usize,
}

impl fmt::Display for TooManyBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the boards of {} cells are too many to be numbered: at most {} cells are possible",
            self.cells,
            Ranking::MOST_CELLS
        )
    }
}

impl std::error::Error for TooManyBoards {}

impl Ranking {
    /// The largest shapes, strips apart, whose boards are numbered: the numbers have 128 bits.
    pub const MOST_CELLS: usize = 34;

    /// The numbering of the boards that can be slid into this goal.
    ///
    /// # Errors
    /// [`TooManyBoards`] for a shape of more than [`MOST_CELLS`](Ranking::MOST_CELLS) cells that is
    /// not a strip.
    pub fn new(goal: &Board) -> Result<Ranking, TooManyBoards> {
        let shape = goal.shape();
        if !shape.is_strip() && shape.cells() > Self::MOST_CELLS {
            return Err(TooManyBoards { cells: shape.cells() });
        }
        let tiles: Vec<u16> = goal.tiles().map(|(_, tile)| tile.number()).collect();
        let mut places = vec![0; shape.cells()];
        for (place, &tile) in tiles.iter().enumerate() {
            places[usize::from(tile)] = place;
        }
        let per_cell = if shape.is_strip() { 1 } else { (3..=tiles.len() as u128).product() };
        Ok(Ranking { goal: goal.clone(), tiles, places, per_cell })
    }

    /// The goal it was made for.
    #[must_use]
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// How many boards can be slid into the goal; every number below this is the rank of one.
    #[must_use]
    pub fn boards(&self) -> u128 {
        self.per_cell * self.goal.shape().cells() as u128
    }

    /// The number of a board; `None` if it has another shape or cannot be slid into the goal.
    #[must_use]
    pub fn rank(&self, board: &Board) -> Option<u128> {
        if board.shape() != self.goal.shape() {
            return None;
        }
        let first = board.blank().index() as u128 * self.per_cell;
        if board.shape().is_strip() {
            return board.tiles().zip(self.goal.tiles()).all(|(a, b)| a.1 == b.1).then_some(first);
        }
        let count = self.tiles.len();
        let (mut rank, mut odd, mut seen) = (0, self.is_odd(board.blank()), 0u64);
        for (index, (_, tile)) in board.tiles().enumerate() {
            let place = self.places[tile.index()];
            // All smaller ones but those that came before come after.
            let digit = place as u32 - (seen & ((1 << place) - 1)).count_ones();
            seen |= 1 << place;
            odd ^= digit % 2 == 1;
            if index + 2 < count {
                rank = rank * (count - index) as u128 + u128::from(digit);
            }
        }
        (!odd).then_some(first + rank)
    }

    /// The board with this number; `None` if there are not so many.
    #[must_use]
    pub fn board(&self, rank: u128) -> Option<Board> {
        let shape = self.goal.shape();
        let blank = shape.cell(usize::try_from(rank / self.per_cell).ok()?)?;
        let mut left = self.tiles.clone();
        let mut numbers: Vec<u16> = if shape.is_strip() {
            left
        } else {
            let digits = self.digits(rank % self.per_cell, blank);
            digits.into_iter().map(|digit| left.remove(digit)).collect()
        };
        numbers.insert(blank.index(), number(None));
        Some(Board::from_permutation(shape, &numbers))
    }

    /// The digits of a rank among the boards with the blank in a cell.
    fn digits(&self, rank: u128, blank: Cell) -> Vec<usize> {
        let count = self.tiles.len();
        let mut digits = vec![0; count];
        let mut rest = rank;
        for index in (0..count - 2).rev() {
            let radix = (count - index) as u128;
            digits[index] = (rest % radix) as usize;
            rest /= radix;
        }
        let odd = self.is_odd(blank) ^ (digits.iter().sum::<usize>() % 2 == 1);
        digits[count - 2] = usize::from(odd);
        digits
    }

    /// Whether the sequences with the blank in a cell are odd.
    fn is_odd(&self, blank: Cell) -> bool {
        parity(self.goal.shape(), self.goal.blank(), blank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scramble::Scrambler;
    use crate::shape::Shape;
    use crate::solvability::Solvability;
    use crate::sweep;

    fn goal(text: &str) -> Board {
        Scrambler::new(Board::goal(text.parse().unwrap()), 3).uniform()
    }

    #[test]
    fn every_number_is_a_board_and_back() {
        for text in ["1x1", "5x1", "1x1x4", "2x2", "3x2", "2x3", "3x3", "2x2x2", "4x2"] {
            let ranking = Ranking::new(&goal(text)).unwrap();
            for rank in 0..ranking.boards() {
                let board = ranking.board(rank).unwrap();
                assert!(Solvability::of(&board, ranking.goal()).is_solvable(), "{board}");
                assert_eq!(ranking.rank(&board), Some(rank), "{board}");
            }
            assert_eq!(ranking.board(ranking.boards()), None);
            assert_eq!(ranking.board(u128::MAX), None);
        }
    }

    #[test]
    fn large_shapes_have_numbers_too() {
        for text in ["4x4", "5x5", "3x3x3", "17x2", "2x1x17", "255x1"] {
            let ranking = Ranking::new(&goal(text)).unwrap();
            let mut scrambler = Scrambler::new(ranking.goal().clone(), 9);
            for _ in 0..200 {
                let board = scrambler.uniform();
                let rank = ranking.rank(&board).unwrap();
                assert!(rank < ranking.boards());
                assert_eq!(ranking.board(rank), Some(board));
            }
            let last = ranking.boards() - 1;
            assert_eq!(ranking.rank(&ranking.board(last).unwrap()), Some(last));
        }
        assert_eq!(Ranking::new(&goal("7x5")).unwrap_err(), TooManyBoards { cells: 35 });
    }

    #[test]
    fn what_cannot_be_slid_into_the_goal_has_no_number() {
        let ranking = Ranking::new(&goal("4x3")).unwrap();
        let mut scrambler = Scrambler::new(ranking.goal().clone(), 3);
        for _ in 0..1000 {
            let board = scrambler.any();
            let solvable = Solvability::of(&board, ranking.goal()).is_solvable();
            assert_eq!(ranking.rank(&board).is_some(), solvable, "{board}");
        }
        assert_eq!(ranking.rank(&goal("3x4")), None);
        let strip = |numbers: [u16; 4]| Board::new(Shape::flat(4, 1).unwrap(), &numbers).unwrap();
        let ranking = Ranking::new(&strip([1, 2, 0, 3])).unwrap();
        assert_eq!(ranking.rank(&strip([1, 2, 3, 0])), Some(3));
        assert_eq!(ranking.rank(&strip([2, 1, 3, 0])), None);
    }

    #[test]
    fn the_order_is_that_of_sweeps() {
        for text in ["2x2", "3x3", "2x3x2", "4x3"] {
            let goal = goal(text);
            let (ranking, inner) = (Ranking::new(&goal).unwrap(), sweep::Ranking::new(&goal));
            let mut scrambler = Scrambler::new(goal.clone(), 5);
            for _ in 0..200 {
                let board = scrambler.uniform();
                let (cell, rank) = inner.locate(&board).unwrap();
                let expected = cell.index() as u128 * u128::from(inner.ranks()) + u128::from(rank);
                assert_eq!(ranking.rank(&board), Some(expected), "{board}");
            }
        }
    }
}
