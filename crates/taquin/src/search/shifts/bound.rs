//! An estimate that knows the axis of the last move: the next runs along another.

use crate::board::Board;
use crate::heuristic::{AnyHeuristic, AnyMemo, Heuristic};
use crate::metric::Move;
use crate::shape::{Axis, Cell};

/// A heuristic as searches in shifts ask it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound<'a>(pub(super) &'a AnyHeuristic);

impl Bound<'_> {
    /// The estimate of a board that a move along an axis led to.
    pub(super) fn estimate(self, memo: AnyMemo, last: Option<Axis>) -> u32 {
        match (self.0, memo) {
            (AnyHeuristic::AxisDistance(axes), AnyMemo::Axes(memo)) => axes.estimate_after(memo, last),
            (other, memo) => other.estimate(memo),
        }
    }

    /// Makes a move, with what is remembered of the board.
    pub(super) fn shift(self, board: &mut Board, mut memo: AnyMemo, shift: &Move) -> AnyMemo {
        for _ in 0..shift.tiles {
            let slide = board.slide(shift.direction).expect("a shift stays in the box");
            memo = self.0.after(memo, board, slide);
        }
        memo
    }
}

/// Takes a move back: the blank returns to where it was.
pub(super) fn take_back(board: &mut Board, from: Cell) {
    board.shift_blank_to(from);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::DistanceList;
    use crate::heuristic::{AxisDistance, WalkingDistance};
    use crate::metric::Metric;
    use crate::shape::Shape;
    use crate::{NamedGoal, Scrambler};

    /// Every board of every shape of up to 9 cells, and 2×2×2: no bound is above the distance, with any last axis.
    #[test]
    fn bounds_hold_on_every_board_of_small_shapes() {
        for text in ["2x2", "3x2", "2x3", "4x2", "2x4", "3x3", "2x2x2"] {
            let shape: Shape = text.parse().unwrap();
            let usual = NamedGoal::BlankLast.board(shape).unwrap();
            for goal in [usual.clone(), Scrambler::new(usual, 9).uniform()] {
                let list = DistanceList::in_metric(Metric::Shifts, &goal, 2).unwrap();
                let walking = WalkingDistance::in_metric(Metric::Shifts, &goal);
                let axes = AnyHeuristic::AxisDistance(AxisDistance::new(&goal));
                for number in 0..list.boards() as u32 {
                    let (mut board, distance) = list.board(number).unwrap();
                    let memo = axes.remember(&board);
                    assert!(walking.of(&board) <= axes.estimate(memo), "{board}");
                    assert!(axes.estimate(memo) <= distance, "{board} is {distance} shifts from {goal}");
                    if distance == 0 {
                        assert_eq!(axes.estimate(memo), 0);
                        continue;
                    }
                    let from = board.blank();
                    // By the axis of the first move: the shortest solution that begins along it.
                    let mut begins = [u32::MAX; 3];
                    for shift in Metric::Shifts.moves_from(shape, from) {
                        board.shift_blank_to(shift.to);
                        let least = &mut begins[shift.direction.axis() as usize];
                        *least = (*least).min(1 + list.distance(&board).unwrap());
                        board.shift_blank_to(from);
                    }
                    for last in Axis::ALL {
                        let others = Axis::ALL.into_iter().filter(|&axis| axis != last);
                        let least = others.map(|axis| begins[axis as usize]).min().unwrap();
                        assert!(Bound(&axes).estimate(memo, Some(last)) <= least, "{board} after {last:?}");
                    }
                }
            }
        }
    }

    /// Why sums over tiles are refused in shifts: three tiles that are one cell from home each, and one shift away.
    #[test]
    fn sums_over_tiles_are_too_high_in_shifts() {
        let shape: Shape = "4x4".parse().unwrap();
        let goal = NamedGoal::BlankLast.board(shape).unwrap();
        let board: Board = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15".parse().unwrap();
        let shifted = {
            let mut board = board.clone();
            board.shift_blank_to(goal.blank());
            board
        };
        assert_eq!(shifted, goal, "one shift");
        assert_eq!(crate::heuristic::Manhattan::new(&goal).of(&board), 3);
        // A table of one tile is already the distance of that tile; two of them added up are too high.
        let go_on = &mut |_| std::ops::ControlFlow::Continue(());
        let databases =
            crate::heuristic::PatternDatabases::in_memory(&goal, Some("6-6-3"), 1, go_on).unwrap();
        assert_eq!(databases.of(&board), 3);
        for heuristic in [AnyHeuristic::Pdb(databases), crate::heuristic::Manhattan::new(&goal).into_any()] {
            assert!(!heuristic.is_for(Metric::Shifts));
        }
    }
}
