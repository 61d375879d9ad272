//! The box a puzzle is played in: its sides, cells, directions, lines and distances.
//!
//! A flat board is a box of depth 1 and a strip is a box with one side above 1. Other code asks for neighbours, lines and
//! distances. What counts axes itself, most of it to be fast, is listed by invariant 1 in ARCHITECTURE.md of the project.

mod cell;
mod direction;
mod error;
mod line;
mod moves;

pub use cell::Cell;
pub use direction::{Axis, Direction, UnknownDirection};
pub use error::ShapeError;
pub use line::Line;
pub(crate) use moves::{MovesFrom, moves_from};

use std::fmt;

/// Width × height × depth of a box. A flat board is a box of depth 1.
///
/// ```
/// use taquin::Shape;
///
/// const BOARD: Shape = match Shape::flat(4, 3) {
///     Ok(shape) => shape,
///     Err(_) => panic!("sides are from 1 to 255"),
/// };
/// assert_eq!((BOARD.cells(), BOARD.tiles()), (12, 11));
/// assert_eq!(BOARD.to_string(), "4x3");
/// assert_eq!(Shape::new(3, 3, 3), Ok(Shape::PUZZLE_26));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    width: u8,
    height: u8,
    depth: u8,
}

impl Shape {
    /// The longest side a box can have.
    pub const MAX_SIDE: usize = 255;
    /// The largest number of tiles a box can hold.
    pub const MAX_TILES: usize = 65_535;

    /// The 3x3 board of the 8-puzzle.
    pub const PUZZLE_8: Shape = Shape { width: 3, height: 3, depth: 1 };
    /// The 4x4 board of the 15-puzzle.
    pub const PUZZLE_15: Shape = Shape { width: 4, height: 4, depth: 1 };
    /// The 5x5 board of the 24-puzzle.
    pub const PUZZLE_24: Shape = Shape { width: 5, height: 5, depth: 1 };
    /// The 3x3x3 box of the 26-puzzle.
    pub const PUZZLE_26: Shape = Shape { width: 3, height: 3, depth: 3 };

    /// A box of `width` columns, `height` rows and `depth` layers.
    ///
    /// # Errors
    /// [`ShapeError`] if a side is 0 or too long, or if there are too many tiles.
    pub const fn new(width: usize, height: usize, depth: usize) -> Result<Shape, ShapeError> {
        let sides = [width, height, depth];
        let mut axis = 0;
        while axis < sides.len() {
            if sides[axis] == 0 || sides[axis] > Self::MAX_SIDE {
                return Err(ShapeError::Side(sides[axis]));
            }
            axis += 1;
        }
        let tiles = width * height * depth - 1;
        if tiles > Self::MAX_TILES {
            return Err(ShapeError::TooManyTiles(tiles));
        }
        Ok(Shape { width: width as u8, height: height as u8, depth: depth as u8 })
    }

    /// A flat board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`ShapeError`] if a side is 0 or too long.
    pub const fn flat(width: usize, height: usize) -> Result<Shape, ShapeError> {
        Shape::new(width, height, 1)
    }

