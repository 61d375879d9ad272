//! `taquin completions`: completions for shells, and manual pages, made from the command line itself.

use crate::args::{Arguments, Completions, CompletionsKind};
use crate::failure::{Failure, Verdict};
use crate::ui::Answers;
use clap::CommandFactory;
use std::io::Write;

pub(crate) fn run(arguments: &Completions) -> Result<Verdict, Failure> {
    let mut program = Arguments::command();
    // The generators panic if they cannot write, so they write to memory.
    let mut text = Vec::new();
    match arguments.kind {
        CompletionsKind::Shell(shell) => {
            if let Some(command) = &arguments.command {
                return Err(Failure::new(format_args!(
                    "completions cover all commands: leave out `{command}`"
                )));
            }
            clap_complete::generate(shell, &mut program, "taquin", &mut text);
        }
        CompletionsKind::Man => {
            clap_mangen::Man::new(page(program, arguments.command.as_deref())?).render(&mut text)?
        }
    }
    let mut out = Answers::new();
    out.write_all(&text)?;
    out.flush()?;
    Ok(Verdict::Answered)
}

/// The program, or one of its commands under its full name.
fn page(mut program: clap::Command, command: Option<&str>) -> Result<clap::Command, Failure> {
    program.build();
    let Some(name) = command else { return Ok(program) };
    match program.find_subcommand(name) {
        Some(command) => Ok(command.clone().name(format!("taquin-{name}"))),
        None => {
            let known: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
            Err(Failure::new(format_args!("no command is called `{name}`; there are {}", known.join(", "))))
        }
    }
}
