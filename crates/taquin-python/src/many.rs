//! `solve_many`: any number of boards on all threads, solutions in order, from iterators that may never end.
//!
//! Boards are taken from the iterator on the thread that reads the solutions, as a generator of Python's expects, never
//! more than a window ahead; the library's threads get them through a channel.

use crate::asked::Asked;
use crate::board::any_board;
use crate::errors;
use crate::read;
use crate::solution::Solution;
use crate::watch::PATIENCE;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString};
use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use taquin::search::Cancel;
use taquin::{Problem, Solved, Solver, SolverError};

/// How many boards for each thread are taken ahead: the library works on no more.
const WINDOW: usize = 16;

/// A board whose turn has not come.
enum Waiting {
    /// It is searched.
    Searched(Box<Problem>),
    /// It never was: it is no board, or cannot be solved.
    Failed(PyErr),
}

/// Solutions in the order of the boards: what `solve_many` gives.
#[pyclass(frozen, module = "taquin")]
pub(crate) struct SolutionStream {
    state: Mutex<State>,
}

struct State {
    boards: Option<Py<PyIterator>>,
    goal: Option<Py<PyAny>>,
    problems: Option<Sender<Problem>>,
    answers: Mutex<Receiver<Result<Solved, SolverError>>>,
    waiting: VecDeque<Waiting>,
    window: usize,
    cancel: Cancel,
    /// Exceptions are handed back instead of raised.
    returns_errors: bool,
    /// A heuristic of Python's is asked on this thread, one board after the other.
    inside: Option<Py<PyDict>>,
}

/// Solves many boards on all threads and gives the solutions in order, each as soon as it and those before it are there.
///
/// ``boards`` is any iterable, also one that never ends, or an array of boards. Keyword arguments are those of `solve`;
/// limits hold for each board. A board that cannot be solved raises its exception when its turn comes; with
/// ``errors="return"`` the exception is handed back in its place and the others go on.
///
/// >>> import taquin
/// >>> boards = taquin.random_boards(3, 4, seed=1)
/// >>> [len(solution) for solution in taquin.solve_many(boards)]
/// [16, 25, 25, 24]
#[pyfunction]
#[pyo3(
    signature = (boards, goal = None, *, errors = "raise", **options),
    text_signature = "(boards, goal=None, *, errors='raise', algorithm=None, heuristic=None, metric='slides', \
                      time_limit=None, memory_limit=None, node_limit=None, threads=None, cache_dir=None, \
                      within=None, first=False, weight=None, width=None, prune=None)"
)]
pub(crate) fn solve_many<'py>(
    boards: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    errors: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<SolutionStream> {
    let py = boards.py();
    if boards.is_instance_of::<PyString>() {
        return Err(errors::bad_argument(
            py,
            "boards: one text is one board; give a list of boards, or use solve",
        ));
    }
    let returns_errors = match errors {
        "raise" => false,
        "return" => true,
        other => {
            return Err(errors::bad_argument(py, format_args!("errors: 'raise' or 'return', not '{other}'")));
        }
    };
    for key in ["progress", "raise_on_limit"] {
        if options.is_some_and(|options| options.contains(key).unwrap_or(false)) {
            return Err(errors::bad_argument(py, format_args!("{key}: solve_many has none")));
        }
    }
    let own = options.map(|options| options.get_item("heuristic")).transpose()?.flatten();
    let inside = own.is_some_and(|own| own.is_callable());
    let copied = options.map(|options| options.copy()).transpose()?;
    // Any goal will do: no heuristic of Python's is bound to it here.
    let shown = if inside { None } else { options };
    let any_goal = taquin::Board::goal(taquin::Shape::PUZZLE_8);
    let ready = Asked::read(py, "solve_many", shown)?.ready(py, &any_goal)?;
    let (problems, answers) = start(ready.solver, &ready.cancel);
    Ok(SolutionStream {
        state: Mutex::new(State {
            boards: Some(boards.try_iter()?.unbind()),
            goal: goal.map(|goal| goal.clone().unbind()),
            problems: Some(problems),
            answers: Mutex::new(answers),
            waiting: VecDeque::new(),
            window: ready.threads * WINDOW,
            cancel: ready.cancel,
            returns_errors,
            inside: if inside { copied.map(Bound::unbind) } else { None },
        }),
    })
}

