//! An [`Automaton`] as the kernels for at most 16 cells ask it: moves as bits of a word.
//!
//! A [`Rule`] is the number of a state, and in the lowest four bits the moves it allows, numbered as in
//! [`crate::search::idastar::kernels16::next_moves`]: so these are known before the state has come from memory.

use super::automaton::{Automaton, FORBIDDEN};
use super::{Pruning, Rule};
use crate::search::idastar::grid::Grid;
use crate::search::idastar::kernels16::moves::{Move, Moves, slot_of};
use crate::search::idastar::kernels16::next_moves::NextMoves;
use std::sync::Arc;

/// Where the number of the state begins.
const SLOTS: u32 = 4;

/// A machine for boards of at most 16 cells. Clones share its states.
#[derive(Clone, Debug)]
pub(crate) struct PackedAutomaton {
    /// By state: moves worth making.
    candidates: Arc<[u64]>,
    /// By state and slot of the move: the state after it.
    next: Arc<[[Rule; 4]]>,
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
        let candidates = (0..rules.len()).map(|state| allowed(state).fold(0, |set, step| set | 1 << step));
        let next = |state: usize| {
            let cell = machine.cell[state] as usize;
            let mut next = [0; 4];
            for (&to, &after) in grid.neighbours(cell).iter().zip(&machine.next[state]) {
                if after != FORBIDDEN {
                    next[slot_of(Moves::number(grid, cell, to))] = rules[after as usize];
                }
            }
            next
        };
        let mut start = [0; 16];
        for (start, &state) in start.iter_mut().zip(&machine.start) {
            *start = rules[state as usize];
        }
        let next = (0..rules.len()).map(next).collect();
        PackedAutomaton { candidates: candidates.collect(), next, start }
    }
}

impl Pruning for PackedAutomaton {
    #[inline(always)]
    fn candidates(&self, rule: Rule) -> u64 {
        self.candidates[(rule >> SLOTS) as usize]
    }

    #[inline(always)]
    fn local(&self, rule: Rule) -> u64 {
        (rule & ((1 << SLOTS) - 1)).into()
    }

    #[inline(always)]
    fn count(&self, rule: Rule) -> u64 {
        // Faster than counting where the processor is not told to.
        const COUNTS: u64 = 0x4332_3221_3221_2110;
        COUNTS >> (4 * self.local(rule)) & 15
    }

    #[inline(always)]
    fn next(&self, rule: Rule, step: Move) -> Rule {
        self.next[(rule >> SLOTS) as usize][slot_of(step)]
    }

    fn start(&self, blank: usize) -> Rule {
        self.start[blank]
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.candidates[..]) + size_of_val(&self.next[..])
    }
}
