//! Numbers the boards of a small shape.
//!
//! 1. Write the tiles in reading order, skipping the blank, as places 0…t−1 in the goal's order. A
//!    board is the blank's cell and this sequence.
//! 2. Digit i of the sequence is how many of the elements after element i are smaller. It has t−i
//!    values, and the digits together are the sequence (Lehmer's code).
//! 3. The parity of the sequence is that of the sum of its digits, and it depends on the blank's
//!    cell alone. So the second but last digit, which is 0 or 1, need not be kept: the rank is made
//!    of digits 0…t−3, the first being the most significant, and runs from 0 to t!/2.
//!
//! Boards may be looked at in a mirror: then cells, the blank's too, are those of the image. Only
//! the blank's cell in the goal matters for the distances of ranks, not which tile is where.

use crate::board::{Board, number};
use crate::shape::{Cell, Shape};
use crate::symmetry::Symmetry;

/// The numbering of all boards that can be slid into a goal.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    shape: Shape,
    /// For each cell its image, and the cell that each is the image of.
    image: Vec<Cell>,
    origin: Vec<Cell>,
    /// The tiles in the order of the goal's image, and their places in it.
    tile_at: Vec<u16>,
    place_of: Vec<u32>,
    /// What each digit counts; the last two, which are not kept, count nothing.
    unit: Vec<u32>,
    /// For each cell of the blank, the parity of the sequences that belong to it.
    odd: Vec<bool>,
}

impl Ranking {
    /// For a goal of a shape that [fits](super::fits).
    pub(crate) fn new(goal: &Board) -> Ranking {
        let cells: Vec<Cell> = goal.shape().all_cells().collect();
        Ranking::seen(goal, cells.clone(), cells)
    }

    /// The same for boards seen in a mirror.
    pub(crate) fn mirrored(goal: &Board, mirror: &Symmetry) -> Ranking {
        let image: Vec<Cell> = goal.shape().all_cells().map(|cell| mirror.cell(cell)).collect();
        let mut origin = image.clone();
        for cell in goal.shape().all_cells() {
            origin[mirror.cell(cell).index()] = cell;
        }
        Ranking::seen(goal, image, origin)
    }

    fn seen(goal: &Board, image: Vec<Cell>, origin: Vec<Cell>) -> Ranking {
        let shape = goal.shape();
        let tiles = shape.tiles();
        let tile_at: Vec<u16> =
            origin.iter().map(|&cell| number(goal[cell])).filter(|&number| number > 0).collect();
        let mut place_of = vec![0; tiles + 1];
        for (place, &tile) in (0..).zip(&tile_at) {
            place_of[usize::from(tile)] = place;
        }
        let mut unit = vec![0; tiles];
        unit[tiles - 3] = 1;
        for digit in (0..tiles - 3).rev() {
            unit[digit] = unit[digit + 1] * (tiles - digit - 1) as u32;
        }
        let home = image[goal.blank().index()];
        let odd = shape.all_cells().map(|cell| parity(shape, home, cell)).collect();
        Ranking { shape, image, origin, tile_at, place_of, unit, odd }
    }

    /// The box that is seen.
    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// How many ranks there are for each cell of the blank: half the orders of the tiles.
    pub(crate) fn ranks(&self) -> u32 {
        ranks(self.shape)
    }

    /// What digits count.
    pub(super) fn units(&self) -> &[u32] {
        &self.unit
    }

    /// Whether the sequences of a cell of the blank are odd.
    pub(super) fn is_odd(&self, blank: Cell) -> bool {
        self.odd[blank.index()]
    }