/// Starts the library's threads; problems go in, and answers come out in their order.
fn start(solver: Solver, cancel: &Cancel) -> (Sender<Problem>, Receiver<Result<Solved, SolverError>>) {
    let (problems, taken) = mpsc::channel::<Problem>();
    let (given, answers) = mpsc::channel();
    let solver = solver.cancel(cancel);
    std::thread::spawn(move || {
        for answer in solver.solve_all(taken) {
            if given.send(answer).is_err() {
                return;
            }
        }
    });
    (problems, answers)
}

impl SolutionStream {
    fn locked(&self) -> PyResult<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(std::sync::TryLockError::Poisoned(error)) => Ok(PoisonError::into_inner(error)),
            Err(std::sync::TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("another thread is waiting for the next of these solutions"))
            }
        }
    }
}

#[pymethods]
impl SolutionStream {
    fn __iter__(slf: Py<SolutionStream>) -> Py<SolutionStream> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let mut state = self.locked()?;
        let Some(next) = state.next(py)? else { return Ok(None) };
        match next {
            Ok(solution) => Ok(Some(Bound::new(py, solution)?.into_any().unbind())),
            Err(error)
                if state.returns_errors
                    && !error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) =>
            {
                Ok(Some(error.into_value(py).into_any()))
            }
            Err(error) => Err(error),
        }
    }

    /// Stops the searches under way and takes no more boards.
    fn close(&self) -> PyResult<()> {
        self.locked()?.end();
        Ok(())
    }

    fn __enter__(slf: Py<SolutionStream>) -> Py<SolutionStream> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        self.close()
    }
}

impl Drop for State {
    fn drop(&mut self) {
        self.end();
    }
}

impl State {
    fn end(&mut self) {
        self.cancel.cancel();
        self.boards = None;
        self.problems = None;
        self.waiting.clear();
    }

    /// The next solution, or why there is none for that board; nothing when there are no more boards.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<PyResult<Solution>>> {
        let window = if self.inside.is_some() { 1 } else { self.window };
        while self.waiting.len() < window && self.take(py)? {}
        match self.waiting.pop_front() {
            None => Ok(None),
            Some(Waiting::Failed(error)) => Ok(Some(Err(error))),
            Some(Waiting::Searched(problem)) => {
                match self.inside.as_ref().map(|options| options.clone_ref(py)) {
                    Some(options) => Ok(Some(solved_inside(py, &problem, options.bind(py)))),
                    None => {
                        let answer = self.answer(py)?;
                        let solution = answer.map(|solved| Solution::new(&problem, solved, None));
                        Ok(Some(solution.map_err(|error| errors::solver(py, error))))
                    }
                }
            }
        }
    }

    /// Takes a board and hands it to the threads; false if there is none.
    fn take(&mut self, py: Python<'_>) -> PyResult<bool> {
        let Some(boards) = &self.boards else { return Ok(false) };
        let Some(board) = boards.bind(py).clone().next() else {
            self.boards = None;
            self.problems = None;
            return Ok(false);
        };
        // An exception of the iterator itself ends the stream, as it would end a loop.
        let board = match board {
            Ok(board) => board,
            Err(error) => {
                self.boards = None;
                self.waiting.push_back(Waiting::Failed(error));
                return Ok(false);
            }
        };
        let problem = any_board(&board).and_then(|start| {
            let goal = read::goal(self.goal.as_ref().map(|goal| goal.bind(py)), start.shape())?;
            errors::problem(py, &start, &goal)
        });
        self.waiting.push_back(match problem {
            Ok(problem) => {
                if let (Some(problems), None) = (&self.problems, &self.inside) {
                    // The threads wait for problems until the sender is dropped.
                    let _ = problems.send(problem.clone());
                }
                Waiting::Searched(Box::new(problem))
            }
            Err(error) => Waiting::Failed(error),
        });
        Ok(true)
    }

    /// Waits for the next answer, with an eye on Ctrl-C.
    fn answer(&mut self, py: Python<'_>) -> PyResult<Result<Solved, SolverError>> {
        loop {
            let answers = &self.answers;
            let receive = || answers.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE);
            match py.detach(receive) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        self.end();
                        return Err(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the searches have ended without an answer"));
                }
            }
        }
    }
}

/// One board with a heuristic of Python's, which runs where the interpreter is.
fn solved_inside(py: Python<'_>, problem: &Problem, options: &Bound<'_, PyDict>) -> PyResult<Solution> {
    let board = Bound::new(py, crate::board::Board::from(problem.start().clone()))?;
    let goal = Bound::new(py, crate::board::Board::from(problem.goal().clone()))?;
    crate::solve::solve(board.as_any(), Some(goal.as_any()), Some(options))
}
