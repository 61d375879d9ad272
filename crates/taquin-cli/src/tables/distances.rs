//! Exact distances where they are at hand: the table of all boards is on disk, or built in a moment.

use super::Tables;
use crate::failure::Failure;
use taquin::Board;
use taquin::exact::DistanceTable;
use taquin::heuristic::{AnyHeuristic, HeuristicName};
use taquin::search::{Cancel, Plan};

impl Tables {
    /// The best plan for a goal, if everything is left to the program.
    pub(crate) fn automatic(&self, goal: &Board) -> Plan {
        if self.has_exact(goal) { Plan::exact() } else { Plan::automatic(goal.shape()) }
    }

    /// How many moves a board is from a goal, where that is known without a search. A file that cannot be
    /// used is a failure.
    pub(crate) fn distance(&self, board: &Board, goal: &Board) -> Result<Option<u32>, Failure> {
        if !self.has_exact(goal) {
            return Ok(None);
        }
        let made = self.heuristic(&HeuristicName::Full, goal, &Cancel::new())?;
        Ok(match &*made.heuristic {
            AnyHeuristic::Exact(exact) => exact.distance(board).map_err(Failure::new)?,
            _ => None,
        })
    }

    /// Whether exact distances are at hand.
    pub(super) fn has_exact(&self, goal: &Board) -> bool {
        let (shape, blank) = (goal.shape(), goal.blank());
        let on_disk = || self.store.as_ref().is_some_and(|store| store.path_of_all(shape, blank).exists());
        DistanceTable::is_quick(shape) || DistanceTable::fits(shape) && on_disk()
    }
}
