//! Shifts on flat boards of at most 26 cells.
//!
//! A board is two words: its tiles row after row, and column after column, both without the blank ([`Lines`]). A shift along a
//! column turns windows of the first and leaves the second as it is; along a row it is the other way round. So a move changes
//! the word, its place in tables, the walking distance and the need of one axis.
//!
//! There are three: one whose lines are four long, as the compiler knows, one for all lengths, and one for words of more than
//! 64 bits. The last goes without walking distance where that has no tables.
//!
//! Moves are numbered as [`Metric::moves_from`] lists them: those along rows first, in each direction the shortest first.

use crate::board::Board;
use crate::heuristic::axis_distance::{Index, LineOrders, Lines, MOST_TILES, Word};
use crate::heuristic::{AnyHeuristic, AxisDistance, Heuristic, least_moves};
use crate::search::StopReason;
use crate::search::idastar::kernel::Kernel;
use crate::search::idastar::team::subtrees::Engine;
use crate::shape::Axis;
use std::marker::PhantomData;

const AXES: [Axis; 2] = [Axis::X, Axis::Y];
const NO_AXIS: u8 = 2;
/// The largest side.
const LONGEST: usize = 8;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node<W> {
    /// By axis: its lines, and the shifts that are needed along it.
    lines: [Across<W>; 2],
    needs: [u8; 2],
    /// The blank's place along each axis.
    at: [u8; 2],
    /// The axis of the last move.
    last: u8,
    left: u8,
    /// Moves to children within the bound.
    alive: u16,
}

/// The lines across an axis.
#[derive(Clone, Copy, Debug)]
struct Across<W> {
    word: W,
    /// The number of their matrix in walking distance.
    matrix: u32,
    index: Index,
}

/// What is needed of one axis.
struct Along<'a> {
    side: u32,
    /// Cells in a line across it.
    length: u32,
    /// By tile of a word.
    goal_lines: [u8; MOST_TILES],
    /// `(matrix * 2 + forward) * side + goal line` → the matrix one slide on; empty if there are too many matrices.
    next: &'a [u32],
    distance: Vec<u8>,
    orders: &'a LineOrders,
}

/// Lines are as many as `LINES` and as long, or as the shape says if that is 0.
pub(super) struct ShiftKernel<'a, W, const LINES: u32> {
    axes: &'a AxisDistance,
    along: [Along<'a>; 2],
    words: PhantomData<W>,
    /// By the axis of the last move: moves along the other, or all.
    candidates: [u16; 3],
}

/// The kernel for a shape.
pub(super) enum AnyShiftKernel<'a> {
    FourByFour(ShiftKernel<'a, u64, 4>),
    Small(ShiftKernel<'a, u64, 0>),
    Large(ShiftKernel<'a, u128, 0>),
}

impl<'a> AnyShiftKernel<'a> {
    /// A kernel for a heuristic, if there is one.
    ///
    /// # Errors
    /// Why to stop, if `is_over` says so while its tables are made.
    pub(super) fn new(
        heuristic: &'a AnyHeuristic,
        is_over: &dyn Fn() -> Option<StopReason>,
    ) -> Result<Option<AnyShiftKernel<'a>>, StopReason> {
        let AnyHeuristic::AxisDistance(axes) = heuristic else { return Ok(None) };
        let shape = axes.goal().shape();
        if AXES.iter().any(|&axis| shape.side(axis) > LONGEST) {
            return Ok(None);
        }
        let Some(orders) = axes.orders_at_last(is_over)? else { return Ok(None) };
        Ok(Some(if shape.width() == 4 && shape.height() == 4 {
            AnyShiftKernel::FourByFour(ShiftKernel::new(axes, orders))
        } else if LineOrders::are_for::<u64>(shape) {
            AnyShiftKernel::Small(ShiftKernel::new(axes, orders))
        } else {
            AnyShiftKernel::Large(ShiftKernel::new(axes, orders))
        }))
    }

    /// The kernel as an object.
    pub(super) fn into_engine(self) -> Box<dyn Engine + 'a> {
        match self {
            AnyShiftKernel::FourByFour(kernel) => Box::new(kernel),
            AnyShiftKernel::Small(kernel) => Box::new(kernel),
            AnyShiftKernel::Large(kernel) => Box::new(kernel),
        }
    }

    /// The moves that a board needs at least.
    pub(super) fn estimate(&self, numbers: &[u8]) -> u32 {
        match self {
            AnyShiftKernel::FourByFour(kernel) => kernel.estimate(numbers),
            AnyShiftKernel::Small(kernel) => kernel.estimate(numbers),
            AnyShiftKernel::Large(kernel) => kernel.estimate(numbers),
        }
    }
}

