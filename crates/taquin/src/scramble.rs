//! Random boards from a seed, the same for ever.
//!
//! The generator is ChaCha8 keyed with the seed, read as 64-bit words. Everything above it (a
//! number below a limit, the shuffle) is done here and not by a random-number crate, whose
//! methods may draw differently from one version to the next. A test pins the boards.

mod settle;

use crate::board::{Board, number};
use crate::census::{Pace, PickError, level_within};
use crate::metric::Metric;
use crate::search::{Limits, StopReason};
use crate::shape::{Cell, Direction, Shape};
use crate::solvability::Solvability;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use settle::settled;
use std::collections::HashSet;

/// Draws boards that can be slid into a goal. As an iterator it draws them uniformly, without end.
///
/// The same goal, seed and calls give the same boards on every machine and in every version of this
/// crate.
///
/// ```
/// use taquin::{Board, Scrambler, Shape};
///
/// let goal = Board::goal(Shape::PUZZLE_15);
/// let boards: Vec<Board> = Scrambler::new(goal.clone(), 42).take(3).collect();
/// assert_eq!(boards[0].to_string(), "1 2 15 12/8 4 14 5/0 3 10 13/11 6 9 7");
/// assert_eq!(boards, Scrambler::new(goal, 42).take(3).collect::<Vec<Board>>());
/// ```
#[derive(Debug)]
pub struct Scrambler {
    goal: Board,
    random: ChaCha8Rng,
}

impl Scrambler {
    /// Boards for this goal, decided by the seed alone.
    #[must_use]
    pub fn new(goal: Board, seed: u64) -> Scrambler {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Scrambler { goal, random: ChaCha8Rng::from_seed(key) }
    }

    /// A board drawn uniformly from those that can be solved.
    pub fn uniform(&mut self) -> Board {
        let shape = self.goal.shape();
        if shape.is_strip() {
            return self.strip(shape);
        }
        let board = self.any();
        if Solvability::of(&board, &self.goal).is_solvable() {
            return board;
        }
        // Swapping two given tiles pairs the unsolvable boards with the solvable ones, one to one.
        let mut numbers: Vec<u16> = board.numbers().collect();
        let one = numbers.iter().position(|&number| number == 1).expect("tile 1");
        let two = numbers.iter().position(|&number| number == 2).expect("tile 2");
        numbers.swap(one, two);
        Board::from_permutation(shape, &numbers)
    }

    /// The board `moves` random moves away from the goal, none of which takes back the one before
    /// (unless, in a strip, nothing else is possible).
    pub fn walk(&mut self, moves: u64) -> Board {
        let mut board = self.goal.clone();
        let mut last: Option<Direction> = None;
        for _ in 0..moves {
            let mut choices: Vec<(Direction, Cell)> = board.moves().collect();
            if choices.len() > 1 {
                choices.retain(|&(direction, _)| Some(direction.opposite()) != last);
            }
            if choices.is_empty() {
                break;
            }
            let (direction, cell) = choices[self.below(choices.len() as u64) as usize];
            board.slide_blank_to(cell);
            last = Some(direction);
        }
        board
    }

    /// Boards drawn uniformly from those whose shortest solution has exactly `depth` moves: `count`
    /// different ones, or all if there are not as many. Every board up to that distance is walked
    /// through, within the limits, on `threads` threads where the shape is swept whole.
    ///
    /// ```
    /// use taquin::search::Limits;
    /// use taquin::{Board, Scrambler, Shape};
    ///
    /// let mut scrambler = Scrambler::new(Board::goal(Shape::PUZZLE_8), 1);
    /// let boards = scrambler.at_depth(20, 100, &Limits::default(), 1)?;
    /// assert_eq!(boards.len(), 100);
    /// assert_eq!(scrambler.at_depth(31, 100, &Limits::default(), 1)?.len(), 2);
    /// # Ok::<(), taquin::search::StopReason>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was hit before the boards were drawn.
    pub fn at_depth(
        &mut self,
        depth: u32,
        count: usize,
        limits: &Limits,
        threads: usize,
    ) -> Result<Vec<Board>, StopReason> {
        self.at_depth_in(Metric::Slides, depth, count, limits, threads)
    }

    /// The same with solutions counted in a metric.
    ///
    /// # Errors
    /// The limit that was hit before the boards were drawn.
    pub fn at_depth_in(
        &mut self,
        metric: Metric,
        depth: u32,
        count: usize,
        limits: &Limits,
        threads: usize,
    ) -> Result<Vec<Board>, StopReason> {
        let pace = Pace::new(limits);
        let level = level_within(metric, &self.goal, depth, limits, &pace, threads)?;
        let chosen = self.sample(level.len(), level.len().min(count as u64));
        level.pick_within(&chosen, &pace).map_err(|error| match error {
            PickError::Stopped(why) => why,
            PickError::NoSuchBoard { .. } => unreachable!("the numbers drawn are below the limit"),
        })
    }

