//! Beams where a move is a shift, for flat boards of up to 64 cells.
//!
//! What a board looks like is said by the shifts that pairs of neighbouring tiles need ([`pairs`]), along the rows and along
//! the columns. A shift changes one of the two sums, and the next runs along the other axis ([`climb`]).
//!
//! One width gives one answer, whatever the number of threads.

mod climb;
mod pairs;

use super::{Beam, Beams, Bounds, Watch};
use crate::board::Board;
use crate::metric::{Metric, Move};
use crate::search::StopReason;
use crate::shape::{Axis, Direction, Shape};
use climb::Climb;
use pairs::{MOST_CELLS, PairCosts};
use std::sync::OnceLock;

pub(super) struct ShiftBeams {
    goal: Board,
    /// By cell: the moves of a blank.
    moves: Vec<Vec<Move>>,
    /// Hashes of numbers in cells.
    keys: Vec<u64>,
    /// Made when first needed: shifts along rows, along columns.
    costs: OnceLock<[PairCosts; 2]>,
}

impl ShiftBeams {
    pub(super) fn fits(shape: Shape) -> bool {
        shape.is_flat() && !shape.is_strip() && shape.cells() <= MOST_CELLS
    }

    pub(super) fn new(goal: &Board) -> ShiftBeams {
        let shape = goal.shape();
        let cells = shape.cells();
        let keys = (0..(cells * cells) as u64).map(key).collect();
        let moves = shape.all_cells().map(|cell| Metric::Shifts.moves_from(shape, cell)).collect();
        ShiftBeams { goal: goal.clone(), moves, keys, costs: OnceLock::new() }
    }

    fn costs(&self, is_over: &dyn Fn() -> Option<StopReason>) -> Result<&[PairCosts; 2], StopReason> {
        if self.costs.get().is_none() {
            let [rows, columns] = [Axis::X, Axis::Y].map(|axis| PairCosts::new(&self.goal, axis, is_over));
            // Whoever made it first, it is the same.
            let _ = self.costs.set([rows?, columns?]);
        }
        Ok(self.costs.get().expect("just set"))
    }
}

/// A number that looks random.
fn key(number: u64) -> u64 {
    let mut mixed = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

impl Beams for ShiftBeams {
    fn search_within(
        &self,
        start: &Board,
        beam: Beam,
        bounds: &Bounds<'_>,
        watch: &mut dyn Watch,
    ) -> Result<Option<Vec<Direction>>, StopReason> {
        if start == &self.goal {
            return Ok(Some(Vec::new()));
        }
        let costs = self.costs(bounds.is_over)?;
        Climb::new(self, costs, start, beam, bounds)?.run(start, watch)
    }

    fn bytes(&self, width: usize, moves: u32) -> u64 {
        let tables = self.costs.get().map_or(0, |costs| costs.iter().map(PairCosts::bytes).sum());
        tables + climb::level_bytes(self, width) + climb::trail_bytes(width) * u64::from(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::DistanceList;
    use crate::{Problem, Scrambler, Solution};

    fn search(problem: &Problem, width: usize, threads: usize, below: u32) -> Option<Vec<Direction>> {
        let beams = ShiftBeams::new(problem.goal());
        beams.search(problem.start(), Beam { width, threads, below }, &mut |_| None).unwrap()
    }

    #[test]
    fn boards_of_many_shapes_are_solved_alike_by_any_number_of_threads() {
        for (text, width) in [("3x3", 50), ("4x4", 500), ("5x3", 500), ("5x5", 3000), ("6x6", 3000)] {
            let goal = Board::goal(text.parse().unwrap());
            let start = Scrambler::new(goal.clone(), 3).uniform();
            let problem = Problem::new(start, goal).unwrap();
            let steps = search(&problem, width, 1, u32::MAX).unwrap();
            assert_eq!(search(&problem, width, 3, u32::MAX).unwrap(), steps);
            let shifts = Metric::Shifts.cost(&steps);
            Solution::replay(&problem, steps).unwrap();
            assert!(search(&problem, width, 1, shifts).is_none(), "{text}: none is shorter");
        }
    }

    #[test]
    fn no_solution_is_shorter_than_a_shortest_one_and_most_are_as_short() {
        let goal = Board::goal("3x3".parse().unwrap());
        let list = DistanceList::in_metric(Metric::Shifts, &goal, 1).unwrap();
        let beams = ShiftBeams::new(&goal);
        let (mut boards, mut shortest) = (0, 0);
        for number in (0..list.boards() as u32).step_by(997) {
            let (start, distance) = list.board(number).unwrap();
            let beam = Beam { width: 100, threads: 1, below: u32::MAX };
            let steps = beams.search(&start, beam, &mut |_| None).unwrap().unwrap();
            let cost = Metric::Shifts.cost(&steps);
            assert!(cost >= distance, "{start}");
            boards += 1;
            shortest += u32::from(cost == distance);
        }
        assert!(2 * shortest > boards, "{shortest} of {boards}");
    }

    #[test]
    fn nodes_and_bytes_are_limited() {
        let goal = Board::goal("5x5".parse().unwrap());
        let start = Scrambler::new(goal.clone(), 2).uniform();
        let beams = ShiftBeams::new(&goal);
        let beam = Beam { width: 100, threads: 1, below: u32::MAX };
        let stopped = |bounds: Bounds<'_>| {
            let mut levels = |_| None;
            beams.search_within(&start, beam, &bounds, &mut crate::beam::OnLevels(&mut levels))
        };
        assert_eq!(stopped(Bounds { nodes: 1000, ..Bounds::default() }), Err(StopReason::Nodes));
        let memory = beams.bytes(100, 10);
        assert_eq!(stopped(Bounds { memory, ..Bounds::default() }), Err(StopReason::Memory));
        let is_over = || Some(StopReason::Cancelled);
        assert_eq!(stopped(Bounds { is_over: &is_over, ..Bounds::default() }), Err(StopReason::Cancelled));
    }
}
