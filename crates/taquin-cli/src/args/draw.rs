//! The arguments of `taquin draw`.

use super::values::heuristic_parser;
use super::{CacheArguments, LimitArguments, Problems, parse_count, parse_time};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use taquin::heuristic::HeuristicName;

/// Draw boards or a solution, as text or as a picture
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin draw \"8 1 3/4 0 2/7 6 5\"
  taquin draw \"8 1 3/4 0 2/7 6 5\" --heuristic manhattan -o board.svg
  taquin draw \"8 1 3/4 0 2/7 6 5\" --solve -o strip.svg
  taquin draw \"8 1 3/4 0 2/7 6 5\" --solve --animate -o solution.svg
  taquin draw \"1 2 3/0 4 6/7 5 8\" --solution RDR
  taquin scramble 4x4 --count 12 | taquin draw -o sheet.svg")]
pub(crate) struct Draw {
    #[command(flatten)]
    pub(crate) problems: Problems,
    /// The rest of a board that is not in quotes
    #[arg(value_name = "WORDS", hide = true)]
    pub(crate) more_words: Vec<OsString>,
    /// Draw the boards of this solution: moves as solve writes them, a file with them, or - for standard input
    #[arg(long, value_name = "FILE|MOVES", conflicts_with = "solve")]
    pub(crate) solution: Option<OsString>,
    /// Solve the board and draw the boards of the solution
    #[arg(long)]
    pub(crate) solve: bool,
    /// Play the solution in one picture, again and again
    #[arg(long, conflicts_with_all = ["heuristic", "columns"])]
    pub(crate) animate: bool,
    /// Let each move of --animate take this long (default: 500ms)
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "animate")]
    pub(crate) move_time: Option<Duration>,
    /// Mark on the tiles what this heuristic counts: hamming, out-of-place, manhattan or linear-conflict
    #[arg(long, short = 'H', alias = "overlay", value_name = "NAME", value_parser = heuristic_parser(), hide_possible_values = true)]
    pub(crate) heuristic: Option<HeuristicName>,
    /// Put this many boards next to each other in a picture (default: as many as fit)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) columns: Option<NonZeroUsize>,
    /// Write the drawing to this file, in the form that its ending tells: .svg or .txt; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Draw in this form (default: by the ending of the file, else text, or svg with --animate)
    #[arg(long, short, value_name = "FORM")]
    pub(crate) format: Option<DrawFormat>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// The forms of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawFormat {
    /// Lines and numbers
    Text,
    /// Picture for browsers and documents
    Svg,
}

impl DrawFormat {
    /// The form that a file's ending tells.
    pub(crate) fn of_ending(path: &Path) -> Option<DrawFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "svg" => Some(DrawFormat::Svg),
            "txt" => Some(DrawFormat::Text),
            _ => None,
        }
    }
}
