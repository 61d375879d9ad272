//! The text file of sets: which shape has which, in which order.

use super::drawing::Drawing;
use crate::shape::Shape;
use std::fmt;
use std::sync::LazyLock;

/// Drawings with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) shape: Shape,
    pub(super) name: String,
    pub(super) drawings: Vec<Drawing>,
}

/// Where and why a text is not a list of sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    line: usize,
    reason: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

/// The sets that come with the library.
pub(super) static SETS: LazyLock<Vec<Set>> =
    LazyLock::new(|| parse(include_str!("catalogue.txt")).expect("a test has read it"));

/// Reads sets; see the head of `catalogue.txt`.
pub(super) fn parse(text: &str) -> Result<Vec<Set>, SyntaxError> {
    let mut sets: Vec<Set> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        parse_line(line, &mut sets).map_err(|reason| SyntaxError { line: number + 1, reason })?;
    }
    Ok(sets)
}

fn parse_line(line: &str, sets: &mut Vec<Set>) -> Result<(), String> {
    let line = line.split('#').next().unwrap_or_default();
    if line.trim().is_empty() {
        return Ok(());
    }
    let drawings = if line.starts_with(' ') {
        line
    } else {
        let (head, drawings) = line.split_once('=').ok_or("a set is SHAPE: NAME = DRAWING …")?;
        let (shape, name) = head.split_once(':').ok_or("a set is SHAPE: NAME = DRAWING …")?;
        let shape: Shape = shape.trim().parse().map_err(|error| format!("{shape}: {error}"))?;
        let name = name.trim().to_string();
        if name.is_empty() || sets.iter().any(|set| (set.shape, &set.name) == (shape, &name)) {
            return Err(format!("{shape} has a set of the name {name:?} already, or it is empty"));
        }
        sets.push(Set { shape, name, drawings: Vec::new() });
        drawings
    };
    let set = sets.last_mut().ok_or("a drawing that belongs to no set")?;
    for drawing in drawings.split_whitespace() {
        set.drawings.push(Drawing::parse(set.shape, drawing).map_err(|error| error.to_string())?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_can_be_read_and_every_set_has_a_drawing() {
        let sets = parse(include_str!("catalogue.txt")).map_err(|error| error.to_string()).unwrap();
        assert!(sets.len() > 10);
        assert!(sets.iter().all(|set| !set.drawings.is_empty()));
    }

    #[test]
    fn errors_name_line_and_reason() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(error("\n4x4 7-8"), "line 2: a set is SHAPE: NAME = DRAWING …");
        assert!(error("4x: a = .").starts_with("line 1: 4x: "));
        assert_eq!(error("  .AA"), "line 1: a drawing that belongs to no set");
        assert!(error("# 1\n3x2: a = .AA/A\n").starts_with("line 2: a drawing of 4 cells"));
        assert_eq!(error("3x2: a = .AA/A\n"), "line 1: a drawing of 4 cells: 3x2 has 6");
        assert!(error("3x2: a = .AA/AB?\n").contains("'?' in a drawing"));
        assert_eq!(error("3x2: a = .AA/AB.\n"), "line 1: a drawing with 2 blanks: draw one as .");
        assert!(error("3x2: a = .AA/ABC\n").starts_with("line 1: pattern B: a pattern of 1 tiles"));
        assert!(error("3x2: a = .AA/ABB\n3x2: a = .AA/ABB").starts_with("line 2: 3x2 has a set"));
    }
}
