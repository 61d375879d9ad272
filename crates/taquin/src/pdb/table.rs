//! A finished table and how it is read.
//!
//! 1. Every arrangement of the pattern's tiles has a number ([`Index`]) and an entry, a byte or two.
//! 2. Bit z of the entry is for the blank in zone z. It says of the distance h and the sum m of the tiles'
//!    taxicab distances whether `(h − m) / 2` is odd. Every counted slide changes both by 1, so `h − m` is
//!    always even. If the bit stays, h has changed like m, which the board shows; if it flips, the other
//!    way: `h rises ⇔ (m rises) ⊕ (old bit) ⊕ (new bit)`. Slides of other tiles move the blank within its
//!    region, where all bits are the same.
//! 3. So a value is kept up to date by one look-up a slide. From scratch it is found by walking down to
//!    the goal: some slide leads down from every arrangement but the goal.
//!
//! Entries that are not those of the pattern lead nowhere, or round in circles. No walk is longer than the
//! largest distance of the histogram, and what cannot be right is noted ([`Table::contradiction`]).

use super::entries::Entries;
use super::file_error::FileError;
use super::index::Index;
use super::pattern::Pattern;
use super::rises::Rises;
use super::zoning::{MOST_CELLS, Zoning, distances, members, set_of};
use crate::contradiction::{Contradiction, ContradictionKind, Noted};
use std::io;
use std::sync::OnceLock;

/// The distances of all arrangements of a pattern, one bit for each zone of the blank.
#[derive(Debug)]
pub struct Table {
    pattern: Pattern,
    pub(crate) zoning: Zoning,
    pub(crate) index: Index,
    /// The taxicab distance of every tile from home, by cell.
    distances: Box<[[u8; MOST_CELLS]]>,
    entries: Entries,
    histogram: Vec<u64>,
    /// The checksum of its entries, once it has been asked for.
    checksum: OnceLock<u32>,
    noted: Noted,
    /// Which slides raise the distance, if that has been found out.
    rises: Option<Rises>,
}

/// A slide of a tile of the pattern.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) place: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) rises: bool,
}

impl Table {
    /// A table of entries made elsewhere, [`Table::bytes_of`] the pattern. They are trusted;
    /// [`verify`](super::verify) checks them.
    ///
    /// # Panics
    /// If they have more or fewer bytes.
    pub(super) fn new(pattern: Pattern, entries: Entries, histogram: Vec<u64>) -> Table {
        let shape = pattern.shape();
        let distances = pattern.tiles().iter().map(|&home| distances(shape, home)).collect();
        let index = Index::new(shape, pattern.tiles().len());
        let zoning = Zoning::new(shape);
        assert_eq!(
            entries.len() as u64,
            Table::bytes_of(&pattern),
            "a table has an entry for each arrangement"
        );
        let (checksum, noted) = (OnceLock::new(), Noted::default());
        Table { zoning, index, distances, pattern, entries, histogram, checksum, noted, rises: None }
    }

    /// How many bytes the entries of a pattern's table have.
    pub fn bytes_of(pattern: &Pattern) -> u64 {
        let entries = Index::size(pattern.shape(), pattern.tiles().len());
        (entries * Zoning::new(pattern.shape()).entry_bytes()) as u64
    }

    /// How many bytes a pattern's table takes on disk.
    pub fn disk_bytes_of(pattern: &Pattern) -> u64 {
        Table::bytes_of(pattern) + Rises::bytes_of(pattern)
    }

    /// How many entries it has, those of gaps included.
    pub(super) fn size(&self) -> usize {
        self.entries.len() / self.zoning.entry_bytes()
    }

    /// What it is about.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// How many pairs of an arrangement and a zone with a free cell have each distance.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// Its entries as they are kept in a file.
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// A checksum of its entries.
    pub(crate) fn checksum(&self) -> u32 {
        *self.checksum.get_or_init(|| self.entries.checksum())
    }

    /// The same with entries that say which slides raise the distance, made by so many threads: searches are quicker. Only
    /// patterns of flat boards of more than 16 cells have them; others stay as they are, and so does the table if memory does not
    /// suffice.
    #[must_use]
    pub fn with_rises(mut self, threads: usize) -> Table {
        if self.lacks_rises() {
            self.rises = Rises::of(&self, threads).ok();
        }
        self
    }

    /// The same with such entries, made before.
    #[cfg(feature = "store")]
    pub(super) fn with_known_rises(self, rises: Rises) -> Table {
        Table { rises: Some(rises), ..self }
    }

    /// Whether it could say which slides raise the distance, and does not: searches are slower.
    pub fn lacks_rises(&self) -> bool {
        self.rises.is_none() && Rises::fit(&self.pattern)
    }

    /// Whether what it says of slides is what its entries say, found out anew on so many threads. True if it says nothing of slides.
    ///
    /// # Errors
    /// If memory does not suffice.
    pub fn rises_are_right(&self, threads: usize) -> io::Result<bool> {
        let Some(rises) = &self.rises else { return Ok(true) };
        Ok(*Rises::of(self, threads)?.entries == *rises.entries)
    }

    /// Which slides raise the distance.
    pub(crate) fn rises(&self) -> Option<&Rises> {
        self.rises.as_ref()
    }

    /// All its entries.
    fn all_entries(&self) -> impl Iterator<Item = &Entries> {
        [&self.entries].into_iter().chain(self.rises.as_ref().map(|rises| &rises.entries))
    }

    /// The taxicab distance of the tile at a place of the pattern from home, by cell.
    pub(super) fn home_distances(&self, place: usize) -> &[u8; MOST_CELLS] {
        &self.distances[place]
    }