    /// So many different numbers below a limit in random order. Floyd's way: every set of numbers is
    /// equally likely, and so is every order, since each number is inserted at a random place.
    fn sample(&mut self, limit: u64, wanted: u64) -> Vec<u64> {
        let mut drawn = HashSet::with_capacity(wanted as usize);
        let (mut numbers, mut places) = (Vec::new(), Vec::new());
        for last in limit - wanted..limit {
            let number = self.below(last + 1);
            let number = if drawn.contains(&number) { last } else { number };
            drawn.insert(number);
            places.push(self.below(numbers.len() as u64 + 1) as usize);
            numbers.push(number);
        }
        let mut chosen = vec![0; numbers.len()];
        for (number, place) in numbers.into_iter().zip(settled(&places)) {
            chosen[place] = number;
        }
        chosen
    }

    /// The goal that its boards can be slid into.
    #[must_use]
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// A board drawn uniformly from all, solvable or not (Fisher and Yates' shuffle).
    pub(crate) fn any(&mut self) -> Board {
        let shape = self.goal.shape();
        let mut numbers: Vec<u16> = (0..shape.cells()).map(|number| number as u16).collect();
        for last in (1..numbers.len()).rev() {
            let chosen = self.below(last as u64 + 1) as usize;
            numbers.swap(last, chosen);
        }
        Board::from_permutation(shape, &numbers)
    }

    /// In a strip only the blank's place is free.
    fn strip(&mut self, shape: Shape) -> Board {
        let mut numbers: Vec<u16> = self
            .goal
            .contents()
            .iter()
            .filter(|content| content.is_some())
            .map(|&tile| number(tile))
            .collect();
        let blank = self.below(shape.cells() as u64) as usize;
        numbers.insert(blank, 0);
        Board::from_permutation(shape, &numbers)
    }

    /// A number below `limit`, without bias: words in the incomplete last stretch are drawn again.
    fn below(&mut self, limit: u64) -> u64 {
        let complete = u64::MAX - u64::MAX % limit;
        loop {
            let word = self.random.next_u64();
            if word < complete {
                return word % limit;
            }
        }
    }
}

/// Draws uniformly, without end.
impl Iterator for Scrambler {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        Some(self.uniform())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::NamedGoal;
    use std::collections::HashMap;

    fn scrambler(w: usize, h: usize, d: usize, seed: u64) -> Scrambler {
        Scrambler::new(NamedGoal::BlankLast.board(Shape::new(w, h, d).unwrap()).unwrap(), seed)
    }

    #[test]
    fn every_solvable_board_comes_equally_often() {
        let mut counts: HashMap<Board, u32> = HashMap::new();
        let mut scrambler = scrambler(2, 2, 1, 7);
        for _ in 0..12_000 {
            *counts.entry(scrambler.uniform()).or_default() += 1;
        }
        assert_eq!(counts.len(), 12);
        assert!(counts.values().all(|&count| (850..1150).contains(&count)), "{counts:?}");
    }

    #[test]
    fn boards_at_a_depth_are_drawn_from_the_whole_level() {
        let at = |shape: (usize, usize, usize), depth, count| {
            let mut scrambler = scrambler(shape.0, shape.1, shape.2, 3);
            scrambler.at_depth(depth, count, &Limits::default(), 1).unwrap()
        };
        let mut hardest = at((3, 3, 1), 31, 10);
        hardest.sort_by_key(Board::to_string);
        assert_eq!(
            hardest.iter().map(Board::to_string).collect::<Vec<_>>(),
            ["6 4 7/8 5 0/3 2 1", "8 6 7/2 5 4/3 0 1"]
        );
        assert_eq!(at((3, 3, 1), 32, 10), []);
        assert_eq!(at((4, 4, 1), 4, 100).len(), 24);
        let boards = at((3, 3, 1), 20, 500);
        let distinct: std::collections::HashSet<&Board> = boards.iter().collect();
        assert_eq!((boards.len(), distinct.len()), (500, 500));
        assert_eq!(boards, at((3, 3, 1), 20, 500));
    }

    #[test]
    fn walks_do_not_turn_back() {
        for seed in 0..50 {
            let mut scrambler = scrambler(3, 3, 1, seed);
            let goal = scrambler.goal.clone();
            assert_ne!(scrambler.walk(2), goal);
            assert_eq!(scrambler.walk(0), goal);
        }
        assert_eq!(scrambler(1, 1, 1, 0).walk(9).to_string(), "0");
        assert_eq!(scrambler(3, 1, 1, 0).walk(3).to_string(), "1 0 2");
    }
}
