//! IDA* and A* as a course would write them, with Manhattan distance: byte boards, a recursive
//! function, the standard library's heap and hash map.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

pub(crate) type Tiles = [u8; 16];

/// What a peer found: the length of a solution and the nodes it expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) length: u32,
    pub(crate) expanded: u64,
}

/// The cells beside a cell of a 4×4 board: up, left, right, down.
pub(crate) fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / 4, cell % 4);
    let up = (row > 0).then(|| cell - 4);
    let left = (column > 0).then(|| cell - 1);
    let right = (column < 3).then(|| cell + 1);
    let down = (row < 3).then(|| cell + 4);
    [up, left, right, down].into_iter().flatten()
}

/// How far a tile in a cell is from home; the goal is 0 1 2 … 15.
pub(crate) fn distance(tile: u8, cell: usize) -> u32 {
    let home = usize::from(tile);
    ((home / 4).abs_diff(cell / 4) + (home % 4).abs_diff(cell % 4)) as u32
}

pub(crate) fn manhattan(tiles: &Tiles) -> u32 {
    (0..16).filter(|&cell| tiles[cell] != 0).map(|cell| distance(tiles[cell], cell)).sum()
}

pub(crate) fn blank(tiles: &Tiles) -> usize {
    tiles.iter().position(|&tile| tile == 0).expect("a board has a blank")
}

pub(crate) fn idastar(start: &Tiles) -> Found {
    struct Search {
        board: Tiles,
        expanded: u64,
    }
    impl Search {
        fn below(&mut self, blank: usize, last: usize, g: u32, h: u32, bound: u32) -> bool {
            if h == 0 {
                return true;
            }
            self.expanded += 1;
            for next in neighbours(blank).filter(|&next| next != last) {
                let tile = self.board[next];
                let h = h + distance(tile, blank) - distance(tile, next);
                if g + 1 + h <= bound {
                    self.board.swap(blank, next);
                    if self.below(next, blank, g + 1, h, bound) {
                        return true;
                    }
                    self.board.swap(blank, next);
                }
            }
            false
        }
    }
    let mut search = Search { board: *start, expanded: 0 };
    let h = manhattan(start);
    let mut bound = h;
    while !search.below(blank(start), 16, 0, h, bound) {
        bound += 2;
    }
    Found { length: bound, expanded: search.expanded }
}

pub(crate) fn astar(start: &Tiles) -> Found {
    let mut open = BinaryHeap::from([(Reverse(manhattan(start)), 0, *start)]);
    let mut best = HashMap::from([(*start, 0)]);
    let mut expanded = 0;
    while let Some((_, g, board)) = open.pop() {
        if manhattan(&board) == 0 {
            return Found { length: g, expanded };
        }
        if best[&board] < g {
            continue;
        }
        expanded += 1;
        let blank = blank(&board);
        for next in neighbours(blank) {
            let mut child = board;
            child.swap(blank, next);
            if best.get(&child).is_none_or(|&known| g + 1 < known) {
                best.insert(child, g + 1);
                open.push((Reverse(g + 1 + manhattan(&child)), g + 1, child));
            }
        }
    }
    unreachable!("the boards can be solved")
}
