//! Which set of patterns is meant, and whether it has to be built.

use super::{Tables, advice};
use crate::failure::Failure;
use std::sync::{PoisonError, Weak};
use taquin::Board;
use taquin::pdb::{Catalogue, CatalogueError, MOST_IN_MEMORY, Pattern, PatternError, Table, build_bytes};

/// The most bytes of all tables of a set that is built in memory without more ado.
const MOST_SET_BYTES: u64 = 1 << 28;

/// What `pdb` or `pdb:NAME` means for a goal.
pub(super) enum Choice {
    /// Exact distances, which are on disk or as quickly had.
    Exact,
    /// A set that is on disk or built in a moment.
    Set(Catalogue),
    /// The shape has no patterns.
    Nothing,
}

impl Tables {
    /// The set of a name, or the best that is at hand.
    pub(super) fn choose(&self, set: Option<&str>, goal: &Board) -> Result<Choice, Failure> {
        let (shape, blank) = (goal.shape(), goal.blank());
        let Some(name) = set else {
            if self.has_exact(goal) {
                return Ok(Choice::Exact);
            }
            let set = self.best_on_disk(goal).or_else(|| Catalogue::in_memory(shape, blank).ok());
            return Ok(set.map_or(Choice::Nothing, Choice::Set));
        };
        let set = match Catalogue::named(shape, blank, name) {
            Ok(set) => set,
            Err(CatalogueError::Pattern(PatternError::Shape(_))) => return Ok(Choice::Nothing),
            Err(error) => return Err(Failure::new(error)),
        };
        if self.is_on_disk(&set) || is_small(&set) {
            return Ok(Choice::Set(set));
        }
        Err(Failure::new(format_args!(
            "the tables of pdb:{name} are not there: `{}` builds them, {}",
            advice::command(goal, Some(name)),
            advice::cost(&set, self.threads)
        )))
    }

    /// The best set that is on disk with all its tables.
    pub(super) fn best_on_disk(&self, goal: &Board) -> Option<Catalogue> {
        let (shape, blank) = (goal.shape(), goal.blank());
        let named = Catalogue::names(shape).into_iter().map(|name| Catalogue::named(shape, blank, name));
        let unnamed = std::iter::once_with(|| Catalogue::default_on_disk(shape, blank));
        named.chain(unnamed).flatten().find(|set| self.is_on_disk(set))
    }

    fn is_on_disk(&self, set: &Catalogue) -> bool {
        let has = |pattern: &Pattern| self.store.as_ref().is_some_and(|store| store.has(pattern));
        set.tables().iter().all(has)
    }

    /// Whether all tables of a set are in use already.
    pub(super) fn is_in_memory(&self, set: &Catalogue) -> bool {
        // Whoever builds a table holds the lock: then it is not there yet.
        let patterns = match self.patterns.try_lock() {
            Ok(patterns) => patterns,
            Err(std::sync::TryLockError::Poisoned(error)) => PoisonError::into_inner(error),
            Err(std::sync::TryLockError::WouldBlock) => return false,
        };
        let in_use =
            |pattern: &Pattern| patterns.get(pattern).is_some_and(|table| Weak::strong_count(table) > 0);
        set.tables().iter().all(in_use)
    }
}

fn is_small(set: &Catalogue) -> bool {
    let small = |pattern: &Pattern| Table::bytes_of(pattern) <= MOST_IN_MEMORY;
    set.tables().iter().all(small) && set.bytes() <= MOST_SET_BYTES
}

/// The most memory that building a set takes if all its tables stay.
pub(super) fn peak_bytes(set: &Catalogue) -> u64 {
    set.bytes() + set.tables().iter().map(build_bytes).max().unwrap_or(0)
}
