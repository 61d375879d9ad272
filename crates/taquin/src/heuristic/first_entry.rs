//! First-entry reachability: a bound from the blank's point of view, without any table.
//!
//! A move is *good* if the tile comes nearer to its goal cell and *bad* if it goes away from it;
//! nothing else is possible. A tile with β bad moves makes distance + 2β moves, so a solution has
//! Manhattan + 2k moves, k counting all bad ones. This file bounds k from below.
//!
//! 1. A tile moves exactly when the blank enters its cell, and what is in a cell does not change
//!    before the blank has been there. So the **first** time the blank enters a cell q, coming from
//!    p, it moves the tile that is in q *now*, to p. Draw the edge p → q if that is good for the
//!    tile: a *good entry*.
//! 2. Every cell whose tile is not home is entered in every solution. Follow first entries
//!    backwards: q was first entered from p, which is the blank's cell or had been entered before,
//!    and so on. That is a path of first entries from the blank's cell to q.
//! 3. Let R be the cells reachable from the blank's cell along good entries, and v a cell outside R
//!    whose tile is not home. The path of first entries to v has a bad one, or v were in R. After
//!    the *last* bad one, into w, only good entries follow: w lies in A(v), the cells from which v
//!    can be reached along good entries, v included. So **the tile of some cell in A(v) makes a bad
//!    move**, and it is that tile's first move.
//! 4. The same path leaves R somewhere, by an entry from R into a cell outside: that one is bad as
//!    well. So **the tile of some cell next to R but not in it** makes a bad first move.
//! 5. A solution read backwards leads from the goal to the start, with as many moves of every tile
//!    and the same distances, hence with the same β for every tile. Its sets are sets of the same
//!    tiles, so both families may be taken together.
//! 6. Hence k is at least the size of the smallest hitting set of all these sets: see [`hitting`],
//!    which also tells when one bad move cannot serve both ends.
//!
//! **A tempting mistake.** The graph outside R falls into strong components, and one would like to
//! count those that no good entry leads into: each needs a bad entry of its own. But one bad entry
//! into a cell whose tile *is* home may lead on to several of them. A test shows boards on which
//! that count is above the truth.
//!
//! A set of cells is one word of 64 bits. Larger boxes get the Manhattan distance alone.

#[cfg(test)]
mod tests;

use super::{AnyHeuristic, Guarantees, Heuristic, Manhattan};
use crate::board::{Board, Slide};
use crate::first_entry::cells::{BoxWays, MAX_CELLS, WAYS};
use crate::first_entry::flood::{Masks, ancestors, closure, unsolved};
use crate::first_entry::hitting_set::Family;
use crate::shape::Shape;

/// Manhattan distance, and twice the bad moves that first entries demand.
#[derive(Clone, Debug)]
pub struct FirstEntry {
    manhattan: Manhattan,
    view: Option<Box<GoalView>>,
}

/// The goal as sets of cells need it.
#[derive(Clone, Debug)]
struct GoalView {
    grid: BoxWays,
    goal: Places,
}

/// A board and its inverse.
#[derive(Clone, Debug)]
struct Places {
    /// The number in every cell.
    number: [u8; MAX_CELLS],
    /// The cell of every number.
    cell: [u8; MAX_CELLS],
}

impl Places {
    fn of(board: &Board) -> Places {
        let mut places = Places { number: [0; MAX_CELLS], cell: [0; MAX_CELLS] };
        for (cell, number) in board.numbers().enumerate() {
            places.number[cell] = number as u8;
            places.cell[usize::from(number)] = cell as u8;
        }
        places
    }
}

impl FirstEntry {
    /// For this goal.
    pub fn new(goal: &Board) -> FirstEntry {
        let view = BoxWays::new(goal.shape()).map(|grid| Box::new(GoalView { grid, goal: Places::of(goal) }));
        FirstEntry { manhattan: Manhattan::new(goal), view }
    }

    /// Whether boxes of a shape are small enough for it.
    pub(crate) fn is_for(shape: Shape) -> bool {
        shape.cells() <= MAX_CELLS
    }

    /// Whether the box is small enough for it; otherwise the estimate is Manhattan's.
    pub fn is_complete(&self) -> bool {
        self.view.is_some()
    }

    /// How many bad moves every solution has, at least.
    fn bad_moves(&self, board: &Board) -> u32 {
        let Some(view) = &self.view else { return 0 };
        let ends = [&Places::of(board), &view.goal];
        let mut family = Family::default();
        for end in 0..2 {
            let masks = masks(&view.grid, ends[end], ends[end ^ 1]);
            demands(&view.grid, &masks, ends[end], |tiles| family.add(end, tiles));
        }
        family.demand(|tile| {
            let [from, to] = ends.map(|end| usize::from(end.cell[tile as usize]));
            view.grid.versatile(from, to)
        })
    }
}

/// The good entries of a board whose tiles want to be where they are on another. The blank has none.
fn masks(grid: &BoxWays, board: &Places, other: &Places) -> Masks<u64> {
    let mut masks = [0; WAYS];
    for cell in 0..grid.cells() {
        let number = usize::from(board.number[cell]);
        if number != 0 {
            let nearer = grid.nearer(cell, usize::from(other.cell[number]));
            for (way, mask) in masks.iter_mut().enumerate() {
                *mask |= u64::from(nearer >> way & 1) << cell;
            }
        }
    }
    masks
}

/// The sets of one end, as sets of tiles: A(v) of every unsolved cell that good entries do not
/// reach, and the border of those they do.
fn demands(grid: &BoxWays, masks: &Masks<u64>, board: &Places, mut add: impl FnMut(u64)) {
    let strides = grid.strides();
    let reached = closure(masks, 1 << board.cell[0], strides);
    let mut missing = unsolved(masks) & !reached;
    if missing == 0 {
        return;
    }
    let tiles = |cells: u64| bits(cells).fold(0, |tiles, cell| tiles | 1 << board.number[cell]);
    while missing != 0 {
        add(tiles(ancestors(masks, missing & missing.wrapping_neg(), strides)));
        missing &= missing - 1;
    }
    add(tiles(grid.around(reached) & !reached));
}

/// The numbers of the bits set, lowest first.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

impl Heuristic for FirstEntry {
    type Memo = u32;

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::FirstEntry(self)
    }

    /// Not consistent: one slide may open or close the way to many tiles.
    fn goal(&self) -> &Board {
        self.manhattan.goal()
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees { admissible: true, consistent: !self.is_complete() }
    }

    fn remember(&self, board: &Board) -> u32 {
        self.manhattan.of(board) + 2 * self.bad_moves(board)
    }

    fn after(&self, _: u32, board: &Board, _: Slide) -> u32 {
        self.remember(board)
    }

    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}
