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
            if !arguments.command.is_empty() {
                return Err(Failure::new(format_args!(
                    "completions cover all commands: leave out `{}`",
                    arguments.command.join(" ")
                )));
            }
            clap_complete::generate(shell, &mut program, "taquin", &mut text);
        }
        (CompletionsKind::Man, Some(directory)) => {
            write_all(program, directory)?;
            return Ok(Verdict::Answered);
        }
        (CompletionsKind::Man, None) => text = manual::page(page(program, &arguments.command)?)?,
    }
    let mut out = Answers::new();
    out.write_all(&text)?;
    out.flush()?;
    Ok(Verdict::Answered)
}

/// A page for the program and one for each command, as `taquin-solve.1`.
fn write_all(program: clap::Command, directory: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(directory)
        .map_err(|error| Failure::new(format_args!("{}: {error}", directory.display())))?;
    let mut out = Answers::new();
    for page in pages(program) {
        let path = directory.join(format!("{}.1", page.get_name()));
        output::write(&path, &manual::page(page)?)?;
        writeln!(out, "{}", path.display())?;
    }
    out.flush()?;
    Ok(())
}

/// The program and all its commands, each under the full name of its page. None is called help: no page is about that.
fn pages(program: clap::Command) -> Vec<clap::Command> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let mut pages = vec![program];
    let mut next = 0;
    while let Some(page) = pages.get(next) {
        let name = |command: &clap::Command| format!("{}-{}", page.get_name(), command.get_name());
        let commands: Vec<_> =
            page.get_subcommands().map(|command| command.clone().name(name(command))).collect();
        pages.extend(commands);
        next += 1;
    }
    pages
}

/// The program, or the command of some words: `solve`, `pdb build`.
fn page(program: clap::Command, command: &[String]) -> Result<clap::Command, Failure> {
    let name = [&["taquin".to_string()], command].concat().join("-").replace(' ', "-");
    let pages = pages(program);
    pages.iter().find(|page| page.get_name() == name).cloned().ok_or_else(|| {
        let known: Vec<&str> =
            pages.iter().filter_map(|page| page.get_name().strip_prefix("taquin-")).collect();
        let name = command.join(" ");
        Failure::new(format_args!("no command is called `{name}`; there are {}", known.join(", ")))
    })
}
