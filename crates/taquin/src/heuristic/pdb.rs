//! Sums of additive pattern databases, and the largest of several such sums.
//!
//! 1. A partition divides the tiles of the goal into patterns, and the distances of all its patterns add
//!    up to a *sum*. There are several: of different partitions, and of each partition as it looks through
//!    the symmetries of the box that leave the goal's blank where it is. The largest counts.
//! 2. A table is kept for one of all patterns that are alike. A *part* of a sum is a table and the symmetry
//!    through which the board must be seen to look it up.
//! 3. The memo is the value of every sum and the last bit read for each of its parts. A slide concerns one
//!    part of each sum, and one look-up says whether the sum rises or falls by one.
//!
//! Without any partition (strips, 2×2, more than 32 cells have none) it counts as Manhattan.
//!
//! Entries may be damaged. Then values stay even or odd as they must and never pass 0, and the table notes
//! that it contradicts itself; `pdb/confront.rs` compares solutions with tables.

mod confront;
mod found_or_built;

use super::{
    AnyHeuristic, Contradiction, ContradictionKind, Guarantees, Heuristic, KernelHint, KnownValues, Manhattan,
};
use crate::board::{Board, Slide};
use crate::pdb::zoning::MOST_CELLS;
use crate::pdb::{FileError, Pattern, Table};
use crate::shape::Cell;
use crate::solution::Solution;
use crate::symmetry::Symmetry;
use std::io;
use std::sync::Arc;

/// The most sums that are compared; more are left out.
pub(crate) const MOST_SUMS: usize = 16;

/// The most parts of a sum: one bit of a byte for each.
const MOST_PARTS: usize = 8;

/// The largest of some sums of additive pattern databases.
#[derive(Clone, Debug)]
pub struct PatternDatabases {
    sums: Arc<[Sum]>,
    /// The tables of all sums, each once.
    tables: Arc<[Arc<Table>]>,
    /// By tile: its distance from home, by cell.
    distances: Arc<[[u8; MOST_CELLS]]>,
    manhattan: Manhattan,
}

/// Tables for all tiles of the goal.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) parts: Vec<Part>,
    /// By tile: its part.
    pub(crate) part_of: [u8; MOST_CELLS],
}

/// A table and how the board is seen to look it up.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) table: Arc<Table>,
    /// The image of every cell.
    pub(crate) image: [u8; MOST_CELLS],
    /// By tile: its place among those of the pattern.
    pub(crate) place: [u8; MOST_CELLS],
}

/// What is remembered of a board.
#[derive(Clone, Copy, Debug)]
pub struct PatternMemo {
    values: [u16; MOST_SUMS],
    /// A bit for each part.
    bits: [u8; MOST_SUMS],
    manhattan: u32,
}

impl PatternDatabases {
    /// For this goal, by partitions of its tiles into patterns, each named by the cells where its tiles
    /// belong. `table` finds or builds the table of a canonical pattern; its error is handed on.
    ///
    /// # Panics
    /// If the patterns of a partition do not hold every tile of the goal once or are of another shape, or if `table` gives the
    /// table of another pattern than it was asked for.
    pub fn new<E>(
        goal: &Board,
        partitions: &[Vec<Pattern>],
        table: &mut dyn FnMut(&Pattern) -> Result<Arc<Table>, E>,
    ) -> Result<PatternDatabases, E> {
        let mut tables: Vec<Arc<Table>> = Vec::new();
        let mut sums = Vec::new();
        let keep_the_blank: Vec<Symmetry> = Symmetry::all(goal.shape())
            .into_iter()
            .filter(|symmetry| symmetry.cell(goal.blank()) == goal.blank())
            .collect();
        let mut seen: Vec<Vec<Pattern>> = Vec::new();
        for partition in partitions {
            for symmetry in &keep_the_blank {
                let mut view: Vec<Pattern> = partition.iter().map(|p| p.seen_through(symmetry)).collect();
                view.sort_by(|a, b| a.tiles().cmp(b.tiles()));
                if sums.len() == MOST_SUMS || seen.contains(&view) {
                    continue;
                }
                let mut parts = Vec::new();
                for pattern in &view {
                    let (canonical, symmetry) = pattern.canonical();
                    let known = tables.iter().find(|table| *table.pattern() == canonical).cloned();
                    let table = match known {
                        Some(table) => table,
                        None => {
                            let table = table(&canonical)?;
                            // Kernels look entries up without a check because of these.
                            assert_eq!(canonical.shape(), goal.shape(), "a pattern is of another shape");
                            assert_eq!(*table.pattern(), canonical, "a table of another pattern was given");
                            tables.push(table.clone());
                            table
                        }
                    };
                    parts.push(Part::new(goal, pattern, table, &symmetry));
                }
                sums.push(Sum::new(goal, &view, parts));
                seen.push(view);
            }
        }
        let mut distances = vec![[0; MOST_CELLS]; goal.shape().cells().min(MOST_CELLS)];
        if !sums.is_empty() {
            for (home, tile) in goal.tiles() {
                distances[tile.index()] = crate::pdb::zoning::distances(goal.shape(), home);
            }
        }
        let manhattan = Manhattan::new(goal);
        let (sums, tables, distances) = (sums.into(), tables.into(), distances.into());
        Ok(PatternDatabases { sums, tables, distances, manhattan })
    }

