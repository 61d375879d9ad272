//! The arguments of `taquin trace`.

use super::values::{heuristic_parser, metric_parser, named_algorithm_parser};
use super::{CacheArguments, LimitArguments, Problems, parse_size};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use taquin::Metric;
use taquin::heuristic::HeuristicName;
use taquin::search::{Algorithm, Weight, Width};

/// Record a search step by step: its lists, events, a tree, or a page
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin trace \"8 1 3/4 0 2/7 6 5\"
  taquin trace \"8 1 3/4 0 2/7 6 5\" --heuristic manhattan -o trace.html
  taquin trace \"8 1 3/4 0 2/7 6 5\" --heuristic manhattan -o tree.svg
  taquin trace \"8 1 3/4 0 2/7 6 5\" --algorithm idastar --format json
  taquin trace \"1 2 3/0 4 6/7 5 8\" blank-last OUT1 OUT2")]
pub(crate) struct Trace {
    #[command(flatten)]
    pub(crate) problem: Problems,
    /// Write the trace to this file; with OUT2 in the form classic-lists, else as -o does
    #[arg(value_name = "OUT1", conflicts_with = "output")]
    pub(crate) out1: Option<PathBuf>,
    /// Write the solution, drawn board after board, to this file
    #[arg(value_name = "OUT2")]
    pub(crate) out2: Option<PathBuf>,
    /// The rest of a board that is not in quotes
    #[arg(value_name = "WORDS", hide = true)]
    pub(crate) more_words: Vec<OsString>,
    /// Write the trace to this file, in the form that its ending tells: .txt, .json, .jsonl, .dot, .html, .svg;
    /// - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the trace in this form (default: by the ending of the file, else text)
    #[arg(long, short, value_name = "FORM")]
    pub(crate) format: Option<TraceFormat>,
    /// Count moves in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    /// Estimate distances with this heuristic; hamming counts misplaced tiles (default: hamming, in shifts
    /// axis-distance)
    #[arg(long, short = 'H', alias = "heuristics", value_name = "NAME", value_parser = heuristic_parser())]
    pub(crate) heuristic: Option<HeuristicName>,
    /// Search with this algorithm
    #[arg(long, short, alias = "algorithms", value_name = "NAME", default_value = "astar", value_parser = named_algorithm_parser())]
    pub(crate) algorithm: Algorithm,
    /// Multiply the estimate by this in weighted-astar, 1 to 1000 (default: 1.5)
    #[arg(long, value_name = "W")]
    pub(crate) weight: Option<Weight>,
    /// Keep this many boards on each level in beam (default: 1000)
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<Width>,
    /// Record this many steps; the search itself goes on to the end (default: 5 as text on a terminal, 30 as
    /// svg, else 1000)
    #[arg(long, alias = "steps", value_name = "N")]
    pub(crate) max_steps: Option<u64>,
    /// Record all steps, and write whole lists to a terminal, too
    #[arg(long)]
    pub(crate) all: bool,
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

impl Trace {
    /// The heuristic, where none is named the one that people begin with.
    pub(crate) fn heuristic(&self) -> HeuristicName {
        let usual = match self.metric {
            Metric::Shifts => HeuristicName::AxisDistance,
            _ => HeuristicName::Hamming,
        };
        self.heuristic.clone().unwrap_or(usual)
    }
}

/// The forms of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceFormat {
    /// Every step for people: node taken, children, open and closed list
    Text,
    /// One event per line
    Json,
    /// Search tree for Graphviz
    Dot,
    /// Page with a slider over the steps
    Html,
    /// Search tree as a picture
    Svg,
    /// Child, open and closed list as the classroom program wrote them
    #[value(name = "classic-lists", alias = "r3")]
    ClassicLists,
}

impl TraceFormat {
    /// The form that a file's ending tells.
    pub(crate) fn of_ending(path: &Path) -> Option<TraceFormat> {
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "txt" => TraceFormat::Text,
            "json" | "jsonl" | "ndjson" => TraceFormat::Json,
            "dot" | "gv" => TraceFormat::Dot,
            "html" | "htm" => TraceFormat::Html,
            "svg" => TraceFormat::Svg,
            _ => return None,
        })
    }
}
