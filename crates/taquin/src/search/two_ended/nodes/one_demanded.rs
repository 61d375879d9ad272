//! Nodes with one bad move left, which is demanded: without it there is no solution.
//!
//! Which tiles can make it is known, two on average. A [`Hypothesis`] is a tile and the ends at which its
//! bad move would count. Given one, the rest is as strict as with no bad move left, but for the tile's own
//! cells, which may be entered from anywhere, and its conflicts, which do not count. So a child is alive if
//! some hypothesis lets good entries and those cells reach all that is unsolved. As in [`super::none_left`],
//! after a good slide only few cells need to be reached anew.
//!
//! **Hypotheses never come back.** A solution below a child is one below the node itself, with the bad move
//! of the same tile. So a child has those of its parent that pass, and no others. Only a tile that turns
//! versatile by its own good slide may serve both ends from then on.

use crate::first_entry::cells::WAYS;
use crate::first_entry::flood::{Masks, Word, step, unsolved};
use crate::search::two_ended::bound::last_movers::last_movers;
use crate::search::two_ended::bound::reach::Reach;
use crate::search::two_ended::kernel::{CHILDREN, Children, Kernel, Side};
use crate::search::two_ended::simd::LANES;

/// Weights of children when the end to expand is chosen.
const GOOD: u32 = 6;
const BAD: u32 = 1;

/// Which tile makes the bad move, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hypothesis<W> {
    /// The cells of the tile that may be entered from anywhere: one, or both if it is versatile.
    free: W,
    /// The cells of the tile at both ends.
    tile: W,
}

impl<W: Word> Hypothesis<W> {
    /// Of a bad slide, after which nothing is supposed.
    const NONE: Self = Hypothesis { free: W::ZERO, tile: W::ZERO };

    /// After a good slide of some tile from one cell to another.
    #[inline(always)]
    fn after(self, from: W, to: W, versatile: bool) -> Self {
        if self.tile & from == W::ZERO {
            return self;
        }
        let tile = self.tile ^ (from | to);
        let free = if versatile {
            tile
        } else if self.free & from != W::ZERO {
            self.free ^ (from | to)
        } else {
            self.free
        };
        Hypothesis { free, tile }
    }
}

/// A child under a hypothesis, in a lane of the batch.
#[derive(Clone, Copy, Debug, Default)]
struct Trial<W> {
    child: usize,
    /// Its cell.
    bit: W,
    /// What the hypothesis says after the slide.
    free: W,
}

/// The node, and what is known of its children.
struct Node<W> {
    masks: Masks<W>,
    /// The good entries from the blanks, and all cells next to them.
    entries: W,
    near: W,
    /// Where the views of the children go.
    top: usize,
    /// Trials that are loaded and have not been run.
    trials: [Trial<W>; LANES],
    loaded: usize,
    /// The hypotheses that passed, for each child.
    last_movers: [W; CHILDREN],
    /// Children of each end that passed, one bit each.
    alive: [u32; 2],
    /// The cells of those that did not.
    failed: W,
}

