//! Exact distances of all boards of a small shape, one bit for each.
//!
//! Whether a distance is even is known from the blank's cell, since every move changes both. So bit
//! 1 of the distance is enough to know it modulo 4; and since every move changes it by one, that
//! tells which neighbours are nearer to the goal. The distance itself is found by walking there.
//!
//! Which tile is which does not matter, and neither do mirrors and turns: one table serves every
//! goal with the blank in a cell that a symmetry of the shape takes to the table's. `goal_view` looks at
//! boards the way the table does.
//!
//! Entries that are not those of the shape lead nowhere or in circles. No walk is longer than the largest
//! distance of the histogram, and what cannot be right is noted ([`DistanceTable::contradiction`]).
//!
//! Entries are stored by the cell of the blank, then by rank (`sweep`), eight to a byte, the first
//! lowest; those of each cell begin at a multiple of eight bytes.

// * `goal_view.rs`: any goal, looked at through the table's.
// * `list.rs`: a byte for each board, for very many questions.
// * `parts.rs`: what can be wrong with a table that was kept.

mod goal_view;
mod list;
mod parts;

pub(crate) use goal_view::{GoalView, Walks};
pub use list::DistanceList;
pub use parts::{Fault, NotATable};

use crate::board::Board;
use crate::contradiction::{Contradiction, ContradictionKind, Noted};
use crate::metric::Metric;
use crate::pdb::Entries as StoredEntries;
use crate::shape::{Cell, Shape};
use crate::sweep::{self, Sweep, ranks};
use crate::symmetry::Symmetry;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Where the entries of a table are: in memory, or in a file that looks like it.
pub type Entries = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The distances of all boards of a shape to any goal with the blank in a certain cell.
#[derive(Clone)]
pub struct DistanceTable {
    shape: Shape,
    blank: Cell,
    histogram: Vec<u64>,
    entries: Entries,
    /// The same, if they are a file's.
    stored: Option<Arc<StoredEntries>>,
    /// What cannot be right, for all clones.
    noted: Arc<Noted>,
}

impl DistanceTable {
    /// Tables of shapes with more cells take too long to be built without being asked for.
    pub const MOST_CELLS_AT_ONCE: usize = 10;

    /// Whether a shape can have a table: tiles can pass each other, and there are not too many.
    pub fn fits(shape: Shape) -> bool {
        sweep::fits(shape)
    }

    /// Whether the table of a shape is built in a few milliseconds.
    pub fn is_quick(shape: Shape) -> bool {
        DistanceTable::fits(shape) && shape.cells() <= DistanceTable::MOST_CELLS_AT_ONCE
    }

    /// The blank's cell in the table that serves goals with the blank in a cell: the first of those
    /// that look alike.
    pub fn blank_for(shape: Shape, blank: Cell) -> Cell {
        let images = Symmetry::all(shape).into_iter().map(|symmetry| symmetry.cell(blank));
        images.min().expect("the identity is a symmetry")
    }

    /// The name of the table for goals with the blank in a cell, e.g. `4x3-b0-all`.
    pub(crate) fn name_of(shape: Shape, blank: Cell) -> String {
        format!("{shape}-b{}-all", blank.0)
    }

    /// How many bytes the entries of a shape that fits take.
    pub fn entry_bytes(shape: Shape) -> u64 {
        shape.cells() as u64 * cell_bytes(shape) as u64
    }

    /// How many bytes of memory building a table takes, the entries included.
    pub fn build_bytes(shape: Shape, threads: usize) -> u64 {
        DistanceTable::entry_bytes(shape) + Sweep::bytes(shape, Metric::Slides, threads)
    }

    /// Builds the table for goals with the blank in a cell. `watch` hears of every level of boards
    /// and may stop the work; then there is no table. Nor is there one if the shape does not fit.
    pub fn build(
        shape: Shape,
        blank: Cell,
        threads: usize,
        watch: &mut dyn FnMut(u32, u64) -> ControlFlow<()>,
    ) -> Option<DistanceTable> {
        if !DistanceTable::fits(shape) {
            return None;
        }
        let blank = DistanceTable::blank_for(shape, blank);
        let mut entries = vec![0; DistanceTable::entry_bytes(shape) as usize];
        let mut histogram = Vec::new();
        let mut sweep = Sweep::new(&plain_goal(shape, blank), Metric::Slides);
        loop {
            histogram.push(sweep.boards());
            if watch(sweep.depth(), sweep.boards()).is_break() {
                return None;
            }
            if bit_of(sweep.depth()) {
                for (entries, level) in entries.chunks_exact_mut(cell_bytes(shape)).zip(sweep.level()) {
                    for (entry, word) in entries.chunks_exact_mut(8).zip(level.as_words()) {
                        let bits = word_of(entry) | word;
                        entry.copy_from_slice(&bits.to_le_bytes());
                    }
                }
            }
            if !sweep.advance(threads) {
                let (entries, noted) = (Arc::new(entries), Arc::default());
                return Some(DistanceTable { shape, blank, histogram, entries, stored: None, noted });
            }
        }
    }

