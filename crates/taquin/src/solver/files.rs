//! The tables on disk, if there is a directory for them. Without the feature `store` there never is one.

use crate::board::Board;
use crate::exact::DistanceTable;
use crate::pdb::{FileError, Pattern, Table};

/// The directory of a solver.
#[cfg(feature = "store")]
#[derive(Debug, Default)]
pub(super) struct Files(Option<crate::pdb::Store>);

/// Stands for a directory where there are no files.
#[cfg(not(feature = "store"))]
#[derive(Debug, Default)]
pub(super) struct Files;

#[cfg(feature = "store")]
impl Files {
    pub(super) fn in_store(store: Option<crate::pdb::Store>) -> Files {
        Files(store)
    }

    /// Whether there is a file for a pattern, good or bad.
    pub(super) fn has(&self, pattern: &Pattern) -> bool {
        self.0.as_ref().is_some_and(|store| store.has(pattern))
    }

    /// The table of a pattern.
    pub(super) fn find(&self, pattern: &Pattern) -> Result<Option<Table>, FileError> {
        self.0.as_ref().map_or(Ok(None), |store| store.find(pattern))
    }

    /// Whether there is a file with the table of all boards for a goal, good or bad.
    pub(super) fn has_all(&self, goal: &Board) -> bool {
        self.0.as_ref().is_some_and(|store| store.path_of_all(goal.shape(), goal.blank()).exists())
    }

    /// The table of all boards for a goal.
    pub(super) fn find_all(&self, goal: &Board) -> Result<Option<DistanceTable>, FileError> {
        self.0.as_ref().map_or(Ok(None), |store| store.find_all(goal.shape(), goal.blank()))
    }
}

#[cfg(not(feature = "store"))]
impl Files {
    pub(super) fn has(&self, _: &Pattern) -> bool {
        false
    }

    pub(super) fn find(&self, _: &Pattern) -> Result<Option<Table>, FileError> {
        Ok(None)
    }

    pub(super) fn has_all(&self, _: &Board) -> bool {
        false
    }

    pub(super) fn find_all(&self, _: &Board) -> Result<Option<DistanceTable>, FileError> {
        Ok(None)
    }
}
