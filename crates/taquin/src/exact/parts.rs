//! What can be wrong with a table that was kept.

use super::DistanceTable;
use crate::shape::{Cell, Shape};
use crate::sweep::ranks;
use std::fmt;

/// Why parts do not make a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotATable {
    /// Boards of this shape have no table.
    Shape(Shape),
    /// Tables are built for the first of the cells that look alike, and this is another one.
    Blank {
        /// The cell given.
        found: Cell,
        /// The cell that goals with the blank there are served by.
        expected: Cell,
    },
    /// The histogram is not that of all boards.
    Histogram {
        /// The boards in it.
        found: u64,
        /// The boards there are.
        expected: u64,
    },
    /// There are too few or too many entries.
    Bytes {
        /// The bytes given.
        found: u64,
        /// The bytes that a table of this shape has.
        expected: u64,
    },
}

impl fmt::Display for NotATable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotATable::Shape(shape) => write!(f, "no table is made for {shape}"),
            NotATable::Blank { found, expected } => write!(
                f,
                "the blank is in cell {}, expected the first that looks like it, {}",
                found.index(),
                expected.index()
            ),
            NotATable::Histogram { found, expected } => {
                write!(f, "the histogram counts {found} boards, expected {expected}")
            }
            NotATable::Bytes { found, expected } => write!(f, "{found} bytes, expected {expected}"),
        }
    }
}

impl std::error::Error for NotATable {}

/// Checks that parts belong together.
pub(super) fn check(shape: Shape, blank: Cell, histogram: &[u64], entries: &[u8]) -> Result<(), NotATable> {
    if !DistanceTable::fits(shape) {
        return Err(NotATable::Shape(shape));
    }
    // A cell outside the box looks like none.
    let expected = shape.all_cells().find(|&cell| cell == blank);
    let expected = expected.map_or(Cell(0), |cell| DistanceTable::blank_for(shape, cell));
    if blank != expected {
        return Err(NotATable::Blank { found: blank, expected });
    }
    let boards = u64::from(ranks(shape)) * shape.cells() as u64;
    let counted = histogram.iter().fold(0u64, |sum, &boards| sum.saturating_add(boards));
    if counted != boards || histogram[0] != 1 {
        return Err(NotATable::Histogram { found: counted, expected: boards });
    }
    let expected = DistanceTable::entry_bytes(shape);
    if entries.len() as u64 != expected {
        return Err(NotATable::Bytes { found: entries.len() as u64, expected });
    }
    Ok(())
}

/// What is wrong with the contents of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The histogram has another number for a level than there are boards.
    Histogram {
        /// The level.
        level: u32,
        /// The boards that there are.
        boards: u64,
    },
    /// Boards of a level have the entry of another.
    Entries {
        /// The level.
        level: u32,
        /// How many of its boards.
        wrong: u64,
    },
    /// Nothing was found before the work was stopped.
    Stopped,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Histogram { level, boards } => {
                write!(f, "{boards} boards are {level} moves away, and the histogram says otherwise")
            }
            Fault::Entries { level, wrong } => {
                write!(f, "{wrong} of the boards that are {level} moves away have a wrong entry")
            }
            Fault::Stopped => f.write_str("stopped before everything was compared"),
        }
    }
}

impl std::error::Error for Fault {}
