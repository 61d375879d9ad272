//! Who can make the one bad move that is left, if one is demanded.

use super::demanded_sets::{for_each_pair, mates};
use super::reach::View;
use crate::first_entry::flood::{Word, ancestors, closure};
use crate::search::two_ended::layout::Space;
use crate::search::two_ended::position::Position;

/// With one bad move left in a demanding position: the cells of each end whose tile may make it there. `None` if there
/// is no such tile at all.
///
/// This is the hitting set of size one, without making the sets: the tile must belong to every conflict, lie next to
/// what is reached, and open the way to all missing cells. If both ends demand it, it must be versatile.
#[inline(never)]
pub(crate) fn payers<W: Word, const CUBE: bool>(
    space: &Space<W, CUBE>,
    view: &View<W>,
    position: &Position,
) -> Option<W> {
    let everybody = space.half(0, space.end(0));
    let mut pay = [everybody; 2];
    if view.clash != W::ZERO {
        let mut common = everybody;
        for_each_pair(space, view, position, |pair| common &= pair);
        if common == 0 {
            return None;
        }
        pay = [common, mates(position, 0, common)];
    }
    let demands = [view.missing & space.end(0) != W::ZERO, view.missing & space.end(1) != W::ZERO];
    if demands == [false; 2] {
        return Some(space.join(pay));
    }
    let mut free = W::ZERO;
    for end in 0..2 {
        if demands[end] {
            let reached = space.half(end, view.reached);
            pay[end] &= space.around(reached) & !reached;
        } else {
            free |= space.end(end);
        }
    }
    let first = space.lowest(view.missing);
    let mut open = space.join(pay) & (ancestors(&view.masks, first, space.strides()) | free);
    if demands == [true; 2] {
        // Before any flood: this leaves hardly any.
        open = space.join(serving_both(space, position, 0, [space.half(0, open), space.half(1, open)]));
    }
    if first != view.missing {
        let mut rest = open & !free;
        while rest != W::ZERO {
            let entry = space.lowest(rest);
            rest ^= entry;
            let lack = view.missing & !closure(&view.masks, view.reached | entry, space.strides());
            for end in 0..2 {
                if lack & space.end(end) != W::ZERO {
                    open &= !(entry & space.end(end));
                }
            }
        }
    }
    pay = [space.half(0, open), space.half(1, open)];
    // A bad move at one end that has to serve the other as well.
    let (from, to) = if demands[0] { (0, 1) } else { (1, 0) };
    let both = serving_both(space, position, from, pay);
    pay[to] = both[to];
    if demands[to] {
        pay[from] = both[from];
    }
    (pay[from] != 0).then(|| space.join(pay))
}

/// Of the cells of both ends: those whose tile is among them at either end, and versatile. `from` is the
/// end with fewer cells, if one has.
#[inline(always)]
fn serving_both<W: Word, const CUBE: bool>(
    space: &Space<W, CUBE>,
    position: &Position,
    from: usize,
    cells: [u64; 2],
) -> [u64; 2] {
    let mut both = [0; 2];
    let mut rest = cells[from];
    while rest != 0 {
        let cell = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let mate = position.mate(from, cell);
        if cells[from ^ 1] >> mate & 1 != 0 && space.versatile(cell, mate) {
            both[from] |= 1 << cell;
            both[from ^ 1] |= 1 << mate;
        }
    }
    both
}
