//! Shifts on flat boards of at most 16 cells.
//!
//! A board is two words: the goal row of every tile, row after row, and the goal column of every tile, column after column,
//! both without the blank ([`Lines`]). A shift along a column turns windows of the first and leaves the second as it is; along
//! a row it is the other way round. So a move changes the word, the walking distance and the need of one axis.
//!
//! Moves are numbered as [`Metric::moves_from`] lists them: those along rows first, in each direction the shortest first.

use crate::board::Board;
use crate::heuristic::{AnyHeuristic, AxisDistance, Heuristic, LineOrders, Lines, least_moves, rotated};
use crate::search::idastar::kernel::Kernel;
use crate::shape::Axis;

const AXES: [Axis; 2] = [Axis::X, Axis::Y];
const NO_AXIS: u8 = 2;
/// The largest side.
const LONGEST: usize = 8;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// By axis: the word of the lines across it, the number of their matrix, the shifts that are needed along the axis.
    words: [u64; 2],
    matrices: [u32; 2],
    needs: [u8; 2],
    /// The blank's place along each axis.
    at: [u8; 2],
    /// The axis of the last move.
    last: u8,
    left: u8,
    /// Moves to children within the bound.
    alive: u16,
}

/// What is needed of one axis.
struct Along<'a> {
    side: u32,
    /// Cells in a line across it.
    length: u32,
    bits: u32,
    /// `(matrix * 2 + forward) * side + goal line` → the matrix one slide on.
    next: &'a [u32],
    distance: Vec<u8>,
    orders: &'a [LineOrders],
}

pub(super) struct ShiftKernel<'a> {
    axes: &'a AxisDistance,
    along: [Along<'a>; 2],
    /// By the axis of the last move: moves along the other, or all.
    candidates: [u16; 3],
}

impl<'a> ShiftKernel<'a> {
    /// A kernel for a heuristic, if there is one.
    pub(super) fn new(heuristic: &'a AnyHeuristic) -> Option<ShiftKernel<'a>> {
        let AnyHeuristic::AxisDistance(axes) = heuristic else { return None };
        let shape = axes.goal().shape();
        let fits = shape.is_flat() && !shape.is_strip() && shape.cells() <= 16;
        if !fits || AXES.iter().any(|&axis| shape.side(axis) > LONGEST) {
            return None;
        }
        let along = |axis: Axis| {
            let (next, distance) = axes.walking().table(axis)?;
            Some(Along {
                side: shape.side(axis) as u32,
                length: (shape.cells() / shape.side(axis)) as u32,
                bits: if shape.side(axis) <= 4 { 2 } else { 4 },
                next,
                distance: distance.iter().map(|&shifts| shifts as u8).collect(),
                orders: axes.orders(axis),
            })
        };
        let along = [along(Axis::X)?, along(Axis::Y)?];
        let [rows, columns] = [0, 1].map(|axis: usize| (1u16 << (along[axis].side - 1)) - 1);
        let columns = columns << (along[0].side - 1);
        Some(ShiftKernel { axes, along, candidates: [columns, rows, rows | columns] })
    }

    /// The axis of a move, whether it is forward, and how many tiles it takes along.
    #[inline(always)]
    fn read(&self, node: &Node, step: u8) -> (usize, bool, u32) {
        let step = u32::from(step);
        let across = self.along[0].side - 1;
        if step < across {
            // East, then west.
            let east = across - u32::from(node.at[0]);
            if step < east { (0, true, step + 1) } else { (0, false, step - east + 1) }
        } else {
            // North, then south.
            let (step, north) = (step - across, u32::from(node.at[1]));
            if step < north { (1, false, step + 1) } else { (1, true, step - north + 1) }
        }
    }

    /// Finds the children within the bound.
    #[inline(always)]
    fn look(&self, node: &mut Node) {
        node.alive = 0;
        let Some(left) = node.left.checked_sub(1) else { return };
        for axis in 0..2 {
            // After a move along an axis the other comes first.
            let other = (2 * node.needs[1 - axis]).saturating_sub(1);
            if axis == usize::from(node.last) || other > left {
                continue;
            }
            let begin = if axis == 0 { 0 } else { self.along[0].side - 1 };
            let most = left / 2;
            let at = u32::from(node.at[axis]);
            let end = self.along[axis].side - 1 - at;
            let (first, second) = if axis == 0 { (true, false) } else { (false, true) };
            let (near, far) = if axis == 0 { (end, at) } else { (at, end) };
            node.alive |= self.look_along(node, axis, first, near, most) << begin;
            node.alive |= self.look_along(node, axis, second, far, most) << (begin + near);
        }
    }

    /// Which shifts in a direction, the shortest first, leave no more to do along the axis than so much.
    #[inline(always)]
    fn look_along(&self, node: &Node, axis: usize, forward: bool, longest: u32, most: u8) -> u16 {
        let mut alive = 0;
        let (mut word, mut matrix) = (node.words[axis], node.matrices[axis]);
        let mut line = u32::from(node.at[axis]);
        for number in 0..longest {
            (word, matrix, line) = self.step(node, axis, forward, word, matrix, line);
            if self.need_within(axis, word, matrix, line, most) {
                alive |= 1 << number;
            }
        }
        alive
    }

    /// One step of the blank along an axis.
    #[inline(always)]
    fn step(
        &self,
        node: &Node,
        axis: usize,
        forward: bool,
        word: u64,
        matrix: u32,
        line: u32,
    ) -> (u64, u32, u32) {
        let along = &self.along[axis];
        let place = line * along.length + u32::from(node.at[1 - axis]);
        // The tile that comes: the last of the window, or the first.
        let index = if forward { place + along.length - 1 } else { place - along.length };
        let goal_line = (word >> (along.bits * index)) as u32 & ((1 << along.bits) - 1);
        let entry = (matrix * 2 + u32::from(forward)) * along.side + goal_line;
        let word = rotated(word, along.bits, place, along.length, forward);
        (word, along.next[entry as usize], if forward { line + 1 } else { line - 1 })
    }

    #[inline(always)]
    fn need_within(&self, axis: usize, word: u64, matrix: u32, line: u32, most: u8) -> bool {
        let along = &self.along[axis];
        along.distance[matrix as usize] <= most
            && along.orders.iter().all(|orders| orders.shifts(word as u32, line as usize) <= most)
    }

    #[inline(always)]
    fn need(&self, axis: usize, word: u64, matrix: u32, line: u32) -> u8 {
        let along = &self.along[axis];
        let by_order = along.orders.iter().map(|orders| orders.shifts(word as u32, line as usize));
        by_order.fold(along.distance[matrix as usize], u8::max)
    }

    /// The node of a board, without its children.
    fn node(&self, numbers: &[u8]) -> Node {
        let numbers: Vec<u16> = numbers.iter().map(|&number| number.into()).collect();
        let (goal, walking) = (self.axes.goal(), self.axes.walking());
        let board = Board::from_permutation(goal.shape(), &numbers);
        let at = AXES.map(|axis| goal.shape().coordinate(board.blank(), axis) as u8);
        let bits = |axis: Axis| self.along[axis as usize].bits as usize;
        let words = AXES.map(|axis| Lines::new(goal, axis).word_of(&board, bits(axis)));
        let [across, upright, _] = walking.remember(&board);
        let matrices = [across, upright];
        let needs = [0, 1].map(|axis| self.need(axis, words[axis], matrices[axis], at[axis].into()));
        Node { words, matrices, needs, at, last: NO_AXIS, left: 0, alive: 0 }
    }

    /// The moves that a node needs at least.
    fn least_moves(&self, node: &Node) -> u32 {
        let [across, upright] = node.needs.map(u32::from);
        least_moves([across, upright, 0], AXES.get(usize::from(node.last)).copied())
    }
}

impl Kernel for ShiftKernel<'_> {
    type Node = Node;
    type Prefetched = ();

