//! The arguments of `taquin pdb`.

use super::{parse_count, parse_size};
use clap::{Args, Subcommand};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use taquin::Shape;

/// Build, list, verify and remove pattern databases
#[derive(Debug, Args)]
#[command(after_long_help = "\
Tables are kept in --cache-dir, else in TAQUIN_CACHE_DIR, else in the user's cache directory.

Examples:
  taquin pdb build 4x4                         solves most 15-puzzles in milliseconds
  taquin pdb build 5x5 best-2gb
  taquin pdb build 4x4 .AAB/AABB/ACBB/CCCC     patterns of your own, one letter each
  taquin pdb info 4x4                          sets of a shape, built or not
  taquin pdb verify                            checks every entry of every table")]
pub(crate) struct Pdb {
    #[command(subcommand)]
    pub(crate) command: PdbCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PdbCommand {
    Build(PdbBuild),
    List(PdbList),
    Info(PdbInfo),
    Verify(PdbVerify),
    Remove(PdbRemove),
}

/// Where tables are kept.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CacheArguments {
    /// Keep tables in this directory (default: TAQUIN_CACHE_DIR, else the user's cache directory)
    #[arg(long, value_name = "DIR")]
    pub(crate) cache_dir: Option<PathBuf>,
}

/// Build the tables of a set of patterns and keep them
#[derive(Debug, Args)]
#[command(after_long_help = "\
Tables that already exist are not built again. One build serves all goals with the blank in a corner.

Examples:
  taquin pdb build 4x4
  taquin pdb build 4x4 6-6-3 --goal snail
  taquin pdb build 3x4 full                    exact distances of all boards, up to 12 cells
  taquin pdb build 4x5 5-5-5-4 --threads 2 --memory-limit 1GB")]
pub(crate) struct PdbBuild {
    /// Shape of the boards, width x height or width x height x depth; 4 is 4x4, the 15-puzzle
    #[arg(value_name = "SHAPE")]
    pub(crate) shape: Shape,
    /// Set of patterns: a name, sizes as 5-5-5, or drawings as .AAAABBBB, joined by +
    /// (default: the best for the shape)
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Goal that has the blank where the boards' goal has it: blank-last, blank-first, snail, a board or
    /// a file
    #[arg(long, short, value_name = "GOAL", default_value = "blank-last")]
    pub(crate) goal: OsString,
    /// Refuse to build what would need more memory than this, e.g. 2GB (default: no limit)
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory_limit: Option<u64>,
    /// Build on this many threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// List the tables on disk
#[derive(Debug, Args)]
pub(crate) struct PdbList {
    /// Print one JSON object per file
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// Describe a table or a set, or list the sets of a shape
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin pdb info 4x4                          the sets of a shape: size, built or not
  taquin pdb info 4x4:7-8                      a set: its partitions and tables
  taquin pdb info 4x4-b8-0.1.2.3.4.5.6.7       a table, as list names it")]
pub(crate) struct PdbInfo {
    /// Shape, set as SHAPE:NAME, table as list names it, or file
    #[arg(value_name = "SHAPE|NAME|FILE")]
    pub(crate) name: OsString,
    /// Draw how many entries a table has at each distance into an .svg or .png file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// Recompute checksums and verify every entry
#[derive(Debug, Args)]
#[command(after_long_help = "\
Exit codes: 0 all tables are right, 1 one is wrong, was not finished or exceeds the limit")]
pub(crate) struct PdbVerify {
    /// Shapes, sets as SHAPE:NAME, tables as list names them, or files (default: all tables on disk)
    #[arg(value_name = "SHAPE|NAME|FILE")]
    pub(crate) names: Vec<OsString>,
    /// Skip tables that would need more memory than this, e.g. 2GB (default: no limit)
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory_limit: Option<u64>,
    /// Verify on this many threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// Remove tables
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin pdb remove 4x4:7-8                    the tables of a set
  taquin pdb remove 4x4                        all tables of a shape
  taquin pdb remove --all                      all tables")]
pub(crate) struct PdbRemove {
    /// Shapes, sets as SHAPE:NAME, tables as list names them, or files
    #[arg(value_name = "SHAPE|NAME|FILE", required_unless_present = "all")]
    pub(crate) names: Vec<OsString>,
    /// Remove all tables on disk
    #[arg(long, conflicts_with = "names")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}
