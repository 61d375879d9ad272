//! What is written on a line, or between brackets over several lines: boards, a row, a part of a drawing.

use super::draft::{Draft, Token};
use super::error::{ParseError, ParseErrorKind};
use super::lexeme::{Content, Lexeme, is_bar, lexemes};

/// What a line says by itself.
#[derive(Debug)]
pub(super) enum Written {
    /// Boards, divided into rows or with each of 0…n: a start, and a goal if a bar stands between them. Without a bar
    /// there is one draft, whose layers may belong to several boards if they were written in brackets.
    Boards { start: Draft, goal: Option<Draft>, in_brackets: bool },
    /// A row without separators, that has each of 0…n once or not.
    Row { row: Draft, is_complete: bool },
    /// A row with bars between its cells, an empty one being the blank.
    DrawnRow(Draft),
}

impl Written {
    /// Reads a line without its comment, or a whole group of brackets.
    pub(super) fn read(text: &str, line: usize, boxes: &[usize]) -> Result<Written, ParseError> {
        let Parts { mut parts, bars, in_brackets } = Parts::read(text, line)?;
        if parts.len() == 1 {
            let draft = parts.remove(0);
            if draft.is_empty() {
                return Err(ParseError { line, column: 1, kind: ParseErrorKind::Empty });
            }
            return if draft.rows() > 1 {
                Ok(Written::Boards { start: draft, goal: None, in_brackets })
            } else {
                let is_complete = draft.is_complete();
                Ok(Written::Row { row: draft, is_complete })
            };
        }
        let is_drawn = parts.iter().all(|part| part.cells().len() <= 1 && part.rows() <= 1);
        let is_divided = parts.iter().any(|part| part.rows() > 1);
        if is_drawn && !parts[0].is_complete() {
            return drawn_row(parts, &bars, boxes).map(Written::DrawnRow);
        }
        if let Some(place) = parts.iter().position(Draft::is_empty) {
            let (line, column) = bars[place.min(bars.len() - 1)];
            return Err(ParseError { line, column, kind: ParseErrorKind::EmptyRow });
        }
        // Bars between rows that make a board; else between start and goal.
        let mut rows = Draft::default();
        if !is_divided {
            parts.iter().for_each(|row| rows.append_row(row.clone()));
        }
        if is_divided || !rows.is_complete() && parts[0].is_complete() {
            if let Some(&(line, column)) = bars.get(1) {
                return Err(ParseError { line, column, kind: ParseErrorKind::SecondBar });
            }
            let goal = parts.pop();
            return Ok(Written::Boards { start: parts.remove(0), goal, in_brackets: false });
        }
        Ok(Written::Boards { start: rows, goal: None, in_brackets: false })
    }
}

/// A text divided by bars, and where they are.
struct Parts {
    parts: Vec<Draft>,
    bars: Vec<(usize, usize)>,
    in_brackets: bool,
}

impl Parts {
    fn read(text: &str, line: usize) -> Result<Parts, ParseError> {
        let mut parts = vec![Draft::default()];
        let mut bars = Vec::new();
        let mut open = Vec::new();
        let mut slashes = 0;
        let mut in_brackets = false;
        for (line, column, lexeme) in lexemes(text, line) {
            let error = |kind| Err(ParseError { line, column, kind });
            let draft = parts.last_mut().expect("one part at least");
            if let Lexeme::Slash = lexeme {
                slashes += 1;
                if slashes > 2 || slashes == 1 && draft.is_empty() {
                    return error(ParseErrorKind::EmptyRow);
                }
                if slashes == 1 {
                    draft.end_row()
                } else {
                    draft.end_layer()
                }
                continue;
            }
            slashes = 0;
            match lexeme {
                Lexeme::Cell(content) => draft.push(Token { content, line, column }),
                Lexeme::Semicolon => draft.end_row(),
                Lexeme::Open => {
                    open.push((line, column));
                    in_brackets = true;
                    draft.end_row();
                }
                Lexeme::Close => {
                    if open.pop().is_none() {
                        return error(ParseErrorKind::UnopenedBracket);
                    }
                    // The innermost brackets are rows, those round them layers.
                    if draft.has_open_row() { draft.end_row() } else { draft.end_layer() }
                }
                Lexeme::Bar => {
                    bars.push((line, column));
                    parts.push(Draft::default());
                }
                Lexeme::Slash => unreachable!("dealt with above"),
            }
        }
        if let Some((line, column)) = open.pop() {
            return Err(ParseError { line, column, kind: ParseErrorKind::UnclosedBracket });
        }
        Ok(Parts { parts, bars, in_brackets })
    }
}

/// The cells between the bars of a drawing. `boxes` are the widths of the boxes that a rule above has, if there are
/// several: those of layers side by side, with a gap between them that is no cell.
fn drawn_row(parts: Vec<Draft>, bars: &[(usize, usize)], boxes: &[usize]) -> Result<Draft, ParseError> {
    // Bars at both ends have nothing beyond them.
    let last = parts.len() - 1;
    let outer = |index: usize, part: &Draft| part.is_empty() && (index == 0 || index == last);
    let mut cells = Vec::new();
    for (index, part) in parts.iter().enumerate().filter(|(index, part)| !outer(*index, part)) {
        let (line, column) = bars[index.saturating_sub(1).min(bars.len() - 1)];
        let blank = || Token { content: Content::BLANK, line, column };
        cells.push(part.cells().first().cloned().unwrap_or_else(blank));
    }
    let mut row = Draft::default();
    let gaps = boxes.len().saturating_sub(1);
    if gaps == 0 || cells.len() != boxes.iter().sum::<usize>() + gaps {
        cells.into_iter().for_each(|cell| row.push(cell));
        row.end_layer();
        return Ok(row);
    }
    let mut cells = cells.into_iter();
    for &width in boxes {
        cells.by_ref().take(width).for_each(|cell| row.push(cell));
        row.end_layer();
        cells.next();
    }
    Ok(row)
}

/// The widths of the boxes of a rule, `+---+---+  +---+---+` being two of two cells; `None` if the line is no rule.
pub(super) fn rule(text: &str) -> Option<Vec<usize>> {
    let is_stroke = |c: char| matches!(c, '-' | '=' | '─' | '━' | '═' | '╌' | '┄' | '┈');
    let is_joint = |c: char| {
        c == '+'
            || is_bar(c)
            || ('\u{250c}'..='\u{254b}').contains(&c)
            || ('\u{2550}'..='\u{2570}').contains(&c)
    };
    // Most lines have numbers, and the first one is soon found.
    if text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let text = text.trim();
    let strokes = text.chars().filter(|&c| is_stroke(c)).count();
    if strokes < 2 || !text.chars().all(|c| is_stroke(c) || is_joint(c) || c.is_whitespace()) {
        return None;
    }
    // A lone dash between bars is a blank.
    if !text.contains("--") && !text.contains("==") && text.is_ascii() {
        return None;
    }
    let joints = |word: &str| word.chars().filter(|&c| !is_stroke(c)).count();
    let boxes: Vec<usize> = text.split_whitespace().map(|word| joints(word).saturating_sub(1)).collect();
    Some(if boxes.len() > 1 && boxes.iter().all(|&width| width > 0) { boxes } else { Vec::new() })
}
