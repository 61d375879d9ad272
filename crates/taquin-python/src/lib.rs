//! The extension module behind `import taquin`: what Python says is turned into calls of the library's `Solver`, and its
//! answers into objects of Python. Nothing is decided here that the library decides.
//!
//! | file | idea |
//! |---|---|
//! | `shape.rs`, `board.rs`, `read.rs`, `solvability.rs` | boards of all forms in and out |
//! | `asked.rs`, `heuristic.rs` | arguments made into a solver, callables of Python into heuristics |
//! | `watch.rs` | searches beside the interpreter: Ctrl-C, progress |
//! | `solve.rs`, `solution.rs`, `figures.rs`, `many.rs`, `bulk.rs` | one board, what came of it and what it took, many boards, arrays of boards |
//! | `ways.rs` | first moves and what they leave to do, the number of shortest solutions |
//! | `compare.rs`, `trace.rs`, `space.rs` | searches counted as conventions have it, searches event by event, whole spaces and random boards |
//! | `errors.rs` | exceptions, which are classes of the Python part |

mod asked;
mod board;
mod bulk;
mod compare;
mod errors;
mod figures;
mod heuristic;
mod many;
mod read;
mod shape;
mod solution;
mod solvability;
mod solve;
mod space;
mod trace;
mod watch;
mod ways;

use pyo3::prelude::*;

/// Searches, boards and figures of taquin, compiled. Import `taquin`, not this module.
#[pymodule(gil_used = false)]
mod _taquin {
    use super::*;

    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::bulk::{_distances, _random_array, _rows};
    #[pymodule_export]
    use super::compare::{_convention, _run};
    #[pymodule_export]
    use super::many::{SolutionStream, solve_many};
    #[pymodule_export]
    use super::read::_goal;
    #[pymodule_export]
    use super::shape::Shape;
    #[pymodule_export]
    use super::solution::Solution;
    #[pymodule_export]
    use super::solvability::Solvability;
    #[pymodule_export]
    use super::solve::{Progress, optimal_moves, solve};
    #[pymodule_export]
    use super::space::{_all_boards, _check, AllBoards, census, random_boards};
    #[pymodule_export]
    use super::trace::{_dot, _trace, Events};
    #[pymodule_export]
    use super::ways::{count_solutions, hint};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        let algorithms = taquin::search::Algorithm::ALL.map(taquin::search::Algorithm::name);
        module.add("ALGORITHMS", algorithms)?;
        let heuristics = taquin::heuristic::HeuristicName::SIMPLE.map(|name| name.to_string());
        module.add("HEURISTICS", heuristics)?;
        module.add("CONVENTIONS", taquin::solver::Convention::ALL.map(taquin::solver::Convention::name))
    }
}
