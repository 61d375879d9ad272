//! The arguments of `taquin hint` and `taquin analyse`.

use super::values::metric_parser;
use super::{CacheArguments, LimitArguments, Problems, parse_count};
use clap::Args;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use taquin::{Metric, Shape};

/// List every first move with the number of moves left after it
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin hint \"8 1 3/4 0 2/7 6 5\"
  taquin hint boards.txt --metric shifts --json")]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) problems: Problems,
    /// The rest of a board that is not in quotes
    #[arg(value_name = "WORDS", hide = true)]
    pub(crate) more_words: Vec<OsString>,
    /// Count moves in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Use this many threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
    /// Print one JSON object per problem
    #[arg(long)]
    pub(crate) json: bool,
}

/// Replay moves and tell where some were lost
#[derive(Debug, Args)]
#[command(after_long_help = "\
Moves are letters of the blank (RDR, R2 D), numbers of tiles, boards, or what solve has printed; letters of the
tiles are read if the blank's do not solve the board. They need not end at the goal.

Examples:
  taquin analyse \"8 1 3/4 0 2/7 6 5\" \"RLRDLLUURDLDRURD\"
  taquin analyse board.txt moves.txt --metric shifts
  taquin solve \"8 1 3/4 0 2/7 6 5\" | taquin analyse \"8 1 3/4 0 2/7 6 5\" -
  taquin analyse board.txt moves.txt --plot distance.svg")]
pub(crate) struct Analyse {
    /// Board, or a file with one
    #[arg(value_name = "BOARD")]
    pub(crate) board: OsString,
    /// Moves, a file of them, or - for standard input
    #[arg(value_name = "MOVES")]
    pub(crate) moves: OsString,
    /// Goal to reach: blank-last, blank-first, snail, a board or a file (default: the one written
    /// after the board, else blank-last)
    #[arg(long, short, value_name = "GOAL")]
    pub(crate) goal: Option<OsString>,
    /// Shape of boards written without rows, e.g. 4x3 or 3x3x2 (default: square, or 3x3x3 of 27)
    #[arg(long, short, value_name = "SHAPE")]
    pub(crate) shape: Option<Shape>,
    /// Count moves in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Use this many threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
    /// Draw the distance to the goal against the number of moves into an .svg or .png file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
