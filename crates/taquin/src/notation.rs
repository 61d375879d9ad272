//! Text forms of shapes, boards and solutions.
//!
//! * A shape is `4x3` (width x height) or `3x3x2` (width x height x depth); `4` alone is `4x4`.
//! * A board is numbers separated by spaces, tabs or commas; rows end with `/`, `;` or a newline, layers with `//` or an
//!   empty line; `0`, `_`, `.`, `x`, `*`, `-` and `None` are the blank; `#` starts a comment. Lists in brackets, one word
//!   with a character for each cell, drawings, a size before the rows and lines of JSON are read as well:
//!   `docs/boards.md` shows them all.
//! * A source (a file, standard input, an argument) holds one problem per line, or boards written in rows: see [`source`].
//! * Moves are letters of the blank or of the tiles, numbers of tiles, or boards: see [`Notation`].
//!
//! Reading never guesses: what is wrong comes back as a [`ParseError`] with line and column, and what could be understood
//! in another way has a [`Remark`](source::Remark).
//!
//! | file | idea |
//! |---|---|
//! | `lexeme.rs` | text into words and separators with their places |
//! | `written.rs` | what a line is: boards, a row, a part of a drawing |
//! | `object.rs` | boards in lines of JSON |
//! | `draft.rs` | cells in rows and layers, checked and made a board |
//! | `characters.rs` | one character for each cell |
//! | `lines.rs` | lines of a source, and lines that brackets keep together |
//! | `rows.rs` | lines that are rows, collected to boards |
//! | `single_row.rs` | a row by itself, as it is typed |
//! | `source.rs` | one problem after the other |
//! | `draw.rs`, `moves.rs`, `error.rs` | drawings, moves, what can be wrong |

mod characters;
mod draft;
pub mod draw;
mod error;
mod lexeme;
mod lines;
mod moves;
mod object;
mod rows;
mod single_row;
pub mod source;
mod written;

pub use error::{ParseError, ParseErrorKind};
pub use moves::{MovesError, Notation, Written};
pub use single_row::parse_row;

use crate::board::{Board, number};
use crate::shape::Shape;
use source::{ReadError, Source};
use std::fmt::{self, Write};
use std::str::FromStr;

/// Reads one board. The shape is needed where the text does not tell it: a board in one row that is
/// neither a square nor the cube of 27 cells.
///
/// ```
/// use taquin::notation::parse_board;
///
/// let board = parse_board("1, 2, 3, 4, _, 5", Some("3x2".parse()?))?;
/// assert_eq!(board.to_string(), "1 2 3/4 0 5");
/// let error = parse_board("1 2 3/4 5 5", None).unwrap_err();
/// assert_eq!(error.to_string(), "5 appears twice, 0 is missing (line 1, column 11; first at line 1, column 9)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ParseError`] says what is wrong, at which line and column.
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

/// Reads a board whose text tells its shape; [`parse_board`] is for the others.
///
/// ```
/// use taquin::Board;
///
/// let one: Board = "8 1 3/4 0 2/7 6 5".parse()?;
/// let other: Board = "8,1,3\n4,_,2\n7,6,5\n".parse()?;
/// assert_eq!(one, other);
/// let cube: Board = "1 2/3 4//5 6/7 0".parse()?;
/// assert_eq!(cube.shape().to_string(), "2x2x2");
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
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

