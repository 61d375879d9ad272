//! What can be wrong with the text of a board, and where.

use crate::board::BoardError;
use crate::shape::{Shape, ShapeError};
use std::fmt;

/// Something is wrong with a text, at a line and column counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// The line it is on.
    pub line: usize,
    /// The character in that line.
    pub column: usize,
    /// What it is.
    pub kind: ParseErrorKind,
}

impl ParseError {
    /// Something is wrong at this line and column, counted from 1.
    #[must_use]
    pub fn new(line: usize, column: usize, kind: ParseErrorKind) -> ParseError {
        ParseError { line, column, kind }
    }
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// There is no number in it.
    Empty,
    /// A word that is neither a number nor a blank.
    NotANumber(String),
    /// A number above every tile.
    TooLarge(String),
    /// The text is not UTF-8.
    NotText,
    /// A line longer than any board needs.
    LineTooLong,
    /// More numbers than two of the largest boards have.
    TooManyNumbers,
    /// A `/` with nothing before or after it.
    EmptyRow,
    /// A row of another length than the first.
    RaggedRow {
        /// Which row of the board, from 1.
        row: usize,
        /// How many numbers it has.
        found: usize,
        /// How many the first row has.
        expected: usize,
        /// Whether the number that is missing may be the blank, which the board does not have.
        blank_missing: bool,
    },
    /// A layer with another number of rows than the first.
    RaggedLayer {
        /// Which layer, from 1.
        layer: usize,
        /// How many rows it has.
        found: usize,
        /// How many the first layer has.
        expected: usize,
    },
    /// The numbers do not make a square and the text has no rows.
    ShapeUnknown {
        /// How many numbers there are.
        count: usize,
    },
    /// The rows make another shape than the one asked for.
    ShapeClash {
        /// The shape of the text.
        found: Shape,
        /// The shape asked for.
        expected: Shape,
    },
    /// The rows make no shape at all.
    BadShape(ShapeError),
    /// The numbers are not each of 0…n once.
    BadBoard {
        /// What is wrong with them.
        error: BoardError,
        /// For a number that appears twice: line and column of the first.
        first: Option<(usize, usize)>,
        /// The numbers of 0…n that are not there.
        missing: Vec<u16>,
    },
    /// The size that stands before the rows is another than that of the rows.
    SizeClash {
        /// The shape of the rows.
        found: Shape,
        /// What the size says.
        size: Shape,
    },
    /// A number before the rows that is no size.
    BadSize,
    /// A bracket that is never closed.
    UnclosedBracket,
    /// A bracket that was never opened.
    UnopenedBracket,
    /// Something that begins like an object of JSON and is none.
    BadObject,
    /// An object of JSON without a board.
    NoStart,
    /// One board was expected.
    SeveralBoards,
    /// A line has more than one `|`.
    SecondBar,
    /// Other lines are whole boards but this one is not.
    NotAWholeBoard,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ParseErrorKind::Empty => f.write_str("no board here: expected numbers"),
            ParseErrorKind::NotANumber(word) => {
                write!(f, "`{}` is not a number", word.escape_debug())
            }
            ParseErrorKind::TooLarge(number) => {
                write!(f, "{number} is too large: tiles go up to {}", Shape::MAX_TILES)
            }
            ParseErrorKind::NotText => f.write_str("this is not text (invalid UTF-8)"),
            ParseErrorKind::LineTooLong => f.write_str("the line is longer than any board"),
            ParseErrorKind::TooManyNumbers => {
                write!(f, "too many numbers: a board has at most {} tiles", Shape::MAX_TILES)
            }
            ParseErrorKind::EmptyRow => f.write_str("a row is empty"),
            ParseErrorKind::RaggedRow { row, found, expected, blank_missing } => {
                let numbers = if *found == 1 { "number" } else { "numbers" };
                write!(f, "row {row} has {found} {numbers}, expected {expected} like the first row")?;
                f.write_str(if *blank_missing { BLANK_MISSING } else { "" })
            }
            ParseErrorKind::RaggedLayer { layer, found, expected } => {
                let rows = if *found == 1 { "row" } else { "rows" };
                write!(f, "layer {layer} has {found} {rows}, expected {expected} like the first layer")
            }
            ParseErrorKind::ShapeUnknown { count } => shape_unknown(f, *count),
            ParseErrorKind::ShapeClash { found, expected } => {
                write!(f, "the board is {found} but the shape asked for is {expected}")
            }
            ParseErrorKind::BadShape(error) => error.fmt(f),
            ParseErrorKind::BadBoard { error, missing, .. } => bad_board(f, error, missing),
            ParseErrorKind::SizeClash { found, size } => {
                write!(f, "the size before the rows says {size}, but they make {found}")
            }
            ParseErrorKind::BadSize => f.write_str("this is no size of a board"),
            ParseErrorKind::UnclosedBracket => f.write_str("this bracket is never closed"),
            ParseErrorKind::UnopenedBracket => f.write_str("this bracket was never opened"),
            ParseErrorKind::BadObject => f.write_str("this is no complete object of JSON"),
            ParseErrorKind::NoStart => f.write_str("this object has no `start`"),
            ParseErrorKind::SeveralBoards => f.write_str("more than one board where one was expected"),
            ParseErrorKind::SecondBar => f.write_str("a second `|`: a line is `start` or `start | goal`"),
            ParseErrorKind::NotAWholeBoard => f.write_str(
                "this line is not a whole board as the lines before it are (each of 0…n once, rows separated by /)",
            ),
        }?;
        write!(f, " (line {}, column {}", self.line, self.column)?;
        if let ParseErrorKind::BadBoard { first: Some((line, column)), .. } = self.kind {
            write!(f, "; first at line {line}, column {column}")?;
        }
        f.write_str(")")
    }
}

impl std::error::Error for ParseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ParseErrorKind::BadShape(error) => Some(error),
            ParseErrorKind::BadBoard { error, .. } => Some(error),
            _ => None,
        }
    }
}

const BLANK_MISSING: &str = "; is the blank missing? write it as 0";

/// Which number is wrong, and which is not there.
fn bad_board(f: &mut fmt::Formatter<'_>, error: &BoardError, missing: &[u16]) -> fmt::Result {
    write!(f, "{error}")?;
    match (error, missing) {
        (BoardError::OutOfRange { .. }, [0]) => f.write_str(BLANK_MISSING),
        (BoardError::OutOfRange { .. }, [only]) => write!(f, "; {only} is missing"),
        (BoardError::Duplicate { .. }, [only]) => write!(f, ", {only} is missing"),
        _ => Ok(()),
    }
}

/// How many numbers there are, how many there may have to be, and what to do if not.
fn shape_unknown(f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
    let numbers = if count == 1 { "number does" } else { "numbers do" };
    write!(f, "{count} {numbers} not tell the shape: ")?;
    let square = |count: &usize| count.isqrt().pow(2) == *count && *count > 1;
    if let Some(near) = [count + 1, count.saturating_sub(1)].into_iter().find(square) {
        write!(f, "the {}-puzzle has {near}, the blank included; ", near - 1)?;
    }
    write!(f, "write rows (1 2 3/4 5 0) or name the shape")?;
    example_shape(count).map_or(Ok(()), |shape| write!(f, ", e.g. {shape}"))
}

/// The most nearly square flat shape with this many cells, to show what a shape looks like; none if that is a strip.
fn example_shape(count: usize) -> Option<String> {
    let heights = (2..=count).take_while(|height| height * height <= count);
    let height = heights.filter(|height| count.is_multiple_of(*height)).last()?;
    Some(format!("{}x{height}", count / height))
}
