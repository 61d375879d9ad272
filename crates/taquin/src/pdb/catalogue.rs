//! Which patterns to use for a shape and a goal.
//!
//! A *partition* divides the tiles into patterns: their distances add up. A catalogue has one or several;
//! the estimate is the largest sum, of them and of their mirror images that leave the blank where it is. Sets with names are in `catalogue.txt`; anything
//! else can be drawn the same way, or given as sizes, e.g. `5-5-5-4`, to deal the tiles in reading order.

mod drawing;
mod sets;

pub use drawing::DrawingError;

use super::build::build_bytes;
use super::pattern::{Pattern, PatternError};
use super::table::Table;
use crate::shape::{Cell, Shape};
use drawing::Drawing;
use sets::SETS;
use std::fmt;

/// The most patterns of a partition.
const MOST_PATTERNS: usize = 8;
/// The most bytes of a table that is built in memory when it is needed.
pub const MOST_IN_MEMORY: u64 = 30_000_000;
/// The most bytes of a table that is built in memory if it is asked for by name, or for very many boards.
pub(crate) const MOST_ON_DEMAND: u64 = 60_000_000;
/// The most bytes of a table that is built for shapes without a named set.
const MOST_ON_DISK: u64 = 1 << 29;

/// Patterns for one shape and goal cell of the blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue {
    name: String,
    partitions: Vec<Vec<Pattern>>,
}

/// Why there is no catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CatalogueError {
    /// Not the name of a set.
    Unknown(String, Shape),
    /// A drawing that cannot be used.
    Drawing(DrawingError),
    /// The shape has no patterns, or not of this size.
    Pattern(PatternError),
    /// Sizes that do not add up to the number of tiles.
    Sizes(usize, Shape),
    /// A partition into too many patterns.
    Patterns(usize),
    /// Not a cell of the shape.
    NoSuchCell(Cell, Shape),
}

impl fmt::Display for CatalogueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CatalogueError::Unknown(name, shape) => {
                let names = Catalogue::names(*shape);
                write!(f, "{shape} has no set of patterns {name:?}: ")?;
                if !names.is_empty() {
                    write!(f, "take {}, or ", names.join(", "))?;
                }
                write!(f, "give sizes, e.g. 4-4-3, or a drawing, e.g. .AAAABBBB for 3x3")
            }
            CatalogueError::Drawing(error) => error.fmt(f),
            CatalogueError::Pattern(error) => error.fmt(f),
            CatalogueError::Sizes(sum, shape) => {
                write!(f, "patterns of {sum} tiles in all: {shape} has {}", shape.tiles())
            }
            CatalogueError::Patterns(patterns) => {
                write!(f, "{patterns} patterns are too many: take at most {MOST_PATTERNS}, each larger")
            }
            CatalogueError::NoSuchCell(cell, shape) => write!(f, "{shape} has no cell {}", cell.0),
        }
    }
}

impl std::error::Error for CatalogueError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CatalogueError::Drawing(error) => Some(error),
            CatalogueError::Pattern(error) => Some(error),
            _ => None,
        }
    }
}

impl Catalogue {
    /// The set of this name, of these sizes or as drawn (several drawings with `+` between), for goals
    /// with the blank in a cell.
    pub fn named(shape: Shape, blank: Cell, name: &str) -> Result<Catalogue, CatalogueError> {
        let name = name.trim();
        if let Some(set) = SETS.iter().find(|set| set.shape == shape && set.name == name) {
            return Catalogue::new(shape, blank, name, &set.drawings);
        }
        let sizes = name.split('-').map(|size| size.parse().ok()).collect::<Option<Vec<usize>>>();
        if let Some(sizes) = sizes {
            return Catalogue::dealt(shape, blank, &sizes);
        }
        if !name.contains('.') {
            return Err(CatalogueError::Unknown(name.into(), shape));
        }
        let drawings = name.split('+').map(|drawing| Drawing::parse(shape, drawing.trim()));
        let drawings = drawings.collect::<Result<Vec<Drawing>, _>>().map_err(CatalogueError::Drawing)?;
        Catalogue::new(shape, blank, name, &drawings)
    }

