//! One iteration of the two-ended search: depth first, with a fixed number of bad moves.
//!
//! At every node the blank may be moved at the start end or un-moved at the goal end. The moves of
//! either end are a complete set of choices, so the children of both are tested and the end with fewer
//! survivors is expanded. The search keeps the number of bad moves left rather than f: a good move
//! costs nothing, a bad one costs one. [`super::nodes::none_left`] expands nodes with no bad move left, most of
//! them all; [`super::nodes::one_demanded`] those with one left that is demanded; [`super::nodes::some_left`] the others.
//!
//! **What is dead stays dead.** If no solution within the bad moves left ends with a certain move,
//! then none does after a move at the start end either (put that move in front). So moves of the other
//! end that failed their test are not tried again below, until that end itself moves.

use super::beam::levels::Node;
use super::bound::last_movers::last_movers;
use super::bound::reach::Reach;
use super::layout::Layout;
use super::nodes::one_demanded::Hypothesis;
use super::position::{Packed, Position};
use super::simd::{Batch, Instructions};
use super::transpositions::Transpositions;
use crate::first_entry::cells::WAYS;
use crate::first_entry::flood::Word;
use crate::first_entry::hitting_set::Family;
use crate::search::common::node_budget::{Count, NodeBudget};

/// A move: the end, and the cell its blank goes to.
pub(crate) type Step = (u8, u8);

/// Tells, after some nodes have been expanded, how many more may be: 0 to stop.
pub(crate) type Meter<'a> = &'a mut dyn FnMut(u64) -> u64;

/// Children of both ends, at most.
pub(crate) const CHILDREN: usize = 2 * WAYS;

/// The children of a node that have to be tried, all of one end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Children<W> {
    pub(crate) end: usize,
    pub(crate) cells: [u8; WAYS],
    /// Which of them are made by a good move, one bit each.
    pub(crate) good: u32,
    /// Which of them are made by a bad move, one bit each.
    pub(crate) bad: u32,
    /// The moves of the other end that need not be tried below.
    pub(crate) dead: W,
}

impl<W> Children<W> {
    /// Number, cell and goodness of each: the good ones first.
    #[inline(always)]
    pub(crate) fn each(&self) -> impl Iterator<Item = (usize, u8, bool)> + use<'_, W> {
        let mut rest = u64::from(self.good) | u64::from(self.bad) << WAYS;
        std::iter::from_fn(move || {
            let lowest = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                let child = lowest % WAYS;
                (child, self.cells[child], lowest < WAYS)
            })
        })
    }
}

/// How a subtree was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Searched through: no solution.
    Exhausted,
    /// Left because of a solution, which the trail holds, or because it was time to stop.
    Left,
}

/// Searches through parts of an iteration. It hardly grows while it runs.
pub(crate) struct Kernel<'a, W, const CUBE: bool> {
    pub(crate) layout: &'a Layout<W, CUBE>,
    pub(crate) instructions: Instructions,
    pub(crate) position: Position,
    pub(crate) batch: Batch<W>,
    /// Views of the nodes on the path and of their children.
    pub(crate) arena: Vec<Reach<W>>,
    /// The sets of those that are known, in the same places.
    pub(crate) families: Vec<Family>,
    /// The hypotheses of the node that is being expanded.
    pub(crate) hypotheses: Vec<Hypothesis<W>>,
    transpositions: Transpositions,
    /// The moves of a solution, last first.
    trail: Vec<Step>,
    meter: Meter<'a>,
    /// Nodes that may be expanded before the meter is asked again, and how many it gave.
    left: u64,
    given: u64,
    /// Nodes expanded that the meter has heard of.
    metered: u64,
    /// Children made.
    pub(crate) generated: u64,
    stopped: bool,
}

