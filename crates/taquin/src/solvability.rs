//! Can one board be slid into another, and why (not)?
//!
//! In a box with two sides of at least 2, exactly half of the arrangements can be reached: a slide
//! swaps the blank with a tile, so it flips the parity of the permutation, and it moves the blank
//! by one cell, so it flips the parity of the blank's distance to its goal. The two stay in step.
//!
//! On flat boards the same fact is told the way classrooms tell it, by counting inversions. In a
//! strip, where tiles cannot pass each other, the order of the tiles must simply be the same.

use crate::board::{Board, Tile};
use crate::shape::Axis;
use std::fmt;

/// The verdict on a start and a goal, with the numbers that prove it.
///
/// ```
/// use taquin::{Board, Shape, Solvability};
///
/// // Sam Loyd's puzzle: 14 and 15 have changed places.
/// let board: Board = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0".parse()?;
/// let verdict = Solvability::of(&board, &Board::goal(Shape::PUZZLE_15));
/// assert_eq!(verdict, Solvability::EvenWidth { inversions: 1, rows_apart: 0 });
/// assert!(!verdict.is_solvable());
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// At most one side is above 1: tiles cannot pass each other.
    Strip {
        /// Whether the tiles stand in the same order in both boards.
        same_order: bool,
    },
    /// A flat board of odd width: the parity of the inversions never changes.
    OddWidth {
        /// Pairs of tiles in the opposite order to the goal's.
        inversions: u64,
    },
    /// A flat board of even width: inversions and the blank's row change parity together.
    EvenWidth {
        /// Pairs of tiles in the opposite order to the goal's.
        inversions: u64,
        /// Rows between the blank's cells in start and goal.
        rows_apart: u32,
    },
    /// A box with several layers: parity of the permutation against the blank's distance.
    Box {
        /// Whether an odd number of swaps turns the start into the goal.
        odd_permutation: bool,
        /// Steps between the blank's cells in start and goal.
        blank_distance: u32,
    },
}

impl Solvability {
    /// Judges two boards of the same shape.
    ///
    /// # Panics
    /// If the shapes differ.
    #[must_use]
    pub fn of(start: &Board, goal: &Board) -> Solvability {
        let shape = start.shape();
        assert_eq!(shape, goal.shape(), "only boards of one shape can be compared");
        if shape.is_strip() {
            let order = |board: &Board| board.tiles().map(|(_, tile)| tile).collect::<Vec<Tile>>();
            return Solvability::Strip { same_order: order(start) == order(goal) };
        }
        if !shape.is_flat() {
            return Solvability::Box {
                odd_permutation: is_odd_permutation(start, goal),
                blank_distance: shape.distance(start.blank(), goal.blank()),
            };
        }
        let inversions = count_inversions(&mut ranks_in_goal_order(start, goal));
        if shape.width() % 2 == 1 {
            Solvability::OddWidth { inversions }
        } else {
            let row = |board: &Board| shape.coordinate(board.blank(), Axis::Y);
            Solvability::EvenWidth { inversions, rows_apart: row(start).abs_diff(row(goal)) as u32 }
        }
    }

    /// The verdict alone.
    #[must_use]
    pub fn is_solvable(self) -> bool {
        match self {
            Solvability::Strip { same_order } => same_order,
            Solvability::OddWidth { inversions } => inversions % 2 == 0,
            Solvability::EvenWidth { inversions, rows_apart } => {
                (inversions + u64::from(rows_apart)) % 2 == 0
            }
            Solvability::Box { odd_permutation, blank_distance } => {
                odd_permutation == (blank_distance % 2 == 1)
            }
        }
    }
}

/// The explanation in one sentence or two, without the verdict.
impl fmt::Display for Solvability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parity = |odd: bool| if odd { "odd" } else { "even" };
        let counted =
            |number: u64, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
        match *self {
            Solvability::Strip { same_order } => write!(
                f,
                "in a strip tiles cannot pass each other, and their order is {} the goal's",
                if same_order { "the same as" } else { "different from" }
            ),
            Solvability::OddWidth { inversions } => write!(
                f,
                "{} against the goal, an {} number; on a board of odd width \
                 every slide keeps it even or odd, and the goal itself has 0",
                counted(inversions, "inversion"),
                parity(inversions % 2 == 1)
            ),
            Solvability::EvenWidth { inversions, rows_apart } => write!(
                f,
                "{} against the goal plus {} between the blank \
                 and its goal make {}, an {} number; on a board of even width every slide keeps \
                 this sum even or odd, and the goal itself has 0",
                counted(inversions, "inversion"),
                counted(rows_apart.into(), "row"),
                inversions + u64::from(rows_apart),
                parity((inversions + u64::from(rows_apart)) % 2 == 1)
            ),
            Solvability::Box { odd_permutation, blank_distance } => write!(
                f,
                "the permutation from start to goal is {} and the blank is {blank_distance} steps, \
                 an {} number, from its goal; every slide changes both parities, so they must agree",
                parity(odd_permutation),
                parity(blank_distance % 2 == 1)
            ),
        }
    }
}

