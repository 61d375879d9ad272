//! The true distance, from a table of all boards.
//!
//! Boards of a shape that has no table count as Manhattan, and so does a board that cannot be slid
//! into the goal at all.

use super::{Guarantees, Heuristic, HeuristicName, Manhattan};
use crate::board::{Board, Slide};
use crate::exact::{Aim, DistanceTable};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The exact number of moves to the goal.
#[derive(Clone, Debug)]
pub struct ExactDistance {
    manhattan: Manhattan,
    exact: Option<(Arc<DistanceTable>, Aim)>,
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
        let aim = Aim::new(&table, goal)?;
        Some(ExactDistance { manhattan: Manhattan::new(goal), exact: Some((table, aim)) })
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
    pub fn distance(&self, board: &Board) -> Option<u32> {
        self.exact.as_ref().and_then(|(table, aim)| aim.distance(table, board))
    }
}

impl Heuristic for ExactDistance {
    type Memo = u32;

    fn guarantees(&self) -> Guarantees {
        Guarantees::FULL
    }

    fn known_as(&self) -> Option<HeuristicName> {
        if self.is_complete() { Some(HeuristicName::Full) } else { self.manhattan.known_as() }
    }

    fn remember(&self, board: &Board) -> u32 {
        self.distance(board).unwrap_or_else(|| self.manhattan.remember(board))
    }

    #[inline]
    fn recall(&self, board: &Board, estimate: u32) -> u32 {
        debug_assert_eq!(self.remember(board), estimate);
        estimate
    }

    #[inline]
    fn after(&self, memo: u32, board: &Board, slide: Slide) -> u32 {
        let residue = self.exact.as_ref().and_then(|(table, aim)| aim.residue(table, board));
        match residue {
            Some(residue) if residue == (memo + 1) % 4 => memo + 1,
            // Nothing is nearer than the goal, unless the table is damaged.
            Some(_) => memo.saturating_sub(1),
            None => self.manhattan.after(memo, board, slide),
        }
    }

    #[inline]
    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}
