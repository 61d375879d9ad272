//! Searches: one file or folder for each algorithm, and in `common` what all of them share.
//!
//! A search is a function of a problem, a heuristic, limits and an observer. It gives an
//! [`Answer`]: the outcome and what it took. Searches never print; to see one at work, pass an
//! [`Observer`].

mod algorithm;
mod astar;
mod beam;
pub(crate) mod best_first;
mod bfs;
mod bidirectional;
pub(crate) mod common;
mod descent;
mod greedy;
mod hybrid;
pub(crate) mod idastar;
mod mark_at_generation;
pub(crate) mod shifts;
mod two_ended;
mod weighted_astar;

pub use algorithm::{Algorithm, Method, UnknownAlgorithm, search_by};
pub use astar::astar;
pub use beam::{BadWidth, Width, beam};
pub use best_first::{Order, Rules, best_first, exhaust};
pub use bfs::bfs;
pub use bidirectional::bidirectional;
pub use common::branching::effective_branching;
pub(crate) use common::budget::Budget;
pub use common::limits::{Cancel, Limits};
pub use common::node_budget::Count;
pub use common::observer::{Chore, Fate, Node, NodeId, Observer};
pub use common::outcome::{Answer, Iteration, Outcome, Stats, StopReason};
pub use common::spare_threads::SpareThreads;
pub use common::unit_ledger::{Cut, Elsewhere, Part, Share, Taken, UnitLedger};
pub use descent::descent;
pub use greedy::greedy;
pub use hybrid::hybrid;
pub(crate) use idastar::foresight::Foresight;
pub use idastar::{Deepening, Prune, idastar, idastar_with};
pub use mark_at_generation::mark_at_generation;
pub use two_ended::{two_ended, two_ended_fits};
pub use weighted_astar::{BadWeight, Weight, weighted_astar};
