//! Exact distances of all boards of a small shape, a byte for each: for asking for very many of them. A [`DistanceTable`]
//! takes an eighth of the memory and walks to the goal for each answer; here an answer is one look.

use super::DistanceTable;
use crate::board::Board;
use crate::metric::Metric;
use crate::shape::Cell;
use crate::sweep::{Ranking, Sweep, ranks};

/// The distance of every board to one goal.
///
/// ```
/// use taquin::exact::DistanceList;
/// use taquin::{Board, Shape};
///
/// let list = DistanceList::new(&Board::goal(Shape::PUZZLE_8), 1).expect("a small shape");
/// assert_eq!(list.distance(&"8 1 3/4 0 2/7 6 5".parse()?), Some(14));
/// assert_eq!(list.distance(&"1 2 3/4 5 6/8 7 0".parse()?), None);
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistanceList {
    ranking: Ranking,
    goal: Board,
    /// By the blank's cell, then by rank.
    distances: Vec<u8>,
}

impl DistanceList {
    /// Lists all boards on so many threads; `None` if the shape is larger than [`DistanceTable::is_quick`] allows.
    #[must_use]
    pub fn new(goal: &Board, threads: usize) -> Option<DistanceList> {
        DistanceList::in_metric(Metric::Slides, goal, threads)
    }

    /// The same for distances in a metric.
    #[must_use]
    pub fn in_metric(metric: Metric, goal: &Board, threads: usize) -> Option<DistanceList> {
        let shape = goal.shape();
        if !DistanceTable::is_quick(shape) {
            return None;
        }
        let ranks = ranks(shape) as usize;
        let mut distances = vec![0; shape.cells() * ranks];
        let mut sweep = Sweep::new(goal, metric);
        loop {
            // The deepest boards of shapes with a list are fewer than 100 moves away.
            let depth = sweep.depth() as u8;
            for (cell, level) in sweep.level().iter().enumerate() {
                for (index, &word) in level.as_words().iter().enumerate() {
                    let mut bits = word;
                    while bits != 0 {
                        let rank = index * 64 + bits.trailing_zeros() as usize;
                        distances[cell * ranks + rank] = depth;
                        bits &= bits - 1;
                    }
                }
            }
            if !sweep.advance(threads) {
                return Some(DistanceList { ranking: Ranking::new(goal), goal: goal.clone(), distances });
            }
        }
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// How many boards there are.
    #[must_use]
    pub fn boards(&self) -> usize {
        self.distances.len()
    }

    /// How many moves a board is from the goal; `None` if it cannot be slid into it, or has another shape.
    #[inline]
    #[must_use]
    pub fn distance(&self, board: &Board) -> Option<u32> {
        Some(self.distance_of(self.number(board)?))
    }

    /// The distance of the board with a number.
    pub(crate) fn distance_of(&self, number: u32) -> u32 {
        u32::from(self.distances[number as usize])
    }

    /// The number of a board; `None` if it cannot be slid into the goal, or has another shape.
    #[inline]
    #[must_use]
    pub fn number(&self, board: &Board) -> Option<u32> {
        if board.shape() != self.goal.shape() {
            return None;
        }
        let (blank, rank) = self.ranking.locate(board)?;
        Some(blank.index() as u32 * self.ranking.ranks() + rank)
    }

    /// The numbers of all boards, those nearest to the goal first.
    #[must_use]
    pub fn by_distance(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.distances.len() as u32).collect();
        numbers.sort_by_key(|&number| self.distances[number as usize]);
        numbers
    }

    /// The board with a number, and its distance.
    #[must_use]
    pub fn board(&self, number: u32) -> Option<(Board, u32)> {
        let distance = *self.distances.get(number as usize)?;
        let ranks = self.ranking.ranks();
        let mut board = self.goal.clone();
        self.ranking.load(Cell::from_index((number / ranks) as usize), number % ranks, &mut board);
        Some((board, u32::from(distance)))
    }
}
