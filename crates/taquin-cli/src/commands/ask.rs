//! `taquin ask`: size, start, goal and heuristics at a prompt; every row is checked when it is
//! typed, and what is wrong is explained and asked again.

use crate::args::Ask;
use crate::compare::counting::Convention;
use crate::failure::{Failure, Verdict};
use crate::questions::Questions;
use crate::ui::{self, Answers, BAD, STRONG, Ui};
use crate::{compare, interrupt, show, solver};
use std::io::Write;
use taquin::heuristic::HeuristicName;
use taquin::notation::parse_board;
use taquin::search::{Algorithm, Answer, Outcome};
use taquin::solver::Prepared;
use taquin::{Board, NamedGoal, Problem, Shape, Solution, Solvability, SolverError};

pub(crate) fn run(arguments: &Ask, ui: &Ui) -> Result<Verdict, Failure> {
    let usual = match arguments.convention {
        Convention::Standard => vec![HeuristicName::Hamming, HeuristicName::Manhattan],
        classic => classic.heuristics(),
    };
    let mut dialogue = Dialogue { questions: Questions::new()?, usual };
    let Some(asked) = dialogue.everything()? else {
        if dialogue.questions.are_put_to_a_person() {
            dialogue.questions.say("Bye.")?;
            return Ok(Verdict::Answered);
        }
        ui.note("the answers ended before the questions: nothing was searched");
        return Ok(Verdict::No);
    };
    solve(arguments, &asked)
}

/// What the answers say.
struct Asked {
    start: Board,
    goal: Board,
    heuristics: Vec<HeuristicName>,
}

/// The questions one after the other. No answer means that the person has left.
struct Dialogue {
    questions: Questions,
    /// The heuristics that are meant unless others are named.
    usual: Vec<HeuristicName>,
}

impl Dialogue {
    fn everything(&mut self) -> Result<Option<Asked>, Failure> {
        let Some(shape) = self.until("Size, e.g. 3, 4x3 or 3x3x3 [3]: ", |answer| {
            let answer = if answer.is_empty() { "3" } else { answer };
            answer.parse::<Shape>().map_err(|error| error.to_string())
        })?
        else {
            return Ok(None);
        };
        let Some(start) = self.board(shape, "Start", None)? else { return Ok(None) };
        let usual = NamedGoal::BlankLast.board(shape).expect("every shape has it");
        let Some(goal) = self.board(shape, "Goal", Some(&usual))? else { return Ok(None) };
        let Some(heuristics) = self.heuristics()? else { return Ok(None) };
        Ok(Some(Asked { start, goal, heuristics }))
    }

    /// Asks until the answer can be understood.
    fn until<T>(
        &mut self,
        question: &str,
        understand: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Failure> {
        loop {
            let Some(answer) = self.questions.ask(question)? else { return Ok(None) };
            match understand(&answer) {
                Ok(understood) => return Ok(Some(understood)),
                Err(why) => self.questions.say(&format!("  {why}"))?,
            }
        }
    }

    /// A board row by row, or all of it at the first row.
    fn board(&mut self, shape: Shape, name: &str, usual: Option<&Board>) -> Result<Option<Board>, Failure> {
        let rows = shape.height() * shape.depth();
        let mut numbers: Vec<u16> = Vec::new();
        for row in 0..rows {
            let place = if shape.is_flat() {
                format!("row {} of {rows}", row + 1)
            } else {
                let (layer, row) = (row / shape.height() + 1, row % shape.height() + 1);
                format!("layer {layer} of {}, row {row} of {}", shape.depth(), shape.height())
            };
            let hint = match usual {
                Some(usual) if row == 0 => format!(" [{usual}]"),
                _ => String::new(),
            };
            let before = numbers.clone();
            let answer = self.until(&format!("{name}, {place}{hint}: "), |answer| {
                if row == 0 {
                    if let (true, Some(usual)) = (answer.is_empty(), usual) {
                        return Ok(Typed::Board(usual.clone()));
                    }
                    if let (Ok(named), Some(_)) = (answer.parse::<NamedGoal>(), usual) {
                        return named.board(shape).map(Typed::Board).map_err(|error| error.to_string());
                    }
                    if answer.contains('/') {
                        let board = parse_board(answer, Some(shape));
                        return board.map(Typed::Board).map_err(|error| error.to_string());
                    }
                }
                read_row(answer, shape, &before).map(Typed::Row)
            })?;
            match answer {
                None => return Ok(None),
                Some(Typed::Board(board)) => return Ok(Some(board)),
                Some(Typed::Row(row)) => numbers.extend(row),
            }
        }
        Ok(Some(Board::new(shape, &numbers).expect("every row was checked")))
    }

    fn heuristics(&mut self) -> Result<Option<Vec<HeuristicName>>, Failure> {
        self.questions.say("Heuristics:")?;
        for (index, name) in HeuristicName::SIMPLE.iter().enumerate() {
            self.questions.say(&format!("  {} {:<17}{}", index + 1, name.to_string(), name.meaning()))?;
        }
        let usual: Vec<String> = self.usual.iter().map(HeuristicName::to_string).collect();
        let heuristics = self.usual.clone();
        self.until(
            &format!("Which, by number or name, comma-separated, or all [{}]: ", usual.join(", ")),
            |answer| match answer {
                "" => Ok(heuristics.clone()),
                "all" => Ok(HeuristicName::SIMPLE.to_vec()),
                _ if answer.starts_with("max:") => {
                    answer.parse().map(|name| vec![name]).map_err(|error| format!("{error}"))
                }
                _ => answer.split([',', ' ']).filter(|word| !word.is_empty()).map(heuristic).collect(),
            },
        )
    }
}

/// What was typed where a row was asked for.
enum Typed {
    Row(Vec<u16>),
    Board(Board),
}

/// A heuristic by its number in the list or by its name.
fn heuristic(word: &str) -> Result<HeuristicName, String> {
    match word.parse::<usize>() {
        Ok(number) => {
            let last = HeuristicName::SIMPLE.len();
            let index = number.checked_sub(1).filter(|&index| index < last);
            index
                .map(|index| HeuristicName::SIMPLE[index].clone())
                .ok_or_else(|| format!("there is no heuristic {number}: the numbers are 1 to {last}"))
        }
        Err(_) => word.parse().map_err(|error| format!("{error}")),
    }
}

/// The numbers of a row that fit in with the rows before it.
fn read_row(text: &str, shape: Shape, before: &[u16]) -> Result<Vec<u16>, String> {
    let width = shape.width();
    let mut row: Vec<u16> = Vec::new();
    for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        let number: u64 = match word {
            "_" | "." | "x" | "X" | "*" | "-" => 0,
            _ => word.parse().map_err(|_| format!("`{}` is not a number", word.escape_debug()))?,
        };
        let number = u16::try_from(number).ok().filter(|&number| usize::from(number) <= shape.tiles());
        let Some(number) = number else {
            return Err(format!("{word} is out of range: this board has the numbers 0 to {}", shape.tiles()));
        };
        if row.contains(&number) {
            return Err(format!("{number} appears twice in this row"));
        }
        if let Some(place) = before.iter().position(|&other| other == number) {
            return Err(format!("{number} is in row {} already", place / width + 1));
        }
        row.push(number);
    }
    if row.len() != width {
        let numbers = ui::count(row.len() as u64, "number");
        return Err(format!("this row has {numbers}, expected {width}; 0 is the blank"));
    }
    Ok(row)
}

