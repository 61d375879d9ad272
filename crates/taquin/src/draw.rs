//! Pictures of boards and solutions as SVG: text that a browser, a notebook or a program for pictures shows.
//!
//! A [`Sheet`] has one board or several side by side, an [`Animation`] plays a solution again and again, [`Marks`]
//! show on the tiles what a heuristic counts, and a [`StateGraph`] has all boards near a goal. Pictures carry their own style for light and dark surroundings, need no
//! script and fetch nothing.
//!
//! ```
//! use taquin::draw::{Animation, Marks, Sheet};
//! use taquin::heuristic::HeuristicName;
//! use taquin::{Board, Shape};
//!
//! let board: Board = "8 1 3/4 0 2/7 6 5".parse()?;
//! let svg = Sheet::of_board(&board).to_svg()?;
//! assert!(svg.starts_with("<svg ") && svg.contains(">8</text>"));
//!
//! let marks = Marks::new(&HeuristicName::Manhattan, &Board::goal(Shape::PUZZLE_8))?;
//! assert!(Sheet::of_board(&board).marks(marks).to_svg()?.contains("manhattan: 10"));
//!
//! let answer = taquin::solve(&board)?;
//! assert!(Animation::of(answer.solution().unwrap()).to_svg()?.contains("@keyframes"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// | file | idea |
// |---|---|
// | `sheet.rs`, `marks.rs` | boards side by side; what a heuristic counts for each tile |
// | `animation.rs` | a solution that plays itself |
// | `graph.rs` | all boards near a goal |
// | `text.rs`, `canvas.rs` | the same in characters; text and style of a picture |

mod animation;
pub(crate) mod canvas;
mod graph;
mod marks;
mod sheet;
mod text;

pub use animation::Animation;
pub use graph::{StateGraph, TooManyStates};
pub use marks::{Mark, Marks, NoMarks};
pub use sheet::Sheet;
pub use text::marked_text;

use crate::shape::Shape;
use std::fmt;

/// The most cells of a board that is drawn.
pub const MOST_CELLS: usize = 10_000;
/// The most cells of all boards of a sheet.
pub const MOST_CELLS_OF_A_SHEET: usize = 60_000;
/// The most moves that an animation shows.
pub const MOST_MOVES: usize = 2000;

/// Why there is no picture: it would not be legible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TooLarge {
    /// A board with too many cells.
    Board(Shape),
    /// Too many boards of a shape.
    Boards(usize, Shape),
    /// Too many moves to watch.
    Moves(usize),
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Board(shape) => {
                let cells = shape.cells();
                write!(f, "a picture of a {shape} board has {cells} cells: at most {MOST_CELLS} can be read")
            }
            TooLarge::Boards(boards, shape) => {
                let most = (MOST_CELLS_OF_A_SHEET / shape.cells()).max(1);
                write!(f, "a picture of {boards} boards of {shape} is too large: at most {most} can be read")
            }
            TooLarge::Moves(moves) => {
                write!(f, "an animation of {moves} moves is too long: at most {MOST_MOVES} are shown")
            }
        }
    }
}

impl std::error::Error for TooLarge {}

fn check(boards: usize, shape: Shape) -> Result<(), TooLarge> {
    if shape.cells() > MOST_CELLS {
        return Err(TooLarge::Board(shape));
    }
    match boards * shape.cells() > MOST_CELLS_OF_A_SHEET {
        true => Err(TooLarge::Boards(boards, shape)),
        false => Ok(()),
    }
}