    /// The names of a shape's sets, the best first.
    pub fn names(shape: Shape) -> Vec<&'static str> {
        SETS.iter().filter(|set| set.shape == shape).map(|set| set.name.as_str()).collect()
    }

    /// What is worth its room on a disk.
    pub fn default_on_disk(shape: Shape, blank: Cell) -> Result<Catalogue, CatalogueError> {
        match SETS.iter().find(|set| set.shape == shape) {
            Some(set) => Catalogue::new(shape, blank, &set.name, &set.drawings),
            None => Catalogue::dealt(shape, blank, &sizes(shape, MOST_ON_DISK)?),
        }
    }

    /// What is built quickly whenever it is needed.
    pub fn in_memory(shape: Shape, blank: Cell) -> Result<Catalogue, CatalogueError> {
        match Catalogue::named_within(MOST_IN_MEMORY, shape, blank)? {
            Some(catalogue) => Ok(catalogue),
            None => Catalogue::dealt(shape, blank, &sizes(shape, MOST_IN_MEMORY)?),
        }
    }

    /// What pays to be built if thousands of boards are to be searched, where that has a name.
    pub(crate) fn for_many(shape: Shape, blank: Cell) -> Option<Catalogue> {
        Catalogue::named_within(MOST_ON_DEMAND, shape, blank).ok().flatten()
    }

    /// The best set with a name whose tables have at most so many bytes each.
    fn named_within(bytes: u64, shape: Shape, blank: Cell) -> Result<Option<Catalogue>, CatalogueError> {
        for set in SETS.iter().filter(|set| set.shape == shape) {
            let catalogue = Catalogue::new(shape, blank, &set.name, &set.drawings)?;
            if catalogue.tables().iter().all(|pattern| Table::bytes_of(pattern) <= bytes) {
                return Ok(Some(catalogue));
            }
        }
        Ok(None)
    }

    fn dealt(shape: Shape, blank: Cell, sizes: &[usize]) -> Result<Catalogue, CatalogueError> {
        let sum = sizes.iter().fold(0usize, |sum, &size| sum.saturating_add(size));
        if sum != shape.tiles() {
            return Err(CatalogueError::Sizes(sum, shape));
        }
        let name: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let drawing = Drawing::dealt(shape, blank, sizes).map_err(CatalogueError::Pattern)?;
        Catalogue::new(shape, blank, &name.join("-"), &[drawing])
    }

    /// The drawings for this cell of the blank.
    fn new(shape: Shape, blank: Cell, name: &str, drawings: &[Drawing]) -> Result<Catalogue, CatalogueError> {
        if blank.index() >= shape.cells() {
            return Err(CatalogueError::NoSuchCell(blank, shape));
        }
        let partitions: Vec<Vec<Pattern>> =
            drawings.iter().map(|drawing| drawing.with_blank(blank).patterns()).collect();
        match partitions.iter().map(Vec::len).find(|&patterns| patterns > MOST_PATTERNS) {
            Some(patterns) => Err(CatalogueError::Patterns(patterns)),
            None => Ok(Catalogue { name: name.into(), partitions }),
        }
    }

    /// Its name, its sizes or its drawings.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The partitions, for boards as they are: patterns are not [canonical](Pattern::canonical).
    pub fn partitions(&self) -> &[Vec<Pattern>] {
        &self.partitions
    }

    /// The different tables that they need.
    pub fn tables(&self) -> Vec<Pattern> {
        let mut tables = Vec::new();
        for pattern in self.partitions.iter().flatten() {
            let (canonical, _) = pattern.canonical();
            if !tables.contains(&canonical) {
                tables.push(canonical);
            }
        }
        tables
    }

    /// Bytes of all tables together.
    pub fn bytes(&self) -> u64 {
        self.tables().iter().map(Table::bytes_of).sum()
    }

    /// Bytes that they take on disk, with what says which slides raise their distances.
    pub fn disk_bytes(&self) -> u64 {
        self.tables().iter().map(Table::disk_bytes_of).sum()
    }

    /// Bytes that building them takes, one after the other, if none stays in memory.
    pub fn build_bytes(&self) -> u64 {
        self.tables().iter().map(build_bytes).max().unwrap_or(0)
    }
}

