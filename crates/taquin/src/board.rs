//! Which tile is in which cell, and how a slide changes it.
//!
//! A [`Board`] is a legal permutation from the moment it exists: every tile 1…n once, one blank.
//! Whether one board can be turned into another is the business of [`crate::solvability`].

mod convert;
mod error;
mod slide;
mod tile;

pub use error::BoardError;
pub use slide::{NotTheLastSlide, Slide};
pub use tile::Tile;
pub(crate) use tile::number;

use crate::shape::{Cell, Direction, Shape};
use std::cmp::Ordering;
use std::fmt;
use std::ops::Index;

/// An arrangement of the tiles 1…n and one blank in the cells of a shape. It is legal from the moment
/// it exists, whatever is done with it.
///
/// Boards are written and read as text, one row after the other (see [`notation`](crate::notation));
/// they are ordered by shape and then by their numbers in reading order.
///
/// ```
/// use taquin::{Board, Direction, Shape, Tile};
///
/// let mut board: Board = "8 1 3/4 0 2/7 6 5".parse()?;
/// assert_eq!(board, Board::new(Shape::PUZZLE_8, &[8, 1, 3, 4, 0, 2, 7, 6, 5])?);
/// let slide = board.slide(Direction::East).expect("the blank is in the middle");
/// assert_eq!(Some(slide.tile()), Tile::new(2));
/// assert_eq!(board.to_string(), "8 1 3/4 2 0/7 6 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Shape,
    blank: Cell,
    contents: Box<[Option<Tile>]>,
}

impl Board {
    /// The board with these numbers in reading order (see [`Cell`]), 0 being the blank.
    ///
    /// # Errors
    /// [`BoardError`] unless each of 0…n is there exactly once.
    pub fn new(shape: Shape, numbers: &[u16]) -> Result<Board, BoardError> {
        let cells = shape.cells();
        if numbers.len() != cells {
            return Err(BoardError::Count { found: numbers.len(), expected: cells });
        }
        let mut place_of = vec![None; cells];
        for (index, &number) in numbers.iter().enumerate() {
            let Some(place) = place_of.get_mut(usize::from(number)) else {
                return Err(BoardError::OutOfRange { index, number, largest: cells - 1 });
            };
            if let Some(first) = *place {
                return Err(BoardError::Duplicate { index, first, number });
            }
            *place = Some(index);
        }
        Ok(Board::from_permutation(shape, numbers))
    }

    /// The board with these numbers, which the caller knows to be each of 0…n once.
    pub(crate) fn from_permutation(shape: Shape, numbers: &[u16]) -> Board {
        let contents: Box<[Option<Tile>]> = numbers.iter().map(|&number| Tile::new(number)).collect();
        let blank = contents.iter().position(Option::is_none).expect("a permutation of 0…n holds 0");
        Board { shape, blank: Cell::from_index(blank), contents }
    }

    /// Overwrites one cell. The caller overwrites them all, with each of 0…n once.
    #[inline]
    pub(crate) fn put(&mut self, index: usize, number: u16) {
        let content = Tile::new(number);
        self.contents[index] = content;
        if content.is_none() {
            self.blank = Cell::from_index(index);
        }
    }

    /// Overwrites some cells with the numbers that come one by one. The caller overwrites them all,
    /// with each of 0…n once.
    #[inline]
    pub(crate) fn put_all(&mut self, cells: std::ops::Range<usize>, mut next: impl FnMut() -> u16) {
        let first = cells.start;
        let mut blank = self.blank.index();
        for (index, content) in self.contents[cells].iter_mut().enumerate() {
            *content = Tile::new(next());
            blank = if content.is_none() { first + index } else { blank };
        }
        self.blank = Cell::from_index(blank);
    }

    /// The box it lies in.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cell without a tile.
    #[inline]
    #[must_use]
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// What is in every cell, in reading order; `None` is the blank.
    #[inline]
    #[must_use]
    pub fn contents(&self) -> &[Option<Tile>] {
        &self.contents
    }

