//! First moves that a mirror image makes needless.
//!
//! Where a symmetry of the box takes the start to itself, with the tiles renamed as it renames those of the goal, it takes
//! solutions to solutions of the same length. Of first moves that are images of each other only the first one is needed: the
//! least of all shortest solutions, which the machine never prunes, begins with it, or else its image would be less. Boards turned
//! by 180° are searched in half the time.

use super::automaton::{Automaton, FORBIDDEN};
use crate::problem::Problem;
use crate::search::idastar::grid::Grid;
use crate::shape::Cell;
use crate::symmetry::Symmetry;
use std::sync::{Arc, OnceLock};

/// Machines for at most 16 cells have no more states.
const MOST_STATES: usize = 1 << 16;

impl Automaton {
    /// The same machine for searches from the start of a problem: it leaves out needless first moves.
    pub(crate) fn for_start(self: Arc<Automaton>, problem: &Problem) -> Arc<Automaton> {
        let needless = needless_first_moves(problem);
        if needless.is_empty() || self.next.len() >= MOST_STATES && problem.shape().cells() <= 16 {
            return self;
        }
        let blank = problem.start().blank().index();
        let start = self.start[blank] as usize;
        let mut machine = Automaton { packed: OnceLock::new(), ..(*self).clone() };
        let mut next = machine.next[start];
        for step in needless {
            next[step] = FORBIDDEN;
        }
        machine.start[blank] = machine.next.len() as u32;
        machine.next.push(next);
        machine.cell.push(machine.cell[start]);
        machine.came_from.push(machine.came_from[start]);
        Arc::new(machine)
    }
}

/// First moves, as numbers of neighbours of the blank, that are images of others before them.
fn needless_first_moves(problem: &Problem) -> Vec<usize> {
    let (start, goal) = (problem.start(), problem.goal());
    let home = goal.cells_by_number();
    let is_own_image = |symmetry: &Symmetry| {
        let image = |cell: Cell| symmetry.cell(cell);
        let is_kept = |cell: Cell| match (start[cell], start[image(cell)]) {
            (Some(tile), Some(other)) => image(home[tile.index()]) == home[other.index()],
            (None, None) => true,
            _ => false,
        };
        image(goal.blank()) == goal.blank() && problem.shape().all_cells().all(is_kept)
    };
    let grid = Grid::new(problem.shape());
    let steps = grid.neighbours(start.blank().index());
    let symmetries: Vec<Symmetry> = Symmetry::all(problem.shape());
    let own: Vec<Symmetry> = symmetries.into_iter().filter(is_own_image).collect();
    let has_one_before = |step: &usize| {
        let image = |symmetry: &Symmetry| symmetry.cell(Cell::from_index(steps[*step])).index();
        own.iter().any(|symmetry| steps[..*step].contains(&image(symmetry)))
    };
    (0..steps.len()).filter(has_one_before).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_two_first_moves_is_needless_on_boards_that_are_their_own_mirror_images() {
        let needless = |start: &str, goal: &str| {
            let problem = Problem::new(start.parse().unwrap(), goal.parse().unwrap()).unwrap();
            needless_first_moves(&problem)
        };
        assert_eq!(needless("0 8 7/6 5 4/3 2 1", "1 2 3/4 5 6/7 8 0"), [1]);
        assert!(needless("8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0").is_empty());
        // All four ways out of the middle are alike.
        assert_eq!(needless("8 7 6/5 0 4/3 2 1", "1 2 3/4 0 5/6 7 8"), [1, 2, 3]);
    }
}
