//! Sliding-tile puzzles of any box shape: the 8-, 15- and 24-puzzle, any m×n board, the 3×3×3
//! 26-puzzle.
//!
//! The nouns are at the root: [`Shape`], [`Board`], [`Problem`], [`Solution`]. A board is legal
//! once built and a problem is solvable once built; searches trust them.
//!
//! ```
//! use taquin::heuristic::Manhattan;
//! use taquin::search::{Limits, astar};
//! use taquin::{Board, NamedGoal, Problem};
//!
//! let start: Board = "8 1 3/4 0 2/7 6 5".parse()?;
//! let goal = NamedGoal::BlankLast.board(start.shape())?;
//! let problem = Problem::new(start, goal)?;
//! let heuristic = Manhattan::new(problem.goal());
//! let answer = astar(&problem, &heuristic, &Limits::default(), &mut ());
//! assert!(answer.outcome.is_optimal());
//! assert_eq!(answer.outcome.solution().unwrap().cost(), 14);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The library never prints, never reads the environment and never chooses a directory.

mod board;
pub mod census;
mod contradiction;
pub mod exact;
mod first_entry;
mod goal;
pub mod heuristic;
pub mod notation;
pub mod pdb;
mod problem;
pub mod published;
mod ranking;
mod scramble;
pub mod search;
#[cfg(feature = "serde")]
mod serde_forms;
mod shape;
mod solution;
pub mod solvability;
pub mod solver;
mod sweep;
mod symmetry;

pub use board::{Board, BoardError, NotTheLastSlide, Slide, Tile};
pub use goal::{NamedGoal, NoSuchGoal, UnknownGoal};
pub use problem::{Problem, ProblemError};
pub use ranking::{Ranking, TooManyBoards};
pub use scramble::Scrambler;
pub use shape::{Axis, Cell, Direction, Line, Shape, ShapeError, UnknownDirection};
pub use solution::{Solution, WrongMoves};
pub use solvability::Solvability;
pub use solver::{Solved, Solver, SolverError, solve};
pub use symmetry::Symmetry;

/// The example of the crate's README, kept running.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
