//! How promising a position is: which of many to look below first, if not all can be.
//!
//! The positions compared are of one level: they have had as many moves, and may have as many more. So
//! the bad moves left say how far the tiles have come; what counts besides is how freely the blank can
//! get about in what is left. The weights are those of a conditional logit: on 71 boards it was asked
//! what tells the positions on the way to a shortest solution from others of their level. They only
//! steer where to look: no proof depends on them.

use crate::first_entry::cells::WAYS;
use crate::first_entry::flood::{Masks, Word, entries, step, unsolved};
use crate::search::two_ended::layout::Layout;

/// A bad move left.
const LEFT: i32 = 1000;
/// A bad move that is demanded.
const DEMANDED: i32 = -405;
/// An axis along which a tile has to travel.
const AXIS: i32 = 110;
/// A tile that is not home.
const UNSOLVED: i32 = 138;
/// A good entry from a cell that may be entered itself, at either end.
const ENTRY: i32 = 25;
/// A cell with only one of these.
const FRAGILE: i32 = -31;
/// A cell from which none leads on.
const BLIND: i32 = -39;
/// A good entry next to a blank.
const NEXT: i32 = 53;

/// The larger the better. `left` counts the bad moves left and `demanded` those that are needed at least.
pub(crate) fn score<W: Word, const CUBE: bool>(
    layout: &Layout<W, CUBE>,
    masks: &Masks<W>,
    blanks: W,
    left: u32,
    demanded: u32,
) -> i32 {
    let strides = layout.strides();
    let count = |set: W| set.count() as i32;
    let one_end = |set: W| count(set & layout.end(0));
    let unsolved = unsolved(masks);
    let entered = entries(masks, unsolved | blanks, strides);
    let (mut once, mut twice) = (W::ZERO, W::ZERO);
    let mut leads_on = W::ZERO;
    for (way, &cells) in entered.iter().enumerate() {
        twice |= once & cells;
        once |= cells;
        let stride = strides[way / 2];
        leads_on |= if way % 2 == 0 { cells << stride } else { cells >> stride };
    }
    let sum = |sets: &[W; WAYS], of: &dyn Fn(W) -> i32| sets.iter().map(|&set| of(set)).sum::<i32>();
    LEFT * left as i32
        + DEMANDED * demanded as i32
        + AXIS * sum(masks, &one_end)
        + UNSOLVED * one_end(unsolved)
        + ENTRY * sum(&entered, &count)
        + FRAGILE * count(once & !twice)
        + BLIND * count(unsolved & !leads_on)
        + NEXT * count(step(masks, blanks, strides))
}
