//! `taquin hint`: every first move, and what it leaves to do.

use crate::args::Hint;
use crate::failure::{Failure, Verdict};
use crate::input::{Entry, Problems};
use crate::report::{self, Numbered};
use crate::ui::{Answers, BAD, GOOD, Ui};
use crate::{interrupt, solver};
use std::io::Write;
use taquin::solver::FirstMove;
use taquin::{Problem, ProblemError};
use taquin_json::moves::{FirstMoveReport, FirstMovesReport};

pub(crate) fn run(arguments: &Hint, ui: &Ui) -> Result<Verdict, Failure> {
    let cancel = interrupt::cancel_on_interrupt()?;
    let solver = solver::solver(&arguments.cache, super::threads(arguments.threads))
        .metric(arguments.metric)
        .time_limit(arguments.limits.time_limit)
        .memory_limit(super::memory(arguments.limits.memory_limit))
        .cancel(&cancel);
    let mut out = Answers::new();
    let mut verdict = Verdict::Answered;
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
        let moves = match Problem::new(posed.start.clone(), posed.goal.clone()) {
            Ok(problem) => {
                let hint = solver.hint(&problem);
                Some(hint.map_err(|error| solver::failure(error, &posed.goal))?)
            }
            Err(ProblemError::Unsolvable(why)) => {
                verdict = verdict.max(Verdict::No);
                if !arguments.json {
                    writeln!(out, "{BAD}unsolvable{BAD:#}: {why}")?;
                }
                None
            }
            Err(error) => return Err(Failure::new(error)),
        };
        if arguments.json {
            let report = FirstMovesReport::new(&posed.start, &posed.goal, arguments.metric, moves.as_deref());
            report::write_line(&mut out, &Numbered { number, line, convention: None, report })?;
        } else if let Some(moves) = moves {
            let least = moves.first().map(|first| first.left);
            let word = |first: &FirstMove| {
                let text = FirstMoveReport::written(posed.start.shape(), first);
                let (style, left) = (GOOD, first.left);
                match Some(left) == least {
                    true => format!("{style}{text} {left}{style:#}"),
                    false => format!("{text} {left}"),
                }
            };
            let words: Vec<String> = moves.iter().map(word).collect();
            writeln!(out, "{}", words.join(", "))?;
        }
        out.flush()?;
    }
    Ok(verdict)
}
