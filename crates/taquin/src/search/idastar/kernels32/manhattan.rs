//! Manhattan distance on boards of up to 32 cells, flat or not.
//!
//! A tile is five bits: four in one of two words of nibbles, the fifth in a word of bits. A search of this size is
//! bound by its tree, not by its kernel, so the slides are judged one neighbour at a time, each by one bit of a table. Moves
//! are the numbers of the blank's neighbours, ascending. The pruning rule is always an [`Automaton`]; learned to length 2 it
//! forbids just the undoing of moves.

use crate::search::idastar::grid::{Grid, blank_of, cells_of};
use crate::search::idastar::kernel::Kernel;
use crate::search::idastar::pruning::automaton::{Automaton, FORBIDDEN};
use crate::shape::Cell;

/// A board of up to 32 cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed {
    low: [u64; 2],
    high: u32,
}

impl Packed {
    /// The board with these numbers cell by cell.
    pub(crate) fn new(numbers: &[u8]) -> Packed {
        let mut packed = Packed { low: [0; 2], high: 0 };
        for (cell, &tile) in numbers.iter().enumerate() {
            packed.low[cell / 16] |= u64::from(tile & 15) << (4 * (cell % 16));
            packed.high |= u32::from(tile >> 4) << cell;
        }
        packed
    }

    /// The tile in a cell.
    #[inline(always)]
    pub(crate) fn tile_at(&self, cell: u8) -> usize {
        let low = if cell & 16 == 0 { self.low[0] } else { self.low[1] };
        ((low >> (4 * (cell & 15))) as u32 & 15 | (self.high >> (cell & 31) & 1) << 4) as usize
    }

    /// The board after a tile has slid from one cell to another, the blank's.
    #[inline(always)]
    pub(crate) fn slid(&self, tile: u32, from: u8, to: u8) -> Packed {
        // The blank is zero, so putting the tile in both cells by exclusive or moves it.
        let both = |half: u8| {
            let part =
                |cell: u8| if cell >> 4 & 1 == half { ((tile & 15) as u64) << (4 * (cell & 15)) } else { 0 };
            part(from) ^ part(to)
        };
        let fifth = tile >> 4;
        Packed {
            low: [self.low[0] ^ both(0), self.low[1] ^ both(1)],
            high: self.high ^ (fifth << (from & 31) | fifth << (to & 31)),
        }
    }
}

/// The way from a cell to its neighbour as a number: two for each axis.
pub(crate) fn ways(grid: &Grid, from: usize, to: usize) -> u8 {
    let cell = |cell: usize| Cell::from_index(cell);
    2 * grid.shape.axis_between(cell(from), cell(to)) as u8 + u8::from(to > from)
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    board: Packed,
    rule: u32,
    left: u16,
    slack: u8,
    /// Which slides into the blank's cell are good, by neighbour.
    good: u8,
    blank: u8,
}

#[derive(Clone, Copy, Debug)]
struct State {
    candidates: u8,
    count: u8,
    next: [u32; 6],
}

/// `DEGREE` is 4 for flat boards and 6 for others: the most neighbours a cell has.
pub(crate) struct Wide<const DEGREE: usize> {
    states: Vec<State>,
    /// By cell: the state before the first move.
    start: Vec<u32>,
    /// By cell: the neighbours; the cell itself where there are fewer.
    near: [[u8; DEGREE]; 32],
    /// By cell and neighbour: the tiles that come closer to their goal by sliding from the neighbour into the cell.
    closer: [[u32; DEGREE]; 32],
    /// By cell and tile: how far the tile is from home. The blank is nowhere.
    distance: [[u8; 32]; 32],
}

