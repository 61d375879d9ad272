//! Short searches by all sums together, which show what each sum is worth on a board.

use super::choose_sums::{Sampler, Set};
use super::patterns::{Fields, IN_WORD, Node, WidePatterns};
use crate::heuristic::PatternDatabases;
use crate::heuristic::pdb::MOST_SUMS;
use crate::search::idastar::grid::Grid;
use crate::search::idastar::kernel::Kernel;
use crate::search::idastar::pruning::automaton::Automaton;

/// Added to the slack of a sample: sums that are not asked go below the bound, and fields must not borrow from each other.
const LEVEL: u64 = 1 << 14;

/// Nodes between two looks at the time: less than a millisecond.
const NODES_BETWEEN_LOOKS: u64 = 1 << 10;

/// Searches from a board by all sums, to see what each is worth.
pub(crate) struct Sample<'a, const PARTS: usize, const DEGREE: usize> {
    kernel: WidePatterns<'a, MOST_SUMS, 4, PARTS, DEGREE>,
    sums: usize,
    numbers: Vec<u8>,
    /// Whether there is no time left.
    stop: &'a dyn Fn() -> bool,
}

impl<'a, const PARTS: usize, const DEGREE: usize> Sample<'a, PARTS, DEGREE> {
    pub(crate) fn new(
        grid: &Grid,
        databases: &'a PatternDatabases,
        numbers: &[u8],
        machine: &Automaton,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let sums = databases.sums();
        let all: Vec<usize> = (0..sums).collect();
        let kernel = WidePatterns::new(grid, databases, &all, machine);
        Sample { kernel, sums, numbers: numbers.to_vec(), stop }
    }

    /// Searches below a node; false if there are more nodes than are left, or no time.
    fn below(
        &self,
        node: &Node<MOST_SUMS, 4, PARTS, DEGREE>,
        sums: Set,
        left: &mut u64,
        cut: &mut dyn FnMut(Set),
    ) -> bool {
        if *left == 0 || node.left == 0 || left.is_multiple_of(NODES_BETWEEN_LOOKS) && (self.stop)() {
            return false;
        }
        *left -= 1;
        (0..DEGREE as u8).filter(|step| node.candidates >> step & 1 == 1).all(|step| {
            let above = self.above(&node.slack_after[usize::from(step)]) & sums;
            if above != 0 {
                cut(above);
                return true;
            }
            self.below(&self.kernel.child(node, step), sums, left, cut)
        })
    }

    /// The sums with a slack below the level.
    fn above(&self, fields: &Fields<4>) -> Set {
        let mut set = 0;
        for sum in 0..self.sums {
            let field = fields[sum / IN_WORD] >> (16 * (sum % IN_WORD));
            set |= Set::from(field & LEVEL == 0) << sum;
        }
        set
    }
}

impl<const PARTS: usize, const DEGREE: usize> Sampler for Sample<'_, PARTS, DEGREE> {
    fn sums(&self) -> usize {
        self.sums
    }

    fn estimate(&self) -> u32 {
        self.kernel.estimate(&self.numbers)
    }

    fn search(&self, bound: u32, sums: Set, most: u64, cut: &mut dyn FnMut(Set)) -> Option<u64> {
        let root = self.kernel.root_above(&self.numbers, bound, LEVEL);
        let mut left = most;
        self.below(&root, sums, &mut left, cut).then_some(most - left)
    }
}
