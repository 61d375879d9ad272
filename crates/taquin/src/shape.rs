//! The box a puzzle is played in: its sides, cells, directions, lines and distances.
//!
//! This is the only file that knows how many dimensions there are. A flat board is a box of
//! depth 1 and a strip is a box with one side above 1; everything else in the crate asks for
//! neighbours, lines and distances and never counts axes itself.
//!
//! Cells are numbered in reading order: layer by layer from the top, row by row from the north,
//! column by column from the west. So a step east is +1, a step south is one width further, and a
//! step down is one layer further.

use std::fmt;

/// A place on the board, numbered in reading order from 0: layer by layer from the top, row by row
/// from the north, column by column from the west. So a step east is +1, a step south is one width
/// further, and a step down is one layer further.
///
/// Cells come from a shape or a board, and belong to it: a cell of a larger shape may not exist in
/// a smaller one.
///
/// ```
/// use taquin::{Cell, Direction, Shape};
///
/// let shape = Shape::flat(4, 3)?;
/// let cell = shape.cell(5).expect("there are twelve");
/// assert_eq!(shape.neighbour(cell, Direction::East), shape.cell(6));
/// assert_eq!(shape.neighbour(cell, Direction::South), shape.cell(9));
/// assert_eq!(shape.neighbour(cell, Direction::North), shape.cell(1));
/// assert_eq!(shape.cell(12), None);
/// assert_eq!(shape.cell(0), Some(Cell::FIRST));
/// # Ok::<(), taquin::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u16);

impl Cell {
    /// The first cell, which every shape has.
    pub const FIRST: Cell = Cell(0);

    /// The cell's number in reading order.
    #[inline]
    pub fn number(self) -> u16 {
        self.0
    }

    /// The cell's number as an index into a table with one entry per cell.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    #[inline]
    pub(crate) fn from_index(index: usize) -> Cell {
        debug_assert!(index <= usize::from(u16::MAX));
        Cell(index as u16)
    }
}

/// Its number in reading order, from 0.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One of the three axes of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// West to east.
    X,
    /// North to south.
    Y,
    /// Top to bottom.
    Z,
}

impl Axis {
    /// All axes, the one with the smallest stride first.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];
}

/// A direction the blank can move in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// To the next column; `R` on flat boards.
    East,
    /// To the previous column; `L` on flat boards.
    West,
    /// To the row above; `U` on flat boards.
    North,
    /// To the row below; `D` on flat boards.
    South,
    /// To the layer above.
    Up,
    /// To the layer below.
    Down,
}

impl Direction {
    /// Every direction, in the order in which children are made unless an algorithm says otherwise.
    pub const ALL: [Direction; 6] = [
        Direction::East,
        Direction::West,
        Direction::North,
        Direction::South,
        Direction::Up,
        Direction::Down,
    ];

    /// Every direction in reading order of the cell it leads to: up, left, right, down on flat
    /// boards. This is the operator order of Korf's published node counts.
    pub const READING_ORDER: [Direction; 6] = [
        Direction::Up,
        Direction::North,
        Direction::West,
        Direction::East,
        Direction::South,
        Direction::Down,
    ];

    /// The direction that undoes this one.
    #[inline]
    pub fn opposite(self) -> Direction {
        match self {
            Direction::East => Direction::West,
            Direction::West => Direction::East,
            Direction::North => Direction::South,
            Direction::South => Direction::North,
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        }
    }

    /// The axis it runs along.
    #[inline]
    pub fn axis(self) -> Axis {
        match self {
            Direction::East | Direction::West => Axis::X,
            Direction::North | Direction::South => Axis::Y,
            Direction::Up | Direction::Down => Axis::Z,
        }
    }

    /// Whether it leads to a later cell in reading order.
    #[inline]
    pub fn is_forward(self) -> bool {
        matches!(self, Direction::East | Direction::South | Direction::Down)
    }
}

/// Why three numbers are not a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// A side is 0 or above [`Shape::MAX_SIDE`].
    Side(usize),
    /// The box has more than [`Shape::MAX_TILES`] tiles.
    TooManyTiles(usize),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::Side(side) => {
                write!(f, "a side of {side} is out of range: sides are from 1 to {}", Shape::MAX_SIDE)
            }
            ShapeError::TooManyTiles(tiles) => {
                write!(f, "{tiles} tiles are too many: a board has at most {}", Shape::MAX_TILES)
            }
        }
    }
}

