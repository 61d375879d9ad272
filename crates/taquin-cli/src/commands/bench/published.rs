//! Boards of a published set, each proved, measured beside the published figures.

use crate::args::Bench;
use crate::cluster::Cluster;
use crate::commands::solve::Watch;
use crate::compare::summary::quantile;
use crate::failure::{Failure, Verdict};
use crate::recording::{self, Recording};
use crate::report::{self, BenchReport};
use crate::ui::{self, Answers, BAD, FAINT, STRONG, Ui};
use crate::{interrupt, solver};
use indicatif::HumanCount;
use std::io::Write;
use std::time::{Duration, Instant};
use taquin::heuristic::HeuristicName;
use taquin::ledger::Purpose;
use taquin::published::{PublishedBoard, PublishedSet};
use taquin::search::{Algorithm, Answer, Cancel, Method};
use taquin::solver::{Choice, Plan};
use taquin::{Metric, Solver};

pub(super) fn run(
    arguments: &Bench,
    set: PublishedSet,
    ui: &Ui,
    cluster: Option<&Cluster>,
) -> Result<Verdict, Failure> {
    let boards = super::chosen(arguments, set.boards(), |board| board.number)?;
    let Some(goal) = boards.first().map(|board| board.problem.goal()) else { return Ok(Verdict::Answered) };
    let cancel = interrupt::cancel_on_interrupt()?;
    let is_fixed = arguments.ledger.is_some() || cluster.is_some();
    // What is free now may not be when a recorded search goes on, nor on another machine.
    let asked = arguments.limits.memory_limit;
    let memory = if is_fixed { asked } else { super::super::memory(asked) };
    let solver = solver_of(arguments, set, &cancel).memory_limit(memory);
    let recording = Recording::open(arguments.ledger.as_deref(), Purpose::ManyBoards, ui)?;
    let solver = match cluster {
        Some(cluster) if set.metric() == Metric::Slides => cluster.of_solver(solver, &recording),
        _ => recording.of_solver(solver),
    };
    let started = Instant::now();
    let prepared = solver.prepare(goal).map_err(|error| solver::failure(error, goal))?.single();
    let has_tables = prepared.plan().heuristic.as_ref().is_some_and(has_tables);
    let total = Total { tables: started.elapsed(), has_tables, ..Total::default() };
    let mut table = Table { out: Answers::new(), silent: arguments.json, total };
    table.begin(set, prepared.plan())?;
    let mut verdict = Verdict::Answered;
    for board in &boards {
        if cancel.is_cancelled() {
            verdict = Verdict::No;
            break;
        }
        let shared = cluster.and_then(|cluster| cluster.share_single(&prepared, &board.problem));
        ui.search_begins();
        let solved = prepared.solve(&board.problem, &mut Watch::new(ui).recorded(&recording));
        ui.search_ends();
        drop(shared);
        let solved = solved.map_err(|error| solver::failure(error, goal))?;
        let answer = &solved.answer;
        if !is_right(board, answer) {
            verdict = Verdict::No;
        }
        ui.above_progress(|| {
            if arguments.json {
                let report = BenchReport::published(set, board, &solved);
                Ok(report::write_line(&mut table.out, &report)?)
            } else {
                table.row(board, answer)
            }
        })?;
        table.out.flush()?;
    }
    ui.finish();
    let saved = recording.save();
    table.end()?;
    saved?;
    if let (true, Some(ledger)) = (cancel.is_cancelled(), &arguments.ledger) {
        recording::tell_that_it_goes_on(ledger, ui);
    }
    Ok(verdict)
}

/// A solver as the command line asks for it.
pub(super) fn solver_of(arguments: &Bench, set: PublishedSet, cancel: &Cancel) -> Solver {
    solver::solver(&arguments.cache, arguments.threads.get())
        .choice(choice(arguments, set))
        .time_limit(arguments.limits.time_limit)
        .memory_limit(arguments.limits.memory_limit)
        .cancel(cancel)
}

/// What was asked for. Left open, it is what the figures of Korf's boards are about; larger
/// boards get the program's own choice.
fn choice(arguments: &Bench, set: PublishedSet) -> Choice {
    let algorithm = match (arguments.algorithm, set) {
        (Some(algorithm), _) => algorithm.named(),
        (None, PublishedSet::Cube100) => None,
        (None, _) => Some(Algorithm::Idastar),
    };
    let choice = Choice::new().metric(set.metric()).algorithm(algorithm).prune(arguments.prune);
    match (&arguments.heuristic, set) {
        (Some(heuristic), _) => choice.heuristic(heuristic.clone()),
        (None, PublishedSet::Korf100) => choice.heuristic(HeuristicName::Manhattan),
        (None, _) => choice,
    }
}

/// Whether making a heuristic takes time worth telling.
fn has_tables(name: &HeuristicName) -> bool {
    match name {
        HeuristicName::Pdb(_)
        | HeuristicName::Full
        | HeuristicName::WalkingConflict
        | HeuristicName::AxisDistance => true,
        HeuristicName::Max(parts) => parts.iter().any(has_tables),
        HeuristicName::Zero
        | HeuristicName::Hamming
        | HeuristicName::OutOfPlace
        | HeuristicName::Manhattan
        | HeuristicName::LinearConflict
        | HeuristicName::WalkingDistance
        | HeuristicName::FirstEntry => false,
    }
}

