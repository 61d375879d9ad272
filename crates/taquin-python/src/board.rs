//! `taquin.Board`: immutable, hashable, ordered, with what people do with boards.

use crate::errors::{bad_argument, bad_move};
use crate::shape::{Shape, shape};
use crate::solvability::Solvability;
use crate::{heuristic, read};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use taquin::notation::draw::draw;
use taquin::notation::{Notation, layers};
use taquin::{Direction, NamedGoal, Symmetry, Tile};

/// Which tile is in which cell; 0 is the blank. Boards never change: `slide` gives a new one.
///
/// ``source`` is text in any form the program reads, a list of rows, a list of layers of rows, a flat list (with a
/// ``shape`` unless it is a square), or an array of integers. What is not a board raises ``BadBoard``, which says where.
///
/// >>> from taquin import Board
/// >>> board = Board("8 1 3/4 0 2/7 6 5")
/// >>> board == Board([[8, 1, 3], [4, 0, 2], [7, 6, 5]]) == Board([8, 1, 3, 4, 0, 2, 7, 6, 5])
/// True
/// >>> print(board.slide("U"))
/// +---+---+---+
/// | 8 |   | 3 |
/// +---+---+---+
/// | 4 | 1 | 2 |
/// +---+---+---+
/// | 7 | 6 | 5 |
/// +---+---+---+
#[pyclass(frozen, subclass, module = "taquin")]
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) board: taquin::Board,
}

impl From<taquin::Board> for Board {
    fn from(board: taquin::Board) -> Board {
        Board { board }
    }
}

impl Board {
    /// The direction that a letter or a word stands for.
    fn direction(&self, py: Python<'_>, name: &str) -> PyResult<Direction> {
        let shape = self.board.shape();
        let mut letters = name.chars();
        let letter = match (letters.next(), letters.next()) {
            (Some(letter), None) => shape.direction(letter.to_ascii_uppercase()),
            _ => None,
        };
        letter.ok_or_else(|| {
            let letters: Vec<String> = self.letters().collect();
            bad_move(py, format_args!("{name:?} is not a move: this board has {}", letters.join(", ")))
        })
    }

