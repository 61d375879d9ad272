//! Boards with one character for each cell: `123456780`, `123/406/758`, `fe169b4c0a73d852`.
//!
//! Digits are tiles 1 to 9, letters go on from 10 as in hexadecimal, and `0`, `_`, `.`, `*`, `-`, `x` are the blank.

use super::draft::{Draft, Token};
use super::lexeme::{Content, is_blank_mark};
use crate::shape::Shape;
use std::borrow::Cow;

/// From this many cells on `x` is a digit, 33, and not the blank.
const X_IS_A_DIGIT: usize = 34;

/// The tile of a character on a board with so many cells.
fn tile(c: char, cells: usize) -> Option<u16> {
    match c {
        'x' | 'X' if cells < X_IS_A_DIGIT => Some(0),
        c if c.is_ascii_alphanumeric() => c.to_digit(36).map(|digit| digit as u16),
        c => is_blank_mark(c).then_some(0),
    }
}

/// The characters of a cell as it was written.
fn written(content: &Content) -> Cow<'_, str> {
    match content {
        Content::Number { value, digits } => format!("{value:0>width$}", width = usize::from(*digits)).into(),
        Content::Word(word) => Cow::Borrowed(word),
    }
}

/// The draft with its words spread over cells, if every word can be a row of cells, or a single one the whole board.
pub(super) fn spread(draft: &Draft, asked: Option<Shape>) -> Option<Draft> {
    let words: Vec<Cow<'_, str>> = draft.cells().iter().map(|token| written(&token.content)).collect();
    let cells: usize = words.iter().map(|word| word.chars().count()).sum();
    let rows = draft.rows();
    let fits = match words.len() {
        0 => false,
        1 => asked.map_or_else(|| Shape::of_a_list(cells), Some).is_some_and(|shape| shape.cells() == cells),
        // A row for each word; or the words of one line, which are rows if they are alike.
        count => {
            let length = words[0].chars().count();
            let alike = words.iter().all(|word| word.chars().count() == length);
            words.iter().all(|word| word.chars().count() > 1) && (rows == count || rows == 1 && alike)
        }
    };
    let has_digit = words.iter().any(|word| word.contains(|c: char| c.is_ascii_digit()));
    if !fits || !has_digit || cells < 4 {
        return None;
    }
    let mut spread = Draft::default();
    let mut layer_ends = draft.layer_ends().iter();
    let mut layer_end = layer_ends.next();
    for (index, (token, word)) in draft.cells().iter().zip(&words).enumerate() {
        for (place, c) in word.chars().enumerate() {
            let value = tile(c, cells).filter(|&value| usize::from(value) < cells)?;
            let content = Content::Number { value, digits: 1 };
            spread.push(Token { content, line: token.line, column: token.column + place });
        }
        spread.end_row();
        if words.len() == rows && layer_end == Some(&(index + 1)) {
            spread.end_layer();
            layer_end = layer_ends.next();
        }
    }
    spread.end_layer();
    Some(spread)
}

/// The cells of a row that is one word, if it is as long as the rows of the shape; without a shape, if it has three characters or
/// more and none of them twice.
pub(super) fn single_word(row: &Draft, shape: Option<Shape>) -> Option<Vec<u16>> {
    let [token] = row.cells() else { return None };
    let word = written(&token.content);
    let length = word.chars().count();
    let fits = match shape {
        Some(shape) => length > 1 && length == shape.width(),
        None => length > 2 && word.char_indices().all(|(place, c)| !word[..place].contains(c)),
    };
    let cells = shape.map_or(length * length, Shape::cells);
    if !fits || !word.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    word.chars().map(|c| tile(c, cells)).collect()
}

/// The draft with single letters as digits above 9; a lone `b` on a board without a blank is the blank.
pub(super) fn with_letters(draft: &Draft) -> Option<Draft> {
    let is_letter = |token: &&Token| matches!(token.content, Content::Word(_));
    let letters: Vec<&Token> = draft.cells().iter().filter(is_letter).collect();
    let blank_is_b = match &letters[..] {
        [only] => {
            matches!(&only.content, Content::Word(word) if word.eq_ignore_ascii_case("b"))
                && !draft.has_blank()
        }
        _ => false,
    };
    let mut read = draft.clone();
    for token in read.cells_mut() {
        if let Content::Word(word) = &token.content {
            let mut characters = word.chars();
            let digit = characters.next().and_then(|c| c.to_digit(36));
            let (Some(digit), None) = (digit, characters.next()) else { return None };
            let value = if blank_is_b { 0 } else { digit as u16 };
            token.content = Content::Number { value, digits: 1 };
        }
    }
    Some(read)
}

/// The cells of a row with single letters as digits above 9, as far as there are such tiles; where there is no tile 11, `b` is
/// the blank.
pub(super) fn letters_of_a_row(row: &Draft, shape: Option<Shape>) -> Option<Vec<u16>> {
    let cells = shape.map_or(row.cells().len().pow(2), Shape::cells);
    let cell = |token: &Token| {
        let word = match &token.content {
            Content::Number { value, .. } => return Some(*value),
            Content::Word(word) => word,
        };
        let mut characters = word.chars();
        let (Some(c), None) = (characters.next(), characters.next()) else { return None };
        let is_tile = |digit: &u32| (*digit as usize) < cells;
        let tile = c.to_digit(36).filter(is_tile).map(|digit| digit as u16);
        tile.or(c.eq_ignore_ascii_case(&'b').then_some(0))
    };
    row.cells().iter().map(cell).collect()
}
