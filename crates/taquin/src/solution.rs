//! A sequence of moves that has been replayed and does lead from start to goal.

use crate::board::{Board, Slide};
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::shape::Direction;
use std::fmt;

/// Moves from the start of a problem to its goal, which have been replayed: they do lead there.
///
/// ```
/// use taquin::{Board, Direction, Problem, Solution};
///
/// let start: Board = "1 2/0 3".parse()?;
/// let problem = Problem::new(start.clone(), Board::goal(start.shape()))?;
/// let solution = Solution::replay(&problem, vec![Direction::East])?;
/// assert_eq!(solution.cost(), 1);
/// assert_eq!(solution.to_string(), "R");
/// assert!(solution.boards().last().is_some_and(|board| board.is_solved()));
/// assert!(Solution::replay(&problem, vec![Direction::West]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    start: Board,
    moves: Vec<Direction>,
}

/// Moves that do not solve the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrongMoves {
    /// A move leads out of the box.
    Illegal {
        /// Which one, from 0.
        index: usize,
    },
    /// All moves are legal, but they end elsewhere.
    NotTheGoal,
}

impl fmt::Display for WrongMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongMoves::Illegal { index } => write!(f, "move {} leads out of the box", index + 1),
            WrongMoves::NotTheGoal => f.write_str("the moves do not end at the goal"),
        }
    }
}

impl std::error::Error for WrongMoves {}

impl Solution {
    /// Replays the moves and accepts them only if they reach the goal. [`Solution::from_text`] reads
    /// them as well.
    ///
    /// # Errors
    /// [`WrongMoves`] if a move leads out of the box or the last one does not end at the goal.
    pub fn replay(problem: &Problem, moves: Vec<Direction>) -> Result<Solution, WrongMoves> {
        let mut board = problem.start().clone();
        for (index, &direction) in moves.iter().enumerate() {
            board.slide(direction).ok_or(WrongMoves::Illegal { index })?;
        }
        if &board != problem.goal() {
            return Err(WrongMoves::NotTheGoal);
        }
        Ok(Solution { start: problem.start().clone(), moves })
    }

    /// The board it begins with.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The moves of the blank.
    #[must_use]
    pub fn moves(&self) -> &[Direction] {
        &self.moves
    }

    /// Number of moves.
    #[must_use]
    pub fn cost(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The tiles that move, one after the other.
    pub fn slides(&self) -> impl Iterator<Item = Slide> + '_ {
        let mut board = self.start.clone();
        self.moves.iter().map(move |&direction| board.slide(direction).expect("the moves were replayed"))
    }

    /// Every board on the way, start and goal included.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        let mut board = self.start.clone();
        std::iter::once(self.start.clone()).chain(self.moves.iter().map(move |&direction| {
            board.slide(direction).expect("the moves were replayed");
            board.clone()
        }))
    }

    /// g + h of every board on the way: how the estimate of the whole grew.
    pub fn f_values<H: Heuristic>(&self, heuristic: &H) -> Vec<u32> {
        self.boards().zip(0..).map(|(board, g)| g + heuristic.of(&board)).collect()
    }
}
