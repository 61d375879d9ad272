//! Axes of a box, and the directions along them.

use crate::shape::Shape;
use std::fmt;
use std::str::FromStr;

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

/// A direction the blank can move in; the tile that makes room moves in the opposite one.
///
/// Its name is a word. The letters in which moves are written depend on the shape, see
/// [`Shape::letter`](crate::Shape::letter): `U` is north on a flat board and up in a box.
///
/// ```
/// use taquin::Direction;
///
/// assert_eq!(Direction::North.to_string(), "north");
/// assert_eq!("down".parse(), Ok(Direction::Down));
/// assert_eq!(Direction::North.opposite(), Direction::South);
/// ```
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

    /// Its name: `east`, `west`, `north`, `south`, `up` or `down`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Direction::East => "east",
            Direction::West => "west",
            Direction::North => "north",
            Direction::South => "south",
            Direction::Up => "up",
            Direction::Down => "down",
        }
    }

    /// Where something goes, as people say it: `right`, `left`, `up` and `down` on flat boards, its name in boxes.
    #[must_use]
    pub fn word(self, shape: Shape) -> &'static str {
        match self {
            Direction::East if shape.is_flat() => "right",
            Direction::West if shape.is_flat() => "left",
            Direction::North if shape.is_flat() => "up",
            Direction::South if shape.is_flat() => "down",
            _ => self.name(),
        }
    }

    /// The direction that undoes this one.
    #[inline]
    #[must_use]
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
    #[must_use]
    pub fn axis(self) -> Axis {
        match self {
            Direction::East | Direction::West => Axis::X,
            Direction::North | Direction::South => Axis::Y,
            Direction::Up | Direction::Down => Axis::Z,
        }
    }

    /// Whether it leads to a later cell in reading order.
    #[inline]
    #[must_use]
    pub fn is_forward(self) -> bool {
        matches!(self, Direction::East | Direction::South | Direction::Down)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that is not the name of a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownDirection;

impl fmt::Display for UnknownDirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Direction::ALL.map(Direction::name);
        write!(f, "no such direction: the directions are {}", names.join(", "))
    }
}

impl std::error::Error for UnknownDirection {}

impl FromStr for Direction {
    type Err = UnknownDirection;

    fn from_str(name: &str) -> Result<Direction, UnknownDirection> {
        Direction::ALL.into_iter().find(|direction| direction.name() == name).ok_or(UnknownDirection)
    }
}
