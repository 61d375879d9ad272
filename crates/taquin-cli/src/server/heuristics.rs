//! Heuristics made once for a goal and shared: some need tables that take longer to make than a
//! small board takes to solve.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use taquin::Board;
use taquin::heuristic::{AnyHeuristic, HeuristicName};

/// More than the goals and heuristics a class has open at a time.
const KEPT: usize = 24;

/// The heuristics used last.
#[derive(Default)]
pub(super) struct Heuristics(Mutex<VecDeque<(HeuristicName, Board, Arc<AnyHeuristic>)>>);

impl Heuristics {
    /// The heuristic of this name for a goal. Two that ask at once may both make it.
    pub(super) fn get(&self, name: &HeuristicName, goal: &Board) -> Arc<AnyHeuristic> {
        if let Some(found) = self.find(name, goal) {
            return found;
        }
        let made = Arc::new(name.build(goal));
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(KEPT - 1);
        kept.push_front((name.clone(), goal.clone(), made.clone()));
        made
    }

    fn find(&self, name: &HeuristicName, goal: &Board) -> Option<Arc<AnyHeuristic>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(known, of, _)| known == name && of == goal)?;
        let found = kept.remove(place)?;
        kept.push_front(found);
        kept.front().map(|(.., heuristic)| heuristic.clone())
    }
}