fn solve(arguments: &Ask, asked: &Asked) -> Result<Verdict, Failure> {
    let cancel = interrupt::cancel_on_interrupt()?;
    let algorithm = arguments.convention.algorithm().unwrap_or(Algorithm::Astar);
    let solver = solver::solver(&arguments.cache, super::threads(None))
        .algorithm(algorithm)
        .time_limit(arguments.time_limit)
        .memory_limit(arguments.memory_limit)
        .cancel(&cancel);
    let mut out = Answers::new();
    let mut verdict = Verdict::Answered;
    let mut drawn: Option<(Solution, String)> = None;
    let mut table = compare::table::Table::new(["", "moves", "generated", "expanded"]);
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
                let reason = why_not(asked, answer.as_ref());
                writeln!(out, "{BAD}Solution Not Found{BAD:#}: {reason}")?;
            }
        }
        let (generated, expanded) = match &answer {
            Some(answer) => arguments.convention.counts(&answer.stats, solution.is_some()),
            None => (0, 0),
        };
        if answer.is_some() {
            writeln!(out, "Nodes generated: {generated}\nNodes expanded: {expanded}")?;
        }
        out.flush()?;
        table.row(vec![
            name.to_string(),
            solution.map_or("-".into(), |solution| solution.cost().to_string()),
            generated.to_string(),
            expanded.to_string(),
        ]);
        if answer.is_none() {
            // Parity is the same for every heuristic.
            return Ok(verdict);
        }
    }
    if asked.heuristics.len() > 1 {
        write!(out, "\n{}", table.text())?;
    }
    out.flush()?;
    Ok(verdict)
}

/// Searches as the convention has it; nothing if the goal cannot be reached and the search is not to be seen failing.
fn search(arguments: &Ask, asked: &Asked, prepared: &Prepared) -> Result<Option<Answer>, SolverError> {
    match Problem::new(asked.start.clone(), asked.goal.clone()) {
        Ok(problem) => arguments.convention.search(&problem, prepared).map(Some),
        Err(_) if arguments.exhaustive => Ok(arguments.convention.exhaust(&asked.start, prepared)),
        Err(_) => Ok(None),
    }
}

fn why_not(asked: &Asked, answer: Option<&Answer>) -> String {
    let solvability = Solvability::of(&asked.start, &asked.goal);
    match answer.map(|answer| &answer.outcome) {
        Some(Outcome::Stopped { lower_bound, why, .. }) if solvability.is_solvable() => {
            format!("stopped ({why}); at least {lower_bound} moves are needed")
        }
        _ => solvability.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_checked_against_the_board() {
        let shape: Shape = "3x3".parse().unwrap();
        let row = |text: &str| read_row(text, shape, &[1, 2, 3]);
        assert_eq!(row("4 _ 6"), Ok(vec![4, 0, 6]));
        assert_eq!(row("4,5,6"), Ok(vec![4, 5, 6]));
        assert_eq!(row("4 5").unwrap_err(), "this row has 2 numbers, expected 3; 0 is the blank");
        assert_eq!(row("4 5 2").unwrap_err(), "2 is in row 1 already");
        assert_eq!(row("4 4 5").unwrap_err(), "4 appears twice in this row");
        assert_eq!(row("4 5 9").unwrap_err(), "9 is out of range: this board has the numbers 0 to 8");
        assert_eq!(row("4 5 y").unwrap_err(), "`y` is not a number");
        assert_eq!(row("99999999999999999999 4 5").unwrap_err(), "`99999999999999999999` is not a number");
    }

    #[test]
    fn heuristics_by_number_or_name() {
        assert_eq!(heuristic("4"), Ok(HeuristicName::Manhattan));
        assert_eq!(heuristic("hamming"), Ok(HeuristicName::Hamming));
        assert!(heuristic("8").unwrap_err().contains("1 to 7"));
        assert!(heuristic("0").is_err());
    }
}
