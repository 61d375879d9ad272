//! `status`: what there is to ask for, what is granted and what is being done.

use serde::Serialize;
use taquin::NamedGoal;
use taquin::heuristic::HeuristicName;
use taquin::search::Algorithm;

/// The server's state, its caps and the names it knows.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Status {
    /// The version of Taquin.
    pub version: &'static str,
    /// The page's address for other machines, if they can reach it.
    pub address: Option<String>,
    /// Requests being worked on.
    pub running: usize,
    /// Requests that wait for their turn.
    pub waiting: usize,
    /// Open connections.
    pub connections: usize,
    /// Searches there may be at a time, and as many short questions beside them.
    pub max_solves: usize,
    /// Seconds one search may take.
    pub time_limit: f64,
    /// Bytes one search may hold.
    pub memory_limit: u64,
    /// Nodes one search may expand.
    pub node_limit: Option<u64>,
    /// The algorithms.
    pub algorithms: Vec<AlgorithmNote>,
    /// The heuristics that need no tables on disk.
    pub heuristics: Vec<String>,
    /// The goals with a name.
    pub goals: Vec<&'static str>,
}

/// An algorithm the server knows.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AlgorithmNote {
    name: &'static str,
    uses_heuristic: bool,
}

/// A search that waits for its turn.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Queued {
    /// Its name, for `GET` and `DELETE /jobs/{name}`.
    pub job: String,
    /// How many others come first.
    pub ahead: usize,
}

impl Status {
    /// The names that are known, with nothing under way and nothing granted.
    pub fn idle() -> Status {
        let note = |algorithm: Algorithm| AlgorithmNote {
            name: algorithm.name(),
            uses_heuristic: algorithm.uses_heuristic(),
        };
        Status {
            version: env!("CARGO_PKG_VERSION"),
            address: None,
            running: 0,
            waiting: 0,
            connections: 0,
            max_solves: 0,
            time_limit: 0.0,
            memory_limit: 0,
            node_limit: None,
            algorithms: Algorithm::ALL.into_iter().map(note).collect(),
            heuristics: HeuristicName::SIMPLE.iter().map(HeuristicName::to_string).collect(),
            goals: NamedGoal::ALL.map(NamedGoal::name).to_vec(),
        }
    }
}
