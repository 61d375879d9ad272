//! Beam search: level by level, the boards that look best are kept, as many as the beam is wide.
//!
//! A wider beam takes longer and finds shorter solutions. What a board looks like is said by its Manhattan distance and
//! by costs of pairs of tiles, learned from solutions of many boards where the library has them for the shape, else
//! those of linear conflicts ([`pairs`]).
//!
//! * [`frame`]: tiles called by the cells they belong to, so that goals look alike;
//! * [`evaluation`]: the score of a board and how a slide changes it;
//! * [`level`]: from one level to the next; [`seen`]: boards that were kept before;
//! * [`learn`]: how the costs were learned.
//!
//! One width gives one answer, whatever the number of threads.

pub(crate) mod evaluation;
pub(crate) mod frame;
pub mod learn;
mod level;
pub(crate) mod pairs;
mod seen;

use evaluation::Evaluation;
use frame::Frame;
use level::Ladder;
use pairs::{MOST_CELLS, Pairs};

use crate::board::Board;
use crate::search::StopReason;
use crate::shape::Direction;

/// Solves boards for one goal by beams.
pub(crate) trait Beams: Send + Sync {
    /// A solution with fewer moves than `below`, if a beam of this width finds one. `watch` is called on every level.
    ///
    /// # Errors
    /// If `watch` says why to stop, or memory does not suffice.
    fn search(
        &self,
        start: &Board,
        beam: Beam,
        watch: &mut dyn FnMut(u64) -> Option<StopReason>,
    ) -> Result<Option<Vec<Direction>>, StopReason>;

    /// Bytes that a beam holds at most.
    fn bytes(&self, width: usize, moves: u32) -> u64;
}

/// What one beam is to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beam {
    pub(crate) width: usize,
    pub(crate) threads: usize,
    pub(crate) below: u32,
}

/// Beams for a goal, unless its shape has too many cells.
pub(crate) fn beams(goal: &Board) -> Option<Box<dyn Beams>> {
    let shape = goal.shape();
    if shape.cells() > MOST_CELLS {
        return None;
    }
    let frame = Frame::new(goal);
    let pairs = Pairs::learned(&frame, shape).unwrap_or_else(|| Pairs::linear_conflicts(&frame, shape));
    Some(with(goal, pairs))
}

/// Beams with these costs.
pub(crate) fn with(goal: &Board, pairs: Pairs) -> Box<dyn Beams> {
    match pairs.cells() {
        ..=16 => Box::new(Evaluation::<16>::new(goal, pairs)),
        17..=25 => Box::new(Evaluation::<25>::new(goal, pairs)),
        26..=36 => Box::new(Evaluation::<36>::new(goal, pairs)),
        37..=49 => Box::new(Evaluation::<49>::new(goal, pairs)),
        _ => Box::new(Evaluation::<MOST_CELLS>::new(goal, pairs)),
    }
}

impl<const N: usize> Beams for Evaluation<N> {
    fn search(
        &self,
        start: &Board,
        beam: Beam,
        watch: &mut dyn FnMut(u64) -> Option<StopReason>,
    ) -> Result<Option<Vec<Direction>>, StopReason> {
        let mut board = [0; N];
        let labels = self.frame.labels(start);
        board[..labels.len()].copy_from_slice(&labels);
        if self.distances(&board) == 0 {
            return Ok(Some(Vec::new()));
        }
        let mut ladder = Ladder::new(self, board, beam.width, beam.threads, beam.below)?;
        let mut kept = 1;
        while ladder.len() > 0 {
            if let Some(why) = watch(kept) {
                return Err(why);
            }
            if let Some(way) = ladder.climb()? {
                return Ok(Some(self.frame.moves(start.blank(), &way)));
            }
            kept += ladder.len() as u64;
        }
        Ok(None)
    }

    fn bytes(&self, width: usize, moves: u32) -> u64 {
        Ladder::<N>::bytes(width, moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NamedGoal, Problem, Scrambler, Shape, Solution};

    fn search(problem: &Problem, width: usize, threads: usize, below: u32) -> Option<Vec<Direction>> {
        let beams = beams(problem.goal()).unwrap();
        beams.search(problem.start(), Beam { width, threads, below }, &mut |_| None).unwrap()
    }

    #[test]
    fn boards_of_many_shapes_are_solved_alike_by_any_number_of_threads() {
        for (text, width) in
            [("3x3", 100), ("5x3", 300), ("5x5", 5000), ("3x3x3", 400), ("2x2x7", 500), ("6x7", 5000)]
        {
            let shape: Shape = text.parse().unwrap();
            for named in [NamedGoal::BlankFirst, NamedGoal::BlankLast] {
                let goal = named.board(shape).unwrap();
                let start = Scrambler::new(goal.clone(), 8).uniform();
                let problem = Problem::new(start, goal).unwrap();
                let moves = search(&problem, width, 1, u32::MAX).unwrap();
                assert_eq!(search(&problem, width, 3, u32::MAX).unwrap(), moves);
                assert!(search(&problem, width, 1, moves.len() as u32 - 20).is_none());
                Solution::replay(&problem, moves).unwrap();
            }
        }
    }

    #[test]
    fn learned_costs_are_whole() {
        for (name, bytes) in pairs::LEARNED {
            let pairs = Pairs::from_bytes(name.parse().unwrap(), bytes).expect(name);
            assert_eq!(pairs.to_bytes(name.parse().unwrap()), bytes);
        }
    }
}
