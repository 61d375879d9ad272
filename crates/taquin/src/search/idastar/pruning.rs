//! Which moves may follow which.
//!
//! A pruning rule is a finite-state machine over moves. Its state is all a search has to remember of the path;
//! the state also knows where the blank is.

//!
//! * [`automaton`]: the machine, learned or, in [`no_undo`], the one that forbids nothing but taking back the last move.
//! * [`mirrors`]: first moves that a mirror image makes needless.
//! * [`packed`], [`last_move`]: both as kernels for at most 16 cells ask them, by [`Pruning`].

pub(crate) mod automaton;
pub(crate) mod last_move;
mod mirrors;
mod no_undo;
pub(crate) mod packed;

use super::kernels16::moves::Move;

/// A rule as kernels for at most 16 cells ask it. Most searches end before a machine is learned, or are told not to learn
/// one; with the quickest heuristics they are 4 to 6 per cent faster without tables of states, so there are two.
pub(crate) trait Pruning: Sync {
    /// Moves worth making in this state.
    fn candidates(&self, rule: Rule) -> u64;
    /// Those among the moves numbered as in [`super::kernels16::next_moves`].
    fn local(&self, rule: Rule) -> u64;
    /// How many those are.
    fn count(&self, rule: Rule) -> u64;
    /// The state after one of them.
    fn next(&self, rule: Rule, step: Move) -> Rule;
    /// The state before the first move, with the blank in this cell.
    fn start(&self, blank: usize) -> Rule;
    /// Bytes of its tables, apart from itself.
    fn bytes(&self) -> usize;
}

/// A state, as the rule numbers them.
pub(crate) type Rule = u32;