    /// The blank's cell and the rank of a board among those with the blank there; `None` if it
    /// cannot be slid into the goal.
    #[inline]
    pub(crate) fn locate(&self, board: &Board) -> Option<(Cell, u32)> {
        let mut seen = 0u32;
        let mut rank = 0;
        let mut sum = 0;
        let tiles = self.origin.iter().filter_map(|&cell| board[cell]);
        for (tile, unit) in tiles.zip(&self.unit) {
            let place = self.place_of[tile.index()];
            // All smaller ones but those that came before come after.
            let digit = place - (seen & ((1 << place) - 1)).count_ones();
            seen |= 1 << place;
            rank += digit * unit;
            sum += digit;
        }
        let blank = self.image[board.blank().index()];
        (self.is_odd(blank) == (sum % 2 == 1)).then_some((blank, rank))
    }

    /// Overwrites a board of the shape with the one that has this rank and the blank in this cell.
    pub(crate) fn load(&self, blank: Cell, rank: u32, board: &mut Board) {
        let tiles = self.tile_at.len();
        // The tiles that have not been placed, in the goal's order.
        let mut left = [0; super::MOST_CELLS];
        left[..tiles].copy_from_slice(&self.tile_at);
        let mut seen = [number(None); super::MOST_CELLS];
        let (mut rest, mut odd) = (rank, self.is_odd(blank));
        for place in 0..tiles {
            let digit = match self.unit[place] {
                0 if place + 2 == tiles => u32::from(odd),
                0 => 0,
                unit => rest / unit,
            };
            rest -= digit * self.unit[place];
            odd ^= digit % 2 == 1;
            let cell = if place < blank.index() { place } else { place + 1 };
            seen[cell] = left[digit as usize];
            left.copy_within(digit as usize + 1..tiles - place, digit as usize);
        }
        for (index, cell) in self.image.iter().enumerate() {
            board.put(index, seen[cell.index()]);
        }
    }
}

/// How many boards of a shape have the blank in one cell: half the orders of the tiles.
pub(crate) fn ranks(shape: Shape) -> u32 {
    (3..=shape.tiles() as u32).product()
}

/// Whether sequences with the blank in a cell are odd: a move over a stride of s cells is s−1 swaps
/// of neighbouring elements.
pub(crate) fn parity(shape: Shape, home: Cell, blank: Cell) -> bool {
    let swaps: usize = shape
        .long_axes()
        .map(|axis| {
            let moves = shape.coordinate(home, axis).abs_diff(shape.coordinate(blank, axis));
            moves * (shape.stride(axis) - 1)
        })
        .sum();
    swaps % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::NamedGoal;
    use crate::scramble::Scrambler;
    use crate::solvability::Solvability;

    #[test]
    fn every_rank_is_a_board_and_back() {
        for text in ["2x2", "3x2", "2x4", "3x3", "2x2x2", "4x3", "6x2", "2x3x2"] {
            let shape: Shape = text.parse().unwrap();
            let goal = Scrambler::new(NamedGoal::BlankLast.board(shape).unwrap(), 7).uniform();
            for mirror in Symmetry::all(shape) {
                let ranking = Ranking::mirrored(&goal, &mirror);
                let mut board = goal.clone();
                let step = (ranking.ranks() / 1000).max(1) as usize;
                for cell in shape.all_cells() {
                    for rank in (0..ranking.ranks()).step_by(step) {
                        ranking.load(cell, rank, &mut board);
                        assert_eq!(mirror.cell(board.blank()), cell);
                        assert!(Solvability::of(&board, &goal).is_solvable(), "{board}");
                        assert_eq!(ranking.locate(&board), Some((cell, rank)));
                    }
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_slid_into_the_goal_has_no_rank() {
        let goal = NamedGoal::Snail.board(Shape::flat(4, 3).unwrap()).unwrap();
        let ranking = Ranking::new(&goal);
        let mut scrambler = Scrambler::new(goal.clone(), 3);
        for _ in 0..1000 {
            let board = scrambler.any();
            let solvable = Solvability::of(&board, &goal).is_solvable();
            assert_eq!(ranking.locate(&board).is_some(), solvable, "{board}");
        }
    }
}