    const AHEAD: bool = false;

    fn estimate(&self, numbers: &[u8]) -> u32 {
        self.least_moves(&self.node(numbers))
    }

    fn root(&self, numbers: &[u8], left: u32) -> Node {
        let mut root = Node { left: left as u8, ..self.node(numbers) };
        self.look(&mut root);
        root
    }

    #[inline(always)]
    fn survivors(&self, node: &Node) -> u64 {
        node.alive.into()
    }

    #[inline(always)]
    fn children(&self, node: &Node) -> u64 {
        self.candidates[usize::from(node.last)].count_ones().into()
    }

    fn later_children(&self, node: &Node, step: u8) -> u32 {
        (self.candidates[usize::from(node.last)] >> step >> 1).count_ones()
    }

    #[inline(always)]
    fn begin(&self, node: &Node, step: u8, child: &mut Node, (): &mut ()) {
        *child = self.child(node, step);
    }

    #[inline(always)]
    fn finish(&self, _: &mut Node, (): &()) {}

    #[inline(always)]
    fn child(&self, node: &Node, step: u8) -> Node {
        let (axis, forward, tiles) = self.read(node, step);
        let mut child = *node;
        let (mut word, mut matrix) = (node.words[axis], node.matrices[axis]);
        let mut line = u32::from(node.at[axis]);
        for _ in 0..tiles {
            (word, matrix, line) = self.step(node, axis, forward, word, matrix, line);
        }
        (child.words[axis], child.matrices[axis], child.at[axis]) = (word, matrix, line as u8);
        child.needs[axis] = self.need(axis, word, matrix, line);
        (child.last, child.left) = (axis as u8, node.left.wrapping_sub(1));
        self.look(&mut child);
        child
    }

    #[inline(always)]
    fn left(&self, node: &Node) -> u32 {
        node.left.into()
    }

    fn slack(&self, node: &Node) -> u32 {
        self.left(node).saturating_sub(self.least_moves(node))
    }

    fn target(&self, node: &Node, step: u8) -> usize {
        let (axis, forward, tiles) = self.read(node, step);
        let tiles = tiles as usize;
        let mut at = node.at.map(usize::from);
        at[axis] = if forward { at[axis] + tiles } else { at[axis] - tiles };
        self.axes.goal().shape().cell_at([at[0], at[1], 0]).index()
    }

    fn bytes(&self) -> usize {
        self.along.iter().map(|along| along.distance.len()).sum()
    }
}
