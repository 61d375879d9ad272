//! Reads problems from a file, standard input or an argument, one at a time.
//!
//! If the lines are whole boards by themselves, each is a problem: `start` or `start | goal`, or an object of JSON.
//! Otherwise the lines are rows of one board, of a start and a goal with an empty line between them, or of three and
//! more boards, each a problem. Lines that are divided into rows are whole; of other lines two decide: in a board
//! written in rows only one row can hold the blank, so two lines with a blank and everything else cannot be rows.
//!
//! The forms of a board are those of [`notation`](super).

use super::draft::Draft;
use super::error::{ParseError, ParseErrorKind};
use super::lines::{Lines, Unit};
use super::object;
use super::rows::{Rows, divided};
use super::written::{Written, rule};
use crate::board::Board;
use crate::shape::Shape;
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead};

/// A start, and a goal if the text has one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProblemText {
    /// The line it begins on, from 1.
    pub line: usize,
    /// The board to begin with.
    pub start: Board,
    /// The board to reach, if it was written down.
    pub goal: Option<Board>,
    /// How it was understood, where it could have been understood in another way.
    pub remark: Option<Remark>,
}

/// How a text was understood that could have been understood in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// There are two boards without a bar between them.
    SecondIsTheGoal {
        /// The line on which the second one begins.
        line: usize,
    },
    /// A list of numbers is a square, and could have been a cube.
    SquareAndNotCube {
        /// How long the sides of the cube would be.
        side: usize,
        /// The shape that was taken.
        taken: Shape,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::SecondIsTheGoal { line } => {
                write!(f, "two boards: the second one (line {line}) is the goal")
            }
            Remark::SquareAndNotCube { side, taken } => {
                write!(f, "{} numbers are read as {taken}, not as {side}x{side}x{side}", taken.cells())
            }
        }
    }
}

/// Why a problem could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The system could not read the source.
    Io(io::Error),
    /// There is something else than a board.
    Parse(ParseError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => error.fmt(f),
            ReadError::Parse(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::Io(error) => Some(error),
            ReadError::Parse(error) => Some(error),
        }
    }
}

impl From<ParseError> for ReadError {
    fn from(error: ParseError) -> ReadError {
        ReadError::Parse(error)
    }
}

/// More lines than this without an empty one are no rows of a board, not even of a drawn one.
const MOST_ROWS: usize = 600;

/// An iterator over the problems of a text. After a problem that cannot be read it goes on with the next; it ends where
/// the system cannot read on, or where the text is longer than any board.
///
/// ```
/// use taquin::notation::source::Source;
///
/// let text = "# two problems\n1 2/0 3\n0 1/2 3 | 1 2/3 0\n";
/// let problems = Source::new(text.as_bytes(), None).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!((problems[0].line, problems[1].line), (2, 3));
/// assert_eq!(problems[0].goal, None);
/// assert_eq!(problems[1].goal, Some("1 2/3 0".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Source<R> {
    lines: Lines<R>,
    shape: Option<Shape>,
    reading: Reading,
    /// Problems that have been read and not handed out.
    ready: VecDeque<Result<ProblemText, ReadError>>,
}

#[derive(Debug)]
enum Reading {
    /// Nothing has been read.
    Fresh,
    /// Every line is a problem.
    Lines,
    /// Lines are rows, and there are three boards at least.
    Rows(Box<Rows>),
    /// Nothing more will come.
    Done,
}

impl<R: BufRead> Source<R> {
    /// Reads boards of the given shape, or of the shape their text tells.
    pub fn new(reader: R, shape: Option<Shape>) -> Source<R> {
        Source { lines: Lines::new(reader), shape, reading: Reading::Fresh, ready: VecDeque::new() }
    }

    /// Finds out by the first lines what the lines are, and gives them back.
    fn lines_are_problems(&mut self) -> Result<bool, ReadError> {
        let mut units: Vec<Unit> = Vec::new();
        let mut complete = 0;
        let are_problems = loop {
            let Some(unit) = self.lines.next()? else { break units.len() == complete };
            if unit.is_empty() {
                if units.is_empty() {
                    continue;
                }
                // An empty line between two whole boards does not make them rows.
                let is_whole = units.len() == complete;
                units.push(unit);
                break is_whole;
            }
            let text = unit.text.as_deref().unwrap_or_default();
            if rule(text).is_some() {
                units.push(unit);
                break false;
            }
            let written = Written::read(text, unit.line, &[]);
            let is_object = object::is_object(text);
            units.push(unit);
            match written {
                _ if is_object => break true,
                Ok(Written::Boards { .. }) => break true,
                Ok(Written::DrawnRow(_)) => break false,
                Ok(Written::Row { row, is_complete: true }) if row.cells().len() > 1 || units.len() == 1 => {
                    complete += 1;
                    if complete == 2 {
                        break true;
                    }
                }
                _ => {}
            }
            if units.len() > MOST_ROWS {
                break false;
            }
        };
        self.lines.give_back(units.into_iter());
        Ok(are_problems)
    }