    /// For this goal, without any table: the estimate is Manhattan's.
    pub fn without_tables(goal: &Board) -> PatternDatabases {
        let manhattan = Manhattan::new(goal);
        PatternDatabases { sums: [].into(), tables: [].into(), distances: [].into(), manhattan }
    }

    /// Whether there are tables; otherwise the estimate is Manhattan's.
    pub fn is_complete(&self) -> bool {
        !self.sums.is_empty()
    }

    /// The same with all tables in memory of their own.
    pub(crate) fn copied(&self) -> io::Result<PatternDatabases> {
        let copies = self.tables.iter().map(|table| table.copied().map(Arc::new));
        let tables: Arc<[Arc<Table>]> = copies.collect::<io::Result<_>>()?;
        let mut sums = self.sums.to_vec();
        for part in sums.iter_mut().flat_map(|sum| &mut sum.parts) {
            let number = self.tables.iter().position(|table| Arc::ptr_eq(table, &part.table));
            part.table = tables[number.expect("parts have the tables of the set")].clone();
        }
        Ok(PatternDatabases { sums: sums.into(), tables, ..self.clone() })
    }

    /// The tables, each once.
    pub fn tables(&self) -> &[Arc<Table>] {
        &self.tables
    }

    /// Checks the entries of tables anew that were not checked when they were opened, for a thread beside a long search;
    /// see [`Table::recheck`].
    ///
    /// # Errors
    /// If entries have changed.
    pub fn recheck(&self, stop: &dyn Fn() -> bool) -> Result<(), FileError> {
        self.tables.iter().filter(|table| !table.is_checked()).try_for_each(|table| table.recheck(stop))
    }

    /// Bytes of all tables.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.entries().len() as u64).sum()
    }

    /// How many sums it is the largest of.
    pub fn sums(&self) -> usize {
        self.sums.len()
    }

    pub(crate) fn all_sums(&self) -> &[Sum] {
        &self.sums
    }

    /// By tile: its distance from home, by cell.
    pub(crate) fn distances(&self) -> &[[u8; MOST_CELLS]] {
        &self.distances
    }
}

impl Part {
    fn new(goal: &Board, pattern: &Pattern, table: Arc<Table>, symmetry: &Symmetry) -> Part {
        let mut image = [0; MOST_CELLS];
        for cell in goal.shape().all_cells() {
            image[cell.index()] = symmetry.cell(cell).index() as u8;
        }
        let mut place = [0; MOST_CELLS];
        for (home, tile) in goal.tiles().filter(|(home, _)| pattern.tiles().contains(home)) {
            let home = symmetry.cell(home);
            let found = table.pattern().tiles().iter().position(|&cell| cell == home);
            place[tile.index()] = found.expect("the table is the pattern's") as u8;
        }
        Part { table, image, place }
    }

    /// What the code of the table changes by when a tile goes from one cell to another.
    pub(crate) fn change(&self, tile: usize, from: usize, to: usize) -> u32 {
        let term = |cell: usize| self.table.index.term(self.place[tile].into(), self.image[cell].into());
        term(to).wrapping_sub(term(from))
    }

    /// The zone of a cell in the table.
    pub(crate) fn zone(&self, cell: usize) -> u8 {
        self.table.zoning.zone[usize::from(self.image[cell])]
    }
}

impl Sum {
    fn new(goal: &Board, view: &[Pattern], parts: Vec<Part>) -> Sum {
        assert!(parts.len() <= MOST_PARTS, "a partition has at most {MOST_PARTS} patterns");
        let mut part_of = [0; MOST_CELLS];
        for (home, tile) in goal.tiles() {
            let mut holders = (0..view.len()).filter(|&part| view[part].tiles().contains(&home));
            part_of[tile.index()] = holders.next().expect("every tile is in a pattern") as u8;
            assert!(holders.next().is_none(), "a tile is in one pattern");
        }
        Sum { parts, part_of }
    }

    /// The cells of a part's tiles as its table sees them, how many they are, and the image of the blank.
    fn cells(&self, part: usize, board: &Board) -> ([u8; 8], usize, u8) {
        let Part { table, image, place } = &self.parts[part];
        let mut cells = [0; 8];
        for (cell, tile) in board.tiles() {
            if usize::from(self.part_of[tile.index()]) == part {
                cells[usize::from(place[tile.index()])] = image[cell.index()];
            }
        }
        (cells, table.pattern().tiles().len(), image[board.blank().index()])
    }

