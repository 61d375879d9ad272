//! The rule of a search that has learned nothing yet: never take back the last move.

use super::automaton::{Automaton, FORBIDDEN, MOST};
use crate::search::idastar::grid::Grid;
use std::sync::OnceLock;

impl Automaton {
    /// The machine that forbids nothing but the move that takes back the last.
    pub(crate) fn no_undo(grid: &Grid) -> Automaton {
        // A state for every cell at the start, and then one for every cell and cell that the blank came from.
        let cells = 0..grid.cells();
        let starts = cells.clone().map(|cell| (cell, cell));
        let ways = cells.flat_map(|from| grid.neighbours(from).iter().map(move |&cell| (cell, from)));
        let states: Vec<(usize, usize)> = starts.chain(ways).collect();
        let number =
            |state| states.iter().position(|&other| other == state).map_or(FORBIDDEN, |at| at as u32);
        let next = |&(cell, came_from): &(usize, usize)| {
            let mut next = [FORBIDDEN; MOST];
            for (next, &to) in next.iter_mut().zip(grid.neighbours(cell)) {
                if to != came_from {
                    *next = number((to, cell));
                }
            }
            next
        };
        Automaton {
            next: states.iter().map(next).collect(),
            cell: states.iter().map(|&(cell, _)| cell as u8).collect(),
            came_from: states.iter().map(|&(_, from)| from as u8).collect(),
            start: (0..grid.cells() as u32).collect(),
            packed: OnceLock::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many ways of so many moves a machine allows from a state.
    fn ways(machine: &Automaton, state: u32, moves: u32) -> u64 {
        if moves == 0 {
            return 1;
        }
        let next = machine.next[state as usize].iter().filter(|&&next| next != FORBIDDEN);
        next.map(|&next| ways(machine, next, moves - 1)).sum()
    }

    #[test]
    fn it_is_what_is_learned_from_words_of_two_moves() {
        for shape in ["2x2", "3x3", "4x4", "2x7", "5x5", "3x3x3", "2x2x2"] {
            let grid = Grid::new(shape.parse().unwrap());
            let learned = Automaton::learn(&grid, 2, usize::MAX, &|| None).unwrap();
            let made = Automaton::no_undo(&grid);
            for cell in 0..grid.cells() {
                let allowed = |machine: &Automaton| ways(machine, machine.start[cell], 6);
                assert_eq!(allowed(&made), allowed(&learned), "{shape}, {cell}");
            }
        }
    }
}
