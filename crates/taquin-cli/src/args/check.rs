//! The arguments of `taquin check`.

use super::values::metric_parser;
use super::{CacheArguments, Problems};
use clap::Args;
use std::ffi::OsString;
use taquin::Metric;

/// Check whether a board is solvable and why, with every heuristic's estimate; or replay a solution
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin check \"7 2 4/6 0 5/8 3 1\"
  taquin check \"1 2/3 0//4 5/6 7\" --goal blank-first
  taquin check boards.txt --json
  taquin check \"1 2 3/0 4 6/7 5 8\" --solution moves.txt
  taquin check boards.txt --solution answers.jsonl")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) problems: Problems,
    /// The rest of a board that is not in quotes
    #[arg(value_name = "WORDS", hide = true)]
    pub(crate) more_words: Vec<OsString>,
    /// Count moves in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    /// Replay the solution in this file, - for standard input: letters of the blank (RDR, R12 D3), letters or
    /// numbers of the tiles, boards, or what solve has written; with several boards one solution for each
    #[arg(long, value_name = "FILE")]
    pub(crate) solution: Option<OsString>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
    /// Print one JSON object per problem
    #[arg(long)]
    pub(crate) json: bool,
}