impl<'a, W: Word, const LINES: u32> ShiftKernel<'a, W, LINES> {
    fn new(axes: &'a AxisDistance, orders: &'a [LineOrders; 2]) -> ShiftKernel<'a, W, LINES> {
        let shape = axes.goal().shape();
        let along = AXES.map(|axis| {
            let (next, distance): (&[u32], &[u16]) = axes.walking().table(axis).unwrap_or((&[], &[0]));
            let mut goal_lines = [0; MOST_TILES];
            let lines = Lines::new(axes.goal(), axis).goal_lines();
            goal_lines[..lines.len()].copy_from_slice(&lines);
            Along {
                side: shape.side(axis) as u32,
                length: (shape.cells() / shape.side(axis)) as u32,
                goal_lines,
                next,
                distance: distance.iter().map(|&shifts| shifts as u8).collect(),
                orders: &orders[axis as usize],
            }
        });
        let [rows, columns] = [0, 1].map(|axis: usize| (1u16 << (along[axis].side - 1)) - 1);
        let columns = columns << (along[0].side - 1);
        ShiftKernel { axes, along, words: PhantomData, candidates: [columns, rows, rows | columns] }
    }

    /// How many lines there are across an axis.
    #[inline(always)]
    fn side(&self, axis: usize) -> u32 {
        if LINES == 0 { self.along[axis].side } else { LINES }
    }

    /// How long they are.
    #[inline(always)]
    fn length(&self, axis: usize) -> u32 {
        if LINES == 0 { self.along[axis].length } else { LINES }
    }

    /// The axis of a move, whether it is forward, and how many tiles it takes along.
    #[inline(always)]
    fn read(&self, node: &Node<W>, step: u8) -> (usize, bool, u32) {
        let step = u32::from(step);
        let across = self.side(0) - 1;
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
    fn look(&self, node: &mut Node<W>) {
        node.alive = 0;
        let Some(left) = node.left.checked_sub(1) else { return };
        for axis in 0..2 {
            // After a move along an axis the other comes first.
            let other = (2 * node.needs[1 - axis]).saturating_sub(1);
            if axis == usize::from(node.last) || other > left {
                continue;
            }
            let begin = if axis == 0 { 0 } else { self.side(0) - 1 };
            let most = left / 2;
            let at = u32::from(node.at[axis]);
            let end = self.side(axis) - 1 - at;
            let (first, second) = if axis == 0 { (true, false) } else { (false, true) };
            let (near, far) = if axis == 0 { (end, at) } else { (at, end) };
            node.alive |= self.look_along(node, axis, first, near, most) << begin;
            node.alive |= self.look_along(node, axis, second, far, most) << (begin + near);
        }
        // Without walking distance no need does not mean that all tiles are home.
        if LINES == 0 && left == 0 && self.along.iter().any(|along| along.next.is_empty()) {
            node.alive = self.to_the_goal(node);
        }
    }

    /// Those of the moves to children without needs that lead to the goal.
    fn to_the_goal(&self, node: &Node<W>) -> u16 {
        let leads = |step: &u8| {
            let (axis, forward, tiles) = self.read(node, *step);
            let (mut lines, mut line) = (node.lines[axis], u32::from(node.at[axis]));
            for _ in 0..tiles {
                (lines, line) = self.step(node, axis, forward, lines, line);
            }
            let goal = self.axes.goal();
            lines.word == Lines::new(goal, AXES[axis]).word(goal)
        };
        let alive = (0..u16::BITS as u8).filter(|step| node.alive >> step & 1 != 0);
        alive.filter(leads).fold(0, |all, step| all | 1 << step)
    }

    /// Which shifts in a direction, the shortest first, leave no more to do along the axis than so much.
    #[inline(always)]
    fn look_along(&self, node: &Node<W>, axis: usize, forward: bool, longest: u32, most: u8) -> u16 {
        let mut alive = 0;
        let mut lines = node.lines[axis];
        let mut line = u32::from(node.at[axis]);
        for number in 0..longest {
            (lines, line) = self.step(node, axis, forward, lines, line);
            if self.need_within(axis, &lines, line, most) {
                alive |= 1 << number;
            }
        }
        alive
    }

    /// One step of the blank along an axis, from a line.
    #[inline(always)]
    fn step(
        &self,
        node: &Node<W>,
        axis: usize,
        forward: bool,
        lines: Across<W>,
        line: u32,
    ) -> (Across<W>, u32) {
        let (along, length) = (&self.along[axis], self.length(axis));
        let place = line * length + u32::from(node.at[1 - axis]);
        // The tile that comes: the last of the window, or the first.
        let comes = if forward { place + length - 1 } else { place - length };
        let goal_line = along.goal_lines[lines.word.tile(comes)];
        let entry = (lines.matrix * 2 + u32::from(forward)) * self.side(axis) + u32::from(goal_line);
        let is_walking = LINES != 0 || !along.next.is_empty();
        let after = Across {
            word: lines.word.rotated(place, length, forward),
            matrix: if is_walking { along.next[entry as usize] } else { 0 },
            index: along.orders.rotated(lines.index, lines.word, place, length, forward),
        };
        (after, if forward { line + 1 } else { line - 1 })
    }

    #[inline(always)]
    fn need_within(&self, axis: usize, lines: &Across<W>, line: u32, most: u8) -> bool {
        let along = &self.along[axis];
        along.distance[lines.matrix as usize] <= most
            && along.orders.are_within(lines.index, line as usize, most)
    }

    #[inline(always)]
    fn need(&self, axis: usize, lines: &Across<W>, line: u32) -> u8 {
        let along = &self.along[axis];
        along.distance[lines.matrix as usize].max(along.orders.shifts(lines.index, line as usize))
    }

    /// The node of a board, without its children.
    fn node(&self, numbers: &[u8]) -> Node<W> {
        let numbers: Vec<u16> = numbers.iter().map(|&number| number.into()).collect();
        let (goal, walking) = (self.axes.goal(), self.axes.walking());
        let board = Board::from_permutation(goal.shape(), &numbers);
        let at = AXES.map(|axis| goal.shape().coordinate(board.blank(), axis) as u8);
        let walk = walking.remember(&board);
        let lines = AXES.map(|axis| {
            let along = &self.along[axis as usize];
            let word: W = Lines::new(goal, axis).word(&board);
            let matrix = if along.next.is_empty() { 0 } else { walk[axis as usize] };
            Across { word, matrix, index: along.orders.index(word) }
        });
        let needs = [0, 1].map(|axis| self.need(axis, &lines[axis], at[axis].into()));
        Node { lines, needs, at, last: NO_AXIS, left: 0, alive: 0 }
    }

    /// The moves that a node needs at least.
    fn least_moves(&self, node: &Node<W>) -> u32 {
        let [across, upright] = node.needs.map(u32::from);
        least_moves([across, upright, 0], AXES.get(usize::from(node.last)).copied())
    }
}

