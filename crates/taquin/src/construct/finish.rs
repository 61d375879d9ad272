//! The end: a box so small that the shortest solution of what is left is found in a moment.

use super::field::Field;
use super::order::Region;
use crate::shape::Direction;

/// The largest number of cells that are left to an exact search.
pub(super) const MOST_CELLS: usize = 9;

/// The box that is solved last, of at most so many cells: about as long on every side, and with the blank's goal in it.
pub(super) fn end_box(sides: [usize; 3], blank: [usize; 3], most_cells: usize) -> Region {
    let mut size = sides.map(|side| side.min(2));
    while let Some(axis) = (0..3).filter(|&axis| size[axis] < sides[axis]).min_by_key(|&axis| size[axis]) {
        let cells: usize = size.iter().product();
        if cells / size[axis] * (size[axis] + 1) > most_cells {
            break;
        }
        size[axis] += 1;
    }
    // The blank in its middle, unless the corner of the board is so near that one stage less is needed.
    let first = std::array::from_fn(|axis| match blank[axis] {
        near if near < size[axis] => 0,
        place => (place - size[axis] / 2).min(sides[axis] - size[axis]),
    });
    Region { first, last: std::array::from_fn(|axis| first[axis] + size[axis] - 1) }
}

/// Solves what is left when all tiles but those of the end are in place and behind walls: IDA* with the sum of the
/// distances, which takes less time than any table for boards as small as this.
pub(super) fn finish(field: &mut Field, end: Region) {
    let sides = field.sides();
    let blank = field.tile_in(field.blank());
    let cells = sides.places().filter(|&place| end.contains(place)).map(|place| sides.cell(place));
    let apart = |cell: usize| field.distance(cell, field.tile_in(cell));
    let estimate = cells.filter(|&cell| field.tile_in(cell) != blank).map(apart).sum();
    let mut bound = estimate;
    while !reach(field, estimate, bound, None) {
        // Every move brings a tile nearer or takes it farther away, so lengths are all odd or all even.
        bound += 2;
    }
}

/// Looks for moves to the goal, at most as many as the bound says, and makes them.
fn reach(field: &mut Field, estimate: usize, bound: usize, last: Option<Direction>) -> bool {
    if estimate == 0 {
        return true;
    }
    for index in 0..field.directions().len() {
        let direction = field.directions()[index];
        let (blank, next) = (field.blank(), field.next(field.blank(), direction));
        if !field.is_open(next) || last == Some(direction.opposite()) {
            continue;
        }
        let tile = field.tile_in(next);
        let after = estimate + field.distance(blank, tile) - field.distance(next, tile);
        if after < bound {
            field.slide(direction);
            if reach(field, after, bound - 1, Some(direction)) {
                return true;
            }
            field.take_back(field.moves().len() - 1);
        }
    }
    false
}
