//! The commands, one file each.

mod analyse;
mod ask;
pub(crate) mod bench;
mod census;
pub(crate) mod check;
mod compare;
mod completions;
mod draw;
mod hint;
mod ledger;
mod pdb;
pub(crate) mod scramble;
mod shards;
mod solve;
mod survey;
mod trace;

pub(crate) use bench::solver_of as bench_solver_of;
pub(crate) use solve::{Row, Work, has_units, solver_of};

use crate::args::{ClusterCommand, Command};
use crate::cluster::Cluster;
use crate::failure::{Failure, Verdict};
use crate::server;
use crate::ui::Ui;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Runs a command to its end.
pub(crate) fn run(command: Command, ui: &Ui) -> Result<Verdict, Failure> {
    match command {
        Command::Solve(arguments) => solve::run(arguments, ui, None),
        Command::Check(arguments) => check::run(&arguments, ui),
        Command::Scramble(arguments) => scramble::run(&arguments, ui),
        Command::Census(arguments) => census::run(&arguments, ui),
        Command::Hint(arguments) => hint::run(&arguments, ui),
        Command::Analyse(arguments) => analyse::run(&arguments, ui),
        Command::Compare(arguments) => compare::run(&arguments, ui),
        Command::Survey(arguments) => survey::run(&arguments, ui),
        Command::Trace(arguments) => trace::run(&arguments, ui),
        Command::Draw(arguments) => draw::run(&arguments, ui),
        Command::Ask(arguments) => ask::run(&arguments, ui),
        Command::Serve(arguments) => server::run(&arguments, ui),
        Command::Bench(arguments) => bench::run(&arguments, ui, None),
        Command::Pdb(arguments) => pdb::run(&arguments, ui),
        Command::Ledger(arguments) => ledger::run(&arguments, ui),
        Command::Units(arguments) => shards::units(&arguments, ui),
        Command::Work(arguments) => shards::work(&arguments, ui),
        Command::Merge(arguments) => shards::merge(&arguments, ui),
        Command::Completions(arguments) => completions::run(&arguments),
    }
}

/// Runs a command that other processes share, in the first of them.
pub(crate) fn run_in_cluster(
    command: ClusterCommand,
    ui: &Ui,
    cluster: &Cluster,
) -> Result<Verdict, Failure> {
    match command {
        ClusterCommand::Solve(arguments) => solve::run(*arguments, ui, Some(cluster)),
        ClusterCommand::Bench(arguments) => bench::run(&arguments, ui, Some(cluster)),
    }
}

/// The memory limit that was asked for, else three quarters of what the machine has free: a search ends with what it has
/// found before the system ends it.
pub(crate) fn memory(asked: Option<u64>) -> Option<u64> {
    let free = || {
        let ram = MemoryRefreshKind::nothing().with_ram();
        let system = System::new_with_specifics(RefreshKind::nothing().with_memory(ram));
        // What the group has not taken for itself: files that the system keeps in memory, tables above all, make room.
        let of_group =
            system.cgroup_limits().map_or(u64::MAX, |group| group.total_memory.saturating_sub(group.rss));
        // A system that does not tell has no limit.
        Some(system.available_memory().min(of_group)).filter(|&bytes| bytes > 0)
    };
    asked.or_else(|| free().map(|bytes| bytes / 4 * 3))
}

/// As many threads as asked for, else one for each processor.
pub(crate) fn threads(asked: Option<std::num::NonZeroUsize>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok()).map_or(1, usize::from)
}
