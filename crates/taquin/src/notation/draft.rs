//! Numbers with their places in the text, arranged in rows and layers but not yet checked.

use super::error::{ParseError, ParseErrorKind};
use crate::board::{Board, BoardError};
use crate::shape::Shape;

/// A number and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) number: u16,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// One or two boards as they were written.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    layers: Vec<Vec<Vec<Token>>>,
    count: usize,
}

/// What a line of text is made of.
enum Lexeme {
    Number(u16),
    Slash,
    Bar,
}

impl Draft {
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Reads a whole line that is a board by itself, or two with a `|` between them.
    pub(super) fn read_problem_line(text: &str, line: usize) -> Result<(Draft, Option<Draft>), ParseError> {
        let mut drafts = vec![Draft::default()];
        let mut row = Vec::new();
        let mut slashes = 0;
        let error = |column, kind| Err(ParseError { line, column, kind });
        for lexeme in lex(text, line) {
            let (column, lexeme) = lexeme?;
            let has_goal = drafts.len() == 2;
            let draft = drafts.last_mut().expect("one draft at least");
            match lexeme {
                Lexeme::Number(number) => {
                    if slashes == 2 {
                        draft.end_layer();
                    }
                    slashes = 0;
                    row.push(Token { number, line, column });
                }
                Lexeme::Slash => {
                    slashes += 1;
                    if slashes == 1 && row.is_empty() || slashes > 2 {
                        return error(column, ParseErrorKind::EmptyRow);
                    }
                    if slashes == 1 {
                        draft.push_row(std::mem::take(&mut row));
                    }
                }
                Lexeme::Bar => {
                    if has_goal {
                        return error(column, ParseErrorKind::SecondBar);
                    }
                    if row.is_empty() {
                        return error(column, ParseErrorKind::EmptyRow);
                    }
                    draft.push_row(std::mem::take(&mut row));
                    drafts.push(Draft::default());
                }
            }
        }
        if row.is_empty() {
            return error(text.trim_end().chars().count() + 1, ParseErrorKind::EmptyRow);
        }
        drafts.last_mut().expect("one draft at least").push_row(row);
        let goal = (drafts.len() == 2).then(|| drafts.pop().expect("two drafts"));
        Ok((drafts.pop().expect("one draft at least"), goal))
    }

    /// Adds a line that is one row; an empty one ends the layer.
    pub(super) fn read_row_line(&mut self, text: &str, line: usize) -> Result<(), ParseError> {
        let mut row = Vec::new();
        for lexeme in lex(text, line) {
            match lexeme? {
                (column, Lexeme::Number(number)) => row.push(Token { number, line, column }),
                (column, Lexeme::Slash | Lexeme::Bar) => {
                    return Err(ParseError { line, column, kind: ParseErrorKind::SeveralBoards });
                }
            }
        }
        if row.is_empty() {
            self.end_layer();
        } else {
            if self.count + row.len() > 2 * (Shape::MAX_TILES + 1) {
                return Err(ParseError { line, column: 1, kind: ParseErrorKind::TooManyNumbers });
            }
            self.push_row(row);
        }
        Ok(())
    }

    fn push_row(&mut self, row: Vec<Token>) {
        if self.layers.is_empty() {
            self.layers.push(Vec::new());
        }
        self.count += row.len();
        self.layers.last_mut().expect("just made").push(row);
    }

    fn end_layer(&mut self) {
        if self.layers.last().is_some_and(|layer| !layer.is_empty()) {
            self.layers.push(Vec::new());
        }
    }

    /// The board, or start and goal if there are two blanks and an empty line half way.
    pub(super) fn into_problem(mut self, shape: Option<Shape>) -> Result<(Board, Option<Board>), ParseError> {
        if self.layers.last().is_some_and(Vec::is_empty) {
            self.layers.pop();
        }
        let blanks = self.layers.iter().flatten().flatten().filter(|token| token.number == 0).count();
        if blanks == 2 && self.layers.len().is_multiple_of(2) {
            let layers = self.layers.split_off(self.layers.len() / 2);
            let goal = Draft { layers, count: 0 };
            return Ok((self.into_board(shape)?, Some(goal.into_board(shape)?)));
        }
        Ok((self.into_board(shape)?, None))
    }

