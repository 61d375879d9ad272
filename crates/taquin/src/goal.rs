//! Goals that have a name.

use crate::board::Board;
use crate::names;
use crate::shape::Shape;
use std::fmt;
use std::str::FromStr;

/// A goal that exists for every shape, or for every flat one.
///
/// ```
/// use taquin::{NamedGoal, Shape};
///
/// let goal: NamedGoal = "snail".parse()?;
/// assert_eq!(goal.board(Shape::PUZZLE_8)?.to_string(), "1 2 3/8 0 4/7 6 5");
/// assert!(goal.board(Shape::PUZZLE_26).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NamedGoal {
    /// `1 2 … n 0`
    #[default]
    BlankLast,
    /// `0 1 2 … n`
    BlankFirst,
    /// The tiles wind inwards clockwise from the first corner, the blank at the end; flat boards only.
    Snail,
}

/// The snail of a box with several layers was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchGoal {
    shape: Shape,
}

impl fmt::Display for NoSuchGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no snail of shape {}: it winds on flat boards only", self.shape)
    }
}

impl std::error::Error for NoSuchGoal {}

/// A word that is not the name of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownGoal;

impl fmt::Display for UnknownGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = NamedGoal::ALL.map(NamedGoal::name);
        write!(f, "no such goal: the goals with a name are {}", names.join(", "))
    }
}

impl std::error::Error for UnknownGoal {}

impl NamedGoal {
    /// Every named goal.
    pub const ALL: [NamedGoal; 3] = [NamedGoal::BlankLast, NamedGoal::BlankFirst, NamedGoal::Snail];

    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            NamedGoal::BlankLast => "blank-last",
            NamedGoal::BlankFirst => "blank-first",
            NamedGoal::Snail => "snail",
        }
    }

    /// The board it stands for. [`Board::goal`] is `BlankLast` for any shape.
    ///
    /// # Errors
    /// [`NoSuchGoal`] for the snail of a box with several layers; the others exist for every shape.
    pub fn board(self, shape: Shape) -> Result<Board, NoSuchGoal> {
        match self {
            NamedGoal::BlankLast => Ok(Board::goal(shape)),
            NamedGoal::BlankFirst => Ok(Board::goal_blank_first(shape)),
            NamedGoal::Snail if shape.is_flat() => {
                Ok(Board::from_permutation(shape, &snail(shape.width(), shape.height())))
            }
            NamedGoal::Snail => Err(NoSuchGoal { shape }),
        }
    }
}

impl Board {
    /// The goal that is meant unless another is named: `1 2 … n 0`, the blank last.
    ///
    /// ```
    /// use taquin::{Board, Shape};
    ///
    /// assert_eq!(Board::goal(Shape::flat(3, 2)?).to_string(), "1 2 3/4 5 0");
    /// # Ok::<(), taquin::ShapeError>(())
    /// ```
    #[must_use]
    pub fn goal(shape: Shape) -> Board {
        let cells = shape.cells();
        let numbers: Vec<u16> = (1..=cells).map(|number| (number % cells) as u16).collect();
        Board::from_permutation(shape, &numbers)
    }

    /// The goal `0 1 2 … n`, the blank first, which many papers use.
    ///
    /// ```
    /// use taquin::{Board, Shape};
    ///
    /// assert_eq!(Board::goal_blank_first(Shape::flat(3, 2)?).to_string(), "0 1 2/3 4 5");
    /// # Ok::<(), taquin::ShapeError>(())
    /// ```
    #[must_use]
    pub fn goal_blank_first(shape: Shape) -> Board {
        let numbers: Vec<u16> = (0..shape.cells()).map(|number| number as u16).collect();
        Board::from_permutation(shape, &numbers)
    }
}

/// Walks inwards clockwise, turning right at the edge and at cells already numbered.
fn snail(width: usize, height: usize) -> Vec<u16> {
    const UNVISITED: u16 = u16::MAX;
    let cells = width * height;
    let mut numbers = vec![UNVISITED; cells];
    let (mut x, mut y) = (0i32, 0i32);
    let (mut dx, mut dy) = (1i32, 0i32);
    for number in 1..=cells {
        numbers[y as usize * width + x as usize] = (number % cells) as u16;
        let free = |x: i32, y: i32| {
            (0..width as i32).contains(&x)
                && (0..height as i32).contains(&y)
                && numbers[y as usize * width + x as usize] == UNVISITED
        };
        if !free(x + dx, y + dy) {
            (dx, dy) = (-dy, dx);
        }
        (x, y) = (x + dx, y + dy);
    }
    numbers
}

impl fmt::Display for NamedGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for NamedGoal {
    type Err = UnknownGoal;

    /// Reads a name. Case, `-` and `_` do not matter, and a snail may be called `spiral`.
    fn from_str(name: &str) -> Result<NamedGoal, UnknownGoal> {
        let key = names::key(name);
        let key = if key == "spiral" { "snail" } else { &key };
        NamedGoal::ALL.into_iter().find(|goal| names::key(goal.name()) == key).ok_or(UnknownGoal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_goals_as_text() {
        let text = |goal: NamedGoal, w, h, d| goal.board(Shape::new(w, h, d).unwrap()).unwrap().to_string();
        assert_eq!(text(NamedGoal::BlankLast, 3, 2, 1), "1 2 3/4 5 0");
        assert_eq!(text(NamedGoal::BlankFirst, 2, 2, 2), "0 1/2 3//4 5/6 7");
        assert_eq!(text(NamedGoal::Snail, 3, 3, 1), "1 2 3/8 0 4/7 6 5");
        assert_eq!(text(NamedGoal::Snail, 4, 3, 1), "1 2 3 4/10 11 0 5/9 8 7 6");
        assert_eq!(text(NamedGoal::Snail, 1, 1, 1), "0");
        assert_eq!(text(NamedGoal::Snail, 1, 3, 1), "1/2/0");
        assert!(NamedGoal::Snail.board(Shape::new(2, 2, 2).unwrap()).is_err());
    }
}
