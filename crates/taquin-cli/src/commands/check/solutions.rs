//! `taquin check --solution`: replays solutions, whoever wrote them.

use crate::args::Check;
use crate::failure::{Failure, Verdict};
use crate::input::{self, Posed, Problems};
use crate::report::{self, ReplayReport};
use crate::solution_text::{self, Letters, SolutionText};
use crate::ui::{self, Answers, BAD, GOOD, STRONG};
use std::ffi::OsStr;
use std::io::Write;
use taquin::notation::MovesError;
use taquin::{Metric, Problem, ProblemError, Solvability, WrongMoves};

/// The largest file of solutions that is read: tens of millions of moves on the largest board fit.
const LARGEST_FILE: u64 = 1 << 30;

/// What came of a solution.
enum Replayed {
    /// It solves the board, with so many moves.
    Solves(u32, Letters),
    /// It does not, and why.
    Wrong(MovesError),
    /// The text says that there is none.
    Missing,
    /// No solution can be right.
    Unsolvable(Solvability),
}

pub(super) fn run(arguments: &Check, source: &OsStr) -> Result<Verdict, Failure> {
    let from_standard_input = |argument: Option<&OsStr>| argument.is_none_or(|argument| argument == "-");
    if source == "-" && from_standard_input(arguments.problems.board.as_deref()) {
        return Err(Failure::new("board and solution cannot both come from standard input"));
    }
    let (text, name) = input::whole_text(source, LARGEST_FILE)?;
    let problems: Vec<Posed> =
        Problems::open(&arguments.problems)?.map(|entry| entry.posed).collect::<Result<_, _>>()?;
    let several = problems.len() > 1;
    let solutions = solution_text::solutions(&text, several)
        .map_err(|error| Failure::new(format_args!("{name}: {error}")))?;
    if problems.len() != solutions.len() {
        return Err(Failure::new(format_args!(
            "{name}: {} for {}: there must be one for each board",
            ui::count(solutions.len() as u64, "solution"),
            ui::count(problems.len() as u64, "board")
        )));
    }
    let mut out = Answers::new();
    let mut verdict = Verdict::Answered;
    for (number, (posed, solution)) in problems.iter().zip(&solutions).enumerate() {
        let replayed = replay(posed, solution, arguments.metric).map_err(|error| {
            Failure::new(format_args!("{name}: {error} (the solution of line {})", solution.line))
        })?;
        if !matches!(replayed, Replayed::Solves(..)) {
            verdict = Verdict::No;
        }
        if arguments.json {
            report::write_line(&mut out, &replayed.report(posed, arguments.metric))?;
        } else {
            if several {
                write!(out, "board {}: ", number + 1)?;
            }
            replayed.tell(&mut out)?;
        }
    }
    out.flush()?;
    Ok(verdict)
}

/// Replays a solution. What is no solution at all but a mistake in the text is an error.
fn replay(posed: &Posed, solution: &SolutionText<'_>, metric: Metric) -> Result<Replayed, String> {
    solution.belongs_to(&posed.start)?;
    let Some(moves) = &solution.moves else { return Ok(Replayed::Missing) };
    let problem = match Problem::new(posed.start.clone(), posed.goal.clone()) {
        Ok(problem) => problem,
        Err(ProblemError::Unsolvable(why)) => return Ok(Replayed::Unsolvable(why)),
        Err(error) => return Err(error.to_string()),
    };
    match solution_text::replay(&problem, moves) {
        Ok((solution, letters)) => Ok(Replayed::Solves(solution.in_metric(metric).cost(), letters)),
        Err(error @ (MovesError::NotAMove { .. } | MovesError::NotABoard { .. })) => Err(error.to_string()),
        Err(error) => Ok(Replayed::Wrong(error)),
    }
}

impl Replayed {
    fn tell(&self, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            Replayed::Solves(0, _) => writeln!(out, "{GOOD}0 moves: the board is the goal{GOOD:#}")?,
            Replayed::Solves(cost, letters) => {
                let verb = if *cost == 1 { "solves" } else { "solve" };
                let moves = ui::count((*cost).into(), "move");
                write!(out, "{STRONG}{moves}{STRONG:#} {GOOD}{verb} the board{GOOD:#}")?;
                let how = match letters {
                    Letters::OfTheBlank => "",
                    Letters::OfTheTiles => ", read as moves of the tiles",
                };
                writeln!(out, "{how}")?;
            }
            _ => writeln!(out, "{BAD}not a solution{BAD:#}: {}", self.fault().unwrap_or_default())?,
        }
        Ok(())
    }

    /// What is wrong, if anything is.
    fn fault(&self) -> Option<String> {
        match self {
            Replayed::Solves(..) => None,
            Replayed::Wrong(error) => Some(error.to_string()),
            Replayed::Missing => Some("it says that none was found".into()),
            Replayed::Unsolvable(why) => Some(format!("the board is unsolvable: {why}")),
        }
    }

    fn report(&self, posed: &Posed, metric: Metric) -> ReplayReport {
        ReplayReport {
            metric: metric.name(),
            shape: posed.start.shape().to_string(),
            start: posed.start.to_string(),
            goal: posed.goal.to_string(),
            solves: matches!(self, Replayed::Solves(..)),
            cost: match self {
                Replayed::Solves(cost, _) => Some(*cost),
                _ => None,
            },
            wrong_move: match self {
                Replayed::Wrong(error) => wrong_move(error),
                _ => None,
            },
            reason: self.fault(),
        }
    }
}

/// The number of the first wrong move, from 1; `None` if all can be made.
fn wrong_move(error: &MovesError) -> Option<usize> {
    match error {
        MovesError::NotBeside { index, .. } | MovesError::Wrong(WrongMoves::Illegal { index }) => {
            Some(index + 1)
        }
        // The first board is the start, the next is reached by the first move.
        MovesError::NotANeighbour { index } => Some(*index),
        _ => None,
    }
}
