//! `taquin completions`: completions for shells, and manual pages, made from the command line itself.

mod manual;

use crate::args::{Arguments, Completions, CompletionsKind};
use crate::failure::{Failure, Verdict};
use crate::output;
use crate::ui::Answers;
use clap::CommandFactory;
use std::io::Write;
use std::path::Path;

pub(crate) fn run(arguments: &Completions) -> Result<Verdict, Failure> {
    let mut program = Arguments::command();
    // The generators panic if they cannot write, so they write to memory.
    let mut text = Vec::new();
    match (arguments.kind, &arguments.output) {
        (CompletionsKind::Shell(_), Some(_)) => {
            return Err(Failure::new("--output is for manual pages: `taquin completions man --output DIR`"));
        }
        (CompletionsKind::Shell(shell), None) => {
            if let Some(command) = &arguments.command {
                return Err(Failure::new(format_args!(
                    "completions cover all commands: leave out `{command}`"
                )));
            }
            clap_complete::generate(shell, &mut program, "taquin", &mut text);
        }
        (CompletionsKind::Man, Some(directory)) => {
            write_all(program, directory)?;
            return Ok(Verdict::Answered);
        }
        (CompletionsKind::Man, None) => text = manual::page(page(program, arguments.command.as_deref())?)?,
    }
    let mut out = Answers::new();
    out.write_all(&text)?;
    out.flush()?;
    Ok(Verdict::Answered)
}

/// A page for the program and one for each command, as `taquin-solve.1`.
fn write_all(mut program: clap::Command, directory: &Path) -> Result<(), Failure> {
    program.build();
    std::fs::create_dir_all(directory)
        .map_err(|error| Failure::new(format_args!("{}: {error}", directory.display())))?;
    let names: Vec<String> =
        program.get_subcommands().map(|command| command.get_name().to_string()).collect();
    let commands = names.iter().filter(|name| *name != "help").map(|name| Some(name.as_str()));
    let mut out = Answers::new();
    for command in std::iter::once(None).chain(commands) {
        let page = page(program.clone(), command)?;
        let path = directory.join(format!("{}.1", page.get_name()));
        output::write(&path, &manual::page(page)?)?;
        writeln!(out, "{}", path.display())?;
    }
    out.flush()?;
    Ok(())
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
