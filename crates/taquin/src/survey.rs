//! What a heuristic says of every board of a small shape, beside the true distance: how near it comes, whether it is ever
//! too high, and whether it changes by more than 1 from a board to its neighbour.
//!
//! ```
//! use taquin::exact::DistanceList;
//! use taquin::heuristic::HeuristicName;
//! use taquin::survey::Survey;
//! use taquin::{Board, Shape};
//!
//! let list = DistanceList::new(&Board::goal(Shape::flat(3, 2)?), 1).expect("a small shape");
//! let manhattan = HeuristicName::Manhattan.build(list.goal(), 1)?;
//! let survey = Survey::of(&list, &manhattan, &mut |_| std::ops::ControlFlow::Continue(())).expect("not stopped");
//! assert_eq!((survey.boards(), survey.too_high(), survey.inconsistent), (360, 0, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::Board;
use crate::exact::DistanceList;
use crate::heuristic::{AnyHeuristic, Heuristic};
use std::ops::ControlFlow;

/// Boards that are looked at between two calls of `watch`.
const AT_A_TIME: usize = 4096;

/// A heuristic on all boards of a shape.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Survey {
    /// By distance, then by estimate: how many boards there are.
    pub counts: Vec<Vec<u64>>,
    /// How many pairs of neighbouring boards there are.
    pub pairs: u64,
    /// How many of these pairs have estimates that differ by more than 1.
    pub inconsistent: u64,
    /// The first board, from the goal on, whose estimate is above its distance.
    pub first_too_high: Option<Board>,
    /// The first pair, from the goal on, whose estimates differ by more than 1, the higher one first.
    pub first_inconsistent: Option<(Board, Board)>,
}

impl Survey {
    /// Goes through all boards, those nearest to the goal first. `watch` hears how many have been looked at and may stop the
    /// work; then there is no survey.
    ///
    /// # Panics
    /// If the heuristic is for another goal than the list.
    pub fn of(
        list: &DistanceList,
        heuristic: &AnyHeuristic,
        watch: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Option<Survey> {
        assert!(heuristic.goal() == list.goal(), "heuristic and distances are for one goal");
        let mut survey = Survey::default();
        for (looked_at, number) in list.by_distance().into_iter().enumerate() {
            if looked_at % AT_A_TIME == 0 && watch(looked_at).is_break() {
                return None;
            }
            let (board, distance) = list.board(number).expect("the list has its own numbers");
            survey.look_at(&board, distance, heuristic);
        }
        // Every pair has been seen from both of its boards.
        survey.pairs /= 2;
        Some(survey)
    }

    fn look_at(&mut self, board: &Board, distance: u32, heuristic: &AnyHeuristic) {
        let memo = heuristic.remember(board);
        let estimate = heuristic.estimate(memo);
        let (row, column) = (distance as usize, estimate as usize);
        if self.counts.len() <= row {
            self.counts.resize_with(row + 1, Vec::new);
        }
        let counts = &mut self.counts[row];
        if counts.len() <= column {
            counts.resize(column + 1, 0);
        }
        counts[column] += 1;
        if estimate > distance && self.first_too_high.is_none() {
            self.first_too_high = Some(board.clone());
        }
        let mut neighbour = board.clone();
        for (direction, _) in board.moves() {
            let slide = neighbour.slide(direction).expect("a move of the board");
            self.pairs += 1;
            if estimate > heuristic.estimate(heuristic.after(memo, &neighbour, slide)) + 1 {
                self.inconsistent += 1;
                if self.first_inconsistent.is_none() {
                    self.first_inconsistent = Some((board.clone(), neighbour.clone()));
                }
            }
            neighbour.undo(slide).expect("the slide that was just made");
        }
    }

    /// Every distance, every estimate and the number of boards with both, without those that no board has.
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32, u64)> {
        (0..).zip(&self.counts).flat_map(|(distance, row)| {
            (0..)
                .zip(row)
                .filter(|&(_, &boards)| boards > 0)
                .map(move |(estimate, &boards)| (distance, estimate, boards))
        })
    }

