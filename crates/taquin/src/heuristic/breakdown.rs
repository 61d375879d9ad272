//! Where the estimates of a board come from: how far each tile is from its place, and which tiles stand in each other's
//! way.

use super::LinearConflict;
use crate::board::{Board, Tile};
use crate::shape::{Axis, Cell, Line};
use std::fmt;

/// Manhattan distance and linear conflicts of a board, tile by tile and line by line.
///
/// ```
/// use taquin::Board;
/// use taquin::heuristic::Breakdown;
///
/// let board: Board = "3 2 1/4 5 6/7 8 0".parse()?;
/// let breakdown = Breakdown::of(&board, &Board::goal(board.shape()));
/// assert_eq!(breakdown.manhattan_by_tile, [2, 0, 2, 0, 0, 0, 0, 0]);
/// assert_eq!(breakdown.conflicts[0].line(), "row 1");
/// assert_eq!(breakdown.conflicts[0].leaving.len(), 2);
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Breakdown {
    /// How far each tile is from its place in the goal, tile 1 first.
    pub manhattan_by_tile: Vec<u32>,
    /// The lines in which tiles stand in each other's way.
    pub conflicts: Vec<LineConflict>,
    is_flat: bool,
}

/// A line in which tiles stand in each other's way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LineConflict {
    /// The axis along which the line runs.
    pub axis: Axis,
    /// Which line along the axis it is, from 1, in the order of [`Shape::lines`](crate::Shape::lines).
    pub number: usize,
    /// Tiles in the wrong order, two and two.
    pub pairs: Vec<[Tile; 2]>,
    /// The fewest tiles that have to leave the line so that the others are in order.
    pub leaving: Vec<Tile>,
}

impl Breakdown {
    /// That of a board and a goal.
    ///
    /// # Panics
    /// If they have different shapes.
    #[must_use]
    pub fn of(board: &Board, goal: &Board) -> Breakdown {
        let shape = goal.shape();
        assert_eq!(board.shape(), shape, "a board and its goal have one shape");
        let (here, home) = (board.cells_by_number(), goal.cells_by_number());
        let distances = here.iter().zip(&home).skip(1).map(|(&here, &home)| shape.distance(here, home));
        let heuristic = LinearConflict::new(goal);
        let mut conflicts = Vec::new();
        for axis in shape.long_axes() {
            for (index, line) in shape.lines(axis).enumerate() {
                let leaving = heuristic.leaving(board, axis, line);
                if !leaving.is_empty() {
                    let pairs = pairs(board, &home, line);
                    conflicts.push(LineConflict { axis, number: index + 1, pairs, leaving });
                }
            }
        }
        Breakdown { manhattan_by_tile: distances.collect(), conflicts, is_flat: shape.is_flat() }
    }

    /// Manhattan plus 2 for every conflicting pair, which is what some programs take for linear conflict. It is not
    /// admissible: on seven boards of the 8-puzzle it is above the true distance. Flat boards only.
    #[must_use]
    pub fn pair_counting(&self) -> Option<u32> {
        let pairs: usize = self.conflicts.iter().map(|conflict| conflict.pairs.len()).sum();
        self.is_flat.then(|| self.manhattan_by_tile.iter().sum::<u32>() + 2 * pairs as u32)
    }
}

impl LineConflict {
    /// The line in words: `row 1`, `column 2`, `pillar 3`.
    #[must_use]
    pub fn line(&self) -> String {
        let word = match self.axis {
            Axis::X => "row",
            Axis::Y => "column",
            Axis::Z => "pillar",
        };
        format!("{word} {}", self.number)
    }
}

impl fmt::Display for LineConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.line())?;
        self.pairs.iter().try_for_each(|[first, second]| write!(f, " {}-{}", first.number(), second.number()))
    }
}

/// The pairs of tiles that are in their goal line but in the wrong order.
fn pairs(board: &Board, home: &[Cell], line: Line) -> Vec<[Tile; 2]> {
    let in_line: Vec<Tile> = line
        .cells()
        .filter_map(|cell| board[cell])
        .filter(|tile| line.cells().any(|cell| cell == home[tile.index()]))
        .collect();
    let mut pairs = Vec::new();
    for (place, &first) in in_line.iter().enumerate() {
        for &second in &in_line[place + 1..] {
            if home[first.index()] > home[second.index()] {
                pairs.push([first, second]);
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Heuristic;
    use crate::scramble::Scrambler;

    /// The only 3×3 boards on which counting pairs is too high; `taquin check` is tested with their distances.
    #[test]
    fn pair_counting_is_too_high_on_seven_boards() {
        for (board, by_pairs) in [
            ("0 8 7/6 5 4/3 2 1", 32),
            ("3 8 1/6 5 4/0 2 7", 28),
            ("6 8 7/0 5 4/3 2 1", 29),
            ("6 8 7/3 5 4/0 2 1", 28),
            ("7 8 0/6 5 4/1 2 3", 28),
            ("8 0 7/6 5 4/3 2 1", 29),
            ("8 7 0/6 5 4/3 2 1", 28),
        ] {
            let board: Board = board.parse().unwrap();
            let breakdown = Breakdown::of(&board, &Board::goal(board.shape()));
            assert_eq!(breakdown.pair_counting(), Some(by_pairs), "{board}");
        }
    }

    #[test]
    fn the_parts_make_up_the_estimate() {
        for shape in ["4x4", "5x3", "3x3x3"] {
            let goal = Board::goal(shape.parse().unwrap());
            let heuristic = LinearConflict::new(&goal);
            let mut scrambler = Scrambler::new(goal.clone(), 3);
            for _ in 0..200 {
                let board = scrambler.uniform();
                let breakdown = Breakdown::of(&board, &goal);
                let sum: u32 = breakdown.manhattan_by_tile.iter().sum();
                let leaving: usize = breakdown.conflicts.iter().map(|conflict| conflict.leaving.len()).sum();
                if breakdown.is_flat {
                    assert_eq!(heuristic.of(&board), sum + 2 * leaving as u32, "{board}");
                } else {
                    assert!(
                        heuristic.of(&board) >= sum && (leaving > 0) == (heuristic.of(&board) > sum),
                        "{board}"
                    );
                }
            }
        }
    }
}
