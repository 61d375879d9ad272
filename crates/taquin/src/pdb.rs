//! Additive pattern databases: exact distances for some tiles when the others are not told apart.
//!
//! 1. A [`Pattern`] names some tiles by the cells they belong in. Only slides of these tiles cost; the
//!    blank goes through all other tiles for nothing.
//! 2. [`build`] finds the distance of every arrangement of these tiles, for every region of cells that
//!    the blank can be in, and keeps one bit of each in a [`Table`].
//! 3. Patterns without a tile in common count different slides, so their distances add up to an
//!    estimate that is admissible and consistent.
//! 4. [`verify`] proves a table right by local rules, without trust in its builder.
//!
//! A [`Catalogue`] says which patterns to use; a `Store` (feature `store`, on by default) keeps tables in
//! files, one each.
//!
//! The heuristic on top is [`PatternDatabases`](crate::heuristic::PatternDatabases).
//!
//! Korf and Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134 (2002).

// | file | idea |
// |---|---|
// | `pattern.rs`, `zoning.rs` | which tiles; zones of the blank |
// | `index.rs` | numbers of arrangements |
// | `table.rs`, `entries.rs`, `entries/` | how entries are read; their bytes, in large pages or in files (`mapped.rs`), or without files (`owned.rs`) |
// | `build.rs`, `build/`, `plane.rs` | makes them: a row of a level (`row.rs`), sets of arrangements of two tiles, the entries (`gather.rs`), what is told meanwhile (`progress.rs`) |
// | `rises.rs` | which slides raise the distance, for searches that want it quickly |
// | `verify.rs` | proves them |
// | `file.rs`, `file/`, `store.rs` | the file of one table, a directory of files |
// | `catalogue.rs`, `catalogue/` | which patterns to use: by name (`sets.rs`), drawn (`drawing.rs`) |
// | `file_error.rs`, `tables_error.rs` | what goes wrong |

mod build;
mod catalogue;
mod entries;
#[cfg(feature = "store")]
mod file;
mod file_error;
pub(crate) mod index;
mod pattern;
mod plane;
pub(crate) mod rises;
#[cfg(feature = "store")]
mod store;
mod table;
mod tables_error;
mod verify;
pub(crate) mod zoning;

pub use build::{BuildError, Progress, build, build_bytes};
pub(crate) use catalogue::MOST_ON_DEMAND;
pub use catalogue::{Catalogue, CatalogueError, DrawingError, MOST_IN_MEMORY};
pub use entries::Entries;
pub(crate) use entries::prefetch;
#[cfg(feature = "store")]
pub use file::{FileHeader, FileKind};
pub use file_error::{Fault, FileError};
pub use pattern::{Pattern, PatternError};
#[cfg(feature = "store")]
pub use store::{Listed, Store};
pub use table::Table;
pub use tables_error::TablesError;
pub use verify::{Wrong, verify, verify_bytes};
