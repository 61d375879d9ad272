//! Beams for boards that are too large for them: tiles are placed from the corners inwards until a box is left that is
//! not too large, and beams solve the box. On boards that are not huge, tiles are placed on many boards abreast.

use super::{Beam, Beams, Bounds, Progress, Watch, beams};
use crate::board::Board;
use crate::construct::{self, Hurry, MOST_CELLS_ABREAST, Rest};
use crate::platform::Instant;
use crate::problem::Problem;
use crate::search::StopReason;
use crate::shape::Direction;
use std::cell::RefCell;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Cells of the box. Narrow beams get stuck in larger ones.
const BOX_CELLS: usize = 100;

/// A beam is so many times as wide as boards are abreast …
const WIDER_IN_BOX: usize = 4;
/// … and in the box at least this wide: narrower ones get stuck, and boards abreast take longer in any case.
const LEAST_IN_BOX: usize = 512;
/// What part of a beam's time is the same for all widths: the tables of the moves that tiles need, narrow beams in the box.
/// From 64 boards abreast of 20×20 to 735 it took six times as long.
const FIXED_SHARE: f64 = 0.5;
/// What boards abreast may take of the time that is left; the rest is for the box.
const SHARE_OF_TIME: f64 = 0.75;

/// The construction of huge boards looks a step farther ahead each time that a beam is so many times as wide.
const WIDER_A_STEP: usize = 4;
/// A beam with which it looks as far ahead as usual.
const NARROW: usize = 64;

/// Beams for the box that is left of boards with this goal.
pub(super) struct Around {
    goal: Board,
    /// The same for all boards.
    inner: OnceLock<Box<dyn Beams>>,
    /// What was left of the last board, if it was placed without others abreast, and how far was looked ahead.
    last: Mutex<Option<(Board, usize, Rest)>>,
}

impl Around {
    pub(super) fn new(goal: &Board) -> Around {
        Around { goal: goal.clone(), inner: OnceLock::new(), last: Mutex::new(None) }
    }

    /// Boards abreast in a beam of this width, if there are several.
    fn abreast(&self, width: usize) -> Option<usize> {
        let is_huge = self.goal.shape().cells() > MOST_CELLS_ABREAST;
        Some(width / WIDER_IN_BOX).filter(|&boards| boards > 1 && !is_huge)
    }

    /// Bytes that so many boards abreast hold.
    fn bytes_abreast(&self, boards: usize, moves: u32) -> u64 {
        let (boards, each_move) = construct::bytes_abreast(boards, self.goal.shape());
        boards + each_move * u64::from(moves)
    }

