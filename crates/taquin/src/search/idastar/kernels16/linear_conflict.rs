//! Manhattan distance with linear conflict, on flat boards of at most four by four cells.
//!
//! A slide up or down keeps the order within columns, and can change the conflict only of the row the tile belongs
//! to, if it leaves or enters it. Leaving makes the Manhattan distance longer and may end a conflict; entering makes it
//! shorter and may start one. Either way the estimate changes by exactly one. Whether a slide is good is therefore one
//! bit of a table over the content of one line (see [`super::conflict_table`]). The same holds for slides left and right, with columns.

use super::by_neighbour::Estimator;
use super::conflict_table::{self, LineTable};
use super::moves::Moves;
use super::next_moves::NextMoves;
use crate::search::idastar::grid::{Grid, cells_of};
use crate::shape::{Axis, Shape};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Memo {
    /// Codes of the rows and of the columns.
    rows: u64,
    columns: u64,
    good: u8,
    slack: u8,
}

/// What is left of the lines when a tile leaves a cell, or what a tile brings to a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Codes {
    rows: u64,
    columns: u64,
}

pub(crate) struct LinearConflict {
    grid: Grid,
    home: [usize; 16],
    /// A bit for every move up or down.
    upright: u64,
    /// By move.
    keep: [Codes; 64],
    /// By move and tile.
    arrival: [Codes; 1024],
    /// By move and tile: bits to shift the codes by, and above them the question to the table.
    ask: [u16; 1024],
    table: Box<LineTable>,
}

impl LinearConflict {
    /// Whether boards of this shape fit.
    pub(crate) fn fits(shape: Shape) -> bool {
        shape.is_flat() && shape.width().max(shape.height()) <= conflict_table::LONGEST
    }

    pub(crate) fn new(grid: &Grid, goal: &[u8]) -> Self {
        assert!(Self::fits(grid.shape), "linear conflict is packed for at most 4x4 cells");
        let mut this = LinearConflict {
            grid: grid.clone(),
            home: cells_of(goal),
            upright: 0,
            keep: [Codes::default(); 64],
            arrival: [Codes::default(); 1024],
            ask: [(conflict_table::question_plain(false) as u16) << 6; 1024],
            table: conflict_table::table(),
        };
        let (column, row) = (|cell| grid.coordinate(cell, Axis::X), |cell| grid.coordinate(cell, Axis::Y));
        for to in 0..grid.cells() {
            for &from in grid.neighbours(to) {
                let number = Moves::number(grid, to, from) as usize;
                this.keep[number] =
                    Codes { rows: !this.in_rows(from, 7), columns: !this.in_columns(from, 7) };
                // The line across the slide that a cell is in, and where in it.
                let upright = grid.is_upright(from, to);
                this.upright |= u64::from(upright) << number;
                let across =
                    |cell| if upright { (row(cell), column(cell)) } else { (column(cell), row(cell)) };
                for tile in 1..grid.cells() {
                    let home = this.home[tile];
                    let (own, place) = across(home);
                    let question = if own == across(from).0 {
                        conflict_table::question_leaving(across(from).1)
                    } else if own == across(to).0 {
                        conflict_table::question_coming(across(to).1, place)
                    } else {
                        conflict_table::question_plain(grid.distance(to, home) < grid.distance(from, home))
                    };
                    this.ask[number * 16 + tile] =
                        (conflict_table::BITS * own) as u16 | (question as u16) << 6;
                    this.arrival[number * 16 + tile] = this.codes(tile, to);
                }
            }
        }
        this
    }

    fn in_rows(&self, cell: usize, value: usize) -> u64 {
        (value as u64)
            << (conflict_table::BITS * self.grid.coordinate(cell, Axis::Y)
                + 3 * self.grid.coordinate(cell, Axis::X))
    }

    fn in_columns(&self, cell: usize, value: usize) -> u64 {
        (value as u64)
            << (conflict_table::BITS * self.grid.coordinate(cell, Axis::X)
                + 3 * self.grid.coordinate(cell, Axis::Y))
    }

