//! The arguments of `taquin bench`.

use super::values::{SetParser, algorithm_parser, heuristic_parser, metric_parser, prune_parser};
use super::{AlgorithmChoice, CacheArguments, LimitArguments};
use clap::Args;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use taquin::heuristic::HeuristicName;
use taquin::search::Prune;
use taquin::{Metric, Shape};

/// Run a set of boards and compare with published or given figures
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "\
Nodes of published sets are counted as in the papers: all generated ones and the root. Random sets
are the boards of taquin scramble --shape SHAPE --seed 1. A line of a file is a board and the length
to compare with: 8 1 3/4 0 2/7 6 5 | 14.

Examples:
  taquin bench korf100 --first 10
  taquin bench korf100 --algorithm auto --heuristic pdb --threads 2
  taquin bench korf50 --any-time --time-limit 200ms --threads 2
  taquin bench random-6x6 --time-limit 1s --json > random-6x6.jsonl
  taquin bench random-5x5 --time-limit 10s --plot lengths.svg
  taquin bench boards.txt --goal blank-first")]
pub(crate) struct Bench {
    /// Set of boards, or a file of boards with lengths behind them
    #[arg(value_name = "SET|FILE", value_parser = SetParser)]
    pub(crate) set: OsString,
    /// Search as solve does, and print lengths, bounds and gaps (always for random sets and files)
    #[arg(long)]
    pub(crate) any_time: bool,
    /// Search with this algorithm (default: idastar for korf100 and korf50, else auto)
    #[arg(long, short, alias = "algorithms", value_name = "NAME", value_parser = algorithm_parser())]
    pub(crate) algorithm: Option<AlgorithmChoice>,
    /// Estimate distances with this heuristic (default: manhattan for korf100, else the best for the shape)
    #[arg(long, short = 'H', alias = "heuristics", value_name = "NAME", value_parser = heuristic_parser())]
    pub(crate) heuristic: Option<HeuristicName>,
    /// Count moves in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    /// Skip moves by this rule (default: undo, or automaton with --algorithm auto)
    #[arg(long, value_name = "RULE", value_parser = prune_parser())]
    pub(crate) prune: Option<Prune>,
    /// Goal of a file's boards, as for solve (default: that of the line, `board | goal | length`, of a
    /// comment, `# goal: snail`, else blank-last)
    #[arg(long, short, value_name = "GOAL")]
    pub(crate) goal: Option<OsString>,
    /// Shape of a file's boards without rows (default: square, or 3x3x3 of 27)
    #[arg(long, short, value_name = "SHAPE")]
    pub(crate) shape: Option<Shape>,
    /// Run only the first N boards (default: all)
    #[arg(long, value_name = "N")]
    pub(crate) first: Option<usize>,
    /// Run only these boards, comma-separated numbers (default: all)
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', conflicts_with = "first")]
    pub(crate) boards: Vec<u32>,
    /// Search each board on this many threads
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) threads: NonZeroUsize,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
    /// Keep what is proved in this file, and go on where it ends (published sets without --any-time)
    #[arg(long, value_name = "FILE", conflicts_with = "any_time")]
    pub(crate) ledger: Option<PathBuf>,
    /// Draw the mean length against time, e.g. lengths.svg (.svg or .png; not for published sets without --any-time)
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Print one JSON object per board
    #[arg(long)]
    pub(crate) json: bool,
}