    /// What is left of a board when the tiles around the box are in place.
    fn rest(
        &self,
        start: &Board,
        beam: Beam,
        bounds: &Bounds<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Rest, StopReason> {
        let problem =
            Problem::new(start.clone(), self.goal.clone()).expect("beams are for boards of problems");
        // Boards abreast are not counted: a limit on nodes is for beams alone.
        let boards = self.abreast(beam.width).filter(|&boards| {
            bounds.nodes == u64::MAX && self.bytes_abreast(boards, beam.below) <= bounds.memory
        });
        if let Some(boards) = boards {
            let deadline = bounds.deadline.map(|deadline| {
                let now = Instant::now();
                now.checked_add((deadline - now).mul_f64(SHARE_OF_TIME)).unwrap_or(deadline)
            });
            let progress = Progress { bytes: self.bytes_abreast(boards, 0), ..Progress::default() };
            let watch = RefCell::new(watch);
            let is_over = || (bounds.is_over)().or_else(|| watch.borrow_mut().level(&progress));
            let hurry = Hurry { deadline, is_over: &is_over };
            return construct::solve_around_abreast(&problem, BOX_CELLS, boards, beam.threads, hurry);
        }
        let steps = steps(beam.width);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((board, looked, rest)) = &*last
            && (board, *looked) == (start, steps)
        {
            return Ok(rest.clone());
        }
        let rest = construct::solve_around(&problem, BOX_CELLS, steps, bounds.is_over)?;
        *last = Some((start.clone(), steps, rest.clone()));
        Ok(rest)
    }
}

/// How many steps farther ahead than usual is looked for a beam of this width.
fn steps(width: usize) -> usize {
    (width / NARROW).max(1).ilog(WIDER_A_STEP) as usize
}

/// The width of a beam in the box.
fn in_box(width: usize) -> usize {
    width.max(LEAST_IN_BOX)
}

impl Beams for Around {
    fn search_within(
        &self,
        start: &Board,
        beam: Beam,
        bounds: &Bounds<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Option<Vec<Direction>>, StopReason> {
        let Rest { mut moves, problem } = self.rest(start, beam, bounds, watch)?;
        let Some(below) = beam.below.checked_sub(moves.len() as u32) else { return Ok(None) };
        let inner = self.inner.get_or_init(|| beams(problem.goal()));
        let beam_in_box = Beam { width: in_box(beam.width), below, ..beam };
        let found = match inner.search_within(problem.start(), beam_in_box, bounds, watch) {
            Err(StopReason::Time) => None,
            found => found?,
        };
        // A beam that is stuck, or out of time, is no reason to give up what was placed with care around the box.
        let by_hand = || construct::solve(&problem).moves().to_vec();
        moves.extend(found.unwrap_or_else(by_hand));
        Ok(Some(moves).filter(|moves| moves.len() < beam.below as usize))
    }

    fn fixed_share(&self) -> f64 {
        FIXED_SHARE
    }

    fn bytes(&self, width: usize, moves: u32) -> u64 {
        let cells = self.goal.shape().cells();
        // A random board needs fewer moves than cells to the power of three halves.
        let moves_in_box = (BOX_CELLS as f64).powf(1.5) as u32;
        let inner = self.inner.get().map_or(0, |inner| inner.bytes(in_box(width), moves_in_box));
        // One after the other.
        let abreast = self.abreast(width).map_or(0, |boards| self.bytes_abreast(boards, moves));
        inner.max(abreast) + (cells * size_of::<u64>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Scrambler, Solution};

    #[test]
    fn huge_boards_are_constructed_with_more_look_ahead_for_wider_beams() {
        let goal = Board::goal("45x40".parse().unwrap());
        let problem = Problem::new(Scrambler::new(goal.clone(), 4).uniform(), goal).unwrap();
        let around = Around::new(problem.goal());
        let cost = |width: usize| {
            let beam = Beam { width, threads: 2, below: u32::MAX };
            let moves = around.search(problem.start(), beam, &mut |_| None).unwrap().unwrap();
            Solution::replay(&problem, moves).unwrap().cost()
        };
        assert!(cost(NARROW * WIDER_A_STEP.pow(3)) < cost(NARROW));
        assert_eq!([1, NARROW, 4 * NARROW, 64 * NARROW].map(steps), [0, 0, 1, 3]);
        let beam = Beam { width: NARROW, threads: 1, below: u32::MAX };
        let over = Bounds { is_over: &|| Some(StopReason::Cancelled), ..Bounds::default() };
        let other = Around::new(problem.goal());
        let stopped = other.search_within(problem.start(), beam, &over, &mut Unwatched);
        assert_eq!(stopped, Err(StopReason::Cancelled));
    }

    struct Unwatched;

    impl Watch for Unwatched {
        fn level(&mut self, _: &Progress) -> Option<StopReason> {
            None
        }
    }

    #[test]
    fn a_large_board_is_solved_from_the_outside_inwards() {
        for text in ["20x15", "4x6x8"] {
            let goal = Board::goal(text.parse().unwrap());
            let start = Scrambler::new(goal.clone(), 4).uniform();
            let problem = Problem::new(start, goal).unwrap();
            let around = Around::new(problem.goal());
            let constructed = construct::solve(&problem).cost();
            let beam = Beam { width: 300, threads: 1, below: constructed };
            let mut watch = |_| None;
            let moves = around.search(problem.start(), beam, &mut watch).unwrap().expect(text);
            let cost = Solution::replay(&problem, moves).unwrap().cost();
            assert!(cost < constructed, "{text}: {cost}");
        }
    }
}
