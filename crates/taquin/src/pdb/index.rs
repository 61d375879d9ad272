//! Numbers the arrangements of a pattern's tiles.
//!
//! **Boxes of up to 16 cells.** An arrangement is *packed*: four bits a tile, its cell, the first tile
//! highest. A slide changes one nibble. Up to 6 tiles this is the index, with gaps for arrangements that
//! have two tiles in one cell. From 7 tiles on the gaps would take most of the table, and they are left
//! out in three steps:
//!
//! 1. The first four nibbles are looked up in a table of 65,536: their number among the arrangements of
//!    four tiles.
//! 2. The others have their cells counted anew, leaving out the cells of the first four: at most 12 are
//!    left, and a word of nibbles tells how many to leave out before each.
//! 3. These new nibbles are looked up in another table: their number among the arrangements of so many
//!    tiles in the cells left. The index is the first number times how many of these there are, plus the
//!    second.
//!
//! **Larger boxes.** Each cell gives two digits: its column, and the row it is in. The rows of all tiles come
//! first, then their columns: so after a slide along a row the entry is near the one before, often on the
//! same page of memory. What a slide adds depends on the tile and the direction alone.

use crate::shape::Shape;

/// Tiles that are looked up at first.
const FIRST: usize = 4;
/// The most tiles of a pattern.
const MOST_TILES: usize = 8;
/// Fewer tiles than this have gaps in their numbering.
const WITHOUT_GAPS_FROM: usize = 7;

/// How arrangements of so many tiles in a box are numbered.
#[derive(Clone, Debug)]
pub(crate) enum Index {
    /// The packed cells are the number.
    Packed { tiles: usize },
    /// Without gaps.
    Dense(Box<Dense>),
    /// Digits.
    Digits { tiles: u32, columns: u32, rows: u32 },
}

#[derive(Clone, Debug)]
pub(crate) struct Dense {
    tiles: usize,
    /// By packed cells of the first four tiles.
    first: Vec<u16>,
    /// By packed cells of the others, counted anew.
    rest: Vec<u16>,
    /// How many numbers `rest` has.
    rests: u32,
}

impl Dense {
    fn new(cells: usize, tiles: usize) -> Dense {
        let (first, _) = numbers(cells, FIRST);
        let (rest, rests) = numbers(cells - FIRST, tiles - FIRST);
        Dense { tiles, first, rest, rests }
    }

    /// The number of an arrangement given as packed cells.
    #[inline(always)]
    pub(crate) fn of_packed(&self, packed: u32) -> u32 {
        // Eight nibbles, those that are missing zero.
        let missing = 4 * (MOST_TILES - self.tiles) as u32;
        let aligned = packed << missing;
        let first = aligned >> 16;
        // Nibble c: how many of the first tiles are in cells before c.
        let after = |cell: u32| 0x1111_1111_1111_1111 << (4 * (cell & 15)) << 4;
        let before: u64 = after(first) + after(first >> 4) + after(first >> 8) + after(first >> 12);
        let anew = |tile: u32| {
            let cell = aligned >> (4 * tile) & 15;
            (cell - ((before >> (4 * cell)) as u32 & 15)) << (4 * tile)
        };
        let rest = (anew(0) | anew(1) | anew(2) | anew(3)) >> missing;
        u32::from(self.first[first as usize]) * self.rests + u32::from(self.rest[rest as usize])
    }
}

/// For every word of nibbles its number among those with different nibbles below `cells`, and how many
/// these are.
fn numbers(cells: usize, tiles: usize) -> (Vec<u16>, u32) {
    let mut count = 0u32;
    let number = |packed: u32| {
        let nibbles = (0..tiles).map(|tile| packed >> (4 * tile) & 15);
        let set = nibbles.fold(0u32, |set, cell| set | 1 << cell);
        let valid = set.count_ones() as usize == tiles && set >> cells == 0;
        count += u32::from(valid);
        // Missing nibbles are zero, and the number of an arrangement that is none is never asked for, but it must be in bounds.
        count.saturating_sub(1) as u16
    };
    ((0..1 << (4 * tiles)).map(number).collect(), count)
}

impl Index {
    pub(crate) fn new(shape: Shape, tiles: usize) -> Index {
        let cells = shape.cells();
        if cells > 16 {
            let columns = shape.width() as u32;
            Index::Digits { tiles: tiles as u32, columns, rows: cells as u32 / columns }
        } else if tiles < WITHOUT_GAPS_FROM {
            Index::Packed { tiles }
        } else {
            Index::Dense(Box::new(Dense::new(cells, tiles)))
        }
    }