    /// The problems of the next lines.
    fn next_line(&mut self) -> Result<bool, ReadError> {
        while let Some(unit) = self.lines.next()? {
            let is_rule = || unit.text.as_ref().is_ok_and(|text| rule(text).is_some());
            if !unit.is_empty() && !is_rule() {
                let line = unit.line;
                let boards = unit.text.and_then(|text| self.boards(&text, line));
                self.ready.extend(boards.unwrap_or_else(|error| vec![Err(error.into())]));
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The problems of a line that is a whole board, or several in brackets.
    fn boards(&self, text: &str, line: usize) -> Result<Vec<Result<ProblemText, ReadError>>, ParseError> {
        if object::is_object(text) {
            return self.object(text, line).map(|problem| vec![Ok(problem)]);
        }
        let error = |kind| ParseError { line, column: 1, kind };
        match Written::read(text, line, &[])? {
            Written::Boards { start, goal: None, in_brackets: true } => {
                let board = |draft: Draft| (draft.cells()[0].line, draft.into_board(self.shape));
                Ok(problems(divided(start).into_iter().map(board).collect()))
            }
            Written::Boards { start, goal, .. } => {
                let remark = remark(&start, self.shape);
                let start = start.into_board(self.shape)?;
                let goal = goal.map(|goal| goal.into_board(self.shape)).transpose()?;
                Ok(vec![Ok(ProblemText { line, start, goal, remark })])
            }
            Written::Row { row, is_complete } => {
                let remark = remark(&row, self.shape);
                let start = row.into_board(self.shape).map_err(|failed| match failed.kind {
                    ParseErrorKind::ShapeUnknown { .. } if !is_complete => {
                        error(ParseErrorKind::NotAWholeBoard)
                    }
                    _ => failed,
                })?;
                Ok(vec![Ok(ProblemText { line, start, goal: None, remark })])
            }
            Written::DrawnRow(_) => Err(error(ParseErrorKind::NotAWholeBoard)),
        }
    }

    /// The problem of an object of JSON.
    fn object(&self, text: &str, line: usize) -> Result<ProblemText, ParseError> {
        let error = |kind| ParseError { line, column: 1, kind };
        let object = object::read(text).ok_or_else(|| error(ParseErrorKind::BadObject))?;
        let start = object.start.ok_or_else(|| error(ParseErrorKind::NoStart))?;
        let shape = self.shape.or_else(|| object.shape.and_then(|shape| shape.parse().ok()));
        let board = |text: &str| super::parse_board(text, shape).map_err(|failed| error(failed.kind));
        let goal = object.goal.map(|goal| board(&goal)).transpose()?;
        Ok(ProblemText { line, start: board(&start)?, goal, remark: None })
    }

    /// The first boards that are written in rows: as far as it takes to know how many there are.
    fn first_rows(&mut self) -> Result<(), ReadError> {
        let mut rows = Box::<Rows>::default();
        let mut boards = Vec::new();
        while boards.len() < 3 {
            match rows.next(&mut self.lines, self.shape) {
                Ok(Some(board)) => boards.push(board),
                Ok(None) => break,
                Err(error) => {
                    self.ready.extend(boards.into_iter().map(alone));
                    return Err(error);
                }
            }
        }
        if boards.len() == 3 {
            self.reading = Reading::Rows(rows);
        }
        self.ready.extend(problems(boards));
        Ok(())
    }

    /// Reads on until a problem is ready, or to the end.
    fn read(&mut self) -> Result<(), ReadError> {
        if let Reading::Fresh = self.reading {
            let are_problems = self.lines_are_problems()?;
            self.reading = if are_problems { Reading::Lines } else { Reading::Done };
            if !are_problems {
                return self.first_rows();
            }
        }
        if matches!(self.reading, Reading::Lines) && !self.next_line()? {
            self.reading = Reading::Done;
        }
        if let Reading::Rows(rows) = &mut self.reading {
            match rows.next(&mut self.lines, self.shape)? {
                Some(board) => self.ready.push_back(alone(board)),
                None => self.reading = Reading::Done,
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for Source<R> {
    type Item = Result<ProblemText, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty()
            && let Err(error) = self.read()
        {
            self.reading = Reading::Done;
            self.ready.push_back(Err(error));
        }
        self.ready.pop_front()
    }
}

/// The line on which a board begins, and the board or what is wrong with it.
type Read = (usize, Result<Board, ParseError>);

/// A board that is a problem by itself.
fn alone((line, board): Read) -> Result<ProblemText, ReadError> {
    Ok(ProblemText { line, start: board?, goal: None, remark: None })
}

/// Two boards are a start and a goal, any other number are problems.
fn problems(boards: Vec<Read>) -> Vec<Result<ProblemText, ReadError>> {
    let [(line, start), (second, goal)] = &boards[..] else {
        return boards.into_iter().map(alone).collect();
    };
    vec![match (start, goal) {
        (Ok(start), Ok(goal)) => Ok(ProblemText {
            line: *line,
            start: start.clone(),
            goal: Some(goal.clone()),
            remark: Some(Remark::SecondIsTheGoal { line: *second }),
        }),
        (Err(error), _) | (_, Err(error)) => Err(error.clone().into()),
    }]
}

/// A list of numbers may be a square or a cube.
fn remark(draft: &Draft, asked: Option<Shape>) -> Option<Remark> {
    let count = draft.cells().len();
    if draft.rows() > 1 || asked.is_some() || count == 1 {
        return None;
    }
    let side = (2..).take_while(|side| side * side * side <= count).last().unwrap_or(1);
    let taken = Shape::of_a_list(count).filter(|shape| shape.is_flat())?;
    (side * side * side == count).then_some(Remark::SquareAndNotCube { side, taken })
}

#[cfg(test)]
mod tests;
