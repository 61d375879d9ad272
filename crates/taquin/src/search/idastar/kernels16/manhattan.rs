//! Manhattan distance on boards of at most 16 cells.
//!
//! The board is a word of nibbles. A second word holds, for every tile where it lies, which of its four possible slides
//! are good. Sliding a tile rewrites one nibble of each; nibbles of the blank's cell are stale and never read.

use super::moves::Moves;
use crate::search::idastar::grid::{Grid, blank_of, cells_of};
use crate::search::idastar::kernel::Kernel;
use crate::search::idastar::pruning::{Pruning, Rule};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    board: u64,
    good: u64,
    slack: u16,
    left: u16,
    /// State of the pruning rule; implies the blank's cell.
    rule: Rule,
}

/// What a move does whatever the tile.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// All nibbles but that of the cell the tile goes to.
    keep: u64,
    /// Where the arrivals in that cell begin.
    arrivals: u64,
}

/// What a tile brings to the cell it arrives in.
#[derive(Clone, Copy, Debug, Default)]
struct Arrival {
    tile: u64,
    good: u64,
}

pub(crate) struct Manhattan<P> {
    pruning: P,
    step: [Step; 64],
    /// By move's origin and tile.
    arrival: [Arrival; 256],
    /// By cell and tile: how far the tile is from home. The blank is nowhere.
    distance: [u8; 256],
}

impl<P: Pruning> Manhattan<P> {
    pub(crate) fn new(grid: &Grid, goal: &[u8], pruning: P) -> Manhattan<P> {
        let home: [usize; 16] = cells_of(goal);
        let mut arrival = [Arrival::default(); 256];
        let mut distance = [0; 256];
        for cell in 0..grid.cells() {
            for tile in 1..grid.cells() {
                let away = |cell| grid.distance(cell, home[tile]);
                let mut good = 0;
                for &to in grid.neighbours(cell) {
                    good |= u64::from(away(to) < away(cell)) << Moves::number(grid, to, cell);
                }
                arrival[cell * 16 + tile] = Arrival { tile: (tile as u64) << (4 * cell), good };
                distance[cell * 16 + tile] = away(cell) as u8;
            }
        }
        let step = Moves::new(grid)
            .origin
            .map(|cell| Step { keep: !(15 << (4 * cell)), arrivals: u64::from(cell) * 16 });
        Manhattan { pruning, step, arrival, distance }
    }
}

impl<P: Pruning> Kernel for Manhattan<P> {
    type Node = Node;
    type Prefetched = ();

    const AHEAD: bool = false;

    #[inline(always)]
    fn survivors(&self, node: &Node) -> u64 {
        let any = if node.slack > 0 { u64::MAX } else { 0 };
        self.pruning.candidates(node.rule) & (node.good | any)
    }

    #[inline(always)]
    fn children(&self, node: &Node) -> u64 {
        self.pruning.count(node.rule)
    }

    fn later_children(&self, node: &Node, step: u8) -> u32 {
        (self.pruning.candidates(node.rule) >> step >> 1).count_ones()
    }

    #[inline(always)]
    fn begin(&self, node: &Node, step: u8, child: &mut Node, (): &mut ()) {
        *child = self.child(node, step);
    }

    #[inline(always)]
    fn finish(&self, _: &mut Node, (): &()) {}

    #[inline(always)]
    fn child(&self, node: &Node, step: u8) -> Node {
        let Step { keep, arrivals } = self.step[(step & 63) as usize];
        let tile = node.board >> (step & 60) & 15;
        let arrival = self.arrival[((arrivals | tile) & 255) as usize];
        let bad = !(node.good >> (step & 63)) as u16 & 1;
        Node {
            board: node.board & keep | arrival.tile,
            good: node.good & keep | arrival.good,
            slack: node.slack.wrapping_sub(bad),
            left: node.left.wrapping_sub(1),
            rule: self.pruning.next(node.rule, step),
        }
    }

    #[inline(always)]
    fn left(&self, node: &Node) -> u32 {
        node.left as u32
    }

    fn slack(&self, node: &Node) -> u32 {
        node.slack.into()
    }

    fn estimate(&self, numbers: &[u8]) -> u32 {
        numbers
            .iter()
            .enumerate()
            .map(|(cell, &tile)| u32::from(self.distance[cell * 16 + tile as usize]))
            .sum()
    }

    fn root(&self, numbers: &[u8], left: u32) -> Node {
        let slack = (left - self.estimate(numbers)) as u16 / 2;
        let rule = self.pruning.start(blank_of(numbers));
        let empty = Node { board: 0, good: 0, slack, left: left as u16, rule };
        numbers.iter().enumerate().fold(empty, |node, (cell, &tile)| {
            let arrival = self.arrival[cell * 16 + tile as usize];
            Node { board: node.board | arrival.tile, good: node.good | arrival.good, ..node }
        })
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.pruning.bytes()
    }

    fn target(&self, _node: &Node, step: u8) -> usize {
        step as usize / 4
    }
}
