//! What a heuristic counts, tile by tile.

use crate::board::{Board, Tile, number};
use crate::heuristic::{Heuristic, HeuristicName, LinearConflict, Manhattan};
use crate::shape::{Axis, Cell};
use std::collections::HashSet;
use std::fmt;

/// Marks for the boards of one goal.
#[derive(Clone, Debug)]
pub struct Marks {
    name: HeuristicName,
    home: Box<[Cell]>,
    manhattan: Manhattan,
    conflicts: Option<LinearConflict>,
}

/// The mark of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// What the heuristic counts for the tile, where it is a distance.
    pub counted: Option<u32>,
    /// Whether the cell has other content in the goal. It is not told of a blank that the heuristic does not count.
    pub away: bool,
    /// Whether the tile must leave its line to let others pass.
    pub must_leave: bool,
    /// Whether this is the blank.
    pub is_blank: bool,
}

impl Mark {
    /// The look of the tile: at home, or the farther away the stronger.
    pub(super) fn class(self) -> &'static str {
        match (self.away, self.counted) {
            (false, _) => "tq-home",
            (true, Some(1)) => "tq-1",
            (true, None | Some(2)) => "tq-2",
            (true, Some(3)) => "tq-3",
            (true, Some(_)) => "tq-4",
        }
    }
}

/// A heuristic that does not count tile by tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMarks(HeuristicName);

impl fmt::Display for NoMarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = Marks::NAMES.iter().map(HeuristicName::to_string).collect();
        write!(
            f,
            "{} does not count tile by tile, so it cannot be marked on tiles: take {}",
            self.0,
            names.join(", ")
        )
    }
}

impl std::error::Error for NoMarks {}

impl Marks {
    /// The heuristics that can be marked on tiles.
    pub const NAMES: [HeuristicName; 4] = [
        HeuristicName::Hamming,
        HeuristicName::OutOfPlace,
        HeuristicName::Manhattan,
        HeuristicName::LinearConflict,
    ];

    /// Marks what a heuristic counts on the way to a goal.
    ///
    /// # Errors
    /// If it does not count tile by tile.
    pub fn new(name: &HeuristicName, goal: &Board) -> Result<Marks, NoMarks> {
        if !Marks::NAMES.contains(name) {
            return Err(NoMarks(name.clone()));
        }
        Ok(Marks {
            name: name.clone(),
            home: goal.cells_by_number(),
            manhattan: Manhattan::new(goal),
            conflicts: (*name == HeuristicName::LinearConflict).then(|| LinearConflict::new(goal)),
        })
    }

    /// The mark of every cell in reading order.
    ///
    /// # Panics
    /// If the board has another shape than the goal.
    #[must_use]
    pub fn of(&self, board: &Board) -> Vec<Mark> {
        assert_eq!(board.shape(), self.manhattan.goal().shape(), "marks are for boards of the goal's shape");
        let leaving = self.leaving(board);
        let counts_distance = matches!(self.name, HeuristicName::Manhattan | HeuristicName::LinearConflict);
        let counts_blank = self.name == HeuristicName::OutOfPlace;
        let mark = |(cell, content): (Cell, &Option<Tile>)| Mark {
            counted: content.filter(|_| counts_distance).map(|tile| self.manhattan.distance(tile, cell)),
            away: self.home[usize::from(number(*content))] != cell && (content.is_some() || counts_blank),
            must_leave: content.is_some_and(|tile| leaving.contains(&tile)),
            is_blank: content.is_none(),
        };
        board.shape().all_cells().zip(board.contents()).map(mark).collect()
    }

    /// The tiles that must leave a line.
    fn leaving(&self, board: &Board) -> HashSet<Tile> {
        let Some(conflicts) = &self.conflicts else { return HashSet::new() };
        let of_axis = |axis| {
            let lines = board.shape().lines(axis);
            lines.flat_map(move |line| conflicts.leaving(board, axis, line))
        };
        Axis::ALL.into_iter().flat_map(of_axis).collect()
    }

    /// The estimate in words: `manhattan: 10`.
    #[must_use]
    pub fn summary(&self, board: &Board) -> String {
        let manhattan = self.manhattan.of(board);
        match &self.conflicts {
            Some(conflicts) => {
                let whole = conflicts.of(board);
                format!("{}: {manhattan} + {} = {whole}", self.name, whole - manhattan)
            }
            None => format!("{}: {}", self.name, self.value(board)),
        }
    }

    /// The estimate.
    #[must_use]
    pub fn value(&self, board: &Board) -> u32 {
        match (&self.conflicts, &self.name) {
            (Some(conflicts), _) => conflicts.of(board),
            (None, HeuristicName::Manhattan) => self.manhattan.of(board),
            _ => self.of(board).iter().filter(|mark| mark.away).count() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scramble::Scrambler;
    use crate::shape::Shape;

    #[test]
    fn marks_add_up_to_the_estimate() {
        for shape in [Shape::PUZZLE_8, Shape::flat(4, 3).unwrap(), Shape::new(2, 2, 3).unwrap()] {
            let goal = Board::goal(shape);
            let mut scrambler = Scrambler::new(goal.clone(), 5);
            for _ in 0..50 {
                let board = scrambler.uniform();
                for name in Marks::NAMES {
                    let marks = Marks::new(&name, &goal).unwrap();
                    let estimate = name.build(&goal, 1).unwrap().of(&board);
                    assert_eq!(marks.value(&board), estimate, "{name} {board}");
                    let of = marks.of(&board);
                    let sum: u32 = of.iter().filter_map(|mark| mark.counted).sum();
                    match name {
                        HeuristicName::Manhattan => assert_eq!(sum, estimate),
                        HeuristicName::LinearConflict => {
                            assert_eq!(of.iter().any(|mark| mark.must_leave), estimate > sum, "{board}");
                        }
                        _ => assert_eq!(sum, 0),
                    }
                }
            }
        }
    }

    #[test]
    fn heuristics_that_do_not_count_tiles_are_refused() {
        let error = Marks::new(&HeuristicName::WalkingDistance, &Board::goal(Shape::PUZZLE_8)).unwrap_err();
        assert!(
            error.to_string().ends_with("take hamming, out-of-place, manhattan, linear-conflict"),
            "{error}"
        );
    }
}