/// The sizes of as few patterns as there can be with tables of at most so many bytes, as equal as can
/// be, the larger ones first.
fn sizes(shape: Shape, most_bytes: u64) -> Result<Vec<usize>, CatalogueError> {
    if !Pattern::has_patterns(shape) {
        return Err(CatalogueError::Pattern(PatternError::Shape(shape)));
    }
    let bytes = |tiles: usize| {
        let cells: Vec<Cell> = shape.all_cells().skip(1).take(tiles).collect();
        Pattern::new(shape, Cell(0), &cells).map(|pattern| Table::bytes_of(&pattern))
    };
    let fits = |tiles: &usize| bytes(*tiles).is_ok_and(|bytes| bytes <= most_bytes);
    let largest = (2..=Pattern::most_tiles(shape)).rev().find(fits).unwrap_or(2);
    let patterns = shape.tiles().div_ceil(largest);
    let (size, larger) = (shape.tiles() / patterns, shape.tiles() % patterns);
    Ok((0..patterns).map(|i| size + usize::from(i < larger)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Shape {
        text.parse().unwrap()
    }

    /// All tiles are in one pattern each.
    fn assert_partitions(catalogue: &Catalogue, shape: Shape, blank: Cell) {
        for partition in catalogue.partitions() {
            let mut cells: Vec<Cell> =
                partition.iter().flat_map(|pattern| pattern.tiles().iter().copied()).collect();
            cells.sort();
            let others: Vec<Cell> = shape.all_cells().filter(|&cell| cell != blank).collect();
            assert_eq!(cells, others, "{shape} {}", catalogue.name());
        }
    }

    #[test]
    fn every_set_covers_the_tiles_for_every_cell_of_the_blank() {
        for set in SETS.iter() {
            for blank in set.shape.all_cells() {
                let catalogue = Catalogue::named(set.shape, blank, &set.name).unwrap();
                assert_partitions(&catalogue, set.shape, blank);
            }
        }
    }

    #[test]
    fn sizes_of_the_sets() {
        let tables = |shape_text: &str, name: &str| {
            let catalogue = Catalogue::named(shape(shape_text), Cell(0), name).unwrap();
            (catalogue.partitions().len(), catalogue.tables().len(), catalogue.bytes())
        };
        assert_eq!(tables("4x4", "7-8"), (1, 2, 57_657_600 + 518_918_400));
        let (partitions, different, bytes) = tables("4x4", "6-6-3");
        assert!((partitions, different) == (1, 3) && bytes < 64_000_000);
        assert_eq!(tables("5x5", "6-6-6-6"), (1, 2, 4 * 25u64.pow(6)));
        assert_eq!(tables("5x5", "best14"), (7, 11, 22 * 25u64.pow(6)));
        assert!(tables("5x5", "best-2gb").2 < 2_000_000_000);
        assert!(tables("5x5", "best-512mb").2 < 512_000_000);
    }

    /// In an order that does not depend on the drawing.
    fn sorted_tables(catalogue: &Catalogue) -> Vec<Pattern> {
        let mut tables = catalogue.tables();
        tables.sort_by_key(Pattern::to_string);
        tables
    }

    #[test]
    fn corners_share_their_tables() {
        for name in ["7-8", "7-6-2", "6-6-3", "5-5-5"] {
            let tables = |blank| sorted_tables(&Catalogue::named(shape("4x4"), Cell(blank), name).unwrap());
            assert!([3, 12, 15].into_iter().all(|blank| tables(blank) == tables(0)), "{name}");
        }
    }

    #[test]
    fn what_is_taken_if_nothing_is_asked_for() {
        let on_disk = |text: &str| Catalogue::default_on_disk(shape(text), Cell(0)).unwrap();
        let in_memory = |text: &str| Catalogue::in_memory(shape(text), Cell(0)).unwrap();
        assert_eq!(on_disk("4x4").name(), "7-8");
        assert_eq!(in_memory("4x4").name(), "6-6-3");
        assert_eq!(on_disk("5x5").name(), "best14");
        assert_eq!(in_memory("5x5").name(), "5-5-5-5-4");
        assert_eq!(in_memory("3x3").name(), "4-4");
        assert_eq!(in_memory("3x3x3").name(), "5-5-5-5-4-2");
        for text in ["2x3", "2x2x2", "6x2", "8x4", "4x8", "4x6", "2x3x5", "2x2x8", "7x3"] {
            for blank in shape(text).all_cells() {
                let on_disk = Catalogue::default_on_disk(shape(text), blank).unwrap();
                let in_memory = Catalogue::in_memory(shape(text), blank).unwrap();
                assert_partitions(&on_disk, shape(text), blank);
                assert_partitions(&in_memory, shape(text), blank);
                let small = |pattern: &Pattern| Table::bytes_of(pattern) <= MOST_IN_MEMORY;
                assert!(in_memory.tables().iter().all(small), "{text}");
            }
        }
    }

    #[test]
    fn sets_can_be_drawn_and_dealt() {
        let named = |name: &str| Catalogue::named(shape("4x4"), Cell(15), name);
        let drawn = named(".AAA/AAAA/BBBB/BBBB").unwrap();
        assert_eq!(drawn.partitions(), named("7-8").unwrap().partitions());
        assert_eq!(sorted_tables(&named("AAAAAAAABBBBBBB.").unwrap()), sorted_tables(&drawn));
        assert_eq!(named(".AAA/AAAA/BBBB/BBBB + .AAB/AABB/AABB/CCCB").unwrap().partitions().len(), 2);
        assert_eq!(sorted_tables(&named("8-7").unwrap()), sorted_tables(&drawn));
    }

    #[test]
    fn errors_say_what_can_be_had() {
        let error =
            |text: &str, name: &str| Catalogue::named(shape(text), Cell(0), name).unwrap_err().to_string();
        assert!(error("4x4", "best14").contains("take 7-8, 7-6-2, 6-6-3, 5-5-5, or give sizes"));
        assert!(error("2x3", "7-8").contains("patterns of 15 tiles in all: 2x3 has 5"));
        assert!(error("4x4", "9-6").contains("take 2 to 8"));
        assert!(error("4x5", "3-2-2-2-2-2-2-2-2").contains("9 patterns are too many: take at most 8"));
        assert!(error("3x3", ".AAA/BB--/---").contains("'-' in a drawing"));
        assert!(error("4x4", ".AAA").contains("a drawing of 4 cells: 4x4 has 16"));
        let strip = Catalogue::default_on_disk(shape("9x1"), Cell(0)).unwrap_err();
        assert!(strip.to_string().contains("9x1 has no patterns"));
        assert!(Catalogue::in_memory(shape("6x6"), Cell(0)).is_err());
        assert!(Catalogue::named(shape("4x4"), Cell(16), "7-8").is_err());
    }
}