/// Reads `4x3`, `3x3x2`, or `4` for `4x4`.
///
/// ```
/// use taquin::Shape;
///
/// let shape: Shape = "4x3".parse()?;
/// assert_eq!((shape.width(), shape.height()), (4, 3));
/// assert_eq!("3x3x3".parse::<Shape>()?, Shape::PUZZLE_26);
/// assert_eq!("4".parse::<Shape>()?, Shape::PUZZLE_15);
/// assert!("0x3".parse::<Shape>().is_err());
/// # Ok::<(), taquin::notation::ShapeTextError>(())
/// ```
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
        assert_eq!("0 1 2 | 3 4 5 | 6 7 8".parse::<Board>().unwrap().to_string(), "0 1 2/3 4 5/6 7 8");
    }

    #[test]
    fn one_board_in_every_form_that_people_have() {
        let board: Board = "1 2 3/4 0 6/7 5 8".parse().unwrap();
        for text in [
            "[[1,2,3],[4,0,6],[7,5,8]]",
            "((1, 2, 3), (4, 0, 6), (7, 5, 8))",
            "{{1,2,3},{4,0,6},{7,5,8}};",
            "[1, 2, 3, 4, 0, 6, 7, 5, 8]",
            "[1 2 3; 4 0 6; 7 5 8]",
            "1 2 3;4 0 6;7 5 8;",
            "[[1,2,3],\n [4,None,6],\n [7,5,8]]",
            "[\n  [1, 2, 3],\n  [4, 0, 6],\n  [7, 5, 8]\n]\n",
            "[[1 2 3]\n [4 0 6]\n [7 5 8]]",
            "array([[1, 2, 3],\n       [4, 0, 6],\n       [7, 5, 8]])",
            "vec![vec![1, 2, 3], vec![4, 0, 6], vec![7, 5, 8]]",
            "[1,2,3],[4,0,6],[7,5,8]",
            "[1,2,3],\n[4,0,6],\n[7,5,8]",
            "[['1','2','3'],['4',' ','6'],['7','5','8']]",
            "[\"123\",\"406\",\"758\"]",
            "123406758",
            "1234_6758",
            "123/406/758",
            "123\n4x6\n758",
            "123 406 758",
            "1 2 3/4 x 6/7 5 8",
            "1 2 3/4 X 6/7 5 8",
            "1 2 3/4 * 6/7 5 8",
            "1 2 3/4 - 6/7 5 8",
            "1 2 3/4 b 6/7 5 8",
            "1 2 3/4 null 6/7 5 8",
            "01 02 03/04 __ 06/07 05 08",
            "1 2 3/4 0 6/7 5 8/",
            "1 2 3 | 4 0 6 | 7 5 8",
            "| 1 | 2 | 3 |\n| 4 |   | 6 |\n| 7 | 5 | 8 |",
            "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 |   | 6 |\n+---+---+---+\n| 7 | 5 | 8 |\n+---+---+---+\n",
            "┌───┬───┬───┐\n│ 1 │ 2 │ 3 │\n├───┼───┼───┤\n│ 4 │   │ 6 │\n├───┼───┼───┤\n│ 7 │ 5 │ 8 │\n└───┴───┴───┘",
            " 1 | 2 | 3\n---+---+---\n 4 |   | 6\n---+---+---\n 7 | 5 | 8",
            "3\n1 2 3\n4 0 6\n7 5 8\n",
            "# This puzzle is solvable\n3\n\n1 2 3\n4 0 6\n7 5 8\n",
            "3\n1 2 3 4 0 6 7 5 8",
            "3x3\n1 2 3\n4 0 6\n7 5 8\n",
            "{\"shape\":\"3x3\",\"start\":\"1 2 3/4 0 6/7 5 8\"}",
            "{\"start\": [[1,2,3],[4,0,6],[7,5,8]]}",
            "{\n  \"seed\": 1,\n  \"start\": \"1 2 3/4 0 6/7 5 8\"\n}",
        ] {
            assert_eq!(text.parse::<Board>().as_ref(), Ok(&board), "{text}");
        }
    }

    #[test]
    fn letters_go_on_after_nine() {
        let board: Board = "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2".parse().unwrap();
        for text in ["fe169b4c0a73d852", "FE16/9B4C/0A73/D852", "f e 1 6/9 b 4 c/_ a 7 3/d 8 5 2"] {
            assert_eq!(text.parse::<Board>().as_ref(), Ok(&board), "{text}");
        }
        let cube: Board = "0123456789abcdefghijklmnopq".parse().unwrap();
        assert_eq!(cube.shape().to_string(), "3x3x3");
        assert_eq!(parse_board("012345", "3x2".parse().ok()).unwrap().to_string(), "0 1 2/3 4 5");
    }

    #[test]
    fn what_the_program_draws_is_read() {
        for text in ["1 0/3 2", "1 0/3 2//4 5/6 7", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"] {
            let board: Board = text.parse().unwrap();
            assert_eq!(draw::draw(&board).parse::<Board>().as_ref(), Ok(&board), "{text}");
        }
    }

    #[test]
    fn likely_causes_are_named() {
        for (text, expected) in [
            (
                "1 2 3/4 5 6/7 8 9",
                "9 is out of range: this board has the numbers 0 to 8; is the blank missing? write it as 0",
            ),
            (
                "1 2 3/4 5 6/7 8",
                "row 3 has 2 numbers, expected 3 like the first row; is the blank missing? write it as 0",
            ),
            ("1 2 3 4/5 6 7 8/9 10 11 12/13 14 14 0", "14 appears twice, 15 is missing"),
            (
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
                "15 numbers do not tell the shape: the 15-puzzle has 16, the blank included",
            ),
            (
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 0",
                "17 numbers do not tell the shape: the 15-puzzle has 16, the blank included; write rows (1 2 3/4 5 0) \
                 or name the shape (line 1",
            ),
            ("123456788", "8 appears twice, 0 is missing"),
            ("3\n1 2\n3 0", "the size before the rows says 3x3, but they make 2x2"),
            ("[[1,2],[3,0]", "this bracket is never closed (line 1, column 1)"),
            ("1 2/3 0]", "this bracket was never opened (line 1, column 8)"),
            ("{\"goal\":\"1 2/3 0\"}", "this object has no `start`"),
        ] {
            let found = error(text);
            assert!(found.starts_with(expected), "{text:?}: {found}");
        }
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
        assert_eq!(error("1 2 y?/4 5 6/7 8 0"), "`y?` is not a number (line 1, column 5)");
        assert_eq!(
            error("1 2 3\n4 5 6\n7 8 100000000000000000000"),
            "100000000000000000000 is too large: tiles go up to 65535 (line 3, column 5)"
        );
        assert_eq!(
            error("1 2 3\n4 0 5\n6 0 8"),
            "0 appears twice, 7 is missing (line 3, column 3; first at line 2, column 3)"
        );
        assert_eq!(
            error("1 2 3/4 5 6/7 9 0"),
            "9 is out of range: this board has the numbers 0 to 8; 8 is missing (line 1, column 15)"
        );
        assert_eq!(
            error("1 2 3\n4 5\n6 7 0"),
            "row 2 has 2 numbers, expected 3 like the first row (line 2, column 1)"
        );
        assert_eq!(
            error("1 2/3 4//5 0"),
            "layer 2 has 1 row, expected 2 like the first layer (line 1, column 10)"
        );
        assert_eq!(
            error("0 1 2 3 4 5"),
            "6 numbers do not tell the shape: write rows (1 2 3/4 5 0) or name the shape, e.g. 3x2 (line 1, column 1)"
        );
        assert_eq!(error("1 2 3///4 5 0"), "a row is empty (line 1, column 8)");
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
