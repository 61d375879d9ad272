//! Numbers the boards of a small shape so that moves are cheap.
//!
//! 1. Write the tiles in reading order, skipping the blank, as places 0…t−1 in the goal's order. A
//!    board is the blank's cell and this sequence.
//! 2. Digit i of the sequence is how many of the elements after element i are smaller. It has t−i
//!    values, and the digits together are the sequence (Lehmer's code).
//! 3. The parity of the sequence is that of the sum of its digits, and it depends on the blank's
//!    cell alone. So the second but last digit, which is 0 or 1, need not be kept: the rank is made
//!    of digits 0…t−3, the first being the most significant, and runs from 0 to t!/2.
//! 4. A move along a row leaves the sequence, and so the rank, as it is. A move over a stride of s
//!    cells takes one element past s−1 others: a window of s neighbouring digits changes, in a way
//!    that depends on these digits only. It is looked up in a table indexed by the window's digits.
//! 5. Where the window reaches the digit that is not kept, that digit follows from the parity of the
//!    digits before the window: there are two tables, one for each parity.

use crate::board::{Board, number};
use crate::shape::{Cell, Direction, Shape};
use crate::solvability::Solvability;

/// The numbering of all boards that can be slid into a goal.
#[derive(Debug)]
pub(super) struct Ranking {
    goal: Board,
    /// The tiles in the goal's order, and their places in it.
    tile_at: Vec<u16>,
    place_of: Vec<u16>,
    /// The value of each kept digit's unit.
    unit: Vec<u32>,
    /// For each cell of the blank, the parity of the sequences that belong to it.
    odd: Vec<bool>,
    /// For each cell, the moves of the blank *into* it.
    arrivals: Vec<Vec<Arrival>>,
}

/// A move of the blank into a cell: how the ranks of the cell it comes from change.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) from: Cell,
    pub(super) change: Change,
}

#[derive(Debug)]
pub(super) enum Change {
    /// The sequence stays.
    Nothing,
    /// A window of digits changes.
    Window(Window),
}

/// Digits that change together: the rank is `(high · size + digits) · low_size + low`.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) low_size: u32,
    pub(super) size: u32,
    /// The digits after the move; twice as long, the half for an odd sum of the high digits second,
    /// where the window reaches the digit that is not kept.
    table: Vec<u32>,
    /// For each high part whether the sum of its digits is odd; empty if it does not matter.
    high_is_odd: Vec<bool>,
}

impl Window {
    /// The digits after the move, in the block with this high part.
    #[inline]
    pub(super) fn after(&self, high: u32, digits: u32) -> u32 {
        let second_half = self.high_is_odd.get(high as usize).is_some_and(|&odd| odd);
        self.table[(digits + u32::from(second_half) * self.size) as usize]
    }
}

/// Windows that reach the end are widened to this many elements, so that there are few high parts.
const WIDE: usize = 6;

impl Ranking {
    /// For a goal whose shape is not a strip and small enough for ranks of 32 bits.
    pub(super) fn new(goal: &Board) -> Ranking {
        let shape = goal.shape();
        let tiles = shape.tiles();
        let tile_at: Vec<u16> = goal.tiles().map(|(_, tile)| tile.number()).collect();
        let mut place_of = vec![0; tiles + 1];
        for (place, &tile) in tile_at.iter().enumerate() {
            place_of[usize::from(tile)] = place as u16;
        }
        let mut unit = vec![1u32; tiles - 2];
        for digit in (0..tiles - 3).rev() {
            unit[digit] = unit[digit + 1] * (tiles - digit - 1) as u32;
        }
        let odd = shape.all_cells().map(|cell| parity(shape, goal.blank(), cell)).collect();
        let mut ranking = Ranking { goal: goal.clone(), tile_at, place_of, unit, odd, arrivals: Vec::new() };
        ranking.arrivals = shape
            .all_cells()
            .map(|to| {
                Direction::ALL
                    .into_iter()
                    .filter_map(|direction| shape.neighbour(to, direction))
                    .map(|from| Arrival { from, change: ranking.change(from, to) })
                    .collect()
            })
            .collect();
        ranking
    }