    /// The shape of a list of numbers without rows: a square, or the cube of 27 cells.
    pub(crate) fn of_a_list(count: usize) -> Option<Shape> {
        let side = count.isqrt();
        if side * side == count {
            Shape::flat(side, side).ok()
        } else {
            (count == Shape::PUZZLE_26.cells()).then_some(Shape::PUZZLE_26)
        }
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows in a layer.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of layers.
    #[must_use]
    pub const fn depth(self) -> usize {
        self.depth as usize
    }

    /// Number of cells.
    #[inline]
    #[must_use]
    pub const fn cells(self) -> usize {
        self.width() * self.height() * self.depth()
    }

    /// Number of tiles: one less than there are cells.
    #[inline]
    #[must_use]
    pub const fn tiles(self) -> usize {
        self.cells() - 1
    }

    /// Whether the box has a single layer, so that its moves are written `U D L R`.
    #[must_use]
    pub const fn is_flat(self) -> bool {
        self.depth == 1
    }

    /// Whether at most one side is above 1, so that tiles can never pass each other.
    #[must_use]
    pub fn is_strip(self) -> bool {
        self.long_axes().count() <= 1
    }

    /// How many lines the box has across an axis: the length of its side along it.
    #[inline]
    #[must_use]
    pub fn side(self, axis: Axis) -> usize {
        match axis {
            Axis::X => self.width(),
            Axis::Y => self.height(),
            Axis::Z => self.depth(),
        }
    }

    /// How far apart in reading order two neighbours along an axis are.
    #[inline]
    #[must_use]
    pub fn stride(self, axis: Axis) -> usize {
        match axis {
            Axis::X => 1,
            Axis::Y => self.width(),
            Axis::Z => self.width() * self.height(),
        }
    }

    /// The axes along which something can move.
    pub fn long_axes(self) -> impl Iterator<Item = Axis> {
        Axis::ALL.into_iter().filter(move |&axis| self.side(axis) > 1)
    }

    /// The cell with this number in reading order, from 0; `None` if the box has no such cell.
    #[inline]
    #[must_use]
    pub fn cell(self, number: usize) -> Option<Cell> {
        (number < self.cells()).then(|| Cell::from_index(number))
    }

    /// Whether the box has this cell.
    #[inline]
    #[must_use]
    pub fn has(self, cell: Cell) -> bool {
        cell.index() < self.cells()
    }

    /// Every cell in reading order.
    pub fn all_cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.cells()).map(Cell::from_index)
    }

    /// The cell's place along an axis, counted in reading order from 0.
    #[inline]
    #[must_use]
    pub fn coordinate(self, cell: Cell, axis: Axis) -> usize {
        cell.index() / self.stride(axis) % self.side(axis)
    }

    /// The cell with the given place along each of [`Axis::ALL`].
    pub(crate) fn cell_at(self, coordinates: [usize; 3]) -> Cell {
        let index = Axis::ALL.into_iter().zip(coordinates).map(|(axis, c)| c * self.stride(axis)).sum();
        Cell::from_index(index)
    }

    /// The cell next to `cell` in a direction, if the box goes on there. A cell that the box does
    /// not have has no neighbours.
    #[inline]
    #[must_use]
    pub fn neighbour(self, cell: Cell, direction: Direction) -> Option<Cell> {
        if !self.has(cell) {
            return None;
        }
        let axis = direction.axis();
        let place = self.coordinate(cell, axis);
        if direction.is_forward() {
            (place + 1 < self.side(axis)).then(|| Cell::from_index(cell.index() + self.stride(axis)))
        } else {
            (place > 0).then(|| Cell::from_index(cell.index() - self.stride(axis)))
        }
    }

    /// The axis that two cells known to be neighbours lie along.
    #[inline]
    pub(crate) fn axis_between(self, a: Cell, b: Cell) -> Axis {
        let apart = a.index().abs_diff(b.index());
        if apart == 1 && self.width > 1 {
            Axis::X
        } else if apart == self.width() && self.height > 1 {
            Axis::Y
        } else {
            Axis::Z
        }
    }

    /// The axis of the line that two different cells known to lie on one have in common.
    pub(crate) fn axis_of_line(self, a: Cell, b: Cell) -> Axis {
        let differs = |&axis: &Axis| self.coordinate(a, axis) != self.coordinate(b, axis);
        Axis::ALL.into_iter().find(differs).unwrap_or(Axis::X)
    }

    /// The direction from a cell to one of its neighbours, or `None` if they are not neighbours.
    #[must_use]
    pub fn direction_between(self, from: Cell, to: Cell) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(from, direction) == Some(to))
    }

    /// Number of moves between two cells of this shape on an empty board (taxicab distance).
    ///
    /// ```
    /// use taquin::Shape;
    ///
    /// let shape = Shape::PUZZLE_15;
    /// let mut cells = shape.all_cells();
    /// let (first, last) = (cells.next().unwrap(), cells.next_back().unwrap());
    /// assert_eq!(shape.distance(first, last), 6);
    /// ```
    #[must_use]
    pub fn distance(self, a: Cell, b: Cell) -> u32 {
        Axis::ALL
            .into_iter()
            .map(|axis| self.coordinate(a, axis).abs_diff(self.coordinate(b, axis)) as u32)
            .sum()
    }

    /// The line of cells through `cell` along an axis.
    #[inline]
    #[must_use]
    pub fn line_through(self, cell: Cell, axis: Axis) -> Line {
        let stride = self.stride(axis);
        let first = cell.index() - self.coordinate(cell, axis) * stride;
        Line { first, stride, length: self.side(axis) }
    }

    /// Every line along an axis: the rows for [`Axis::X`], the columns for [`Axis::Y`].
    pub fn lines(self, axis: Axis) -> impl Iterator<Item = Line> {
        self.all_cells()
            .filter(move |&cell| self.coordinate(cell, axis) == 0)
            .map(move |cell| self.line_through(cell, axis))
    }

    /// The letter for a move of the blank: `U D L R` on flat boards, `E W N S U D` in 3-D.
    ///
    /// ```
    /// use taquin::{Direction, Shape};
    ///
    /// assert_eq!(Shape::PUZZLE_15.letter(Direction::North), 'U');
    /// assert_eq!(Shape::PUZZLE_26.letter(Direction::North), 'N');
    /// assert_eq!(Shape::PUZZLE_26.direction('U'), Some(Direction::Up));
    /// ```
    #[must_use]
    pub fn letter(self, direction: Direction) -> char {
        match (self.is_flat(), direction) {
            (true, Direction::East) => 'R',
            (true, Direction::West) => 'L',
            (true, Direction::North) => 'U',
            (true, Direction::South) => 'D',
            (false, Direction::East) => 'E',
            (false, Direction::West) => 'W',
            (false, Direction::North) => 'N',
            (false, Direction::South) => 'S',
            (_, Direction::Up) => 'U',
            (_, Direction::Down) => 'D',
        }
    }

    /// The direction a letter stands for on this shape; the opposite of [`Shape::letter`].
    #[must_use]
    pub fn direction(self, letter: char) -> Option<Direction> {
        let directions = if self.is_flat() { &Direction::ALL[..4] } else { &Direction::ALL[..] };
        directions.iter().copied().find(|&direction| self.letter(direction) == letter)
    }
}

