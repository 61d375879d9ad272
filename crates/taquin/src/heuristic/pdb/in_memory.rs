//! Tables that are built in memory when they are needed.

use super::PatternDatabases;
use crate::board::Board;
use crate::pdb::{BuildError, Catalogue, CatalogueError, Progress, build};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Why there are no tables.
#[derive(Debug)]
#[non_exhaustive]
pub enum TablesError {
    /// The shape has no such set of patterns, or none at all.
    Set(CatalogueError),
    /// A table could not be built.
    Build(BuildError),
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablesError::Set(error) => error.fmt(f),
            TablesError::Build(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TablesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TablesError::Set(error) => Some(error),
            TablesError::Build(error) => Some(error),
        }
    }
}

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
        let catalogue = catalogue.map_err(TablesError::Set)?;
        PatternDatabases::new(goal, catalogue.partitions(), &mut |pattern| {
            build(pattern, threads, watch).map(Arc::new).map_err(TablesError::Build)
        })
    }
}
