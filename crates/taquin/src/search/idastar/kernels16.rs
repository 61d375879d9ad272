//! Kernels for boards of at most 16 cells, which fit in a word of nibbles.
//!
//! * [`moves`]: the moves of the blank as bits of a word; [`next_moves`]: the moves after a move, by number.
//! * [`manhattan`]: Manhattan distance, judged for all moves at once.
//! * [`by_neighbour`]: the kernel for estimates that look at each neighbour of the blank in turn. These are
//!   [`linear_conflict`] (with [`conflict_table`]), [`walking_distance`], their maximum, and pattern databases
//!   ([`patterns`]).

pub(crate) mod by_neighbour;
mod conflict_table;
pub(crate) mod linear_conflict;
pub(crate) mod manhattan;
pub(crate) mod moves;
pub(crate) mod next_moves;
pub(crate) mod patterns;
pub(crate) mod walking_distance;
