//! What the program `taquin` does. It is a library so that `taquin-mpi` can be the same program on many machines; it is no
//! interface for others, and may change with every version.
//!
//! The program reads the command line, runs a command, turns its verdict into an exit code.
//!
//! Exit codes are part of the contract: 0 answered, 1 answered "no", 2 misuse, bad input or I/O error. A program that is told
//! to end by a signal says what it knows and then dies by that signal, as shells expect it.
//! Answers go to standard output, everything else to standard error.

mod args;
mod bus_error;
mod cache;
mod classic_report;
pub mod cluster;
mod commands;
mod compare;
mod failure;
mod input;
mod interrupt;
mod output;
mod plot;
mod questions;
mod recording;
mod report;
mod server;
mod show;
mod solution_text;
mod solver;
mod trace;
mod ui;
mod unsolvable;

use std::process::ExitCode;

/// The whole program.
pub fn main() -> ExitCode {
    let arguments = args::read();
    bus_error::tell();
    let ui = ui::Ui::new(arguments.quiet, arguments.color);
    let verdict = arguments.asked_for().and_then(|command| commands::run(command, &ui));
    let code = end(verdict, &ui);
    interrupt::end_as_told();
    code
}

/// Says what went wrong, if anything did; the exit code.
fn end(verdict: Result<failure::Verdict, failure::Failure>, ui: &ui::Ui) -> ExitCode {
    match verdict {
        Ok(verdict) => verdict.into(),
        Err(failure) => {
            ui.finish();
            ui.failure(&failure);
            failure.into()
        }
    }
}
