//! Which tiles a table is about, independent of the numbers on them.
//!
//! A distance depends on where a tile belongs, not on its number. So a pattern names its tiles by
//! their goal cells. Of the goal cell of the blank only the region matters that it is in when the
//! pattern's tiles are home: it is named by the region's first cell. For most patterns all other cells
//! are one region, and one table serves goals with the blank in any of them; a symmetry of the box
//! makes it serve as many more ([`Pattern::canonical`]).

use super::zoning::{MOST_CELLS, Zoning, members};
use crate::shape::{Cell, Shape};
use crate::symmetry::Symmetry;
use std::fmt;

/// Some tiles of a goal, named by the cells they belong in, and the region where the goal has its blank.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    shape: Shape,
    /// The first cell of the blank's region.
    blank: Cell,
    /// Ascending.
    tiles: Box<[Cell]>,
}

/// Why a list of cells is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// The shape is a strip, has at most 4 cells or has too many.
    Shape(Shape),
    /// There are too few tiles, or too many for the shape.
    Size(usize, Shape),
    /// Not a cell of the shape.
    NoSuchCell(Cell, Shape),
    /// A cell named twice, or the goal cell of the blank.
    Taken(Cell),
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::Shape(shape) => {
                write!(f, "{shape} has no patterns: they need 6 to {MOST_CELLS} cells that are no strip")
            }
            PatternError::Size(tiles, shape) => {
                let most = Pattern::most_tiles(*shape);
                write!(f, "a pattern of {tiles} tiles on {shape}: take 2 to {most}")
            }
            PatternError::NoSuchCell(cell, shape) => write!(f, "{shape} has no cell {}", cell.0),
            PatternError::Taken(cell) => {
                write!(f, "cell {} is named twice or is the goal of the blank", cell.0)
            }
        }
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// The tiles that belong in `tiles`, for goals with the blank in `blank`.
    pub fn new(shape: Shape, blank: Cell, tiles: &[Cell]) -> Result<Pattern, PatternError> {
        if !Pattern::has_patterns(shape) {
            return Err(PatternError::Shape(shape));
        }
        if !(2..=Pattern::most_tiles(shape)).contains(&tiles.len()) {
            return Err(PatternError::Size(tiles.len(), shape));
        }
        for (i, &cell) in [blank].iter().chain(tiles).enumerate() {
            if cell.index() >= shape.cells() {
                return Err(PatternError::NoSuchCell(cell, shape));
            }
            if i > 0 && (cell == blank || tiles[..i - 1].contains(&cell)) {
                return Err(PatternError::Taken(cell));
            }
        }
        let mut tiles: Box<[Cell]> = tiles.into();
        tiles.sort_unstable();
        let zoning = Zoning::new(shape);
        let free = zoning.all() & !tiles.iter().fold(0, |set, cell| set | 1 << cell.index());
        let first = members(zoning.region(blank.index(), free)).next().expect("the blank is in its region");
        Ok(Pattern { shape, blank: Cell::from_index(first), tiles })
    }

    /// Whether a shape can have patterns: tiles must be able to pass each other.
    pub fn has_patterns(shape: Shape) -> bool {
        !shape.is_strip() && (5..=MOST_CELLS).contains(&shape.cells())
    }

    /// The most tiles of a pattern: with two tiles and the blank outside it every arrangement can be
    /// reached, and tables have at most some hundred million entries.
    pub fn most_tiles(shape: Shape) -> usize {
        let most = if shape.cells() <= 16 { 8 } else { 6 };
        shape.cells().saturating_sub(3).min(most)
    }

    /// The box.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The first cell of the region in which the goal has its blank.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// The goal cells of its tiles, ascending.
    pub fn tiles(&self) -> &[Cell] {
        &self.tiles
    }

    /// The pattern as it looks through a symmetry of the box.
    pub fn seen_through(&self, symmetry: &Symmetry) -> Pattern {
        let tiles: Vec<Cell> = self.tiles.iter().map(|&cell| symmetry.cell(cell)).collect();
        Pattern::new(self.shape, symmetry.cell(self.blank), &tiles)
            .expect("a symmetry keeps patterns patterns")
    }

    /// The first of all patterns that differ from this one by a symmetry of the box, and the symmetry
    /// that carries this one there. They have the same table.
    pub fn canonical(&self) -> (Pattern, Symmetry) {
        Symmetry::all(self.shape)
            .into_iter()
            .map(|symmetry| (self.seen_through(&symmetry), symmetry))
            .min_by(|(a, _), (b, _)| (&a.tiles, a.blank).cmp(&(&b.tiles, b.blank)))
            .expect("there is the identity")
    }
}

impl fmt::Display for Pattern {
    /// Shape, cell of the blank and cells of the tiles, e.g. `4x4-b0-1.2.3.4`: also the name of its file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-b{}-", self.shape, self.blank.0)?;
        for (i, cell) in self.tiles.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { "." }, cell.0)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(shape: &str, blank: u16, tiles: &[u16]) -> Pattern {
        let tiles: Vec<Cell> = tiles.iter().map(|&cell| Cell(cell)).collect();
        Pattern::new(shape.parse().unwrap(), Cell(blank), &tiles).unwrap()
    }

    #[test]
    fn the_blank_is_named_by_its_region() {
        assert_eq!(pattern("4x4", 15, &[1, 2]), pattern("4x4", 6, &[2, 1]));
        assert_ne!(pattern("4x4", 15, &[1, 4]), pattern("4x4", 0, &[1, 4]));
        assert_eq!(pattern("4x4", 15, &[1, 4]).to_string(), "4x4-b2-1.4");
    }

    #[test]
    fn symmetric_patterns_have_one_table() {
        let canonical = |blank, tiles: &[u16]| pattern("4x4", blank, tiles).canonical().0.to_string();
        assert_eq!(canonical(0, &[8, 9, 10, 11, 12, 13, 14, 15]), "4x4-b8-0.1.2.3.4.5.6.7");
        assert_eq!(canonical(15, &[0, 4, 8, 12, 1, 5, 9, 13]), "4x4-b8-0.1.2.3.4.5.6.7");
        assert_ne!(canonical(0, &[1, 4]), canonical(5, &[1, 4]));
    }

    #[test]
    fn what_is_no_pattern() {
        let error = |shape: &str, blank, tiles: &[u16]| {
            let tiles: Vec<Cell> = tiles.iter().map(|&cell| Cell(cell)).collect();
            Pattern::new(shape.parse().unwrap(), Cell(blank), &tiles).unwrap_err().to_string()
        };
        assert!(error("2x2", 0, &[1, 2]).contains("2x2 has no patterns"));
        assert!(error("9x1", 0, &[1, 2]).contains("9x1 has no patterns"));
        assert!(error("6x6", 0, &[1, 2]).contains("6x6 has no patterns"));
        assert!(error("3x3", 0, &[1]).contains("take 2 to 6"));
        assert!(error("5x5", 0, &[1, 2, 3, 4, 5, 6, 7]).contains("take 2 to 6"));
        assert!(error("3x3", 0, &[1, 9]).contains("no cell 9"));
        assert!(error("3x3", 0, &[1, 1]).contains("cell 1 is named twice"));
        assert!(error("3x3", 1, &[1, 2]).contains("cell 1"));
    }
}
