//! `taquin trace`: a search step by step, as events, as a tree or as a page.

mod destination;
mod writing;

use super::solve::Watch;
use crate::args::Trace;
use crate::failure::{Failure, Verdict};
use crate::input::{Posed, Problems};
use crate::output;
use crate::ui::{self, Answers, Ui};
use crate::{interrupt, show, solver, unsolvable};
use destination::Destination;
use std::io::Write;
use std::path::Path;
use taquin::search::{Algorithm, Answer, Outcome, StopReason};
use taquin::trace::{Recording, keeps_lists};
use taquin::{Solution, Solvability};
use writing::{Search, Written};

pub(crate) fn run(arguments: &Trace, ui: &Ui) -> Result<Verdict, Failure> {
    destination::check_goal(&arguments.problem)?;
    let destination = Destination::of(arguments)?;
    check_choices(arguments, &destination)?;
    let mut problems = Problems::open(&arguments.problem)?;
    let first = problems.next().expect("a source without problems is a failure");
    first.remark.iter().for_each(|remark| ui.note(remark));
    let posed = first.posed?;
    if problems.next().is_some() {
        return Err(Failure::new("a trace is of a single problem, and there are several here"));
    }
    let cancel = interrupt::cancel_on_interrupt()?;
    let solver = solver::solver(&arguments.cache, super::threads(None))
        .algorithm(arguments.algorithm)
        .heuristic(arguments.heuristic())
        .metric(arguments.metric)
        .weight(arguments.weight)
        .width(arguments.width)
        .time_limit(arguments.limits.time_limit)
        .memory_limit(super::memory(arguments.limits.memory_limit))
        .cancel(&cancel);
    let prepared =
        solver.prepare_watched(&posed.goal).map_err(|error| solver::failure(error, &posed.goal))?;
    let recording = Recording::new(posed.start, prepared).map_err(Failure::new)?;
    let recording = recording.exhaustive(arguments.exhaustive).max_steps(destination.max_steps);
    let solvability = Solvability::of(recording.start(), &posed.goal);
    if !solvability.is_solvable() && destination.file.is_none() && !destination.is_read_by_people() {
        ui.note(format_args!("unsolvable: {solvability}"));
    }
    let search = Search { recording: &recording, destination: &destination, max_bytes: arguments.max_bytes };
    let Written { answer, steps } = search.write(ui, Watch::new(ui))?;
    ui.finish();
    let solution = answer.as_ref().and_then(|answer| answer.outcome.solution());
    if let Some(path) = &destination.drawing {
        drawing(path, &recording, solution)?;
    }
    if destination.file.is_some() {
        summarize(&destination, answer.as_ref(), steps, solvability)?;
    }
    tell_what_stopped(answer.as_ref(), ui);
    let posed = Posed { start: recording.start().clone(), goal: posed.goal };
    if !solvability.is_solvable()
        && let Some(ways) = unsolvable::ways_on(&posed, solvability, "--goal ")
    {
        ui.note(ways);
    }
    Ok(if solution.is_some() { Verdict::Answered } else { Verdict::No })
}

/// Refuses what cannot be written down, before any time is spent.
fn check_choices(arguments: &Trace, destination: &Destination) -> Result<(), Failure> {
    if let Some(path) = &destination.drawing {
        output::check(path)?;
    }
    let algorithm = arguments.algorithm;
    if arguments.weight.is_some() && algorithm != Algorithm::WeightedAstar {
        return Err(Failure::new("--weight goes with --algorithm weighted-astar only"));
    }
    if arguments.width.is_some() && algorithm != Algorithm::Beam {
        return Err(Failure::new("--width goes with --algorithm beam only"));
    }
    if !algorithm.shows_nodes() {
        return Err(Failure::new(format_args!("{algorithm} shows no single nodes: try --algorithm idastar")));
    }
    if destination.is_classic() && !keeps_lists(algorithm) {
        return Err(Failure::new(format_args!(
            "classic-lists shows an open and a closed list, which {algorithm} does not keep: try --format text"
        )));
    }
    if arguments.exhaustive && !keeps_lists(algorithm) {
        return Err(Failure::new(format_args!(
            "--exhaustive needs an open list that can run empty, which {algorithm} does not keep: \
             try --algorithm astar"
        )));
    }
    Ok(())
}

/// Draws the solution into a file, as a classroom program did.
fn drawing(path: &Path, recording: &Recording, solution: Option<&Solution>) -> Result<(), Failure> {
    let mut text = Vec::new();
    match solution {
        Some(solution) => show::write(&mut text, solution, &**recording.prepared().heuristic())?,
        None => text.write_all(b"Error: there is no solution to draw.\n")?,
    }
    output::write(path, &text)
}

/// Tells what is in the files.
fn summarize(
    destination: &Destination,
    answer: Option<&Answer>,
    steps: u64,
    solvability: Solvability,
) -> Result<(), Failure> {
    let mut out = Answers::new();
    if !solvability.is_solvable() {
        writeln!(out, "unsolvable: {solvability}")?;
    }
    let Some(answer) = answer else {
        writeln!(out, "nothing was searched (--exhaustive walks through all there is)")?;
        return Ok(out.flush()?);
    };
    let stats = &answer.stats;
    match answer.outcome.solution() {
        Some(solution) => write!(out, "{}", ui::count(solution.cost().into(), "move"))?,
        None => write!(out, "no solution")?,
    }
    writeln!(
        out,
        ": {} expanded, {} generated",
        ui::count(stats.expanded, "node"),
        indicatif::HumanCount(stats.generated)
    )?;
    if stats.expanded > steps && destination.max_steps == steps {
        writeln!(out, "written down: the first {} (--max-steps N, --all)", ui::count(steps, "step"))?;
    }
    Ok(out.flush()?)
}

/// Says what is known of a search that was stopped.
fn tell_what_stopped(answer: Option<&Answer>, ui: &Ui) {
    let Some(Answer { outcome: Outcome::Stopped { lower_bound, why, .. }, stats }) = answer else { return };
    let (cause, way_out) = match why {
        StopReason::Cancelled => ("Ctrl-C", ""),
        StopReason::Time => ("the time limit", ""),
        StopReason::Memory => ("the memory limit", "; --algorithm idastar takes next to none"),
        _ => return,
    };
    ui.note(format_args!(
        "stopped by {cause} after {}: at least {} needed{way_out}",
        ui::count(stats.expanded, "node"),
        match lower_bound {
            1 => "1 move is".to_string(),
            moves => format!("{} are", ui::count((*moves).into(), "move")),
        }
    ));
}