/// Nodes as papers count them: all that were generated, and the root.
fn nodes(answer: &Answer) -> u64 {
    answer.stats.generated + 1
}

/// Whether the board was solved, and not contrary to its published length.
fn is_right(board: &PublishedBoard, answer: &Answer) -> bool {
    answer.outcome.solution().is_some_and(|solution| {
        solution.cost() == board.length || !answer.outcome.is_optimal() && solution.cost() > board.length
    })
}

#[derive(Default)]
struct Total {
    boards: u64,
    solved: u64,
    length: u64,
    published_length: u64,
    nodes: u64,
    published_nodes: u64,
    /// Of every board.
    times: Vec<Duration>,
    /// For reading or building tables, which is in none of the times.
    tables: Duration,
    has_tables: bool,
}

/// The table for people, a row for each board as it is done.
struct Table {
    out: Answers,
    silent: bool,
    total: Total,
}

impl Table {
    fn begin(&mut self, set: PublishedSet, plan: &Plan) -> Result<(), Failure> {
        if self.silent {
            return Ok(());
        }
        let Method { algorithm, prune, threads, .. } = plan.method;
        write!(self.out, "{STRONG}{set}{STRONG:#} by {plan}")?;
        if matches!(algorithm, Algorithm::Idastar | Algorithm::Hybrid) {
            write!(self.out, ", prune {prune}")?;
        }
        if matches!(algorithm, Algorithm::Idastar | Algorithm::Hybrid | Algorithm::TwoEnded) {
            write!(self.out, ", {}", ui::count(threads as u64, "thread"))?;
        }
        writeln!(self.out)?;
        // Lengths that no paper has are this project's own.
        let lengths = match set {
            PublishedSet::Korf100 | PublishedSet::Korf50 => "published",
            _ => " computed",
        };
        let head = format!(
            "board  length  {lengths}            nodes        published   nodes ÷     time   million/s"
        );
        writeln!(self.out, "{FAINT}{head}{FAINT:#}")?;
        self.out.flush()?;
        Ok(())
    }

    fn row(&mut self, board: &PublishedBoard, answer: &Answer) -> Result<(), Failure> {
        let total = &mut self.total;
        let nodes = nodes(answer);
        total.boards += 1;
        total.nodes += nodes;
        total.times.push(answer.stats.elapsed);
        let cost = answer.outcome.solution().map(|solution| solution.cost());
        let length = match cost {
            Some(cost) => {
                total.solved += 1;
                total.length += u64::from(cost);
                total.published_length += u64::from(board.length);
                cost.to_string()
            }
            None => format!("≥{}", answer.outcome.lower_bound()),
        };
        let style = if is_right(board, answer) { STRONG } else { BAD };
        write!(self.out, "{:>5}  {style}{length:>6}{style:#}  {:>9}  ", board.number, board.length)?;
        if let Some(published) = board.nodes {
            total.published_nodes += published;
        }
        self.figures(nodes, board.nodes, answer.stats.elapsed)
    }

    fn figures(&mut self, nodes: u64, published: Option<u64>, time: Duration) -> Result<(), Failure> {
        let written = published.map_or(String::new(), |nodes| HumanCount(nodes).to_string());
        let ratio = published.map_or(String::new(), |published| {
            if nodes == published { "=".into() } else { format!("{:.2}", published as f64 / nodes as f64) }
        });
        let rate = nodes as f64 / time.as_secs_f64().max(1e-9) / 1e6;
        let (nodes, time) = (HumanCount(nodes).to_string(), ui::time(time));
        writeln!(self.out, "{nodes:>15}  {written:>15}  {ratio:>8}  {time:>7}  {rate:>10.1}")?;
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        if !self.silent && self.total.boards > 0 {
            let Total { boards, solved, length, published_length, nodes, published_nodes, .. } = self.total;
            let times = std::mem::take(&mut self.total.times);
            let time: Duration = times.iter().sum();
            let seconds: Vec<f64> = times.iter().map(Duration::as_secs_f64).collect();
            let at = |part: f64| ui::time(Duration::from_secs_f64(quantile(&seconds, part)));
            let mean = ui::time(time / times.len() as u32);
            write!(self.out, "{FAINT}total{FAINT:#}  {length:>6}  {published_length:>9}  ")?;
            self.figures(nodes, (published_nodes > 0).then_some(published_nodes), time)?;
            let of = ui::count(boards, "board");
            writeln!(
                self.out,
                "{FAINT}{solved} of {of} solved; wall-clock time: mean {mean}, median {}, 90 % {}, 99 % {}, \
                 worst {}{FAINT:#}",
                at(0.5),
                at(0.9),
                at(0.99),
                at(1.0)
            )?;
            if self.total.has_tables {
                let tables = ui::time(self.total.tables);
                writeln!(self.out, "{FAINT}tables read or built in {tables}, not counted above{FAINT:#}")?;
            }
        }
        self.out.flush()?;
        Ok(())
    }
}
