//! Reads problems from a file, standard input or an argument, one at a time.
//!
//! If the lines are whole boards by themselves, each is a problem: `start` or `start | goal`.
//! Otherwise the lines are rows of one board, or of a start and a goal with an empty line between
//! them. Lines with `/` or `|` are whole; of lines without them two decide: in a board written in
//! rows only one row can hold the blank, so two whole lines in a row cannot be rows.
//!
//! A source is never held in memory as a whole, and no line longer than any board is read on.

use super::draft::{Draft, is_whole_board, without_comment};
use super::error::{ParseError, ParseErrorKind};
use crate::board::Board;
use crate::shape::Shape;
use std::fmt;
use std::io::{self, BufRead, Read};

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
}

/// Why a source could not be read to its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The system could not read it.
    Io(io::Error),
    /// It does not hold boards.
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

/// Two of the largest boards fit on a line of this many bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// An iterator over the problems of a text. After an error there are no more.
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
    reader: R,
    shape: Option<Shape>,
    /// The line read last, from 1.
    line: usize,
    state: State,
}

#[derive(Debug)]
enum State {
    /// Nothing has been read.
    Fresh,
    /// Every line is a problem; the next one may have been read already.
    Lines { ahead: Option<String> },
    /// Nothing more will come.
    Done,
}

impl<R: BufRead> Source<R> {
    /// Reads boards of the given shape, or of the shape their text tells.
    pub fn new(reader: R, shape: Option<Shape>) -> Source<R> {
        Source { reader, shape, line: 0, state: State::Fresh }
    }

    /// The next line without its comment, `None` at the end. A line that is only a comment is no
    /// line: it does not stand between rows as an empty one does.
    fn next_line(&mut self) -> Result<Option<String>, ReadError> {
        while let Some(text) = self.raw_line()? {
            let content = without_comment(&text);
            if content.len() == text.len() || !content.trim().is_empty() {
                return Ok(Some(content.to_string()));
            }
        }
        Ok(None)
    }

