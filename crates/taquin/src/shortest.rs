//! All shortest solutions of a problem: how many there are, each of them, and the graph of the boards on them.
//!
//! Once the length is proved, a search goes through all boards from which the goal may still be reached in time.
//! A board that is met after g moves lies on a shortest solution exactly if it is `cost − g` moves from the goal: it cannot be
//! nearer, or the solution were shorter. So what is found of a board holds for every way to it, and each is searched once.
//! The boards on shortest solutions are a graph without circles, whose edges lead one move closer; solutions are its paths.
//!
//! * `graph.rs`: the boards with what is known of them, as a graph.
//! * `search.rs`: finds them; `probing.rs` goes on by a kernel where that takes long.
//! * `count.rs`: numbers of any size.
//! * `whole_space.rs`: how many every board of a small shape has.

mod count;
mod graph;
mod probing;
mod search;
mod whole_space;

pub use count::Count;
pub use graph::{Edge, ShortestGraph, Solutions};
pub use whole_space::{NotCounted, SolutionCounts, SolutionLevel};
