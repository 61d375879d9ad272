//! Kernels for boards of up to 32 cells, flat or not.
//!
//! * [`manhattan`]: Manhattan distance.
//! * [`rises`]: pattern databases that say which slides raise their distances, in vectors ([`lanes`]); [`patterns`]: those that do
//!   not, boxes and old processors, one look-up for each slide. [`prepare`] makes what both look up.
//! * [`choose_sums`]: which sums are worth asking on one board, by [`sample`]. With more than two sums it leaves some out, and the
//!   nodes are those of the sums that stay.
//! * [`walking_conflict`]: walking distance that pays for tiles that must leave their line.

pub(crate) mod choose_sums;
pub(crate) mod lanes;
pub(crate) mod manhattan;
pub(crate) mod patterns;
mod prepare;
pub(crate) mod rises;
pub(crate) mod sample;
pub(crate) mod walking_conflict;
