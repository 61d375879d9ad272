//! The heuristics made last. Boards of one source mostly have one goal, and what one board needed the next
//! will need; but a server that is asked for everything must not keep everything.

use super::Made;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use taquin::Board;
use taquin::heuristic::{AnyHeuristic, HeuristicName};

/// More than the goals and heuristics a class has open at a time.
const MOST: usize = 24;
/// Bytes of tables in memory of our own; files that are mapped cost nothing to keep.
const MOST_BYTES: u64 = 512 << 20;

/// Heuristics by what was asked for, the one used last first.
#[derive(Default)]
pub(super) struct Kept(Mutex<VecDeque<(HeuristicName, Board, Made)>>);

impl Kept {
    pub(super) fn find(&self, name: &HeuristicName, goal: &Board) -> Option<Made> {
        let mut kept = self.lock();
        let place = kept.iter().position(|(known, of, _)| known == name && of == goal)?;
        let found = kept.remove(place)?;
        let made = found.2.clone();
        kept.push_front(found);
        Some(made)
    }

    pub(super) fn keep(&self, name: &HeuristicName, goal: &Board, made: &Made) {
        let mut kept = self.lock();
        kept.push_front((name.clone(), goal.clone(), made.clone()));
        let mut bytes = 0;
        let most = kept.iter().take(MOST).take_while(|(.., made)| {
            bytes += own_bytes(&made.heuristic);
            bytes <= MOST_BYTES
        });
        // The newest stays whatever it takes.
        let most = most.count().max(1);
        kept.truncate(most);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(HeuristicName, Board, Made)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn own_bytes(heuristic: &AnyHeuristic) -> u64 {
    match heuristic {
        AnyHeuristic::Pdb(databases) => {
            let own = databases.tables().into_iter().filter(|table| !table.is_mapped());
            own.map(|table| table.entries().len() as u64).sum()
        }
        AnyHeuristic::Exact(exact) => exact.table().map_or(0, |table| table.entries().len() as u64),
        AnyHeuristic::Maximum(maximum) => maximum.parts().iter().map(own_bytes).sum(),
        _ => 0,
    }
}
