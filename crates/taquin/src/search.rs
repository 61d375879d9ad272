//! Searches: what they share, and one file for each algorithm.
//!
//! A search is a function of a problem, a heuristic, limits and an observer. It gives an
//! [`Answer`]: the outcome and what it took. Searches never print; whoever wants to see one at
//! work passes an [`Observer`].

mod algorithm;
mod astar;
mod beam;
mod best_first;
mod bfs;
mod bidirectional;
mod budget;
mod descent;
mod greedy;
mod hashes;
mod idastar;
mod limits;
mod mark_at_generation;
pub(crate) mod node_table;
mod observer;
mod open_list;
mod outcome;
mod packing;
mod room;
mod two_ended;
mod weighted_astar;

pub use algorithm::{Algorithm, Method, UnknownAlgorithm, search_by};
pub use astar::astar;
pub use best_first::{Order, Rules, best_first, exhaust};
pub use bfs::bfs;
pub use bidirectional::bidirectional;
pub(crate) use budget::Budget;
pub use descent::descent;
pub use greedy::greedy;
pub use idastar::{Deepening, Prune, hybrid, idastar, idastar_with};
pub use limits::{Cancel, Limits};
pub use mark_at_generation::mark_at_generation;
pub use observer::{Fate, Node, NodeId, Observer};
pub use outcome::{Answer, Iteration, Outcome, Stats, StopReason};
pub use two_ended::{two_ended, two_ended_fits};
pub use weighted_astar::{BadWeight, Weight, weighted_astar};