    /// The numbers in reading order, 0 for the blank.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = u16> + '_ {
        self.contents.iter().map(|&content| number(content))
    }

    /// Every tile with its cell, in reading order.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, Tile)> + '_ {
        self.contents
            .iter()
            .enumerate()
            .filter_map(|(index, content)| content.map(|tile| (Cell::from_index(index), tile)))
    }

    /// Where every number is: entry 0 is the blank's cell, entry t the cell of tile t.
    #[must_use]
    pub fn cells_by_number(&self) -> Box<[Cell]> {
        let mut cells = vec![Cell(0); self.contents.len()].into_boxed_slice();
        for (index, number) in self.numbers().enumerate() {
            cells[usize::from(number)] = Cell::from_index(index);
        }
        cells
    }

    /// Moves the blank one step; `None`, and the board stays as it is, if the box ends there.
    #[inline]
    #[must_use = "`None` says that the blank did not move"]
    pub fn slide(&mut self, direction: Direction) -> Option<Slide> {
        let next = self.shape.neighbour(self.blank, direction)?;
        Some(self.slide_blank_to(next))
    }

    /// Moves the blank to a cell that the caller knows to be next to it.
    #[inline]
    pub(crate) fn slide_blank_to(&mut self, next: Cell) -> Slide {
        let to = self.blank;
        let tile = self.contents[next.index()].expect("only one cell is blank");
        self.contents[to.index()] = Some(tile);
        self.contents[next.index()] = None;
        self.blank = next;
        Slide { shape: self.shape, tile, from: next, to }
    }

    /// Moves the blank along its line to a cell that the caller knows to lie on it: all tiles between go one cell along.
    pub(crate) fn shift_blank_to(&mut self, cell: Cell) {
        let axis = self.shape.axis_of_line(self.blank, cell);
        let stride = self.shape.stride(axis);
        while self.blank != cell {
            let at = self.blank.index();
            let next = if at < cell.index() { at + stride } else { at - stride };
            self.slide_blank_to(Cell::from_index(next));
        }
    }

    /// Takes back the slide that was made last.
    ///
    /// # Errors
    /// [`NotTheLastSlide`], and the board stays as it is, if the tile of the slide is not where the
    /// slide took it or the blank is not where the tile came from.
    ///
    /// ```
    /// use taquin::{Board, Direction};
    ///
    /// let mut board: Board = "1 2 3/4 5 6/7 8 0".parse()?;
    /// let first = board.slide(Direction::North).expect("there is a row above");
    /// let second = board.slide(Direction::West).expect("there is a column to the left");
    /// assert!(board.undo(first).is_err());
    /// board.undo(second)?;
    /// board.undo(first)?;
    /// assert_eq!(board.to_string(), "1 2 3/4 5 6/7 8 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self, slide: Slide) -> Result<(), NotTheLastSlide> {
        if !self.was_last(slide) {
            return Err(NotTheLastSlide);
        }
        self.take_back(slide);
        Ok(())
    }

    /// Whether a slide may be the last one that was made. If it is of this shape and both cells hold
    /// what it left there, taking it back is a legal move.
    fn was_last(&self, slide: Slide) -> bool {
        self.shape == slide.shape && self.blank == slide.from && self[slide.to] == Some(slide.tile)
    }

    /// Takes back a slide that the caller knows to be the last one.
    #[inline]
    pub(crate) fn take_back(&mut self, slide: Slide) {
        debug_assert!(self.was_last(slide), "{slide:?} is not the last slide of {self}");
        self.contents[slide.from.index()] = Some(slide.tile);
        self.contents[slide.to.index()] = None;
        self.blank = slide.to;
    }

    /// Slides a tile into the blank, if it is beside it.
    ///
    /// ```
    /// use taquin::{Board, Direction, Tile};
    ///
    /// let mut board: Board = "1 2 3/4 5 6/7 0 8".parse()?;
    /// let eight = Tile::new(8).expect("not the blank");
    /// let slide = board.slide_tile(eight).expect("it is beside the blank");
    /// assert_eq!(slide.direction(), Direction::East);
    /// assert!(board.is_solved());
    /// assert_eq!(board.slide_tile(Tile::new(1).unwrap()), None);
    /// # Ok::<(), taquin::notation::ParseError>(())
    /// ```
    #[must_use = "`None` says that the tile did not move"]
    pub fn slide_tile(&mut self, tile: Tile) -> Option<Slide> {
        let (_, cell) = self.moves().find(|&(_, cell)| self[cell] == Some(tile))?;
        Some(self.slide_blank_to(cell))
    }

    /// The boards one slide away, in the order of [`moves`](Board::moves).
    ///
    /// ```
    /// use taquin::Board;
    ///
    /// let board: Board = "1 2/3 0".parse()?;
    /// let next: Vec<String> = board.neighbours().map(|next| next.to_string()).collect();
    /// assert_eq!(next, ["1 2/0 3", "1 0/3 2"]);
    /// # Ok::<(), taquin::notation::ParseError>(())
    /// ```
    pub fn neighbours(&self) -> impl Iterator<Item = Board> + '_ {
        self.moves().map(|(_, cell)| {
            let mut next = self.clone();
            next.slide_blank_to(cell);
            next
        })
    }

    /// Where a tile is; `None` if the board has no such tile.
    ///
    /// ```
    /// use taquin::{Board, Tile};
    ///
    /// let board: Board = "8 1 3/4 0 2/7 6 5".parse()?;
    /// assert_eq!(board.find(Tile::new(4).unwrap()), board.shape().cell(3));
    /// assert_eq!(board.find(Tile::new(9).unwrap()), None);
    /// # Ok::<(), taquin::notation::ParseError>(())
    /// ```
    #[must_use]
    pub fn find(&self, tile: Tile) -> Option<Cell> {
        self.tiles().find(|&(_, other)| other == tile).map(|(cell, _)| cell)
    }

    /// Whether it is the usual goal, [`Board::goal`].
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let cells = self.shape.cells();
        self.numbers().eq((1..=cells).map(|number| (number % cells) as u16))
    }

    /// The moves of the blank that the box allows, with the cell each leads to.
    pub fn moves(&self) -> impl Iterator<Item = (Direction, Cell)> + use<> {
        let (shape, blank) = (self.shape, self.blank);
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| Some((direction, shape.neighbour(blank, direction)?)))
    }
}

