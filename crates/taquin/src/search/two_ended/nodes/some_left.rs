//! Nodes with some bad moves left, which are not just the one that is demanded.
//!
//! Here a child may demand bad moves, as long as it has them. Both the tile that makes a bad move and
//! the child it leads to are measured against the sets that they have to hit.
//!
//! **A slide takes no demand away** but for what its own bad move pays. So below a node that demands all its
//! bad moves, or is *pressed*, children are pressed too; and a node that is not may spend one on any tile.

use crate::first_entry::cells::WAYS;
use crate::first_entry::flood::{Word, step, unsolved};
use crate::first_entry::hitting_set::Family;
use crate::search::two_ended::bound::demanded_sets::{family, family_after};
use crate::search::two_ended::bound::last_movers::last_movers;
use crate::search::two_ended::bound::reach::Reach;
use crate::search::two_ended::kernel::{CHILDREN, Children, Kernel};
use crate::search::two_ended::simd::LANES;

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
    pub(crate) fn some_left(&mut self, at: usize, top: usize, bad: u32, mut dead: W) -> Option<Children<W>> {
        let layout = self.layout;
        if self.families.len() < top + CHILDREN {
            self.families.resize(top + CHILDREN, Family::default());
        }
        self.study(at, bad);
        let view = self.arena[at];
        let mut listed = [Candidate::default(); CHILDREN];
        let total = self.candidates(at, bad, &mut dead, &mut listed);
        self.generated += total as u64;
        let mut children = [0, 1].map(|end| Children { end, good: 0, cells: [0; WAYS], bad: 0, dead });
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
            self.instructions.run::<false, W>(&mut self.batch, &view.masks, layout.open(), layout.strides());
            for (lane, &candidate) in chunk.iter().enumerate() {
                let end = candidate.end & 1;
                let masks = self.batch.masks_of(lane);
                let reached = self.batch.reached[lane];
                let missing = unsolved(&masks) & !reached;
                let children = &mut children[end];
                let number = (children.good | children.bad).count_ones() as usize;
                let slot = top + end * WAYS + number;
                self.arena[slot] =
                    Reach { masks, reached, missing, clash: self.batch.clash[lane], ..Reach::default() };
                let weight = self.weigh(at, slot, candidate, bad);
                if weight == 0 {
                    dead |= layout.bit(end, usize::from(candidate.cell));
                } else {
                    children.cells[number] = candidate.cell;
                    children.bad |= u32::from(!candidate.good) << number;
                    children.good |= u32::from(candidate.good) << number;
                    score[end] += weight;
                }
            }
        }
        if score[0] == 0 || score[1] == 0 {
            return None;
        }
        let end = usize::from(score[1] < score[0]);
        let children = Children { dead: dead & layout.end(end ^ 1), ..children[end] };
        self.hand_down(at, top, bad, &children);
        Some(children)
    }

    /// Sees to it that the sets of all children with several bad moves left are known.
    #[inline(always)]
    fn hand_down(&mut self, at: usize, top: usize, bad: u32, children: &Children<W>) {
        if bad == 1 {
            return;
        }
        for (number, cell, good) in children.each() {
            let slot = top + children.end * WAYS + number;
            let view = &self.arena[slot];
            if bad - u32::from(!good) > 1 && view.demanding() && !view.known {
                let undo = self.position.play(children.end, usize::from(cell));
                self.derive(at, slot, children.end);
                self.position.undo(children.end, undo);
            }
        }
    }

    /// Finds out what is not known yet of a node with some bad moves left.
    #[inline(always)]
    fn study(&mut self, at: usize, bad: u32) {
        let view = &self.arena[at];
        if !view.demanding() {
            self.families[at].clear();
        } else if !view.known {
            family(self.layout, view, &self.position, &mut self.families[at]);
            let pressed = !self.families[at].hit_by(bad - 1, |tile| self.versatile(tile));
            self.arena[at].pressed = pressed;
            self.arena[at].known = true;
        }
    }

    /// Finds the sets of a child, whose slide has been played.
    #[inline(always)]
    fn derive(&mut self, at: usize, slot: usize, end: usize) {
        let (above, below) = self.families.split_at_mut(slot);
        let before = (&self.arena[at], &above[at]);
        family_after(self.layout, before, end, &self.arena[slot], &self.position, &mut below[0]);
        self.arena[slot].known = true;
    }

    /// Lists the moves of both ends that can be afforded and are not dead.
    #[inline(never)]
    fn candidates(&self, at: usize, bad: u32, dead: &mut W, listed: &mut [Candidate; CHILDREN]) -> usize {
        let layout = self.layout;
        let view = &self.arena[at];
        debug_assert!(bad > 1 || !view.demanding());
        let entries = step(&view.masks, layout.blanks(&self.position), layout.strides());
        let mut total = 0;
        for end in 0..2 {
            let came = self.position.came(end);
            let mut cells = layout.neighbours(self.position.blank(end));
            while cells != 0 {
                let cell = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let bit = layout.bit(end, cell);
                if cell == came || *dead & bit != W::ZERO {
                    continue;
                }
                let good = entries & bit != W::ZERO;
                if !good && view.pressed && !self.affordable(end, cell, bad, &self.families[at]) {
                    *dead |= bit;
                    continue;
                }
                listed[total] = Candidate { end, cell: cell as u8, good };
                total += 1;
            }
        }
        total
    }

    /// Can the tile in `cell` make a bad move, as far as the sets of this node say?
    #[inline(always)]
    fn affordable(&self, end: usize, cell: usize, bad: u32, demands: &Family) -> bool {
        let name = if end == 0 { cell } else { self.position.mate(1, cell) };
        demands.hit_after(name as u32, end, bad - 1, |tile| self.versatile(tile))
    }

    /// Whether one bad move of a tile, named by its cell of the start board, may serve both ends.
    #[inline(always)]
    pub(crate) fn versatile(&self, tile: u32) -> bool {
        let cell = tile as usize;
        self.layout.versatile(cell, self.position.mate(0, cell))
    }

    /// The weight of a child, 0 if it cannot be solved with the bad moves it has left.
    #[inline(always)]
    fn weigh(&mut self, at: usize, slot: usize, candidate: Candidate, bad: u32) -> u32 {
        let (weight, left) = if candidate.good { (GOOD, bad) } else { (BAD, bad - 1) };
        let (before, next) = (&self.arena[at], &self.arena[slot]);
        if !next.demanding() {
            return weight * GOOD;
        }
        if left == 0 {
            return 0;
        }
        let pressed = before.pressed;
        if candidate.good && next.missing & !before.missing | next.clash & !before.clash == W::ZERO {
            // Nothing new: it would pass as its parent did.
            self.arena[slot].pressed = pressed;
            return weight * if left == 1 { PRESSED } else { GOOD };
        }
        let undo = self.position.play(candidate.end, usize::from(candidate.cell));
        let keeps = if left == 1 {
            let last_movers = last_movers(self.layout, next, &self.position);
            self.arena[slot].last_movers = last_movers.unwrap_or(W::ZERO);
            if last_movers.is_some() { PRESSED } else { 0 }
        } else {
            self.derive(at, slot, candidate.end);
            let sets = &self.families[slot];
            let versatile = |tile| self.versatile(tile);
            if !pressed && sets.hit_by(left - 1, versatile) {
                GOOD
            } else if sets.hit_by(left, versatile) {
                self.arena[slot].pressed = true;
                PRESSED
            } else {
                0
            }
        };
        self.position.undo(candidate.end, undo);
        weight * keeps
    }
}