    /// What a tile adds to the codes by being in this cell.
    fn codes(&self, tile: usize, cell: usize) -> Codes {
        let [column, row] = [Axis::X, Axis::Y].map(|axis| self.grid.coordinate(cell, axis));
        let [home_column, home_row] =
            [Axis::X, Axis::Y].map(|axis| self.grid.coordinate(self.home[tile], axis));
        Codes {
            rows: self.in_rows(cell, if home_row == row { home_column + 1 } else { 0 }),
            columns: self.in_columns(cell, if home_column == column { home_row + 1 } else { 0 }),
        }
    }

    /// The codes of a board and its estimate.
    fn measure(&self, tiles: &[u8]) -> (Codes, u32) {
        let mut all = Codes::default();
        let mut estimate = 0;
        for (cell, &tile) in tiles.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            let codes = self.codes(tile as usize, cell);
            all.rows |= codes.rows;
            all.columns |= codes.columns;
            estimate += self.grid.distance(cell, self.home[tile as usize]);
        }
        for codes in [all.rows, all.columns] {
            for line in 0..conflict_table::LONGEST {
                estimate += 2 * conflict_table::conflict(
                    (codes >> (conflict_table::BITS * line)) as usize % (1 << conflict_table::BITS),
                );
            }
        }
        (all, estimate)
    }

    /// 1 if the move makes the estimate smaller. `codes` are those of the lines across the slide.
    #[inline(always)]
    fn is_good(&self, tile: usize, codes: u64, number: u8) -> u8 {
        let ask = self.ask[(number & 63) as usize * 16 + (tile & 15)];
        let code = (codes >> (ask & 63)) as usize % (1 << conflict_table::BITS);
        (self.table[code] >> (ask >> 6 & 63) & 1) as u8
    }
}

impl Estimator for LinearConflict {
    type Memo = Memo;
    type Prefetched = ();

    fn estimate(&self, tiles: &[u8]) -> u32 {
        self.measure(tiles).1
    }

    fn start(&self, tiles: &[u8], bound: u32) -> Memo {
        let (codes, estimate) = self.measure(tiles);
        Memo { rows: codes.rows, columns: codes.columns, good: 0, slack: ((bound - estimate) / 2) as u8 }
    }

    #[inline(always)]
    fn slide(&self, memo: &Memo, number: u8, tile: usize, local: u8) -> Memo {
        let keep = self.keep[(number & 63) as usize];
        let arrival = self.arrival[(number & 63) as usize * 16 + (tile & 15)];
        Memo {
            rows: memo.rows & keep.rows | arrival.rows,
            columns: memo.columns & keep.columns | arrival.columns,
            good: 0,
            slack: memo.slack.wrapping_sub(!(memo.good >> (local & 3)) & 1),
        }
    }

    #[inline(always)]
    fn prefetch(&self, _: &Memo, _: &NextMoves, _: u64, _: [usize; 3]) {}

    #[inline(always)]
    fn look(&self, memo: &mut Memo, (): &(), around: &NextMoves, _: u64, tiles: [usize; 3]) {
        let Memo { rows, columns, .. } = *memo;
        memo.good = self.is_good(tiles[0], if around.upright[0] { rows } else { columns }, around.next[0])
            | self.is_good(tiles[1], columns, around.next[1]) << 1
            | self.is_good(tiles[2], if around.upright[1] { rows } else { columns }, around.next[2]) << 2;
    }

    fn look_from_root(&self, memo: &mut Memo, next: &[(u8, usize)]) {
        for (local, &(number, tile)) in next.iter().enumerate() {
            let upright = self.upright >> number & 1 == 1;
            memo.good |= self.is_good(tile, if upright { memo.rows } else { memo.columns }, number) << local;
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.table)
    }

    #[inline(always)]
    fn within(&self, memo: &Memo) -> u64 {
        memo.good as u64 | if memo.slack > 0 { u64::MAX } else { 0 }
    }

    fn slack(&self, memo: &Memo) -> u32 {
        memo.slack.into()
    }
}