    /// Bytes of entries in memory of its own: none if they are a file's.
    pub fn own_bytes(&self) -> u64 {
        self.all_entries().filter(|entries| !entries.is_mapped()).map(|entries| entries.len() as u64).sum()
    }

    /// Whether its entries are a file's.
    pub fn is_mapped(&self) -> bool {
        self.entries.is_mapped()
    }

    /// The same in memory of its own, which the system gives in large pages where it can: a file's are small, and to find a
    /// small page takes as long as to read from it.
    pub(crate) fn copied(&self) -> io::Result<Table> {
        Ok(Table::new(self.pattern.clone(), self.entries.copied()?, self.histogram.clone()))
    }

    /// The bit of an arrangement with the blank in a zone.
    #[inline]
    pub(crate) fn bit(&self, number: usize, zone: u8) -> bool {
        bit(&self.entries, self.zoning.entry_bytes(), number, zone)
    }

    /// The distance of the arrangement with the tiles of the pattern in these cells and the blank in
    /// another one.
    ///
    /// # Errors
    /// If the entries do not lead down to the goal. The table remembers that.
    ///
    /// # Panics
    /// If the cells are not as many as the pattern's tiles, or not different cells of the shape.
    pub fn distance(&self, cells: &[u8], blank: u8) -> Result<u32, Contradiction> {
        let occupied = set_of(cells);
        assert!(cells.len() == self.pattern.tiles().len() && occupied.count_ones() as usize == cells.len());
        assert!(occupied & !self.zoning.all() == 0 && (1 << blank) & self.zoning.all() & !occupied != 0);
        let mut cells = cells.to_vec();
        let mut blank = usize::from(blank);
        for distance in 0..self.histogram.len() as u32 {
            if self.is_goal(&cells, blank) {
                return Ok(distance);
            }
            let down = self.steps(&cells, blank).find(|step| !step.rises);
            let down = down.ok_or_else(|| self.note(ContradictionKind::NoWayDown))?;
            cells[down.place] = down.to as u8;
            blank = down.from;
        }
        Err(self.note(ContradictionKind::Endless))
    }

    /// The same, or if the entries do not lead to the goal the tiles' taxicab distances: they are never above
    /// the distance, and even or odd as it is.
    pub(crate) fn estimate(&self, cells: &[u8], blank: u8) -> u32 {
        let taxicab = || {
            cells.iter().zip(&self.distances).map(|(&cell, home_distances)| home_distances[usize::from(cell)])
        };
        self.distance(cells, blank).unwrap_or_else(|_| taxicab().map(u32::from).sum())
    }

    /// What the table has been found to say that cannot be right, since it was made or opened. Also looks whether the
    /// file that it is in has been written to.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let have_changed = || self.all_entries().any(Entries::have_changed);
        let changed = || have_changed().then(|| self.note(ContradictionKind::Changed));
        self.noted.first().or_else(changed)
    }

    /// Notes that the table cannot be right.
    pub(crate) fn note(&self, kind: ContradictionKind) -> Contradiction {
        self.noted.note(&self.pattern, kind)
    }

    /// Computes the checksum of entries that are a file's anew and compares it with the file's header, a part at a
    /// time; between parts `stop` is asked whether to leave off, and then nothing is said. Meant for a
    /// thread beside a long search with large tables: these are not checked whenever they are opened.
    ///
    /// # Errors
    /// If the entries have changed. The table remembers that as a [contradiction](Table::contradiction).
    pub fn recheck(&self, stop: &dyn Fn() -> bool) -> Result<(), FileError> {
        self.all_entries()
            .try_for_each(|entries| entries.recheck(stop))
            .inspect_err(|_| drop(self.note(ContradictionKind::Checksum)))
    }

    /// Whether the checksum of its entries has been computed since it was made or opened. Otherwise it is trusted because
    /// that was done before, and [`Table::recheck`] has something to do.
    pub fn is_checked(&self) -> bool {
        self.all_entries().all(Entries::is_checked)
    }

    /// Whether all tiles are home and the blank can go home without moving them.
    pub(super) fn is_goal(&self, cells: &[u8], blank: usize) -> bool {
        self.pattern.tiles().iter().zip(cells).all(|(home, &cell)| home.index() == usize::from(cell))
            && self.zoning.region(blank, !set_of(cells) & self.zoning.all()) >> self.pattern.blank().index()
                & 1
                == 1
    }

    /// Every slide of a tile of the pattern, the blank being anywhere in the region of a cell.
    pub(super) fn steps<'a>(&'a self, cells: &'a [u8], blank: usize) -> impl Iterator<Item = Step> + 'a {
        let region = self.zoning.region(blank, !set_of(cells) & self.zoning.all());
        let code = self.index.code(cells);
        let bit = self.bit(self.index.of_code(code) as usize, self.zoning.zone[blank]);
        cells.iter().enumerate().flat_map(move |(place, &cell)| {
            let from = usize::from(cell);
            members(self.zoning.around[from] & region).map(move |to| {
                let number = self.index.of_code(self.index.code_after(code, place, from, to));
                let after = self.bit(number as usize, self.zoning.zone[from]);
                let away = self.distances[place][to] > self.distances[place][from];
                Step { place, from, to, rises: away ^ bit ^ after }
            })
        })
    }
}

/// The bit of an entry for the blank in a zone. The first eight zones are in its first byte.
#[inline(always)]
pub(super) fn bit(entries: &[u8], entry_bytes: usize, number: usize, zone: u8) -> bool {
    entries[number * entry_bytes + usize::from(zone / 8)] >> (zone % 8) & 1 == 1
}
