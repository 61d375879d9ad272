//! Beams for boards that are too large for them: tiles are placed from the corners inwards until a box is left that is
//! not too large, and beams solve the box.

use super::{Beam, Beams, Bounds, Watch, beams};
use crate::board::Board;
use crate::construct::{self, Rest};
use crate::problem::Problem;
use crate::search::{Limits, StopReason};
use crate::shape::Direction;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Cells of the box. Narrow beams get stuck in larger ones.
const BOX_CELLS: usize = 100;

/// Beams for the box that is left of boards with this goal.
pub(super) struct Around {
    goal: Board,
    /// The same for all boards.
    inner: OnceLock<Box<dyn Beams>>,
    /// What was left of the last board.
    last: Mutex<Option<(Board, Rest)>>,
}

impl Around {
    pub(super) fn new(goal: &Board) -> Around {
        Around { goal: goal.clone(), inner: OnceLock::new(), last: Mutex::new(None) }
    }

    /// What is left of a board when the tiles around the box are in place.
    fn rest(&self, start: &Board, bounds: &Bounds<'_>) -> Result<Rest, StopReason> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((board, rest)) = &*last
            && board == start
        {
            return Ok(rest.clone());
        }
        if let Some(why) = (bounds.is_over)() {
            return Err(why);
        }
        let problem =
            Problem::new(start.clone(), self.goal.clone()).expect("beams are for boards of problems");
        let rest = construct::solve_around(&problem, BOX_CELLS, &Limits::default())?;
        *last = Some((start.clone(), rest.clone()));
        Ok(rest)
    }
}

impl Beams for Around {
    fn search_within(
        &self,
        start: &Board,
        beam: Beam,
        bounds: &Bounds<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Option<Vec<Direction>>, StopReason> {
        let Rest { mut moves, problem } = self.rest(start, bounds)?;
        let Some(below) = beam.below.checked_sub(moves.len() as u32) else { return Ok(None) };
        let inner = self.inner.get_or_init(|| beams(problem.goal()));
        let found = inner.search_within(problem.start(), Beam { below, ..beam }, bounds, watch)?;
        Ok(found.map(|found| {
            moves.extend(found);
            moves
        }))
    }

    fn bytes(&self, width: usize, _moves: u32) -> u64 {
        // A random board needs fewer moves than cells to the power of three halves.
        let moves = (BOX_CELLS as f64).powf(1.5) as u32;
        let inner = self.inner.get().map_or(0, |inner| inner.bytes(width, moves));
        inner + (self.goal.shape().cells() * size_of::<u64>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Scrambler, Solution};

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