impl std::error::Error for ShapeError {}

/// Width × height × depth of a box.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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

    /// A box of `width` columns, `height` rows and `depth` layers.
    pub fn new(width: usize, height: usize, depth: usize) -> Result<Shape, ShapeError> {
        for side in [width, height, depth] {
            if !(1..=Self::MAX_SIDE).contains(&side) {
                return Err(ShapeError::Side(side));
            }
        }
        let tiles = width * height * depth - 1;
        if tiles > Self::MAX_TILES {
            return Err(ShapeError::TooManyTiles(tiles));
        }
        Ok(Shape { width: width as u8, height: height as u8, depth: depth as u8 })
    }

    /// A flat board of `width` columns and `height` rows.
    pub fn flat(width: usize, height: usize) -> Result<Shape, ShapeError> {
        Shape::new(width, height, 1)
    }

    /// Number of columns.
    pub fn width(self) -> usize {
        usize::from(self.width)
    }

    /// Number of rows in a layer.
    pub fn height(self) -> usize {
        usize::from(self.height)
    }

    /// Number of layers.
    pub fn depth(self) -> usize {
        usize::from(self.depth)
    }

    /// Number of cells.
    #[inline]
    pub fn cells(self) -> usize {
        self.width() * self.height() * self.depth()
    }

    /// Number of tiles: one less than there are cells.
    #[inline]
    pub fn tiles(self) -> usize {
        self.cells() - 1
    }

    /// Whether the box has a single layer, so that its moves are written `U D L R`.
    pub fn is_flat(self) -> bool {
        self.depth == 1
    }

    /// Whether at most one side is above 1, so that tiles can never pass each other.
    pub fn is_strip(self) -> bool {
        self.long_axes().count() <= 1
    }

    /// How many lines the box has across an axis: the length of its side along it.
    #[inline]
    pub fn side(self, axis: Axis) -> usize {
        match axis {
            Axis::X => self.width(),
            Axis::Y => self.height(),
            Axis::Z => self.depth(),
        }
    }

    /// How far apart in reading order two neighbours along an axis are.
    #[inline]
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
    pub fn cell(self, number: usize) -> Option<Cell> {
        (number < self.cells()).then(|| Cell::from_index(number))
    }

    /// Whether the box has this cell.
    #[inline]
    pub fn has(self, cell: Cell) -> bool {
        cell.index() < self.cells()
    }

    /// Every cell in reading order.
    pub fn all_cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.cells()).map(Cell::from_index)
    }

    /// The cell's place along an axis, counted in reading order from 0.
    #[inline]
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

    /// The direction from a cell to one of its neighbours, or `None` if they are not neighbours.
    pub fn direction_between(self, from: Cell, to: Cell) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(from, direction) == Some(to))
    }

    /// Number of moves between two cells on an empty board (taxicab distance).
    pub fn distance(self, a: Cell, b: Cell) -> u32 {
        Axis::ALL
            .into_iter()
            .map(|axis| self.coordinate(a, axis).abs_diff(self.coordinate(b, axis)) as u32)
            .sum()
    }

    /// The line of cells through `cell` along an axis.
    #[inline]
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
    pub fn direction(self, letter: char) -> Option<Direction> {
        let directions = if self.is_flat() { &Direction::ALL[..4] } else { &Direction::ALL[..] };
        directions.iter().copied().find(|&direction| self.letter(direction) == letter)
    }
}

/// For every cell, where the blank can go from there.
pub(crate) type MovesFrom = Vec<Vec<(Direction, Cell)>>;

/// Tabulates the moves from every cell, in the given order of directions.
pub(crate) fn moves_from(shape: Shape, order: &[Direction]) -> MovesFrom {
    let from = |cell| {
        let to = |&direction| Some((direction, shape.neighbour(cell, direction)?));
        order.iter().filter_map(to).collect()
    };
    shape.all_cells().map(from).collect()
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

/// A row, column or pillar of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    first: usize,
    stride: usize,
    length: usize,
}

impl Line {
    /// Its cells in reading order.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.length).map(move |place| Cell::from_index(self.first + place * self.stride))
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