    /// The next line as it is, `None` at the end.
    fn raw_line(&mut self) -> Result<Option<String>, ReadError> {
        let mut bytes = Vec::new();
        let length =
            self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).map_err(ReadError::Io)?;
        if length == 0 {
            return Ok(None);
        }
        self.line += 1;
        let error = |column, kind| ParseError { line: self.line, column, kind };
        if length as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            return Err(error(1, ParseErrorKind::LineTooLong).into());
        }
        let text = String::from_utf8(bytes).map_err(|utf8| {
            let valid = utf8.utf8_error().valid_up_to();
            let column = String::from_utf8_lossy(&utf8.as_bytes()[..valid]).chars().count() + 1;
            error(column, ParseErrorKind::NotText)
        })?;
        let text = if self.line == 1 { text.strip_prefix('\u{feff}').unwrap_or(&text) } else { &text };
        Ok(Some(text.to_string()))
    }

    /// The next line with something on it.
    fn next_content(&mut self) -> Result<Option<String>, ReadError> {
        while let Some(text) = self.next_line()? {
            if !text.trim().is_empty() {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    /// Decides by the first two lines what the lines are.
    fn begin(&mut self) -> Result<Option<ProblemText>, ReadError> {
        let Some(first) = self.next_content()? else {
            return Ok(None);
        };
        let first_line = self.line;
        if !is_whole_board(&first, first_line) {
            return self.rows(first, first_line).map(Some);
        }
        if first.contains(['/', '|']) {
            self.state = State::Lines { ahead: None };
            return self.problem_line(&first, first_line).map(Some);
        }
        // A row that happens to be 0…k is followed by a row of the same board at once; an empty
        // line between two whole boards does not make them rows.
        match self.next_line()? {
            Some(second) if !second.trim().is_empty() && !is_whole_board(&second, self.line) => {
                let mut draft = Draft::default();
                draft.read_row_line(&first, first_line)?;
                draft.read_row_line(&second, self.line)?;
                self.rest_of_rows(draft, first_line).map(Some)
            }
            ahead => {
                let problem = self.problem_line(&first, first_line)?;
                self.state = State::Lines { ahead: ahead.filter(|text| !text.trim().is_empty()) };
                Ok(Some(problem))
            }
        }
    }

    fn problem_line(&self, text: &str, line: usize) -> Result<ProblemText, ReadError> {
        let (start, goal) = Draft::read_problem_line(text, line)?;
        let start = start.into_board(self.shape)?;
        let goal = goal.map(|goal| goal.into_board(self.shape)).transpose()?;
        Ok(ProblemText { line, start, goal })
    }

    fn rows(&mut self, first: String, first_line: usize) -> Result<ProblemText, ReadError> {
        let mut draft = Draft::default();
        draft.read_row_line(&first, first_line)?;
        self.rest_of_rows(draft, first_line)
    }

    fn rest_of_rows(&mut self, mut draft: Draft, first_line: usize) -> Result<ProblemText, ReadError> {
        self.state = State::Done;
        while let Some(text) = self.next_line()? {
            draft.read_row_line(&text, self.line)?;
        }
        debug_assert!(!draft.is_empty());
        let (start, goal) = draft.into_problem(self.shape)?;
        Ok(ProblemText { line: first_line, start, goal })
    }

    fn following(&mut self, ahead: Option<String>) -> Result<Option<ProblemText>, ReadError> {
        let text = match ahead {
            Some(text) => text,
            None => match self.next_content()? {
                Some(text) => text,
                None => return Ok(None),
            },
        };
        let problem = self.problem_line(&text, self.line).map_err(|error| match error {
            ReadError::Parse(ParseError { line, column, kind: ParseErrorKind::ShapeUnknown { .. } }) => {
                ParseError { line, column, kind: ParseErrorKind::NotAWholeBoard }.into()
            }
            other => other,
        })?;
        self.state = State::Lines { ahead: None };
        Ok(Some(problem))
    }
}

impl<R: BufRead> Iterator for Source<R> {
    type Item = Result<ProblemText, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match std::mem::replace(&mut self.state, State::Done) {
            State::Fresh => self.begin(),
            State::Lines { ahead } => self.following(ahead),
            State::Done => Ok(None),
        }
        .transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<ProblemText>, String> {
        Source::new(text.as_bytes(), None).collect::<Result<_, _>>().map_err(|error| error.to_string())
    }

    #[test]
    fn one_problem_per_line() {
        let problems = read("# two\n1 2/3 0 | 1 2/0 3\n\n0 1 2 3 # a list\n").unwrap();
        assert_eq!(problems.len(), 2);
        assert_eq!((problems[0].line, problems[1].line), (2, 4));
        assert_eq!(problems[0].goal.as_ref().unwrap().to_string(), "1 2/0 3");
        assert_eq!(problems[1].start.to_string(), "0 1/2 3");
        assert_eq!(problems[1].goal, None);
    }

    #[test]
    fn rows_of_a_start_and_a_goal() {
        let problems = read("1 2\n3 0\n\n0 1\n2 3\n").unwrap();
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].start.to_string(), "1 2/3 0");
        assert_eq!(problems[0].goal.as_ref().unwrap().to_string(), "0 1/2 3");
    }

    #[test]
    fn a_first_row_that_looks_like_a_board_is_a_row() {
        let problems = read("0 1 2\n3 4 5\n6 7 8\n\n2 1 0\n3 4 5\n6 7 8").unwrap();
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].start.shape().to_string(), "3x3");
        assert!(problems[0].goal.is_some());
    }

    #[test]
    fn a_bad_line_among_boards_ends_the_source() {
        let mut source = Source::new("1 2/3 0\n1 2 3\n1 2/3 0".as_bytes(), None);
        assert!(source.next().unwrap().is_ok());
        let error = source.next().unwrap().unwrap_err().to_string();
        assert!(error.starts_with("this line is not a whole board"), "{error}");
        assert!(source.next().is_none());
    }

    #[test]
    fn endless_junk_is_refused_early() {
        let mut zeros = io::BufReader::new(io::repeat(b'0'));
        let error = Source::new(&mut zeros, None).next().unwrap().unwrap_err();
        assert!(error.to_string().contains("longer than any board"), "{error}");
        let rows = std::iter::repeat_n("7 7 7\n", 1_000_000).collect::<String>();
        assert!(read(&rows).unwrap_err().contains("too many numbers"));
    }

    #[test]
    fn bytes_that_are_not_text() {
        let bytes: &[u8] = b"1 2 \xff/3 0";
        let error = Source::new(bytes, None).next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "this is not text (invalid UTF-8) (line 1, column 5)");
    }
}
