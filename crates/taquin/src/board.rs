//! Which tile is in which cell, and how a slide changes it.
//!
//! A [`Board`] is a legal permutation from the moment it exists: every tile 1…n once, one blank.
//! Whether one board can be turned into another is the business of [`crate::solvability`].

use crate::shape::{Cell, Direction, Shape};
use std::fmt;
use std::num::NonZeroU16;
use std::ops::Index;

/// A numbered tile, 1…n. The blank is not a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Tile(NonZeroU16);

impl Tile {
    /// The tile with this number, or `None` for 0, the blank.
    #[inline]
    pub fn new(number: u16) -> Option<Tile> {
        NonZeroU16::new(number).map(Tile)
    }

    /// The number written on it.
    #[inline]
    pub fn number(self) -> u16 {
        self.0.get()
    }

    /// The number as an index into a table whose entry 0 belongs to the blank.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0.get())
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number of what is in a cell: 0 for the blank.
#[inline]
pub(crate) fn number(content: Option<Tile>) -> u16 {
    content.map_or(0, Tile::number)
}

/// Why a list of numbers is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The list has the wrong length.
    Count {
        /// How many numbers were given.
        found: usize,
        /// How many cells the shape has.
        expected: usize,
    },
    /// A number above n.
    OutOfRange {
        /// Where it is in the list.
        index: usize,
        /// The number.
        number: u16,
        /// The largest number the shape allows.
        largest: usize,
    },
    /// A number that was there before.
    Duplicate {
        /// Where it is the second time.
        index: usize,
        /// Where it was the first time.
        first: usize,
        /// The number.
        number: u16,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BoardError::Count { found, expected } => {
                write!(f, "{found} numbers, expected {expected}")
            }
            BoardError::OutOfRange { number, largest, .. } => {
                write!(f, "{number} is out of range: this board has the numbers 0 to {largest}")
            }
            BoardError::Duplicate { number, .. } => write!(f, "{number} appears twice"),
        }
    }
}

impl std::error::Error for BoardError {}

/// One slide: a tile went from one cell into the blank beside it.
///
/// Only a board makes slides, so the two cells are neighbours in the board's shape. A slide that no
/// board made cannot be written down:
///
/// ```compile_fail,E0451
/// use taquin::{Board, Slide, Tile};
///
/// let mut board: Board = "1 2 3/4 0 5/6 7 8".parse().unwrap();
/// let (from, to) = (board.blank(), board.cells_by_number()[2]);
/// let _ = board.undo(Slide { shape: board.shape(), tile: Tile::new(3).unwrap(), from, to });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    shape: Shape,
    tile: Tile,
    from: Cell,
    to: Cell,
}

impl Slide {
    /// The tile that moved.
    #[inline]
    pub fn tile(self) -> Tile {
        self.tile
    }

    /// Where the tile was; the blank is there now.
    #[inline]
    pub fn from(self) -> Cell {
        self.from
    }

    /// Where the tile is; the blank was there before.
    #[inline]
    pub fn to(self) -> Cell {
        self.to
    }

    /// The direction in which the blank moved; the tile moved in the opposite one.
    pub fn direction(self) -> Direction {
        self.shape.direction_between(self.to, self.from).expect("a slide is between neighbours")
    }
}

/// A slide that cannot be taken back, because it is not the last one that was made on this board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotTheLastSlide;

impl fmt::Display for NotTheLastSlide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not the last slide made on this board")
    }
}

impl std::error::Error for NotTheLastSlide {}

/// An arrangement of the tiles 1…n and one blank in the cells of a shape.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Shape,
    blank: Cell,
    contents: Box<[Option<Tile>]>,
}

impl Board {
    /// The board with these numbers in reading order, 0 being the blank.
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
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cell without a tile.
    #[inline]
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// What is in every cell, in reading order; `None` is the blank.
    #[inline]
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
    pub fn cells_by_number(&self) -> Box<[Cell]> {
        let mut cells = vec![Cell(0); self.contents.len()].into_boxed_slice();
        for (index, number) in self.numbers().enumerate() {
            cells[usize::from(number)] = Cell::from_index(index);
        }
        cells
    }

    /// Moves the blank one step, if the box goes on in that direction.
    #[inline]
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

    /// The moves of the blank that the box allows, with the cell each leads to.
    pub fn moves(&self) -> impl Iterator<Item = (Direction, Cell)> + use<> {
        let (shape, blank) = (self.shape, self.blank);
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| Some((direction, shape.neighbour(blank, direction)?)))
    }
}

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
