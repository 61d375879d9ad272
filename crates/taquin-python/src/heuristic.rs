//! Heuristics of Python's: any callable that takes a board and gives a whole number.
//!
//! A search that uses one runs on the thread that called it and keeps the interpreter: each estimate would have to wait
//! for it otherwise. An exception in the callable stops the search and is raised to the caller.

use crate::asked::usual_solver;
use crate::board::Board;
use crate::errors::{self, bad_argument};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use taquin::heuristic::{Guarantees, Heuristic, Own, from_fn};
use taquin::search::{Algorithm, Cancel};

/// No board has a shortest solution as long as this: larger estimates are a mistake.
const LARGEST: u32 = 1 << 24;

/// A callable, and the first exception that it raised.
#[derive(Clone)]
pub(crate) struct Callable {
    inner: Arc<Inner>,
}

struct Inner {
    function: Py<PyAny>,
    name: String,
    guarantees: Guarantees,
    cancel: Cancel,
    has_failed: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Callable {
    /// `cancel` stops the search when the callable raises an exception.
    pub(crate) fn new(function: Bound<'_, PyAny>, cancel: Cancel) -> PyResult<Callable> {
        let claim = |name: &str| match function.getattr_opt(name)? {
            Some(value) => value.is_truthy(),
            None => Ok(false),
        };
        let guarantees = Guarantees { admissible: claim("admissible")?, consistent: claim("consistent")? };
        let name = function.getattr_opt("__name__")?.and_then(|name| name.extract().ok());
        let name = name.unwrap_or_else(|| "python".to_string());
        let function = function.unbind();
        let (has_failed, error) = (AtomicBool::new(false), Mutex::new(None));
        Ok(Callable { inner: Arc::new(Inner { function, name, guarantees, cancel, has_failed, error }) })
    }

    /// The heuristic of the library that asks it.
    pub(crate) fn heuristic(&self, goal: &taquin::Board) -> Own {
        let inner = self.inner.clone();
        from_fn(goal, self.inner.guarantees, move |board| inner.estimate(board))
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &str {
        &self.inner.name
    }

    /// The exception that stopped the search.
    pub(crate) fn take_error(&self) -> Option<PyErr> {
        self.inner.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Inner {
    fn estimate(&self, board: &taquin::Board) -> u32 {
        if self.has_failed.load(Relaxed) {
            return 0;
        }
        let asked = Python::attach(|py| {
            let board = Board::from(board.clone());
            let value = self.function.bind(py).call1((board,))?;
            checked(&value, &self.name)
        });
        asked.unwrap_or_else(|error| {
            self.has_failed.store(true, Relaxed);
            *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.cancel.cancel();
            0
        })
    }
}

/// The estimate that a callable gave, if it is one.
fn checked(value: &Bound<'_, PyAny>, name: &str) -> PyResult<u32> {
    match value.extract::<u32>() {
        Ok(estimate) if estimate <= LARGEST => Ok(estimate),
        _ => {
            let what = value.repr().map_or_else(|_| "something".into(), |repr| repr.to_string());
            Err(PyTypeError::new_err(format!(
                "the heuristic {name} gave {what}: an estimate is a whole number from 0 to {LARGEST}"
            )))
        }
    }
}

/// The estimate of a heuristic, by name or a callable, for one board.
pub(crate) fn estimate(
    heuristic: &Bound<'_, PyAny>,
    board: &taquin::Board,
    goal: &taquin::Board,
) -> PyResult<u32> {
    let py = heuristic.py();
    if heuristic.is_callable() {
        let callable = Callable::new(heuristic.clone(), Cancel::new())?;
        let value = heuristic.call1((Board::from(board.clone()),))?;
        return checked(&value, callable.name());
    }
    let name: String = heuristic
        .extract()
        .map_err(|_| bad_argument(py, "a heuristic is a name such as 'manhattan', or a callable"))?;
    let solver = usual_solver().algorithm(Algorithm::Astar).heuristic(&*name);
    let prepared = py.detach(|| solver.prepare(goal)).map_err(|error| errors::solver(py, error))?;
    Ok(prepared.heuristic().of(board))
}
