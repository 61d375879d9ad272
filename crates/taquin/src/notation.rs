//! Text forms of shapes, boards and solutions.
//!
//! * A shape is `4x3` (width x height) or `3x3x2` (width x height x depth); `4` alone is `4x4`.
//! * A board is numbers separated by spaces, tabs or commas; rows end with `/` or a newline, layers
//!   with `//` or an empty line; `0`, `_` and `.` are the blank; `#` starts a comment.
//! * A source (a file, standard input, an argument) holds one problem per line, or a single
//!   problem written in rows: see [`source`].
//!
//! Reading never guesses: what is wrong comes back as a [`ParseError`] with line and column.

mod draft;
pub mod draw;
mod error;
pub mod source;

pub use error::{ParseError, ParseErrorKind};

use crate::board::{Board, number};
use crate::shape::Shape;
use crate::solution::Solution;
use source::{ReadError, Source};
use std::fmt::{self, Write};
use std::str::FromStr;

/// Reads one board. The shape is needed where the text does not tell it.
pub fn parse_board(text: &str, shape: Option<Shape>) -> Result<Board, ParseError> {
    let mut source = Source::new(text.as_bytes(), shape);
    let mut next = || {
        source.next().transpose().map_err(|error| match error {
            ReadError::Parse(error) => error,
            ReadError::Io(_) => unreachable!("text in memory can always be read"),
        })
    };
    let first = next()?.ok_or(ParseError { line: 1, column: 1, kind: ParseErrorKind::Empty })?;
    if let Some(second) = next()? {
        return Err(ParseError { line: second.line, column: 1, kind: ParseErrorKind::SeveralBoards });
    }
    if first.goal.is_some() {
        return Err(ParseError { line: first.line, column: 1, kind: ParseErrorKind::SeveralBoards });
    }
    Ok(first.start)
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Board, ParseError> {
        parse_board(text, None)
    }
}

/// One line: `1 2 3/4 5 6/7 8 0`, with `//` between layers.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (l, layer) in layers(self).enumerate() {
            for (r, row) in layer.enumerate() {
                f.write_str(match (l, r) {
                    (0, 0) => "",
                    (_, 0) => "//",
                    _ => "/",
                })?;
                for (column, &content) in row.iter().enumerate() {
                    if column > 0 {
                        f.write_char(' ')?;
                    }
                    write!(f, "{}", number(content))?;
                }
            }
        }
        Ok(())
    }
}

/// The layers of a board from the top, each as its rows from the north.
pub fn layers(
    board: &Board,
) -> impl ExactSizeIterator<Item = std::slice::Chunks<'_, Option<crate::board::Tile>>> {
    let shape = board.shape();
    board.contents().chunks(shape.width() * shape.height()).map(move |layer| layer.chunks(shape.width()))
}

/// Why a text is not a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeTextError {
    text: String,
    reason: String,
}

impl fmt::Display for ShapeTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a shape: {}", self.text.escape_debug(), self.reason)
    }
}

impl std::error::Error for ShapeTextError {}

impl FromStr for Shape {
    type Err = ShapeTextError;

    fn from_str(text: &str) -> Result<Shape, ShapeTextError> {
        let error = |reason: String| ShapeTextError { text: text.chars().take(40).collect(), reason };
        let form = || error("write width x height, e.g. 4x3, or width x height x depth, e.g. 3x3x2".into());
        let sides: Vec<usize> = text
            .trim()
            .split(['x', 'X', '×'])
            .map(|side| side.trim().parse::<usize>().map_err(|_| form()))
            .collect::<Result<_, _>>()?;
        match sides[..] {
            [side] => Shape::flat(side, side),
            [width, height] => Shape::flat(width, height),
            [width, height, depth] => Shape::new(width, height, depth),
            _ => return Err(form()),
        }
        .map_err(|reason| error(reason.to_string()))
    }
}

/// How the moves of a solution are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

impl Notation {
    /// Every notation.
    pub const ALL: [Notation; 4] = [Notation::Blank, Notation::Tile, Notation::Numbers, Notation::Boards];

    /// Its name in text.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Blank => "blank",
            Notation::Tile => "tile",
            Notation::Numbers => "numbers",
            Notation::Boards => "boards",
        }
    }

    /// Writes a solution, without a newline at the end.
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
}

