//! What a position demands of its bad moves.
//!
//! The sets are those of [`crate::heuristic::FirstEntry`], found for both ends at once, and the pairs
//! of tiles in linear conflict: one of two such tiles has to leave its line, so the pair is a set as
//! well, of no particular end. Tiles are named by their cell of the start board.

use super::conflict::{clash, for_each_conflict};
use super::position::Position;
use super::space::Space;
use crate::heuristic::first_entry::flood::{Masks, Word, ancestors, closure, unsolved};
use crate::heuristic::first_entry::hitting::{EITHER, Family};

/// A position's good entries and what follows from them at once.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct View<W> {
    /// The good entries.
    pub(crate) masks: Masks<W>,
    /// What they reach from the blanks.
    pub(crate) reached: W,
    /// Unsolved cells they do not reach.
    pub(crate) missing: W,
    /// Cells of linear conflicts.
    pub(crate) clash: W,
    /// What [`payers`] said, if it was asked.
    pub(crate) payers: Option<[u64; 2]>,
}

impl<W: Word> View<W> {
    /// Looks at a position.
    pub(crate) fn new<const CUBE: bool>(
        space: &Space<W, CUBE>,
        masks: &Masks<W>,
        position: &Position,
    ) -> Self {
        let blanks = space.blanks(position);
        let reached = closure(masks, blanks, space.strides());
        Self {
            masks: *masks,
            reached,
            missing: unsolved(masks) & !reached,
            clash: clash(masks, blanks, space.strides()),
            payers: None,
        }
    }

    /// Does it demand any bad move?
    #[inline(always)]
    pub(crate) fn demanding(&self) -> bool {
        self.missing | self.clash != W::ZERO
    }
}

/// Calls `emit(end, A(v))` for every missing cell `v` whose set of ancestors is minimal.
///
/// If `u` is reachable from `v`, then `A(u)` contains `A(v)` and is of no use. So: take a missing cell `v`; as long as a
/// missing cell lies in `A(v)` and is not reachable from `v`, go on with that one instead; then `A(v)` is minimal and
/// all missing cells reachable from `v` are done. Both ends go side by side, each in its half of the words.
#[inline(always)]
fn minimal_sets<W: Word, const CUBE: bool>(
    space: &Space<W, CUBE>,
    view: &View<W>,
    mut emit: impl FnMut(usize, W),
) {
    let mut rest = view.missing;
    let mut at = space.lowest(rest);
    while rest != W::ZERO {
        let above = ancestors(&view.masks, at, space.strides());
        let below = if at == rest { at } else { closure(&view.masks, at, space.strides()) };
        let better = above & rest & !below;
        let mut next = W::ZERO;
        for end in 0..2 {
            let half = space.end(end);
            if at & half == W::ZERO {
                continue;
            }
            if better & half != W::ZERO {
                next |= better & half;
            } else {
                emit(end, above & half);
                rest &= !(below & half);
                next |= rest & half;
            }
        }
        at = space.lowest(next);
    }
}

/// All sets of a position.
#[inline(never)]
pub(crate) fn family<W: Word, const CUBE: bool>(
    space: &Space<W, CUBE>,
    view: &View<W>,
    position: &Position,
    family: &mut Family,
) {
    family.clear();
    let tiles = |end: usize, cells: u64| if end == 0 { cells } else { mates(position, 1, cells) };
    minimal_sets(space, view, |end, set| family.add(end, tiles(end, space.half(end, set))));
    for end in 0..2 {
        if view.missing & space.end(end) != W::ZERO {
            let reached = space.half(end, view.reached);
            family.add(end, tiles(end, space.around(reached) & !reached));
        }
    }
    if view.clash != W::ZERO {
        for_each_pair(space, view, position, |pair| family.add(EITHER, pair));
    }
}

/// Calls `visit` for the pairs of tiles in linear conflict.
///
/// On lines of three cells both boards show the same pairs; on longer ones each may show some that are
/// too far apart on the other.
#[inline(always)]
fn for_each_pair<W: Word, const CUBE: bool>(
    space: &Space<W, CUBE>,
    view: &View<W>,
    position: &Position,
    mut visit: impl FnMut(u64),
) {
    for end in 0..if CUBE { 1 } else { 2 } {
        let (masks, blank) = (space.one_end(end, &view.masks), space.bit(0, position.blank(end)));
        let name = |cell: usize| if end == 0 { cell } else { position.mate(1, cell) };
        for_each_conflict(&masks, blank, space.strides(), |a, b| visit(1 << name(a) | 1 << name(b)));
    }
}

/// The cells at the other end of the tiles in `cells`.
#[inline(always)]
fn mates(position: &Position, end: usize, mut cells: u64) -> u64 {
    let mut mates = 0;
    while cells != 0 {
        mates |= 1 << position.mate(end, cells.trailing_zeros() as usize);
        cells &= cells - 1;
    }
    mates
}

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
) -> Option<[u64; 2]> {
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
        return Some(pay);
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
    (pay[from] != 0).then_some(pay)
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