    /// Checks rows, layers and numbers. There is at least one number.
    pub(super) fn into_board(self, asked: Option<Shape>) -> Result<Board, ParseError> {
        let tokens: Vec<Token> = self.layers.iter().flatten().flatten().copied().collect();
        let at = |token: Token, kind| ParseError { line: token.line, column: token.column, kind };
        let shape = match (self.written_shape()?, asked) {
            (Some(found), Some(expected)) if found != expected => {
                return Err(at(tokens[0], ParseErrorKind::ShapeClash { found, expected }));
            }
            (Some(shape), _) | (None, Some(shape)) => shape,
            (None, None) => Shape::of_a_list(tokens.len())
                .ok_or_else(|| at(tokens[0], ParseErrorKind::ShapeUnknown { count: tokens.len() }))?,
        };
        let numbers: Vec<u16> = tokens.iter().map(|token| token.number).collect();
        Board::new(shape, &numbers).map_err(|error| {
            let (index, first) = match error {
                BoardError::OutOfRange { index, .. } => (index, None),
                BoardError::Duplicate { index, first, .. } => {
                    (index, Some((tokens[first].line, tokens[first].column)))
                }
                _ => (0, None),
            };
            at(tokens[index], ParseErrorKind::BadBoard { error, first })
        })
    }

    /// The shape that rows and layers make; `None` for a plain list.
    fn written_shape(&self) -> Result<Option<Shape>, ParseError> {
        let (width, height) = (self.layers[0][0].len(), self.layers[0].len());
        let mut rows = 0;
        for (index, layer) in self.layers.iter().enumerate() {
            let first = layer[0][0];
            for row in layer {
                rows += 1;
                if row.len() != width {
                    let kind = ParseErrorKind::RaggedRow { row: rows, found: row.len(), expected: width };
                    return Err(ParseError { line: row[0].line, column: row[0].column, kind });
                }
            }
            if layer.len() != height {
                let kind =
                    ParseErrorKind::RaggedLayer { layer: index + 1, found: layer.len(), expected: height };
                return Err(ParseError { line: first.line, column: first.column, kind });
            }
        }
        if rows == 1 {
            return Ok(None);
        }
        let first = self.layers[0][0][0];
        Shape::new(width, height, self.layers.len()).map(Some).map_err(|error| ParseError {
            line: first.line,
            column: first.column,
            kind: ParseErrorKind::BadShape(error),
        })
    }
}

/// Whether a line is a board by itself: it is divided into rows, or it has each of 0…n once.
pub(super) fn is_whole_board(text: &str, line: usize) -> bool {
    let mut numbers = Vec::new();
    for lexeme in lex(text, line) {
        match lexeme {
            Ok((_, Lexeme::Number(number))) => numbers.push(number),
            Ok((_, Lexeme::Slash | Lexeme::Bar)) => return true,
            Err(_) => return false,
        }
    }
    numbers.sort_unstable();
    numbers.iter().enumerate().all(|(index, &number)| usize::from(number) == index)
}

/// The text before a comment.
pub(super) fn without_comment(text: &str) -> &str {
    text.split('#').next().unwrap_or_default()
}

/// Splits a line without its comment into numbers and separators with their columns.
fn lex(text: &str, line: usize) -> impl Iterator<Item = Result<(usize, Lexeme), ParseError>> + '_ {
    let mut characters = text.chars().enumerate().peekable();
    std::iter::from_fn(move || {
        let is_space = |c: char| c.is_whitespace() || c == ',';
        while characters.next_if(|&(_, c)| is_space(c)).is_some() {}
        let (start, first) = characters.next()?;
        let column = start + 1;
        match first {
            '/' => return Some(Ok((column, Lexeme::Slash))),
            '|' => return Some(Ok((column, Lexeme::Bar))),
            _ => {}
        }
        let mut word = String::from(first);
        while let Some((_, c)) = characters.next_if(|&(_, c)| !is_space(c) && c != '/' && c != '|') {
            word.push(c);
        }
        // Enough to show what is wrong; a word may be as long as the line.
        let shown = || word.chars().take(40).collect();
        let kind = match word.as_str() {
            "_" | "." => return Some(Ok((column, Lexeme::Number(0)))),
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => match digits.parse() {
                Ok(number) => return Some(Ok((column, Lexeme::Number(number)))),
                Err(_) => ParseErrorKind::TooLarge(shown()),
            },
            _ => ParseErrorKind::NotANumber(shown()),
        };
        Some(Err(ParseError { line, column, kind }))
    })
}
