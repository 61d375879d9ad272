//! The arguments of `taquin survey`.

use super::compare::parse_heuristics;
use super::{NameList, parse_count};
use clap::{ArgAction, Args};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use taquin::Shape;
use taquin::heuristic::HeuristicName;

/// Hold heuristics against the true distance of every board of a small shape
#[derive(Debug, Args)]
#[command(after_long_help = "\
`exact` is the share of boards whose estimate is their distance, `too high` counts boards whose estimate is above it,
`steps over 1` counts pairs of neighbouring boards whose estimates differ by more than 1: with none, A* never has to
open a board again. A plot has a square for each distance and estimate, the darker the more boards there are.

Examples:
  taquin survey 3x3
  taquin survey 3x3 --heuristics manhattan --plot manhattan.svg
  taquin survey 3x2 --heuristics hamming,pdb:3-2 --csv
  taquin survey --goal snail --heuristics all --plot snail.svg")]
pub(crate) struct Survey {
    /// Shape of the boards, of up to 10 cells, as for --shape
    #[arg(value_name = "SHAPE", conflicts_with = "shape")]
    pub(crate) shape_argument: Option<Shape>,
    /// Shape of the boards, width x height or width x height x depth (default: 3x3, or the goal's)
    #[arg(long, short, value_name = "SHAPE")]
    pub(crate) shape: Option<Shape>,
    /// Goal to measure distances to: blank-last, blank-first, snail, a board or a file
    #[arg(long, short, value_name = "GOAL", default_value = "blank-last")]
    pub(crate) goal: OsString,
    /// Survey these heuristics, comma-separated, or all (default: all)
    #[arg(long, short = 'H', alias = "heuristic", value_name = "NAMES", value_parser = parse_heuristics)]
    #[arg(action = ArgAction::Append)]
    pub(crate) heuristics: Vec<NameList<HeuristicName>>,
    /// Survey so many heuristics at a time (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Draw estimates against distances into an .svg or .png file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Print a row for each heuristic, distance and estimate as CSV
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Print one JSON object per heuristic
    #[arg(long)]
    pub(crate) json: bool,
}
