//! The arguments of `taquin ledger`, `units`, `work` and `merge`.

use super::values::{algorithm_parser, heuristic_parser, prune_parser};
use super::{AlgorithmChoice, CacheArguments, Problems, parse_count, parse_nodes};
use clap::{Args, Subcommand};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use taquin::heuristic::HeuristicName;
use taquin::ledger::Shard;
use taquin::search::Prune;

/// Show what a ledger has proved, or check it
#[derive(Debug, Args)]
#[command(after_long_help = "\
A ledger is what solve --ledger and bench --ledger keep of a search under way.

Examples:
  taquin ledger show evening.ledger
  taquin ledger verify evening.ledger --sample 100")]
pub(crate) struct Ledger {
    #[command(subcommand)]
    pub(crate) command: LedgerCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LedgerCommand {
    Show(LedgerShow),
    Verify(LedgerVerify),
}

/// Show what is proved, what is left and how long that may take
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin ledger show evening.ledger
  taquin ledger show evening.ledger --json")]
pub(crate) struct LedgerShow {
    /// Ledger, file of units or shard
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print one JSON object per search
    #[arg(long)]
    pub(crate) json: bool,
}

/// Search random units of a ledger once more and compare their counts
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin ledger verify evening.ledger
  taquin ledger verify evening.ledger --sample 1000 --seed 2")]
pub(crate) struct LedgerVerify {
    /// Ledger, file of units or shard
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Search this many runs of units, each up to a second of work
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) sample: usize,
    /// Choose them with this seed; the same seed chooses the same ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Use this many threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// Write down the units of a large search, to be shared among machines
#[derive(Debug, Args)]
#[command(after_long_help = "\
Searches until the next iteration is expected to expand --nodes, writes its units down and ends.
Then work does them in shards anywhere, merge adds up. docs/clusters.md has a script for Slurm.

Examples:
  taquin units board.txt --out units-1
  taquin work units-1 --shard 17/1000 --out result-17
  taquin merge units-1 result-* --out units-2")]
pub(crate) struct Units {
    #[command(flatten)]
    pub(crate) problems: Problems,
    /// The rest of a board that is not in quotes
    #[arg(value_name = "WORDS", hide = true)]
    pub(crate) more_words: Vec<OsString>,
    /// Search with this algorithm: idastar, hybrid or two-ended; auto picks the best for the shape
    #[arg(long, short, value_name = "NAME", default_value = "auto", value_parser = algorithm_parser())]
    pub(crate) algorithm: AlgorithmChoice,
    /// Estimate distances with this heuristic (default: the best for the shape)
    #[arg(long, short = 'H', value_name = "NAME", value_parser = heuristic_parser())]
    pub(crate) heuristic: Option<HeuristicName>,
    /// Skip moves by this rule (default: automaton, or undo with --algorithm)
    #[arg(long, value_name = "RULE", value_parser = prune_parser())]
    pub(crate) prune: Option<Prune>,
    #[command(flatten)]
    pub(crate) onward: Onward,
}

/// Where units go, and when.
#[derive(Debug, Args)]
pub(crate) struct Onward {
    /// Write the units to this file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Leave iterations to shards that are expected to expand this many nodes, e.g. 10G
    #[arg(long, value_name = "N", default_value = "1G", value_parser = parse_nodes)]
    pub(crate) nodes: u64,
    /// Use this many threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// Search a shard of the units that units or merge has written
#[derive(Debug, Args)]
#[command(after_long_help = "\
The same command again goes on where it was ended.

Examples:
  taquin work units-1 --shard 17/1000 --out result-17")]
pub(crate) struct Work {
    /// File of units
    #[arg(value_name = "UNITS")]
    pub(crate) units: PathBuf,
    /// Search this one of so many shards
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Shard,
    /// Write what is found to this file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Use this many threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// Add up all shards of an iteration and go on with the next
#[derive(Debug, Args)]
#[command(after_long_help = "\
Says what is missing, doubled or of other units. Goes on as units does: to a solution, or to the units
of the next large iteration.

Examples:
  taquin merge units-1 result-* --out units-2")]
pub(crate) struct Merge {
    /// File of units
    #[arg(value_name = "UNITS")]
    pub(crate) units: PathBuf,
    /// What work has written, for all shards
    #[arg(value_name = "RESULT", required = true)]
    pub(crate) results: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) onward: Onward,
}
