//! The command line as it is read, and what is said of one that cannot be read.

use super::{Arguments, ClusterArguments};
use crate::ui;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Command, CommandFactory, FromArgMatches};
use std::io::Write;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::{env, process};

/// Reads the command line. If that is all there is to do (help, the version), or if it cannot be read, the program ends here.
pub(crate) fn read() -> Arguments {
    read_as().unwrap_or_else(|refused| process::exit(refused.tell()))
}

/// The same for a program of a cluster, whose first process alone says what is wrong.
///
/// # Errors
/// The exit code, if that is all there is to do.
pub(crate) fn read_for_cluster(is_first: bool) -> Result<ClusterArguments, i32> {
    read_as().map_err(|refused| if is_first { refused.tell() } else { refused.error.exit_code() })
}

/// A command line that cannot be read, or asks for help.
struct Refused {
    error: Error,
    /// Kept to the end of the program: to take the commands apart is a sixth of the instructions of a start.
    commands: ManuallyDrop<Command>,
}

fn read_as<A: CommandFactory + FromArgMatches>() -> Result<A, Box<Refused>> {
    let mut commands = ManuallyDrop::new(A::command());
    let read = commands
        .try_get_matches_from_mut(env::args_os())
        .and_then(|mut matches| A::from_arg_matches_mut(&mut matches));
    read.map_err(|error| Box::new(Refused { error: error.format(&mut commands), commands }))
}

impl Refused {
    /// Prints help or the version, or says what is wrong, in lines of the terminal's width; the exit code.
    fn tell(self) -> i32 {
        let Refused { mut error, commands } = self;
        if !error.use_stderr() {
            // Standard output that is gone is no reason to end otherwise.
            let _ = error.print();
            return error.exit_code();
        }
        advise(&mut error, &commands);
        let text = error.render().ansi().to_string();
        let text = ui::wrapped(text.trim_end(), 0, ui::width_of_notes());
        // A standard error that is gone is no reason to end otherwise.
        let _ = writeln!(anstream::stderr(), "{text}");
        error.exit_code()
    }
}

/// Says what was probably meant, where it is known better here than by clap.
fn advise(error: &mut Error, commands: &Command) {
    let context = |error: &Error, kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.clone()),
        _ => None,
    };
    let tip = if let Some(word) = context(error, ContextKind::InvalidSubcommand) {
        in_place_of_a_command(&word)
    } else if let Some(flag) = context(error, ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
    {
        // Nothing that a command takes begins with a dash: `-- --flag` is never meant.
        error.remove(ContextKind::Suggested);
        of_another_command(&flag, commands)
    } else {
        None
    };
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
        for other in [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::Usage] {
            error.remove(other);
        }
    }
}

/// What is left out before a board or a file of boards.
fn in_place_of_a_command(word: &str) -> Option<String> {
    let is_board = word.starts_with(|c: char| c.is_ascii_digit() || "[({_".contains(c));
    match Path::new(word).is_file() {
        true => Some(format!("to solve the boards of a file, say so: taquin solve {word}")),
        false => is_board.then(|| "to solve a board, say so: taquin solve \"1 2 3/4 0 6/7 5 8\"".into()),
    }
}

/// Which commands have an option that this one has not.
fn of_another_command(flag: &str, commands: &Command) -> Option<String> {
    let name = flag.strip_prefix("--")?;
    let has = |command: &&Command| command.get_arguments().any(|argument| argument.get_long() == Some(name));
    let owners = commands.get_subcommands().filter(has).map(|command| format!("`{}`", command.get_name()));
    let owners: Vec<String> = owners.collect();
    (!owners.is_empty()).then(|| format!("{flag} is an option of {}", owners.join(", ")))
}
