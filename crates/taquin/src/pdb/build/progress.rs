//! What the building of a table tells, and why it may end without one.

use std::fmt;
use std::io;

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The distance whose arrangements were found last.
    pub distance: u32,
    /// Pairs of arrangement and zone found so far.
    pub found: u64,
    /// About how many there are in all.
    pub expected: u64,
}

/// Why there is no table.
#[derive(Debug)]
pub enum BuildError {
    /// The watcher broke off.
    Stopped,
    /// There is not enough memory.
    Memory(io::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Stopped => write!(f, "stopped"),
            BuildError::Memory(error) => write!(f, "not enough memory for a table: {error}"),
        }
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BuildError::Stopped => None,
            BuildError::Memory(error) => Some(error),
        }
    }
}
