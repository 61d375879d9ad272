//! A sequence of moves that has been replayed and does lead from start to goal.

use crate::board::{Board, Slide};
use crate::heuristic::Heuristic;
use crate::metric::Metric;
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
    metric: Metric,
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
    /// them as well. They are counted in slides; see [`Solution::in_metric`].
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
        Ok(Solution { start: problem.start().clone(), moves, metric: Metric::Slides })
    }

    /// The board it begins with.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The same solution with its moves counted in a metric.
    ///
    /// ```
    /// use taquin::{Board, Metric, Problem, Solution};
    ///
    /// let start: Board = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15".parse()?;
    /// let problem = Problem::new(start.clone(), Board::goal(start.shape()))?;
    /// let solution = Solution::from_text(&problem, "RRR")?;
    /// assert_eq!((solution.cost(), solution.to_string()), (3, "RRR".into()));
    /// let shifts = solution.in_metric(Metric::Shifts);
    /// assert_eq!((shifts.cost(), shifts.to_string()), (1, "R3".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_metric(self, metric: Metric) -> Solution {
        Solution { metric, ..self }
    }

    /// What its moves are counted in.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The steps of the blank, one for every tile that slides, in any metric.
    #[must_use]
    pub fn moves(&self) -> &[Direction] {
        &self.moves
    }

    /// Number of moves in its metric.
    #[must_use]
    pub fn cost(&self) -> u32 {
        self.metric.cost(&self.moves)
    }

    /// The slides of each move: one in slides, all tiles that go along in shifts.
    pub fn slides_by_move(&self) -> impl Iterator<Item = Vec<Slide>> + '_ {
        let mut slides = self.slides();
        self.metric.moves(&self.moves).map(move |steps| slides.by_ref().take(steps.len()).collect())
    }

    /// The tiles that move, one after the other.
    pub fn slides(&self) -> impl Iterator<Item = Slide> + '_ {
        let mut board = self.start.clone();
        self.moves.iter().map(move |&direction| board.slide(direction).expect("the moves were replayed"))
    }

    /// The board after every move of its metric, start and goal included.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        let mut board = self.start.clone();
        std::iter::once(self.start.clone()).chain(self.metric.moves(&self.moves).map(move |steps| {
            for &direction in steps {
                board.slide(direction).expect("the moves were replayed");
            }
            board.clone()
        }))
    }

    /// The estimate of the board after every move, start and goal included, each told from the one before
    /// ([`Heuristic::after`]): a whole board is looked at once, or where the heuristic knows no other way.
    pub fn estimates<'a, H: Heuristic>(&'a self, heuristic: &'a H) -> impl Iterator<Item = u32> + 'a {
        let mut board = self.start.clone();
        let mut memo = heuristic.remember(&board);
        let first = heuristic.estimate(memo);
        std::iter::once(first).chain(self.metric.moves(&self.moves).map(move |steps| {
            for &direction in steps {
                let slide = board.slide(direction).expect("the moves were replayed");
                memo = heuristic.after(memo, &board, slide);
            }
            heuristic.estimate(memo)
        }))
    }

    /// g + h of every board on the way: how the estimate of the whole grew.
    pub fn f_values<H: Heuristic>(&self, heuristic: &H) -> Vec<u32> {
        self.estimates(heuristic).zip(0..).map(|(h, g)| g + h).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Manhattan;
    use crate::scramble::Scrambler;
    use crate::shape::Shape;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Counts how often it looks at a whole board and how often at a slide.
    struct Counting {
        manhattan: Manhattan,
        boards: AtomicUsize,
        slides: AtomicUsize,
    }

    impl Heuristic for Counting {
        type Memo = u32;

        fn goal(&self) -> &Board {
            self.manhattan.goal()
        }

        fn remember(&self, board: &Board) -> u32 {
            self.boards.fetch_add(1, Ordering::Relaxed);
            self.manhattan.remember(board)
        }

        fn after(&self, memo: u32, board: &Board, slide: Slide) -> u32 {
            self.slides.fetch_add(1, Ordering::Relaxed);
            self.manhattan.after(memo, board, slide)
        }

        fn estimate(&self, memo: u32) -> u32 {
            memo
        }
    }

    #[test]
    fn f_values_look_at_one_whole_board_and_then_at_one_slide_after_the_other() {
        let goal = Board::goal(Shape::flat(10, 10).unwrap());
        let problem = Problem::new(Scrambler::new(goal.clone(), 1).uniform(), goal.clone()).unwrap();
        let solution = crate::construct::solve(&problem);
        let manhattan = Manhattan::new(&goal);
        let counting = Counting { manhattan: manhattan.clone(), boards: 0.into(), slides: 0.into() };
        let f_values = solution.f_values(&counting);
        let from_scratch: Vec<u32> =
            solution.boards().zip(0..).map(|(board, g)| g + manhattan.of(&board)).collect();
        assert_eq!(f_values, from_scratch);
        assert_eq!(counting.boards.into_inner(), 1);
        assert_eq!(counting.slides.into_inner(), solution.moves().len());
    }
}
