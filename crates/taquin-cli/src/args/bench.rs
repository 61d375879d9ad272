//! The arguments of `taquin bench`.

use super::values::{HeuristicParser, SetParser, algorithm_parser, prune_parser};
use super::{AlgorithmChoice, CacheArguments, LimitArguments};
use clap::Args;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use taquin::Shape;
use taquin::heuristic::HeuristicName;
use taquin::search::Prune;

/// Run a set of boards and compare with published or given figures
#[derive(Debug, Args)]
#[command(after_help = "\
korf100, korf50 and cube100 are published with the lengths of shortest solutions and with nodes, which are
counted as in the papers: all generated ones and the root. random-SHAPE are uniform boards, always the same:
those of taquin scramble --shape SHAPE --seed 1. A file has a board on each line and the length to compare
with behind it: 8 1 3/4 0 2/7 6 5 | 14. Without a length the line is measured all the same; a comment such
as # goal blank-first names the goal.

Examples:
  taquin bench korf100 --first 10
  taquin bench korf100 --algorithm auto --heuristic pdb --threads 2
  taquin bench korf50 --boards 38,40,44 --heuristic pdb --prune automaton
  taquin bench korf50 --any-time --time-limit 200ms --threads 2
  taquin bench random-6x6 --time-limit 1s --threads 2
  taquin bench boards.txt --goal blank-first --json > measured.jsonl
  taquin bench cube100 --time-limit 10s --json > cube100.jsonl")]
pub(crate) struct Bench {
    /// Set of boards, or a file of boards with lengths behind them
    #[arg(value_name = "SET|FILE", value_parser = SetParser)]
    pub(crate) set: OsString,
    /// Search as solve does, an answer at once and better ones until the time is over, and print lengths,
    /// bounds and gaps (default for random sets and files)
    #[arg(long)]
    pub(crate) any_time: bool,
    /// Search with this algorithm (default: idastar, two-ended for cube100; auto for random sets and files)
    #[arg(long, short, value_name = "NAME", value_parser = algorithm_parser())]
    pub(crate) algorithm: Option<AlgorithmChoice>,
    /// Estimate distances with this heuristic (default: manhattan for korf100, else the best for the shape)
    #[arg(long, short = 'H', value_name = "NAME", value_parser = HeuristicParser)]
    pub(crate) heuristic: Option<HeuristicName>,
    /// Skip moves by this rule (default: undo, or automaton with --algorithm auto)
    #[arg(long, value_name = "RULE", value_parser = prune_parser())]
    pub(crate) prune: Option<Prune>,
    /// Goal of the boards of a file: blank-last, blank-first, snail, a board or a file (default: the one
    /// written behind the board or in a comment, else blank-last)
    #[arg(long, short, value_name = "GOAL")]
    pub(crate) goal: Option<OsString>,
    /// Shape of the boards of a file that are written without rows (default: square, or 3x3x3 of 27)
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
    /// Print one JSON object per board
    #[arg(long)]
    pub(crate) json: bool,
}
