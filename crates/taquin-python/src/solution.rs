//! `taquin.Solution`: a sequence of moves with what is proved of it and what it took.

use crate::board::Board;
use crate::errors::{bad_argument, bad_move, limit_reached, problem};
use crate::figures::Figures;
use crate::read;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice};
use std::sync::{Arc, OnceLock};
use taquin::heuristic::{AnyHeuristic, Heuristic, Manhattan};
use taquin::notation::Notation;
use taquin::search::Outcome;
use taquin::{Metric, Problem, Solved};

/// Moves from a board to a goal, which have been replayed, with what is proved of them: what `solve` gives.
///
/// It is a sequence of the letters of the blank's moves. ``Solution(start, goal, moves)`` replays moves of your own and
/// raises ``BadMove`` if they do not lead to the goal.
///
/// A search that a limit ended before it found any solution gives one without moves: it is false, its ``cost`` is None,
/// and asking for its moves raises ``LimitReached``.
///
/// >>> import taquin
/// >>> solution = taquin.solve("1 2 3/0 4 6/7 5 8")
/// >>> list(solution), solution.notation("numbers")
/// (['R', 'D', 'R'], '4 5 8')
/// >>> taquin.Solution("1 2 3/0 4 6/7 5 8", None, "RDR") == solution
/// True
#[pyclass(frozen, sequence, module = "taquin")]
pub(crate) struct Solution {
    start: taquin::Board,
    goal: taquin::Board,
    metric: Metric,
    found: Option<taquin::Solution>,
    proved: bool,
    lower_bound: u32,
    gap: Option<f64>,
    stopped_by: Option<String>,
    algorithm: String,
    heuristic: Option<String>,
    notes: Vec<String>,
    improvements: Vec<(f64, u32)>,
    figures: Figures,
    f_values: OnceLock<Option<Vec<u32>>>,
    used: Option<Arc<AnyHeuristic>>,
}

impl Solution {
    /// What came of a problem; `own` is the name of a heuristic of Python's.
    pub(crate) fn new(problem: &Problem, solved: Solved, own: Option<String>) -> Solution {
        let stopped_by = match &solved.answer.outcome {
            Outcome::Solved { .. } => None,
            Outcome::Stopped { why, .. } => Some(why.name().to_string()),
        };
        let improvement = |one: &taquin::solver::Improvement| (one.elapsed.as_secs_f64(), one.cost);
        Solution {
            start: problem.start().clone(),
            goal: problem.goal().clone(),
            metric: solved.plan.method.metric,
            proved: solved.proved(),
            lower_bound: solved.lower_bound(),
            gap: solved.gap(),
            stopped_by,
            algorithm: solved.plan.name().to_string(),
            heuristic: own.or_else(|| solved.plan.heuristic.as_ref().map(ToString::to_string)),
            notes: solved.plan.notes.iter().map(ToString::to_string).collect(),
            improvements: solved.improvements.iter().map(improvement).collect(),
            figures: Figures::of(solved.stats()),
            f_values: OnceLock::new(),
            used: Some(solved.heuristic.clone()),
            found: solved.answer.outcome.into_solution(),
        }
    }

    /// What is known, in words.
    pub(crate) fn known(&self) -> String {
        match (&self.found, self.proved) {
            (Some(solution), true) => format!("{} moves, proved shortest", solution.cost()),
            (Some(solution), false) => {
                format!("{} moves found, at least {} are needed", solution.cost(), self.lower_bound)
            }
            (None, _) => format!("no solution found, at least {} moves are needed", self.lower_bound),
        }
    }

    fn moves_found(&self, py: Python<'_>) -> PyResult<&taquin::Solution> {
        self.found.as_ref().ok_or_else(|| limit_reached(py, self.known(), None))
    }

    fn letters(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let shape = self.start.shape();
        let letter = |&direction: &taquin::Direction| shape.letter(direction).to_string();
        Ok(self.moves_found(py)?.moves().iter().map(letter).collect())
    }
}

