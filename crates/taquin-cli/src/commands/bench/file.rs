//! Files of boards with the lengths to compare with. A line is
//!
//! 1. `board | length`, also `board | goal | length`; further columns are not read, and `-` stands for a length that is
//!    in the next column; or
//! 2. numbers alone: a board and the length behind it, or, as published lists have it, the number of the board, the
//!    length, the board and further figures.
//!
//! The goal is that of the command line, else of the line, else of a comment such as `# goal: blank-first`.

use super::sets::SetBoard;
use crate::args::Bench;
use crate::failure::Failure;
use crate::input::{self, Goal};
use std::collections::HashSet;
use std::path::Path;
use taquin::notation::{ParseError, parse_board};
use taquin::{Board, NamedGoal, Problem, Shape};

/// What a line says.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    start: Board,
    goal: Option<Board>,
    length: Option<u32>,
}

/// The boards of a file.
pub(super) fn read(path: &Path, arguments: &Bench) -> Result<Vec<SetBoard>, Failure> {
    let fail = |error: &dyn std::fmt::Display| Failure::new(format_args!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| fail(&error))?;
    let asked = arguments.goal.as_deref().map(|goal| input::read_goal(goal, arguments.shape)).transpose()?;
    let commented = text.lines().filter_map(|line| line.split_once('#')).find_map(|(_, text)| goal_in(text));
    let usual = asked.clone().unwrap_or(Goal::Named(commented.unwrap_or(NamedGoal::BlankLast)));
    let mut boards = Vec::new();
    for (content, place) in text.lines().map(|line| line.split('#').next().unwrap_or_default()).zip(1..) {
        if content.trim().is_empty() {
            continue;
        }
        let line = Line::read(content, arguments.shape)
            .map_err(|error| fail(&ParseError::new(place, error.column, error.kind)))?;
        let goal = match line.goal {
            Some(goal) if asked.is_none() => goal,
            _ => usual.board(line.start.shape()).map_err(Failure::new)?,
        };
        let problem = Problem::new(line.start, goal).map_err(|error| {
            fail(&format_args!("{error} (line {place}); --goal names the goal if it is another"))
        })?;
        boards.push(SetBoard { number: boards.len() as u32 + 1, problem, length: line.length });
    }
    match boards.is_empty() {
        true => Err(fail(&"there are no boards in it")),
        false => Ok(boards),
    }
}

/// The goal that a comment names.
fn goal_in(comment: &str) -> Option<NamedGoal> {
    let comment = comment.to_lowercase();
    let (_, name) = comment.split_once("goal")?;
    let name = name.trim_start_matches([':', ' ']).replace(' ', "-");
    NamedGoal::ALL.into_iter().find(|goal| name.starts_with(goal.name()))
}

impl Line {
    fn read(text: &str, shape: Option<Shape>) -> Result<Line, ParseError> {
        let mut columns = text.split('|');
        let first = columns.next().unwrap_or_default();
        let numbers: Option<Vec<u64>> = first.split_whitespace().map(|word| word.parse().ok()).collect();
        if let Some(line) =
            numbers.filter(|_| !text.contains('|')).and_then(|list| Line::of_list(&list, shape))
        {
            return Ok(line);
        }
        let start = parse_board(first, shape)?;
        let mut columns = columns.map(str::trim).peekable();
        let as_goal = |column: &&str| parse_board(column, Some(start.shape())).ok();
        let goal = columns.peek().and_then(as_goal);
        if goal.is_some() {
            columns.next();
        }
        let length = columns.find(|&column| column != "-").and_then(|column| column.parse().ok());
        Ok(Line { start, goal, length })
    }

    /// Numbers alone, if there is a board among them where one may be.
    fn of_list(list: &[u64], shape: Option<Shape>) -> Option<Line> {
        let published = || {
            let start = leading_board(list.get(2..)?, shape)?;
            Some(Line { start, goal: None, length: list[1].try_into().ok() })
        };
        let plain = || {
            let start = leading_board(list, shape)?;
            let length = list.get(start.shape().cells()).and_then(|&length| length.try_into().ok());
            Some(Line { start, goal: None, length })
        };
        // The larger board is meant: a smaller one is there by chance.
        let (plain, published) = (plain(), published());
        let cells = |line: &Option<Line>| line.as_ref().map_or(0, |line| line.start.shape().cells());
        if cells(&plain) >= cells(&published) { plain } else { published }
    }
}

/// The largest board that the first numbers of a list are, of a shape that its size tells if none is given.
fn leading_board(list: &[u64], shape: Option<Shape>) -> Option<Board> {
    let mut numbers: Vec<u16> = list.iter().map_while(|&number| number.try_into().ok()).collect();
    let mut seen = HashSet::new();
    let mut largest = 0;
    // Different numbers are each of 0…n once if the largest is n.
    let is_whole = |(index, &number): (usize, &u16)| {
        largest = largest.max(number);
        (usize::from(largest) == index).then_some(index + 1)
    };
    let different = numbers.iter().take_while(|&&number| seen.insert(number)).enumerate();
    let sizes: Vec<usize> = different.filter_map(is_whole).collect();
    sizes.into_iter().rev().find_map(|cells| {
        numbers.truncate(cells);
        let text: Vec<String> = numbers.iter().map(u16::to_string).collect();
        parse_board(&text.join(" "), shape).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Start, goal and length of a line.
    fn read(text: &str) -> (String, Option<String>, Option<u32>) {
        let Line { start, goal, length } = Line::read(text, None).unwrap();
        (start.to_string(), goal.map(|goal| goal.to_string()), length)
    }

    #[test]
    fn the_length_is_in_the_first_column_with_a_figure() {
        let start = "1 2/0 3".to_string();
        assert_eq!(read("1 2/0 3"), (start.clone(), None, None));
        assert_eq!(read("1 2/0 3 | 7"), (start.clone(), None, Some(7)));
        assert_eq!(read("1 2/0 3 | 7 | 9 | 26.49"), (start.clone(), None, Some(7)));
        assert_eq!(read("1 2/0 3 | - | 9 | 46.3"), (start.clone(), None, Some(9)));
        assert_eq!(read("1 2/0 3 | UNSOLVED | 8654806"), (start.clone(), None, None));
        assert_eq!(read("1 2/0 3 | 0 1/2 3 | 5"), (start, Some("0 1/2 3".into()), Some(5)));
    }

    #[test]
    fn numbers_alone_are_a_board_with_figures_around_it() {
        assert_eq!(read("1 2 0 3"), ("1 2/0 3".into(), None, None));
        assert_eq!(read("1 2 0 3 6"), ("1 2/0 3".into(), None, Some(6)));
        assert_eq!(read("1 57 3 1 2 0 41 276361933"), ("3 1/2 0".into(), None, Some(57)));
        assert_eq!(read("12 6 8 1 3 4 0 2 7 6 5 4 70000"), ("8 1 3/4 0 2/7 6 5".into(), None, Some(6)));
        assert!(Line::read("1 2 x", None).is_err());
    }

    #[test]
    fn comments_name_the_goal() {
        assert_eq!(goal_in(" 400 boards, goal blank-first; 14 were left"), Some(NamedGoal::BlankFirst));
        assert_eq!(goal_in(" Goal: blank first, 0 1 2"), Some(NamedGoal::BlankFirst));
        assert_eq!(goal_in(" goal: snail"), Some(NamedGoal::Snail));
        assert_eq!(goal_in(" my goals"), None);
    }
}