    /// The table with these parts, as [`DistanceTable::histogram`] and [`DistanceTable::entries`]
    /// gave them. That there are as many as there must be is checked; that they are right is not.
    pub fn from_parts(
        shape: Shape,
        blank: Cell,
        histogram: Vec<u64>,
        entries: Entries,
    ) -> Result<DistanceTable, NotATable> {
        parts::check(shape, blank, &histogram, (*entries).as_ref())?;
        Ok(DistanceTable { shape, blank, histogram, entries, stored: None, noted: Arc::default() })
    }

    /// The same with the entries of a file.
    #[cfg(feature = "store")]
    pub(crate) fn from_file(
        shape: Shape,
        blank: Cell,
        histogram: Vec<u64>,
        entries: StoredEntries,
    ) -> Result<DistanceTable, NotATable> {
        let entries = Arc::new(entries);
        let table = DistanceTable::from_parts(shape, blank, histogram, entries.clone())?;
        Ok(DistanceTable { stored: Some(entries), ..table })
    }

    /// The shape of its boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's cell in the goal that it was built for.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// How many boards are 0, 1, 2 … moves away.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The distance of the deepest boards.
    pub fn deepest(&self) -> u32 {
        self.histogram.len() as u32 - 1
    }

    /// The entries as bytes.
    pub fn entries(&self) -> &[u8] {
        (*self.entries).as_ref()
    }

    /// Whether it tells distances to a goal.
    pub fn serves(&self, goal: &Board) -> bool {
        goal.shape() == self.shape && DistanceTable::blank_for(self.shape, goal.blank()) == self.blank
    }

    /// Bytes of entries in memory of its own: none if they are a file's.
    pub fn own_bytes(&self) -> u64 {
        match &self.stored {
            Some(entries) if entries.is_mapped() => 0,
            _ => self.entries().len() as u64,
        }
    }

    /// How many moves a board is from a goal; `None` if it cannot be slid into it, or if the table
    /// is not for this goal.
    ///
    /// # Errors
    /// If the entries do not lead down to the goal. The table remembers that.
    pub fn distance(&self, board: &Board, goal: &Board) -> Result<Option<u32>, Contradiction> {
        match GoalView::new(self, goal) {
            Some(aim) if board.shape() == self.shape => aim.distance(self, board),
            _ => Ok(None),
        }
    }

    /// What the table has been found to say that cannot be right, since it was made or opened. Also looks whether the
    /// file that it is in has been written to.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let has_changed = || self.stored.as_ref().is_some_and(|entries| entries.have_changed());
        self.noted.first().or_else(|| has_changed().then(|| self.note(ContradictionKind::Changed)))
    }

    /// Notes that the table cannot be right.
    pub(crate) fn note(&self, kind: ContradictionKind) -> Contradiction {
        self.noted.note(DistanceTable::name_of(self.shape, self.blank), kind)
    }

    /// Sweeps through all boards again and compares every entry and the histogram. Rules for boards
    /// and their neighbours would not do: entries going down all the way round a ring of boards keep
    /// every such rule.
    pub fn verify(
        &self,
        threads: usize,
        watch: &mut dyn FnMut(u32, u64) -> ControlFlow<()>,
    ) -> Result<(), Fault> {
        let mut sweep = Sweep::new(&plain_goal(self.shape, self.blank), Metric::Slides);
        loop {
            let (level, boards) = (sweep.depth(), sweep.boards());
            if self.histogram.get(level as usize) != Some(&boards) {
                return Err(Fault::Histogram { level, boards });
            }
            let wrong = self.wrong_entries(&sweep);
            if wrong > 0 {
                return Err(Fault::Entries { level, wrong });
            }
            if watch(level, boards).is_break() {
                return Err(Fault::Stopped);
            }
            if !sweep.advance(threads) {
                let ends_here = level == self.deepest();
                return if ends_here {
                    Ok(())
                } else {
                    Err(Fault::Histogram { level: level + 1, boards: 0 })
                };
            }
        }
    }

    /// How many boards of a level have an entry that is not the level's.
    fn wrong_entries(&self, sweep: &Sweep) -> u64 {
        let flipped = if bit_of(sweep.depth()) { u64::MAX } else { 0 };
        let cells = self.entries().chunks_exact(cell_bytes(self.shape)).zip(sweep.level());
        cells
            .flat_map(|(entries, level)| entries.chunks_exact(8).zip(level.as_words()))
            .map(|(entry, word)| u64::from(((word_of(entry) ^ flipped) & word).count_ones()))
            .sum()
    }

    /// Bit 1 of a distance.
    #[inline]
    fn bit(&self, blank: Cell, rank: u32) -> bool {
        let byte = blank.index() * cell_bytes(self.shape) + rank as usize / 8;
        self.entries()[byte] >> (rank % 8) & 1 == 1
    }
}

impl fmt::Debug for DistanceTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DistanceTable({}, blank at {})", self.shape, self.blank.index())
    }
}

/// What is stored of a distance.
fn bit_of(distance: u32) -> bool {
    distance & 2 != 0
}

/// The bytes of one cell of the blank.
#[inline]
fn cell_bytes(shape: Shape) -> usize {
    ranks(shape).div_ceil(64) as usize * 8
}

fn word_of(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// The goal that a table is built for: the tiles in order round the blank.
fn plain_goal(shape: Shape, blank: Cell) -> Board {
    let mut numbers: Vec<u16> = (1..=shape.tiles() as u16).collect();
    numbers.insert(blank.index(), 0);
    Board::from_permutation(shape, &numbers)
}
