//! Lines of JSON: the `start`, `goal` and `shape` of what `scramble`, `solve` and `compare` print.
//!
//! Everything else in an object is skipped. Only as much of JSON is understood as that takes.

use super::lexeme::{is_closing, is_opening};

/// The texts of an object that matter.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Object {
    pub(super) start: Option<String>,
    pub(super) goal: Option<String>,
    pub(super) shape: Option<String>,
}

/// Whether a text is an object and not a list in braces: its first word is in quotes and followed by a colon.
pub(super) fn is_object(text: &str) -> bool {
    let Some(inside) = text.trim_start().strip_prefix('{') else { return false };
    let inside = inside.trim_start();
    inside.starts_with('}')
        || string(inside).is_some_and(|(_, length)| inside[length..].trim_start().starts_with(':'))
}

/// Reads an object, or as much of it as is there.
pub(super) fn read(text: &str) -> Option<Object> {
    let mut object = Object::default();
    let mut rest = text.trim_start().strip_prefix('{')?.trim_start();
    while !rest.starts_with('}') {
        let (key, length) = string(rest)?;
        rest = rest[length..].trim_start().strip_prefix(':')?.trim_start();
        let length = value_length(rest)?;
        let value = &rest[..length];
        let text = || match string(value) {
            Some((text, _)) => Some(text),
            None => (value != "null").then(|| value.to_string()),
        };
        match key.as_str() {
            "start" | "board" if object.start.is_none() => object.start = text(),
            "goal" => object.goal = text(),
            "shape" => object.shape = text(),
            _ => {}
        }
        rest = rest[length..].trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    Some(object)
}

/// The string that a text begins with, and its length with the quotes.
fn string(text: &str) -> Option<(String, usize)> {
    let mut read = String::new();
    let mut characters = text.strip_prefix('"')?.char_indices();
    while let Some((place, c)) = characters.next() {
        match c {
            '"' => return Some((read, place + 2)),
            '\\' => match characters.next()?.1 {
                'n' => read.push('\n'),
                't' => read.push('\t'),
                // Whatever else is escaped has no place in a board, or stands for itself.
                other => read.push(other),
            },
            c => read.push(c),
        }
    }
    None
}

/// The length of the value that a text begins with.
fn value_length(text: &str) -> Option<usize> {
    if text.starts_with('"') {
        return string(text).map(|(_, length)| length);
    }
    let mut depth = 0usize;
    let mut place = 0;
    while let Some(c) = text[place..].chars().next() {
        match c {
            '"' => {
                place += string(&text[place..])?.1;
                continue;
            }
            ',' | '}' if depth == 0 => return Some(text[..place].trim_end().len()),
            c if is_opening(c) => depth += 1,
            c if is_closing(c) => depth = depth.checked_sub(1)?,
            _ => {}
        }
        place += c.len_utf8();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_found_among_other_fields() {
        let row =
            r#"{"shape":"2x2", "tiles":[3,{"a":"}"}], "start":"1 2\/0 3","goal":[[1,2],[3,0]],"x":null}"#;
        assert!(is_object(row));
        let object = read(row).unwrap();
        assert_eq!(object.start.as_deref(), Some("1 2/0 3"));
        assert_eq!(object.goal.as_deref(), Some("[[1,2],[3,0]]"));
        assert_eq!(object.shape.as_deref(), Some("2x2"));
        assert!(!is_object("{{1,2},{3,0}}") && !is_object("{1,2,3,0}"));
    }

    #[test]
    fn half_an_object_is_none() {
        for text in ["{\"start\":", "{\"start\":\"1", "{\"a\"", "{\"a\":[1", "{\"a\":1", "{"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