impl<W: Word, const CUBE: bool> Kernel<'_, W, CUBE> {
    /// The children to try at a node whose one bad move is demanded.
    #[inline(never)]
    pub(crate) fn one_demanded(&mut self, at: usize, top: usize, dead: W) -> Option<Children<W>> {
        let layout = self.layout;
        let Reach { masks, last_movers, .. } = self.arena[at];
        let entries = step(&masks, layout.blanks(&self.position), layout.strides());
        let near = layout.near(&self.position);
        let open = (entries | near & last_movers) & !(dead | layout.came(&self.position));
        if open & layout.end(0) == W::ZERO || open & layout.end(1) == W::ZERO {
            return None;
        }
        self.suppose(last_movers);
        let mut node = Node {
            masks,
            entries,
            near,
            top,
            trials: [Trial::default(); LANES],
            loaded: 0,
            last_movers: [W::ZERO; CHILDREN],
            alive: [0; 2],
            failed: open,
        };
        let mut cells = [[0; WAYS]; 2];
        let mut bad = [0; 2];
        let first = usize::from((open & layout.end(1)).count() < (open & layout.end(0)).count());
        let mut chosen = None;
        for end in [first, first ^ 1] {
            (cells[end], bad[end]) = self.try_end(&mut node, end, open & layout.end(end));
            // Lanes that are left are filled with the other end's children, unless this end may do.
            if end != first || (node.alive[end] & !bad[end]).count_ones() <= 1 {
                self.run_trials(&mut node);
            }
            if node.alive[end] == 0 {
                return None;
            }
            if end == first && node.alive[end].count_ones() == 1 {
                // It is hardly ever surpassed. The other end's moves count as alive.
                node.failed &= layout.end(end);
                chosen = Some(end);
                break;
            }
        }
        let [good, bad] = [[!bad[0], !bad[1]], bad].map(|kind| [0, 1].map(|end| node.alive[end] & kind[end]));
        let score = |end: usize| GOOD * good[end].count_ones() + BAD * bad[end].count_ones();
        let end = chosen.unwrap_or_else(|| usize::from(score(1) < score(0)));
        for (number, &last_movers) in node.last_movers[end * WAYS..][..WAYS].iter().enumerate() {
            self.arena[top + end * WAYS + number].last_movers = last_movers;
        }
        let dead = (dead | node.failed) & layout.end(end ^ 1);
        let children = Children { end, good: good[end], bad: bad[end], cells: cells[end], dead };
        debug_assert!(self.agrees_with_last_movers(top, &children));
        Some(children)
    }

    /// Tries the open moves of an end: their cells, and which of them are bad, one bit each.
    #[inline(always)]
    fn try_end(&mut self, node: &mut Node<W>, end: usize, mut open: W) -> ([u8; WAYS], u32) {
        let side = self.side(end);
        let (mut cells, mut bad, mut number) = ([0; WAYS], 0, 0);
        while open != W::ZERO {
            let bit = open.lowest();
            open ^= bit;
            let cell = (bit.trailing() - self.layout.base(end)) as usize;
            cells[number] = cell as u8;
            if node.entries & bit != W::ZERO {
                self.try_good(node, &side, number, cell);
            } else {
                bad |= 1 << number;
                self.try_bad(node, &side, number, cell);
            }
            number += 1;
        }
        self.generated += number as u64;
        (cells, bad)
    }

    /// Debug check: every tile supposed to make the last bad move can, judged by the sets of the child itself.
    fn agrees_with_last_movers(&mut self, top: usize, children: &Children<W>) -> bool {
        children.each().all(|(number, cell, good)| {
            let Reach { masks, last_movers: supposed, .. } = self.arena[top + children.end * WAYS + number];
            let undo = self.position.play(children.end, usize::from(cell));
            let view = Reach::new(self.layout, &masks, &self.position);
            let agrees = if good {
                last_movers(self.layout, &view, &self.position)
                    .is_some_and(|able| supposed & !able == W::ZERO)
            } else {
                !view.demanding()
            };
            self.position.undo(children.end, undo);
            agrees
        })
    }

    /// Lists the hypotheses that a set of last movers stands for.
    #[inline(always)]
    fn suppose(&mut self, last_movers: W) {
        self.hypotheses.clear();
        let mut rest = last_movers;
        while rest != W::ZERO {
            let bit = rest.lowest();
            let end = usize::from(bit & self.layout.end(0) == W::ZERO);
            let cell = (bit.trailing() - self.layout.base(end)) as usize;
            let mate = self.position.mate(end, cell);
            let tile = bit | self.layout.bit(end ^ 1, mate);
            let free = if self.layout.versatile(cell, mate) { tile } else { bit };
            rest &= !free;
            self.hypotheses.push(Hypothesis { free, tile });
        }
    }

    /// Tries a child made by a good slide, under every hypothesis.
    #[inline(always)]
    fn try_good(&mut self, node: &mut Node<W>, side: &Side<W>, number: usize, cell: usize) {
        let layout = self.layout;
        let (end, other) = (side.end, side.end ^ 1);
        let bit = layout.bit(end, cell);
        let mate = self.position.mate(end, cell);
        let versatile = layout.versatile(side.blank, mate);
        let siblings = layout.end(end) & !bit;
        let mut targets = node.entries & siblings;
        // A free cell next to these can be entered as well, so it counts among the targets.
        let mut near = node.near & siblings;
        if mate == side.blank {
            targets |= step(&node.masks, layout.bit(other, mate), layout.strides()) & layout.end(other);
            near |= layout.around_bit(other, mate);
        } else {
            targets |= side.blank_bit | layout.bit(other, mate);
        }
        for i in 0..self.hypotheses.len() {
            let before = self.hypotheses[i];
            let after = before.after(bit, side.blank_bit, versatile);
            self.load_trial(node, side, number, cell, targets | before.free & near, after);
        }
    }

    /// Tries a child made by the bad slide: all that is unsolved has to be reached.
    #[inline(always)]
    fn try_bad(&mut self, node: &mut Node<W>, side: &Side<W>, number: usize, cell: usize) {
        let mate = self.layout.bit(side.end ^ 1, self.position.mate(side.end, cell));
        let targets = (unsolved(&node.masks) | side.blank_bit | mate) & !self.layout.bit(side.end, cell);
        self.load_trial(node, side, number, cell, targets, Hypothesis::NONE);
    }

    #[inline(always)]
    fn load_trial(
        &mut self,
        node: &mut Node<W>,
        side: &Side<W>,
        number: usize,
        cell: usize,
        targets: W,
        after: Hypothesis<W>,
    ) {
        let lane = node.loaded;
        self.load(lane, side, cell, self.position.mate(side.end, cell), targets);
        self.batch.free[lane] = after.free;
        self.batch.exempt[lane] = after.tile;
        let child = side.end * WAYS + number;
        node.trials[lane] = Trial { child, bit: self.layout.bit(side.end, cell), free: after.free };
        node.loaded += 1;
        if node.loaded == LANES {
            self.run_trials(node);
        }
    }

    /// Runs the trials that are loaded.
    #[inline(always)]
    fn run_trials(&mut self, node: &mut Node<W>) {
        if node.loaded == 0 {
            return;
        }
        for lane in node.loaded..LANES {
            self.batch.idle(lane);
        }
        self.instructions.run::<true, W>(
            &mut self.batch,
            &node.masks,
            self.layout.open(),
            self.layout.strides(),
        );
        for (lane, &Trial { child, bit, free }) in node.trials.iter().enumerate().take(node.loaded) {
            self.arena[node.top + child].masks = self.batch.masks_of(lane);
            if self.batch.passes(lane) {
                node.last_movers[child] |= free;
                node.alive[child / WAYS] |= 1 << (child % WAYS);
                node.failed &= !bit;
            }
        }
        node.loaded = 0;
    }
}
