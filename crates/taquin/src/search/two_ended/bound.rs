//! How many bad moves a position demands at least: the lower bound of the search.
//!
//! * [`reach`]: which cells good entries reach, and whether tiles are in conflict.
//! * [`conflicts`]: linear conflicts as bit operations.
//! * [`demanded_sets`]: the sets of tiles of which one makes a bad move.
//! * [`last_movers`]: which tiles can make the one bad move that is left.

pub(crate) mod conflicts;
pub(crate) mod demanded_sets;
pub(crate) mod last_movers;
pub(crate) mod reach;
