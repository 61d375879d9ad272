//! The arguments of `taquin solve`.

use super::values::{
    algorithm_parser, convention_parser, heuristic_parser, metric_parser, notation_parser, parse_share,
    prune_parser,
};
use super::{AlgorithmChoice, CacheArguments, LimitArguments, Problems, parse_count};
use crate::failure::Failure;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use taquin::Metric;
use taquin::heuristic::HeuristicName;
use taquin::notation::Notation;
use taquin::search::{Prune, Weight, Width};
use taquin::solver::Convention;

/// Solve a board, or every board of a file
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin solve \"8 1 3/4 0 2/7 6 5\" --show
  taquin solve start.txt --goal snail --heuristic linear-conflict
  taquin solve '[[1,2,3],[4,0,6],[7,5,8]]'
  taquin solve boards.txt --time-limit 90s --threads 4 --json > answers.jsonl
  taquin solve \"8 1 3/4 0 2/7 6 5\" --metric shifts
  taquin solve \"8 6 7/2 5 4/3 0 1\" --count
  taquin solve \"8 6 7/2 5 4/3 0 1\" --all --max 10")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) problems: Problems,
    /// The rest of a board that is not in quotes
    #[arg(value_name = "WORDS", hide = true)]
    pub(crate) more_words: Vec<OsString>,
    /// Search with this algorithm; auto picks the best for the shape
    #[arg(long, short, alias = "algorithms", value_name = "NAME", default_value = "auto", value_parser = algorithm_parser())]
    pub(crate) algorithm: AlgorithmChoice,
    /// Estimate distances with this heuristic; pdb uses the best tables, pdb:NAME one set, max:A,B the
    /// largest value (default: the best for the shape)
    #[arg(long, short = 'H', alias = "heuristics", value_name = "NAME", value_parser = heuristic_parser())]
    pub(crate) heuristic: Option<HeuristicName>,
    /// Count moves in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    /// Search, break ties and count nodes as this program does
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = convention_parser())]
    pub(crate) convention: Convention,
    /// Multiply the estimate by this in weighted-astar (default: 1.5)
    #[arg(long, value_name = "W")]
    pub(crate) weight: Option<Weight>,
    /// Keep this many boards on each level in beam (default: 1000)
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<Width>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Give up on a board after expanding this many nodes (default: never)
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// Stop at the first solution, which comes at once and may be long
    #[arg(long, conflicts_with = "within")]
    pub(crate) first: bool,
    /// Stop when a solution is proved at most this much too long (default: 0, a proof, where that takes
    /// seconds; else stop after 10 s)
    #[arg(long, value_name = "P%", value_parser = parse_share)]
    pub(crate) within: Option<f64>,
    /// Skip moves in depth-first searches: undo never takes a move back, automaton also skips longer ways
    /// to the same board (default: automaton, or undo with --algorithm)
    #[arg(long, value_name = "RULE", value_parser = prune_parser())]
    pub(crate) prune: Option<Prune>,
    /// Use this many threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write the moves as directions of the blank, as its run lengths (R12 D3), as directions or numbers of
    /// the tiles, or every board; in boxes E W N S are within a layer, U D go up and down a layer (default:
    /// blank in groups of five, runs above 100 cells)
    #[arg(long, value_name = "FORM", value_parser = notation_parser())]
    pub(crate) notation: Option<Notation>,
    /// List all shortest solutions, one per line
    #[arg(long, conflicts_with_all = ["first", "within", "convention", "show"])]
    pub(crate) all: bool,
    /// List at most this many (default: no limit)
    #[arg(long, value_name = "N", requires = "all", hide_short_help = true, value_parser = parse_count)]
    pub(crate) max: Option<NonZeroUsize>,
    /// Count all shortest solutions
    #[arg(long, conflicts_with_all = ["first", "within", "convention"])]
    pub(crate) count: bool,
    /// Write the graph of all boards on shortest solutions, and nothing else
    #[arg(long, value_name = "FORM", hide_short_help = true, conflicts_with_all = ["all", "count", "json", "show", "notation", "first", "within", "convention"])]
    pub(crate) format: Option<GraphFormat>,
    /// Draw every board of the solution
    #[arg(long)]
    pub(crate) show: bool,
    /// Print one JSON object per problem
    #[arg(long, conflicts_with_all = ["show", "notation"])]
    pub(crate) json: bool,
    /// Write the answers to this file; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite a file of answers (default: refuse to)
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Keep what is proved in this file, and go on from it
    ///
    /// The same command again resumes a search that was ended by Ctrl-C, a kill, a loss of power or a full disk.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["node_limit", "first", "convention", "all", "count", "format"])]
    pub(crate) ledger: Option<PathBuf>,
    /// Write boards, depth, nodes, moves, f-values of one problem to a file, as --convention classic-26
    /// has it
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

impl Solve {
    /// Brings a board without quotes together.
    pub(crate) fn tidy(&mut self) -> Result<(), Failure> {
        self.problems.join(std::mem::take(&mut self.more_words))
    }

    /// Whether all shortest solutions have to be found.
    pub(crate) fn wants_all(&self) -> bool {
        self.all || self.count || self.format.is_some()
    }
}

/// The forms of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// For Graphviz
    Dot,
    /// One object
    Json,
}
