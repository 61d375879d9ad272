//! `taquin check`: whether a board can be solved, told the way a classroom tells it, and what every
//! heuristic makes of it.

mod breakdown;
mod solutions;

use crate::args::Check;
use crate::commands::threads;
use crate::failure::{Failure, Verdict};
use crate::input::{Entry, Posed, Problems};
use crate::report::{self, Numbered};
use crate::solver;
use crate::ui::{self, Answers, BAD, FAIR, GOOD, STRONG, Ui};
use std::io::Write;
use taquin::heuristic::{AnyHeuristic, HeuristicName};
use taquin::notation::draw::draw;
use taquin::solvability::inversions;
use taquin::{Board, Metric, Solvability};
use taquin_json::check::{CheckReport, estimates};

/// More inversions than this are counted but not listed.
const MOST_LISTED: u64 = 60;

/// Boards wider than this are written on a line instead of drawn.
const WIDEST_DRAWN: usize = 100;

pub(crate) fn run(arguments: &Check, ui: &Ui) -> Result<Verdict, Failure> {
    if let Some(source) = &arguments.solution {
        return solutions::run(arguments, source);
    }
    let mut out = Answers::new();
    let mut verdict = Verdict::Answered;
    let metric = arguments.metric;
    let solver = solver::solver(&arguments.cache, threads(None)).metric(metric);
    let mut problems = Problems::open(&arguments.problems)?.peekable();
    while let Some(Entry { number, line, posed, remark }) = problems.next() {
        remark.iter().for_each(|remark| ui.note_once(remark));
        let posed = match posed {
            Ok(posed) => posed,
            Err(failure) if number == 1 && problems.peek().is_none() => return Err(failure),
            Err(failure) => {
                verdict = Verdict::Unreadable;
                report::write_unread(&mut out, (number, line), &failure, arguments.json, ui)?;
                continue;
            }
        };
        let solvability = Solvability::of(&posed.start, &posed.goal);
        if !solvability.is_solvable() {
            verdict = verdict.max(Verdict::No);
        }
        let distance = solver::distance(&solver, &posed.start, &posed.goal, &|note| ui.note_once(note))?;
        if arguments.json {
            let make = |name: &HeuristicName| Ok::<_, Failure>(made(name, &posed.goal));
            let report = CheckReport::new(&posed, solvability, metric, distance, make)?;
            report::write_line(&mut out, &Numbered { number, line, convention: None, report })?;
        } else {
            if number > 1 {
                writeln!(out)?;
            }
            let mut text = Vec::new();
            explain(&mut text, &posed, solvability, metric, distance)?;
            let text = String::from_utf8_lossy(&text);
            writeln!(out, "{}", ui::wrapped(text.trim_end(), 0, ui::width_of_answers()))?;
        }
    }
    out.flush()?;
    Ok(verdict)
}

/// A heuristic that needs no tables on disk.
fn made(name: &HeuristicName, goal: &Board) -> AnyHeuristic {
    name.build(goal, 1).expect("simple heuristics can always be made")
}

