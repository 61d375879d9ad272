//! Whether boards lead to the goal in so many moves, asked of a kernel again and again.

use super::grid;
use super::kernel::Kernel;
use super::team::interleave::{self, Event, Strand};
use super::team::subtrees::INTERLEAVED_AHEAD;
use crate::board::Board;
use crate::search::common::node_budget::Count;

/// A kernel with some boards under search, each on a strand of its own.
pub(crate) trait Probe {
    /// How many boards it searches in turn.
    fn most(&self) -> usize;
    /// Puts a board on a strand, on a new one if there is none of the number: is there a way to the goal in so many moves,
    /// fewer than [`DEEPEST`](interleave::DEEPEST), whose first does not lead the blank to a pointless cell? The board must not be
    /// nearer to the goal. False if there is nothing to search: there is no way.
    fn put(&mut self, strand: usize, board: &Board, left: u32, is_pointless: &dyn Fn(usize) -> bool) -> bool;
    /// Gives a strand up; those after it move up.
    fn remove(&mut self, strand: usize);
    /// Gives the first so many strands up to `turns` turns each; ends early at the first event. Also the nodes.
    fn run(&mut self, strands: usize, turns: u32) -> (Event, Count);
    /// The cells that the blank goes to on the way to the goal, on a strand that stands on it.
    fn way(&self, strand: usize) -> Vec<usize>;
}

/// Strands of one kernel.
pub(super) struct Prober<'a, K: Kernel> {
    kernel: &'a K,
    strands: Vec<Strand<K>>,
}

impl<'a, K: Kernel> Prober<'a, K> {
    pub(super) fn new(kernel: &'a K) -> Prober<'a, K> {
        Prober { kernel, strands: Vec::new() }
    }
}

impl<K: Kernel> Probe for Prober<'_, K> {
    fn most(&self) -> usize {
        if K::AHEAD { INTERLEAVED_AHEAD } else { 1 }
    }

    fn put(&mut self, strand: usize, board: &Board, left: u32, is_pointless: &dyn Fn(usize) -> bool) -> bool {
        let numbers = grid::numbers(board);
        // Roots are made of boards that may lead to the goal.
        if self.kernel.estimate(&numbers) > left {
            return false;
        }
        let root = self.kernel.root(&numbers, left);
        if strand == self.strands.len() {
            self.strands.push(Strand::new(root));
        }
        let survivors = self.kernel.survivors(&root);
        let steps = (0..u64::BITS as u8).filter(|step| survivors >> step & 1 != 0);
        let pointless = steps.filter(|&step| is_pointless(self.kernel.target(&root, step)));
        let rest = pointless.fold(survivors, |rest, step| rest & !(1 << step));
        self.strands[strand].load_part(self.kernel, root, rest)
    }

    fn remove(&mut self, strand: usize) {
        self.strands.remove(strand);
    }

    fn run(&mut self, strands: usize, turns: u32) -> (Event, Count) {
        let strands = &mut self.strands[..strands];
        let generated =
            |strands: &[Strand<K>]| strands.iter().map(|strand| strand.count.generated).sum::<u64>();
        let before = generated(strands);
        let (event, expanded) = interleave::run(self.kernel, strands, turns);
        (event, Count { expanded, generated: generated(strands) - before })
    }

    fn way(&self, strand: usize) -> Vec<usize> {
        let strand = &self.strands[strand];
        let mut node = *strand.root();
        let mut cells = Vec::new();
        for step in strand.path() {
            cells.push(self.kernel.target(&node, step));
            node = self.kernel.child_of(&node, step);
        }
        cells
    }
}
