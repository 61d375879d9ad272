//! Lines of a source, one after the other, and lines that belong together because a bracket is open.

use super::error::{ParseError, ParseErrorKind};
use super::lexeme::{is_closing, is_opening};
use super::object;
use super::source::ReadError;
use std::collections::VecDeque;
use std::io::{BufRead, Read};

/// Two of the largest boards fit on a line of this many bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// A line without its comment, or all lines up to the bracket that closes the first.
#[derive(Debug)]
pub(super) struct Unit {
    /// The line it begins on, from 1.
    pub(super) line: usize,
    /// Its text, which is empty between boards; or why there is none.
    pub(super) text: Result<String, ParseError>,
}

impl Unit {
    pub(super) fn is_empty(&self) -> bool {
        self.text.as_ref().is_ok_and(|text| text.trim().is_empty())
    }
}

/// Reads units. A source is never held in memory as a whole, and no line longer than any board is read on.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: R,
    /// The line read last, from 1.
    line: usize,
    /// Units that were read and given back.
    ahead: VecDeque<Unit>,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R) -> Lines<R> {
        Lines { reader, line: 0, ahead: VecDeque::new() }
    }

    /// Units to be read again before all others.
    pub(super) fn give_back(&mut self, units: impl DoubleEndedIterator<Item = Unit>) {
        units.rev().for_each(|unit| self.ahead.push_front(unit));
    }

    /// The next unit, `None` at the end. A line that is only a comment is no line: it does not stand between rows as an
    /// empty one does.
    pub(super) fn next(&mut self) -> Result<Option<Unit>, ReadError> {
        let first = match self.ahead.pop_front() {
            Some(unit) => return Ok(Some(unit)),
            None => self.next_line()?,
        };
        let Some(Unit { line, text: Ok(mut text) }) = first else { return Ok(first) };
        if !text.contains(is_opening) {
            return Ok(Some(Unit { line, text: Ok(text) }));
        }
        let mut brackets = Brackets::default();
        brackets.read(&text);
        while brackets.depth > 0 {
            let Some(next) = self.next_line()? else { break };
            // What is never closed ends where another board begins, and is told then.
            let Ok(more) = &next.text else {
                self.ahead.push_back(next);
                break;
            };
            // Only the second line of an object tells it from a list, if a brace is all of the first.
            if text.trim() == "{" && object::is_object(&format!("{text}{more}")) {
                brackets = Brackets { is_object: true, ..Brackets::default() };
                brackets.read(&text);
            }
            if more.trim().is_empty() && brackets.is_object || brackets.begins_anew(more) {
                self.ahead.push_back(next);
                break;
            }
            if (text.len() + more.len()) as u64 > LONGEST_LINE {
                return Err(ParseError { line, column: 1, kind: ParseErrorKind::LineTooLong }.into());
            }
            brackets.read(more);
            text.push_str(more);
        }
        Ok(Some(Unit { line, text: Ok(text) }))
    }

    /// The next line without its comment.
    fn next_line(&mut self) -> Result<Option<Unit>, ReadError> {
        loop {
            let Some(Unit { line, text }) = self.raw_line()? else { return Ok(None) };
            let Ok(mut text) = text else { return Ok(Some(Unit { line, text })) };
            if let Some(place) = text.find('#')
                && !object::is_object(&text)
            {
                text.truncate(place);
                if text.trim().is_empty() {
                    continue;
                }
                text.push('\n');
            }
            return Ok(Some(Unit { line, text: Ok(text) }));
        }
    }

    /// The next line as it is.
    fn raw_line(&mut self) -> Result<Option<Unit>, ReadError> {
        let mut bytes = Vec::new();
        let length =
            self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes).map_err(ReadError::Io)?;
        if length == 0 {
            return Ok(None);
        }
        self.line += 1;
        let line = self.line;
        let error = |column, kind| ParseError { line, column, kind };
        if length as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            return Err(error(1, ParseErrorKind::LineTooLong).into());
        }
        let mut text = String::from_utf8(bytes).map_err(|utf8| {
            let valid = utf8.utf8_error().valid_up_to();
            let column = String::from_utf8_lossy(&utf8.as_bytes()[..valid]).chars().count() + 1;
            error(column, ParseErrorKind::NotText)
        });
        if let (1, Ok(first)) = (line, &mut text)
            && first.starts_with('\u{feff}')
        {
            first.remove(0);
        }
        Ok(Some(Unit { line, text }))
    }
}

/// Brackets that are open.
#[derive(Debug, Default)]
struct Brackets {
    depth: usize,
    /// How many were open before the first number.
    at_first: Option<usize>,
    is_object: bool,
}

impl Brackets {
    fn read(&mut self, text: &str) {
        self.is_object |= self.at_first.is_none() && self.depth == 0 && object::is_object(text);
        let (mut in_string, mut escaped) = (false, false);
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            if self.is_object && (c == '"' && !escaped) {
                in_string = !in_string;
            }
            escaped = c == '\\' && !escaped;
            if in_string {
                continue;
            }
            if is_opening(c) {
                self.depth += 1;
            } else if is_closing(c) {
                self.depth = self.depth.saturating_sub(1);
            } else if c.is_ascii_digit() {
                self.at_first.get_or_insert(self.depth);
            }
        }
    }

    /// Whether a line cannot belong to what is open: it begins with as many brackets as the first one did, is divided by `/`,
    /// or has a number where only the next row in brackets can come.
    fn begins_anew(&self, line: &str) -> bool {
        if self.is_object {
            return line.starts_with('{');
        }
        let opened = line.chars().filter(|c| !c.is_whitespace()).take_while(|&c| is_opening(c)).count();
        let is_inside = |first: usize| opened < first.max(1);
        let between_rows =
            |first: usize| self.depth < first && line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        line.contains('/') || self.at_first.is_some_and(|first| !is_inside(first) || between_rows(first))
    }
}
