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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The tile that moved.
    pub tile: Tile,
    /// Where it was; the blank is there now.
    pub from: Cell,
    /// Where it is; the blank was there before.
    pub to: Cell,
}

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
        Slide { tile, from: next, to }
    }

    /// Takes back the slide that was made last.
    #[inline]
    pub fn undo(&mut self, slide: Slide) {
        debug_assert_eq!(self.blank, slide.from);
        debug_assert_eq!(self[slide.to], Some(slide.tile));
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
        assert_eq!(slide, Slide { tile: Tile::new(4).unwrap(), from: Cell(4), to: Cell(1) });
        assert!(board.numbers().eq([1, 4, 2, 3, 0, 5]));
        assert_eq!(board.blank(), Cell(4));
        board.undo(slide);
        assert_eq!(board, before);
    }
}
