//! Which tiles can make the one bad move that is left, if one is demanded.

use super::demanded_sets::{for_each_pair, mates};
use super::reach::Reach;
use crate::first_entry::flood::{Word, ancestors, closure};
use crate::search::two_ended::layout::Layout;
use crate::search::two_ended::position::Position;

/// With one bad move left in a demanding position: the cells of each end whose tile may make it there. `None` if there
/// is no such tile at all.
///
/// This is the hitting set of size one, without making the sets: the tile must belong to every conflict, lie next to
/// what is reached, and open the way to all missing cells. If both ends demand it, it must be versatile.
#[inline(never)]
pub(crate) fn last_movers<W: Word, const CUBE: bool>(
    layout: &Layout<W, CUBE>,
    view: &Reach<W>,
    position: &Position,
) -> Option<W> {
    let all_cells = layout.half(0, layout.end(0));
    let mut movers = [all_cells; 2];
    if view.clash != W::ZERO {
        let mut common = all_cells;
        for_each_pair(layout, view, position, |pair| common &= pair);
        if common == 0 {
            return None;
        }
        movers = [common, mates(position, 0, common)];
    }
    let demands = [view.missing & layout.end(0) != W::ZERO, view.missing & layout.end(1) != W::ZERO];
    if demands == [false; 2] {
        return Some(layout.join(movers));
    }
    let mut free = W::ZERO;
    for end in 0..2 {
        if demands[end] {
            let reached = layout.half(end, view.reached);
            movers[end] &= layout.around(reached) & !reached;
        } else {
            free |= layout.end(end);
        }
    }
    let first = layout.lowest(view.missing);
    let mut open = layout.join(movers) & (ancestors(&view.masks, first, layout.strides()) | free);
    if demands == [true; 2] {
        // Before any flood: this leaves hardly any.
        open = layout.join(serving_both(layout, position, 0, [layout.half(0, open), layout.half(1, open)]));
    }
    if first != view.missing {
        let mut rest = open & !free;
        while rest != W::ZERO {
            let entry = layout.lowest(rest);
            rest ^= entry;
            let lack = view.missing & !closure(&view.masks, view.reached | entry, layout.strides());
            for end in 0..2 {
                if lack & layout.end(end) != W::ZERO {
                    open &= !(entry & layout.end(end));
                }
            }
        }
    }
    movers = [layout.half(0, open), layout.half(1, open)];
    // A bad move at one end that has to serve the other as well.
    let (from, to) = if demands[0] { (0, 1) } else { (1, 0) };
    let both = serving_both(layout, position, from, movers);
    movers[to] = both[to];
    if demands[to] {
        movers[from] = both[from];
    }
    (movers[from] != 0).then(|| layout.join(movers))
}

/// Of the cells of both ends: those whose tile is among them at either end, and versatile. `from` is the
/// end with fewer cells, if one has.
#[inline(always)]
fn serving_both<W: Word, const CUBE: bool>(
    layout: &Layout<W, CUBE>,
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
        if cells[from ^ 1] >> mate & 1 != 0 && layout.versatile(cell, mate) {
            both[from] |= 1 << cell;
            both[from ^ 1] |= 1 << mate;
        }
    }
    both
}
