//! The `taquin` program: reads the command line, runs a command, turns its verdict into an exit code.
//!
//! Exit codes are part of the contract: 0 answered, 1 answered "no", 2 misuse, bad input or I/O error. A program that is told
//! to end by a signal says what it knows and then dies by that signal, as shells expect it.
//! Answers go to standard output, everything else to standard error.

mod args;
mod bus_error;
mod cache;
mod classic_report;
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

fn main() -> ExitCode {
    let arguments = args::read();
    bus_error::tell();
    let ui = ui::Ui::new(arguments.quiet, arguments.color);
    let code = match arguments.asked_for().and_then(|command| commands::run(command, &ui)) {
        Ok(verdict) => verdict.into(),
        Err(failure) => {
            ui.finish();
            ui.failure(&failure);
            failure.into()
        }
    };
    interrupt::end_as_told();
    code
}
