//! Where a given sequence of moves lost some.
//!
//! A move changes the distance to the goal by one at most. So between two boards of the sequence whose distances differ by
//! the number of moves between them nothing was lost, and no board there has to be solved: a sequence with few mistakes is
//! halved until all of them are found.

use super::{Solver, SolverError};
use crate::board::Board;
use crate::construct;
use crate::metric::Metric;
use crate::problem::Problem;
use crate::search::Limits;
use crate::shape::Direction;
use crate::solution::WrongMoves;

/// What is known of a distance to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Distance {
    /// It is at least this.
    pub lower: u32,
    /// It is at most this.
    pub upper: u32,
}

impl Distance {
    fn exact(distance: u32) -> Distance {
        Distance { lower: distance, upper: distance }
    }

    /// The distance, if it is known.
    #[must_use]
    pub fn known(self) -> Option<u32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// A move of the sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MadeMove {
    /// Where the blank went.
    pub direction: Direction,
    /// How many tiles moved.
    pub tiles: u16,
    /// How many moves longer the whole became by it; `None` if the distances are not known.
    pub lost: Option<u32>,
    /// If it was a mistake, the moves that would have been best: directions of the blank and numbers of tiles.
    pub best: Vec<(Direction, u16)>,
}

/// What became of a sequence of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// What its moves are counted in.
    pub metric: Metric,
    /// The moves one by one.
    pub moves: Vec<MadeMove>,
    /// The distance to the goal before the first move and after every one.
    pub distances: Vec<Distance>,
    /// Whether the last move ended at the goal.
    pub solves: bool,
}

impl Analysis {
    /// How many moves were lost in all, if that is known.
    #[must_use]
    pub fn lost(&self) -> Option<u32> {
        self.moves.iter().map(|made| made.lost).sum()
    }

    /// The mistakes, each with its number from 0.
    pub fn mistakes(&self) -> impl Iterator<Item = (usize, &MadeMove)> {
        self.moves.iter().enumerate().filter(|(_, made)| made.lost.is_some_and(|lost| lost > 0))
    }
}

impl Solver {
    /// Replays steps of the blank from a problem's start and says which moves lost some. They need not end at the goal. On
    /// boards that cannot be solved exactly within the limits distances have bounds, and nothing is said of single moves.
    ///
    /// ```
    /// use taquin::{Board, Direction, Problem, Solver};
    ///
    /// let start: Board = "1 2 3/4 5 6/0 7 8".parse()?;
    /// let problem = Problem::new(start.clone(), Board::goal(start.shape()))?;
    /// let steps = [Direction::North, Direction::South, Direction::East, Direction::East];
    /// let analysis = Solver::new().analyse(&problem, &steps)?;
    /// assert_eq!(analysis.lost(), Some(2));
    /// assert_eq!(analysis.mistakes().next().map(|(number, _)| number), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolverError::Moves`] if a step leaves the box; else as [`Solver::solve`].
    pub fn analyse(&self, problem: &Problem, steps: &[Direction]) -> Result<Analysis, SolverError> {
        let metric = self.choice.metric;
        let mut board = problem.start().clone();
        let mut boards = vec![board.clone()];
        let mut index = 0;
        for steps in metric.moves(steps) {
            for &direction in steps {
                board.slide(direction).ok_or(SolverError::Moves(WrongMoves::Illegal { index }))?;
                index += 1;
            }
            boards.push(board.clone());
        }
        let solves = &board == problem.goal();
        let distances = match self.exact_distances(&boards, problem.goal(), solves) {
            Ok(exact) => exact.into_iter().map(Distance::exact).collect(),
            Err(SolverError::Stopped(_)) => self.bounds(&boards, problem.goal(), solves)?,
            Err(error) => return Err(error),
        };
        let mut moves = Vec::new();
        for (number, steps) in metric.moves(steps).enumerate() {
            let known = distances[number].known().zip(distances[number + 1].known());
            let lost = known.map(|(before, after)| after + 1 - before);
            let best = match lost {
                Some(1..) => self.best_moves(&boards[number], problem.goal())?,
                _ => Vec::new(),
            };
            moves.push(MadeMove { direction: steps[0], tiles: steps.len() as u16, lost, best });
        }
        Ok(Analysis { metric, moves, distances, solves })
    }

    /// The distance of every board, as few as possible of them solved.
    fn exact_distances(&self, boards: &[Board], goal: &Board, solves: bool) -> Result<Vec<u32>, SolverError> {
        let solver = match self.plan(goal)?.any_time && self.limits.time.is_none() {
            // Such boards are not searched for ever unless that is asked for.
            true => self.clone().time_limit(super::USUAL_TIME),
            false => self.clone(),
        };
        let solved = |place: usize| -> Result<u32, SolverError> {
            solver.exact_cost(&Problem::new(boards[place].clone(), goal.clone())?)
        };
        let last = boards.len() - 1;
        let mut distances = vec![0; boards.len()];
        distances[0] = solved(0)?;
        distances[last] = if solves { 0 } else { solved(last)? };
        let mut open = vec![(0, last)];
        while let Some((first, last)) = open.pop() {
            let (before, after) = (distances[first], distances[last]);
            let apart = last - first;
            if apart < 2 {
                continue;
            }
            if before.abs_diff(after) as usize == apart {
                for (passed, between) in (1..).zip(&mut distances[first + 1..last]) {
                    *between = if before > after { before - passed } else { before + passed };
                }
                continue;
            }
            let middle = first + apart / 2;
            distances[middle] = solved(middle)?;
            open.extend([(first, middle), (middle, last)]);
        }
        Ok(distances)
    }

    /// What can be said of distances that cannot be known.
    fn bounds(&self, boards: &[Board], goal: &Board, solves: bool) -> Result<Vec<Distance>, SolverError> {
        let metric = self.choice.metric;
        let moves = boards.len() as u32 - 1;
        let mut distances = Vec::new();
        for (made, board) in (0..).zip(boards) {
            let problem = Problem::new(board.clone(), goal.clone())?;
            let lower = super::plan::best_estimate(&problem, metric);
            let rest = if solves { moves - made } else { u32::MAX };
            let by_construction = || {
                let built = construct::solve_within(&problem, &Limits::default()).ok();
                built.map_or(u32::MAX, |solution| solution.in_metric(metric).cost())
            };
            let upper = if solves { rest } else { by_construction() };
            distances.push(Distance { lower: lower.min(upper), upper });
        }
        // A move changes the distance by one at most, so that bounds of neighbours are bounds too.
        for place in 1..distances.len() {
            let before: Distance = distances[place - 1];
            distances[place].lower = distances[place].lower.max(before.lower.saturating_sub(1));
            distances[place].upper = distances[place].upper.min(before.upper.saturating_add(1));
        }
        for place in (1..distances.len()).rev() {
            let after: Distance = distances[place];
            distances[place - 1].lower = distances[place - 1].lower.max(after.lower.saturating_sub(1));
            distances[place - 1].upper = distances[place - 1].upper.min(after.upper.saturating_add(1));
        }
        Ok(distances)
    }

    fn best_moves(&self, board: &Board, goal: &Board) -> Result<Vec<(Direction, u16)>, SolverError> {
        let hint = self.hint(&Problem::new(board.clone(), goal.clone())?)?;
        let least = hint.first().map_or(0, |first| first.left);
        let best = hint.iter().take_while(|first| first.left == least);
        Ok(best.map(|first| (first.direction, first.tiles)).collect())
    }
}
