//! Whether a board can be slid into a goal, and the numbers that prove it.

use crate::board::Board;
use crate::errors::bad_argument;
use pyo3::prelude::*;
use taquin::Solvability as Verdict;

/// Whether a board can be solved, and why. True if it can.
///
/// >>> import taquin
/// >>> verdict = taquin.Board("2 1 3/4 5 6/7 8 0").is_solvable()
/// >>> bool(verdict), verdict.inversions
/// (False, 1)
#[pyclass(frozen, module = "taquin")]
pub(crate) struct Solvability {
    start: Board,
    goal: Board,
    verdict: Verdict,
}

impl Solvability {
    /// Of two boards that are known to have one shape.
    pub(crate) fn of(start: Board, goal: Board) -> Solvability {
        let verdict = Verdict::of(&start.board, &goal.board);
        Solvability { start, goal, verdict }
    }
}

#[pymethods]
impl Solvability {
    #[new]
    fn new(py: Python<'_>, board: &Board, goal: &Board) -> PyResult<Solvability> {
        let (start, end) = (board.board.shape(), goal.board.shape());
        if start != end {
            return Err(bad_argument(py, format_args!("the board is {start} but the goal is {end}")));
        }
        Ok(Solvability::of(board.clone(), goal.clone()))
    }

    /// Whether the board can be slid into the goal.
    #[getter]
    fn solvable(&self) -> bool {
        self.verdict.is_solvable()
    }

    /// The explanation in a sentence or two.
    #[getter]
    fn reason(&self) -> String {
        self.verdict.to_string()
    }

    /// Pairs of tiles in the opposite order to the goal's; None in strips and boxes, where others are counted.
    #[getter]
    fn inversions(&self) -> Option<u64> {
        match self.verdict {
            Verdict::OddWidth { inversions } | Verdict::EvenWidth { inversions, .. } => Some(inversions),
            _ => None,
        }
    }

    /// Rows between the blank and its goal, on flat boards of even width.
    #[getter]
    fn rows_apart(&self) -> Option<u32> {
        match self.verdict {
            Verdict::EvenWidth { rows_apart, .. } => Some(rows_apart),
            _ => None,
        }
    }

    /// Steps between the blank and its goal.
    #[getter]
    fn blank_distance(&self) -> u32 {
        let shape = self.start.board.shape();
        shape.distance(self.start.board.blank(), self.goal.board.blank())
    }

    /// The board that was judged.
    #[getter]
    fn board(&self) -> Board {
        self.start.clone()
    }

    /// The goal that it was judged for.
    #[getter]
    fn goal(&self) -> Board {
        self.goal.clone()
    }

    fn __bool__(&self) -> bool {
        self.solvable()
    }

    fn __repr__(&self) -> String {
        let word = if self.solvable() { "solvable" } else { "unsolvable" };
        format!("<{word}: {}>", self.verdict)
    }

    fn __getnewargs__(&self) -> (Board, Board) {
        (self.start.clone(), self.goal.clone())
    }
}
