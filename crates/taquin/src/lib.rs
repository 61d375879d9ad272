//! Sliding-tile puzzles of any box shape: the 8-, 15- and 24-puzzle, any m×n board, the 3×3×3
//! 26-puzzle.
//!
//! The nouns are at the root: [`Shape`], [`Board`], [`Problem`], [`Solution`]. A board is legal
//! once built and a problem is solvable once built; searches trust them.
//!
//! ```
//! use taquin::Board;
//!
//! let board: Board = "8 1 3/4 0 2/7 6 5".parse()?;
//! let answer = taquin::solve(&board)?;
//! assert!(answer.proved());
//! assert_eq!(answer.cost(), Some(14));
//! assert_eq!(answer.solution().unwrap().to_string(), "RDLLUURDLDRURD");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which search do I call?
//!
//! | you want | call |
//! |---|---|
//! | a shortest solution to the usual goal, or the best that 10 s allow | [`solve`] |
//! | some solution of a board of any size, at once | [`construct::solve`] |
//! | another goal, limits, threads, tables on disk, your own heuristic | [`Solver`] |
//! | many boards on all cores, with answers in order | [`Solver::solve_all`](Solver::solve_all) |
//! | the same search on many boards with one goal | [`Solver::prepare`](Solver::prepare) once, [`Prepared::solve`](solver::Prepared::solve) for each |
//! | one algorithm and nothing chosen for you | a function of [`search`], such as [`search::astar`] with [`heuristic::Manhattan`] |
//! | all shortest solutions, or how many there are | [`Solver::shortest`](Solver::shortest) |
//! | every first move with what it leaves to do, or where a solution lost moves | [`Solver::hint`](Solver::hint), [`Solver::analyse`](Solver::analyse) |
//! | moves counted as shifts of whole lines | [`Solver::metric`](Solver::metric) |
//! | to watch single nodes or progress | [`Solver::solve_with`](Solver::solve_with) and a [`search::Observer`] |
//! | a search written down, as events, steps, a tree or a graph | [`trace::Trace`] |
//! | a picture of a board, or a solution that plays itself | [`draw`] |
//! | the number of boards at each distance | [`census`] |
//! | exact distances of a small shape | [`exact::DistanceTable`] |
//! | a heuristic beside the true distances of all boards | [`survey::Survey`] |
//! | random boards that stay the same for a seed | [`Scrambler`] |
//!
//! In a debug build set `[profile.dev.package.taquin] opt-level = 3` in your `Cargo.toml`: searches are some twenty times
//! slower without.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `store` (on by default) | tables in files: `pdb::Store`, `Solver::store`; searches that survive: `ledger::Ledger` |
//! | `serde` | boards, shapes, moves, problems, solutions and figures are written and read with serde, events of traces are written |
//! | `json` | traces as lines of JSON: `trace::Json`, `Trace::to_json` |
//! | `openapi` | the events of traces describe themselves for OpenAPI documents, by utoipa |
//!
//! Without default features nothing here needs an operating system: the library compiles for
//! `wasm32-unknown-unknown`, where [`platform`] says what becomes of clocks and threads.
//!
//! The library never prints, never reads the environment and never chooses a directory.

mod beam;
mod board;
pub mod census;
#[cfg(feature = "store")]
pub mod cluster;
pub mod construct;
mod contradiction;
pub mod draw;
pub mod exact;
mod fast_hash;
mod first_entry;
mod goal;
pub mod heuristic;
#[cfg(feature = "store")]
pub mod ledger;
mod metric;
mod names;
pub mod notation;
pub mod pdb;
pub mod platform;
mod problem;
pub mod published;
mod ranking;
mod scramble;
pub mod search;
#[cfg(feature = "serde")]
mod serde_forms;
mod shape;
pub mod shortest;
mod solution;
pub mod solvability;
pub mod solver;
pub mod survey;
mod sweep;
mod symmetry;
pub mod trace;
mod zobrist;

#[doc(hidden)]
pub use beam::learn;
pub use board::{Board, BoardError, NotTheLastSlide, Slide, Tile};
pub use goal::{NamedGoal, NoSuchGoal, UnknownGoal};
pub use metric::{Metric, UnknownMetric};
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