    /// The last bit of a part for a board.
    fn bit(&self, part: usize, board: &Board) -> bool {
        let (cells, tiles, blank) = self.cells(part, board);
        let table = &self.parts[part].table;
        table.bit(table.index.of(&cells[..tiles]), table.zoning.zone[usize::from(blank)])
    }

    /// The number of a part's arrangement on a board.
    fn number(&self, part: usize, board: &Board) -> usize {
        let (cells, tiles, _) = self.cells(part, board);
        self.parts[part].table.index.of(&cells[..tiles])
    }

    /// Whether a slide of a part's tile raises the distance of the arrangement before it, if that is said beside the table.
    fn raises(&self, part: usize, number: usize, slide: Slide) -> Option<bool> {
        let Part { table, image, place } = &self.parts[part];
        let [from, to] = [slide.from(), slide.to()].map(|cell| image[cell.index()]);
        Some(table.rises()?.raises(number, place[slide.tile().index()], from, to))
    }

    /// The distance of a part for a board.
    fn distance(&self, part: usize, board: &Board) -> Result<u32, Contradiction> {
        let (cells, tiles, blank) = self.cells(part, board);
        self.parts[part].table.distance(&cells[..tiles], blank)
    }

    /// The value for a board, the bits of its parts, and what their indices are made of.
    pub(crate) fn look(&self, board: &Board) -> (u32, u8, [u32; MOST_PARTS]) {
        let (mut value, mut bits, mut codes) = (0, 0, [0; MOST_PARTS]);
        for (number, part) in self.parts.iter().enumerate() {
            let (cells, tiles, blank) = self.cells(number, board);
            codes[number] = part.table.index.code(&cells[..tiles]);
            value += part.table.estimate(&cells[..tiles], blank);
            bits |= u8::from(self.bit(number, board)) << number;
        }
        (value, bits, codes)
    }
}

impl Heuristic for PatternDatabases {
    type Memo = PatternMemo;

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::Pdb(self)
    }

    fn goal(&self) -> &Board {
        self.manhattan.goal()
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::FULL
    }

    fn remember(&self, board: &Board) -> PatternMemo {
        let mut memo = PatternMemo { values: [0; MOST_SUMS], bits: [0; MOST_SUMS], manhattan: 0 };
        if self.sums.is_empty() {
            memo.manhattan = self.manhattan.remember(board);
        }
        for (number, sum) in self.sums.iter().enumerate() {
            let (value, bits, _) = sum.look(board);
            (memo.values[number], memo.bits[number]) = (value as u16, bits);
        }
        memo
    }

    fn after(&self, mut memo: PatternMemo, board: &Board, slide: Slide) -> PatternMemo {
        if self.sums.is_empty() {
            memo.manhattan = self.manhattan.after(memo.manhattan, board, slide);
        }
        let rises_from = |tile: usize, from: Cell, to: Cell| {
            self.distances[tile][to.index()] > self.distances[tile][from.index()]
        };
        for (number, sum) in self.sums.iter().enumerate() {
            let tile = slide.tile().index();
            let part = usize::from(sum.part_of[tile]);
            let bits = &mut memo.bits[number];
            let (old, new) = (*bits >> part & 1 == 1, sum.bit(part, board));
            *bits = *bits & !(1 << part) | u8::from(new) << part;
            let rises = rises_from(tile, slide.from(), slide.to()) ^ old ^ new;
            let value = &mut memo.values[number];
            let after = if rises { value.checked_add(1) } else { value.checked_sub(1) };
            *value = after.unwrap_or_else(|| {
                sum.parts[part].table.note(ContradictionKind::OutOfRange);
                // Even or odd as it must be.
                *value ^ 1
            });
        }
        memo
    }

    fn contradiction(&self) -> Option<Contradiction> {
        self.tables.iter().find_map(|table| table.contradiction())
    }

    fn confront(&self, solution: &Solution, _optimal: bool) -> Result<(), Contradiction> {
        self.contradiction().map_or(Ok(()), Err)?;
        if self.sums.is_empty() { Ok(()) } else { self.confront_way(solution) }
    }

    fn estimate(&self, memo: PatternMemo) -> u32 {
        let largest = memo.values.iter().copied().max().unwrap_or(0);
        u32::from(largest).max(memo.manhattan)
    }

    fn kernel_hint(&self) -> Option<KernelHint<'_>> {
        if self.sums.is_empty() {
            return self.manhattan.kernel_hint();
        }
        Some(KernelHint(KnownValues::Databases(self)))
    }
}
