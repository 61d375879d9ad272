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
use crate::first_entry::flood::{Masks, Word, step};
use crate::search::two_ended::bound::reach::Reach;
use crate::search::two_ended::kernel::{Children, Kernel, Side};
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
        let (first, forced) = end_with_fewer(open);
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
                    self.load_good(lanes, &side, cell, siblings & !layout.bit(end, cell), &m);
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

    /// Loads a good slide with the cells that must be reached anew after it: those given and those beyond the tile.
    #[inline(always)]
    fn load_good(&mut self, lane: usize, side: &Side<W>, cell: usize, siblings: W, masks: &Masks<W>) {
        let layout = self.layout;
        let mate = self.position.mate(side.end, cell);
        let mate_bit = layout.bit(side.end ^ 1, mate);
        let beyond = if mate == side.blank {
            step(masks, mate_bit, layout.strides()) & layout.end(side.end ^ 1)
        } else {
            side.blank_bit | mate_bit
        };
        self.load(lane, side, cell, mate, siblings | beyond);
    }
}

/// The end to try first, and whether it has a single move: if that survives, the other end need not be looked at.
#[inline(always)]
fn end_with_fewer<W: Word>(open: [W; 2]) -> (usize, bool) {
    let second = open.map(W::without_lowest);
    if second[0] == W::ZERO || second[1] == W::ZERO {
        return (usize::from(second[0] != W::ZERO), true);
    }
    let third = second.map(W::without_lowest);
    (usize::from(third[1] == W::ZERO && third[0] != W::ZERO), false)
}
