//! The children worth trying at a node, by its bad moves left: a file for each of the three cases.
//!
//! * [`none_left`]: there is no bad move left. Most nodes are of this kind.
//! * [`one_demanded`]: there is one left, and it is demanded.
//! * [`some_left`]: all others.
//!
//! docs/26-puzzle.md gives the reasons, section by section.

mod none_left;
pub(crate) mod one_demanded;
mod some_left;
