//! Writes results as they come, to standard output or to a file, and says what helps to go on.

use super::text::{cause, headline, in_full, one_line};
use super::{Ending, Row, Worked, shortest};
use crate::args::Solve;
use crate::failure::Failure;
use crate::output::{self, Output};
use crate::report::{self, Numbered, UnreadReport};
use crate::ui::{self, Answers, BAD, Ui};
use crate::{classic_report, recording, show, unsolvable};
use anstream::StripStream;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use taquin::Solved;
use taquin::search::{Algorithm, Cancel, Outcome, StopReason};
use taquin::solver::{Convention, Note, USUAL_TIME};
use taquin_json::report::SolveReport;

pub(super) struct Printer<'a> {
    arguments: &'a Solve,
    ui: &'a Ui,
    out: Destination<'a>,
    several: bool,
    cancel: Cancel,
    /// Results so far, and what is told of the only one if it goes to a file.
    count: u64,
    headline: Option<String>,
}

enum Destination<'a> {
    Screen(Answers),
    File(&'a Path, Output),
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        arguments: &'a Solve,
        ui: &'a Ui,
        several: bool,
        cancel: Cancel,
    ) -> Result<Printer<'a>, Failure> {
        let out = match &arguments.output {
            Some(path) if path != Path::new("-") => Destination::File(path, Output::create(path)?),
            _ => Destination::Screen(Answers::new()),
        };
        Ok(Printer { arguments, ui, out, several, cancel, count: 0, headline: None })
    }

    pub(super) fn print(&mut self, result: &Worked) -> Result<(), Failure> {
        if let (Ending::Searched(_, searched, _), false) = (&result.ending, self.several) {
            let mut line = Vec::new();
            headline(&mut line, searched)?;
            self.headline = Some(String::from_utf8_lossy(&line).into_owned());
        }
        let terminal = match &self.out {
            Destination::Screen(_) => ui::width_of_answers(),
            Destination::File(..) => None,
        };
        let form = Form { arguments: self.arguments, several: self.several, terminal };
        self.write(|out| form.write(out, result))
    }

    /// What came of one of many boards, with what comes after it.
    pub(super) fn print_row(&mut self, row: &Row) -> Result<(), Failure> {
        self.write(|out| out.write_all(&row.text))?;
        row.complaint.iter().for_each(|text| self.ui.failure(&Failure::Message(text.clone())));
        Ok(())
    }

    /// Writes an answer.
    fn write(&mut self, answer: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        self.count += 1;
        let (cancel, was_cancelled) = (&self.cancel, self.cancel.is_cancelled());
        let write = |raw: &mut dyn Write| {
            answer(&mut Until { raw, cancel, was_cancelled })?;
            raw.flush()
        };
        let written = match &mut self.out {
            Destination::Screen(answers) => write(answers),
            // Files have no colours.
            Destination::File(_, output) => {
                write(&mut BufWriter::new(StripStream::new(output as &mut dyn Write)))
            }
        };
        written.map_err(|error| match &self.out {
            _ if error.get_ref().is_some_and(|inner| inner.is::<Interrupted>()) => {
                Failure::Stopped("stopped by Ctrl-C while the answer was written".into())
            }
            Destination::Screen(_) => error.into(),
            Destination::File(path, _) => output::failure(path, error),
        })
    }

    /// Puts a file in its place.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        match &mut self.out {
            Destination::File(path, output) if self.count > 0 => {
                output.place()?;
                let what = match &self.headline {
                    Some(headline) => format!("{headline}:"),
                    None => ui::count(self.count, "answer"),
                };
                self.ui.note(format_args!("{what} written to {}", path.display()));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What comes after the answer, so that the answer is not lost whatever happens here.
    pub(super) fn follow_up(&self, result: &Worked) -> Result<(), Failure> {
        if let Ending::Unread(failure) = &result.ending {
            self.ui.failure(failure);
        }
        if let Ending::Searched(_, searched, _) = &result.ending {
            if searched.plan.notes.contains(&Note::UsualTime) {
                self.ui.note_once(format_args!(
                    "stopped after {} s: --time-limit 5m goes on for longer, --within 5% until that is proved",
                    USUAL_TIME.as_secs()
                ));
            }
            if let (Outcome::Stopped { why, best: None, .. }, false) =
                (&searched.answer.outcome, self.several)
            {
                self.advise(searched.plan.method.algorithm, *why);
            }
        }
        self.write_report(result)
    }

    /// Says what to try next.
    fn advise(&self, algorithm: Algorithm, why: StopReason) {
        match why {
            StopReason::Memory if algorithm == Algorithm::Beam => {
                self.ui.note("a narrower beam needs less memory: --width");
            }
            StopReason::Memory if !matches!(algorithm, Algorithm::Idastar | Algorithm::TwoEnded) => {
                self.ui.note("--algorithm idastar needs hardly any memory");
            }
            // The answer says what to try.
            StopReason::DeadEnd if algorithm == Algorithm::Beam => {}
            StopReason::DeadEnd => {
                self.ui.note(format_args!("{algorithm} does not look back; --algorithm astar does"));
            }
            StopReason::Time | StopReason::Cancelled if self.arguments.ledger.is_some() => {
                let ledger = self.arguments.ledger.iter();
                ledger.for_each(|ledger| recording::tell_that_it_goes_on(ledger, self.ui));
            }
            StopReason::Time | StopReason::Nodes | StopReason::Cancelled => {
                self.ui.note("--first, without --algorithm and --heuristic, gives a longer solution at once");
            }
            _ => {}
        }
    }

    /// Whether the nodes of a report are those that the program with this form of report would write.
    fn counts_as_the_original(&self, searched: &Solved) -> bool {
        let plan = &searched.plan;
        matches!(self.arguments.convention, Convention::Standard | Convention::Classic26)
            && Convention::Classic26.algorithm() == Some(plan.method.algorithm)
            && Convention::Classic26.main_heuristic().0 == plan.heuristic
    }

    fn write_report(&self, result: &Worked) -> Result<(), Failure> {
        let Some(path) = &self.arguments.report else { return Ok(()) };
        if let Ending::Searched(posed, searched, _) = &result.ending
            && let Some(solution) = searched.solution()
        {
            let f_values = searched.f_values();
            let stats = searched.stats();
            let text = classic_report::text(&posed.goal, solution, f_values.as_deref(), stats);
            output::write(path, text.as_bytes())?;
            if !self.counts_as_the_original(searched) {
                self.ui.note(format_args!(
                    "the number of nodes in {} is that of {}; --convention classic-26 counts as the original program does",
                    path.display(),
                    searched.described()
                ));
            }
            Ok(())
        } else {
            self.ui.note(format_args!("no solution to report: {} was not written", path.display()));
            Ok(())
        }
    }
}

