//! The same boards by the `pathfinding` crate, with boards packed into a word.

use crate::textbook::{Found, Tiles, distance, neighbours};
use std::cell::Cell;

type Packed = u64;

fn pack(tiles: &Tiles) -> Packed {
    tiles.iter().enumerate().fold(0, |word, (cell, &tile)| word | u64::from(tile) << (4 * cell))
}

fn tile(board: Packed, cell: usize) -> u8 {
    (board >> (4 * cell) & 15) as u8
}

fn manhattan(board: &Packed) -> u32 {
    (0..16).filter(|&cell| tile(*board, cell) != 0).map(|cell| distance(tile(*board, cell), cell)).sum()
}

fn successors(board: &Packed) -> impl Iterator<Item = (Packed, u32)> + use<> {
    let board = *board;
    let blank = (0..16).find(|&cell| tile(board, cell) == 0).expect("a board has a blank");
    neighbours(blank).map(move |next| {
        let tile = u64::from(tile(board, next));
        (board ^ (tile << (4 * next) | tile << (4 * blank)), 1)
    })
}

const GOAL: Packed = 0xfedc_ba98_7654_3210;

pub(crate) fn idastar(start: &Tiles) -> Found {
    let expanded = Cell::new(0);
    let counted = |board: &Packed| {
        expanded.set(expanded.get() + 1);
        successors(board)
    };
    let found = pathfinding::directed::idastar::idastar(&pack(start), counted, manhattan, |b| *b == GOAL);
    let (_, length) = found.expect("the boards can be solved");
    Found { length, expanded: expanded.get() }
}

pub(crate) fn astar(start: &Tiles) -> Found {
    let expanded = Cell::new(0);
    let counted = |board: &Packed| {
        expanded.set(expanded.get() + 1);
        successors(board)
    };
    let found = pathfinding::directed::astar::astar(&pack(start), counted, manhattan, |b| *b == GOAL);
    let (_, length) = found.expect("the boards can be solved");
    Found { length, expanded: expanded.get() }
}
