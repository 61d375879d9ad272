//! What one request and the whole server may use.

use crate::args::Serve;
use crate::commands;
use std::time::Duration;
use taquin::search::{Cancel, Limits};

/// The most that is granted, whatever a request asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    /// Searches under way at a time.
    pub(super) solves: usize,
    /// Time for one search.
    pub(super) time: Duration,
    /// Bytes for one search: half of the server's memory shared out among its searches; the other half is for tables.
    pub(super) memory: u64,
    /// Bytes for tables, which searches share.
    pub(super) tables: u64,
    /// Nodes one search may expand.
    pub(super) nodes: Option<u64>,
}

/// What a request asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    pub(super) time: Option<Duration>,
    pub(super) memory: Option<u64>,
    pub(super) nodes: Option<u64>,
}

impl Caps {
    pub(super) fn new(arguments: &Serve) -> Caps {
        let solves = commands::threads(arguments.max_solves);
        Caps {
            solves,
            time: arguments.time_limit,
            memory: arguments.memory_limit / 2 / solves as u64,
            tables: arguments.memory_limit / 2,
            nodes: arguments.node_limit,
        }
    }

    /// The limits of a search: as asked for, but never more than the server grants.
    pub(super) fn grant(&self, asked: Asked, cancel: Cancel) -> Limits {
        let nodes = [asked.nodes, self.nodes].into_iter().flatten().min();
        Limits {
            time: Some(asked.time.unwrap_or(self.time).min(self.time)),
            memory: Some(asked.memory.unwrap_or(self.memory).min(self.memory)),
            nodes,
            cancel: Some(cancel),
        }
    }
}
