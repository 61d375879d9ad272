//! Answers as people read them: in full for one board, a line each for many.

use crate::ui::{self, BAD, FAINT, FAIR, GOOD, STRONG};
use indicatif::HumanCount;
use std::io::{self, Write};
use taquin::notation::Notation;
use taquin::search::{Algorithm, Outcome, StopReason};
use taquin::{Metric, Shape, Solution, Solved};

/// Solutions of boards with more cells are written in run lengths, unless another notation is asked for.
const MOST_CELLS_WITHOUT_RUNS: usize = 100;

/// The notation that was asked for, else the one that suits the shape.
pub(super) fn notation(asked: Option<Notation>, shape: Shape) -> Notation {
    asked.unwrap_or(match shape.cells() {
        0..=MOST_CELLS_WITHOUT_RUNS => Notation::Blank,
        _ => Notation::Runs,
    })
}

/// Moves in a group, as they are counted and typed.
const GROUP: usize = 5;

/// Longer solutions are not divided into groups.
const MOST_GROUPED: u32 = 100_000;

/// The moves of a solution with whose they are, in groups; plain in a notation that was asked for, unless a person reads
/// them on a terminal of some width. There the tiles that are moved are told, too, if nothing else was asked for.
fn moves(
    out: &mut dyn Write,
    solution: &Solution,
    asked: Option<Notation>,
    terminal: Option<usize>,
) -> io::Result<()> {
    let notation = notation(asked, solution.start().shape());
    let label = match notation {
        Notation::Blank | Notation::Runs => "blank:",
        Notation::Tile | Notation::Numbers => "tiles:",
        // Boards need no label.
        _ => return writeln!(out, "{}", notation.written(solution)),
    };
    match notation {
        _ if asked.is_some() && terminal.is_none() => writeln!(out, "{}", notation.written(solution))?,
        _ if solution.cost() > MOST_GROUPED => writeln!(out, "{label} {}", notation.written(solution))?,
        Notation::Blank | Notation::Tile if solution.metric() == Metric::Slides => {
            let letters: Vec<char> = notation.write(solution).chars().collect();
            let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
            write!(out, "{}", in_columns(label, &groups, terminal))?;
        }
        _ => {
            let words: Vec<String> = notation.write(solution).split(' ').map(String::from).collect();
            write!(out, "{}", in_columns(label, &words, terminal))?;
        }
    }
    if asked.is_none() && terminal.is_some() && solution.cost() <= MOST_TILES_TOLD {
        let tiles: Vec<String> = solution.slides().map(|slide| slide.tile().to_string()).collect();
        write!(out, "{}", in_columns("tiles:", &tiles, terminal))?;
    }
    Ok(())
}

/// Longer solutions are told by directions only.
const MOST_TILES_TOLD: u32 = 400;

/// Words behind a label, broken to the width of a terminal and indented.
fn in_columns(label: &str, words: &[String], width: Option<usize>) -> String {
    let mut text = label.to_string();
    let mut column = label.len();
    for word in words {
        if width.is_some_and(|width| column + 1 + word.len() > width) {
            text += &format!("\n{:indent$}", "", indent = label.len());
            column = label.len();
        }
        text += &format!(" {word}");
        column += 1 + word.len();
    }
    text + "\n"
}

/// What came of a board: the verdict, the moves, the figures. `terminal` is the width of the screen that it goes to,
/// `convention` how nodes are counted if not as usual.
pub(super) fn in_full(
    out: &mut dyn Write,
    solved: &Solved,
    asked: Option<Notation>,
    terminal: Option<usize>,
    convention: Option<&str>,
) -> io::Result<()> {
    let answer = &solved.answer;
    let stats = &answer.stats;
    let mut line = Vec::new();
    headline(&mut line, solved)?;
    write!(out, "{}", ui::wrapped(&String::from_utf8_lossy(&line), 0, terminal))?;
    if let Some(solution) = answer.solution().filter(|solution| solution.cost() > 0) {
        writeln!(out)?;
        moves(out, solution, asked, terminal)?;
    } else {
        writeln!(out)?;
    }
    if let Outcome::Stopped { best: Some(_), why, .. } = &answer.outcome {
        writeln!(out, "stopped by {}", cause(*why))?;
    }
    let mut figures = format!(
        "{}: {} expanded, {} generated in {}",
        solved.described(),
        HumanCount(stats.expanded),
        HumanCount(stats.generated),
        ui::time(stats.elapsed)
    );
    if stats.peak_bytes >= 1_000_000 {
        figures += &format!(", {}", bytesize::ByteSize(stats.peak_bytes).display().si());
    }
    if let Some(name) = convention {
        figures += &format!(", counted as by {name}");
    }
    writeln!(out, "{FAINT}{}{FAINT:#}", ui::wrapped(&figures, 0, terminal))
}

/// The length of the solution and what is proved of it, or what stopped the search; without a newline.
pub(super) fn headline(out: &mut dyn Write, solved: &Solved) -> io::Result<()> {
    let bound = u64::from(solved.lower_bound());
    let solution = match &solved.answer.outcome {
        Outcome::Solved { solution, .. } | Outcome::Stopped { best: Some(solution), .. } => solution,
        Outcome::Stopped { best: None, why, .. } => {
            if let Some(stuck) = stuck(solved) {
                return write!(out, "{BAD}no solution found{BAD:#} {stuck}");
            }
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
        let metric = match solution.metric() {
            Metric::Slides => "",
            _ => " in shifts",
        };
        return write!(out, "{GOOD}proved optimal{GOOD:#}{metric}");
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
pub(super) fn one_line(out: &mut dyn Write, solved: &Solved, asked: Option<Notation>) -> io::Result<()> {
    let answer = &solved.answer;
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
            if let Some(stuck) = stuck(solved) {
                return writeln!(out, "{BAD}no solution found{BAD:#} {stuck}");
            }
            let needed = ui::count((*lower_bound).into(), "move");
            writeln!(out, "{BAD}stopped{BAD:#} by {}: at least {needed} needed", cause(*why))
        }
    }
}

/// What is said of a beam that got stuck: the board may well be solvable.
fn stuck(solved: &Solved) -> Option<String> {
    let method = &solved.plan.method;
    let is_stuck = matches!(solved.answer.outcome, Outcome::Stopped { why: StopReason::DeadEnd, .. });
    (is_stuck && method.algorithm == Algorithm::Beam)
        .then(|| format!("by a beam of width {}; try a wider one (--width)", method.width))
}

/// What stopped a search, in words.
pub(super) fn cause(why: StopReason) -> &'static str {
    match why {
        StopReason::Time => "the time limit",
        StopReason::Memory => "the memory limit",
        StopReason::Nodes => "the node limit",
        StopReason::Cancelled => "Ctrl-C",
        StopReason::DeadEnd => "a dead end",
        StopReason::Ledger => "the ledger",
        _ => "a table that contradicts itself",
    }
}
