//! The arguments of `taquin trace`.

use super::{CacheArguments, LimitArguments, Problems, heuristic_parser, parse_size};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use taquin::heuristic::HeuristicName;
use taquin::search::{Algorithm, Weight, Width};

/// Record a search step by step: open and closed lists, events, a tree, or a page
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin trace \"1 2 3/0 4 6/7 5 8\" blank-last OUT1 OUT2
  taquin trace \"1 2 3/0 4 6/7 5 8\" --heuristic manhattan --format html > trace.html
  taquin trace \"8 1 3/4 0 2/7 6 5\" --format dot --max-steps 12 | dot -Tsvg > tree.svg
  taquin trace \"8 1 3/4 0 2/7 6 5\" --algorithm idastar --format json")]
pub(crate) struct Trace {
    #[command(flatten)]
    pub(crate) problem: Problems,
    /// Write the trace to this file (default: standard output)
    #[arg(value_name = "OUT1")]
    pub(crate) out1: Option<PathBuf>,
    /// Write the solution, drawn board after board, to this file
    #[arg(value_name = "OUT2")]
    pub(crate) out2: Option<PathBuf>,
    /// The rest of a board that is not in quotes
    #[arg(value_name = "WORDS", hide = true)]
    pub(crate) more_words: Vec<OsString>,
    /// Write the trace in this form
    #[arg(long, short, value_name = "FORM", default_value = "text")]
    pub(crate) format: TraceFormat,
    /// Estimate distances with this heuristic; hamming counts misplaced tiles
    #[arg(long, short = 'H', alias = "heuristics", value_name = "NAME", default_value = "hamming", value_parser = heuristic_parser())]
    pub(crate) heuristic: HeuristicName,
    /// Search with this algorithm; text needs one that keeps lists (astar, bfs, greedy,
    /// mark-at-generation) or levels (beam)
    #[arg(long, short, alias = "algorithms", value_name = "NAME", default_value = "astar", value_parser = super::named_algorithm_parser())]
    pub(crate) algorithm: Algorithm,
    /// Multiply the estimate by this in weighted-astar, 1 to 1000 (default: 1.5)
    #[arg(long, value_name = "W")]
    pub(crate) weight: Option<Weight>,
    /// Keep this many boards on each level in beam (default: 1000)
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<Width>,
    /// Record this many steps; the search itself goes on to the end
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) max_steps: u64,
    /// Fail when the trace grows longer than this, e.g. 20GB; text grows with the square of the steps
    #[arg(long, value_name = "SIZE", default_value = "1GB", value_parser = parse_size)]
    pub(crate) max_bytes: u64,
    /// Search every reachable board if the goal is not among them
    #[arg(long)]
    pub(crate) exhaustive: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// The forms of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceFormat {
    /// Child, open and closed list of every step; of beam what each level keeps
    Text,
    /// One event per line
    Json,
    /// Search tree for Graphviz
    Dot,
    /// Page with a slider over the steps
    Html,
}
