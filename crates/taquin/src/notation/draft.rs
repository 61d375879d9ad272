//! Cells with their places in the text, arranged in rows and layers but not yet checked.

use super::characters;
use super::error::{ParseError, ParseErrorKind};
use super::lexeme::Content;
use crate::board::{Board, BoardError};
use crate::shape::Shape;

/// The content of a cell and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) content: Content,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Token {
    pub(super) fn error(&self, kind: ParseErrorKind) -> ParseError {
        ParseError { line: self.line, column: self.column, kind }
    }
}

/// A board as it was written. What comes after the last end of a row is a row that is still open.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    cells: Vec<Token>,
    /// Where rows end, counted in cells.
    row_ends: Vec<usize>,
    /// Where layers end, counted in rows.
    layer_ends: Vec<usize>,
}

impl Draft {
    pub(super) fn push(&mut self, token: Token) {
        self.cells.push(token);
    }

    /// Ends the row under way; without one nothing happens.
    pub(super) fn end_row(&mut self) {
        if self.has_open_row() {
            self.row_ends.push(self.cells.len());
        }
    }

    /// Ends the row and the layer under way.
    pub(super) fn end_layer(&mut self) {
        self.end_row();
        if self.row_ends.len() > self.layer_ends.last().copied().unwrap_or(0) {
            self.layer_ends.push(self.row_ends.len());
        }
    }

    /// Adds the rows of another draft as a new layer.
    pub(super) fn append_layers(&mut self, mut other: Draft) {
        self.end_layer();
        other.end_layer();
        let (cells, rows) = (self.cells.len(), self.row_ends.len());
        self.cells.append(&mut other.cells);
        self.row_ends.extend(other.row_ends.iter().map(|end| cells + end));
        self.layer_ends.extend(other.layer_ends.iter().map(|end| rows + end));
    }

    /// Adds the cells of another draft as one row.
    pub(super) fn append_row(&mut self, mut other: Draft) {
        self.end_row();
        self.cells.append(&mut other.cells);
        self.end_row();
    }