/// By shape, then by the numbers in reading order.
impl Ord for Board {
    fn cmp(&self, other: &Board) -> Ordering {
        self.shape.cmp(&other.shape).then_with(|| self.contents.cmp(&other.contents))
    }
}

impl PartialOrd for Board {
    fn partial_cmp(&self, other: &Board) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What is in a cell; `None` is the blank.
///
/// # Panics
/// If the board's shape does not have the cell.
impl Index<Cell> for Board {
    type Output = Option<Tile>;

    #[inline]
    fn index(&self, cell: Cell) -> &Option<Tile> {
        &self.contents[cell.index()]
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_not_a_board() {
        let shape = Shape::flat(2, 2).unwrap();
        let error = |numbers: &[u16]| Board::new(shape, numbers).unwrap_err();
        assert_eq!(error(&[0, 1, 2]), BoardError::Count { found: 3, expected: 4 });
        assert_eq!(error(&[0, 1, 2, 4]), BoardError::OutOfRange { index: 3, number: 4, largest: 3 });
        assert_eq!(error(&[0, 1, 2, 1]), BoardError::Duplicate { index: 3, first: 1, number: 1 });
    }

    #[test]
    fn a_slide_moves_a_tile_and_can_be_undone() {
        let shape = Shape::flat(3, 2).unwrap();
        let before = Board::new(shape, &[1, 0, 2, 3, 4, 5]).unwrap();
        let mut board = before.clone();
        assert_eq!(board.slide(Direction::North), None);
        let slide = board.slide(Direction::South).unwrap();
        assert_eq!((slide.tile().number(), slide.from(), slide.to()), (4, Cell(4), Cell(1)));
        assert_eq!(slide.direction(), Direction::South);
        assert!(board.numbers().eq([1, 4, 2, 3, 0, 5]));
        assert_eq!(board.blank(), Cell(4));
        assert_eq!(board.undo(slide), Ok(()));
        assert_eq!(board, before);
    }

    #[test]
    fn a_slide_that_is_not_the_last_is_refused_and_changes_nothing() {
        let start: Board = "1 2 3/4 0 5/6 7 8".parse().unwrap();
        let mut board = start.clone();
        let first = board.slide(Direction::East).unwrap();
        let second = board.slide(Direction::South).unwrap();
        let after = board.clone();
        // The slides of another board of this shape, of another shape, and an earlier one.
        let mut other: Board = "8 2 3/4 0 5/6 7 1".parse().unwrap();
        other.slide(Direction::East).unwrap();
        let elsewhere = other.slide(Direction::South).unwrap();
        let mut taller: Board = "1 2 3/4 5 0/6 7 8/9 10 11".parse().unwrap();
        let of_another_shape = taller.slide(Direction::South).unwrap();
        assert_eq!((of_another_shape.tile().number(), second.tile().number()), (8, 8));
        for wrong in [first, elsewhere, of_another_shape] {
            assert_eq!(board.undo(wrong), Err(NotTheLastSlide));
            assert_eq!(board, after);
        }
        board.undo(second).unwrap();
        assert_eq!(board.undo(second), Err(NotTheLastSlide));
        board.undo(first).unwrap();
        assert_eq!(board, start);
    }
}