impl<W: Word, const LINES: u32> Kernel for ShiftKernel<'_, W, LINES> {
    type Node = Node<W>;
    type Prefetched = ();

    const AHEAD: bool = false;

    fn estimate(&self, numbers: &[u8]) -> u32 {
        self.least_moves(&self.node(numbers))
    }

    fn root(&self, numbers: &[u8], left: u32) -> Node<W> {
        let mut root = Node { left: left as u8, ..self.node(numbers) };
        self.look(&mut root);
        root
    }

    #[inline(always)]
    fn survivors(&self, node: &Node<W>) -> u64 {
        node.alive.into()
    }

    #[inline(always)]
    fn children(&self, node: &Node<W>) -> u64 {
        self.candidates[usize::from(node.last)].count_ones().into()
    }

    fn later_children(&self, node: &Node<W>, step: u8) -> u32 {
        (self.candidates[usize::from(node.last)] >> step >> 1).count_ones()
    }

    #[inline(always)]
    fn begin(&self, node: &Node<W>, step: u8, child: &mut Node<W>, (): &mut ()) {
        *child = self.child(node, step);
    }

    #[inline(always)]
    fn finish(&self, _: &mut Node<W>, (): &()) {}

    #[inline(always)]
    fn child(&self, node: &Node<W>, step: u8) -> Node<W> {
        let (axis, forward, tiles) = self.read(node, step);
        let mut child = *node;
        let (mut lines, mut line) = (node.lines[axis], u32::from(node.at[axis]));
        for _ in 0..tiles {
            (lines, line) = self.step(node, axis, forward, lines, line);
        }
        (child.lines[axis], child.at[axis]) = (lines, line as u8);
        child.needs[axis] = self.need(axis, &lines, line);
        (child.last, child.left) = (axis as u8, node.left.wrapping_sub(1));
        self.look(&mut child);
        child
    }

    #[inline(always)]
    fn left(&self, node: &Node<W>) -> u32 {
        node.left.into()
    }

    fn slack(&self, node: &Node<W>) -> u32 {
        self.left(node).saturating_sub(self.least_moves(node))
    }

    fn target(&self, node: &Node<W>, step: u8) -> usize {
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