#[pymethods]
impl Solution {
    #[new]
    #[pyo3(signature = (start, goal, moves, figures = None))]
    fn replayed(
        start: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        moves: Option<&str>,
        figures: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Solution> {
        let py = start.py();
        let start = crate::board::any_board(start)?;
        let goal = read::goal(goal, start.shape())?;
        let problem = problem(py, &start, &goal)?;
        let found = moves.map(|moves| taquin::Solution::from_text(&problem, moves)).transpose();
        let found = found.map_err(|error| bad_move(py, error))?;
        let lower_bound = Manhattan::new(&goal).of(&start);
        let mut solution = Solution {
            start,
            goal,
            metric: Metric::Slides,
            found,
            proved: false,
            lower_bound,
            gap: None,
            stopped_by: None,
            algorithm: "replayed".into(),
            heuristic: None,
            notes: Vec::new(),
            improvements: Vec::new(),
            figures: Figures::default(),
            f_values: OnceLock::new(),
            used: None,
        };
        match figures {
            Some(figures) => solution.restore(figures)?,
            None => {
                let cost = solution.cost().unwrap_or(0);
                solution.proved = cost == lower_bound;
                solution.gap = match (cost, lower_bound) {
                    (0, _) => Some(0.0),
                    (_, 0) => None,
                    _ => Some(f64::from(cost) / f64::from(lower_bound) - 1.0),
                };
            }
        }
        Ok(solution)
    }

    /// Where it begins.
    #[getter]
    fn start(&self) -> Board {
        self.start.clone().into()
    }

    /// Where it ends.
    #[getter]
    fn goal(&self) -> Board {
        self.goal.clone().into()
    }

    /// Number of moves in its metric; None if no solution was found within the limits.
    #[getter]
    fn cost(&self) -> Option<u32> {
        self.found.as_ref().map(taquin::Solution::cost)
    }

    /// What its moves are counted in: ``"slides"`` or ``"shifts"``.
    #[getter]
    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    /// Whether it is proved that no solution is shorter.
    #[getter]
    fn proved(&self) -> bool {
        self.proved
    }

    /// No solution is shorter than this.
    #[getter]
    fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// By what share it may be longer than a shortest one: cost / lower_bound - 1, and 0 if it is proved shortest.
    #[getter]
    fn gap(&self) -> Option<f64> {
        self.gap
    }

    /// The letters of the blank's moves in one text.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.letters(py)?.concat())
    }

    /// The numbers of the tiles that move.
    #[getter]
    fn tiles(&self, py: Python<'_>) -> PyResult<Vec<u16>> {
        Ok(self.moves_found(py)?.slides().map(|slide| slide.tile().number()).collect())
    }

    /// The limit that ended the search: ``"time"``, ``"memory"``, ``"nodes"``, ``"cancelled"``; None if it came to its end.
    #[getter]
    pub(crate) fn stopped_by(&self) -> Option<&str> {
        self.stopped_by.as_deref()
    }

    /// The search that found it.
    #[getter]
    fn algorithm(&self) -> &str {
        &self.algorithm
    }

    /// The heuristic that was used last; None if the search used none.
    #[getter]
    fn heuristic(&self) -> Option<&str> {
        self.heuristic.as_deref()
    }

    /// What is not as it was asked for, e.g. a heuristic that the algorithm does not use.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// The solutions that were found one after the other, as pairs of seconds and moves.
    #[getter]
    fn improvements(&self) -> Vec<(f64, u32)> {
        self.improvements.clone()
    }

