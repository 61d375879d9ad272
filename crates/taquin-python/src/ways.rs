//! Shortest solutions without one of them: what every first move leaves to do, and how many there are.

use crate::asked::{Asked, Ready};
use crate::board::any_board;
use crate::errors::{self, bad_argument};
use crate::read;
use crate::watch::{Known, Teller, beside};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};
use taquin::search::StopReason;
use taquin::{Problem, Solver, SolverError};

/// Every move that can be made first, the best first: the blank's letter, how many tiles move, and the fewest moves that
/// are left to the goal.
///
/// Keyword arguments are those of `solve`; a limit that is reached raises ``LimitReached``.
///
/// >>> import taquin
/// >>> taquin.hint("1 2 3/4 5 6/7 0 8")
/// [('R', 1, 0), ('L', 1, 2), ('U', 1, 2)]
/// >>> taquin.hint("1 2 3/4 5 6/0 7 8", metric="shifts")[0]
/// ('R', 2, 0)
#[pyfunction]
#[pyo3(
    signature = (board, goal = None, **options),
    text_signature = "(board, goal=None, *, metric='slides', threads=None, cache_dir=None, time_limit=None)"
)]
pub(crate) fn hint<'py>(
    board: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<(String, u16, u32)>> {
    let problem = problem(board, goal)?;
    let shape = problem.shape();
    let moves = ask(board.py(), "hint", options, &problem, |solver| solver.hint(&problem))?;
    let tuple =
        |one: taquin::solver::FirstMove| (shape.letter(one.direction).to_string(), one.tiles, one.left);
    Ok(moves.into_iter().map(tuple).collect())
}

/// How many shortest solutions a board has.
///
/// Keyword arguments are those of `solve`; a limit that is reached raises ``LimitReached``.
///
/// >>> import taquin
/// >>> taquin.count_solutions("8 6 7/2 5 4/3 0 1")
/// 40
#[pyfunction]
#[pyo3(
    signature = (board, goal = None, **options),
    text_signature = "(board, goal=None, *, metric='slides', threads=None, cache_dir=None, time_limit=None)"
)]
pub(crate) fn count_solutions<'py>(
    board: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = board.py();
    let problem = problem(board, goal)?;
    let count = ask(py, "count_solutions", options, &problem, |solver| {
        let shortest = solver.shortest(&problem)?;
        let stopped = || shortest.solved.answer.outcome.stopped_by().unwrap_or(StopReason::DeadEnd);
        let graph = shortest.graph.as_ref().ok_or_else(|| SolverError::Stopped(stopped()))?;
        match graph.stopped_by() {
            Some(why) => Err(SolverError::Stopped(why)),
            None => Ok(graph.count().to_string()),
        }
    })?;
    // There may be more of them than any machine word counts.
    py.get_type::<PyInt>().call1((count,))
}

fn problem(board: &Bound<'_, PyAny>, goal: Option<&Bound<'_, PyAny>>) -> PyResult<Problem> {
    let start = any_board(board)?;
    let goal = read::goal(goal, start.shape())?;
    errors::problem(board.py(), &start, &goal)
}

/// Asks a solver made of keyword arguments, beside the interpreter.
fn ask<R: Send>(
    py: Python<'_>,
    function: &str,
    options: Option<&Bound<'_, PyDict>>,
    problem: &Problem,
    question: impl FnOnce(&Solver) -> Result<R, SolverError> + Send,
) -> PyResult<R> {
    for key in ["heuristic", "progress", "raise_on_limit"] {
        if options.is_some_and(|options| options.contains(key).unwrap_or(false)) {
            return Err(bad_argument(py, format_args!("{key}: {function} has none")));
        }
    }
    let Ready { solver, cancel, .. } = Asked::read(py, function, options)?.ready(py, problem.goal())?;
    let (answer, stop) = beside(py, &cancel, &Known::default(), &mut Teller::new(None), || question(&solver));
    match stop {
        Some(error) => Err(error),
        None => answer.map_err(|error| errors::solver(py, error)),
    }
}
