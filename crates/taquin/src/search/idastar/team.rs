//! One iteration on one thread or several, whatever the kernel.
//!
//! * [`frontier`] cuts the tree below a bound into subtrees.
//! * [`interleave`] searches a few subtrees in turn, so that the latency of one is hidden by the others.
//! * [`subtrees`] puts both behind objects, so that the rest is compiled once and not for every kernel.
//! * [`iteration`] divides the subtrees among threads, keeps limits, and counts to the node; `iteration/total.rs` adds up, `iteration/part.rs` searches a part of a subtree.

pub(crate) mod frontier;
pub(crate) mod interleave;
pub(crate) mod iteration;
pub(crate) mod subtrees;