    /// What the search took: expanded, generated, reached, seconds, peak_bytes, and for iterative deepening its
    /// iterations (bound, expanded, generated).
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stats = PyDict::new(py);
        self.figures.fill(&stats)?;
        stats.set_item("iterations", self.figures.iterations.clone())?;
        Ok(stats)
    }

    /// g + h of every board of the way, as the search's heuristic sees it; None where that would take too long.
    #[getter]
    fn f_values(&self) -> Option<Vec<u32>> {
        let values = self.f_values.get_or_init(|| {
            let (solution, heuristic) = (self.found.as_ref()?, self.used.as_ref()?);
            taquin::solver::has_f_values(solution).then(|| solution.f_values(&**heuristic))
        });
        values.clone()
    }

    /// Every board on the way after each move of its metric, start and goal included.
    fn boards(&self, py: Python<'_>) -> PyResult<Vec<Board>> {
        Ok(self.moves_found(py)?.boards().map(Board::from).collect())
    }

    /// The moves as text: ``blank``, ``tile``, ``numbers``, ``runs`` or ``boards``.
    fn notation(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        let notation = Notation::ALL.into_iter().find(|notation| notation.name() == name);
        let notation = notation.ok_or_else(|| {
            let names = Notation::ALL.map(Notation::name).join(", ");
            bad_argument(py, format_args!("'{name}' is no notation: there are {names}"))
        })?;
        Ok(notation.write(self.moves_found(py)?))
    }

    /// How often a letter is among the moves.
    fn count(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        let letter = value.extract::<String>().ok();
        Ok(self.letters(py)?.into_iter().filter(|one| Some(one) == letter.as_ref()).count())
    }

    /// Where a letter comes first, from ``start`` and before ``stop``; ValueError if it does not come.
    #[pyo3(signature = (value, start = 0, stop = None))]
    fn index<'py>(
        &self,
        value: &Bound<'py, PyAny>,
        start: isize,
        stop: Option<isize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = value.py();
        let letters = PyList::new(py, self.letters(py)?)?;
        letters.call_method1("index", (value, start, stop.unwrap_or(isize::MAX)))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.moves_found(py)?.moves().len())
    }

    fn __bool__(&self) -> bool {
        self.found.is_some()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        // A list knows all that an index or a slice may be.
        let letters = PyList::new(py, self.letters(py)?)?;
        let item = letters.as_any().get_item(index)?;
        if index.is_instance_of::<PySlice>() {
            return crate::board::text(py, "").call_method1("join", (item,));
        }
        Ok(item)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(PyList::new(py, self.letters(py)?)?.as_any().try_iter()?.into_any())
    }

    fn __contains__(&self, py: Python<'_>, letter: &Bound<'_, PyAny>) -> PyResult<bool> {
        let letters = self.letters(py)?;
        Ok(letter.extract::<String>().is_ok_and(|letter| letters.contains(&letter)))
    }

    /// Two solutions are equal if they make the same moves on the same boards.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        let py = other.py();
        match other.cast::<Solution>() {
            Ok(other) => {
                let other = other.get();
                let same = self.start == other.start && self.goal == other.goal && self.found == other.found;
                pyo3::types::PyBool::new(py, same).to_owned().into_any().unbind()
            }
            Err(_) => py.NotImplemented(),
        }
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (&self.start, &self.goal).hash(&mut hasher);
        self.found.as_ref().map(taquin::Solution::moves).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.found.as_ref().map_or_else(|| self.known(), ToString::to_string)
    }

    fn __repr__(&self) -> String {
        format!("<Solution of {}: {}>", self.start, self.known())
    }

    /// In notebooks: the board with a slider through the moves.
    fn _repr_html_<'py>(slf: &Bound<'py, Solution>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("taquin._draw")?.call_method1("solution_html", (slf,))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Solution>) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let figures = this.stats(py)?;
        figures.set_item("metric", this.metric.name())?;
        figures.set_item("proved", this.proved)?;
        figures.set_item("lower_bound", this.lower_bound)?;
        figures.set_item("gap", this.gap)?;
        figures.set_item("stopped_by", &this.stopped_by)?;
        figures.set_item("algorithm", &this.algorithm)?;
        figures.set_item("heuristic", &this.heuristic)?;
        figures.set_item("notes", &this.notes)?;
        figures.set_item("improvements", this.improvements.clone())?;
        figures.set_item("f_values", this.f_values())?;
        let moves = this.found.as_ref().map(ToString::to_string);
        let arguments = (this.start(), this.goal(), moves, figures);
        Ok((slf.get_type(), arguments).into_pyobject(py)?.into_any())
    }
}

impl Solution {
    /// Takes up what `__reduce__` wrote.
    fn restore(&mut self, figures: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = figures.py();
        let item = |key: &str| -> PyResult<Bound<'_, PyAny>> {
            figures.get_item(key)?.ok_or_else(|| bad_argument(py, format_args!("figures without {key}")))
        };
        self.metric = crate::asked::metric(py, Some(&item("metric")?))?;
        self.found = self.found.take().map(|found| found.in_metric(self.metric));
        self.proved = item("proved")?.extract()?;
        self.lower_bound = item("lower_bound")?.extract()?;
        self.gap = item("gap")?.extract()?;
        self.stopped_by = item("stopped_by")?.extract()?;
        self.algorithm = item("algorithm")?.extract()?;
        self.heuristic = item("heuristic")?.extract()?;
        self.notes = item("notes")?.extract()?;
        self.improvements = item("improvements")?.extract()?;
        self.f_values = OnceLock::from(item("f_values")?.extract::<Option<Vec<u32>>>()?);
        self.figures = Figures {
            expanded: item("expanded")?.extract()?,
            generated: item("generated")?.extract()?,
            reached: item("reached")?.extract()?,
            iterations: item("iterations")?.extract()?,
            peak_bytes: item("peak_bytes")?.extract()?,
            seconds: item("seconds")?.extract()?,
        };
        Ok(())
    }
}
