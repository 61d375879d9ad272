//! The true distance, from a table of all boards.
//!
//! Boards of a shape that has no table count as Manhattan, and so does a board that cannot be slid
//! into the goal at all. Where a table contradicts itself, Manhattan's values go on that are never too large, and
//! [`Heuristic::contradiction`] tells.

use super::{AnyHeuristic, Contradiction, ContradictionKind, Guarantees, Heuristic, KernelHint, Manhattan};
use crate::board::{Board, Slide};
use crate::exact::{DistanceTable, GoalView, Walks};
use crate::solution::Solution;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The exact number of moves to the goal.
#[derive(Clone, Debug)]
pub struct ExactDistance {
    manhattan: Manhattan,
    exact: Option<(Arc<DistanceTable>, GoalView)>,
}

impl ExactDistance {
    /// For this goal. Its table is built if the shape can have one: that takes milliseconds where
    /// [`DistanceTable::is_quick`], seconds elsewhere.
    pub fn new(goal: &Board) -> ExactDistance {
        let patience = &mut |_, _| ControlFlow::Continue(());
        DistanceTable::build(goal.shape(), goal.blank(), 1, patience)
            .and_then(|table| ExactDistance::with_table(goal, Arc::new(table)))
            .unwrap_or_else(|| ExactDistance { manhattan: Manhattan::new(goal), exact: None })
    }

    /// For this goal, with a table that is there already; `None` if it does not serve the goal.
    pub fn with_table(goal: &Board, table: Arc<DistanceTable>) -> Option<ExactDistance> {
        let view = GoalView::new(&table, goal)?;
        Some(ExactDistance { manhattan: Manhattan::new(goal), exact: Some((table, view)) })
    }

    /// Whether there is a table; otherwise the estimate is Manhattan's.
    pub fn is_complete(&self) -> bool {
        self.exact.is_some()
    }

    /// The table, which serves other goals too.
    pub fn table(&self) -> Option<&Arc<DistanceTable>> {
        self.exact.as_ref().map(|(table, _)| table)
    }

    /// How many moves a board is from the goal; `None` if it cannot be slid into it, or if there is
    /// no table to tell.
    ///
    /// # Errors
    /// If the table contradicts itself.
    pub fn distance(&self, board: &Board) -> Result<Option<u32>, Contradiction> {
        self.exact.as_ref().map_or(Ok(None), |(table, view)| view.distance(table, board))
    }
}

/// The distance after a slide to a board whose distance leaves this remainder when divided by 4.
fn distance_after(table: &DistanceTable, before: u32, residue: u32) -> Result<u32, Contradiction> {
    let after = if residue == (before + 1) % 4 { before.checked_add(1) } else { before.checked_sub(1) };
    let after = after.filter(|&after| after <= table.deepest());
    after.ok_or_else(|| table.note(ContradictionKind::OutOfRange))
}

impl Heuristic for ExactDistance {
    type Memo = u32;

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::Exact(self)
    }

    fn goal(&self) -> &Board {
        self.manhattan.goal()
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::FULL
    }

    fn kernel_hint(&self) -> Option<KernelHint<'_>> {
        if self.is_complete() { None } else { self.manhattan.kernel_hint() }
    }

    fn remember(&self, board: &Board) -> u32 {
        self.distance(board).ok().flatten().unwrap_or_else(|| self.manhattan.remember(board))
    }

    #[inline]
    fn recall(&self, _board: &Board, estimate: u32) -> u32 {
        estimate
    }

    #[inline]
    fn after(&self, memo: u32, board: &Board, slide: Slide) -> u32 {
        let Some((table, view)) = &self.exact else { return self.manhattan.after(memo, board, slide) };
        match view.residue(table, board) {
            Some(residue) => {
                let after = distance_after(table, memo, residue);
                after.unwrap_or_else(|_| self.manhattan.remember(board))
            }
            None => self.manhattan.after(memo, board, slide),
        }
    }

    fn contradiction(&self) -> Option<Contradiction> {
        self.table().and_then(|table| table.contradiction())
    }

    fn confront(&self, solution: &Solution, optimal: bool) -> Result<(), Contradiction> {
        self.contradiction().map_or(Ok(()), Err)?;
        let Some((table, view)) = &self.exact else { return Ok(()) };
        let mut walks = Walks::new(view, table);
        let Some(mut distance) = walks.distance(solution.start())? else { return Ok(()) };
        if optimal && distance != solution.cost() {
            let kind = ContradictionKind::NotShortest { moves: solution.cost(), distance };
            return Err(table.note(kind));
        }
        for (number, mut board) in solution.boards().enumerate() {
            if number > 0
                && let Some(residue) = view.residue(table, &board)
            {
                distance = distance_after(table, distance, residue)?;
            }
            // The start alone could be wrong together with all that a walk down from it meets.
            for (_, cell) in board.moves() {
                let slide = board.slide_blank_to(cell);
                let beside = walks.distance(&board)?;
                board.take_back(slide);
                if beside.is_some_and(|beside| beside.abs_diff(distance) != 1) {
                    return Err(table.note(ContradictionKind::Neighbours));
                }
            }
        }
        if distance == 0 { Ok(()) } else { Err(table.note(ContradictionKind::NotHome(distance))) }
    }

    #[inline]
    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}
