//! Experiments: several heuristics and algorithms on one board or many, counted and tabulated.
//!
//! `boards` says which boards, `runner` runs every combination on every board and counts by one of the library's conventions,
//! a `Row` of `taquin-json` is what comes of one run. The rest shows rows: `summary`, `table` and `screen` to
//! people, `export` to files as the rows come (`resume` takes them up again), `plot` as pictures, `experiment` as a report.

pub(crate) mod boards;
pub(crate) mod experiment;
pub(crate) mod export;
pub(crate) mod plot;
pub(crate) mod resume;
pub(crate) mod runner;
pub(crate) mod screen;
pub(crate) mod summary;
pub(crate) mod table;
