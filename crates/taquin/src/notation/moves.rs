//! Moves as text: written from solutions and read back.
//!
//! Letters and numbers may be separated by spaces, commas and newlines; letters may be small.

mod error;
mod read;
mod written;

pub use error::MovesError;
pub use written::Written;

use crate::board::Board;
use crate::problem::Problem;
use crate::shape::Direction;
use crate::solution::Solution;
use std::fmt;

/// How the moves of a solution are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The letters of the blank's moves; of shifts, with how many tiles each takes along, as in `Runs`.
    #[default]
    Blank,
    /// The letters of the blank's moves, each with how often it is repeated: `R12 D3 L`.
    Runs,
    /// The letters of the tiles' moves: each the opposite of the blank's.
    Tile,
    /// The numbers of the tiles moved.
    Numbers,
    /// Every board from start to goal, one per line.
    Boards,
}

impl Notation {
    /// Every notation.
    pub const ALL: [Notation; 5] =
        [Notation::Blank, Notation::Runs, Notation::Tile, Notation::Numbers, Notation::Boards];

    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Notation::Blank => "blank",
            Notation::Runs => "runs",
            Notation::Tile => "tile",
            Notation::Numbers => "numbers",
            Notation::Boards => "boards",
        }
    }

    /// Writes a solution, without a newline at the end.
    ///
    /// ```
    /// use taquin::notation::Notation;
    /// use taquin::{Board, Problem, Solution};
    ///
    /// let start: Board = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let problem = Problem::new(start.clone(), Board::goal(start.shape()))?;
    /// let solution = Solution::from_text(&problem, "RDR")?;
    /// assert_eq!(Notation::Tile.write(&solution), "LUL");
    /// assert_eq!(Notation::Numbers.write(&solution), "4 5 8");
    /// assert_eq!(Notation::Boards.write(&solution).lines().count(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn write(self, solution: &Solution) -> String {
        self.written(solution).to_string()
    }

    /// The text of a solution, for `{}`: solutions of millions of moves are written without making a text of them first.
    ///
    /// ```
    /// use taquin::notation::Notation;
    /// use taquin::{Board, Problem, Solution};
    ///
    /// let start: Board = "0 1 2 3/4 5 6 7".parse()?;
    /// let goal: Board = "1 2 3 7/4 5 6 0".parse()?;
    /// let solution = Solution::from_text(&Problem::new(start, goal)?, "RRRD")?;
    /// assert_eq!(format!("{}", Notation::Runs.written(&solution)), "R3 D");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn written(self, solution: &Solution) -> Written<'_> {
        Written::new(self, solution)
    }

    /// Reads the moves of the blank that a text means for a board to begin with; the opposite of
    /// [`write`](Notation::write). A number behind a letter says how often it is repeated.
    ///
    /// ```
    /// use taquin::notation::Notation;
    /// use taquin::{Board, Direction};
    ///
    /// let start: Board = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let moves = [Direction::East, Direction::South, Direction::East];
    /// assert_eq!(Notation::Blank.read(&start, "R D R")?, moves);
    /// assert_eq!(Notation::Tile.read(&start, "lul")?, moves);
    /// assert_eq!(Notation::Numbers.read(&start, "4, 5, 8")?, moves);
    /// assert!(Notation::Blank.read(&start, "L").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MovesError`] names the first move that cannot be read or made.
    pub fn read(self, start: &Board, text: &str) -> Result<Vec<Direction>, MovesError> {
        match self {
            Notation::Blank | Notation::Runs => read::letters(start, text, |direction| direction),
            Notation::Tile => read::letters(start, text, Direction::opposite),
            Notation::Numbers => read::numbers(start, text),
            Notation::Boards => read::boards(start, text),
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Solution {
    /// Reads moves written as the blank's letters, with or without run lengths, or as the numbers of tiles, and replays
    /// them.
    ///
    /// ```
    /// use taquin::{Board, Problem, Solution};
    ///
    /// let start: Board = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let problem = Problem::new(start.clone(), Board::goal(start.shape()))?;
    /// let solution = Solution::from_text(&problem, "RDR")?;
    /// assert_eq!(solution, Solution::from_text(&problem, "4 5 8")?);
    /// assert_eq!(solution, Solution::from_text(&problem, "R1 D1 R1")?);
    /// assert_eq!(solution.to_string(), "RDR");
    /// assert!(Solution::from_text(&problem, "RDRL").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MovesError`] if a move cannot be read or made, or if the moves do not end at the goal.
    pub fn from_text(problem: &Problem, text: &str) -> Result<Solution, MovesError> {
        let has_letters = text.contains(|c: char| c.is_alphabetic());
        let notation = if has_letters { Notation::Runs } else { Notation::Numbers };
        Ok(Solution::replay(problem, notation.read(problem.start(), text)?)?)
    }
}

/// The letters of the blank's moves, as [`Notation::Blank`] writes them; a solution in shifts with how far each goes.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Notation::Blank.written(self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::WrongMoves;

    #[test]
    fn moves_that_cannot_be_read_or_made_say_which() {
        let start: Board = "1 2 3/0 4 6/7 5 8".parse().unwrap();
        let error = |notation: Notation, text: &str| notation.read(&start, text).unwrap_err().to_string();
        assert_eq!(
            error(Notation::Blank, "RDx"),
            "move 3: `x` is not a move; write R L U D or the numbers of tiles"
        );
        assert_eq!(error(Notation::Blank, "R, U U"), "move 3 leads out of the box");
        assert_eq!(error(Notation::Numbers, "4 8"), "move 2: tile 8 is not beside the blank");
        assert!(error(Notation::Numbers, "4 0").starts_with("move 2: `0` is not a move"));
        assert!(error(Notation::Numbers, "4 99999").starts_with("move 2: `99999` is not a move"));
        assert_eq!(error(Notation::Boards, "1 2 3/4 0 6/7 5 8"), "the first board is not the start");
        let jump = format!("{start}\n1 2 3/4 5 6/7 0 8");
        assert_eq!(error(Notation::Boards, &jump), "board 2 is not one move away from the board before it");
        let bad = format!("{start}\n1 2 3/4 ? 6/7 5 8");
        assert_eq!(error(Notation::Boards, &bad), "board 2: `?` is not a number (line 1, column 9)");
        let cube: Board = "0 1/2 3//4 5/6 7".parse().unwrap();
        assert!(Notation::Blank.read(&cube, "R").unwrap_err().to_string().contains("write E W N S U D"));
        let problem = Problem::new(start.clone(), Board::goal(start.shape())).unwrap();
        assert!(error(Notation::Runs, "R D0").starts_with("move 2: `0` is not a move"));
        assert_eq!(error(Notation::Runs, "R9 D"), "move 3 leads out of the box");
        let short = Solution::from_text(&problem, "RD").unwrap_err();
        assert_eq!(short, MovesError::Wrong(WrongMoves::NotTheGoal));
    }
}