impl<'a, W: Word, const CUBE: bool> Kernel<'a, W, CUBE> {
    /// Ready to search solutions of at most this many moves; 0 to look at the children of positions only.
    pub(crate) fn new(
        layout: &'a Layout<W, CUBE>,
        instructions: Instructions,
        moves: u32,
        meter: Meter<'a>,
    ) -> Kernel<'a, W, CUBE> {
        Kernel {
            layout,
            instructions,
            position: Position::default(),
            batch: Batch::default(),
            families: Vec::new(),
            arena: vec![Reach::default(); Self::slots(moves)],
            hypotheses: Vec::new(),
            transpositions: Transpositions::new(),
            trail: Vec::new(),
            meter,
            left: 0,
            given: 0,
            metered: 0,
            generated: 0,
            stopped: false,
        }
    }

    /// No way down is longer than a solution, and every node on it has its children's views.
    fn slots(moves: u32) -> usize {
        1 + CHILDREN * (moves as usize + 1)
    }

    /// The bytes that a kernel holds.
    pub(crate) fn bytes(moves: u32) -> usize {
        size_of::<Self>()
            + Self::slots(moves) * (size_of::<Reach<W>>() + size_of::<Family>())
            + Transpositions::bytes()
    }

    /// Was it stopped by its meter?
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Asks the meter again if it was stopped: what it searched was of no use any more, and what comes now may be.
    pub(crate) fn go_on(&mut self) {
        if self.stopped {
            self.stopped = false;
            self.refill();
        }
    }

    /// The nodes of all that it has searched.
    pub(crate) fn count(&self) -> Count {
        Count { expanded: self.metered + self.given - self.left, generated: self.generated }
    }

    /// It has done its work: counts what the meter has not heard of.
    pub(crate) fn finish(self, node_budget: &NodeBudget) {
        node_budget.add(Count { expanded: self.given - self.left, generated: self.generated });
    }

    /// Searches below a position: the steps of a solution with so many moves.
    pub(crate) fn search(&mut self, subtree: &Node<W>, moves: u32) -> Option<Vec<Step>> {
        self.enter(&subtree.position);
        self.trail.clear();
        self.transpositions.begin();
        let verdict =
            self.node(0, 1, moves - 2 * subtree.bad, subtree.bad, subtree.dead, Transpositions::FIRST);
        (verdict == Verdict::Left && !self.stopped).then(|| self.trail.iter().rev().copied().collect())
    }

    /// The children of a position that a search would try, with their views from 1 on; `None` if
    /// there are none or it is time to stop.
    pub(crate) fn unfold(&mut self, node: &Node<W>) -> Option<Children<W>> {
        self.enter(&node.position);
        if self.tick() { None } else { self.expand(0, 1, node.bad, node.dead) }
    }

    fn enter(&mut self, position: &Packed) {
        self.position.unpack(position, self.layout.cells());
        self.arena[0] = Reach::new(self.layout, &self.layout.masks(&self.position), &self.position);
    }

    /// Counts a node; true if it is time to leave instead.
    #[inline(always)]
    fn tick(&mut self) -> bool {
        if self.left == 0 {
            self.refill();
        }
        self.left = self.left.wrapping_sub(u64::from(!self.stopped));
        self.stopped
    }

    /// Tells the meter of all nodes, and asks it for more.
    #[cold]
    pub(crate) fn refill(&mut self) {
        let spent = self.given - self.left;
        self.metered += spent;
        self.given = (self.meter)(spent);
        self.left = self.given;
        self.stopped |= self.given == 0;
    }

    /// Searches below the node whose view is `at`; views from `top` on are free.
    fn node(&mut self, at: usize, top: usize, manhattan: u32, bad: u32, dead: W, hash: u64) -> Verdict {
        if manhattan == 0 {
            return Verdict::Left;
        }
        if self.transpositions.knows(hash, &self.position, bad) {
            return Verdict::Exhausted;
        }
        if self.tick() {
            return Verdict::Left;
        }
        let Some(children) = self.expand(at, top, bad, dead) else { return Verdict::Exhausted };
        let end = children.end;
        for (number, cell, good) in children.each() {
            let hash = hash.wrapping_add(self.transpositions.change(&self.position, end, usize::from(cell)));
            let undo = self.position.play(end, usize::from(cell));
            let (manhattan, bad) = if good { (manhattan - 1, bad) } else { (manhattan + 1, bad - 1) };
            let at = top + end * WAYS + number;
            let verdict = self.node(at, top + CHILDREN, manhattan, bad, children.dead, hash);
            self.position.undo(end, undo);
            if verdict == Verdict::Left {
                self.trail.push((end as u8, cell));
                return verdict;
            }
        }
        Verdict::Exhausted
    }

    /// The children to try, with their views from `top` on; `None` if there are none.
    #[inline(always)]
    fn expand(&mut self, at: usize, top: usize, bad: u32, dead: W) -> Option<Children<W>> {
        debug_assert!(self.arena[at].masks == self.layout.masks(&self.position));
        if bad == 0 {
            return self.none_left(at, top, dead);
        }
        if bad == 1 && self.arena[at].demanding() {
            if self.arena[at].last_movers == W::ZERO {
                self.arena[at].last_movers = last_movers(self.layout, &self.arena[at], &self.position)?;
            }
            return self.one_demanded(at, top, dead);
        }
        self.some_left(at, top, bad, dead)
    }

    /// Describes a slide in a lane of the batch.
    #[inline(always)]
    pub(crate) fn load(&mut self, lane: usize, side: &Side<W>, cell: usize, mate: usize, targets: W) {
        let batch = &mut self.batch;
        let bit = self.layout.bit(side.end, cell);
        let mate_bit = self.layout.bit(side.end ^ 1, mate);
        batch.cell[lane] = side.blank_bit;
        batch.mate[lane] = mate_bit;
        batch.clear[lane] = bit | mate_bit;
        batch.nearer[lane] = W::from_low(u64::from(self.layout.nearer(side.blank, mate)));
        batch.blanks[lane] = bit | side.other_blank;
        batch.targets[lane] = targets;
    }

    /// What the lanes of one end share.
    #[inline(always)]
    pub(crate) fn side(&self, end: usize) -> Side<W> {
        let blank = self.position.blank(end);
        Side {
            end,
            blank,
            blank_bit: self.layout.bit(end, blank),
            other_blank: self.layout.bit(end ^ 1, self.position.blank(end ^ 1)),
        }
    }
}

/// An end as the lanes of a batch need it.
pub(crate) struct Side<W> {
    pub(crate) end: usize,
    pub(crate) blank: usize,
    pub(crate) blank_bit: W,
    pub(crate) other_blank: W,
}
