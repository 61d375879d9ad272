//! The end: a box so small that the shortest solution of what is left is found in a moment.

use super::field::Field;
use super::order::Region;
use crate::board::Board;
use crate::heuristic::LinearConflict;
use crate::problem::Problem;
use crate::search::{Limits, idastar};
use crate::shape::Shape;

/// The largest number of cells that are left to an exact search.
const MOST_CELLS: usize = 9;

/// The box that is solved last: about as long on every side, and with the blank's goal in it.
pub(super) fn end_box(sides: [usize; 3], blank: [usize; 3]) -> Region {
    let mut size = sides.map(|side| side.min(2));
    while let Some(axis) = (0..3).filter(|&axis| size[axis] < sides[axis]).min_by_key(|&axis| size[axis]) {
        let cells: usize = size.iter().product();
        if cells / size[axis] * (size[axis] + 1) > MOST_CELLS {
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

/// Solves what is left in a box when all other tiles are in place.
pub(super) fn finish(field: &mut Field, end: Region) {
    let sides = field.sides();
    let cells: Vec<usize> =
        sides.places().filter(|&place| end.contains(place)).map(|place| sides.cell(place)).collect();
    let blank = field.tile_in(field.blank());
    // A tile gets the number of its goal among the cells that are left.
    let tiles: Vec<usize> = cells.iter().copied().filter(|&tile| tile != blank).collect();
    let number =
        |tile: usize| tiles.iter().position(|&other| other == tile).map_or(0, |index| index as u16 + 1);
    let size: [usize; 3] = std::array::from_fn(|axis| end.last[axis] - end.first[axis] + 1);
    let shape = Shape::new(size[0], size[1], size[2]).expect("a part of a box is a box");
    let board = |tiles: Vec<u16>| Board::from_permutation(shape, &tiles);
    let start = board(cells.iter().map(|&cell| number(field.tile_in(cell))).collect());
    let goal = board(cells.iter().map(|&tile| number(tile)).collect());
    let estimate = LinearConflict::new(&goal);
    let problem = Problem::new(start, goal).expect("slides keep a problem solvable");
    let answer = idastar(&problem, &estimate, &Limits::default(), &mut ());
    let solution = answer.solution().expect("a search without limits finds a solution");
    solution.moves().iter().for_each(|&direction| field.slide(direction));
}
