//! A row by itself, for people who type or paste a board line by line.

use super::characters;
use super::error::{ParseError, ParseErrorKind};
use super::lexeme::{is_closing, is_opening};
use super::written::{Written, rule};
use crate::shape::Shape;

/// Reads one row of a board in any form that rows have inside a board: `4 0 6`, `[4, 0, 6],`, `| 4 |   | 6 |`, `4x6`. A line
/// of a drawing that only separates rows has no cells. A word is a row with a character for each cell if it is as long as
/// the rows of the shape; without a shape, if it has three characters or more and none of them twice.
///
/// Whether the numbers fit the board is not checked.
///
/// ```
/// use taquin::notation::parse_row;
///
/// assert_eq!(parse_row(" [4, _, 6],", None)?, [4, 0, 6]);
/// assert_eq!(parse_row("| 4 |   | 6 |", None)?, [4, 0, 6]);
/// assert!(parse_row("+---+---+---+", None)?.is_empty());
/// assert!(parse_row("4 0 6/7 5 8", None).is_err());
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
///
/// # Errors
/// [`ParseError`] if there are several rows, or something that is no number.
pub fn parse_row(text: &str, shape: Option<Shape>) -> Result<Vec<u16>, ParseError> {
    if rule(text).is_some() {
        return Ok(Vec::new());
    }
    let row = match Written::read(within_brackets(text), 1, &[])? {
        Written::Row { row, .. } | Written::DrawnRow(row) => row,
        Written::Boards { .. } => return Err(ParseError::new(1, 1, ParseErrorKind::SeveralBoards)),
    };
    if let Some(cells) = characters::single_word(&row, shape) {
        return Ok(cells);
    }
    match row.numbers().or_else(|| characters::letters_of_a_row(&row, shape)) {
        Some(numbers) => Ok(numbers),
        None => Err(row.first_unreadable()),
    }
}

/// The row without the brackets that it shares with other rows, and without what separates it from the next.
fn within_brackets(text: &str) -> &str {
    let text = text.trim().trim_end_matches([',', ';', '/', ' ']);
    let begin = text.rfind(is_opening).map_or(0, |place| place + 1);
    let end = text[begin..].find(is_closing).map_or(text.len(), |length| begin + length);
    let has_cells = |outside: &str| outside.contains(|c: char| c.is_ascii_digit());
    if has_cells(&text[..begin]) || has_cells(&text[end..]) { text } else { &text[begin..end] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_in_the_forms_that_rows_have_inside_a_board() {
        let shape: Option<Shape> = "3x3".parse().ok();
        for text in [
            "4 0 6",
            "4,_,6",
            "4\tx 6 /",
            "[4, None, 6],",
            "array([[4, 0, 6],",
            " [4, 0, 6]])",
            "| 4 |   | 6 |",
            "4 | - | 6",
            "406",
            "4x6",
            "(4 0 6)",
            "{4,0,6}};",
        ] {
            assert_eq!(parse_row(text, shape), Ok(vec![4, 0, 6]), "{text}");
        }
        assert_eq!(parse_row("406", None), Ok(vec![4, 0, 6]));
        assert_eq!(parse_row("400", None), Ok(vec![400]), "a digit twice: a number");
        assert_eq!(parse_row("406", "4x4".parse().ok()), Ok(vec![406]), "no row of four");
        assert_eq!(parse_row("fe0a", "4x4".parse().ok()), Ok(vec![15, 14, 0, 10]));
        assert_eq!(parse_row("f 4 0 b", "4x4".parse().ok()), Ok(vec![15, 4, 0, 11]));
        assert_eq!(parse_row("4 b 6", shape), Ok(vec![4, 0, 6]));
        assert_eq!(parse_row("----+----", None), Ok(vec![]));
    }

    #[test]
    fn what_is_no_row_is_told() {
        for (text, why) in [
            ("4 y 6", "`y`"),
            ("1 2/0 3", "more than one board"),
            ("", "no board"),
            ("[1,2],[3,0]", "more than one"),
        ] {
            let error = parse_row(text, None).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
