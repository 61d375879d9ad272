//! `taquin bench`: sets of boards, measured beside the figures that are known of them.

mod curve;
mod file;
mod lengths;
mod published;
mod sets;

pub(crate) use sets::set_names;

use crate::args::{AlgorithmChoice, Bench};
use crate::cluster::Cluster;
use crate::failure::{Failure, Verdict};
use crate::ui::Ui;
use crate::{plot, recording};
use sets::Set;
use taquin::published::PublishedSet;
use taquin::search::Cancel;
use taquin::{Metric, Solver};

/// `cluster` are the other processes that share the work, if there are any.
pub(crate) fn run(arguments: &Bench, ui: &Ui, cluster: Option<&Cluster>) -> Result<Verdict, Failure> {
    let set = in_metric(Set::of(&arguments.set)?, arguments.metric)?;
    let is_proved = matches!(set, Set::Published(_)) && !arguments.any_time;
    if cluster.is_some() && !is_proved {
        return Err(Failure::new(
            "processes share the searches of published sets without --any-time: measure the others with taquin bench",
        ));
    }
    if !matches!(set, Set::File(_)) && (arguments.goal.is_some() || arguments.shape.is_some()) {
        return Err(Failure::new(format_args!("--goal and --shape are for files: {set} has its own")));
    }
    if let Some(path) = &arguments.plot {
        if matches!(set, Set::Published(_)) && !arguments.any_time {
            return Err(Failure::new("--plot shows how lengths shrink: it goes with --any-time"));
        }
        plot::check(path)?;
    }
    if arguments.ledger.is_some() && !matches!(set, Set::Published(_)) {
        return Err(Failure::new(format_args!(
            "--ledger is for published sets, which are proved: {set} is not"
        )));
    }
    if arguments.ledger.is_some() {
        let algorithm = arguments.algorithm.and_then(AlgorithmChoice::named);
        recording::refuse_without_units(algorithm, arguments.metric)?;
    }
    match set {
        Set::Published(set) if !arguments.any_time => published::run(arguments, set, ui, cluster),
        set => lengths::run(arguments, &set, ui),
    }
}

/// The solver of a process that shares the searches of another.
pub(crate) fn solver_of(arguments: &Bench, cancel: &Cancel) -> Result<Solver, Failure> {
    match in_metric(Set::of(&arguments.set)?, arguments.metric)? {
        Set::Published(set) => Ok(published::solver_of(arguments, set, cancel)),
        // The first process says why there is nothing to share.
        _ => Ok(Solver::new()),
    }
}

/// The set with lengths in a metric. Boards that have none of their own are measured in any.
fn in_metric(set: Set, metric: Metric) -> Result<Set, Failure> {
    match (set, metric) {
        (Set::Published(PublishedSet::Korf100), Metric::Shifts) => {
            Ok(Set::Published(PublishedSet::Korf100Shifts))
        }
        (Set::Published(set), Metric::Shifts) if set.metric() != Metric::Shifts => Err(Failure::new(
            format_args!("{set} has lengths in slides: leave --metric out, or write its boards to a file"),
        )),
        (set, _) => Ok(set),
    }
}

/// The boards that were asked for, of all that there are.
fn chosen<T: Clone>(
    arguments: &Bench,
    mut boards: Vec<T>,
    number_of: impl Fn(&T) -> u32,
) -> Result<Vec<T>, Failure> {
    if arguments.boards.is_empty() {
        boards.truncate(arguments.first.unwrap_or(usize::MAX));
        return Ok(boards);
    }
    let board = |number: &u32| {
        boards.iter().find(|board| number_of(board) == *number).cloned().ok_or_else(|| {
            Failure::new(format_args!(
                "{} has no board {number}: they are numbered 1 to {}",
                arguments.set.display(),
                boards.len()
            ))
        })
    };
    arguments.boards.iter().map(board).collect()
}
