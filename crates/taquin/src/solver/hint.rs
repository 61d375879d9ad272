//! Every first move, with how many moves are left after it.

use super::{Solver, SolverError};
use crate::board::Board;
use crate::metric::Metric;
use crate::problem::Problem;
use crate::search::StopReason;
use crate::shape::Direction;

/// A move that can be made, and what it leaves to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FirstMove {
    /// Where the blank goes.
    pub direction: Direction,
    /// How many tiles move.
    pub tiles: u16,
    /// The fewest moves from there to the goal.
    pub left: u32,
}

impl Solver {
    /// Every move that can be made first, with the fewest moves that are left after it; the best first, those that are as
    /// good in the order of [`Board::moves`], the shortest first.
    ///
    /// ```
    /// use taquin::{Board, Problem, Solver};
    ///
    /// let start: Board = "1 2 3/4 5 6/7 0 8".parse()?;
    /// let problem = Problem::new(start.clone(), Board::goal(start.shape()))?;
    /// let left: Vec<u32> = Solver::new().hint(&problem)?.iter().map(|first| first.left).collect();
    /// assert_eq!(left, [0, 2, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::solve`]; also [`SolverError::Stopped`] if a limit is reached before all is proved.
    pub fn hint(&self, problem: &Problem) -> Result<Vec<FirstMove>, SolverError> {
        let (start, goal, metric) = (problem.start(), problem.goal(), self.choice.metric);
        let cost = self.exact_cost(problem)?;
        let mut all = Vec::new();
        let mut board = start.clone();
        for shift in metric.moves_from(start.shape(), start.blank()) {
            board.shift_blank_to(shift.to);
            // A move changes the distance by one at most, and a slide always does.
            let nearest = if metric == Metric::Slides { cost } else { cost + 1 };
            let left = self.distance_below(&board, goal, nearest)?.unwrap_or(cost + 1);
            all.push(FirstMove { direction: shift.direction, tiles: shift.tiles, left });
            board.shift_blank_to(start.blank());
        }
        all.sort_by_key(|first| first.left);
        Ok(all)
    }

    /// The fewest moves, proved.
    pub(super) fn exact_cost(&self, problem: &Problem) -> Result<u32, SolverError> {
        if let Some(distance) = self.distance(problem.start(), problem.goal())? {
            return Ok(distance);
        }
        // Whatever the size of the board: nothing less than a proof will do.
        let answer = self.clone().within(0.0).solve(problem)?;
        match answer.cost().filter(|_| answer.proved()) {
            Some(cost) => Ok(cost),
            None => {
                let why = answer.answer.outcome.stopped_by().unwrap_or(StopReason::DeadEnd);
                Err(SolverError::Stopped(why))
            }
        }
    }

    /// The fewest moves of a board, if they are fewer than so many.
    fn distance_below(&self, board: &Board, goal: &Board, moves: u32) -> Result<Option<u32>, SolverError> {
        if board == goal {
            return Ok((moves > 0).then_some(0));
        }
        if let Some(distance) = self.distance(board, goal)? {
            return Ok(Some(distance).filter(|&distance| distance < moves));
        }
        self.clone().within(0.0).cost_within(board, goal, moves)
    }
}
