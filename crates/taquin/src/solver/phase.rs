//! What was done for a problem, one thing after the other.

use crate::heuristic::HeuristicName;
use crate::search::{Algorithm, Stats};
use std::fmt;
use std::time::Duration;

/// A part of the work on a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Phase {
    /// What was done.
    pub work: Work,
    /// The heuristic by which it was done, or whose tables were made. `None` if there was none, or one that was made by the
    /// caller.
    pub heuristic: Option<HeuristicName>,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// Time on the clock.
    pub elapsed: Duration,
}

/// What is done in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Work {
    /// Tables were read from files.
    ReadTables,
    /// Tables were built.
    BuildTables,
    /// The board's exact distance was looked up in a table of all boards, and so were those of its neighbours on the way
    /// to the goal.
    LookUp,
    /// A solution was put together, whatever its length.
    Construct,
    /// A search.
    Search(Algorithm),
}

impl Work {
    /// Its name in text: that of the algorithm, if it is a search.
    pub fn name(self) -> &'static str {
        match self {
            Work::ReadTables => "read-tables",
            Work::BuildTables => "build-tables",
            Work::LookUp => "look-up",
            Work::Construct => "construct",
            Work::Search(algorithm) => algorithm.name(),
        }
    }

    /// Whether it looks for a solution.
    pub fn is_search(self) -> bool {
        matches!(self, Work::LookUp | Work::Search(_))
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Phase {
    /// Work that expands no nodes.
    pub(super) fn without_nodes(work: Work, heuristic: Option<HeuristicName>, elapsed: Duration) -> Phase {
        Phase { work, heuristic, expanded: 0, generated: 0, elapsed }
    }

    /// A search with these figures.
    pub(super) fn search(work: Work, heuristic: Option<HeuristicName>, stats: &Stats) -> Phase {
        let Stats { expanded, generated, elapsed, .. } = *stats;
        Phase { work, heuristic, expanded, generated, elapsed }
    }
}
