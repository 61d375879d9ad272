//! Nodes with some bad moves left.
//!
//! Here a child may demand bad moves, as long as it has them. Both the tile that makes a bad move and
//! the child it leads to are measured against the sets that they have to hit.

use super::demand::{View, family, payers};
use super::kernel::{CHILDREN, Children, Kernel};
use super::lanes::LANES;
use crate::heuristic::first_entry::flood::{Word, step, unsolved};
use crate::heuristic::first_entry::grid::WAYS;
use crate::heuristic::first_entry::hitting::Family;

/// Weight of a bad child when the end to expand is chosen; a good one that demands nothing weighs
/// [`GOOD`].
const BAD: u32 = 5;
const GOOD: u32 = 100;
/// Per cent of its weight that a child keeps if it demands all the bad moves it has left.
const PRESSED: u32 = 30;

#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    end: usize,
    cell: u8,
    good: bool,
}

impl<W: Word, const CUBE: bool> Kernel<'_, W, CUBE> {
    /// The children to try at a node with some bad moves left.
    #[inline(never)]
    pub(super) fn loose(&mut self, at: usize, top: usize, bad: u32, mut dead: W) -> Option<Children<W>> {
        let space = self.space;
        let view = self.arena[at];
        let mut listed = [Candidate::default(); CHILDREN];
        let total = self.candidates(&view, bad, &mut dead, &mut listed)?;
        self.generated += total as u64;
        let mut children = [0, 1].map(|end| Children { end, count: 0, cells: [0; WAYS], bad: 0, dead });
        let mut score = [0; 2];
        let sides = [self.side(0), self.side(1)];
        for chunk in listed[..total].chunks(LANES) {
            for (lane, candidate) in chunk.iter().enumerate() {
                let (side, cell) = (&sides[candidate.end & 1], usize::from(candidate.cell));
                let mate = self.position.mate(side.end, cell);
                self.load(lane, side, cell, mate, !W::ZERO);
            }
            for lane in chunk.len()..LANES {
                self.batch.idle(lane);
            }
            self.instructions.run(&mut self.batch, &view.masks, space.strides());
            for (lane, &candidate) in chunk.iter().enumerate() {
                let end = candidate.end & 1;
                let masks = self.batch.masks_of(lane);
                let reached = self.batch.reached[lane];
                let missing = unsolved(&masks) & !reached;
                let mut next = View { masks, reached, missing, clash: self.batch.clash[lane], payers: None };
                let weight = self.weigh(&view, &mut next, candidate, bad);
                if weight == 0 {
                    dead |= space.bit(end, usize::from(candidate.cell));
                } else {
                    let children = &mut children[end];
                    self.arena[top + end * WAYS + children.count] = next;
                    children.cells[children.count] = candidate.cell;
                    children.bad |= u32::from(!candidate.good) << children.count;
                    children.count += 1;
                    score[end] += weight;
                }
            }
        }
        if children[0].count == 0 || children[1].count == 0 {
            return None;
        }
        let end = usize::from(score[1] < score[0]);
        Some(Children { dead: dead & space.end(end ^ 1), ..children[end] })
    }

    /// Lists the moves of both ends that can be afforded and are not dead; `None` if the node itself
    /// demands more than it has.
    #[inline(never)]
    fn candidates(
        &self,
        view: &View<W>,
        bad: u32,
        dead: &mut W,
        listed: &mut [Candidate; CHILDREN],
    ) -> Option<usize> {
        let space = self.space;
        let mut pay = [u64::MAX; 2];
        let mut demands = None;
        if view.demanding() && bad == 1 {
            pay = view.payers.or_else(|| payers(space, view, &self.position))?;
        } else if view.demanding() {
            let mut sets = Family::default();
            family(space, view, &self.position, &mut sets);
            demands = Some(sets);
        }
        let entries = step(&view.masks, space.blanks(&self.position), space.strides());
        let mut total = 0;
        for end in 0..2 {
            let came = self.position.came(end);
            let mut cells = space.neighbours(self.position.blank(end));
            while cells != 0 {
                let cell = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let bit = space.bit(end, cell);
                if cell == came || *dead & bit != W::ZERO {
                    continue;
                }
                let good = entries & bit != W::ZERO;
                if !good && !self.affordable(end, cell, bad, pay, demands.as_ref()) {
                    *dead |= bit;
                    continue;
                }
                listed[total] = Candidate { end, cell: cell as u8, good };
                total += 1;
            }
        }
        Some(total)
    }

    /// Can the tile in `cell` make a bad move, as far as the sets of this node say?
    #[inline(always)]
    fn affordable(&self, end: usize, cell: usize, bad: u32, pay: [u64; 2], demands: Option<&Family>) -> bool {
        if pay[end] >> cell & 1 == 0 {
            return false;
        }
        let Some(demands) = demands else { return true };
        let name = if end == 0 { cell } else { self.position.mate(1, cell) };
        demands.hit_after(name as u32, end, bad - 1, |tile| self.versatile(tile))
    }

    /// Whether one bad move of a tile, named by its cell of the start board, may serve both ends.
    #[inline(always)]
    pub(super) fn versatile(&self, tile: u32) -> bool {
        let cell = tile as usize;
        self.space.versatile(cell, self.position.mate(0, cell))
    }

    /// The weight of a child, 0 if it cannot be solved with the bad moves it has left.
    #[inline(always)]
    fn weigh(&mut self, before: &View<W>, next: &mut View<W>, candidate: Candidate, bad: u32) -> u32 {
        let (weight, left) = if candidate.good { (GOOD, bad) } else { (BAD, bad - 1) };
        if !next.demanding() {
            return weight * GOOD;
        }
        if left == 0 {
            return 0;
        }
        if candidate.good && next.missing & !before.missing | next.clash & !before.clash == W::ZERO {
            // Nothing new: it would pass as its parent did.
            return weight * if left == 1 { PRESSED } else { GOOD };
        }
        let undo = self.position.play(candidate.end, usize::from(candidate.cell));
        let keeps = if left == 1 {
            next.payers = payers(self.space, next, &self.position);
            if next.payers.is_some() { PRESSED } else { 0 }
        } else {
            family(self.space, next, &self.position, &mut self.family);
            if !self.family.hit_by(left, |tile| self.versatile(tile)) {
                0
            } else if self.family.hit_by(left - 1, |tile| self.versatile(tile)) {
                GOOD
            } else {
                PRESSED
            }
        };
        self.position.undo(candidate.end, undo);
        weight * keeps
    }
}
