//! Nodes with no bad move left.
//!
//! Such a node is alive only if good entries reach every unsolved cell and no tiles are in conflict.
//! **After a good slide only few cells need to be reached anew.** Before it, good entries reached every
//! unsolved cell. At the end that moved, from `b` to `q`, entries of other cells are as they were: so
//! all is reached again if the other cells that could be entered from `b` are, and `b` itself unless
//! its tile is now home. At the other end at most one entry has gone, into the tile's mate: all is
//! reached again if the mate is; or, if the tile is home and its mate a wall, if the cells that were
//! entered from the mate are.

use crate::first_entry::cells::WAYS;
use crate::first_entry::flood::{Word, step};
use crate::search::two_ended::bound::reach::Reach;
use crate::search::two_ended::kernel::{Children, Kernel};
use crate::search::two_ended::simd::LANES;

impl<W: Word, const CUBE: bool> Kernel<'_, W, CUBE> {
    /// The children to try at a node with no bad move left.
    #[inline(always)]
    pub(crate) fn none_left(&mut self, at: usize, top: usize, dead: W) -> Option<Children<W>> {
        let layout = self.layout;
        let m = self.arena[at].masks;
        debug_assert!(!Reach::new(layout, &m, &self.position).demanding());
        let entries = step(&m, layout.blanks(&self.position), layout.strides());
        let open = [entries & layout.end(0) & !dead, entries & layout.end(1) & !dead];
        if open[0] == W::ZERO || open[1] == W::ZERO {
            return None;
        }
        // An end with one move is tried first: if that survives, the other end need not be looked at.
        let second = [open[0].without_lowest(), open[1].without_lowest()];
        let forced = second[0] == W::ZERO || second[1] == W::ZERO;
        let first = if forced {
            usize::from(second[0] != W::ZERO)
        } else {
            usize::from(second[1].without_lowest() == W::ZERO && second[0].without_lowest() != W::ZERO)
        };
        let other = first ^ 1;
        let mut rest = open;
        if forced {
            rest[other] = W::ZERO;
        }
        let mut alive = open;
        let mut cells = [[0; WAYS]; 2];
        let mut count = [0; 2];
        loop {
            let mut loaded = [(0u8, 0u8); LANES];
            let mut lanes = 0;
            for end in [first, other] {
                let side = self.side(end);
                let siblings = entries & layout.end(end);
                while rest[end] != W::ZERO && lanes < LANES {
                    let cell = (rest[end].trailing() - layout.base(end)) as usize;
                    rest[end] = rest[end].without_lowest();
                    let mate = self.position.mate(end, cell);
                    let mate_bit = layout.bit(end ^ 1, mate);
                    let mut targets = siblings & !layout.bit(end, cell);
                    if mate == side.blank {
                        targets |= step(&m, mate_bit, layout.strides()) & layout.end(end ^ 1);
                    } else {
                        targets |= side.blank_bit | mate_bit;
                    }
                    self.load(lanes, &side, cell, mate, targets);
                    loaded[lanes] = (end as u8, cell as u8);
                    lanes += 1;
                }
            }
            for lane in lanes..LANES {
                self.batch.idle(lane);
            }
            self.generated += lanes as u64;
            self.instructions.run::<false, W>(&mut self.batch, &m, layout.open(), layout.strides());
            for (lane, &(end, cell)) in loaded.iter().enumerate().take(lanes) {
                // No branch here: it would be taken at random.
                let end = usize::from(end & 1);
                let survives = self.batch.passes(lane);
                self.arena[top + end * WAYS + count[end]].masks = self.batch.masks_of(lane);
                cells[end][count[end]] = cell;
                count[end] += usize::from(survives);
                alive[end] ^= layout.bit(end, usize::from(cell)) & W::fill(W::from_low(u64::from(!survives)));
            }
            if rest[first] == W::ZERO && (count[first] <= 1 || rest[other] == W::ZERO) {
                break;
            }
        }
        // The other end's moves that were not tested count as alive.
        let tested = rest[other] == W::ZERO && !forced;
        if count[first] == 0 || tested && count[other] == 0 {
            return None;
        }
        let end = if tested && count[other] < count[first] { other } else { first };
        let dead = layout.end(end ^ 1) & !alive[end ^ 1];
        Some(Children { end, good: (1 << count[end]) - 1, cells: cells[end], bad: 0, dead })
    }
}
