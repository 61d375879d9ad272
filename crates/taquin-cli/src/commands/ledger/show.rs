//! `taquin ledger show`.

use crate::args::LedgerShow;
use crate::failure::{Failure, Verdict};
use crate::recording::loss;
use crate::report;
use crate::ui::{self, Answers, FAINT, STRONG, Ui};
use indicatif::HumanCount;
use serde::Serialize;
use std::io::Write;
use taquin::ledger::{IterationSummary, Ledger, SearchSummary};

/// A search as JSON.
#[derive(Serialize)]
struct Shown<'a> {
    start: &'a str,
    goal: &'a str,
    plan: &'a str,
    cost: Option<u32>,
    optimal: bool,
    iterations: Vec<ShownIteration>,
}

#[derive(Serialize)]
struct ShownIteration {
    bound: u32,
    units: u64,
    done: u64,
    expanded: u64,
    generated: u64,
    seconds: f64,
    nodes_left: Option<f64>,
    spread: Option<f64>,
    seconds_left: Option<f64>,
    /// First unit, units and nodes expanded of every run.
    runs: Vec<(u64, u64, u64)>,
}

pub(crate) fn run(arguments: &LedgerShow, ui: &Ui) -> Result<Verdict, Failure> {
    let summary = Ledger::read(&arguments.file).map_err(Failure::new)?;
    let mut out = Answers::new();
    if let Some(loss) = loss(summary.dropped) {
        ui.note(format_args!("{}: {loss} in what follows", arguments.file.display()));
    }
    if !arguments.json {
        let boards = ui::count(summary.searches.len() as u64, "board");
        writeln!(out, "for {}, by {}: {boards}", summary.purpose, summary.program)?;
    }
    for search in &summary.searches {
        match arguments.json {
            true => report::write_line(&mut out, &shown(search))?,
            false => write_search(&mut out, search)?,
        }
    }
    out.flush()?;
    Ok(Verdict::Answered)
}

fn shown(search: &SearchSummary) -> Shown<'_> {
    let iteration = |iteration: &IterationSummary| {
        let forecast = iteration.forecast().filter(|_| !iteration.is_complete());
        ShownIteration {
            bound: iteration.bound,
            units: iteration.units,
            done: iteration.done,
            expanded: iteration.count.expanded,
            generated: iteration.count.generated,
            seconds: iteration.elapsed.as_secs_f64(),
            nodes_left: forecast.map(|forecast| forecast.nodes),
            spread: forecast.map(|forecast| forecast.spread),
            seconds_left: forecast.and_then(|forecast| forecast.time).map(|time| time.as_secs_f64()),
            runs: iteration.runs.iter().map(|run| (run.first, run.units, run.count.expanded)).collect(),
        }
    };
    Shown {
        start: &search.start,
        goal: &search.goal,
        plan: &search.plan,
        cost: search.answer.map(|(cost, _)| cost),
        optimal: search.answer.is_some_and(|(_, proved)| proved),
        iterations: search.iterations.iter().map(iteration).collect(),
    }
}

fn write_search(out: &mut Answers, search: &SearchSummary) -> Result<(), Failure> {
    writeln!(out, "\n{STRONG}{}{STRONG:#} to {}", search.start, search.goal)?;
    writeln!(out, "by {}", search.plan)?;
    if !search.iterations.is_empty() {
        let head = "bound        units         done            nodes     time";
        writeln!(out, "{FAINT}{head}{FAINT:#}")?;
    }
    for iteration in &search.iterations {
        let IterationSummary { bound, units, done, count, elapsed, .. } = iteration;
        let [units, done, nodes] =
            [*units, *done, count.expanded].map(|number| HumanCount(number).to_string());
        writeln!(out, "{bound:>5}  {units:>11}  {done:>11}  {nodes:>15}  {:>7}", ui::time(*elapsed))?;
    }
    match (search.answer, search.iterations.last()) {
        (Some((cost, true)), _) => {
            writeln!(out, "solved: {}, proved optimal", ui::count(cost.into(), "move"))?
        }
        (Some((cost, false)), _) => writeln!(out, "solved: {}", ui::count(cost.into(), "move"))?,
        (None, Some(last)) if last.goal.is_some() => {
            writeln!(out, "there is a solution with {} moves: search on to have it", last.bound)?;
        }
        (None, Some(last)) => write_rest(out, last)?,
        (None, None) => writeln!(out, "nothing is recorded yet")?,
    }
    Ok(())
}

/// What is proved by an unfinished search, and what is left.
fn write_rest(out: &mut Answers, last: &IterationSummary) -> Result<(), Failure> {
    if last.is_complete() {
        return Ok(writeln!(out, "proved: at least {} moves are needed", last.bound + 2)?);
    }
    writeln!(out, "proved: at least {} moves are needed", last.bound)?;
    let share = 100.0 * last.done as f64 / last.units.max(1) as f64;
    write!(out, "{share:.1} % of the units of bound {} are done", last.bound)?;
    if let Some(forecast) = last.forecast() {
        let [left, spread] =
            [forecast.nodes, forecast.spread].map(|nodes| HumanCount(nodes as u64).to_string());
        write!(out, "; if the rest is like them, {left} ± {spread} nodes are left")?;
        if let (Some(time), true) = (forecast.time, forecast.nodes > 0.0) {
            let more = time.mul_f64((forecast.spread / forecast.nodes).min(1e6));
            write!(out, ", {} ± {} at the pace so far", ui::time(time), ui::time(more))?;
        }
    }
    Ok(writeln!(out)?)
}
