//! The tests that run the program as people do: one test program, so that it is linked once.
//!
//! `cargo test --package taquin-cli --test all solve::` runs those of one file.

mod any_time;
mod ask;
mod bad_input;
mod bench;
mod boards;
mod common;
mod compare;
mod conventions;
mod cube;
mod draw;
#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod ledger;
mod ledger_file;
mod metrics;
mod old_programs;
mod other_commands;
#[cfg(unix)]
mod outputs;
mod page_everywhere;
mod page_study;
mod pdb;
mod pdb_companions;
mod pdb_damage;
mod pdb_full;
#[cfg(unix)]
mod prompt;
mod reference;
mod reports;
mod resume;
#[cfg(unix)]
mod screens;
mod serve_api;
mod serve_class;
mod serve_jobs;
mod serve_page;
mod serve_page_moves;
mod serve_page_play;
mod serve_strangers;
mod solutions;
mod solve;
mod solve_options;
mod static_page;
mod tables;
mod trace;
mod trace_forms;
mod trace_page;
mod transcripts;