    pub(super) fn has_open_row(&self) -> bool {
        self.cells.len() > self.row_ends.last().copied().unwrap_or(0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub(super) fn cells(&self) -> &[Token] {
        &self.cells
    }

    pub(super) fn cells_mut(&mut self) -> &mut [Token] {
        &mut self.cells
    }

    pub(super) fn rows(&self) -> usize {
        self.row_ends.len() + usize::from(self.has_open_row())
    }

    pub(super) fn layer_ends(&self) -> &[usize] {
        &self.layer_ends
    }

    /// The cells of each row.
    fn row_lengths(&self) -> impl Iterator<Item = usize> + '_ {
        let ends = self.row_ends.iter().copied().chain(self.has_open_row().then_some(self.cells.len()));
        ends.scan(0, |begin, end| Some(end - std::mem::replace(begin, end)))
    }

    /// The layers as drafts of their own.
    pub(super) fn into_layers(mut self) -> Vec<Draft> {
        self.end_layer();
        let mut layers = Vec::with_capacity(self.layer_ends.len());
        let mut cells = self.cells.into_iter();
        let (mut row, mut begin) = (0, 0);
        for end in self.layer_ends {
            let row_ends: Vec<usize> = self.row_ends[row..end].iter().map(|place| place - begin).collect();
            let count = row_ends.last().copied().unwrap_or(0);
            let layer_ends = vec![row_ends.len()];
            layers.push(Draft { cells: cells.by_ref().take(count).collect(), row_ends, layer_ends });
            (row, begin) = (end, begin + count);
        }
        layers
    }

    /// Takes the first cell away if it is a size that stands before the rows: a row by itself, and a shape such as `3x3` or
    /// followed by a longer row.
    pub(super) fn take_size(&mut self) -> Option<Token> {
        let first_rows: Vec<usize> = self.row_lengths().take(2).collect();
        let is_shape =
            |content: &Content| matches!(content, Content::Word(word) if word.parse::<Shape>().is_ok());
        if !matches!(first_rows[..], [1, second] if second > 1 || is_shape(&self.cells[0].content)) {
            return None;
        }
        self.row_ends.remove(0);
        self.row_ends.iter_mut().for_each(|end| *end -= 1);
        self.layer_ends.iter_mut().for_each(|end| *end -= 1);
        Some(self.cells.remove(0))
    }

    /// The numbers, if all cells have one.
    pub(super) fn numbers(&self) -> Option<Vec<u16>> {
        let number = |token: &Token| match token.content {
            Content::Number { value, .. } => Some(value),
            Content::Word(_) => None,
        };
        self.cells.iter().map(number).collect()
    }

    /// What is wrong with the first cell that has no number.
    pub(super) fn first_unreadable(&self) -> ParseError {
        let word = self.cells.iter().find(|token| matches!(token.content, Content::Word(_)));
        word.map_or(ParseError::new(1, 1, ParseErrorKind::Empty), unreadable)
    }

    pub(super) fn has_blank(&self) -> bool {
        self.cells.iter().any(|token| matches!(token.content, Content::Number { value: 0, .. }))
    }

    /// Whether it has each of 0…n once, in whatever way that is written.
    pub(super) fn is_complete(&self) -> bool {
        let is_complete = |numbers: &[u16]| !numbers.is_empty() && missing(numbers).is_empty();
        let direct = self.numbers().is_some_and(|numbers| is_complete(&numbers));
        // Several words may be a row of a larger board, a single one with every digit is a board.
        let word = || (self.cells.len() == 1).then(|| characters::spread(self, None)).flatten();
        let spread = || word().and_then(|draft| draft.numbers());
        direct || spread().is_some_and(|numbers| is_complete(&numbers))
    }

    /// Checks rows, layers and numbers. There is at least one cell.
    ///
    /// Numbers are read as numbers where that makes a board, else one character for each cell.
    pub(super) fn into_board(mut self, asked: Option<Shape>) -> Result<Board, ParseError> {
        self.end_layer();
        let word = self.cells.iter().find(|token| matches!(token.content, Content::Word(_)));
        let Some(word) = word else {
            let plain = match self.checked(asked) {
                Ok(board) => return Ok(board),
                Err(error) => error,
            };
            // A single number is a board of one word, a short one; and rows that are words each hold several numbers.
            let is_words = self.cells.len() > 1 && self.rows() == self.cells.len() || self.cells.len() == 1;
            return match characters::spread(&self, asked).map(|draft| draft.checked(asked)) {
                Some(Ok(board)) => Ok(board),
                Some(Err(error)) if is_words => Err(error),
                _ => Err(plain),
            };
        };
        let read = characters::spread(&self, asked).or_else(|| characters::with_letters(&self));
        read.map_or_else(|| Err(unreadable(word)), |draft| draft.checked(asked))
    }

    /// The board of a draft whose cells are numbers.
    fn checked(&self, asked: Option<Shape>) -> Result<Board, ParseError> {
        let Some(first) = self.cells.first() else {
            return Err(ParseError { line: 1, column: 1, kind: ParseErrorKind::Empty });
        };
        let shape = match (self.written_shape()?, asked) {
            (Some(found), Some(expected)) if found != expected => {
                return Err(first.error(ParseErrorKind::ShapeClash { found, expected }));
            }
            (Some(shape), _) | (None, Some(shape)) => shape,
            (None, None) => Shape::of_a_list(self.cells.len())
                .ok_or_else(|| first.error(ParseErrorKind::ShapeUnknown { count: self.cells.len() }))?,
        };
        let Some(numbers) = self.numbers() else {
            return Err(first.error(ParseErrorKind::Empty));
        };
        Board::new(shape, &numbers).map_err(|error| {
            let (index, first) = match error {
                BoardError::OutOfRange { index, .. } => (index, None),
                BoardError::Duplicate { index, first, .. } => {
                    (index, Some((self.cells[first].line, self.cells[first].column)))
                }
                _ => (0, None),
            };
            let missing = missing(&numbers);
            self.cells[index].error(ParseErrorKind::BadBoard { error, first, missing })
        })
    }

    /// The shape that rows and layers make; `None` for a plain list.
    fn written_shape(&self) -> Result<Option<Shape>, ParseError> {
        let lengths: Vec<usize> = self.row_lengths().collect();
        let (width, height) = (lengths[0], self.layer_ends[0]);
        let (mut row, mut cell) = (0, 0);
        for (layer, &end) in self.layer_ends.iter().enumerate() {
            let first = &self.cells[cell];
            let rows = end - row;
            while row < end {
                if lengths[row] != width {
                    let blank_missing = !self.has_blank() && lengths[row] + 1 == width;
                    let found = lengths[row];
                    let kind =
                        ParseErrorKind::RaggedRow { row: row + 1, found, expected: width, blank_missing };
                    return Err(self.cells[cell].error(kind));
                }
                cell += lengths[row];
                row += 1;
            }
            if rows != height {
                let kind = ParseErrorKind::RaggedLayer { layer: layer + 1, found: rows, expected: height };
                return Err(first.error(kind));
            }
        }
        if lengths.len() == 1 {
            return Ok(None);
        }
        Shape::new(width, height, self.layer_ends.len())
            .map(Some)
            .map_err(|error| self.cells[0].error(ParseErrorKind::BadShape(error)))
    }
}

/// What is wrong with a word that is no number.
fn unreadable(token: &Token) -> ParseError {
    let Content::Word(word) = &token.content else { return token.error(ParseErrorKind::Empty) };
    // Enough to show what is wrong; a word may be as long as the line.
    let shown: String = word.chars().take(40).collect();
    token.error(if word.bytes().all(|byte| byte.is_ascii_digit()) {
        ParseErrorKind::TooLarge(shown)
    } else {
        ParseErrorKind::NotANumber(shown)
    })
}

/// The numbers of 0…n that are not among n + 1 numbers.
fn missing(numbers: &[u16]) -> Vec<u16> {
    let mut there = vec![false; numbers.len()];
    for &number in numbers {
        if let Some(place) = there.get_mut(usize::from(number)) {
            *place = true;
        }
    }
    let missing = there.iter().enumerate().filter(|(_, is_there)| !**is_there);
    missing.map(|(number, _)| number as u16).collect()
}
