//! The rule of a search that has learned nothing yet, as kernels for at most 16 cells ask it: never take back the last
//! move. The state is the last move, or 64 + cell before the first.

use super::{Pruning, Rule};
use crate::search::idastar::grid::Grid;
use crate::search::idastar::kernels16::moves::{Move, Moves};
use crate::search::idastar::kernels16::next_moves::NextMoves;

#[derive(Clone, Debug)]
pub(crate) struct LastMove {
    after: [After; 128],
}

/// What is allowed in one state.
#[derive(Clone, Copy, Debug, Default)]
struct After {
    candidates: u64,
    count: u32,
    local: u32,
}

impl LastMove {
    pub(crate) fn new(grid: &Grid) -> Self {
        let Moves { from_cell, origin } = Moves::new(grid);
        let mut rule = LastMove { after: [After::default(); 128] };
        for (state, (after, around)) in rule.after.iter_mut().zip(NextMoves::table(grid)).enumerate() {
            after.local = around.exist.into();
            after.count = after.local.count_ones();
            if after.count > 0 {
                // Moves to the cell that the last one came from lead back.
                let undone = if state < 64 { 15 << (4 * origin[state]) } else { 0 };
                after.candidates = from_cell[if state < 64 { state / 4 } else { state - 64 }] & !undone;
            }
        }
        rule
    }
}

impl Pruning for LastMove {
    #[inline(always)]
    fn candidates(&self, rule: Rule) -> u64 {
        self.after[(rule & 127) as usize].candidates
    }

    #[inline(always)]
    fn local(&self, rule: Rule) -> u64 {
        self.after[(rule & 127) as usize].local.into()
    }

    #[inline(always)]
    fn count(&self, rule: Rule) -> u64 {
        self.after[(rule & 127) as usize].count.into()
    }

    #[inline(always)]
    fn next(&self, _: Rule, step: Move) -> Rule {
        step.into()
    }

    fn start(&self, blank: usize) -> Rule {
        64 + blank as Rule
    }

    fn bytes(&self) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::idastar::pruning::automaton::Automaton;

    /// The moves by which a search goes on, down to a depth, in their order.
    fn walk(
        rule: &dyn Pruning,
        grid: &Grid,
        state: Rule,
        last: Option<Move>,
        depth: u32,
        seen: &mut Vec<Move>,
    ) {
        let candidates = rule.candidates(state);
        assert_eq!(u64::from(candidates.count_ones()), rule.count(state));
        if let Some(last) = last {
            let next = NextMoves::table(grid)[usize::from(last)].next;
            let local = (0..4).filter(|slot| rule.local(state) >> slot & 1 == 1);
            assert_eq!(local.fold(0, |set, slot| set | 1_u64 << next[slot]), candidates);
        }
        for step in (0..64).filter(|step| candidates >> step & 1 == 1) {
            seen.push(step);
            if depth > 0 {
                walk(rule, grid, rule.next(state, step), Some(step), depth - 1, seen);
            }
        }
    }

    #[test]
    fn it_allows_what_the_machine_allows_that_forbids_only_taking_back() {
        for shape in ["2x2", "3x3", "4x4", "2x7", "5x3", "2x2x2", "4x2x2"] {
            let grid = Grid::new(shape.parse().unwrap());
            let (table, packed) = (LastMove::new(&grid), Automaton::no_undo(&grid).packed(&grid));
            for blank in 0..grid.cells() {
                let [mut one, mut other] = [vec![], vec![]];
                walk(&table, &grid, table.start(blank), None, 4, &mut one);
                walk(&packed, &grid, packed.start(blank), None, 4, &mut other);
                assert_eq!(one, other, "{shape}, {blank}");
            }
        }
    }
}
