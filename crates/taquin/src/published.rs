//! Sets of boards that papers report on, with the figures to compare with. Each file of
//! `published/` names its source.

use crate::board::Board;
use crate::metric::Metric;
use crate::problem::Problem;
use crate::shape::Shape;
use std::fmt;
use std::str::FromStr;

/// A set of boards with published figures.
///
/// ```
/// use taquin::published::PublishedSet;
///
/// let set: PublishedSet = "korf100".parse()?;
/// let boards = set.boards();
/// assert_eq!((boards.len(), boards[0].length), (100, 57));
/// # Ok::<(), taquin::published::UnknownSet>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PublishedSet {
    /// Korf's 100 boards of the 15-puzzle (1985).
    Korf100,
    /// The same boards with lengths in shifts.
    Korf100Shifts,
    /// Korf and Felner's 50 boards of the 24-puzzle (2002).
    Korf50,
    /// 100 boards of the 3×3×3 26-puzzle.
    Cube100,
}

/// A board of a set, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PublishedBoard {
    /// Its number in the set, from 1.
    pub number: u32,
    /// The board with the set's goal.
    pub problem: Problem,
    /// The length of a shortest solution.
    pub length: u32,
    /// Published nodes: of IDA* with Manhattan, the root included, for [`PublishedSet::Korf100`];
    /// of IDA* with pattern databases for [`PublishedSet::Korf50`].
    pub nodes: Option<u64>,
}

impl PublishedSet {
    /// Every set.
    pub const ALL: [PublishedSet; 4] =
        [PublishedSet::Korf100, PublishedSet::Korf100Shifts, PublishedSet::Korf50, PublishedSet::Cube100];

    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PublishedSet::Korf100 => "korf100",
            PublishedSet::Korf100Shifts => "korf100-shifts",
            PublishedSet::Korf50 => "korf50",
            PublishedSet::Cube100 => "cube100",
        }
    }

    /// The shape of its boards.
    #[must_use]
    pub fn shape(self) -> Shape {
        match self {
            PublishedSet::Korf100 | PublishedSet::Korf100Shifts => Shape::PUZZLE_15,
            PublishedSet::Korf50 => Shape::PUZZLE_24,
            PublishedSet::Cube100 => Shape::PUZZLE_26,
        }
    }

    /// What its lengths are counted in.
    #[must_use]
    pub fn metric(self) -> Metric {
        match self {
            PublishedSet::Korf100Shifts => Metric::Shifts,
            _ => Metric::Slides,
        }
    }

    /// Where boards and figures come from, and what the figures are.
    #[must_use]
    pub fn source(self) -> String {
        let comments = self.text().lines().filter_map(|line| line.strip_prefix("# "));
        comments.collect::<Vec<&str>>().join("\n")
    }

    /// The boards in the order of the source.
    #[must_use]
    pub fn boards(self) -> Vec<PublishedBoard> {
        let lines = self.text().lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.map(|line| self.board(line)).collect()
    }

    fn text(self) -> &'static str {
        match self {
            PublishedSet::Korf100 => include_str!("published/korf100.txt"),
            PublishedSet::Korf100Shifts => include_str!("published/korf100-shifts.txt"),
            PublishedSet::Korf50 => include_str!("published/korf50.txt"),
            PublishedSet::Cube100 => include_str!("published/cube100.txt"),
        }
    }

    /// A line is the number, the length, the board and further figures.
    fn board(self, line: &str) -> PublishedBoard {
        let numbers = line.split_whitespace().map(|word| word.parse().expect("files hold numbers"));
        let numbers: Vec<u64> = numbers.collect();
        let (head, rest) = numbers.split_at(2);
        let (cells, figures) = rest.split_at(self.shape().cells());
        let cells: Vec<u16> = cells.iter().map(|&number| number as u16).collect();
        let start = Board::new(self.shape(), &cells).expect("files hold boards");
        let goal = Board::goal_blank_first(self.shape());
        PublishedBoard {
            number: head[0] as u32,
            problem: Problem::new(start, goal).expect("files hold boards that can be solved"),
            length: head[1] as u32,
            nodes: match self {
                PublishedSet::Korf100 | PublishedSet::Korf50 => figures.last().copied(),
                PublishedSet::Korf100Shifts | PublishedSet::Cube100 => None,
            },
        }
    }
}

impl fmt::Display for PublishedSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that is not the name of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSet;

impl fmt::Display for UnknownSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PublishedSet::ALL.map(PublishedSet::name);
        write!(f, "no such set: the published sets are {}", names.join(", "))
    }
}

impl std::error::Error for UnknownSet {}

impl FromStr for PublishedSet {
    type Err = UnknownSet;

    fn from_str(name: &str) -> Result<PublishedSet, UnknownSet> {
        PublishedSet::ALL.into_iter().find(|set| set.name() == name).ok_or(UnknownSet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::{Heuristic, Manhattan};

    #[test]
    fn every_set_is_complete_and_its_lengths_have_the_right_parity() {
        for (set, count, sum) in [
            (PublishedSet::Korf100, 100, Some(5305)),
            (PublishedSet::Korf100Shifts, 100, Some(3206)),
            (PublishedSet::Korf50, 50, Some(5039)),
            (PublishedSet::Cube100, 100, None),
        ] {
            let boards = set.boards();
            assert_eq!(boards.len(), count, "{set}");
            assert!(boards.iter().zip(1..).all(|(board, number)| board.number == number));
            assert!(sum.is_none_or(|sum| boards.iter().map(|board| board.length).sum::<u32>() == sum));
            for board in boards {
                if set.metric() == Metric::Shifts {
                    continue;
                }
                let h = Manhattan::new(board.problem.goal()).of(board.problem.start());
                assert!(h <= board.length && h % 2 == board.length % 2, "{set} {}", board.number);
            }
            assert!(set.source().contains("Goal"));
        }
    }
}
