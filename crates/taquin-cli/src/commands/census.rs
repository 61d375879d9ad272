//! `taquin census`: how many boards lie at each distance from a goal.

mod graph;
pub(super) mod plot;
mod solutions;

use crate::args::Census;
use crate::failure::{Failure, Verdict};
use crate::report::{self, CensusReport};
use crate::ui::{self, Answers, FAINT, FAIR, STRONG, Ui};
use crate::{input, interrupt, output};
use indicatif::HumanCount;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use taquin::census::{self, Ended, census_in};
use taquin::search::{Limits, StopReason};
use taquin::{Board, Metric, Shape};

pub(crate) fn run(arguments: &Census, ui: &Ui) -> Result<Verdict, Failure> {
    let usual = Shape::flat(3, 3).expect("a small shape");
    let goal = input::goal_board(&arguments.goal, arguments.shape, usual)?;
    if let Some(path) = &arguments.plot {
        crate::plot::check(path)?;
    }
    let graph = arguments.graph.as_deref().map(|path| graph::make(path, &goal, arguments)).transpose()?;
    input::mistaken_shape(goal.shape()).iter().for_each(|remark| ui.note(remark));
    let limits = Limits {
        time: arguments.time_limit,
        memory: Some(arguments.memory_limit),
        cancel: Some(interrupt::cancel_on_interrupt()?),
        ..Limits::default()
    };
    if arguments.solutions {
        return solutions::run(arguments, &goal, &limits);
    }
    let mut table = Table { out: Answers::new(), silent: arguments.json };
    let mut written = table.begin();
    let threads = super::threads(arguments.threads);
    let started = Instant::now();
    let result =
        census_in(arguments.metric, &goal, arguments.depth, &limits, threads, &mut |depth, count| {
            if written.is_ok() {
                written = ui.above_progress(|| table.level(depth, count));
            }
            ui.progress(|| {
                format!("{} boards at distance {depth} · counting {}", HumanCount(count), depth + 1)
            });
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    let elapsed = started.elapsed();
    ui.finish();
    written?;
    if arguments.json {
        report::write_line(
            &mut table.out,
            &report(&goal, arguments.metric, &result, elapsed, arguments.list),
        )?;
    } else {
        table.end(&result, elapsed, arguments.list)?;
    }
    table.out.flush()?;
    if let Some(path) = &arguments.plot {
        plot::draw(path, goal.shape(), &result)?;
    }
    if let (Some(path), Some(text)) = (&arguments.graph, graph) {
        output::write(path, text.as_bytes())?;
    }
    Ok(if stopped_by(&result).is_none() { Verdict::Answered } else { Verdict::No })
}

/// The table for people, written level by level as they are counted.
struct Table {
    out: Answers,
    silent: bool,
}

impl Table {
    fn begin(&mut self) -> Result<(), Failure> {
        if !self.silent {
            writeln!(self.out, "{FAINT}depth           boards{FAINT:#}")?;
        }
        Ok(())
    }

    fn level(&mut self, depth: u32, count: u64) -> Result<(), Failure> {
        if !self.silent {
            writeln!(self.out, "{depth:>5} {count:>16}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    fn end(&mut self, result: &census::Census, elapsed: Duration, most: usize) -> Result<(), Failure> {
        let out = &mut self.out;
        let total: u64 = result.levels.iter().sum();
        writeln!(out, "{FAINT}total {FAINT:#}{STRONG}{total:>16}{STRONG:#}")?;
        let depth = result.levels.len().saturating_sub(1);
        match result.ended {
            Ended::Complete => writeln!(out, "every board counted, the deepest at {depth}")?,
            Ended::Stopped(why) => {
                let why = match why {
                    StopReason::Memory => "the memory limit",
                    StopReason::Time => "the time limit",
                    StopReason::Cancelled => "Ctrl-C",
                    _ => "a limit",
                };
                writeln!(out, "{FAIR}stopped by {why}{FAIR:#}; the levels above are complete")?;
            }
            _ => writeln!(out, "counted to distance {depth}; there may be boards beyond")?,
        }
        let last = result.levels.last().copied().unwrap_or(0);
        let shown = result.deepest.len().min(most);
        let all = if (shown as u64) < last { format!(", {shown} of them") } else { String::new() };
        writeln!(out, "{} at distance {depth}{all}:", ui::count(last, "board"))?;
        for board in &result.deepest[..shown] {
            writeln!(out, "  {board}")?;
        }
        let memory = ui::size(result.peak_bytes);
        writeln!(out, "{FAINT}{} in {}, {memory}{FAINT:#}", ui::count(total, "board"), ui::time(elapsed))?;
        Ok(())
    }
}

fn report(
    goal: &Board,
    metric: Metric,
    result: &census::Census,
    elapsed: Duration,
    most: usize,
) -> CensusReport {
    CensusReport {
        metric: metric.name(),
        shape: goal.shape().to_string(),
        goal: goal.to_string(),
        levels: result.levels.clone(),
        total: result.levels.iter().sum(),
        depth: result.levels.len().saturating_sub(1),
        complete: result.ended == Ended::Complete,
        deepest: result.deepest.iter().take(most).map(Board::to_string).collect(),
        seconds: elapsed.as_secs_f64(),
        peak_bytes: result.peak_bytes,
        stopped_by: stopped_by(result).map(StopReason::name),
    }
}

/// What ended the count before its time.
fn stopped_by(result: &census::Census) -> Option<StopReason> {
    match result.ended {
        Ended::Stopped(why) => Some(why),
        _ => None,
    }
}