impl<const DEGREE: usize> Wide<DEGREE> {
    pub(crate) fn new(grid: &Grid, goal: &[u8], machine: &Automaton) -> Wide<DEGREE> {
        assert!(grid.cells() <= 32, "wide boards hold at most 32 cells");
        let home: [usize; 32] = cells_of(goal);
        let mut near = [[0; DEGREE]; 32];
        let mut closer = [[0; DEGREE]; 32];
        let mut distance = [[0; 32]; 32];
        for cell in 0..grid.cells() {
            near[cell] = [cell as u8; DEGREE];
            for tile in 1..grid.cells() {
                distance[cell][tile] = grid.distance(cell, home[tile]) as u8;
            }
            for (number, &from) in grid.neighbours(cell).iter().enumerate() {
                near[cell][number] = from as u8;
                for (tile, &home) in home.iter().enumerate().take(grid.cells()).skip(1) {
                    let is_closer = grid.distance(cell, home) < grid.distance(from, home);
                    closer[cell][number] |= u32::from(is_closer) << tile;
                }
            }
        }
        let states = machine
            .next
            .iter()
            .map(|next| {
                let candidates = (0..6).fold(0, |set, step| set | u8::from(next[step] != FORBIDDEN) << step);
                State { candidates, count: candidates.count_ones() as u8, next: *next }
            })
            .collect();
        Wide { states, start: machine.start.clone(), near, closer, distance }
    }

    /// Which slides into the blank's cell are good.
    #[inline(always)]
    fn look(&self, node: &Node) -> u8 {
        let blank = (node.blank & 31) as usize;
        let mut good = 0;
        for number in 0..DEGREE {
            let tile = node.board.tile_at(self.near[blank][number]);
            good |= ((self.closer[blank][number] >> tile & 1) as u8) << number;
        }
        good
    }
}

impl<const DEGREE: usize> Kernel for Wide<DEGREE> {
    type Node = Node;
    type Prefetched = ();

    const AHEAD: bool = false;

    #[inline(always)]
    fn survivors(&self, node: &Node) -> u64 {
        let any = if node.slack > 0 { u8::MAX } else { 0 };
        (self.states[node.rule as usize].candidates & (node.good | any)) as u64
    }

    #[inline(always)]
    fn children(&self, node: &Node) -> u64 {
        self.states[node.rule as usize].count as u64
    }

    fn later_children(&self, node: &Node, step: u8) -> u32 {
        (self.states[node.rule as usize].candidates as u32 >> step >> 1).count_ones()
    }

    #[inline(always)]
    fn begin(&self, node: &Node, step: u8, child: &mut Node, (): &mut ()) {
        *child = self.child(node, step);
    }

    #[inline(always)]
    fn finish(&self, _: &mut Node, (): &()) {}

    #[inline(always)]
    fn child(&self, node: &Node, step: u8) -> Node {
        let step = step as usize % DEGREE.next_power_of_two();
        let (to, from) = (node.blank & 31, self.near[(node.blank & 31) as usize][step.min(DEGREE - 1)]);
        let tile = node.board.tile_at(from) as u32;
        let mut child = Node {
            board: node.board.slid(tile, from, to),
            rule: self.states[node.rule as usize].next[step.min(5)],
            left: node.left.wrapping_sub(1),
            slack: node.slack.wrapping_sub(!(node.good >> step) & 1),
            good: 0,
            blank: from,
        };
        child.good = self.look(&child);
        child
    }

    #[inline(always)]
    fn left(&self, node: &Node) -> u32 {
        node.left as u32
    }

    fn slack(&self, node: &Node) -> u32 {
        node.slack.into()
    }

    fn estimate(&self, numbers: &[u8]) -> u32 {
        numbers.iter().enumerate().map(|(cell, &tile)| u32::from(self.distance[cell][tile as usize])).sum()
    }

    fn root(&self, numbers: &[u8], left: u32) -> Node {
        let slack = ((left - self.estimate(numbers)) / 2) as u8;
        let blank = blank_of(numbers);
        let rule = self.start[blank];
        let board = Packed::new(numbers);
        let mut root = Node { board, rule, left: left as u16, slack, good: 0, blank: blank as u8 };
        root.good = self.look(&root);
        root
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.states[..]) + size_of_val(&self.start[..])
    }

    fn target(&self, node: &Node, step: u8) -> usize {
        self.near[node.blank as usize][step as usize] as usize
    }
}
