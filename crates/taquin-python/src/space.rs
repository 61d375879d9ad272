//! Whole spaces and random boards: counts by distance, boards at an exact distance, verdicts.

use crate::asked::{self, Asked, all_threads, usual_solver};
use crate::board::{Board, goal_of_shape};
use crate::errors::{self, bad_argument, limit_reached};
use crate::watch::{Known, Teller, beside};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::ops::ControlFlow;
use std::sync::Mutex;
use taquin::census::Ended;
use taquin::exact::DistanceList;
use taquin::heuristic::{Breakdown, Heuristic, HeuristicName};
use taquin::search::{Cancel, Limits};
use taquin::{Scrambler, Solvability, Tile};

/// Random boards that can be solved, each equally likely; the same seed always gives the same boards, which are those of
/// ``taquin scramble``.
///
/// With ``depth`` they are drawn from those whose shortest solutions have exactly so many moves, without repetition:
/// there may be fewer than asked for. That walks through all boards up to the depth, which is counted in ``metric``.
///
/// >>> import taquin
/// >>> taquin.random_boards(3, 2, seed=1)
/// [Board('1 3 5/2 7 4/0 8 6'), Board('3 8 4/7 6 2/1 0 5')]
/// >>> [len(taquin.solve(board)) for board in taquin.random_boards(3, 3, seed=1, depth=20)]
/// [20, 20, 20]
#[pyfunction]
#[pyo3(
    signature = (shape, n = 1, seed = 0, *, depth = None, goal = None, metric = None),
    text_signature = "(shape, n=1, seed=0, *, depth=None, goal=None, metric='slides')"
)]
pub(crate) fn random_boards<'py>(
    shape: &Bound<'py, PyAny>,
    n: usize,
    seed: u64,
    depth: Option<u32>,
    goal: Option<&Bound<'py, PyAny>>,
    metric: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Board>> {
    let py = shape.py();
    let metric = asked::metric(py, metric)?;
    let goal = goal_of_shape(shape, goal)?;
    let mut scrambler = Scrambler::new(goal, seed);
    let Some(depth) = depth else {
        return Ok(drawn(py, scrambler, n)?.into_iter().map(Board::from).collect());
    };
    let cancel = Cancel::new();
    let limits = Limits { cancel: Some(cancel.clone()), ..Limits::default() };
    let threads = all_threads();
    let draw = || scrambler.at_depth_in(metric, depth, n, &limits, threads);
    let (boards, stop) = beside(py, &cancel, &Known::default(), &mut Teller::new(None), draw);
    match (boards, stop) {
        (_, Some(error)) => Err(error),
        (Ok(boards), None) => Ok(boards.into_iter().map(Board::from).collect()),
        (Err(why), None) => {
            Err(limit_reached(py, format_args!("stopped ({why}) before depth {depth} was reached"), None))
        }
    }
}

/// Boards that are drawn between looks at Ctrl-C.
const AT_A_TIME: usize = 4096;

/// So many random boards.
pub(crate) fn drawn(py: Python<'_>, mut scrambler: Scrambler, n: usize) -> PyResult<Vec<taquin::Board>> {
    let mut boards = Vec::new();
    while boards.len() < n {
        let more = (n - boards.len()).min(AT_A_TIME);
        py.detach(|| boards.extend(scrambler.by_ref().take(more)));
        py.check_signals()?;
    }
    Ok(boards)
}

/// How many boards are 0, 1, 2 … moves away from the goal.
///
/// All boards are counted on shapes of up to 12 cells; of larger shapes give a ``depth``, or a limit.
///
/// >>> import taquin
/// >>> taquin.census("3x2")
/// [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]
/// >>> sum(taquin.census(3))
/// 181440
/// >>> taquin.census("3x2", metric="shifts")[:5]
/// [1, 3, 4, 6, 8]
#[pyfunction]
#[pyo3(
    signature = (shape, goal = None, *, depth = None, metric = None, time_limit = None, memory_limit = None),
    text_signature = "(shape, goal=None, *, depth=None, metric='slides', time_limit=None, memory_limit=None)"
)]
pub(crate) fn census<'py>(
    shape: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    depth: Option<u32>,
    metric: Option<&Bound<'py, PyAny>>,
    time_limit: Option<&Bound<'py, PyAny>>,
    memory_limit: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<u64>> {
    let py = shape.py();
    let goal = goal_of_shape(shape, goal)?;
    let metric = asked::metric(py, metric)?;
    let options = PyDict::new(py);
    options.set_item("time_limit", time_limit)?;
    options.set_item("memory_limit", memory_limit)?;
    let asked = Asked::read(py, "census", Some(&options))?;
    let large = goal.shape().cells() > taquin::census::MOST_RANKED_CELLS && !goal.shape().is_strip();
    if large && depth.is_none() && !asked.has_limits() {
        let shape = goal.shape();
        return Err(bad_argument(
            py,
            format_args!(
                "{shape} has too many boards to count them all: give depth=, time_limit= or memory_limit="
            ),
        ));
    }
    let cancel = Cancel::new();
    let limits = asked.limits(&cancel);
    let count = || {
        let on_level = &mut |_, _| ControlFlow::Continue(());
        taquin::census::census_in(metric, &goal, depth, &limits, all_threads(), on_level)
    };
    let (census, stop) = beside(py, &cancel, &Known::default(), &mut Teller::new(None), count);
    match (census.ended, stop) {
        (_, Some(error)) => Err(error),
        (Ended::Stopped(taquin::search::StopReason::Cancelled), None) => {
            unreachable!("cancelled with an exception only")
        }
        _ => Ok(census.levels),
    }
}

