//! One file holds one table: a header that says everything about it, then its entries as they are.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | magic |
//! | 8..12 | version of the format |
//! | 12..16 | kind of table |
//! | 16..19 | width, height, depth |
//! | 20..22 | goal cell of the blank |
//! | 22..24 | how many tiles the pattern has |
//! | 24..28 | coding of the entries |
//! | 28..32 | length of the histogram |
//! | 32..40 | bytes of entries |
//! | 40..44 | CRC-32 of the entries |
//! | 56..120 | goal cells of the pattern's tiles, two bytes each |
//! | 120.. | histogram, eight bytes a distance |
//! | 4092..4096 | CRC-32 of all before |
//!
//! Numbers are little-endian and what is not used is 0. The entries begin at 4096, on a page of their
//! own: those of small tables are read, others mapped into memory (`open.rs`).
//!
//! A file's name says what is in it ([`FileHeader::file_name`]), so a table can be looked up, shared
//! and never mistaken for another one. Files appear complete (`write.rs`) and are never changed.
//! Header and entries are checked whenever a file is opened (`checksum.rs`), but for the entries of large tables:
//! they are when that is long ago (`stamp.rs`), and whenever it is asked for (`origin.rs`).

mod checksum;
mod open;
mod origin;
mod stamp;
mod write;

pub(crate) use open::{Check, Opened, open};
pub(super) use origin::Origin;
pub(super) use stamp::stamp_path;
pub(crate) use write::write;
pub(super) use write::{prepare, tidy};

use super::file_error::{Fault, FileError, VERSION};
use super::pattern::Pattern;
use super::zoning::MOST_CELLS;
use crate::exact::DistanceTable;
use crate::shape::{Cell, Shape};

/// How the name of every file ends.
pub(crate) const ENDING: &str = ".taquin-pdb";
/// Where the entries begin.
pub(crate) const HEADER_BYTES: usize = 4096;

const MAGIC: [u8; 8] = *b"\x89TAQUIN\n";
const TILES_AT: usize = 56;
const HISTOGRAM_AT: usize = 120;
const CHECKSUM_AT: usize = HEADER_BYTES - 4;
/// The longest histogram that fits.
const MOST_DISTANCES: usize = (CHECKSUM_AT - HISTOGRAM_AT) / 8;

/// What kind of table a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The distances of a pattern's tiles: a byte or two for each arrangement, a bit for each zone of the
    /// blank.
    Pattern,
    /// The distances of all boards: a bit each.
    AllBoards,
    /// Which slides of a pattern's tiles raise their distance: three bytes for each arrangement.
    Rises,
}

impl FileKind {
    const ALL: [FileKind; 3] = [FileKind::Pattern, FileKind::AllBoards, FileKind::Rises];

    fn number(self) -> u32 {
        match self {
            FileKind::Pattern => 1,
            FileKind::AllBoards => 2,
            FileKind::Rises => 3,
        }
    }

    /// How its entries are coded. Each kind has one coding so far.
    fn coding(self) -> u32 {
        match self {
            FileKind::Pattern => 1,
            FileKind::AllBoards => 2,
            FileKind::Rises => 3,
        }
    }
}

/// What a file says about its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHeader {
    /// The kind of table.
    pub kind: FileKind,
    /// The box.
    pub shape: Shape,
    /// The cell of the blank in the goals that it is for.
    pub blank: Cell,
    /// The goal cells of the pattern's tiles; none if it is about all.
    pub tiles: Vec<Cell>,
    /// How many things are at each distance.
    pub histogram: Vec<u64>,
    /// How many bytes its entries have.
    pub bytes: u64,
    /// The CRC-32 of its entries.
    pub checksum: u32,
}

impl FileHeader {
    /// The table's name: `4x4-b0-1.2.3`, `4x3-b0-all` of one for all boards, `5x5-b0-1.2.3-rises`.
    pub fn name(&self) -> String {
        if self.kind == FileKind::AllBoards {
            return DistanceTable::name_of(self.shape, self.blank);
        }
        let tiles: Vec<String> = self.tiles.iter().map(|cell| cell.0.to_string()).collect();
        let name = format!("{}-b{}-{}", self.shape, self.blank.0, tiles.join("."));
        if self.kind == FileKind::Rises { rises_name(&name) } else { name }
    }

