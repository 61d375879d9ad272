//! Boards out of what people have in Python: text in every form the program reads, lists in lists, flat lists with a
//! shape, arrays.

use crate::board::Board;
use crate::errors::{bad_argument, bad_board};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyMapping, PyString};
use taquin::notation::parse_board;
use taquin::{BoardError, NamedGoal, Shape, UnknownGoal};

/// Longer lists are no boards, and may have no end.
const MOST_CELLS: usize = Shape::MAX_TILES + 1;

/// What an argument means as a board.
pub(crate) fn board(source: &Bound<'_, PyAny>, shape: Option<Shape>) -> PyResult<taquin::Board> {
    let py = source.py();
    if let Ok(board) = source.cast::<Board>() {
        return of_shape(py, board.get().board.clone(), shape);
    }
    if let Ok(text) = source.cast::<PyString>() {
        return parse_board(&text.to_cow()?, shape).map_err(|error| bad_board(py, error));
    }
    let is_array = source.hasattr("dtype")? && source.hasattr("tolist")?;
    if is_array {
        let dtype = source.getattr("dtype")?;
        let kind: String = dtype.getattr("kind").and_then(|kind| kind.extract()).unwrap_or_default();
        if kind != "i" && kind != "u" {
            return Err(bad_board(
                py,
                format_args!(
                    "an array of {dtype} is not a board: tiles are integers; convert it with .astype(int)"
                ),
            ));
        }
        return listed(&source.call_method0("tolist")?, shape);
    }
    listed(source, shape)
}

/// A goal: none for the usual one, a name, or a board.
pub(crate) fn goal(argument: Option<&Bound<'_, PyAny>>, shape: Shape) -> PyResult<taquin::Board> {
    let Some(argument) = argument else { return Ok(taquin::Board::goal(shape)) };
    let py = argument.py();
    if let Ok(text) = argument.cast::<PyString>()
        && let Ok(name) = text.to_cow()?.parse::<NamedGoal>()
    {
        return name.board(shape).map_err(|error| bad_argument(py, error));
    }
    if let Ok(text) = argument.cast::<PyString>()
        && !text.to_cow()?.contains(|c: char| c.is_ascii_digit())
    {
        return Err(bad_argument(py, UnknownGoal));
    }
    let goal = board(argument, None).or_else(|error| board(argument, Some(shape)).map_err(|_| error))?;
    if goal.shape() == shape {
        return Ok(goal);
    }
    Err(bad_argument(
        py,
        format_args!("the board is {shape} but the goal is {}: both must have one shape", goal.shape()),
    ))
}

/// A goal for boards of a shape, as all functions of the package take it.
#[pyfunction]
pub(crate) fn _goal(argument: Option<&Bound<'_, PyAny>>, shape: crate::shape::Shape) -> PyResult<Board> {
    Ok(goal(argument, shape.0)?.into())
}

fn of_shape(py: Python<'_>, board: taquin::Board, asked: Option<Shape>) -> PyResult<taquin::Board> {
    match asked {
        Some(shape) if shape != board.shape() => {
            let found = board.shape();
            Err(bad_board(py, format_args!("the board is {found} but the shape asked for is {shape}")))
        }
        _ => Ok(board),
    }
}

/// Numbers, rows or layers.
fn listed(source: &Bound<'_, PyAny>, asked: Option<Shape>) -> PyResult<taquin::Board> {
    let py = source.py();
    let mut numbers = Vec::new();
    let mut sides = Vec::new();
    read_list(source, &mut Place::default(), &mut sides, &mut numbers)?;
    let found = match sides[..] {
        [_] => None,
        [height, width] => Some(Shape::flat(width, height)),
        [depth, height, width] => Some(Shape::new(width, height, depth)),
        _ => {
            return Err(bad_board(
                py,
                "lists nested more than three deep: a board has rows, and at most layers of rows",
            ));
        }
    };
    let found = found.transpose().map_err(|error| bad_board(py, error))?;
    let made = match found.or(asked) {
        Some(shape) => taquin::Board::new(shape, &numbers),
        None => taquin::Board::try_from(&numbers[..]),
    };
    let board = made.map_err(|error| match error {
        BoardError::ShapeUnknown { count } => {
            bad_board(py, format_args!("{count} numbers do not tell the shape: give rows, or shape='4x3'"))
        }
        error => bad_board(py, error),
    })?;
    of_shape(py, board, asked)
}

