//! Kernels for boards of up to 32 cells, flat or not.
//!
//! * [`manhattan`]: Manhattan distance.
//! * [`patterns`]: pattern databases, with tables that [`prepare`] makes; [`choose_sums`]: which of their sums are worth
//!   asking on one board, by [`sample`]. With more than two sums it leaves some out, and the nodes are those of the sums
//!   that stay.
//! * [`walking_conflict`]: walking distance that pays for tiles that must leave their line.

pub(crate) mod choose_sums;
pub(crate) mod manhattan;
pub(crate) mod patterns;
mod prepare;
pub(crate) mod sample;
pub(crate) mod walking_conflict;
