//! Boards written in rows, one line each, with empty lines between layers and between boards.
//!
//! A new board begins where a number comes that the board already has: so layers need no other mark than an empty line,
//! and no board has to be the size of the one before.

use super::characters;
use super::draft::{Draft, Token};
use super::error::{ParseError, ParseErrorKind};
use super::lexeme::Content;
use super::lines::Lines;
use super::source::ReadError;
use super::written::{Written, rule};
use crate::board::Board;
use crate::shape::Shape;
use std::io::BufRead;

/// Rows without an empty line between them.
#[derive(Debug)]
pub(super) struct Block {
    line: usize,
    draft: Draft,
    /// The size that stands before the rows.
    size: Option<Shape>,
    error: Option<ParseError>,
}

/// The line that a board begins on, and the board or what is wrong with it.
pub(super) type FoundBoard = (usize, Result<Board, ParseError>);

/// Collects rows to boards.
#[derive(Debug, Default)]
pub(super) struct Rows {
    ahead: Option<Block>,
    /// Which numbers the board under way has; kept to be used again.
    has: Vec<bool>,
}

impl Rows {
    /// The next board and the line it begins on, `None` at the end.
    pub(super) fn next<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        asked: Option<Shape>,
    ) -> Result<Option<FoundBoard>, ReadError> {
        let Some(mut board) = self.next_block(lines)? else { return Ok(None) };
        self.begin(&board.draft);
        while board.error.is_none() {
            match self.next_block(lines)? {
                Some(next) if next.error.is_none() && next.size.is_none() && !self.shares(&next.draft) => {
                    self.note(&next.draft);
                    board.draft.append_layers(next.draft);
                }
                other => {
                    self.ahead = other;
                    break;
                }
            }
        }
        let Block { line, draft, size, error } = board;
        let read = match error {
            Some(error) => Err(error),
            None => draft.into_board(asked.or(size)).map_err(|error| match error.kind {
                ParseErrorKind::ShapeClash { found, expected } if asked.is_none() => {
                    ParseError { kind: ParseErrorKind::SizeClash { found, size: expected }, ..error }
                }
                _ => error,
            }),
        };
        Ok(Some((line, read)))
    }

    fn begin(&mut self, draft: &Draft) {
        self.has.fill(false);
        self.note(draft);
    }

    fn note(&mut self, draft: &Draft) {
        for number in draft.numbers().unwrap_or_default() {
            let place = usize::from(number);
            if self.has.len() <= place {
                self.has.resize(place + 1, false);
            }
            self.has[place] = true;
        }
    }

    /// Whether a block has a number that the board under way has, or something that is none.
    fn shares(&self, draft: &Draft) -> bool {
        let has = |number: u16| self.has.get(usize::from(number)).copied().unwrap_or(false);
        draft.numbers().is_none_or(|numbers| numbers.into_iter().any(has))
    }

    fn next_block<R: BufRead>(&mut self, lines: &mut Lines<R>) -> Result<Option<Block>, ReadError> {
        if let Some(block) = self.ahead.take() {
            return Ok(Some(block));
        }
        let Some(mut block) = read_block(lines)? else { return Ok(None) };
        // A size with an empty line after it, if there are as many cells as it says; else a layer of one cell.
        if let ([Token { content: Content::Number { value, .. }, .. }], None) =
            (block.draft.cells(), &block.error)
        {
            let (size, cells) = (block.draft.cells()[0].clone(), usize::from(*value).pow(2));
            match read_block(lines)? {
                Some(mut rows) if cells > 1 && rows.draft.cells().len() == cells => {
                    rows.give_size(size);
                    return Ok(Some(rows));
                }
                other => self.ahead = other,
            }
        }
        if let Some(size) = block.draft.take_size() {
            block.give_size(size);
        }
        Ok(Some(block))
    }
}

impl Block {
    fn give_size(&mut self, size: Token) {
        let shape = match &size.content {
            Content::Number { value, .. } => Shape::flat(usize::from(*value), usize::from(*value)).ok(),
            Content::Word(word) => word.parse().ok(),
        };
        self.size = shape;
        if shape.is_none() {
            self.error.get_or_insert_with(|| size.error(ParseErrorKind::BadSize));
        }
    }
}

/// The boards that the layers of a draft belong to.
pub(super) fn divided(draft: Draft) -> Vec<Draft> {
    let mut rows = Rows::default();
    let mut boards: Vec<Draft> = Vec::new();
    for layer in draft.into_layers() {
        match boards.last_mut() {
            Some(board) if !rows.shares(&layer) => {
                rows.note(&layer);
                board.append_layers(layer);
            }
            _ => {
                rows.begin(&layer);
                boards.push(layer);
            }
        }
    }
    boards
}

/// The next rows with an empty line, another drawing or the end after them.
fn read_block<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<Block>, ReadError> {
    let mut block: Option<Block> = None;
    let mut drawn: Vec<Draft> = Vec::new();
    let (mut boxes, mut after_rule) = (Vec::new(), false);
    while let Some(unit) = lines.next()? {
        if unit.is_empty() {
            if block.is_some() {
                break;
            }
            continue;
        }
        if let Some(widths) = unit.text.as_ref().ok().and_then(|text| rule(text)) {
            // Two rules on top of each other: a drawing ends, another begins.
            if after_rule && !drawn.is_empty() {
                lines.give_back([unit].into_iter());
                break;
            }
            (boxes, after_rule) = (widths, true);
            continue;
        }
        after_rule = false;
        let line = unit.line;
        let block =
            block.get_or_insert_with(|| Block { line, draft: Draft::default(), size: None, error: None });
        let several = ParseError { line, column: 1, kind: ParseErrorKind::SeveralBoards };
        match unit.text.and_then(|text| Written::read(&text, line, &boxes)) {
            Ok(Written::Row { row, .. }) => block.draft.append_row(row),
            Ok(Written::DrawnRow(row)) => {
                let layers = row.into_layers();
                drawn.resize_with(layers.len().max(drawn.len()), Draft::default);
                layers.into_iter().zip(&mut drawn).for_each(|(row, layer)| layer.append_row(row));
            }
            Ok(Written::Boards { start, goal: None, .. }) if block.draft.is_empty() => block.draft = start,
            Ok(Written::Boards { .. }) => {
                block.error.get_or_insert(several);
            }
            Err(error) => {
                block.error.get_or_insert(error);
            }
        }
        let cells = block.draft.cells().len() + drawn.iter().map(|layer| layer.cells().len()).sum::<usize>();
        // A board has fewer numbers, and a size before it.
        if cells > Shape::MAX_TILES + 2 {
            let too_many = ParseError { line, column: 1, kind: ParseErrorKind::TooManyNumbers };
            return Err(block.error.take().unwrap_or(too_many).into());
        }
    }
    Ok(block.map(|mut block| {
        drawn.into_iter().for_each(|layer| block.draft.append_layers(layer));
        // Rows that are words, one character for each cell.
        if block.draft.cells().len() > 1
            && let Some(spread) = characters::spread(&block.draft, None)
            && spread.is_complete()
        {
            block.draft = spread;
        }
        block
    }))
}