/// What the program's ``taquin check`` tells of a board, as a dict.
#[pyfunction]
pub(crate) fn _check<'py>(
    board: &Board,
    goal: &Board,
    metric: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = metric.py();
    let metric = asked::metric(py, Some(metric))?;
    let (start, goal) = (&board.board, &goal.board);
    let verdict = crate::solvability::Solvability::of(board.clone(), Board::from(goal.clone()));
    let solver = usual_solver().metric(metric);
    let distance = py.detach(|| solver.distance(start, goal)).map_err(|error| errors::solver(py, error))?;
    let estimates = PyList::empty(py);
    for name in &HeuristicName::simple_in(metric) {
        let prepared = solver.clone().algorithm(taquin::search::Algorithm::Astar).heuristic(name.clone());
        let prepared = py.detach(|| prepared.prepare(goal)).map_err(|error| errors::solver(py, error))?;
        let heuristic = prepared.heuristic();
        let estimate = PyDict::new(py);
        estimate.set_item("heuristic", name.to_string())?;
        estimate.set_item("value", heuristic.of(start))?;
        estimate.set_item("admissible", heuristic.guarantees().admissible)?;
        estimate.set_item("consistent", heuristic.guarantees().consistent)?;
        estimates.append(estimate)?;
    }
    let verdict = Bound::new(py, verdict)?;
    let report = PyDict::new(py);
    report.set_item("shape", start.shape().to_string())?;
    report.set_item("start", start.to_string())?;
    report.set_item("goal", goal.to_string())?;
    report.set_item("metric", metric.name())?;
    report.set_item("solvable", Solvability::of(start, goal).is_solvable())?;
    report.set_item("distance", distance)?;
    report.set_item("reason", verdict.getattr("reason")?)?;
    report.set_item("inversions", verdict.getattr("inversions")?)?;
    report.set_item("blank_rows_apart", verdict.getattr("rows_apart")?)?;
    report.set_item("blank_distance", verdict.getattr("blank_distance")?)?;
    report.set_item("estimates", estimates)?;
    let breakdown = Breakdown::of(start, goal);
    report.set_item("pair_counting", breakdown.pair_counting())?;
    let conflicts = PyList::empty(py);
    for conflict in &breakdown.conflicts {
        let entry = PyDict::new(py);
        let pair = |[first, second]: &[Tile; 2]| (first.number(), second.number());
        entry.set_item("line", conflict.line())?;
        entry.set_item("pairs", conflict.pairs.iter().map(pair).collect::<Vec<_>>())?;
        entry.set_item("leaving", conflict.leaving.iter().map(|tile| tile.number()).collect::<Vec<_>>())?;
        conflicts.append(entry)?;
    }
    report.set_item("conflicts", conflicts)?;
    report.set_item("manhattan_by_tile", breakdown.manhattan_by_tile)?;
    Ok(report)
}

/// All boards of a small shape with their distances, the nearest to the goal first.
#[pyclass(frozen, module = "taquin._taquin")]
pub(crate) struct AllBoards {
    list: DistanceList,
    order: Vec<u32>,
    next: Mutex<usize>,
}

/// All boards of a small shape that can be slid into a goal.
#[pyfunction]
pub(crate) fn _all_boards(py: Python<'_>, goal: &Board) -> PyResult<AllBoards> {
    let goal = &goal.board;
    let list = py.detach(|| DistanceList::new(goal, all_threads()));
    let list = list.ok_or_else(|| {
        bad_argument(py, format_args!("{} has too many boards to go through them all", goal.shape()))
    })?;
    let order = list.by_distance();
    Ok(AllBoards { list, order, next: Mutex::new(0) })
}

#[pymethods]
impl AllBoards {
    fn __iter__(slf: Py<AllBoards>) -> Py<AllBoards> {
        slf
    }

    fn __len__(&self) -> usize {
        self.order.len()
    }

    fn __next__(&self) -> Option<(Board, u32)> {
        let mut next = self.next.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let &number = self.order.get(*next)?;
        *next += 1;
        let (board, distance) = self.list.board(number)?;
        Some((board.into(), distance))
    }
}
