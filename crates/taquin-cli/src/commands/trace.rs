//! `taquin trace`: a search on paper, as events, as a tree or as a page.

use crate::args::{Trace, TraceFormat};
use crate::failure::{Failure, Verdict};
use crate::input::Problems;
use crate::output::{self, Output};
use crate::trace::{Capped, Html};
use crate::ui::{self, Answers, Ui};
use crate::{interrupt, show, solver};
use std::cell::Cell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use taquin::search::{Algorithm, Answer};
use taquin::trace::{Dot, Event, Format, Json, Levels, Recording, Text, keeps_lists};
use taquin::{Solution, Solvability};

pub(crate) fn run(arguments: &Trace, ui: &Ui) -> Result<Verdict, Failure> {
    check_choices(arguments)?;
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
        .heuristic(arguments.heuristic.clone())
        .weight(arguments.weight)
        .width(arguments.width)
        .time_limit(arguments.limits.time_limit)
        .memory_limit(super::memory(arguments.limits.memory_limit))
        .cancel(&cancel);
    let prepared =
        solver.prepare_watched(&posed.goal).map_err(|error| solver::failure(error, &posed.goal))?;
    let recording = Recording::new(posed.start, prepared).map_err(Failure::new)?;
    let recording = recording.exhaustive(arguments.exhaustive).max_steps(arguments.max_steps);
    let solvability = Solvability::of(recording.start(), &posed.goal);
    if !solvability.is_solvable() {
        ui.note(format_args!("unsolvable: {solvability}"));
    }
    let (answer, solution_on_paper) = match &arguments.out1 {
        Some(path) => {
            let mut file = Output::create(path)?;
            let answer = write(arguments, &recording, &mut file, &|error| output::failure(path, error))?;
            file.place()?;
            (answer, false)
        }
        None => {
            let mut out = Answers::new();
            let answer = write(arguments, &recording, &mut out, &Failure::from)?;
            (answer, arguments.format == TraceFormat::Text)
        }
    };
    let solution = answer.as_ref().and_then(|answer| answer.outcome.solution());
    if let Some(solution) = solution {
        let drawing = drawing(&recording, solution)?;
        if let Some(path) = &arguments.out2 {
            output::write(path, &drawing)?;
        } else if solution_on_paper {
            Answers::new().write_all(&drawing)?;
        }
    } else if let Some(path) = &arguments.out2 {
        output::write(path, b"Error: there is no solution to draw.\n")?;
    }
    if arguments.out1.is_some() {
        summarize(arguments, answer.as_ref())?;
    }
    Ok(if solution.is_some() { Verdict::Answered } else { Verdict::No })
}

/// Refuses what cannot be written down, before any time is spent.
fn check_choices(arguments: &Trace) -> Result<(), Failure> {
    if let Some(path) = &arguments.out2 {
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
    if arguments.format == TraceFormat::Text && !keeps_lists(algorithm) && algorithm != Algorithm::Beam {
        return Err(Failure::new(format_args!(
            "text shows an open and a closed list, which {algorithm} does not keep: try --format json or html"
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

/// Searches and writes the trace. One that grows too long ends the search.
fn write(
    arguments: &Trace,
    recording: &Recording,
    out: &mut dyn Write,
    failure: &dyn Fn(io::Error) -> Failure,
) -> Result<Option<Answer>, Failure> {
    let bytes = Cell::new(0);
    let is_too_long = || bytes.get() > arguments.max_bytes;
    let out = Capped::new(out, arguments.max_bytes, &bytes);
    let mut format: Box<dyn Format + '_> = match arguments.format {
        TraceFormat::Text if arguments.algorithm == Algorithm::Beam => Box::new(Levels::new(out)),
        TraceFormat::Text => Box::new(Text::new(out, arguments.algorithm)),
        TraceFormat::Json => Box::new(Json(out)),
        TraceFormat::Dot => Box::new(Dot::new(out)),
        TraceFormat::Html => Box::new(Html::new(out)),
    };
    let mut result = Ok(());
    let mut steps = 0;
    let mut sink = |event: &Event| {
        steps += u64::from(matches!(event, Event::Expand(_)));
        result = format.event(event);
        if result.is_err() || is_too_long() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let answer = recording.run(&mut sink);
    result.map_err(failure)?;
    if !is_too_long() {
        format.finish().map_err(failure)?;
    }
    if is_too_long() { Err(too_long(arguments, bytes.get(), steps)) } else { Ok(answer) }
}

/// Says how long the trace would be, and what can be done.
fn too_long(arguments: &Trace, bytes: u64, steps: u64) -> Failure {
    let size = |bytes: f64| bytesize::ByteSize(bytes as u64).display().si();
    let growth = arguments.max_steps as f64 / steps.max(1) as f64;
    let (growth, other_way) = match arguments.format {
        TraceFormat::Text => (growth * growth, ", --format json, which does not grow with the square,"),
        TraceFormat::Json | TraceFormat::Html => (growth, ""),
        // The whole tree has been counted.
        TraceFormat::Dot => (1.0, ""),
    };
    let whole = bytes as f64 * growth.max(1.0);
    Failure::new(format_args!(
        "the trace is longer than {} (--max-bytes) after {}; all {} (--max-steps) may take {}: try \
         --max-steps {}{other_way} or a larger --max-bytes",
        size(arguments.max_bytes as f64),
        ui::count(steps, "step"),
        indicatif::HumanCount(arguments.max_steps),
        size(whole),
        // Fewer than were written, as something comes after the last one.
        (steps / 2).max(1)
    ))
}

fn drawing(recording: &Recording, solution: &Solution) -> io::Result<Vec<u8>> {
    let mut drawing = Vec::new();
    show::write(&mut drawing, solution, &**recording.prepared().heuristic())?;
    Ok(drawing)
}

/// Tells what is in the files.
fn summarize(arguments: &Trace, answer: Option<&Answer>) -> Result<(), Failure> {
    let mut out = Answers::new();
    let Some(answer) = answer else {
        writeln!(out, "unsolvable: nothing was searched (--exhaustive walks through all there is)")?;
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
    if stats.expanded > arguments.max_steps {
        let steps = ui::count(arguments.max_steps, "step");
        writeln!(out, "written down: the first {steps} (--max-steps)")?;
    }
    Ok(out.flush()?)
}