fn explain(
    out: &mut impl Write,
    posed: &Posed,
    solvability: Solvability,
    metric: Metric,
    distance: Option<u32>,
) -> Result<(), Failure> {
    let drawn = draw(&posed.start);
    if drawn.lines().next().is_some_and(|rule| rule.len() <= WIDEST_DRAWN) {
        write!(out, "{drawn}")?;
    } else {
        writeln!(out, "{}", posed.start)?;
    }
    writeln!(out, "goal: {}\n", posed.goal)?;
    let make = |name: &HeuristicName| Ok::<_, Failure>(made(name, &posed.goal));
    if !solvability.is_solvable() {
        writeln!(out, "{BAD}unsolvable{BAD:#}: no sequence of slides leads to the goal")?;
    } else if let Some(moves) = distance {
        let moves = ui::count(moves.into(), "move");
        writeln!(out, "{GOOD}solvable{GOOD:#}: exactly {STRONG}{moves}{STRONG:#} from the goal")?;
    } else {
        writeln!(out, "{GOOD}solvable{GOOD:#}")?;
    }
    for line in reasons(posed, solvability) {
        writeln!(out, "  {line}")?;
    }
    let in_shifts = if metric == Metric::Slides { "" } else { " in shifts" };
    writeln!(out, "\nestimates of the moves to the goal{in_shifts}")?;
    for estimate in estimates(posed, metric, make)? {
        let style = if estimate.admissible { GOOD } else { FAIR };
        let claim = if estimate.admissible {
            "admissible: never too high"
        } else {
            "not admissible: may be too high"
        };
        writeln!(
            out,
            "  {:<17}{STRONG}{:>6}{STRONG:#}  {style}{claim}{style:#}",
            estimate.heuristic, estimate.value
        )?;
    }
    writeln!(out, "\nwhat they count")?;
    for name in &HeuristicName::simple_in(metric) {
        writeln!(out, "  {:<17}{}", name.to_string(), name.meaning())?;
    }
    if metric != Metric::Slides {
        return Ok(());
    }
    let width = ui::width_of_answers().map_or(WIDEST_TEXT, |width| width.min(WIDEST_TEXT));
    writeln!(out, "{}", ui::wrapped(ORDER, 0, Some(width)))?;
    write!(out, "{}", breakdown::text(posed))?;
    Ok(())
}

/// Columns of a paragraph, on wider terminals and in files, too.
const WIDEST_TEXT: usize = 80;

/// Why one estimate is never below another, and what that is good for.
const ORDER: &str = "  a tile that is not in its place is at least one step away, so manhattan is never below hamming; \
    linear-conflict and walking-distance only add to manhattan: the higher an admissible estimate, the fewer boards A* expands";

/// The proof, a step to a line.
fn reasons(posed: &Posed, solvability: Solvability) -> Vec<String> {
    let even_or_odd = |number: u64| if number.is_multiple_of(2) { "even" } else { "odd" };
    let width = posed.start.shape().width();
    match solvability {
        Solvability::Strip { same_order } => vec![
            "in a strip the tiles can never pass each other".into(),
            format!(
                "their order is {} in the goal",
                if same_order { "the same as" } else { "not the same as" }
            ),
        ],
        Solvability::OddWidth { inversions } => {
            let mut lines = counted_inversions(posed, inversions);
            lines.push(format!(
                "the width, {width}, is odd: then a slide changes the inversions by an even number"
            ));
            lines.push(format!(
                "the goal has 0, which is even; this board has {inversions}, {}",
                even_or_odd(inversions)
            ));
            lines
        }
        Solvability::EvenWidth { inversions, rows_apart } => {
            let sum = inversions + u64::from(rows_apart);
            let mut lines = counted_inversions(posed, inversions);
            lines.push(format!(
                "the blank is {} from its row in the goal",
                ui::count(rows_apart.into(), "row")
            ));
            lines.push(format!(
                "the width, {width}, is even: then a slide changes inversions plus rows by an even number"
            ));
            lines.push(format!(
                "the goal has 0 + 0, which is even; this board has {inversions} + {rows_apart} = {sum}, {}",
                even_or_odd(sum)
            ));
            lines
        }
        Solvability::Box { odd_permutation, blank_distance } => {
            let swaps = if odd_permutation { "an odd" } else { "an even" };
            vec![
                format!("it takes {swaps} number of swaps to turn this board into the goal"),
                format!(
                    "the blank is {} from its place in the goal, {}",
                    ui::count(blank_distance.into(), "step"),
                    even_or_odd(blank_distance.into())
                ),
                "a slide is one swap and one step: so both must be even, or both odd".into(),
            ]
        }
    }
}

fn counted_inversions(posed: &Posed, number: u64) -> Vec<String> {
    let mut lines =
        vec![format!("{}: pairs of tiles in the opposite order to the goal", ui::count(number, "inversion"))];
    if (1..=MOST_LISTED).contains(&number) {
        let pairs: Vec<String> = inversions(&posed.start, &posed.goal)
            .map(|(first, second)| format!("{first}-{second}"))
            .collect();
        lines.extend(pairs.chunks(12).map(|pairs| format!("  {}", pairs.join(" "))));
    }
    lines
}
