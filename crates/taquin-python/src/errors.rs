//! Exceptions. Their classes are written in Python (`taquin/_errors.py`), where one class can be both a `TaquinError` and
//! a `ValueError`; here errors of the library are turned into them.

use crate::board::Board;
use crate::solvability::Solvability;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::fmt::Display;
use taquin::{Problem, ProblemError, SolverError};

/// The classes of `taquin/_errors.py` that are raised from here.
struct Classes {
    bad_argument: Py<PyType>,
    bad_board: Py<PyType>,
    bad_move: Py<PyType>,
    unsolvable: Py<PyType>,
    limit_reached: Py<PyType>,
    table_error: Py<PyType>,
    interrupted: Py<PyType>,
}

fn classes(py: Python<'_>) -> PyResult<&'static Classes> {
    static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();
    CLASSES.get_or_try_init(py, || {
        let module = py.import("taquin._errors")?;
        let class = |name: &str| -> PyResult<Py<PyType>> {
            Ok(module.getattr(name)?.cast_into::<PyType>().map_err(PyErr::from)?.unbind())
        };
        Ok(Classes {
            bad_argument: class("BadArgument")?,
            bad_board: class("BadBoard")?,
            bad_move: class("BadMove")?,
            unsolvable: class("Unsolvable")?,
            limit_reached: class("LimitReached")?,
            table_error: class("TableError")?,
            interrupted: class("Interrupted")?,
        })
    })
}

fn raised(
    py: Python<'_>,
    pick: impl FnOnce(&Classes) -> &Py<PyType>,
    arguments: impl for<'py> pyo3::call::PyCallArgs<'py>,
) -> PyErr {
    let made = classes(py).and_then(|classes| pick(classes).bind(py).call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// An argument that means nothing: an unknown name, a number out of range.
pub(crate) fn bad_argument(py: Python<'_>, what: impl Display) -> PyErr {
    raised(py, |classes| &classes.bad_argument, (what.to_string(),))
}

/// Something that is not a board.
pub(crate) fn bad_board(py: Python<'_>, what: impl Display) -> PyErr {
    raised(py, |classes| &classes.bad_board, (what.to_string(),))
}

/// A move that cannot be read or made.
pub(crate) fn bad_move(py: Python<'_>, what: impl Display) -> PyErr {
    raised(py, |classes| &classes.bad_move, (what.to_string(),))
}

/// A limit that was reached, with what is known.
pub(crate) fn limit_reached(py: Python<'_>, what: impl Display, solution: Option<Py<PyAny>>) -> PyErr {
    raised(py, |classes| &classes.limit_reached, (what.to_string(), solution))
}

/// Ctrl-C with what was proved by then; any other error as it is.
pub(crate) fn interrupted(py: Python<'_>, error: PyErr, solution: Option<Py<PyAny>>) -> PyErr {
    if error.is_instance_of::<PyKeyboardInterrupt>(py) {
        raised(py, |classes| &classes.interrupted, ("stopped by Ctrl-C", solution))
    } else {
        error
    }
}

/// Start and goal as a problem.
pub(crate) fn problem(py: Python<'_>, start: &taquin::Board, goal: &taquin::Board) -> PyResult<Problem> {
    Problem::new(start.clone(), goal.clone()).map_err(|error| unsolvable(py, start, goal, error))
}

fn unsolvable(py: Python<'_>, start: &taquin::Board, goal: &taquin::Board, error: ProblemError) -> PyErr {
    match error {
        ProblemError::Unsolvable(_) => {
            let why = Solvability::of(Board::from(start.clone()), Board::from(goal.clone()));
            raised(py, |classes| &classes.unsolvable, (error.to_string(), why))
        }
        error => bad_argument(py, error),
    }
}

/// Why a solver gave no answer.
pub(crate) fn solver(py: Python<'_>, error: SolverError) -> PyErr {
    match error {
        SolverError::Stopped(_) => limit_reached(py, error, None),
        SolverError::NotThere(set) => {
            let what = format!(
                "the tables of pdb:{0} are not there: the program builds them with `taquin pdb build`; name their \
                 directory with cache_dir=",
                set.name()
            );
            raised(py, |classes| &classes.table_error, (what,))
        }
        SolverError::File(_) | SolverError::Build(_) | SolverError::Contradiction(_) => {
            raised(py, |classes| &classes.table_error, (error.to_string(),))
        }
        error => bad_argument(py, error),
    }
}
