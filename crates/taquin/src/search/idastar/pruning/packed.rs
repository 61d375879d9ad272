//! An [`Automaton`] as the kernels for at most 16 cells ask it: states in one table of as many entries as a power of
//! two, moves as bits of a word.

use super::automaton::{Automaton, FORBIDDEN};
use crate::search::idastar::grid::Grid;
use crate::search::idastar::kernels16::moves::{Move, Moves};
use crate::search::idastar::kernels16::next_moves::NextMoves;
use std::sync::Arc;

/// One state of a packed machine.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    candidates: u64,
    next: [u16; 4],
    count: u32,
    local: u32,
}

/// A machine for boards of at most 16 cells. Clones share its states.
#[derive(Clone, Debug)]
pub(crate) struct PackedAutomaton {
    /// As many as a power of two, so that a masked number is always one of them.
    states: Arc<[State]>,
    local: [u8; 64],
    start: [u16; 16],
}

impl Automaton {
    /// The same for boards of at most 16 cells. Packing takes as long as a search with good tables: it is done once.
    pub(crate) fn packed(&self, grid: &Grid) -> PackedAutomaton {
        self.packed.get_or_init(|| PackedAutomaton::new(grid, self)).clone()
    }
}

impl PackedAutomaton {
    pub(crate) fn new(grid: &Grid, machine: &Automaton) -> Self {
        assert!(machine.next.len() <= 1 << 16, "a packed machine has at most 65536 states");
        let moves = Moves::new(grid);
        let around = NextMoves::table(grid);
        let mut states = vec![State::default(); machine.next.len()];
        for (number, state) in states.iter_mut().enumerate() {
            let (cell, last) = (machine.cell[number] as usize, machine.came_from[number] as usize);
            let around = if cell == last {
                around[64 + cell]
            } else {
                around[Moves::number(grid, last, cell) as usize]
            };
            for (step, &to) in grid.neighbours(cell).iter().enumerate() {
                let next = machine.next[number][step];
                if next != FORBIDDEN {
                    let step_number = Moves::number(grid, cell, to);
                    let slot = around
                        .next
                        .iter()
                        .position(|&other| other == step_number)
                        .expect("the machine never undoes");
                    state.candidates |= 1 << step_number;
                    state.local |= 1 << slot;
                    state.count += 1;
                    state.next[step] = next as u16;
                }
            }
        }
        states.resize(states.len().next_power_of_two(), State::default());
        let mut start = [0; 16];
        for (cell, &state) in machine.start.iter().enumerate() {
            start[cell] = state as u16;
        }
        PackedAutomaton { states: states.into(), local: moves.local, start }
    }

    /// Moves worth making in this state.
    #[inline(always)]
    pub(crate) fn candidates(&self, state: u32) -> u64 {
        self.states[state as usize].candidates
    }

    /// Those among the moves numbered as in [`crate::search::idastar::kernels16::next_moves`].
    #[inline(always)]
    pub(crate) fn local(&self, state: u32) -> u64 {
        self.states[state as usize].local as u64
    }

    /// How many those are.
    #[inline(always)]
    pub(crate) fn count(&self, state: u32) -> u64 {
        self.states[state as usize].count as u64
    }

    /// The state after one of them.
    #[inline(always)]
    pub(crate) fn next(&self, state: u32, step: Move) -> u32 {
        self.states[state as usize].next[(self.local[(step & 63) as usize] & 3) as usize] as u32
    }

    /// The state before the first move, with the blank in this cell.
    pub(crate) fn start(&self, blank: usize) -> u32 {
        self.start[blank] as u32
    }

    /// Bytes of its tables, apart from itself.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.states[..])
    }
}
