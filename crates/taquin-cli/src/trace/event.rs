//! The events of a search, as `docs/trace.md` describes them. Field names are part of the contract.

use serde::Serialize;
use utoipa::ToSchema;

/// Something that happened in a search.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
#[schema(as = TraceEvent)]
pub(crate) enum Event {
    /// The first event: what is asked.
    Start(Start),
    /// An iteration of a depth-first search begins.
    Iteration {
        /// Nodes with an f above this are not entered.
        bound: u32,
    },
    /// A node is taken up; its children are the events that follow.
    Expand(Node),
    /// A child whose board was not known: it goes on the open list.
    Generate(Node),
    /// A child whose board is known, by a way that is no longer.
    Duplicate(Node),
    /// A child whose board is on the open list, by a longer way: it is replaced.
    Improve(Node),
    /// A child whose board is on the closed list, by a longer way: it is opened again.
    Reopen(Node),
    /// A child with an f above the bound.
    Prune(Node),
    /// The goal is taken up.
    Goal(Node),
    /// The last event: what came of it.
    End(End),
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = TraceStart)]
pub(crate) struct Start {
    pub(crate) shape: String,
    pub(crate) start: String,
    pub(crate) goal: String,
    pub(crate) algorithm: &'static str,
    /// `null` if the algorithm uses none.
    pub(crate) heuristic: Option<String>,
    pub(crate) solvable: bool,
    /// Why it is solvable or not.
    pub(crate) reason: String,
}

/// A node of the search.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = TraceNode)]
pub(crate) struct Node {
    pub(crate) id: u32,
    pub(crate) parent: Option<u32>,
    /// The blank's move that made it.
    #[serde(rename = "move")]
    pub(crate) via: Option<char>,
    pub(crate) g: u32,
    pub(crate) h: u32,
    pub(crate) f: u32,
    pub(crate) board: String,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = TraceEnd)]
pub(crate) struct End {
    pub(crate) solved: bool,
    /// Whether the solution is proved to be a shortest one.
    pub(crate) optimal: bool,
    pub(crate) cost: Option<u32>,
    /// The blank's moves without spaces.
    pub(crate) moves: Option<String>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// `null` if the search stores no boards.
    pub(crate) reached: Option<u64>,
    /// Whether the search went on after the last step that was written down.
    pub(crate) truncated: bool,
    pub(crate) stopped_by: Option<&'static str>,
}
