//! The tables of a set by its name: built in memory, or found in a directory and built once if they are not there.

use super::PatternDatabases;
use crate::board::Board;
#[cfg(feature = "store")]
use crate::pdb::Store;
use crate::pdb::{Catalogue, Progress, TablesError, build};
use std::ops::ControlFlow;
use std::sync::Arc;

impl PatternDatabases {
    /// For this goal, with the tables of a set, or of the set that is built most quickly, built in memory by so many threads.
    /// `watch` is called after every level of every table and may break off.
    ///
    /// # Errors
    /// If the shape has no such set, memory does not suffice, or `watch` broke off.
    pub fn in_memory(
        goal: &Board,
        set: Option<&str>,
        threads: usize,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<PatternDatabases, TablesError> {
        let (shape, blank) = (goal.shape(), goal.blank());
        let catalogue = match set {
            Some(set) => Catalogue::named(shape, blank, set),
            None => Catalogue::in_memory(shape, blank),
        };
        PatternDatabases::new(goal, catalogue?.partitions(), &mut |pattern| {
            Ok(Arc::new(build(pattern, threads, watch)?.with_rises(threads)))
        })
    }

    /// For this goal, with the tables of a set, or of the set that is best on disk, from a directory: those that are not
    /// there, or damaged, are built by so many threads and kept for the next time ([`Store::find_or_build`]).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use taquin::heuristic::{Heuristic, PatternDatabases};
    /// use taquin::pdb::Store;
    /// use taquin::{Board, Shape};
    ///
    /// # let directory = tempfile::tempdir()?;
    /// # let directory = directory.path();
    /// let store = Store::in_directory(directory);
    /// let goal = Board::goal(Shape::PUZZLE_8);
    /// let mut levels = 0;
    /// let mut count = |_| {
    ///     levels += 1;
    ///     ControlFlow::Continue(())
    /// };
    /// let databases = PatternDatabases::in_store(&goal, Some("4-4"), &store, 2, &mut count)?;
    /// assert_eq!(databases.of(&"8 6 7/2 5 4/3 0 1".parse()?), 29);
    /// assert!(levels > 0);
    ///
    /// // The next time, in this process or another, nothing is built.
    /// PatternDatabases::in_store(&goal, Some("4-4"), &store, 2, &mut |_| unreachable!())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the shape has no such set, memory does not suffice, `watch` broke off, or a file cannot be used or written.
    #[cfg(feature = "store")]
    pub fn in_store(
        goal: &Board,
        set: Option<&str>,
        store: &Store,
        threads: usize,
        watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<PatternDatabases, TablesError> {
        let (shape, blank) = (goal.shape(), goal.blank());
        let catalogue = match set {
            Some(set) => Catalogue::named(shape, blank, set),
            None => Catalogue::default_on_disk(shape, blank),
        };
        PatternDatabases::new(goal, catalogue?.partitions(), &mut |pattern| {
            Ok(Arc::new(store.find_or_build(pattern, threads, watch)?))
        })
    }
}