    fn letters(&self) -> impl Iterator<Item = String> + '_ {
        let shape = self.board.shape();
        self.board.moves().map(move |(direction, _)| shape.letter(direction).to_string())
    }

    /// The nested lists of a board: rows, or layers of rows.
    fn nested<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let layers = layers(&self.board).map(|layer| {
            layer.map(|row| row.iter().map(|tile| tile.map_or(0, Tile::number)).collect()).collect()
        });
        let mut layers: Vec<Vec<Vec<u16>>> = layers.collect();
        match layers.len() {
            1 => PyList::new(py, layers.remove(0)),
            _ => PyList::new(py, layers),
        }
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (source, shape = None))]
    fn new(source: &Bound<'_, PyAny>, shape: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
        let shape = shape.map(crate::shape::shape).transpose()?;
        Ok(Board { board: read::board(source, shape)? })
    }

    /// The goal of a shape: ``blank-last`` (1 2 3 … 0), ``blank-first`` (0 1 2 …) or ``snail``.
    ///
    /// >>> from taquin import Board
    /// >>> Board.goal(3)
    /// Board('1 2 3/4 5 6/7 8 0')
    /// >>> Board.goal("4x3", "snail").text
    /// '1 2 3 4/10 11 0 5/9 8 7 6'
    #[staticmethod]
    #[pyo3(signature = (shape, name = "blank-last"))]
    fn goal(shape: &Bound<'_, PyAny>, name: &str) -> PyResult<Board> {
        let py = shape.py();
        let shape = crate::shape::shape(shape)?;
        let goal: NamedGoal = name.parse().map_err(|error| bad_argument(py, error))?;
        Ok(goal.board(shape).map_err(|error| bad_argument(py, error))?.into())
    }

    /// Width, height and depth.
    #[getter]
    fn shape(&self) -> Shape {
        Shape(self.board.shape())
    }

    /// The board on one line, as the program writes it.
    #[getter]
    fn text(&self) -> String {
        self.board.to_string()
    }

    /// The numbers in reading order.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.board.numbers())
    }

    /// The cell of the blank, from 0 in reading order.
    #[getter]
    fn blank(&self) -> usize {
        self.board.blank().index()
    }

    /// The numbers as lists of rows; of boxes as lists of layers.
    ///
    /// >>> import taquin
    /// >>> taquin.Board("1 2/3 0").tolist()
    /// [[1, 2], [3, 0]]
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.nested(py)
    }

    /// The cell of a number, from 0 in reading order; 0 is the blank.
    fn find(&self, py: Python<'_>, tile: u16) -> PyResult<usize> {
        let cell = Tile::new(tile).map_or(Some(self.board.blank()), |tile| self.board.find(tile));
        let tiles = self.board.shape().tiles();
        let cell =
            cell.ok_or_else(|| bad_argument(py, format_args!("no tile {tile}: there are 1 to {tiles}")))?;
        Ok(cell.index())
    }

    /// The letters of the blank's possible moves: ``U D L R``, in boxes ``E W N S U D``.
    ///
    /// >>> import taquin
    /// >>> taquin.Board("1 2/3 0").moves()
    /// ['L', 'U']
    fn moves(&self) -> Vec<String> {
        self.letters().collect()
    }

    /// The board after the blank has moved in a direction.
    ///
    /// >>> import taquin
    /// >>> taquin.Board("1 2/3 0").slide("U")
    /// Board('1 0/3 2')
    #[pyo3(signature = (r#move))]
    fn slide(&self, py: Python<'_>, r#move: &str) -> PyResult<Board> {
        let direction = self.direction(py, r#move)?;
        let mut board = self.board.clone();
        match board.slide(direction) {
            Some(_) => Ok(board.into()),
            None => {
                let letters: Vec<String> = self.letters().collect();
                Err(bad_move(
                    py,
                    format_args!("{} leads out of the box: the moves are {}", r#move, letters.join(", ")),
                ))
            }
        }
    }

    /// The board after several moves, written ``"ULLD"`` or as the numbers of the tiles that move, ``"5 8 7"``.
    ///
    /// >>> import taquin
    /// >>> taquin.Board("1 2 3/0 4 6/7 5 8").play("RDR") == taquin.Board.goal(3)
    /// True
    fn play(&self, py: Python<'_>, moves: &str) -> PyResult<Board> {
        let has_letters = moves.contains(char::is_alphabetic);
        let notation = if has_letters { Notation::Runs } else { Notation::Numbers };
        let moves = notation.read(&self.board, moves).map_err(|error| bad_move(py, error))?;
        let mut board = self.board.clone();
        for direction in moves {
            board.slide(direction).expect("the moves were read on this board");
        }
        Ok(board.into())
    }

    /// The boards one move away, in the order of `moves`.
    fn neighbours(&self) -> Vec<Board> {
        self.board.neighbours().map(Board::from).collect()
    }

    /// Whether the board can be slid into a goal, with the reason and its numbers.
    ///
    /// >>> import taquin
    /// >>> bool(taquin.Board("1 2 3/4 5 6/8 7 0").is_solvable())
    /// False
    #[pyo3(signature = (goal = None))]
    fn is_solvable(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<Solvability> {
        let goal = read::goal(goal, self.board.shape())?;
        Ok(Solvability::of(self.clone(), goal.into()))
    }

    /// The estimate of a heuristic, by name or a callable, for the moves to a goal.
    ///
    /// >>> import taquin
    /// >>> taquin.Board("8 1 3/4 0 2/7 6 5").estimate("manhattan")
    /// 10
    #[pyo3(signature = (heuristic, goal = None))]
    fn estimate(&self, heuristic: &Bound<'_, PyAny>, goal: Option<&Bound<'_, PyAny>>) -> PyResult<u32> {
        let goal = read::goal(goal, self.board.shape())?;
        heuristic::estimate(heuristic, &self.board, &goal)
    }

    /// The board seen in every mirror and turn of its shape, itself first; numbers stay on the tiles.
    ///
    /// >>> import taquin
    /// >>> len(taquin.Board.goal(3).symmetries())
    /// 8
    fn symmetries(&self) -> Vec<Board> {
        let all = Symmetry::all(self.board.shape());
        all.iter().map(|symmetry| symmetry.board(&self.board).into()).collect()
    }

    /// The board as an SVG drawing; None if it is too large for one.
    fn _repr_svg_(&self) -> Option<String> {
        taquin::draw::Sheet::of_board(&self.board).to_svg().ok()
    }

    /// For numpy: ``np.asarray(board)`` has rows and columns, of boxes layers, rows and columns.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(pyo3::exceptions::PyValueError::new_err("an array of a board is always a copy"));
        }
        let keywords = PyDict::new(py);
        keywords
            .set_item("dtype", dtype.map_or_else(|| "int64".into_pyobject(py).map(Bound::into_any), Ok)?)?;
        py.import("numpy")?.call_method("array", (self.nested(py)?,), Some(&keywords))
    }

    fn __len__(&self) -> usize {
        self.board.shape().cells()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.numbers(py)?.as_any().try_iter()?.into_any())
    }

    fn __getitem__(&self, cell: isize) -> PyResult<u16> {
        let cells = self.board.shape().cells();
        let index = if cell < 0 { cell + cells as isize } else { cell };
        let index = usize::try_from(index).ok().filter(|&index| index < cells);
        let index = index.ok_or_else(|| {
            PyIndexError::new_err(format!("cell {cell}: this board has the cells 0 to {}", cells - 1))
        })?;
        Ok(self.board.contents()[index].map_or(0, Tile::number))
    }

    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        operator: pyo3::pyclass::CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Board>() else { return Ok(py.NotImplemented()) };
        let other = &other.get().board;
        Ok(operator.matches(self.board.cmp(other)).into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.board.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        draw(&self.board).trim_end().to_string()
    }

    fn __repr__(slf: &Bound<'_, Board>) -> PyResult<String> {
        let name = slf.get_type().name()?.to_string();
        let board = &slf.get().board;
        let text = board.to_string();
        if text.parse::<taquin::Board>().as_ref() == Ok(board) {
            Ok(format!("{name}('{text}')"))
        } else {
            Ok(format!("{name}('{text}', '{}')", board.shape()))
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Board>) -> (Bound<'py, PyType>, (String, String)) {
        let board = &slf.get().board;
        (slf.get_type(), (board.to_string(), board.shape().to_string()))
    }

    fn __copy__<'py>(slf: &Bound<'py, Board>) -> Bound<'py, Board> {
        slf.clone()
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Board>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Board> {
        slf.clone()
    }
}

/// A board that an argument means, whatever form it has; text and lists have to tell their shape.
pub(crate) fn any_board(argument: &Bound<'_, PyAny>) -> PyResult<taquin::Board> {
    read::board(argument, None)
}

/// The goal of an argument that is a shape.
pub(crate) fn goal_of_shape(
    argument: &Bound<'_, PyAny>,
    goal: Option<&Bound<'_, PyAny>>,
) -> PyResult<taquin::Board> {
    read::goal(goal, shape(argument)?)
}

/// A text as Python has it, for names that are mostly the same.
pub(crate) fn text<'py>(py: Python<'py>, text: &str) -> Bound<'py, PyString> {
    PyString::new(py, text)
}
