//! Sets of cells and tiles, as the first-entry estimate and the two-ended search use them.
//!
//! * [`cells`]: a box as sets of cells see it.
//! * [`flood`]: sets of cells as bits of a word, and floods along good entries in them.
//! * [`hitting_set`]: how many bad moves a family of tile sets demands.
//!
//! The estimate itself, and why it is right, is [`crate::heuristic::FirstEntry`].

pub(crate) mod cells;
pub(crate) mod flood;
pub(crate) mod hitting_set;
