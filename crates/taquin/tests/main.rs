//! The tests that use the library as its users do: one program, so that it is linked once.
//!
//! `cargo test --package taquin --test all kernels::` runs those of one file.

mod agreement;
mod any_time;
mod batch;
mod census;
#[cfg(feature = "store")]
mod cluster;
mod common;
mod construct;
mod counts;
mod cube;
#[cfg(feature = "store")]
mod damaged_tables;
mod distances;
mod exact;
mod forms;
mod heuristics;
mod kernels;
#[cfg(feature = "store")]
mod ledger;
mod pdb;
#[cfg(feature = "store")]
mod pdb_store;
mod properties;
mod published;
mod reopening;
mod shifts;
mod shortest;
#[cfg(feature = "store")]
mod solver;
mod solver_tables;
mod walking_conflict;
