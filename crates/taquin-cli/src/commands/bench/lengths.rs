//! Lengths, bounds and gaps of boards that are searched as `solve` searches them.

use super::curve;
use super::sets::{Set, SetBoard};
use crate::args::Bench;
use crate::commands::solve::Watch;
use crate::failure::{Failure, Verdict};
use crate::report::{self, BenchReport};
use crate::ui::{self, Answers, BAD, FAINT, STRONG, Ui};
use crate::{interrupt, solver};
use indicatif::HumanCount;
use std::io::Write;
use std::time::Duration;
use taquin::search::Cancel;
use taquin::solver::{Choice, Prepared};
use taquin::{Solved, Solver};

pub(super) fn run(arguments: &Bench, set: &Set, ui: &Ui) -> Result<Verdict, Failure> {
    let boards = super::chosen(arguments, set.boards(arguments)?, |board| board.number)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let solver = solver_for(arguments, set, &cancel);
    let has_lengths = boards.iter().any(|board| board.length.is_some());
    let mut table = Table { out: Answers::new(), has_lengths, total: Total::default() };
    let mut verdict = Verdict::Answered;
    let mut prepared: Option<Prepared> = None;
    let mut improvements = Vec::new();
    for board in &boards {
        let goal = board.problem.goal();
        // Tables are made once for each goal, and their time is not counted.
        let prepared = match prepared.take_if(|prepared| prepared.goal() == goal) {
            Some(same) => prepared.insert(same),
            None => prepared.insert(solver.prepare(goal).map_err(|error| solver::failure(error, goal))?),
        };
        if table.total.boards == 0 && !arguments.json {
            table.begin(set, prepared)?;
        }
        if cancel.is_cancelled() {
            verdict = Verdict::No;
            break;
        }
        ui.search_begins();
        let solved = prepared.solve(&board.problem, &mut Watch::new(ui));
        ui.search_ends();
        let solved = solved.map_err(|error| solver::failure(error, goal))?;
        if solved.solution().is_none() || contradicts(board, &solved) {
            verdict = Verdict::No;
        }
        table.total.add(board, &solved);
        improvements.push(solved.improvements.iter().map(|step| (step.elapsed, step.cost)).collect());
        ui.above_progress(|| {
            if arguments.json {
                let name = set.to_string();
                let report =
                    BenchReport::measured(&name, board.number, &board.problem, board.length, &solved);
                Ok(report::write_line(&mut table.out, &report)?)
            } else {
                table.row(board, &solved)
            }
        })?;
        table.out.flush()?;
    }
    ui.finish();
    if !arguments.json {
        table.end()?;
    }
    if let Some(path) = &arguments.plot {
        let boards = ui::count(table.total.boards, "board");
        curve::draw(path, &improvements, &format!("{set}: mean length of {boards}"))?;
    }
    Ok(verdict)
}

/// The solver that was asked for.
fn solver_for(arguments: &Bench, set: &Set, cancel: &Cancel) -> Solver {
    let algorithm = arguments.algorithm.and_then(|algorithm| algorithm.named());
    let metric = match set {
        Set::Published(set) => set.metric(),
        _ => arguments.metric,
    };
    let choice = Choice::new().metric(metric).algorithm(algorithm).prune(arguments.prune);
    solver::solver(&arguments.cache, arguments.threads.get())
        .choice(choice.heuristic(arguments.heuristic.clone()))
        .time_limit(arguments.limits.time_limit)
        .memory_limit(crate::commands::memory(arguments.limits.memory_limit))
        .cancel(cancel)
}

/// Whether more moves are proved to be needed than the length that is given: one of the two is wrong.
fn contradicts(board: &SetBoard, solved: &Solved) -> bool {
    board.length.is_some_and(|length| length < solved.lower_bound())
}

/// Sums over the boards.
#[derive(Default)]
struct Total {
    boards: u64,
    solved: u64,
    proved: u64,
    cost: u64,
    bound: u64,
    gap: f64,
    time: Duration,
    /// Of solved boards with a length to compare with: how many, lengths, costs.
    compared: u64,
    length: u64,
    compared_cost: u64,
    as_short: u64,
    shorter: u64,
}

