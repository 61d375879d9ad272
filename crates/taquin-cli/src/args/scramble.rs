//! The arguments of `taquin scramble`.

use super::values::metric_parser;
use super::{parse_size, parse_time};
use clap::Args;
use std::ffi::OsString;
use std::time::Duration;
use taquin::{Metric, Shape};

/// Print random solvable boards
#[derive(Debug, Args)]
#[command(after_long_help = "\
A goal other than blank-last is printed after each board, as `board | goal`, which solve reads.

Examples:
  taquin scramble --shape 3x3 --count 5
  taquin scramble --shape 4x4 --walk 40 --seed 7 | taquin solve
  taquin scramble --shape 3x3x3 --goal blank-first --json")]
pub(crate) struct Scramble {
    /// Shape of the boards, as for --shape
    #[arg(value_name = "SHAPE", conflicts_with = "shape")]
    pub(crate) shape_argument: Option<Shape>,
    /// Shape of the boards, width x height or width x height x depth (default: 4x4, or the goal's)
    #[arg(long, short, value_name = "SHAPE")]
    pub(crate) shape: Option<Shape>,
    /// Goal the boards can be slid into: blank-last, blank-first, snail, a board or a file
    #[arg(long, short, value_name = "GOAL", default_value = "blank-last")]
    pub(crate) goal: OsString,
    /// Print this many
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Draw boards with this seed; the same seed always gives the same boards (default: a new one, named
    /// on standard error)
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Walk this many random moves from the goal (default: draw uniformly from all solvable
    /// boards)
    #[arg(long, value_name = "MOVES", conflicts_with = "depth")]
    pub(crate) walk: Option<u64>,
    /// Draw from the boards whose shortest solution has exactly this many moves
    #[arg(long, short, value_name = "MOVES")]
    pub(crate) depth: Option<u32>,
    /// Count the moves of --depth in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", requires = "depth", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    /// Stop looking for boards of --depth after this long, e.g. 90s or 5m (default: never)
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "depth")]
    pub(crate) time_limit: Option<Duration>,
    /// Stop looking for boards of --depth before they need more memory than this (default: no limit)
    #[arg(long, value_name = "SIZE", value_parser = parse_size, requires = "depth")]
    pub(crate) memory_limit: Option<u64>,
    /// Print one JSON object per board
    #[arg(long)]
    pub(crate) json: bool,
}
