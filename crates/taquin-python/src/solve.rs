//! `solve`: one board, by the library's front door.

use crate::asked::{Asked, Ready};
use crate::board::any_board;
use crate::solution::Solution;
use crate::watch::{Inside, Known, Teller, beside};
use crate::{errors, read};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::exact::DistanceTable;
use taquin::search::Stats;
use taquin::{Problem, Solved, SolverError};

/// How far a search has come: what a ``progress`` callable is given.
#[pyclass(frozen, get_all, module = "taquin")]
pub(crate) struct Progress {
    /// Nodes expanded so far.
    expanded: u64,
    /// Nodes generated so far.
    generated: u64,
    /// No solution is shorter than this.
    lower_bound: u32,
    /// The moves of the best solution so far; None if there is none yet.
    cost: Option<u32>,
    /// Seconds since the search began.
    seconds: f64,
}

impl Progress {
    pub(crate) fn new(stats: &Stats, lower_bound: u32, cost: Option<u32>) -> Progress {
        let (expanded, generated) = (stats.expanded, stats.generated);
        Progress { expanded, generated, lower_bound, cost, seconds: stats.elapsed.as_secs_f64() }
    }
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let cost = self.cost.map_or("None".into(), |cost| cost.to_string());
        format!(
            "<Progress expanded={} lower_bound={} cost={cost} seconds={:.1}>",
            self.expanded, self.lower_bound, self.seconds
        )
    }
}

/// Solves a board: finds a shortest way to the goal and proves that there is none shorter. Boards too large for a proof
/// get the best solution that is found in 10 s.
///
/// A limit that is reached is no error: the solution is the best found by then, with its ``gap``; with
/// ``raise_on_limit=True`` it is a ``LimitReached``. A board that cannot be solved raises ``Unsolvable``. Ctrl-C raises
/// ``Interrupted``, a ``KeyboardInterrupt`` whose ``solution`` says what was proved by then.
///
/// ``goal`` is a board, or one of ``"blank-last"`` (the usual one), ``"blank-first"``, ``"snail"``. ``heuristic`` is a name
/// or any callable that takes a `Board` and gives an int. ``time_limit`` is in seconds, ``memory_limit`` in bytes or a text
/// such as ``"2GB"``. ``metric`` is ``"slides"``, or ``"shifts"`` if tiles of a row or column that go together count as one
/// move; the letters of a solution are single steps in both, and its ``cost`` counts moves. ``progress`` is a callable that
/// gets a `Progress` now and then, or True for a bar.
///
/// >>> import taquin
/// >>> solution = taquin.solve("8 1 3/4 0 2/7 6 5")
/// >>> len(solution), solution.proved
/// (14, True)
/// >>> solution.moves
/// 'RDLLUURDLDRURD'
#[pyfunction]
#[pyo3(
    signature = (board, goal = None, **options),
    text_signature = "(board, goal=None, *, algorithm=None, heuristic=None, metric='slides', time_limit=None, \
                      memory_limit=None, node_limit=None, threads=None, cache_dir=None, progress=None, \
                      raise_on_limit=False, within=None, first=False, weight=None, width=None, prune=None)"
)]
pub(crate) fn solve<'py>(
    board: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Solution> {
    let py = board.py();
    let start = any_board(board)?;
    let goal = read::goal(goal, start.shape())?;
    let asked = Asked::read(py, "solve", options)?;
    let raise = asked.raise_on_limit;
    let problem = errors::problem(py, &start, &goal)?;
    let ready = asked.ready(py, &goal)?;
    let name = ready.callable.as_ref().map(|callable| callable.name().to_string());
    let solution = Solution::new(&problem, run(py, ready, &problem)?, name);
    if raise && let Some(why) = solution.stopped_by() {
        let what = format!("stopped ({why}): {}", solution.known());
        let solution = Bound::new(py, solution)?.into_any().unbind();
        return Err(errors::limit_reached(py, what, Some(solution)));
    }
    Ok(solution)
}

/// Searches as asked for. Ctrl-C is an error with what is known.
fn run(py: Python<'_>, ready: Ready<'_>, problem: &Problem) -> PyResult<Solved> {
    let Ready { solver, cancel, callable, progress, is_plain, .. } = ready;
    if is_plain && DistanceTable::is_quick(problem.shape()) {
        // Done in microseconds: another thread would take longer than the search.
        return py.detach(|| solver.solve(problem)).map_err(|error| errors::solver(py, error));
    }
    let mut teller = Teller::new(progress);
    let (solved, stop) = match &callable {
        Some(_) => {
            let mut inside = Inside { teller: &mut teller, cost: None, error: None };
            let solved = solver.solve_with(problem, &mut inside);
            (solved, inside.error.take())
        }
        None => {
            let known = Known::default();
            let mut watcher = known.watcher();
            beside(py, &cancel, &known, &mut teller, || solver.solve_with(problem, &mut watcher))
        }
    };
    teller.end(py)?;
    if let Some(error) = callable.as_ref().and_then(|callable| callable.take_error()).or(stop) {
        return Err(stopped(
            py,
            error,
            problem,
            solved,
            callable.map(|callable| callable.name().to_string()),
        ));
    }
    solved.map_err(|error| errors::solver(py, error))
}

/// The exception that ended a search; Ctrl-C with what is known by then.
fn stopped(
    py: Python<'_>,
    error: PyErr,
    problem: &Problem,
    solved: Result<Solved, SolverError>,
    name: Option<String>,
) -> PyErr {
    let known = solved.ok().map(|solved| Solution::new(problem, solved, name));
    let known = known.and_then(|solution| Some(Bound::new(py, solution).ok()?.into_any().unbind()));
    errors::interrupted(py, error, known)
}

/// All moves that a shortest way to the goal can begin with, in the order of ``board.moves()``; empty at the goal.
///
/// >>> import taquin
/// >>> taquin.optimal_moves("1 2 3/4 5 6/0 7 8")
/// ['R']
/// >>> taquin.optimal_moves("0 1 3/4 2 5/7 8 6")
/// ['R']
#[pyfunction]
#[pyo3(
    signature = (board, goal = None, *, metric = None, threads = None, cache_dir = None),
    text_signature = "(board, goal=None, *, metric='slides', threads=None, cache_dir=None)"
)]
pub(crate) fn optimal_moves<'py>(
    board: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    metric: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    cache_dir: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<String>> {
    let py = board.py();
    let start = any_board(board)?;
    let goal = read::goal(goal, start.shape())?;
    let problem = errors::problem(py, &start, &goal)?;
    let options = PyDict::new(py);
    options.set_item("metric", metric)?;
    options.set_item("threads", threads)?;
    options.set_item("cache_dir", cache_dir)?;
    let ready = Asked::read(py, "optimal_moves", Some(&options))?.ready(py, &goal)?;
    let find = || ready.solver.first_moves(&problem);
    let (moves, stop) = if metric.is_none() && DistanceTable::is_quick(start.shape()) {
        (py.detach(find), None)
    } else {
        beside(py, &ready.cancel, &Known::default(), &mut Teller::new(None), find)
    };
    if let Some(error) = stop {
        return Err(error);
    }
    let moves = moves.map_err(|error| errors::solver(py, error))?;
    Ok(moves.into_iter().map(|direction| start.shape().letter(direction).to_string()).collect())
}