/// Where in nested lists a number is, from 0.
#[derive(Default)]
struct Place(Vec<usize>);

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: &[&str] = match self.0.len() {
            1 => &["place"],
            2 => &["row", "column"],
            _ => &["layer", "row", "column"],
        };
        let parts: Vec<String> =
            names.iter().zip(&self.0).map(|(name, index)| format!("{name} {}", index + 1)).collect();
        f.write_str(&parts.join(", "))
    }
}

/// Reads a list at some depth. `sides` gets the length of the first list at each depth, which all others must have.
fn read_list(
    list: &Bound<'_, PyAny>,
    place: &mut Place,
    sides: &mut Vec<usize>,
    numbers: &mut Vec<u16>,
) -> PyResult<()> {
    let py = list.py();
    let described = || {
        list.repr()
            .map_or_else(|_| "this".into(), |repr| repr.to_string().chars().take(60).collect::<String>())
    };
    let is_list = !(list.is_instance_of::<PyBytes>()
        || list.is_instance_of::<PyString>()
        || list.cast::<PyMapping>().is_ok_and(|m| m.hasattr("keys").unwrap_or(false)));
    let items = if is_list { list.try_iter().ok() } else { None };
    let Some(items) = items else {
        return Err(bad_board(
            py,
            format_args!(
                "{} is not a board: give text, lists of rows, a flat list with a shape, or an array",
                described()
            ),
        ));
    };
    let depth = place.0.len();
    let (mut count, mut of_numbers) = (0, None);
    for item in items {
        let item = item?;
        place.0.push(count);
        let is_number = is_number(&item);
        if *of_numbers.get_or_insert(is_number) != is_number {
            return Err(bad_board(py, format_args!("numbers and lists are mixed ({place})")));
        }
        if is_number {
            numbers.push(number(&item, place)?);
        } else if depth >= 2 {
            return Err(bad_board(
                py,
                "lists nested more than three deep: a board has rows, and at most layers of rows",
            ));
        } else {
            if sides.len() == depth {
                // Filled in below, when it is known.
                sides.push(0);
            }
            read_list(&item, place, sides, numbers)?;
        }
        place.0.pop();
        count += 1;
        if numbers.len() > MOST_CELLS || count > MOST_CELLS {
            return Err(bad_board(
                py,
                format_args!("more than {MOST_CELLS} numbers: no board is that large"),
            ));
        }
    }
    let parts = if of_numbers == Some(false) { ("layer", "rows") } else { ("row", "numbers") };
    check_side(py, place, sides, count, parts)
}

/// Notes how long the first list at a depth is, and that all others are as long.
fn check_side(
    py: Python<'_>,
    place: &Place,
    sides: &mut Vec<usize>,
    count: usize,
    (what, parts): (&str, &str),
) -> PyResult<()> {
    match sides.get_mut(place.0.len()) {
        Some(side) if *side == 0 => *side = count,
        Some(side) if *side == count => {}
        Some(&mut expected) => {
            let which = place.0.last().map_or(0, |index| index + 1);
            return Err(bad_board(
                py,
                format_args!("{what} {which} has {count} {parts}, expected {expected} like the first {what}"),
            ));
        }
        None => sides.push(count),
    }
    Ok(())
}

/// Whether an item of a list stands for a cell: everything that is not a list itself.
fn is_number(item: &Bound<'_, PyAny>) -> bool {
    item.is_none() || item.is_instance_of::<PyString>() || item.try_iter().is_err()
}

fn number(item: &Bound<'_, PyAny>, place: &Place) -> PyResult<u16> {
    let py = item.py();
    if item.is_none() {
        return Ok(0);
    }
    let wrong = |why: &str| {
        let what = item
            .repr()
            .map_or_else(|_| "this".into(), |repr| repr.to_string().chars().take(40).collect::<String>());
        bad_board(py, format_args!("{what} {why} ({place})"))
    };
    if item.is_instance_of::<PyBool>() {
        return Err(wrong("is not a number"));
    }
    if item.is_instance_of::<PyFloat>() {
        return Err(wrong("is a float: tiles are integers"));
    }
    match item.extract::<u16>() {
        Ok(number) => Ok(number),
        Err(_) if item.hasattr("__index__")? => {
            if item.lt(0)? {
                Err(wrong("is negative: the blank is 0, tiles are 1, 2, 3 …"))
            } else {
                Err(wrong("is too large: tiles go up to 65535"))
            }
        }
        Err(_) => Err(wrong("is not a number")),
    }
}