    /// How many boards there are.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.cells().map(|(_, _, boards)| boards).sum()
    }

    /// The mean estimate.
    #[must_use]
    pub fn mean_estimate(&self) -> f64 {
        self.mean(|_, estimate| estimate)
    }

    /// The mean distance.
    #[must_use]
    pub fn mean_distance(&self) -> f64 {
        self.mean(|distance, _| distance)
    }

    fn mean(&self, value: impl Fn(u32, u32) -> u32) -> f64 {
        let sum: u64 = self
            .cells()
            .map(|(distance, estimate, boards)| u64::from(value(distance, estimate)) * boards)
            .sum();
        sum as f64 / self.boards().max(1) as f64
    }

    /// How many boards have an estimate that is their distance.
    #[must_use]
    pub fn exact(&self) -> u64 {
        self.cells().filter(|(distance, estimate, _)| distance == estimate).map(|(_, _, boards)| boards).sum()
    }

    /// How many boards have an estimate above their distance.
    #[must_use]
    pub fn too_high(&self) -> u64 {
        self.cells().filter(|(distance, estimate, _)| distance < estimate).map(|(_, _, boards)| boards).sum()
    }

    /// The most by which an estimate is above the distance.
    #[must_use]
    pub fn largest_excess(&self) -> u32 {
        self.cells().map(|(distance, estimate, _)| estimate.saturating_sub(distance)).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::HeuristicName;
    use crate::shape::Shape;

    fn survey(shape: Shape, name: &HeuristicName) -> Survey {
        let list = DistanceList::new(&Board::goal(shape), 1).unwrap();
        let heuristic = name.build(list.goal(), 1).unwrap();
        Survey::of(&list, &heuristic, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn guarantees_are_what_all_boards_say() {
        for name in HeuristicName::SIMPLE {
            let shape = Shape::flat(3, 2).unwrap();
            let survey = survey(shape, &name);
            let guarantees = name.build(&Board::goal(shape), 1).unwrap().guarantees();
            assert_eq!(survey.boards(), 360, "{name}");
            // What is promised is kept; what is not promised may hold on a small shape.
            assert!(!guarantees.admissible || survey.too_high() == 0, "{name}");
            assert!(!guarantees.consistent || survey.inconsistent == 0, "{name}");
        }
    }

    #[test]
    fn a_board_counts_once_and_a_pair_once() {
        let ring = survey(Shape::flat(2, 2).unwrap(), &HeuristicName::Zero);
        assert_eq!((ring.boards(), ring.pairs, ring.exact(), ring.mean_estimate()), (12, 12, 1, 0.0));
        assert_eq!(ring.mean_distance(), 3.0);
        assert_eq!(ring.cells().map(|(_, _, boards)| boards).collect::<Vec<_>>(), [1, 2, 2, 2, 2, 2, 1]);
    }

    /// With `out-of-place` A* that opens boards again finds shortest solutions all the same: it is at most one too high, and
    /// all solutions of a board have one parity.
    #[test]
    fn out_of_place_is_at_most_one_too_high() {
        let puzzle = survey(Shape::PUZZLE_8, &HeuristicName::OutOfPlace);
        assert_eq!(puzzle.largest_excess(), 1);
        assert!(puzzle.too_high() > 0);
        let first = puzzle.first_too_high.unwrap();
        assert_eq!(first.to_string(), "1 2 3/4 5 0/7 8 6");
    }

    #[test]
    fn a_survey_can_be_stopped() {
        let list = DistanceList::new(&Board::goal(Shape::PUZZLE_8), 1).unwrap();
        let zero = HeuristicName::Zero.build(list.goal(), 1).unwrap();
        let mut calls = 0;
        let stopped = Survey::of(&list, &zero, &mut |boards| {
            calls += 1;
            if boards > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(stopped.is_none());
        assert_eq!(calls, 4);
    }
}
