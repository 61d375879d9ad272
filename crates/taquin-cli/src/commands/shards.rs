//! `taquin units`, `taquin work` and `taquin merge`: a search shared among machines that know nothing of each other.

use crate::args::{Merge, Onward, Units, Work};
use crate::commands::solve::Watch;
use crate::failure::{Failure, Verdict};
use crate::input::Problems;
use crate::recording::{Recording, problem_of};
use crate::ui::{self, Answers, STRONG, Ui};
use crate::{interrupt, output, solver};
use indicatif::HumanCount;
use std::io::Write;
use taquin::ledger::{IterationSummary, Ledger};
use taquin::search::{Cancel, Outcome, StopReason};
use taquin::solver::Choice;
use taquin::{Problem, Solved, Solver};

/// Why a search that has no units is refused.
const NO_UNITS: &str = "this search has no units: only idastar, hybrid and two-ended have";

pub(crate) fn units(arguments: &Units, ui: &Ui) -> Result<Verdict, Failure> {
    output::refuse_to_overwrite(&arguments.onward.out, "name another file, or remove it")?;
    let mut problems = Problems::open(&arguments.problems)?;
    let (first, second) = (problems.next(), problems.next());
    let (Some(entry), None) = (first, second) else {
        return Err(Failure::new("units takes one board"));
    };
    let posed = entry.posed?;
    let problem = Problem::new(posed.start, posed.goal).map_err(Failure::new)?;
    let choice = Choice::new()
        .algorithm(arguments.algorithm.named())
        .heuristic(arguments.heuristic.clone())
        .prune(arguments.prune);
    go_on(&arguments.onward, &problem, choice, None, ui)
}

pub(crate) fn merge(arguments: &Merge, ui: &Ui) -> Result<Verdict, Failure> {
    let out = &arguments.onward.out;
    output::refuse_to_overwrite(out, "name another file, or remove it")?;
    Ledger::merge(&arguments.units, &arguments.results, out).map_err(Failure::new)?;
    let summary = Ledger::read(out).map_err(Failure::new)?;
    let search = summary.searches.first().ok_or_else(|| Failure::new(NO_UNITS))?;
    let (problem, method) = problem_of(search)?;
    go_on(&arguments.onward, &problem, method.choice(), method.memory(), ui)
}

/// Searches until there is a solution or an iteration for shards.
fn go_on(
    onward: &Onward,
    problem: &Problem,
    choice: Choice,
    memory: Option<u64>,
    ui: &Ui,
) -> Result<Verdict, Failure> {
    let recording = Recording::new(Ledger::units(&onward.out, onward.nodes))?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let threads = super::threads(onward.threads);
    let solver = solver::solver(&onward.cache, threads).choice(choice).memory_limit(memory);
    let solved = search(&recording, solver, problem, &cancel, ui)?;
    let mut out = Answers::new();
    if let Some(solution) = solved.solution().filter(|_| solved.proved()) {
        let moves = ui::count(solution.cost().into(), "move");
        writeln!(out, "{STRONG}{moves}{STRONG:#} (optimal): {solution}")?;
        writeln!(
            out,
            "expanded {}, generated {}",
            HumanCount(solved.stats().expanded),
            HumanCount(solved.stats().generated)
        )?;
        return Ok(Verdict::Answered);
    }
    let summary = Ledger::read(&onward.out).map_err(Failure::new)?;
    let last = summary.searches.first().and_then(|search| search.iterations.last());
    match (&solved.answer.outcome, last) {
        (Outcome::Stopped { why: StopReason::Ledger, .. }, Some(last)) => {
            let IterationSummary { bound, units, .. } = last;
            let path = onward.out.display();
            writeln!(out, "{path}: {} units of bound {bound}", HumanCount(*units))?;
            ui.note(format_args!(
                "taquin work {path} --shard 1/N --out RESULT searches one of N shards; taquin merge {path} RESULT... \
                 --out NEXT adds all up"
            ));
            out.flush()?;
            Ok(Verdict::Answered)
        }
        (Outcome::Stopped { why: StopReason::Cancelled, .. }, _) => {
            Err(Failure::Stopped("stopped by Ctrl-C before there were units".into()))
        }
        _ => Err(Failure::new(NO_UNITS)),
    }
}

pub(crate) fn work(arguments: &Work, ui: &Ui) -> Result<Verdict, Failure> {
    let Work { units, shard, out, .. } = arguments;
    let recording = Recording::of_shard(Ledger::shard(units, *shard, out), ui)?;
    let summary = Ledger::read(out).map_err(Failure::new)?;
    let search_summary = summary.searches.first().ok_or_else(|| Failure::new(NO_UNITS))?;
    let (problem, method) = problem_of(search_summary)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let solver = solver::solver(&arguments.cache, super::threads(arguments.threads))
        .choice(method.choice())
        .memory_limit(method.memory());
    search(&recording, solver, &problem, &cancel, ui)?;
    if cancel.is_cancelled() {
        return Err(Failure::Stopped(format!(
            "stopped by Ctrl-C; what is found is in {}, and the same command goes on",
            out.display()
        )));
    }
    let summary = Ledger::read(out).map_err(Failure::new)?;
    let last = summary.searches.first().and_then(|search| search.iterations.last());
    let last = last.ok_or_else(|| Failure::new(NO_UNITS))?;
    let nodes: u64 = last.runs.iter().map(|run| run.count.expanded).sum();
    let found = if last.goal.is_some() { "a solution" } else { "no solution" };
    let mut answers = Answers::new();
    writeln!(
        answers,
        "shard {shard} of bound {}: {}, {} nodes, {found}",
        last.bound,
        ui::count(last.done, "unit"),
        HumanCount(nodes)
    )?;
    answers.flush()?;
    Ok(Verdict::Answered)
}

/// Searches with a ledger, and saves what is found.
fn search(
    recording: &Recording,
    solver: Solver,
    problem: &Problem,
    cancel: &Cancel,
    ui: &Ui,
) -> Result<Solved, Failure> {
    let solver = recording.of_solver(solver.cancel(cancel));
    ui.search_begins();
    let solved = solver.solve_with(problem, &mut Watch::new(ui).recorded(recording));
    ui.search_ends();
    ui.finish();
    let solved = solved.map_err(|error| solver::failure(error, problem.goal()))?;
    recording.save()?;
    Ok(solved)
}
