//! `taquin census --solutions`: how many shortest solutions the boards at each distance have.

use crate::args::Census;
use crate::commands;
use crate::failure::{Failure, Verdict};
use crate::report::{self, SolutionCensusReport};
use crate::ui::{self, Answers, FAINT, STRONG};
use indicatif::HumanCount;
use std::io::Write;
use std::time::{Duration, Instant};
use taquin::Board;
use taquin::search::Limits;
use taquin::shortest::{NotCounted, SolutionCounts};

pub(super) fn run(arguments: &Census, goal: &Board, limits: &Limits) -> Result<Verdict, Failure> {
    let threads = commands::threads(arguments.threads);
    let started = Instant::now();
    let counted = SolutionCounts::of_all_boards(arguments.metric, goal, limits, threads);
    let counts = counted.map_err(|why| match why {
        NotCounted::Stopped(_) => Failure::Stopped(why.to_string()),
        _ => Failure::new(format!("{}: {why}", goal.shape())),
    })?;
    let elapsed = started.elapsed();
    let mut out = Answers::new();
    if arguments.json {
        let report = SolutionCensusReport::new(goal, arguments.metric, &counts, elapsed);
        report::write_line(&mut out, &report)?;
    } else {
        write_table(&mut out, &counts, elapsed)?;
    }
    out.flush()?;
    Ok(Verdict::Answered)
}

/// A line for each distance, then how many boards have how many solutions.
fn write_table(out: &mut Answers, counts: &SolutionCounts, elapsed: Duration) -> Result<(), Failure> {
    writeln!(out, "{FAINT}depth           boards     with one         mean         most{FAINT:#}")?;
    for (depth, level) in counts.levels.iter().enumerate() {
        let mean = level.solutions as f64 / level.boards as f64;
        writeln!(
            out,
            "{depth:>5} {:>16} {:>12} {mean:>12.2} {:>12}",
            level.boards, level.single, level.most
        )?;
    }
    let [boards, single, solutions] = counts
        .levels
        .iter()
        .fold([0, 0, 0], |[a, b, c], level| [a + level.boards, b + level.single, c + level.solutions]);
    let mean = solutions as f64 / boards as f64;
    writeln!(out, "{FAINT}total {FAINT:#}{STRONG}{boards:>16} {single:>12} {mean:>12.2}{STRONG:#}")?;
    writeln!(out, "{FAINT}shortest solutions    boards{FAINT:#}")?;
    for (from, to, boards) in by_powers_of_two(counts) {
        let range = if from == to { from.to_string() } else { format!("{from} to {to}") };
        writeln!(out, "{range:>18} {boards:>9}")?;
    }
    if let Some((depth, level)) = counts.levels.iter().enumerate().rev().max_by_key(|(_, level)| level.most) {
        let number = ui::count(level.most, "shortest solution");
        writeln!(out, "a board with the most, {number} of {}:", ui::count(depth as u64, "move"))?;
        writeln!(out, "  {}", level.richest)?;
    }
    let total = HumanCount(boards);
    writeln!(out, "{FAINT}{total} boards in {}{FAINT:#}", ui::time(elapsed))?;
    Ok(())
}

/// How many boards have 1, 2, 3 to 4, 5 to 8 … solutions; ranges without a board are left out.
fn by_powers_of_two(counts: &SolutionCounts) -> Vec<(u64, u64, u64)> {
    let ranges = (0..u64::BITS).map(|power| ((1 << power) / 2 + 1, 1 << power));
    let boards =
        |(from, to): (u64, u64)| (from, to, counts.boards.range(from..=to).map(|(_, &boards)| boards).sum());
    ranges.map(boards).filter(|&(.., boards)| boards > 0).collect()
}
