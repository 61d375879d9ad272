//! Answers as people read them: in full for one board, a line each for many.

use crate::ui::{self, BAD, FAINT, FAIR, GOOD, STRONG};
use indicatif::HumanCount;
use std::io::{self, Write};
use taquin::notation::Notation;
use taquin::search::{Answer, Outcome, StopReason};
use taquin::{Shape, Solved};

/// Solutions of boards with more cells are written in run lengths, unless another notation is asked for.
const MOST_CELLS_WITHOUT_RUNS: usize = 100;

/// The notation that was asked for, else the one that suits the shape.
pub(super) fn notation(asked: Option<Notation>, shape: Shape) -> Notation {
    asked.unwrap_or(match shape.cells() {
        0..=MOST_CELLS_WITHOUT_RUNS => Notation::Blank,
        _ => Notation::Runs,
    })
}

/// What came of a board: the verdict, the moves, the figures.
pub(super) fn in_full(out: &mut dyn Write, solved: &Solved, asked: Option<Notation>) -> io::Result<()> {
    let answer = &solved.answer;
    let stats = &answer.stats;
    headline(out, solved)?;
    if let Some(solution) = answer.solution().filter(|solution| solution.cost() > 0) {
        let notation = notation(asked, solution.start().shape());
        writeln!(out, "\n{}", notation.written(solution))?;
    } else {
        writeln!(out)?;
    }
    if let Outcome::Stopped { best: Some(_), why, .. } = &answer.outcome {
        writeln!(out, "stopped by {}", cause(*why))?;
    }
    write!(
        out,
        "{FAINT}{}: {} expanded, {} generated in {}",
        solved.described(),
        HumanCount(stats.expanded),
        HumanCount(stats.generated),
        ui::time(stats.elapsed)
    )?;
    if stats.peak_bytes >= 1_000_000 {
        write!(out, ", {}", bytesize::ByteSize(stats.peak_bytes).display().si())?;
    }
    writeln!(out, "{FAINT:#}")
}

/// The length of the solution and what is proved of it, or what stopped the search; without a newline.
pub(super) fn headline(out: &mut dyn Write, solved: &Solved) -> io::Result<()> {
    let bound = u64::from(solved.lower_bound());
    let solution = match &solved.answer.outcome {
        Outcome::Solved { solution, .. } | Outcome::Stopped { best: Some(solution), .. } => solution,
        Outcome::Stopped { best: None, why, .. } => {
            let needed = ui::count(bound, "move");
            return write!(out, "{BAD}stopped by {}{BAD:#}: at least {needed} needed", cause(*why));
        }
    };
    let moves = ui::count(solution.cost().into(), "move");
    if solution.cost() == 0 {
        return write!(out, "{STRONG}{moves}{STRONG:#}: the board is the goal");
    }
    write!(out, "{STRONG}{moves}{STRONG:#}, ")?;
    if solved.proved() {
        return write!(out, "{GOOD}proved optimal{GOOD:#}");
    }
    write!(out, "{FAIR}not proved optimal{FAIR:#}")?;
    // With a gap of 0 the bound alone would prove it, but this search never claims it.
    match solved.gap().filter(|gap| *gap > 0.0) {
        Some(gap) => {
            write!(out, " (at least {} are needed, gap {:.1} %)", HumanCount(bound), 100.0 * gap)
        }
        None => Ok(()),
    }
}

/// Many results: one line each, whatever happened.
pub(super) fn one_line(out: &mut dyn Write, answer: &Answer, asked: Option<Notation>) -> io::Result<()> {
    match &answer.outcome {
        Outcome::Solved { solution, .. } | Outcome::Stopped { best: Some(solution), .. } => {
            let (style, word) = if answer.proved() { (GOOD, "optimal") } else { (FAIR, "unproved") };
            write!(out, "{STRONG}{}{STRONG:#} {style}{word}{style:#}", solution.cost())?;
            if solution.cost() > 0 {
                let notation = notation(asked, solution.start().shape());
                write!(out, " {}", notation.written(solution))?;
            }
            writeln!(out)
        }
        Outcome::Stopped { lower_bound, why, .. } => {
            let needed = ui::count((*lower_bound).into(), "move");
            writeln!(out, "{BAD}stopped{BAD:#} by {}: at least {needed} needed", cause(*why))
        }
    }
}

/// What stopped a search, in words.
pub(super) fn cause(why: StopReason) -> &'static str {
    match why {
        StopReason::Time => "the time limit",
        StopReason::Memory => "the memory limit",
        StopReason::Nodes => "the node limit",
        StopReason::Cancelled => "Ctrl-C",
        StopReason::DeadEnd => "a dead end",
        _ => "a table that contradicts itself",
    }
}
