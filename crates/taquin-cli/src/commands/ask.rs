//! `taquin ask`: size, start, goal and heuristics at a prompt; every row is checked when it is
//! typed, and what is wrong is explained and asked again. `dialogue` asks, `answers` understands, `rows`
//! collects a board.

mod answers;
mod dialogue;
mod rows;

use crate::args::Ask;
use crate::failure::{Failure, Verdict};
use crate::input::Posed;
use crate::ui::{self, Answers, BAD, STRONG, Ui};
use crate::{compare, interrupt, show, solver, unsolvable};
use dialogue::{Asked, Dialogue};
use std::io::Write;
use taquin::heuristic::HeuristicName;
use taquin::search::{Algorithm, Answer, Cancel, Outcome};
use taquin::solver::{Convention, Prepared};
use taquin::{Metric, Problem, Solution, Solvability, SolverError};

pub(crate) fn run(arguments: &Ask, ui: &Ui) -> Result<Verdict, Failure> {
    let usual = match arguments.convention {
        Convention::Standard if arguments.metric == Metric::Shifts => {
            HeuristicName::simple_in(Metric::Shifts)
        }
        Convention::Standard => vec![HeuristicName::Hamming, HeuristicName::Manhattan],
        classic => classic.heuristics(),
    };
    let mut dialogue = Dialogue::new(usual)?;
    dialogue.introduce()?;
    let mut answered: Option<(Verdict, Cancel)> = None;
    while let Some(asked) = dialogue.everything(answered.is_none())? {
        // Signals are listened for once, after the first answers have arrived.
        let cancel = match answered.take() {
            Some((_, cancel)) => cancel,
            None => interrupt::cancel_on_interrupt()?,
        };
        let verdict = solve(arguments, &asked, &cancel)?;
        // A pipe has one board; a person may have another.
        if cancel.is_cancelled() || !dialogue.is_with_a_person() {
            return Ok(verdict);
        }
        answered = Some((verdict, cancel));
    }
    if dialogue.is_with_a_person() {
        dialogue.say_good_bye()?;
        return Ok(answered.map_or(Verdict::Answered, |(verdict, _)| verdict));
    }
    ui.note("the answers ended before the questions: nothing was searched");
    Ok(Verdict::No)
}

fn solve(arguments: &Ask, asked: &Asked, cancel: &Cancel) -> Result<Verdict, Failure> {
    let algorithm = arguments.convention.algorithm().unwrap_or(Algorithm::Astar);
    let solver = solver::solver(&arguments.cache, super::threads(None))
        .algorithm(algorithm)
        .metric(arguments.metric)
        .time_limit(arguments.time_limit)
        .memory_limit(arguments.memory_limit)
        .cancel(cancel);
    let mut out = Answers::new();
    let mut verdict = Verdict::Answered;
    let mut drawn: Option<(Solution, String)> = None;
    let mut table = compare::table::Table::new(["", "moves", "expanded", "generated"]);
    for name in &asked.heuristics {
        if cancel.is_cancelled() {
            return Ok(Verdict::No);
        }
        writeln!(out, "\n{STRONG}{name}{STRONG:#}")?;
        let failed = |error| solver::failure(error, &asked.goal);
        let prepared = solver.clone().heuristic(name.clone()).prepare(&asked.goal).map_err(failed)?;
        let answer = search(arguments, asked, &prepared).map_err(failed)?;
        let solution = answer.as_ref().and_then(|answer| answer.outcome.solution());
        match (solution, &drawn) {
            (Some(solution), Some((before, whose))) if solution == before => {
                writeln!(out, "The same path as by {whose}.")?;
            }
            (Some(solution), _) => {
                show::steps(&mut out, solution, &**prepared.heuristic(), ui::width_of_answers())?;
                drawn = Some((solution.clone(), name.to_string()));
            }
            (None, _) => {
                verdict = Verdict::No;
                why_not(&mut out, asked, answer.as_ref())?;
            }
        }
        let (generated, expanded) =
            answer.as_ref().map_or((0, 0), |answer| (answer.stats.generated, answer.stats.expanded));
        if answer.is_some() {
            writeln!(out, "Nodes generated: {generated}\nNodes expanded: {expanded}")?;
        }
        out.flush()?;
        table.row(vec![
            name.to_string(),
            solution.map_or("-".into(), |solution| solution.cost().to_string()),
            expanded.to_string(),
            generated.to_string(),
        ]);
        if answer.is_none() {
            // Parity is the same for every heuristic.
            out.flush()?;
            return Ok(verdict);
        }
    }
    if asked.heuristics.len() > 1 {
        write!(out, "\n{}", table.fitted(ui::width_of_answers()).text)?;
    }
    out.flush()?;
    Ok(verdict)
}

/// Searches as the convention has it; nothing if the goal cannot be reached and the search is not to be seen failing.
fn search(arguments: &Ask, asked: &Asked, prepared: &Prepared) -> Result<Option<Answer>, SolverError> {
    match Problem::new(asked.start.clone(), asked.goal.clone()) {
        Ok(problem) => Ok(Some(arguments.convention.search(&problem, prepared, &mut ())?.answer)),
        Err(_) if arguments.exhaustive => Ok(arguments.convention.exhaust(&asked.start, prepared)),
        Err(_) => Ok(None),
    }
}

/// Says why there is no solution.
fn why_not(out: &mut Answers, asked: &Asked, answer: Option<&Answer>) -> Result<(), Failure> {
    let solvability = Solvability::of(&asked.start, &asked.goal);
    let width = ui::width_of_answers();
    let mut tell = |text: &str| writeln!(out, "{}", ui::wrapped(text, 0, width));
    let not_found = format!("{BAD}Solution Not Found{BAD:#}");
    match answer.map(|answer| &answer.outcome) {
        Some(Outcome::Stopped { lower_bound, why, .. }) if solvability.is_solvable() => {
            Ok(tell(&format!("{not_found}: stopped ({why}); at least {lower_bound} moves are needed"))?)
        }
        _ => {
            let posed = Posed { start: asked.start.clone(), goal: asked.goal.clone() };
            tell(&format!("{not_found}: {}", unsolvable::reason(solvability)))?;
            let ways = unsolvable::ways_on(&posed, solvability, "the goal ");
            Ok(ways.map_or(Ok(()), |ways| tell(&ways))?)
        }
    }
}