/// The pairs of tiles that stand in the opposite order to the goal's, in reading order of the
/// first and then of the second.
///
/// ```
/// use taquin::solvability::inversions;
/// use taquin::{Board, Shape};
///
/// let board: Board = "1 3 2/4 5 0/7 8 6".parse()?;
/// let pairs: Vec<String> =
///     inversions(&board, &Board::goal(Shape::PUZZLE_8)).map(|(a, b)| format!("{a}-{b}")).collect();
/// assert_eq!(pairs, ["3-2", "7-6", "8-6"]);
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
///
/// # Panics
/// If the shapes differ.
pub fn inversions<'a>(start: &'a Board, goal: &Board) -> impl Iterator<Item = (Tile, Tile)> + 'a {
    assert_eq!(start.shape(), goal.shape(), "only boards of one shape can be compared");
    let ranks = ranks_in_goal_order(start, goal);
    let tiles: Vec<Tile> = start.tiles().map(|(_, tile)| tile).collect();
    (0..tiles.len()).flat_map(move |first| {
        let pairs: Vec<(Tile, Tile)> = (first + 1..tiles.len())
            .filter(|&second| ranks[first] > ranks[second])
            .map(|second| (tiles[first], tiles[second]))
            .collect();
        pairs
    })
}

/// For each tile of the start in reading order, its place among the goal's tiles.
fn ranks_in_goal_order(start: &Board, goal: &Board) -> Vec<u16> {
    let mut rank_of = vec![0u16; start.shape().cells()];
    for (rank, (_, tile)) in goal.tiles().enumerate() {
        rank_of[tile.index()] = rank as u16;
    }
    start.tiles().map(|(_, tile)| rank_of[tile.index()]).collect()
}

/// Counts pairs in descending order by merge sort; the slice ends up sorted.
fn count_inversions(ranks: &mut [u16]) -> u64 {
    if ranks.len() < 2 {
        return 0;
    }
    let middle = ranks.len() / 2;
    let (left, right) = ranks.split_at_mut(middle);
    let mut count = count_inversions(left) + count_inversions(right);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let mut next_left = 0;
    for &mut rank in right {
        while next_left < left.len() && left[next_left] < rank {
            merged.push(left[next_left]);
            next_left += 1;
        }
        count += (left.len() - next_left) as u64;
        merged.push(rank);
    }
    merged.extend_from_slice(&left[next_left..]);
    ranks.copy_from_slice(&merged);
    count
}

/// Whether the permutation that takes the start's contents to the goal's cells is odd: an even
/// number of cells in a cycle needs an odd number of swaps.
fn is_odd_permutation(start: &Board, goal: &Board) -> bool {
    let goal_cells = goal.cells_by_number();
    let target: Vec<usize> = start.numbers().map(|number| goal_cells[usize::from(number)].index()).collect();
    let mut seen = vec![false; target.len()];
    let mut odd = false;
    for first in 0..target.len() {
        let mut cell = first;
        let mut length = 0;
        while !seen[cell] {
            seen[cell] = true;
            cell = target[cell];
            length += 1;
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::NamedGoal;
    use crate::shape::Shape;

    fn judge(start: &str, goal: &str) -> Solvability {
        Solvability::of(&start.parse().unwrap(), &goal.parse().unwrap())
    }

    #[test]
    fn the_classroom_examples() {
        let swapped = judge("2 1 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 0");
        assert_eq!(swapped, Solvability::OddWidth { inversions: 1 });
        assert!(!swapped.is_solvable());
        let r4 = judge("7 2 4/6 0 5/8 3 1", "1 2 3/4 5 6/7 8 0");
        assert_eq!(r4, Solvability::OddWidth { inversions: 17 });
        let loyd = judge("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
        assert_eq!(loyd, Solvability::EvenWidth { inversions: 1, rows_apart: 0 });
        assert!(!loyd.is_solvable());
    }

    #[test]
    fn strips_keep_their_order() {
        assert!(judge("1/2/0/3", "1/0/2/3").is_solvable());
        assert!(!judge("1/2/0/3", "2/1/0/3").is_solvable());
        assert!(judge("0", "0").is_solvable());
    }

    #[test]
    fn the_two_ways_of_counting_agree_on_flat_boards() {
        let shape = Shape::flat(4, 3).unwrap();
        for goal in NamedGoal::ALL {
            let goal = goal.board(shape).unwrap();
            let mut scrambler = crate::scramble::Scrambler::new(goal.clone(), 1);
            for _ in 0..200 {
                let start = scrambler.any();
                let by_inversions = Solvability::of(&start, &goal).is_solvable();
                let by_parity = Solvability::Box {
                    odd_permutation: is_odd_permutation(&start, &goal),
                    blank_distance: shape.distance(start.blank(), goal.blank()),
                };
                assert_eq!(by_inversions, by_parity.is_solvable(), "{start} → {goal}");
            }
        }
    }

    #[test]
    fn the_inversions_listed_are_the_inversions_counted() {
        let start: Board = "7 2 4/6 0 5/8 3 1".parse().unwrap();
        let goal: Board = "1 2 3/8 0 4/7 6 5".parse().unwrap();
        let listed = inversions(&start, &goal).count() as u64;
        assert_eq!(Solvability::of(&start, &goal), Solvability::OddWidth { inversions: listed });
    }
}