impl Total {
    fn add(&mut self, board: &SetBoard, solved: &Solved) {
        self.boards += 1;
        self.time += solved.stats().elapsed;
        self.bound += u64::from(solved.lower_bound());
        let Some(cost) = solved.cost() else { return };
        self.solved += 1;
        self.proved += u64::from(solved.proved());
        self.cost += u64::from(cost);
        self.gap += solved.gap().unwrap_or_default();
        if let Some(length) = board.length {
            self.compared += 1;
            self.length += u64::from(length);
            self.compared_cost += u64::from(cost);
            self.as_short += u64::from(cost <= length);
            self.shorter += u64::from(cost < length);
        }
    }
}

/// The table for people, a row for each board as it is done.
struct Table {
    out: Answers,
    has_lengths: bool,
    total: Total,
}

impl Table {
    fn begin(&mut self, set: &Set, prepared: &Prepared) -> Result<(), Failure> {
        let plan = prepared.plan();
        let threads = ui::count(plan.method.threads as u64, "thread");
        writeln!(self.out, "{STRONG}{set}{STRONG:#} by {plan}, {threads}")?;
        let given = if self.has_lengths { "     given    excess" } else { "" };
        writeln!(self.out, "{FAINT}board     length  at least      gap{given}       time{FAINT:#}")?;
        self.out.flush()?;
        Ok(())
    }

    fn row(&mut self, board: &SetBoard, solved: &Solved) -> Result<(), Failure> {
        let whole = |number: u32| HumanCount(number.into()).to_string();
        let length = solved.cost().map_or("-".into(), whole);
        let bound = whole(solved.lower_bound());
        let gap = solved.gap().map_or("-".into(), percent);
        let style = if contradicts(board, solved) { BAD } else { STRONG };
        write!(self.out, "{:>5}  {style}{length:>9}{style:#}  {bound:>8}  {gap:>7}", board.number)?;
        if self.has_lengths {
            let given = board.length.map_or("-".into(), whole);
            let excess = match (solved.cost(), board.length) {
                (Some(cost), Some(length)) => format!("{:+}", i64::from(cost) - i64::from(length)),
                _ => "-".into(),
            };
            write!(self.out, "  {given:>8}  {excess:>8}")?;
        }
        writeln!(self.out, "  {:>9}", ui::time(solved.stats().elapsed))?;
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        let Total { boards, solved, proved, compared, as_short, shorter, .. } = self.total;
        if boards == 0 {
            return Ok(());
        }
        let total = &self.total;
        let (length, bound) = (mean(total.cost, solved), mean(total.bound, boards));
        let gap = if solved > 0 { percent(total.gap / solved as f64) } else { "-".into() };
        write!(self.out, "{FAINT} mean{FAINT:#}  {STRONG}{length:>9}{STRONG:#}  {bound:>8}  {gap:>7}")?;
        if self.has_lengths {
            let excess = match compared {
                0 => "-".into(),
                _ => format!("{:+.2}", (total.compared_cost as f64 - total.length as f64) / compared as f64),
            };
            write!(self.out, "  {:>8}  {excess:>8}", mean(total.length, compared))?;
        }
        writeln!(self.out, "  {:>9}", ui::time(total.time / boards as u32))?;
        let of = ui::count(boards, "board");
        write!(self.out, "{FAINT}{solved} of {of} solved, {proved} proved optimal")?;
        if compared > 0 {
            let share = percent(as_short as f64 / compared as f64);
            write!(self.out, "; {as_short} as short as given ({share}), of these {shorter} shorter")?;
        }
        writeln!(self.out, "{FAINT:#}")?;
        self.out.flush()?;
        Ok(())
    }
}

/// A mean with two decimals, or without if it is large.
fn mean(sum: u64, of: u64) -> String {
    match (of, sum as f64 / of as f64) {
        (0, _) => "-".into(),
        (_, mean) if mean < 10_000.0 => format!("{mean:.2}"),
        (_, mean) => HumanCount(mean.round() as u64).to_string(),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_written_for_reading() {
        assert_eq!((mean(0, 0).as_str(), mean(301, 2).as_str()), ("-", "150.50"));
        assert_eq!(mean(3_074_731, 2), "1,537,366");
    }
}
