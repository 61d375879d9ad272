//! The boards of one level, which come one at a time or are picked by their numbers.

use super::pace::Pace;
use crate::board::Board;
use crate::search::best_first::node_table::NodeTable;
use crate::search::{Limits, StopReason};
use crate::sweep::{Cursor, Sweep};
use std::fmt;

/// All boards at one distance from a goal, as [`level`](super::level) found them. They are held in
/// far less memory than the boards themselves would take.
///
/// ```
/// use taquin::census::level;
/// use taquin::search::Limits;
/// use taquin::{Board, Shape};
///
/// let goal = Board::goal(Shape::flat(3, 3)?);
/// let hardest = level(&goal, 31, &Limits::default(), 1)?;
/// let boards: Vec<String> = hardest.boards().map(|board| board.to_string()).collect();
/// assert_eq!(boards, ["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Level {
    goal: Board,
    depth: u32,
    stored: Stored,
}

/// Where the boards of a level are.
#[derive(Debug)]
pub(super) enum Stored {
    /// There are none.
    Nothing,
    /// One bit for each.
    Swept(Sweep),
    /// Packed, in the order in which they were found.
    Table(NodeTable),
}

/// Why boards could not be picked from a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PickError {
    /// The level has no board with this number.
    NoSuchBoard {
        /// The number asked for, from 0.
        number: u64,
        /// How many boards the level has.
        boards: u64,
    },
    /// A limit was hit.
    Stopped(StopReason),
}

impl fmt::Display for PickError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PickError::NoSuchBoard { number, boards } => {
                write!(f, "there is no board {number}: the level has {boards}, numbered from 0")
            }
            PickError::Stopped(why) => write!(f, "stopped while boards were listed ({why})"),
        }
    }
}

impl std::error::Error for PickError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PickError::NoSuchBoard { .. } => None,
            PickError::Stopped(why) => Some(why),
        }
    }
}

impl From<StopReason> for PickError {
    fn from(why: StopReason) -> PickError {
        PickError::Stopped(why)
    }
}

/// Boards picked between two looks at the clock.
const STRIDE: usize = 4096;

impl Level {
    pub(super) fn new(goal: Board, depth: u32, stored: Stored) -> Level {
        Level { goal, depth, stored }
    }

    /// How many moves its boards are from the goal.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many boards it has.
    #[must_use]
    pub fn len(&self) -> u64 {
        match &self.stored {
            Stored::Nothing => 0,
            Stored::Swept(sweep) => sweep.boards(),
            Stored::Table(table) => table.len(),
        }
    }

    /// Whether no board is this far from the goal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its boards one by one. Those of a shape of up to
    /// [`MOST_RANKED_CELLS`](super::MOST_RANKED_CELLS) cells come in the order of
    /// [`Ranking`](crate::Ranking), those of larger shapes in an order that is always the same.
    pub fn boards(&self) -> Boards<'_> {
        let place = match &self.stored {
            Stored::Nothing => Place::End,
            Stored::Swept(sweep) => Place::Swept(sweep, sweep.cursor()),
            Stored::Table(table) => Place::Table(table, 0),
        };
        Boards { board: self.goal.clone(), left: self.len(), place }
    }

    /// The boards with these numbers, in the order of the numbers given.
    ///
    /// ```
    /// use taquin::census::level;
    /// use taquin::search::Limits;
    /// use taquin::{Board, Shape};
    ///
    /// let (goal, limits) = (Board::goal(Shape::PUZZLE_8), Limits::default());
    /// let level = level(&goal, 20, &limits, 1)?;
    /// let picked = level.pick(&[9, 0], &limits)?;
    /// assert_eq!(Some(&picked[1]), level.boards().next().as_ref());
    /// assert!(level.pick(&[level.len()], &limits).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Board 0 is the first of
    /// [`boards`](Level::boards). Only the time, the memory and the switch of the limits count.
    ///
    /// # Errors
    /// [`PickError`] if a number is too large or a limit is hit.
    pub fn pick(&self, numbers: &[u64], limits: &Limits) -> Result<Vec<Board>, PickError> {
        self.pick_within(numbers, &Pace::new(limits))
    }

    pub(crate) fn pick_within(&self, numbers: &[u64], pace: &Pace<'_>) -> Result<Vec<Board>, PickError> {
        if let Some(&number) = numbers.iter().find(|&&number| number >= self.len()) {
            return Err(PickError::NoSuchBoard { number, boards: self.len() });
        }
        let board_bytes = (size_of::<Board>() + 2 * self.goal.shape().cells()) as u64;
        pace.allow(self.bytes() + board_bytes * numbers.len() as u64)?;
        // One pass from the first board to the last, whatever the order they are wanted in.
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_unstable_by_key(|&index| numbers[index]);
        let mut picked = vec![self.goal.clone(); numbers.len()];
        let mut boards = self.boards();
        let mut passed = 0;
        for (count, &index) in order.iter().enumerate() {
            if count % STRIDE == 0 {
                pace.check_time()?;
            }
            // A number that is asked for twice is the board that came last.
            if passed <= numbers[index] {
                boards.advance(numbers[index] - passed);
                passed = numbers[index] + 1;
            }
            picked[index].clone_from(&boards.board);
        }
        Ok(picked)
    }

    fn bytes(&self) -> u64 {
        match &self.stored {
            Stored::Nothing => 0,
            Stored::Swept(sweep) => sweep.bytes_held(),
            Stored::Table(table) => table.bytes(),
        }
    }
}

/// The boards of a [`Level`] one by one; `nth` passes over boards without making them.
#[derive(Clone, Debug)]
pub struct Boards<'a> {
    /// The board that came last.
    board: Board,
    left: u64,
    place: Place<'a>,
}

#[derive(Clone, Debug)]
enum Place<'a> {
    End,
    Swept(&'a Sweep, Cursor<'a>),
    Table(&'a NodeTable, u64),
}

impl Boards<'_> {
    /// Passes over so many boards and makes the next one; `None` if there is none.
    fn advance(&mut self, skip: u64) -> Option<()> {
        let more = skip < self.left;
        self.left = self.left.saturating_sub(skip.saturating_add(1));
        if !more {
            self.place = Place::End;
        }
        match &mut self.place {
            Place::End => return None,
            Place::Swept(sweep, cursor) => {
                let (blank, rank) = cursor.nth(skip)?;
                sweep.ranking().load(blank, rank, &mut self.board);
            }
            Place::Table(table, next) => {
                table.load((*next + skip) as u32, &mut self.board);
                *next += skip + 1;
            }
        }
        Some(())
    }
}

impl Iterator for Boards<'_> {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        self.nth(0)
    }

    fn nth(&mut self, skip: usize) -> Option<Board> {
        self.advance(skip as u64)?;
        Some(self.board.clone())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let exact = usize::try_from(self.left);
        (exact.unwrap_or(usize::MAX), exact.ok())
    }
}
