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
    next: [Rule; 4],
}

/// The number of a state, and in the lowest four bits the moves it allows, numbered as in
/// [`crate::search::idastar::kernels16::next_moves`]: so these are known before the state has come from memory.
pub(crate) type Rule = u32;

/// Where the number of the state begins.
const SLOTS: u32 = 4;

/// A machine for boards of at most 16 cells. Clones share its states.
#[derive(Clone, Debug)]
pub(crate) struct PackedAutomaton {
    /// As many as a power of two, so that a masked number is always one of them.
    states: Arc<[State]>,
    local: [u8; 64],
    start: [Rule; 16],
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
        let next_of = |state: usize| {
            let (cell, last) = (machine.cell[state] as usize, machine.came_from[state] as usize);
            if cell == last { around[64 + cell] } else { around[Moves::number(grid, last, cell) as usize] }
        };
        let allowed = |state: usize| {
            let cell = machine.cell[state] as usize;
            let steps = grid.neighbours(cell).iter().zip(machine.next[state]);
            steps.filter(|&(_, next)| next != FORBIDDEN).map(move |(&to, _)| Moves::number(grid, cell, to))
        };
        let rule = |state: usize| {
            let next = next_of(state).next;
            let slot = |number: Move| next.iter().position(|&other| other == number);
            let slots = allowed(state).map(|number| slot(number).expect("the machine never undoes"));
            slots.fold((state as Rule) << SLOTS, |rule, slot| rule | 1 << slot)
        };
        let rules: Vec<Rule> = (0..machine.next.len()).map(rule).collect();
        let mut states = vec![State::default(); machine.next.len()];
        for (number, state) in states.iter_mut().enumerate() {
            state.candidates = allowed(number).fold(0, |set, step| set | 1 << step);
            for (next, &to) in state.next.iter_mut().zip(&machine.next[number]) {
                if to != FORBIDDEN {
                    *next = rules[to as usize];
                }
            }
        }
        states.resize(states.len().next_power_of_two(), State::default());
        let mut start = [0; 16];
        for (start, &state) in start.iter_mut().zip(&machine.start) {
            *start = rules[state as usize];
        }
        PackedAutomaton { states: states.into(), local: moves.local, start }
    }

    #[inline(always)]
    fn state(&self, rule: Rule) -> &State {
        &self.states[(rule >> SLOTS) as usize]
    }

    /// Moves worth making in this state.
    #[inline(always)]
    pub(crate) fn candidates(&self, rule: Rule) -> u64 {
        self.state(rule).candidates
    }

    /// Those among the moves numbered as in [`crate::search::idastar::kernels16::next_moves`].
    #[inline(always)]
    pub(crate) fn local(rule: Rule) -> u64 {
        (rule & ((1 << SLOTS) - 1)).into()
    }

    /// How many those are.
    #[inline(always)]
    pub(crate) fn count(rule: Rule) -> u64 {
        // Faster than counting where the processor is not told to.
        const COUNTS: u64 = 0x4332_3221_3221_2110;
        COUNTS >> (4 * Self::local(rule)) & 15
    }

    /// The state after one of them.
    #[inline(always)]
    pub(crate) fn next(&self, rule: Rule, step: Move) -> Rule {
        self.state(rule).next[(self.local[(step & 63) as usize] & 3) as usize]
    }

    /// The state before the first move, with the blank in this cell.
    pub(crate) fn start(&self, blank: usize) -> Rule {
        self.start[blank]
    }

    /// Bytes of its tables, apart from itself.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.states[..])
    }
}