    /// How many numbers the arrangements of so many tiles have, those of gaps included. Needs no index, which takes a
    /// millisecond to make.
    pub(crate) fn size(shape: Shape, tiles: usize) -> usize {
        match shape.cells() {
            17.. => shape.cells().pow(tiles as u32),
            _ if tiles < WITHOUT_GAPS_FROM => 1 << (4 * tiles),
            cells => (cells + 1 - tiles..=cells).product(),
        }
    }

    /// Whether numbers are not simply codes.
    pub(crate) fn is_dense(&self) -> bool {
        matches!(self, Index::Dense(_))
    }

    /// How far the nibble of a tile is shifted, in boxes of up to 16 cells.
    pub(crate) fn shift(&self, place: usize) -> u32 {
        let tiles = match self {
            Index::Packed { tiles } => *tiles,
            Index::Dense(dense) => dense.tiles,
            Index::Digits { .. } => unreachable!("larger boxes have no nibbles"),
        };
        4 * (tiles - 1 - place) as u32
    }

    /// What the tile at a place of the pattern adds to the code by being in a cell.
    #[inline]
    pub(crate) fn term(&self, place: usize, cell: usize) -> u32 {
        let cell = cell as u32;
        match self {
            Index::Digits { tiles, columns, rows } => {
                let (place, row, column) = (tiles - 1 - place as u32, cell / columns, cell % columns);
                columns.pow(*tiles) * rows.pow(place) * row + columns.pow(place) * column
            }
            _ => cell << self.shift(place),
        }
    }

    /// What is kept up to date slide by slide: packed cells, or the number itself in larger boxes.
    pub(crate) fn code(&self, cells: &[u8]) -> u32 {
        cells.iter().enumerate().map(|(place, &cell)| self.term(place, cell.into())).sum()
    }

    /// The same after the tile at a place of the pattern has gone from one cell to another.
    #[inline]
    pub(crate) fn code_after(&self, code: u32, place: usize, from: usize, to: usize) -> u32 {
        code.wrapping_add(self.term(place, to)).wrapping_sub(self.term(place, from))
    }

    /// The number of what [`Index::code`] gives.
    #[inline(always)]
    pub(crate) fn of_code(&self, code: u32) -> u32 {
        match self {
            Index::Dense(dense) => dense.of_packed(code),
            _ => code,
        }
    }

    /// The number of the arrangement with the tiles in these cells.
    pub(crate) fn of(&self, cells: &[u8]) -> usize {
        self.of_code(self.code(cells)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(shape: &str, tiles: usize, dense: bool) {
        let shape: Shape = shape.parse().unwrap();
        let index = Index::new(shape, tiles);
        let size = Index::size(shape, tiles);
        let mut seen = vec![false; size];
        let mut arrangements = 0;
        let mut cells = vec![0u8; tiles];
        'all: loop {
            let set = cells.iter().fold(0u64, |set, cell| set | 1 << cell);
            if set.count_ones() as usize == tiles {
                let number = index.of(&cells);
                assert!(!std::mem::replace(&mut seen[number], true), "{cells:?}");
                arrangements += 1;
            }
            for place in (0..tiles).rev() {
                cells[place] += 1;
                if usize::from(cells[place]) < shape.cells() {
                    continue 'all;
                }
                cells[place] = 0;
            }
            break;
        }
        let expected: usize = (0..tiles).map(|tile| shape.cells() - tile).product();
        assert_eq!(arrangements, expected);
        assert_eq!(size == expected, dense);
    }

    #[test]
    fn a_slide_of_any_tile_gives_the_code_of_the_arrangement_after_it() {
        for (shape, cells) in
            [("4x4", vec![15, 14, 13, 12, 11, 10, 9, 8]), ("5x5", vec![24, 23, 22, 21, 20, 19])]
        {
            let index = Index::new(shape.parse().unwrap(), cells.len());
            for place in 0..cells.len() {
                let mut after = cells.clone();
                after[place] = 0;
                let code = index.code_after(index.code(&cells), place, cells[place].into(), 0);
                assert_eq!(code, index.code(&after), "{shape}");
                assert_eq!(
                    index.code_after(code, place, 0, cells[place].into()),
                    index.code(&cells),
                    "{shape}"
                );
            }
        }
    }

    #[test]
    fn every_arrangement_has_a_number_of_its_own() {
        check("3x2", 3, false);
        check("4x3", 5, false);
        check("3x3", 6, false);
        check("4x3", 7, true);
        check("3x3x2", 3, false);
        check("5x5", 4, false);
    }
}