fn join<T: fmt::Display>(items: impl Iterator<Item = T>, separator: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        parse_board(text, None).unwrap_err().to_string()
    }

    #[test]
    fn one_board_in_many_spellings() {
        let board: Board = "1 2 3/4 _ 5/6 7 8".parse().unwrap();
        for text in [
            "1 2 3 4 0 5 6 7 8",
            "1,2,3/4,.,5/6,7,8",
            "1, 2, 3 / 4, 0, 5 / 6, 7, 8 # the centre",
            "1 2 3\n4 0 5\n6 7 8\n",
            "# a comment\n\n1\t2 3\r\n4 0 5\r\n6 7 8\r\n\r\n",
            "\u{feff}1 2 3\n4 0 5\n6 7 8",
        ] {
            assert_eq!(text.parse::<Board>().as_ref(), Ok(&board), "{text:?}");
        }
        assert_eq!(board.to_string(), "1 2 3/4 0 5/6 7 8");
    }

    #[test]
    fn layers_by_double_slash_or_empty_line() {
        let board: Board = "0 1/2 3//4 5/6 7".parse().unwrap();
        assert_eq!(board.shape().to_string(), "2x2x2");
        assert_eq!("0 1\n2 3\n\n4 5\n6 7".parse::<Board>(), Ok(board));
        let numbers: Vec<String> = (0..27).map(|n| n.to_string()).collect();
        assert_eq!(numbers.join(" ").parse::<Board>().unwrap().shape().to_string(), "3x3x3");
    }

    #[test]
    fn the_shape_can_be_given() {
        let shape: Shape = "4x2".parse().unwrap();
        assert_eq!(parse_board("0 1 2 3 4 5 6 7", Some(shape)).unwrap().to_string(), "0 1 2 3/4 5 6 7");
        let clash = parse_board("0 1/2 3/4 5/6 7", Some(shape)).unwrap_err();
        assert_eq!(clash.to_string(), "the board is 2x4 but the shape asked for is 4x2 (line 1, column 1)");
    }

    #[test]
    fn what_is_wrong_and_where() {
        assert_eq!(error(""), "no board here: expected numbers (line 1, column 1)");
        assert_eq!(error("# only\n# comments\n"), "no board here: expected numbers (line 1, column 1)");
        assert_eq!(error("1 2 x/4 5 6/7 8 0"), "`x` is not a number (line 1, column 5)");
        assert_eq!(
            error("1 2 3\n4 5 6\n7 8 100000000000000000000"),
            "100000000000000000000 is too large: tiles go up to 65535 (line 3, column 5)"
        );
        assert_eq!(
            error("1 2 3\n4 0 5\n6 0 8"),
            "0 appears twice (line 3, column 3; first at line 2, column 3)"
        );
        assert_eq!(
            error("1 2 3/4 5 6/7 9 0"),
            "9 is out of range: this board has the numbers 0 to 8 (line 1, column 15)"
        );
        assert_eq!(
            error("1 2 3\n4 5\n6 7 0"),
            "row 2 has 2 numbers, expected 3 like the first row (line 2, column 1)"
        );
        assert_eq!(
            error("1 2/3 4//5 0"),
            "layer 2 has 1 rows, expected 2 like the first layer (line 1, column 10)"
        );
        assert_eq!(
            error("0 1 2 3 4 5"),
            "6 numbers do not tell the shape: write rows (1 2 3/4 5 0) or give --shape, e.g. 3x2 (line 1, column 1)"
        );
        assert_eq!(error("1 2 3/4 5 6/7 8 0/"), "a row is empty (line 1, column 19)");
        assert_eq!(
            error("1 2/3 0\n1 2/0 3"),
            "more than one board where one was expected (line 2, column 1)"
        );
        assert_eq!(
            error("1 2 3/4 5 6/7 8 0 | 0"),
            "more than one board where one was expected (line 1, column 1)"
        );
    }

    #[test]
    fn shapes_as_text() {
        assert_eq!("4".parse::<Shape>().unwrap().to_string(), "4x4");
        assert_eq!(" 3X3x2 ".parse::<Shape>().unwrap().to_string(), "3x3x2");
        assert_eq!("5×1".parse::<Shape>().unwrap().to_string(), "5x1");
        for text in ["", "x", "4x", "0x3", "1x2x3x4", "999x2", "-1x2", "99999999999999999999"] {
            assert!(text.parse::<Shape>().is_err(), "{text}");
        }
    }
}
