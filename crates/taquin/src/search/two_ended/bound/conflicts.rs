//! Linear conflicts as bit operations.
//!
//! Two tiles on one line, both at home on that line and in the wrong order: one of them must leave
//! the line, which is a bad move. Let the line run along an axis. A tile at home on it comes nearer by
//! no move along the other axes. It then goes *up* the line, *down*, or stays; and it must be a tile,
//! not the blank, which comes nearer by nothing either.
//!
//! * Neighbours are in the wrong order if one has to pass the other: the lower one goes up and the
//!   upper one goes down or stays, or the lower one stays and the upper one goes down. (Homes differ,
//!   so "up" means beyond a neighbour that stays.)
//! * Tiles two apart are in the wrong order if the lower one goes up and the upper one goes down:
//!   they cannot both be at home in the cell between them.
//!
//! On lines of three cells there are no other cases; on longer ones some pairs are not seen, which is
//! safe. A tile that goes up has a cell above it on its line, so no pair straddles two lines.

use crate::first_entry::flood::{Masks, Strides, Word};

/// For each axis and each step of one or two cells: the lower cell of each pair in conflict.
type Pairs<W> = [[W; 2]; 3];

#[inline(always)]
fn pairs<W: Word>(m: &Masks<W>, blanks: W, s: Strides) -> Pairs<W> {
    let moving = [m[0] | m[1], m[2] | m[3], m[4] | m[5]];
    let mut pairs = [[W::ZERO; 2]; 3];
    for axis in 0..3 {
        let line = !(moving[(axis + 1) % 3] | moving[(axis + 2) % 3] | blanks);
        let up = m[2 * axis] & line;
        let down = m[2 * axis + 1] & line;
        let stays = line & !moving[axis];
        let next = s[axis];
        pairs[axis][0] = up & (down | stays) >> next | stays & down >> next;
        pairs[axis][1] = up & down >> ((2 * next) & (W::BITS - 1));
    }
    pairs
}

/// Not empty if any two tiles are in conflict.
#[inline(always)]
pub(crate) fn clash<W: Word>(m: &Masks<W>, blanks: W, s: Strides) -> W {
    let p = pairs(m, blanks, s);
    p[0][0] | p[0][1] | p[1][0] | p[1][1] | p[2][0] | p[2][1]
}

/// Calls `pair(lower cell, upper cell)` for the conflicts in the lowest 64 bits.
#[inline(always)]
pub(crate) fn for_each_conflict<W: Word>(
    m: &Masks<W>,
    blanks: W,
    s: Strides,
    mut pair: impl FnMut(usize, usize),
) {
    for (axis, pairs) in pairs(m, blanks, s).into_iter().enumerate() {
        for (far, pairs) in pairs.into_iter().enumerate() {
            let mut lower = pairs.low();
            while lower != 0 {
                let cell = lower.trailing_zeros() as usize;
                lower &= lower - 1;
                pair(cell, cell + ((s[axis] as usize) << far));
            }
        }
    }
}