    /// How many ranks there are for each cell of the blank: half the orders of the tiles.
    pub(super) fn ranks(&self) -> u32 {
        self.unit[0] * self.tile_at.len() as u32
    }

    /// The moves of the blank into a cell.
    pub(super) fn arrivals(&self, to: Cell) -> &[Arrival] {
        &self.arrivals[to.index()]
    }

    /// The rank of a board among those with the blank in the same cell.
    pub(super) fn rank(&self, board: &Board) -> u32 {
        debug_assert!(Solvability::of(board, &self.goal).is_solvable());
        let places: Vec<u16> = board.tiles().map(|(_, tile)| self.place_of[tile.index()]).collect();
        digits(&places).zip(&self.unit).map(|(digit, unit)| digit * unit).sum()
    }

    /// The board with this rank and the blank in this cell.
    pub(super) fn board(&self, blank: Cell, rank: u32) -> Board {
        let tiles = self.tile_at.len();
        let mut code: Vec<u32> =
            self.unit.iter().enumerate().map(|(digit, unit)| rank / unit % (tiles - digit) as u32).collect();
        code.push((code.iter().sum::<u32>() + u32::from(self.odd[blank.index()])) % 2);
        code.push(0);
        let mut numbers: Vec<u16> =
            from_digits(&code).into_iter().map(|place| self.tile_at[usize::from(place)]).collect();
        numbers.insert(blank.index(), number(None));
        Board::from_permutation(self.goal.shape(), &numbers)
    }

    /// How ranks change when the blank goes from one cell to its neighbour.
    fn change(&self, from: Cell, to: Cell) -> Change {
        let tiles = self.tile_at.len();
        let (first, last) = (from.min(to).index(), from.max(to).index() - 1);
        if first == last {
            return Change::Nothing;
        }
        // Forwards, the last element of the window comes first; backwards, the first comes last.
        let rotate =
            |window: &mut [u16]| if from < to { window.rotate_right(1) } else { window.rotate_left(1) };
        if last < tiles - 2 {
            let radices: Vec<u32> = (first..=last).map(|digit| (tiles - digit) as u32).collect();
            let size: u32 = radices.iter().product();
            let table = (0..size)
                .map(|value| {
                    let mut code = to_code(value, &radices);
                    let kept = code.len();
                    code.resize(tiles - first, 0);
                    let mut places = from_digits(&code);
                    rotate(&mut places[..=last - first]);
                    let after: Vec<u32> = digits(&places).take(kept).collect();
                    from_code(&after, &radices)
                })
                .collect();
            return Change::Window(Window {
                low_size: self.unit[last],
                size,
                table,
                high_is_odd: Vec::new(),
            });
        }
        let wide_first = first.min(tiles.saturating_sub(WIDE));
        let radices: Vec<u32> = (wide_first..tiles - 2).map(|digit| (tiles - digit) as u32).collect();
        let size: u32 = radices.iter().product();
        let mut table = Vec::with_capacity(2 * size as usize);
        for high_is_odd in [false, true] {
            for value in 0..size {
                let mut code = to_code(value, &radices);
                let sum = code.iter().sum::<u32>() + u32::from(high_is_odd);
                code.push((sum + u32::from(self.odd[from.index()])) % 2);
                code.push(0);
                let mut places = from_digits(&code);
                rotate(&mut places[first - wide_first..=last - wide_first]);
                let after: Vec<u32> = digits(&places).take(radices.len()).collect();
                table.push(from_code(&after, &radices));
            }
        }
        let high_radices: Vec<u32> = (0..wide_first).map(|digit| (tiles - digit) as u32).collect();
        let high_is_odd = (0..self.ranks() / size)
            .map(|high| to_code(high, &high_radices).iter().sum::<u32>() % 2 == 1)
            .collect();
        Change::Window(Window { low_size: 1, size, table, high_is_odd })
    }
}

