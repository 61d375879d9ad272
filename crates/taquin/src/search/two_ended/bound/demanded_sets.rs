//! What a position demands of its bad moves.
//!
//! The sets are those of [`crate::heuristic::FirstEntry`], found for both ends at once, and the pairs
//! of tiles in linear conflict: one of two such tiles has to leave its line, so the pair is a set as
//! well, of no particular end. Tiles are named by their cell of the start board.

use super::conflicts::for_each_conflict;
use super::reach::Reach;
use crate::first_entry::flood::{Word, ancestors, closure};
use crate::first_entry::hitting_set::{EITHER, Family, MOST_SETS};
use crate::search::two_ended::layout::Layout;
use crate::search::two_ended::position::Position;

/// Calls `emit(end, A(v))` for every missing cell `v` whose set of ancestors is minimal, unless an `old` missing cell
/// is among them: its set is known, and contained.
///
/// If `u` is reachable from `v`, then `A(u)` contains `A(v)` and is of no use. So: take a missing cell `v`; as long as a
/// missing cell lies in `A(v)` and is not reachable from `v`, go on with that one instead; then `A(v)` is minimal and
/// all missing cells reachable from `v` are done. Both ends go side by side, each in its half of the words.
#[inline(always)]
fn minimal_sets<W: Word, const CUBE: bool>(
    layout: &Layout<W, CUBE>,
    view: &Reach<W>,
    old: W,
    mut emit: impl FnMut(usize, W),
) {
    let mut rest = view.missing & !old;
    let mut at = layout.lowest(rest);
    while rest != W::ZERO {
        let above = ancestors(&view.masks, at, layout.strides());
        let below = if at == rest { at } else { closure(&view.masks, at, layout.strides()) };
        let better = above & rest & !below;
        let mut next = W::ZERO;
        for end in 0..2 {
            let half = layout.end(end);
            if at & half == W::ZERO {
                continue;
            }
            if better & half != W::ZERO {
                next |= better & half;
            } else {
                if above & half & old == W::ZERO {
                    emit(end, above & half);
                }
                rest &= !(below & half);
                next |= rest & half;
            }
        }
        at = layout.lowest(next);
    }
}

/// All sets of a position. The first of an end, if it has any, is the one around what is reached.
#[inline(never)]
pub(crate) fn family<W: Word, const CUBE: bool>(
    layout: &Layout<W, CUBE>,
    view: &Reach<W>,
    position: &Position,
    family: &mut Family,
) {
    add_borders(layout, view, position, family);
    add_others(layout, view, W::ZERO, position, family);
}

/// All sets of a position after a slide at the end `moved`, from those of the position before it.
///
/// Entries into a cell depend on its tile alone. At the end that moved, the cells of the slide were reached, or
/// one was and the other is now: they lie in no set but those which a bad slide into them has just hit.
/// So the other sets are as they were, with cells that are still missing. At the other end the
/// entries into one cell may have changed; if it was reached, it lies in no set either. Only cells that have gone
/// missing need floods.
#[inline(never)]
pub(crate) fn family_after<W: Word, const CUBE: bool>(
    layout: &Layout<W, CUBE>,
    (before, sets): (&Reach<W>, &Family),
    moved: usize,
    view: &Reach<W>,
    position: &Position,
    family: &mut Family,
) {
    let (from, to) = (position.came(moved), position.blank(moved));
    let mate = position.mate(moved, from);
    // The tile's name before and after the slide.
    let (was, is) = if moved == 0 { (to, from) } else { (mate, mate) };
    let unchanged = layout.nearer(from, mate) == layout.nearer(to, mate);
    add_borders(layout, view, position, family);
    let mut old = W::ZERO;
    for end in 0..2 {
        let half = layout.end(end);
        let Some(sets) = sets.list(end).get(1..) else { continue };
        if view.missing & half == W::ZERO {
            continue;
        }
        if end == moved {
            old |= before.missing & half;
            for &set in sets.iter().filter(|&set| set >> was & 1 == 0) {
                family.push(end, set);
            }
        } else if unchanged || before.reached & layout.bit(end, mate) != W::ZERO {
            old |= before.missing & half;
            for &set in sets {
                family.push(end, set & !(1 << was) | (set >> was & 1) << is);
            }
        }
    }
    add_others(layout, view, old & view.missing, position, family);
    debug_assert!(family.is_that_of(layout, view, position));
}

/// Begins a family: of each end with missing cells, the tiles next to what is reached.
#[inline(always)]
fn add_borders<W: Word, const CUBE: bool>(
    layout: &Layout<W, CUBE>,
    view: &Reach<W>,
    position: &Position,
    family: &mut Family,
) {
    family.clear();
    for end in 0..2 {
        if view.missing & layout.end(end) != W::ZERO {
            let reached = layout.half(end, view.reached);
            family.push(end, names(position, end, layout.around(reached) & !reached));
        }
    }
}

/// The sets of missing cells that are not `old`, and the pairs in conflict.
#[inline(always)]
fn add_others<W: Word, const CUBE: bool>(
    layout: &Layout<W, CUBE>,
    view: &Reach<W>,
    old: W,
    position: &Position,
    family: &mut Family,
) {
    minimal_sets(layout, view, old, |end, set| family.push(end, names(position, end, layout.half(end, set))));
    if view.clash != W::ZERO {
        for_each_pair(layout, view, position, |pair| family.add(EITHER, pair));
    }
}

impl Family {
    /// Whether these are the sets of a position, in any order; or as many as it can hold.
    fn is_that_of<W: Word, const CUBE: bool>(
        &self,
        layout: &Layout<W, CUBE>,
        view: &Reach<W>,
        position: &Position,
    ) -> bool {
        let mut fresh = Family::default();
        family(layout, view, position, &mut fresh);
        (0..=EITHER).all(|end| {
            let [mut derived, mut fresh] = [self.list(end).to_vec(), fresh.list(end).to_vec()];
            derived.sort_unstable();
            fresh.sort_unstable();
            derived == fresh || derived.len().max(fresh.len()) == MOST_SETS
        })
    }
}

/// The names of the tiles in some cells.
#[inline(always)]
fn names(position: &Position, end: usize, cells: u64) -> u64 {
    if end == 0 { cells } else { mates(position, 1, cells) }
}

/// Calls `visit` for the pairs of tiles in linear conflict.
///
/// On lines of three cells both boards show the same pairs; on longer ones each may show some that are
/// too far apart on the other.
#[inline(always)]
pub(crate) fn for_each_pair<W: Word, const CUBE: bool>(
    layout: &Layout<W, CUBE>,
    view: &Reach<W>,
    position: &Position,
    mut visit: impl FnMut(u64),
) {
    for end in 0..if CUBE { 1 } else { 2 } {
        let (masks, blank) = (layout.one_end(end, &view.masks), layout.bit(0, position.blank(end)));
        let name = |cell: usize| if end == 0 { cell } else { position.mate(1, cell) };
        for_each_conflict(&masks, blank, layout.strides(), |a, b| visit(1 << name(a) | 1 << name(b)));
    }
}

/// The cells at the other end of the tiles in `cells`.
#[inline(always)]
pub(crate) fn mates(position: &Position, end: usize, mut cells: u64) -> u64 {
    let mut mates = 0;
    while cells != 0 {
        mates |= 1 << position.mate(end, cells.trailing_zeros() as usize);
        cells &= cells - 1;
    }
    mates
}
