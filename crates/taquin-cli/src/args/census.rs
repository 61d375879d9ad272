//! The arguments of `taquin census`.

use super::values::metric_parser;
use super::{parse_count, parse_size, parse_time};
use clap::Args;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use taquin::{Metric, Shape};

/// Count the boards at each distance from a goal
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin census --shape 3x3
  taquin census --shape 4x4 --depth 15
  taquin census --shape 3x3 --plot distances.svg
  taquin census 3x3 --solutions                 how many shortest solutions boards have
  taquin census 2x2 --graph boards.svg
  taquin census --shape 4x3 --threads 2 --json")]
pub(crate) struct Census {
    /// Shape of the boards, as for --shape
    #[arg(value_name = "SHAPE", conflicts_with = "shape")]
    pub(crate) shape_argument: Option<Shape>,
    /// Shape of the boards, width x height or width x height x depth (default: 3x3, or the goal's)
    #[arg(long, short, value_name = "SHAPE")]
    pub(crate) shape: Option<Shape>,
    /// Goal to count from: blank-last, blank-first, snail, a board or a file
    #[arg(long, short, value_name = "GOAL", default_value = "blank-last")]
    pub(crate) goal: OsString,
    /// Count moves in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    /// Count only to this distance (default: to the farthest board)
    #[arg(long, short, value_name = "MOVES")]
    pub(crate) depth: Option<u32>,
    /// Count the shortest solutions of every board as well (boards of at most 10 cells)
    #[arg(long, conflicts_with_all = ["depth", "list", "plot", "graph"])]
    pub(crate) solutions: bool,
    /// Stop after this long, e.g. 90s or 5m (default: never)
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop when counting would need more memory than this
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = parse_size)]
    pub(crate) memory_limit: u64,
    /// Count on this many threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// List at most this many of the farthest boards
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) list: usize,
    /// Draw the boards at each distance into an .svg or .png file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Draw all boards and the slides between them into an .svg or .dot file (at most 2,000 boards)
    #[arg(long, value_name = "FILE")]
    pub(crate) graph: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
