//! A partition drawn with letters: `.AAA/AAAA/BBBB/BBBB`.

use crate::pdb::pattern::{Pattern, PatternError};
use crate::shape::{Cell, Shape};
use crate::symmetry::Symmetry;
use std::fmt;

/// Which tiles belong together, by their goal cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    shape: Shape,
    blank: Cell,
    /// The cells of each letter, in the order of the alphabet.
    groups: Vec<Vec<Cell>>,
}

/// Why a text is not a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawingError {
    /// Neither a letter nor `.` or `/`.
    Character(char),
    /// More or fewer characters than the shape has cells.
    Cells(usize, Shape),
    /// No `.`, or several.
    Blanks(usize),
    /// A letter's tiles are not a pattern.
    Pattern(char, PatternError),
}

impl fmt::Display for DrawingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawingError::Character(found) => {
                write!(f, "{found:?} in a drawing: it has letters A to Z, and . for the blank")
            }
            DrawingError::Cells(found, shape) => {
                write!(f, "a drawing of {found} cells: {shape} has {}", shape.cells())
            }
            DrawingError::Blanks(found) => write!(f, "a drawing with {found} blanks: draw one as ."),
            DrawingError::Pattern(letter, error) => write!(f, "pattern {letter}: {error}"),
        }
    }
}

impl std::error::Error for DrawingError {}

impl Drawing {
    pub(super) fn parse(shape: Shape, text: &str) -> Result<Drawing, DrawingError> {
        let cells: Vec<char> = text.chars().filter(|&c| c != '/').collect();
        if let Some(&strange) = cells.iter().find(|c| !(c.is_ascii_uppercase() || **c == '.')) {
            return Err(DrawingError::Character(strange));
        }
        if cells.len() != shape.cells() {
            return Err(DrawingError::Cells(cells.len(), shape));
        }
        let of = |wanted: char| -> Vec<Cell> {
            shape.all_cells().filter(|cell| cells[cell.index()] == wanted).collect()
        };
        let blanks = of('.');
        let &[blank] = &blanks[..] else { return Err(DrawingError::Blanks(blanks.len())) };
        let mut groups = Vec::new();
        for letter in 'A'..='Z' {
            let tiles = of(letter);
            if !tiles.is_empty() {
                Pattern::new(shape, blank, &tiles).map_err(|error| DrawingError::Pattern(letter, error))?;
                groups.push(tiles);
            }
        }
        Ok(Drawing { shape, blank, groups })
    }

    /// The same drawing with the blank elsewhere: turned, if a symmetry takes the blank there, else with
    /// the two cells exchanged.
    pub(super) fn with_blank(&self, blank: Cell) -> Drawing {
        let symmetry =
            Symmetry::all(self.shape).into_iter().find(|symmetry| symmetry.cell(self.blank) == blank);
        match symmetry {
            Some(symmetry) => self.carried(|cell| symmetry.cell(cell), blank),
            None => self.carried(|cell| if cell == blank { self.blank } else { cell }, blank),
        }
    }

    fn carried(&self, carry: impl Fn(Cell) -> Cell, blank: Cell) -> Drawing {
        let groups = self.groups.iter().map(|group| group.iter().map(|&cell| carry(cell)).collect());
        Drawing { shape: self.shape, blank, groups: groups.collect() }
    }

    /// The patterns, in the order of the alphabet.
    pub(super) fn patterns(&self) -> Vec<Pattern> {
        let pattern = |tiles: &Vec<Cell>| {
            Pattern::new(self.shape, self.blank, tiles).expect("as many tiles as in the drawing")
        };
        self.groups.iter().map(pattern).collect()
    }

    /// Deals the tiles in reading order, so many to each pattern.
    pub(super) fn dealt(shape: Shape, blank: Cell, sizes: &[usize]) -> Result<Drawing, PatternError> {
        let mut tiles = shape.all_cells().filter(|&cell| cell != blank);
        let groups: Vec<Vec<Cell>> = sizes.iter().map(|&size| tiles.by_ref().take(size).collect()).collect();
        for group in &groups {
            Pattern::new(shape, blank, group)?;
        }
        Ok(Drawing { shape, blank, groups })
    }
}
