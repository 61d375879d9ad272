//! All moves that a shortest solution can begin with.

use super::{Solver, SolverError};
use crate::board::Board;
use crate::metric::Metric;
use crate::problem::Problem;
use crate::search::{Cancel, Observer, StopReason};
use crate::shape::Direction;

impl Solver {
    /// The directions of the blank that a shortest solution can begin with, in the order of [`Board::moves`]; none at the
    /// goal. A move is one of them if the board that it leads to is nearer to the goal.
    ///
    /// ```
    /// use taquin::{Board, Direction, Problem, Solver};
    ///
    /// let start: Board = "1 2 3/4 5 6/0 7 8".parse()?;
    /// let problem = Problem::new(start.clone(), Board::goal(start.shape()))?;
    /// assert_eq!(Solver::new().first_moves(&problem)?, [Direction::East]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::solve`]; also [`SolverError::Stopped`] if a limit is reached before all is proved.
    pub fn first_moves(&self, problem: &Problem) -> Result<Vec<Direction>, SolverError> {
        let goal = problem.goal();
        if self.choice.metric != Metric::Slides {
            let cost = self.exact_cost(problem)?;
            let good = self.hint(problem)?.into_iter().filter(|first| first.left + 1 == cost);
            let mut directions: Vec<Direction> = good.map(|first| first.direction).collect();
            directions.dedup();
            return Ok(directions);
        }
        if let Some(distance) = self.distance(problem.start(), goal)? {
            let is_nearer =
                |board: &Board| Ok(self.distance(board, goal)?.is_some_and(|next| next < distance));
            return nearer(problem.start(), is_nearer);
        }
        let cost = self.exact_cost(problem)?;
        let solver = self.clone().within(0.0);
        nearer(problem.start(), |board| Ok(solver.cost_within(board, goal, cost)?.is_some()))
    }

    /// The fewest moves of a board from the goal, if they are fewer than so many.
    pub(super) fn cost_within(
        &self,
        board: &Board,
        goal: &Board,
        moves: u32,
    ) -> Result<Option<u32>, SolverError> {
        let problem = Problem::new(board.clone(), goal.clone())?;
        let cancel = self.limits.cancel.clone().unwrap_or_default().child();
        let mut enough = Enough { moves, cancel: cancel.clone() };
        let answer = self.clone().cancel(&cancel).solve_with(&problem, &mut enough)?;
        if answer.lower_bound() >= moves {
            return Ok(None);
        }
        match answer.cost() {
            Some(cost) if cost < moves => Ok(Some(cost)),
            // All that is not proved by now was cut short by a limit, or by the caller.
            _ => {
                Err(SolverError::Stopped(answer.answer.outcome.stopped_by().unwrap_or(StopReason::Cancelled)))
            }
        }
    }
}

/// The moves to those neighbours that are nearer.
fn nearer(
    start: &Board,
    mut is_nearer: impl FnMut(&Board) -> Result<bool, SolverError>,
) -> Result<Vec<Direction>, SolverError> {
    let mut found = Vec::new();
    for ((direction, _), board) in start.moves().zip(start.neighbours()) {
        if is_nearer(&board)? {
            found.push(direction);
        }
    }
    Ok(found)
}

/// Ends a search that has proved its board too far away.
struct Enough {
    moves: u32,
    cancel: Cancel,
}

impl Observer for Enough {
    fn iteration(&mut self, bound: u32) {
        if bound >= self.moves {
            self.cancel.cancel();
        }
    }
}
