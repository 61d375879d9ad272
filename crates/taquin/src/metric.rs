//! What counts as a move: the slide of one tile, or the shift of a straight line of tiles.
//!
//! A way of the blank is the same sequence of steps in both metrics; only the number of moves differs. In slides every step
//! is a move. In shifts all steps straight on are one: a shift takes up to a whole row, column or pillar of tiles one cell
//! along. So whatever leads somewhere in one metric does so in the other, and a solution needs no form of its own.
//!
//! This is the one place that knows what a move is. Searches in shifts ask for the moves from every cell; kernels ask once,
//! when their tables are made.

use crate::names;
use crate::shape::{Cell, Direction, Shape};
use std::fmt;
use std::str::FromStr;

/// What counts as one move.
///
/// ```
/// use taquin::{Direction, Metric};
///
/// let steps = [Direction::East, Direction::East, Direction::South];
/// assert_eq!(Metric::Slides.cost(&steps), 3);
/// assert_eq!(Metric::Shifts.cost(&steps), 2);
/// assert_eq!("shifts".parse(), Ok(Metric::Shifts));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Metric {
    /// One tile goes into the blank (*single-tile metric*, STM).
    #[default]
    Slides,
    /// A straight line of tiles beside the blank goes one cell along (*multi-tile metric*, MTM).
    Shifts,
}

impl Metric {
    /// Every metric.
    pub const ALL: [Metric; 2] = [Metric::Slides, Metric::Shifts];

    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Metric::Slides => "slides",
            Metric::Shifts => "shifts",
        }
    }

    /// What it counts, in a line.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Metric::Slides => "every tile that moves one cell is a move",
            Metric::Shifts => "a straight line of tiles that moves together is one move",
        }
    }

    /// How many moves these steps of the blank are.
    #[must_use]
    pub fn cost(self, steps: &[Direction]) -> u32 {
        match self {
            Metric::Slides => steps.len() as u32,
            Metric::Shifts => self.moves(steps).count() as u32,
        }
    }

    /// The steps of each move. In shifts all steps straight on are one move.
    pub fn moves(self, steps: &[Direction]) -> impl Iterator<Item = &[Direction]> {
        steps.chunk_by(move |one, next| self == Metric::Shifts && one == next)
    }

    /// The moves of the blank from a cell in the order of [`Direction::ALL`], in each direction the shortest first.
    pub(crate) fn moves_from(self, shape: Shape, cell: Cell) -> Vec<Move> {
        let mut moves = Vec::new();
        for direction in Direction::ALL {
            let next = |&at: &Cell| shape.neighbour(at, direction);
            let cells = std::iter::successors(next(&cell), next);
            let longest = if self == Metric::Slides { 1 } else { usize::MAX };
            let shifts = cells.take(longest).zip(1..).map(|(to, tiles)| Move { direction, tiles, to });
            moves.extend(shifts);
        }
        moves
    }
}

/// A move of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) direction: Direction,
    /// How many tiles move, and so how many steps the blank makes.
    pub(crate) tiles: u16,
    /// Where the blank goes.
    pub(crate) to: Cell,
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no metric has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMetric {
    name: String,
}

impl fmt::Display for UnknownMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no metric is called `{}`; there are slides and shifts", self.name.escape_debug())
    }
}

impl std::error::Error for UnknownMetric {}

impl FromStr for Metric {
    type Err = UnknownMetric;

    /// Reads a name; `stm` and `mtm` are `slides` and `shifts`.
    fn from_str(name: &str) -> Result<Metric, UnknownMetric> {
        match names::key(name).as_str() {
            "slides" | "slide" | "stm" => Ok(Metric::Slides),
            "shifts" | "shift" | "mtm" => Ok(Metric::Shifts),
            _ => Err(UnknownMetric { name: name.chars().take(40).collect() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_cell_of_a_line_is_one_shift_away() {
        for text in ["4x4", "5x2", "3x3x2", "6x1"] {
            let shape: Shape = text.parse().unwrap();
            for cell in shape.all_cells() {
                let slides = Metric::Slides.moves_from(shape, cell);
                let expected = Direction::ALL.iter().filter(|&&way| shape.neighbour(cell, way).is_some());
                assert_eq!(slides.len(), expected.count());
                for step in &slides {
                    assert_eq!(shape.neighbour(cell, step.direction), Some(step.to));
                }
                let shifts = Metric::Shifts.moves_from(shape, cell);
                let others: usize = shape.long_axes().map(|axis| shape.side(axis) - 1).sum();
                assert_eq!(shifts.len(), others);
                for shift in shifts {
                    let way = |at: Cell, _| shape.neighbour(at, shift.direction).unwrap();
                    assert_eq!((0..shift.tiles).fold(cell, way), shift.to);
                }
            }
        }
    }

    #[test]
    fn names_and_what_is_said_of_others() {
        for metric in Metric::ALL {
            assert_eq!(metric.name().parse(), Ok(metric));
        }
        assert_eq!("MTM".parse(), Ok(Metric::Shifts));
        let error = "hops".parse::<Metric>().unwrap_err().to_string();
        assert_eq!(error, "no metric is called `hops`; there are slides and shifts");
    }
}