/// Written `4x3` (width x height) or `3x3x2` (width x height x depth).
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        if !self.is_flat() {
            write!(f, "x{}", self.depth)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_a_flat_corner_and_of_the_cube_centre() {
        let flat = Shape::flat(4, 3).unwrap();
        let around = |shape: Shape, cell| {
            Direction::ALL.map(|direction| shape.neighbour(Cell(cell), direction).map(|c| c.0))
        };
        assert_eq!(around(flat, 0), [Some(1), None, None, Some(4), None, None]);
        assert_eq!(around(flat, 11), [None, Some(10), Some(7), None, None, None]);
        let cube = Shape::new(3, 3, 3).unwrap();
        assert_eq!(around(cube, 13), [Some(14), Some(12), Some(10), Some(16), Some(4), Some(22)]);
    }

    #[test]
    fn a_cell_of_a_larger_shape_has_no_neighbours_in_a_smaller_one() {
        let (small, large) = (Shape::flat(3, 3).unwrap(), Shape::flat(4, 4).unwrap());
        let last = large.cell(15).unwrap();
        assert!(large.has(last) && !small.has(last));
        assert!(Direction::ALL.into_iter().all(|direction| small.neighbour(last, direction).is_none()));
        assert_eq!(small.direction_between(last, large.cell(14).unwrap()), None);
    }

    #[test]
    fn every_step_can_be_undone_and_has_length_one() {
        for (w, h, d) in [(1, 1, 1), (5, 1, 1), (1, 1, 4), (4, 3, 1), (2, 3, 4), (255, 2, 1)] {
            let shape = Shape::new(w, h, d).unwrap();
            for cell in shape.all_cells() {
                for direction in Direction::ALL {
                    if let Some(next) = shape.neighbour(cell, direction) {
                        assert_eq!(shape.neighbour(next, direction.opposite()), Some(cell));
                        assert_eq!(shape.distance(cell, next), 1);
                        assert_eq!(shape.direction_between(cell, next), Some(direction));
                        assert_eq!(direction.is_forward(), next > cell);
                        assert_eq!(direction.axis(), shape.axis_between(cell, next));
                    }
                }
            }
        }
    }

    #[test]
    fn letters_are_read_back() {
        for shape in [Shape::flat(3, 3).unwrap(), Shape::new(3, 3, 3).unwrap()] {
            for letter in "UDLREWNS".chars() {
                if let Some(direction) = shape.direction(letter) {
                    assert_eq!(shape.letter(direction), letter);
                }
            }
        }
        assert_eq!(Shape::flat(3, 3).unwrap().direction('U'), Some(Direction::North));
        assert_eq!(Shape::new(3, 3, 3).unwrap().direction('U'), Some(Direction::Up));
        assert_eq!(Shape::new(3, 3, 3).unwrap().direction('R'), None);
    }

    #[test]
    fn the_limits_of_a_shape() {
        assert_eq!(Shape::new(0, 3, 1), Err(ShapeError::Side(0)));
        assert_eq!(Shape::new(256, 3, 1), Err(ShapeError::Side(256)));
        assert_eq!(Shape::new(255, 255, 2), Err(ShapeError::TooManyTiles(130_049)));
        assert_eq!(Shape::new(64, 32, 32).unwrap().tiles(), Shape::MAX_TILES);
    }

    #[test]
    fn lines_cover_every_cell_once() {
        let shape = Shape::new(3, 4, 2).unwrap();
        for axis in Axis::ALL {
            let mut seen: Vec<Cell> = shape.lines(axis).flat_map(Line::cells).collect();
            seen.sort();
            assert!(seen.into_iter().eq(shape.all_cells()));
        }
    }
}
