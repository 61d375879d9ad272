//! `taquin trace`: a search on paper, as events, as a tree or as a page.

use crate::args::{Trace, TraceFormat};
use crate::failure::{Failure, Verdict};
use crate::input::Problems;
use crate::output::{self, Output};
use crate::trace::{Dot, Event, Format, Html, Json, Task, Text, keeps_lists, record};
use crate::ui::{self, Answers, Ui};
use crate::{interrupt, show, solver};
use std::io::{self, Write};
use std::ops::ControlFlow;
use taquin::search::{Algorithm, Answer};
use taquin::{Solution, Solvability};

pub(crate) fn run(arguments: &Trace, ui: &Ui) -> Result<Verdict, Failure> {
    check_choices(arguments)?;
    let mut problems = Problems::open(&arguments.problem)?;
    let posed = problems.next().expect("a source without problems is a failure")?;
    if problems.next().is_some() {
        return Err(Failure::new("a trace is of a single problem, and there are several here"));
    }
    let cancel = interrupt::cancel_on_interrupt()?;
    let solver = solver::solver(&arguments.cache, super::threads(None))
        .algorithm(arguments.algorithm)
        .heuristic(arguments.heuristic.clone())
        .weight(arguments.weight)
        .time_limit(arguments.limits.time_limit)
        .memory_limit(super::memory(arguments.limits.memory_limit))
        .cancel(&cancel);
    let prepared =
        solver.prepare_watched(&posed.goal).map_err(|error| solver::failure(error, &posed.goal))?;
    let task = Task {
        start: posed.start,
        goal: posed.goal,
        prepared,
        exhaustive: arguments.exhaustive,
        max_steps: arguments.max_steps,
    };
    let solvability = Solvability::of(&task.start, &task.goal);
    if !solvability.is_solvable() {
        ui.note(format_args!("unsolvable: {solvability}"));
    }
    let (answer, solution_on_paper) = match &arguments.out1 {
        Some(path) => {
            let mut file = Output::create(path)?;
            let answer = write(arguments, &task, &mut file).map_err(|error| output::failure(path, error))?;
            file.place()?;
            (answer, false)
        }
        None => {
            let mut out = Answers::new();
            let answer = write(arguments, &task, &mut out)?;
            (answer, arguments.format == TraceFormat::Text)
        }
    };
    let solution = answer.as_ref().and_then(|answer| answer.outcome.solution());
    if let Some(solution) = solution {
        let drawing = drawing(&task, solution)?;
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
    let algorithm = arguments.algorithm;
    if arguments.weight.is_some() && algorithm != Algorithm::WeightedAstar {
        return Err(Failure::new("--weight goes with --algorithm weighted-astar only"));
    }
    if !algorithm.shows_nodes() {
        return Err(Failure::new(format_args!("{algorithm} shows no single nodes: try --algorithm idastar")));
    }
    if arguments.format == TraceFormat::Text && !keeps_lists(algorithm.name()) {
        return Err(Failure::new(format_args!(
            "text shows an open and a closed list, which {algorithm} does not keep: try --format json or html"
        )));
    }
    if arguments.exhaustive && !keeps_lists(algorithm.name()) {
        return Err(Failure::new(format_args!(
            "--exhaustive needs an open list that can run empty, which {algorithm} does not keep: \
             try --algorithm astar"
        )));
    }
    Ok(())
}

/// Searches and writes the trace.
fn write(arguments: &Trace, task: &Task, out: &mut dyn Write) -> io::Result<Option<Answer>> {
    let mut format: Box<dyn Format + '_> = match arguments.format {
        TraceFormat::Text => Box::new(Text::new(out, arguments.algorithm.name())),
        TraceFormat::Json => Box::new(Json(out)),
        TraceFormat::Dot => Box::new(Dot::new(out)),
        TraceFormat::Html => Box::new(Html::new(out)),
    };
    let mut result = Ok(());
    let mut sink = |event: &Event| match format.event(event) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            result = Err(error);
            ControlFlow::Break(())
        }
    };
    let answer = record(task, &mut sink);
    result?;
    format.finish()?;
    Ok(answer)
}

fn drawing(task: &Task, solution: &Solution) -> io::Result<Vec<u8>> {
    let mut drawing = Vec::new();
    show::write(&mut drawing, solution, &solution.f_values(&**task.prepared.heuristic()))?;
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