/// How results are written.
#[derive(Clone, Copy)]
pub(super) struct Form<'a> {
    pub(super) arguments: &'a Solve,
    pub(super) several: bool,
    /// The width of the terminal that answers go to.
    pub(super) terminal: Option<usize>,
}

impl Form<'_> {
    /// The way in which nodes are counted, if it is not Taquin's own.
    fn convention(self) -> Option<&'static str> {
        match self.arguments.convention {
            Convention::Standard => None,
            classic => Some(classic.name()),
        }
    }

    pub(super) fn write(self, out: &mut dyn Write, result: &Worked) -> io::Result<()> {
        let &Worked { number, line, .. } = result;
        let convention = self.convention();
        match &result.ending {
            Ending::Unread(failure) if self.arguments.json => {
                let report = UnreadReport { error: failure.to_string() };
                report::write_line(out, &Numbered { number, line, convention, report })
            }
            // What is wrong goes to standard error; here it keeps the place among the answers.
            Ending::Unread(_) => writeln!(out, "{BAD}not a board{BAD:#} (line {line})"),
            Ending::Unsolvable(posed, _) if self.arguments.json => {
                let report = SolveReport::unsolvable(&posed.start, &posed.goal, self.arguments.metric);
                report::write_line(out, &Numbered { number, line, convention, report })
            }
            Ending::Unsolvable(_, why) if self.several => writeln!(out, "{BAD}unsolvable{BAD:#}: {why}"),
            Ending::Unsolvable(posed, why) => unsolvable::tell(out, posed, *why, self.terminal),
            Ending::Searched(posed, searched, graph) if self.arguments.json => {
                let mut report = SolveReport::searched(&posed.start, &posed.goal, searched);
                if let Some(graph) = graph {
                    let most = self.arguments.max.map_or(usize::MAX, usize::from);
                    report = report.with_shortest(graph, if self.arguments.all { most } else { 0 });
                }
                report::write_line(out, &Numbered { number, line, convention, report })
            }
            Ending::Searched(_, _, Some(graph)) if self.arguments.format.is_some() => {
                self.arguments.format.map_or(Ok(()), |format| shortest::graph(out, graph, format))
            }
            Ending::Searched(_, searched, graph) => {
                self.write_text(out, searched)?;
                let Some(graph) = graph else { return Ok(()) };
                shortest::tell_count(out, graph)?;
                if self.arguments.all { shortest::list(out, graph, self.arguments) } else { Ok(()) }
            }
        }
    }

    fn write_text(self, out: &mut dyn Write, searched: &Solved) -> io::Result<()> {
        if self.several {
            one_line(out, searched, self.arguments.notation)?;
        } else {
            let Solve { notation, .. } = self.arguments;
            in_full(out, searched, *notation, self.terminal, self.convention())?;
        }
        if let (true, Some(solution)) = (self.arguments.show, searched.solution()) {
            writeln!(out)?;
            show::steps(out, solution, &*searched.heuristic, self.terminal)?;
            if self.several {
                writeln!(out)?;
            }
        }
        Ok(())
    }
}

/// Writes on until Ctrl-C. One that came before only ended the search, and its answer is written.
struct Until<'a> {
    raw: &'a mut dyn Write,
    cancel: &'a Cancel,
    was_cancelled: bool,
}

/// Ctrl-C came while an answer was being written.
#[derive(Debug)]
struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(cause(StopReason::Cancelled))
    }
}

impl std::error::Error for Interrupted {}

impl Write for Until<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cancel.is_cancelled() && !self.was_cancelled {
            return Err(io::Error::other(Interrupted));
        }
        self.raw.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.raw.flush()
    }
}
