//! Looks at boards the way a table does whose goal differs in the names of tiles, by a mirror or by
//! a turn.

use super::DistanceTable;
use crate::board::Board;
use crate::contradiction::{Contradiction, ContradictionKind};
use crate::shape::Cell;
use crate::sweep::Ranking;
use crate::symmetry::Symmetry;

/// How the boards on their way to one goal lie in a table. The table is handed in each time.
#[derive(Clone, Debug)]
pub(crate) struct GoalView {
    ranking: Ranking,
    /// Where the goal is.
    goal: (Cell, u32),
    /// For each cell of the blank, whether distances are odd.
    odd: Vec<bool>,
}

impl GoalView {
    /// `None` if the table does not serve the goal.
    pub(crate) fn new(table: &DistanceTable, goal: &Board) -> Option<GoalView> {
        if goal.shape() != table.shape {
            return None;
        }
        let symmetries = Symmetry::all(goal.shape());
        let mirror = symmetries.iter().find(|symmetry| symmetry.cell(goal.blank()) == table.blank)?;
        let ranking = Ranking::mirrored(goal, mirror);
        let goal = ranking.locate(goal).expect("the goal is the goal");
        let shape = table.shape;
        let odd = shape.all_cells().map(|cell| shape.distance(cell, table.blank) % 2 == 1).collect();
        Some(GoalView { ranking, goal, odd })
    }

    /// The distance of a board modulo 4; `None` if it cannot be slid into the goal.
    #[inline]
    pub(crate) fn residue(&self, table: &DistanceTable, board: &Board) -> Option<u32> {
        let (blank, rank) = self.ranking.locate(board)?;
        Some(self.residue_at(table, blank, rank))
    }

    #[inline]
    fn residue_at(&self, table: &DistanceTable, blank: Cell, rank: u32) -> u32 {
        u32::from(table.bit(blank, rank)) * 2 + u32::from(self.odd[blank.index()])
    }

    /// The distance of a board; `None` if it cannot be slid into the goal. No walk is longer than the deepest board's.
    pub(crate) fn distance(
        &self,
        table: &DistanceTable,
        board: &Board,
    ) -> Result<Option<u32>, Contradiction> {
        let Some(mut place) = self.ranking.locate(board) else { return Ok(None) };
        let mut board = board.clone();
        for distance in 0..=table.deepest() {
            if place == self.goal {
                return Ok(Some(distance));
            }
            let nearer = (self.residue_at(table, place.0, place.1) + 3) % 4;
            let next = self.neighbour(table, &mut board, nearer);
            place = next.ok_or_else(|| table.note(ContradictionKind::NoWayDown))?;
        }
        Err(table.note(ContradictionKind::Endless))
    }

    /// Slides a board into the first neighbour with this residue and tells where it lies.
    fn neighbour(&self, table: &DistanceTable, board: &mut Board, residue: u32) -> Option<(Cell, u32)> {
        for (_, cell) in board.moves() {
            let slide = board.slide_blank_to(cell);
            let place = self.ranking.locate(board)?;
            if self.residue_at(table, place.0, place.1) == residue {
                return Some(place);
            }
            board.take_back(slide);
        }
        None
    }
}
