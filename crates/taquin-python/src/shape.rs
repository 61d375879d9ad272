//! Shapes: width × height (× depth) of the box.

use crate::errors::bad_argument;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};

/// Width, height and depth of the box a puzzle is played in.
///
/// Wherever a shape is asked for, a text such as ``"4x3"`` (width x height) or ``"3x3x2"``, a tuple ``(4, 3)`` or a
/// number for a square will do as well.
///
/// >>> import taquin
/// >>> taquin.Shape("4x3").cells
/// 12
/// >>> taquin.Shape(3, 3, 3) == taquin.Shape("3x3x3")
/// True
#[pyclass(frozen, eq, ord, hash, from_py_object, module = "taquin", str = "{0}")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape(pub(crate) taquin::Shape);

#[pymethods]
impl Shape {
    #[new]
    #[pyo3(signature = (width, height = None, depth = None))]
    fn new(width: &Bound<'_, PyAny>, height: Option<usize>, depth: Option<usize>) -> PyResult<Shape> {
        let py = width.py();
        match (height, depth) {
            (None, None) => Ok(Shape(shape(width)?)),
            (Some(height), depth) => sides(py, width.extract()?, height, depth.unwrap_or(1)),
            (None, Some(_)) => Err(bad_argument(py, "a shape with a depth needs a height")),
        }
    }

    /// Number of columns.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// Number of rows in a layer.
    #[getter]
    fn height(&self) -> usize {
        self.0.height()
    }

    /// Number of layers; 1 for flat boards.
    #[getter]
    fn depth(&self) -> usize {
        self.0.depth()
    }

    /// Number of cells: one more than there are tiles.
    #[getter]
    fn cells(&self) -> usize {
        self.0.cells()
    }

    /// Whether there is a single layer, so that moves are written ``U D L R``.
    #[getter]
    fn is_flat(&self) -> bool {
        self.0.is_flat()
    }

    /// The letters of all moves that boards of this shape can have.
    ///
    /// >>> import taquin
    /// >>> taquin.Shape("3x3x3").letters
    /// 'EWNSUD'
    #[getter]
    fn letters(&self) -> String {
        let directions = if self.0.is_flat() { 4 } else { 6 };
        taquin::Direction::ALL[..directions].iter().map(|&direction| self.0.letter(direction)).collect()
    }

    fn __repr__(&self) -> String {
        format!("Shape('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

fn sides(py: Python<'_>, width: usize, height: usize, depth: usize) -> PyResult<Shape> {
    taquin::Shape::new(width, height, depth).map(Shape).map_err(|error| bad_argument(py, error))
}

/// What an argument means as a shape.
pub(crate) fn shape(argument: &Bound<'_, PyAny>) -> PyResult<taquin::Shape> {
    let py = argument.py();
    if let Ok(shape) = argument.extract::<Shape>() {
        return Ok(shape.0);
    }
    if let Ok(text) = argument.extract::<String>() {
        return text.parse().map_err(|error| bad_argument(py, error));
    }
    let wrong = || {
        let what = argument.repr().map_or_else(|_| "this".into(), |repr| repr.to_string());
        bad_argument(py, format_args!("{what} is not a shape: write '4x3' (width x height), (4, 3) or 4"))
    };
    if argument.is_instance_of::<PyBool>() {
        return Err(wrong());
    }
    if let Ok(side) = argument.extract::<usize>() {
        return sides(py, side, side, 1).map(|shape| shape.0);
    }
    if argument.is_instance_of::<PyTuple>() {
        return match argument.extract::<Vec<usize>>().map_err(|_| wrong())?[..] {
            [width, height] => sides(py, width, height, 1).map(|shape| shape.0),
            [width, height, depth] => sides(py, width, height, depth).map(|shape| shape.0),
            _ => Err(wrong()),
        };
    }
    Err(wrong())
}