/// Whether sequences with the blank in a cell are odd: a move over a stride of s cells is s−1 swaps
/// of neighbouring elements.
fn parity(shape: Shape, home: Cell, blank: Cell) -> bool {
    let swaps: usize = shape
        .long_axes()
        .map(|axis| {
            let moves = shape.coordinate(home, axis).abs_diff(shape.coordinate(blank, axis));
            moves * (shape.stride(axis) - 1)
        })
        .sum();
    swaps % 2 == 1
}

/// The digits of a sequence: for each element how many later ones are smaller.
fn digits(places: &[u16]) -> impl Iterator<Item = u32> + '_ {
    places
        .iter()
        .enumerate()
        .map(|(i, place)| places[i + 1..].iter().filter(|later| *later < place).count() as u32)
}

/// The sequence with these digits.
fn from_digits(code: &[u32]) -> Vec<u16> {
    let mut left: Vec<u16> = (0..code.len() as u16).collect();
    code.iter().map(|&digit| left.remove(digit as usize)).collect()
}

fn to_code(mut value: u32, radices: &[u32]) -> Vec<u32> {
    let mut code = vec![0; radices.len()];
    for (digit, radix) in code.iter_mut().zip(radices).rev() {
        *digit = value % radix;
        value /= radix;
    }
    code
}

fn from_code(code: &[u32], radices: &[u32]) -> u32 {
    code.iter().zip(radices).fold(0, |value, (digit, radix)| value * radix + digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::NamedGoal;
    use crate::scramble::Scrambler;

    const SHAPES: [(usize, usize, usize); 8] =
        [(2, 2, 1), (3, 2, 1), (2, 4, 1), (3, 3, 1), (2, 2, 2), (4, 3, 1), (6, 2, 1), (2, 3, 2)];

    #[test]
    fn every_rank_is_a_board_and_back() {
        for (w, h, d) in SHAPES {
            let goal = NamedGoal::BlankLast.board(Shape::new(w, h, d).unwrap()).unwrap();
            let ranking = Ranking::new(&goal);
            let step = (ranking.ranks() / 5000).max(1) as usize;
            for cell in goal.shape().all_cells() {
                for rank in (0..ranking.ranks()).step_by(step) {
                    let board = ranking.board(cell, rank);
                    assert_eq!(board.blank(), cell);
                    assert!(Solvability::of(&board, &goal).is_solvable(), "{board}");
                    assert_eq!(ranking.rank(&board), rank);
                }
            }
        }
    }

    #[test]
    fn a_window_moves_the_rank_as_a_slide_moves_the_board() {
        for (w, h, d) in SHAPES {
            let shape = Shape::new(w, h, d).unwrap();
            let goal = Scrambler::new(NamedGoal::BlankLast.board(shape).unwrap(), 5).uniform();
            let ranking = Ranking::new(&goal);
            let mut scrambler = Scrambler::new(goal, 11);
            for _ in 0..2000 {
                let board = scrambler.uniform();
                let rank = ranking.rank(&board);
                for (_, to) in board.moves() {
                    let mut after = board.clone();
                    after.slide_blank_to(to);
                    let arrival = ranking.arrivals(to).iter().find(|arrival| arrival.from == board.blank());
                    let moved = match &arrival.unwrap().change {
                        Change::Nothing => rank,
                        Change::Window(window) => {
                            let (block, low) = (rank / window.low_size, rank % window.low_size);
                            let (high, digits) = (block / window.size, block % window.size);
                            (high * window.size + window.after(high, digits)) * window.low_size + low
                        }
                    };
                    assert_eq!(moved, ranking.rank(&after), "{board} → {after}");
                }
            }
        }
    }
}
