//! Solutions into text, piece by piece.

use super::Notation;
use crate::metric::Metric;
use crate::shape::{Direction, Shape};
use crate::solution::Solution;
use std::fmt::{self, Display, Formatter};

/// Letters that are handed on at a time.
const CHUNK: usize = 4096;

/// A solution as text in a [`Notation`], without a newline at the end: see [`Notation::written`].
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    notation: Notation,
    solution: &'a Solution,
}

impl<'a> Written<'a> {
    pub(super) fn new(notation: Notation, solution: &'a Solution) -> Written<'a> {
        Written { notation, solution }
    }
}

impl Display for Written<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let solution = self.solution;
        let shape = solution.start().shape();
        // Letters alone would hide how many shifts there are.
        let is_in_runs = solution.metric() == Metric::Shifts;
        match self.notation {
            Notation::Blank if !is_in_runs => letters(f, solution, |direction| shape.letter(direction)),
            Notation::Tile if !is_in_runs => {
                letters(f, solution, |direction| shape.letter(direction.opposite()))
            }
            Notation::Blank | Notation::Runs => runs(f, shape, solution.moves(), |direction| direction),
            Notation::Tile => runs(f, shape, solution.moves(), Direction::opposite),
            Notation::Numbers => list(f, solution.slides().map(|slide| slide.tile()), " "),
            Notation::Boards => list(f, solution.boards(), "\n"),
        }
    }
}

fn letters(f: &mut Formatter<'_>, solution: &Solution, letter: impl Fn(Direction) -> char) -> fmt::Result {
    for moves in solution.moves().chunks(CHUNK) {
        f.write_str(&moves.iter().map(|&direction| letter(direction)).collect::<String>())?;
    }
    Ok(())
}

fn runs(
    f: &mut Formatter<'_>,
    shape: Shape,
    moves: &[Direction],
    written: impl Fn(Direction) -> Direction,
) -> fmt::Result {
    for (index, run) in Metric::Shifts.moves(moves).enumerate() {
        let space = if index > 0 { " " } else { "" };
        let letter = shape.letter(written(run[0]));
        match run.len() {
            1 => write!(f, "{space}{letter}")?,
            times => write!(f, "{space}{letter}{times}")?,
        }
    }
    Ok(())
}

fn list<T: Display>(f: &mut Formatter<'_>, items: impl Iterator<Item = T>, separator: &str) -> fmt::Result {
    for (index, item) in items.enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}
