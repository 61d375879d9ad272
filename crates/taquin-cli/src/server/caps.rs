//! What one request and the whole server may use.

use super::api::Pace;
use super::queue::Length;
use crate::args::Serve;
use crate::commands;
use std::time::Duration;
use taquin::search::{Cancel, Limits};
use taquin_json::request::Asked;

/// Short questions together get this part of what is shared out, if they can use it.
const SHORT_PART: u64 = 4;
/// Short questions of a class for each search.
const SHORT_IN_CLASS: usize = 8;
/// No short question needs more bytes.
const SHORT_MOST: u64 = 64 << 20;

/// The most that is granted, whatever a request asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    /// Searches under way at a time.
    pub(super) solves: usize,
    /// Short questions answered at a time.
    pub(super) short: usize,
    /// Time for one search, and for all searches of one comparison.
    pub(super) time: Duration,
    /// Bytes for one search: half of the server's memory shared out among its places.
    pub(super) memory: u64,
    /// Bytes for tables, which all requests share: the other half.
    pub(super) tables: u64,
    /// Bytes for one short question.
    short_memory: u64,
    is_class: bool,
    /// Nodes one search may expand.
    pub(super) nodes: Option<u64>,
    /// How long clients may take to send a request and to read its answer.
    pub(super) patience: Duration,
}

impl Caps {
    pub(super) fn new(arguments: &Serve) -> Caps {
        let solves = commands::threads(arguments.max_solves);
        let places = solves as u64;
        // In a class many ask at once, and none of these questions takes longer than a moment.
        let short = if arguments.class { solves * SHORT_IN_CLASS } else { solves };
        let shared_out = arguments.memory_limit / 2;
        let short_memory = (shared_out / SHORT_PART / short as u64).min(SHORT_MOST);
        Caps {
            solves,
            short,
            time: arguments.time_limit,
            memory: (shared_out - short_memory * short as u64) / places,
            tables: arguments.memory_limit - shared_out,
            short_memory,
            is_class: arguments.class,
            nodes: arguments.node_limit,
            patience: arguments.client_timeout,
        }
    }

    /// Long work of a class lets short questions go first.
    pub(super) fn pace(&self, length: Length) -> Pace {
        if self.is_class && length == Length::Long { Pace::Giving } else { Pace::Usual }
    }

    /// The limits of a search: as asked for, but never more than the server grants.
    pub(super) fn grant(&self, asked: Asked, length: Length, cancel: Cancel) -> Limits {
        let nodes = [asked.nodes, self.nodes].into_iter().flatten().min();
        let memory = match length {
            Length::Short => self.short_memory,
            Length::Long => self.memory,
        };
        Limits {
            time: Some(asked.time.unwrap_or(self.time).min(self.time)),
            memory: Some(asked.memory.unwrap_or(memory).min(memory)),
            nodes,
            cancel: Some(cancel),
            ..Limits::default()
        }
    }
}
