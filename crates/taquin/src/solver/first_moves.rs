//! All moves that a shortest solution can begin with.

use super::{Solver, SolverError};
use crate::board::Board;
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
        if let Some(distance) = self.distance(problem.start(), goal)? {
            let is_nearer =
                |board: &Board| Ok(self.distance(board, goal)?.is_some_and(|next| next < distance));
            return nearer(problem.start(), is_nearer);
        }
        // Whatever the size of the board: nothing less than a proof will do.
        let solver = self.clone().within(0.0);
        let answer = solver.solve(problem)?;
        let Some(cost) = answer.cost().filter(|_| answer.proved()) else {
            return Err(SolverError::Stopped(
                answer.answer.outcome.stopped_by().unwrap_or(StopReason::DeadEnd),
            ));
        };
        nearer(problem.start(), |board| solver.is_within(board, goal, cost))
    }

    /// Whether a board is fewer than so many moves from the goal.
    fn is_within(&self, board: &Board, goal: &Board, moves: u32) -> Result<bool, SolverError> {
        let problem = Problem::new(board.clone(), goal.clone())?;
        let cancel = self.limits.cancel.clone().unwrap_or_default().child();
        let mut enough = Enough { moves, cancel: cancel.clone() };
        let answer = self.clone().cancel(&cancel).solve_with(&problem, &mut enough)?;
        if answer.lower_bound() >= moves {
            return Ok(false);
        }
        match answer.cost() {
            Some(cost) if cost < moves => Ok(true),
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
