//! What `compare` is made of: single searches, counted as the library's or a classic program's convention has it.

use crate::asked::{self, Asked};
use crate::board::Board;
use crate::errors;
use crate::figures::Figures;
use crate::watch::{Inside, Known, Teller, beside};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use taquin::heuristic::HeuristicName;
use taquin::search::{Algorithm, Outcome};
use taquin::solver::Convention;
use taquin::{Metric, Problem};

fn read(py: Python<'_>, name: &str) -> PyResult<Convention> {
    name.parse().map_err(|error| errors::bad_argument(py, format_args!("convention: {error}")))
}

/// A convention by any spelling of its name: the name, the one algorithm that it has if it is not for all, and the
/// heuristics that are compared in a metric unless others are asked for.
#[pyfunction]
pub(crate) fn _convention(
    py: Python<'_>,
    name: &str,
    metric: &Bound<'_, PyAny>,
) -> PyResult<(&'static str, Option<&'static str>, Vec<String>)> {
    let convention = read(py, name)?;
    let heuristics = match asked::metric(py, Some(metric))? {
        Metric::Slides => convention.heuristics(),
        metric => HeuristicName::simple_in(metric),
    };
    let heuristics = heuristics.iter().map(ToString::to_string).collect();
    Ok((convention.name(), convention.algorithm().map(Algorithm::name), heuristics))
}

/// One search with nothing before or after it, for comparisons: a dict of its figures.
#[pyfunction]
#[pyo3(signature = (board, goal, convention, options))]
pub(crate) fn _run<'py>(
    board: &Board,
    goal: &Board,
    convention: &str,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = options.py();
    let convention = read(py, convention)?;
    let ready = Asked::read(py, "compare", Some(options))?.ready(py, &goal.board)?;
    let row = PyDict::new(py);
    let plan_error = |error| errors::solver(py, error);
    let prepared = py.detach(|| ready.solver.prepare(&goal.board)).map_err(plan_error)?.single();
    let plan = prepared.plan();
    let name = ready.callable.as_ref().map(|callable| callable.name().to_string());
    row.set_item("metric", plan.method.metric.name())?;
    row.set_item("algorithm", plan.method.algorithm.name())?;
    row.set_item("heuristic", name.or_else(|| plan.heuristic.as_ref().map(ToString::to_string)))?;
    let problem = Problem::new(board.board.clone(), goal.board.clone());
    row.set_item("solvable", problem.is_ok())?;
    let Ok(problem) = problem else { return Ok(row) };
    let mut teller = Teller::new(None);
    let (solved, stop) = match &ready.callable {
        Some(_) => {
            let mut inside = Inside { teller: &mut teller, cost: None, error: None };
            (convention.search(&problem, &prepared, &mut inside), inside.error.take())
        }
        None => {
            let search = || convention.search(&problem, &prepared, &mut ());
            beside(py, &ready.cancel, &Known::default(), &mut teller, search)
        }
    };
    if let Some(error) = ready.callable.and_then(|callable| callable.take_error()).or(stop) {
        return Err(error);
    }
    let solved = solved.map_err(|error| errors::solver(py, error))?;
    let stopped_by = match &solved.answer.outcome {
        Outcome::Solved { .. } => None,
        Outcome::Stopped { why, .. } => Some(why.name()),
    };
    row.set_item("solved", stopped_by.is_none())?;
    row.set_item("optimal", solved.proved())?;
    row.set_item("cost", solved.cost())?;
    row.set_item("lower_bound", solved.lower_bound())?;
    Figures::of(solved.stats()).fill(&row)?;
    let branching =
        solved.cost().and_then(|cost| taquin::search::effective_branching(solved.stats().generated, cost));
    row.set_item("effective_branching", branching)?;
    row.set_item("stopped_by", stopped_by)?;
    Ok(row)
}
