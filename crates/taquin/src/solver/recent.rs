//! The heuristics made last. Boards of one source mostly have one goal, and what one board needed the next
//! will need; but a server that is asked for everything must not keep everything.

use super::tables::Made;
use crate::board::Board;
use crate::heuristic::HeuristicName;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// More than the goals and heuristics that a class has open at a time.
const MOST: usize = 24;

/// Heuristics by what was asked for, the one used last first.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<VecDeque<(HeuristicName, Board, Made)>>);

impl Recent {
    pub(super) fn find(&self, name: &HeuristicName, goal: &Board) -> Option<Made> {
        let mut recent = self.lock();
        let place = recent.iter().position(|(known, of, _)| known == name && of == goal)?;
        let found = recent.remove(place)?;
        let made = found.2.clone();
        recent.push_front(found);
        Some(made)
    }

    /// Keeps a heuristic, and of the others as many as fit with it into so many bytes.
    pub(super) fn keep(&self, name: &HeuristicName, goal: &Board, made: &Made, most_bytes: u64) {
        let mut recent = self.lock();
        recent.push_front((name.clone(), goal.clone(), made.clone()));
        let mut bytes = 0;
        let fit = recent.iter().take(MOST).take_while(|(.., made)| {
            bytes += made.heuristic.own_bytes();
            bytes <= most_bytes
        });
        // The newest stays whatever it takes.
        let fit = fit.count().max(1);
        recent.truncate(fit);
    }

    /// Bytes of tables in memory that are held.
    pub(super) fn bytes(&self) -> u64 {
        self.lock().iter().map(|(.., made)| made.heuristic.own_bytes()).sum()
    }

    /// Lets go of all that hold tables in memory, so that others have room.
    pub(super) fn drop_tables(&self) {
        self.lock().retain(|(.., made)| made.heuristic.own_bytes() == 0);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(HeuristicName, Board, Made)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
