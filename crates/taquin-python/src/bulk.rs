//! Boards by the million: rows of little-endian 16-bit numbers, as arrays of numpy hold them, in and out as bytes. The
//! Python part (`taquin/_arrays.py`) turns arrays into such bytes, so that the extension needs no numpy.

use crate::asked::Asked;
use crate::board::Board;
use crate::errors::{self, bad_board};
use crate::space::drawn;
use crate::watch::{Known, Teller, beside};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use taquin::{Scrambler, Shape};

/// The numbers of one board after the other.
struct Rows<'a> {
    shape: Shape,
    bytes: &'a [u8],
}

impl Rows<'_> {
    fn cells(&self) -> usize {
        self.shape.cells()
    }

    fn len(&self) -> usize {
        self.bytes.len() / (2 * self.cells())
    }

    fn board(&self, row: usize) -> Result<taquin::Board, String> {
        let bytes = &self.bytes[row * 2 * self.cells()..(row + 1) * 2 * self.cells()];
        let numbers: Vec<u16> =
            bytes.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        taquin::Board::new(self.shape, &numbers).map_err(|error| format!("board {row}: {error}"))
    }
}

/// The distances of boards in bytes, as bytes of little-endian 32-bit numbers; -1 for boards that cannot be solved.
#[pyfunction]
pub(crate) fn _distances<'py>(
    shape: crate::shape::Shape,
    boards: &Bound<'py, PyBytes>,
    goal: &Board,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = boards.py();
    let rows = Rows { shape: shape.0, bytes: boards.as_bytes() };
    let ready = Asked::read(py, "distances", Some(options))?.ready(py, &goal.board)?;
    let goal = &goal.board;
    let work = || -> Result<Vec<u8>, Failed> {
        let boards = (0..rows.len()).map(|row| rows.board(row));
        let boards = boards.collect::<Result<Vec<_>, _>>().map_err(Failed::Board)?;
        let distances = ready.solver.distances(goal, boards).map_err(Failed::Solver)?;
        let number = |distance: Option<u32>| distance.map_or(-1, |distance| distance as i32);
        Ok(distances.into_iter().flat_map(|distance| number(distance).to_le_bytes()).collect())
    };
    let (distances, stop) = beside(py, &ready.cancel, &Known::default(), &mut Teller::new(None), work);
    if let Some(error) = stop {
        return Err(error);
    }
    match distances {
        Ok(distances) => Ok(PyBytes::new(py, &distances)),
        Err(Failed::Board(why)) => Err(bad_board(py, why)),
        Err(Failed::Solver(error)) => Err(errors::solver(py, error)),
    }
}

/// Why there are no distances.
enum Failed {
    Board(String),
    Solver(taquin::SolverError),
}

/// The bytes of boards in a list.
#[pyfunction]
pub(crate) fn _rows<'py>(py: Python<'py>, boards: Vec<PyRef<'py, Board>>) -> Bound<'py, PyBytes> {
    let boards = boards.iter().map(|board| &board.board);
    PyBytes::new(py, &bytes(boards))
}

/// The bytes of random boards: those that `random_boards` draws.
#[pyfunction]
pub(crate) fn _random_array<'py>(
    py: Python<'py>,
    goal: &Board,
    count: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let boards = drawn(py, Scrambler::new(goal.board.clone(), seed), count)?;
    Ok(PyBytes::new(py, &py.detach(|| bytes(boards.iter()))))
}

fn bytes<'a>(boards: impl Iterator<Item = &'a taquin::Board>) -> Vec<u8> {
    boards.flat_map(|board| board.numbers().flat_map(u16::to_le_bytes)).collect()
}
