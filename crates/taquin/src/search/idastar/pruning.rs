//! Which moves may follow which.
//!
//! A pruning rule is a finite-state machine over moves. Its state is all a search has to remember of the path;
//! the state also knows where the blank is.

pub(crate) mod automaton;
mod no_undo;
pub(crate) mod packed;
