//! Which moves may follow which.
//!
//! A pruning rule is a finite-state machine over moves. Its state is all a search has to remember of the path;
//! the state also knows where the blank is.

pub(crate) mod automaton;
pub(crate) mod packed;

use super::grid::Grid;
use super::kernels16::moves::{Move, Moves};
use super::kernels16::next_moves::NextMoves;

/// A rule that says which moves of the blank are worth making.
pub(crate) trait Pruning: Sync {
    /// Moves worth making in this state.
    fn candidates(&self, state: u32) -> u64;
    /// Those among the moves numbered as in [`super::kernels16::next_moves`].
    fn local(&self, state: u32) -> u64;
    /// How many those are.
    fn count(&self, state: u32) -> u64;
    /// The state after one of them.
    fn next(&self, state: u32, step: Move) -> u32;
    /// The state before the first move, with the blank in this cell.
    fn start(&self, blank: usize) -> u32;
    /// Bytes of its tables, apart from itself.
    fn bytes(&self) -> usize;
}

/// Never take back the last move. The state is the last move, or 64 + cell before the first.
#[derive(Clone, Debug)]
pub(crate) struct NoUndo {
    after: [After; 128],
}

/// What a rule allows in one state.
#[derive(Clone, Copy, Debug, Default)]
struct After {
    candidates: u64,
    count: u32,
    local: u32,
}

impl NoUndo {
    pub(crate) fn new(grid: &Grid) -> Self {
        let moves = Moves::new(grid);
        let mut rule = NoUndo { after: [After::default(); 128] };
        for step in 0..64 {
            if moves.from_cell.iter().any(|&all| all >> step & 1 == 1) {
                let origin = moves.origin[step] as u64;
                rule.after[step].candidates = moves.from_cell[step / 4] & !(15 << (4 * origin));
            }
        }
        for (cell, &all) in moves.from_cell.iter().enumerate() {
            rule.after[64 + cell].candidates = all;
        }
        for after in &mut rule.after {
            after.count = after.candidates.count_ones();
        }
        for (after, around) in rule.after.iter_mut().zip(NextMoves::table(grid)) {
            after.local = around.exist as u32;
        }
        rule
    }
}

impl Pruning for NoUndo {
    #[inline(always)]
    fn candidates(&self, state: u32) -> u64 {
        self.after[(state & 127) as usize].candidates
    }
    #[inline(always)]
    fn local(&self, state: u32) -> u64 {
        self.after[(state & 127) as usize].local as u64
    }
    #[inline(always)]
    fn count(&self, state: u32) -> u64 {
        self.after[(state & 127) as usize].count as u64
    }
    #[inline(always)]
    fn next(&self, _state: u32, step: Move) -> u32 {
        step as u32
    }
    fn start(&self, blank: usize) -> u32 {
        64 + blank as u32
    }
    fn bytes(&self) -> usize {
        0
    }
}
