//! Moves as text: written from solutions and read back.
//!
//! Letters and numbers may be separated by spaces, commas and newlines; letters may be small.

use super::{ParseError, parse_board};
use crate::board::{Board, Tile};
use crate::problem::Problem;
use crate::shape::{Direction, Shape};
use crate::solution::{Solution, WrongMoves};
use std::fmt;
use std::str::FromStr;

/// How the moves of a solution are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The letters of the blank's moves.
    #[default]
    Blank,
    /// The letters of the tiles' moves: each the opposite of the blank's.
    Tile,
    /// The numbers of the tiles moved.
    Numbers,
    /// Every board from start to goal, one per line.
    Boards,
}

/// Why a text is not a sequence of moves that leads from a start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MovesError {
    /// A word that is not a move in this notation.
    NotAMove {
        /// Which move, from 0.
        index: usize,
        /// What stands there.
        word: String,
        /// The shape of the boards, which says what letters there are.
        shape: Shape,
    },
    /// A tile that is not next to the blank.
    NotBeside {
        /// Which move, from 0.
        index: usize,
        /// The number of the tile.
        tile: u16,
    },
    /// A line that is not a board.
    NotABoard {
        /// Which line with a board, from 0.
        index: usize,
        /// What is wrong with it.
        error: ParseError,
    },
    /// A board that is not one slide away from the one before, or a first one that is not the start.
    NotANeighbour {
        /// Which board, from 0.
        index: usize,
    },
    /// The moves can be read but do not solve the problem.
    Wrong(WrongMoves),
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MovesError::NotAMove { index, word, shape } => {
                let letters: Vec<String> = letters(*shape).map(String::from).collect();
                let word: String = word.chars().take(40).collect();
                write!(f, "move {}: `{}` is not a move", index + 1, word.escape_debug())?;
                write!(f, "; write {} or the numbers of tiles", letters.join(" "))
            }
            MovesError::NotBeside { index, tile } => {
                write!(f, "move {}: tile {tile} is not beside the blank", index + 1)
            }
            MovesError::NotABoard { index, error } => write!(f, "board {}: {error}", index + 1),
            MovesError::NotANeighbour { index: 0 } => f.write_str("the first board is not the start"),
            MovesError::NotANeighbour { index } => {
                write!(f, "board {} is not one move away from the board before it", index + 1)
            }
            MovesError::Wrong(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MovesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            MovesError::NotABoard { error, .. } => Some(error),
            MovesError::Wrong(error) => Some(error),
            _ => None,
        }
    }
}

impl From<WrongMoves> for MovesError {
    fn from(error: WrongMoves) -> MovesError {
        MovesError::Wrong(error)
    }
}

impl Notation {
    /// Every notation.
    pub const ALL: [Notation; 4] = [Notation::Blank, Notation::Tile, Notation::Numbers, Notation::Boards];

    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Notation::Blank => "blank",
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
        let shape = solution.start().shape();
        let moves = solution.moves().iter();
        match self {
            Notation::Blank => moves.map(|&direction| shape.letter(direction)).collect(),
            Notation::Tile => moves.map(|&direction| shape.letter(direction.opposite())).collect(),
            Notation::Numbers => join(solution.slides().map(|slide| slide.tile()), " "),
            Notation::Boards => join(solution.boards(), "\n"),
        }
    }

    /// Reads the moves of the blank that a text means for a board to begin with; the opposite of
    /// [`write`](Notation::write).
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
            Notation::Blank => read_letters(start, text, |direction| direction),
            Notation::Tile => read_letters(start, text, Direction::opposite),
            Notation::Numbers => read_numbers(start, text),
            Notation::Boards => read_boards(start, text),
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Solution {
    /// Reads moves written as the blank's letters or as the numbers of tiles, and replays them.
    ///
    /// ```
    /// use taquin::{Board, Problem, Solution};
    ///
    /// let start: Board = "1 2 3/0 4 6/7 5 8".parse()?;
    /// let problem = Problem::new(start.clone(), Board::goal(start.shape()))?;
    /// let solution = Solution::from_text(&problem, "RDR")?;
    /// assert_eq!(solution, Solution::from_text(&problem, "4 5 8")?);
    /// assert_eq!(solution.to_string(), "RDR");
    /// assert!(Solution::from_text(&problem, "RDRL").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MovesError`] if a move cannot be read or made, or if the moves do not end at the goal.
    pub fn from_text(problem: &Problem, text: &str) -> Result<Solution, MovesError> {
        let has_numbers = text.contains(|c: char| c.is_ascii_digit());
        let notation = if has_numbers { Notation::Numbers } else { Notation::Blank };
        Ok(Solution::replay(problem, notation.read(problem.start(), text)?)?)
    }
}

/// The letters of the blank's moves, as [`Notation::Blank`] writes them.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&Notation::Blank.write(self))
    }
}

/// The letters that moves on a shape are written with.
fn letters(shape: Shape) -> impl Iterator<Item = char> {
    let directions = if shape.is_flat() { &Direction::ALL[..4] } else { &Direction::ALL[..] };
    directions.iter().map(move |&direction| shape.letter(direction))
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ','
}

fn read_letters(
    start: &Board,
    text: &str,
    of_the_blank: impl Fn(Direction) -> Direction,
) -> Result<Vec<Direction>, MovesError> {
    let mut board = start.clone();
    let shape = start.shape();
    let letters = text.chars().filter(|&c| !is_separator(c));
    let direction = |(index, letter): (usize, char)| {
        let direction = shape.direction(letter.to_ascii_uppercase()).map(&of_the_blank);
        let direction =
            direction.ok_or_else(|| MovesError::NotAMove { index, word: letter.to_string(), shape })?;
        board.slide(direction).ok_or(WrongMoves::Illegal { index })?;
        Ok(direction)
    };
    letters.enumerate().map(direction).collect()
}

fn read_numbers(start: &Board, text: &str) -> Result<Vec<Direction>, MovesError> {
    let mut board = start.clone();
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    let direction = |(index, word): (usize, &str)| {
        let not_a_move = || MovesError::NotAMove { index, word: word.to_string(), shape: start.shape() };
        let tile = Tile::new(u16::from_str(word).map_err(|_| not_a_move())?).ok_or_else(not_a_move)?;
        let slide = board.slide_tile(tile).ok_or(MovesError::NotBeside { index, tile: tile.number() })?;
        Ok(slide.direction())
    };
    words.enumerate().map(direction).collect()
}

fn read_boards(start: &Board, text: &str) -> Result<Vec<Direction>, MovesError> {
    let mut before = start.clone();
    let mut moves = Vec::new();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    for (index, line) in lines.enumerate() {
        let board =
            parse_board(line, Some(start.shape())).map_err(|error| MovesError::NotABoard { index, error })?;
        if index > 0 {
            let direction = start.shape().direction_between(before.blank(), board.blank());
            direction.and_then(|direction| before.slide(direction));
            moves.extend(direction);
        }
        if before != board {
            return Err(MovesError::NotANeighbour { index });
        }
    }
    Ok(moves)
}

fn join<T: fmt::Display>(items: impl Iterator<Item = T>, separator: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let short = Solution::from_text(&problem, "RD").unwrap_err();
        assert_eq!(short, MovesError::Wrong(WrongMoves::NotTheGoal));
    }
}