    /// The name that its file has.
    pub fn file_name(&self) -> String {
        file_name(&self.name())
    }

    /// The pattern, if it is about one.
    pub fn pattern(&self) -> Option<Pattern> {
        match self.kind {
            FileKind::Pattern | FileKind::Rises => Pattern::new(self.shape, self.blank, &self.tiles).ok(),
            FileKind::AllBoards => None,
        }
    }

    /// # Panics
    /// If it has more tiles or distances than any table.
    fn encode(&self) -> [u8; HEADER_BYTES] {
        assert!(self.tiles.len() <= MOST_CELLS && self.histogram.len() <= MOST_DISTANCES);
        let mut page = [0; HEADER_BYTES];
        let mut put = |at: usize, bytes: &[u8]| page[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &MAGIC);
        put(8, &VERSION.to_le_bytes());
        put(12, &self.kind.number().to_le_bytes());
        put(16, &[self.shape.width(), self.shape.height(), self.shape.depth()].map(|side| side as u8));
        put(20, &self.blank.0.to_le_bytes());
        put(22, &(self.tiles.len() as u16).to_le_bytes());
        put(24, &self.kind.coding().to_le_bytes());
        put(28, &(self.histogram.len() as u32).to_le_bytes());
        put(32, &self.bytes.to_le_bytes());
        put(40, &self.checksum.to_le_bytes());
        for (i, cell) in self.tiles.iter().enumerate() {
            put(TILES_AT + 2 * i, &cell.0.to_le_bytes());
        }
        for (i, count) in self.histogram.iter().enumerate() {
            put(HISTOGRAM_AT + 8 * i, &count.to_le_bytes());
        }
        let checksum = crc32fast::hash(&page[..CHECKSUM_AT]);
        page[CHECKSUM_AT..].copy_from_slice(&checksum.to_le_bytes());
        page
    }

    /// Reads the first page of a file; it may be shorter.
    fn decode(page: &[u8]) -> Result<FileHeader, Fault> {
        let magic = page.len().min(MAGIC.len());
        if page.is_empty() || page[..magic] != MAGIC[..magic] {
            return Err(Fault::Foreign);
        }
        let truncated = Fault::Length { expected: HEADER_BYTES as u64, found: page.len() as u64 };
        if page.len() < 12 {
            return Err(truncated);
        }
        let u16_at = |at: usize| u16::from_le_bytes([page[at], page[at + 1]]);
        let u32_at = |at: usize| u32::from(u16_at(at)) | u32::from(u16_at(at + 2)) << 16;
        let u64_at = |at: usize| u64::from(u32_at(at)) | u64::from(u32_at(at + 4)) << 32;
        if u32_at(8) != VERSION {
            return Err(Fault::Version(u32_at(8)));
        }
        if page.len() < HEADER_BYTES {
            return Err(truncated);
        }
        if u32_at(CHECKSUM_AT) != crc32fast::hash(&page[..CHECKSUM_AT]) {
            return Err(Fault::Header);
        }
        let kind = FileKind::ALL.into_iter().find(|kind| kind.number() == u32_at(12));
        let kind = kind.filter(|kind| kind.coding() == u32_at(24)).ok_or(Fault::Kind)?;
        let sides = [page[16], page[17], page[18]].map(usize::from);
        let shape = Shape::new(sides[0], sides[1], sides[2]).map_err(|_| Fault::Header)?;
        let (tiles, distances) = (usize::from(u16_at(22)), u32_at(28) as usize);
        if tiles > MOST_CELLS || distances > MOST_DISTANCES {
            return Err(Fault::Header);
        }
        Ok(FileHeader {
            kind,
            shape,
            blank: Cell(u16_at(20)),
            tiles: (0..tiles).map(|i| Cell(u16_at(TILES_AT + 2 * i))).collect(),
            histogram: (0..distances).map(|i| u64_at(HISTOGRAM_AT + 8 * i)).collect(),
            bytes: u64_at(32),
            checksum: u32_at(40),
        })
    }
}

/// The name of the entries that say which slides raise the distances of a table.
pub(crate) fn rises_name(table: &str) -> String {
    format!("{table}-rises")
}

/// The file name of a table.
pub(crate) fn file_name(table: &str) -> String {
    format!("{table}.v{VERSION}{ENDING}")
}
