//! Searches event by event: the events of the program's traces, as dicts.
//!
//! The search has a thread of its own and runs at most some events ahead; when the iterator is dropped, it ends.

use crate::asked::Asked;
use crate::board::Board;
use crate::errors;
use crate::heuristic::Callable;
use crate::watch::PATIENCE;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use taquin::search::Cancel;
use taquin::trace::{Event, Node, Recording, Trace};

/// How many events a search may be ahead of its reader.
const AHEAD: usize = 1024;

/// The events of a search, as it goes on.
#[pyclass(frozen, module = "taquin._taquin")]
pub(crate) struct Events {
    events: Mutex<Receiver<Event>>,
    cancel: Cancel,
    callable: Option<Callable>,
}

/// The events of a search.
#[pyfunction]
pub(crate) fn _trace(
    py: Python<'_>,
    board: &Board,
    goal: &Board,
    options: &Bound<'_, PyDict>,
    max_steps: Option<u64>,
    exhaustive: bool,
) -> PyResult<Events> {
    let (recording, cancel, callable) = recording(py, board, goal, options, max_steps, exhaustive)?;
    let (sender, events) = mpsc::sync_channel(AHEAD);
    std::thread::spawn(move || {
        recording.run(&mut |event| match sender.send(event.clone()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        });
    });
    Ok(Events { events: Mutex::new(events), cancel, callable })
}

/// The search tree as text for Graphviz.
#[pyfunction]
pub(crate) fn _dot(
    py: Python<'_>,
    board: &Board,
    goal: &Board,
    options: &Bound<'_, PyDict>,
    max_steps: Option<u64>,
    exhaustive: bool,
) -> PyResult<String> {
    let (recording, _, callable) = recording(py, board, goal, options, max_steps, exhaustive)?;
    let dot = match &callable {
        Some(_) => Trace::of(&recording).to_dot(),
        None => py.detach(|| Trace::of(&recording).to_dot()),
    };
    match callable.and_then(|callable| callable.take_error()) {
        Some(error) => Err(error),
        None => Ok(dot),
    }
}

fn recording(
    py: Python<'_>,
    board: &Board,
    goal: &Board,
    options: &Bound<'_, PyDict>,
    max_steps: Option<u64>,
    exhaustive: bool,
) -> PyResult<(Recording, Cancel, Option<Callable>)> {
    let ready = Asked::read(py, "trace", Some(options))?.ready(py, &goal.board)?;
    let prepared = py.detach(|| ready.solver.prepare_watched(&goal.board));
    let prepared = prepared.map_err(|error| errors::solver(py, error))?;
    let recording =
        Recording::new(board.board.clone(), prepared).map_err(|error| errors::bad_argument(py, error))?;
    let recording = recording.exhaustive(exhaustive).max_steps(max_steps.unwrap_or(u64::MAX));
    Ok((recording, ready.cancel, ready.callable))
}

#[pymethods]
impl Events {
    fn __iter__(slf: Py<Events>) -> Py<Events> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        loop {
            let next = py.detach(|| {
                let events = self.events.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                events.recv_timeout(PATIENCE)
            });
            if let Some(error) = self.callable.as_ref().and_then(Callable::take_error) {
                return Err(error);
            }
            match next {
                Ok(event) => return dict(py, &event).map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// An event with the fields that lines of JSON have.
fn dict<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let (name, node) = match event {
        Event::Start(_) => ("start", None),
        Event::Iteration { .. } => ("iteration", None),
        Event::Expand(node) => ("expand", Some(node)),
        Event::Generate(node) => ("generate", Some(node)),
        Event::Duplicate(node) => ("duplicate", Some(node)),
        Event::Improve(node) => ("improve", Some(node)),
        Event::Reopen(node) => ("reopen", Some(node)),
        Event::Prune(node) => ("prune", Some(node)),
        Event::Goal(node) => ("goal", Some(node)),
        _ => ("end", None),
    };
    dict.set_item("event", name)?;
    if let Some(node) = node {
        fill(&dict, node)?;
    }
    match event {
        Event::Start(start) => {
            dict.set_item("shape", &start.shape)?;
            dict.set_item("start", &start.start)?;
            dict.set_item("goal", &start.goal)?;
            dict.set_item("algorithm", start.algorithm)?;
            dict.set_item("heuristic", &start.heuristic)?;
            dict.set_item("solvable", start.solvable)?;
            dict.set_item("reason", &start.reason)?;
        }
        Event::Iteration { bound } => dict.set_item("bound", bound)?,
        Event::End(end) => {
            dict.set_item("solved", end.solved)?;
            dict.set_item("optimal", end.optimal)?;
            dict.set_item("cost", end.cost)?;
            dict.set_item("moves", &end.moves)?;
            dict.set_item("expanded", end.expanded)?;
            dict.set_item("generated", end.generated)?;
            dict.set_item("reached", end.reached)?;
            dict.set_item("truncated", end.truncated)?;
            dict.set_item("stopped_by", end.stopped_by)?;
        }
        _ => {}
    }
    Ok(dict)
}

fn fill(dict: &Bound<'_, PyDict>, node: &Node) -> PyResult<()> {
    dict.set_item("id", node.id)?;
    dict.set_item("parent", node.parent)?;
    dict.set_item("move", node.via.map(String::from))?;
    dict.set_item("g", node.g)?;
    dict.set_item("h", node.h)?;
    dict.set_item("f", node.f)?;
    dict.set_item("board", &node.board)
}
