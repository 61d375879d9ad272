//! The events of a search. With the feature `serde` they are written as `docs/trace.md` describes them: the names of
//! events and fields are part of that contract.

/// Something that happened in a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "event", rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TraceEvent))]
#[non_exhaustive]
pub enum Event {
    /// The first event: what is asked.
    Start(Start),
    /// An iteration of a depth-first search begins.
    Iteration {
        /// Nodes with an f above this are not entered.
        bound: u32,
    },
    /// A node is expanded; its children are the events that follow.
    Expand(Node),
    /// A child whose board was not known: it goes on the open list.
    Generate(Node),
    /// A child whose board is known, by a way that is no longer.
    Duplicate(Node),
    /// A child whose board is on the open list, by a longer way: it is replaced.
    Improve(Node),
    /// A child whose board is on the closed list, by a longer way: it is opened again.
    Reopen(Node),
    /// A child with an f above the bound, or one that a beam leaves out.
    Prune(Node),
    /// The goal is selected.
    Goal(Node),
    /// The last event: what came of it.
    End(End),
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TraceStart))]
#[non_exhaustive]
pub struct Start {
    /// The shape of both boards.
    pub shape: String,
    /// The start board.
    pub start: String,
    /// The goal board.
    pub goal: String,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// The heuristic's name; none if the algorithm uses none.
    pub heuristic: Option<String>,
    /// Whether the start can be slid into the goal.
    pub solvable: bool,
    /// Why it is solvable or not.
    pub reason: String,
}

/// A node of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TraceNode))]
#[non_exhaustive]
pub struct Node {
    /// Its number in this search; the start is 0.
    pub id: u32,
    /// The node that it was made from by the best way so far; the start has none.
    pub parent: Option<u32>,
    /// The blank's move that made it.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub via: Option<char>,
    /// Moves from the start.
    pub g: u32,
    /// The estimate of the moves to the goal.
    pub h: u32,
    /// g + h.
    pub f: u32,
    /// The board.
    pub board: String,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TraceEnd))]
#[non_exhaustive]
pub struct End {
    /// Whether a solution was found.
    pub solved: bool,
    /// Whether the solution is proved to be a shortest one.
    pub optimal: bool,
    /// The moves of the solution, counted.
    pub cost: Option<u32>,
    /// The blank's moves without spaces.
    pub moves: Option<String>,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// Boards stored; none if the search stores no boards.
    pub reached: Option<u64>,
    /// Whether the search went on after the last step that was written down.
    pub truncated: bool,
    /// Why the search ended without a solution.
    pub stopped_by: Option<&'static str>,
}

impl Event {
    /// The node that it is about, if it is about one.
    #[must_use]
    pub fn node(&self) -> Option<&Node> {
        match self {
            Event::Expand(node)
            | Event::Generate(node)
            | Event::Duplicate(node)
            | Event::Improve(node)
            | Event::Reopen(node)
            | Event::Prune(node)
            | Event::Goal(node) => Some(node),
            Event::Start(_) | Event::Iteration { .. } | Event::End(_) => None,
        }
    }
}
