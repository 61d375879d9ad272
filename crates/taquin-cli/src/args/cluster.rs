//! The command line of `taquin-mpi`: the commands of `taquin` that many processes share.

use super::{Bench, ColorWhen, LAST, Solve};
use crate::failure::Failure;
use clap::{Parser, Subcommand};
use std::time::Duration;
use taquin_json::values::parse_time;

const EXAMPLES: &str = "\
Examples:
  mpirun -n 64 taquin-mpi solve board.txt --ledger search.ledger
  mpirun -n 64 taquin-mpi solve boards.txt --json > answers.jsonl
  mpirun --map-by node taquin-mpi bench korf50 -H pdb --threads 32

All processes need the same tables (taquin pdb build), in a directory that is on every machine.
The same command again, with any number of processes, goes on with a ledger; so does
taquin solve --ledger.";

/// Solve sliding-tile puzzles by many processes: taquin's solve and bench under mpirun
#[derive(Debug, Parser)]
#[command(name = "taquin-mpi", version, after_long_help = EXAMPLES)]
#[command(args_override_self = true, max_term_width = 100, color = clap::ColorChoice::Never)]
pub(crate) struct ClusterArguments {
    #[command(subcommand)]
    pub(crate) command: ClusterCommand,
    /// Say nothing but answers and errors
    #[arg(long, short, global = true, display_order = LAST)]
    pub(crate) quiet: bool,
    /// Use colours (default: never, since answers go through mpirun)
    #[arg(long, value_name = "WHEN", global = true, default_value = "never", hide_default_value = true, display_order = LAST)]
    pub(crate) color: ColorWhen,
    /// End when a process has not been heard of for this long
    #[arg(long, value_name = "TIME", global = true, default_value = "60s", value_parser = parse_time, display_order = LAST)]
    pub(crate) heartbeat: Duration,
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum ClusterCommand {
    Solve(Box<Solve>),
    Bench(Box<Bench>),
}

impl ClusterCommand {
    /// The threads of each process that were asked for.
    pub(crate) fn threads(&self) -> Option<usize> {
        match self {
            ClusterCommand::Solve(solve) => solve.threads.map(usize::from),
            ClusterCommand::Bench(bench) => Some(bench.threads.get()),
        }
    }

    /// Boards without quotes, brought together.
    pub(crate) fn tidy(&mut self) -> Result<(), Failure> {
        match self {
            ClusterCommand::Solve(solve) => solve.tidy(),
            ClusterCommand::Bench(_) => Ok(()),
        }
    }
}
