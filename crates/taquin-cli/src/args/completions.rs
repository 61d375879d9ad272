//! The arguments of `taquin completions`.

use super::CompletionsKind;
use super::values::completions_parser;
use clap::Args;
use std::path::PathBuf;

/// Print shell completions or a manual page
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin completions bash > ~/.local/share/bash-completion/completions/taquin
  taquin completions fish > ~/.config/fish/completions/taquin.fish
  taquin completions man solve | man -l -
  taquin completions man --output ~/.local/share/man/man1")]
pub(crate) struct Completions {
    /// What to print
    #[arg(value_name = "SHELL|man", value_parser = completions_parser())]
    pub(crate) kind: CompletionsKind,
    /// Print the manual page of this command, e.g. pdb build (default: of the whole program)
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Write the manual pages of all commands into this directory
    #[arg(long, short, value_name = "DIR", conflicts_with = "command")]
    pub(crate) output: Option<PathBuf>,
}
