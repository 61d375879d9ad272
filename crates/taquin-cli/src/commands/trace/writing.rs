//! Searches and writes the trace, to a file or to standard output, within a limit on its length.

use super::destination::Destination;
use crate::args::TraceFormat;
use crate::commands::solve::Watch;
use crate::failure::Failure;
use crate::output::{self, Output};
use crate::show;
use crate::trace::{Capped, Html};
use crate::ui::{self, Answers, Ui};
use std::cell::Cell;
use std::io::{self, LineWriter, Write};
use std::ops::ControlFlow;
use taquin::Solution;
use taquin::notation::draw::draw;
use taquin::search::{Answer, Observer};
use taquin::trace::{ClassicLists, Dot, Event, Format, Json, Recording, Svg, Text};

/// Nodes of each list that a terminal shows.
const SHORT_LIST: usize = 6;
/// What is said below a trace that is cut short.
const HINT: &str = "--all shows everything, -o FILE writes it to a file";

/// A search to be written down.
pub(super) struct Search<'a> {
    pub(super) recording: &'a Recording,
    pub(super) destination: &'a Destination,
    pub(super) max_bytes: u64,
}

/// What came of it.
pub(super) struct Written {
    pub(super) answer: Option<Answer>,
    /// Expansions that were written down.
    pub(super) steps: u64,
}

impl Search<'_> {
    pub(super) fn write(&self, ui: &Ui, watch: Watch<'_>) -> Result<Written, Failure> {
        let terminal = ui::width_of_answers();
        match &self.destination.file {
            Some(path) => {
                let mut file = Output::create(path)?;
                let failure = |error| output::failure(path, error);
                let written = self.write_to(&mut file, None, &failure, watch)?;
                file.place()?;
                Ok(written)
            }
            None if terminal.is_some() => {
                let mut screen = LineWriter::new(Screen { ui, out: Answers::new() });
                self.write_to(&mut screen, terminal, &Failure::from, watch)
            }
            None => self.write_to(&mut Answers::new(), None, &Failure::from, watch),
        }
    }

    /// A trace that grows too long ends the search.
    fn write_to(
        &self,
        out: &mut dyn Write,
        terminal: Option<usize>,
        failure: &dyn Fn(io::Error) -> Failure,
        mut watch: Watch<'_>,
    ) -> Result<Written, Failure> {
        let bytes = Cell::new(0);
        let is_too_long = || bytes.get() > self.max_bytes;
        let mut format = self.format(Capped::new(&mut *out, self.max_bytes, &bytes));
        let mut result = Ok(());
        let mut steps = 0;
        let is_tree = matches!(self.destination.format, TraceFormat::Dot | TraceFormat::Svg);
        let mut sink = |event: &Event| {
            steps += u64::from(matches!(event, Event::Expand(_)));
            result = format.event(event);
            // A tree is kept in memory until it is written.
            let kept =
                event.node().filter(|_| is_tree).map_or(0, |node| size_of_val(node) + node.board.len());
            bytes.set(bytes.get() + kept as u64);
            if result.is_err() || is_too_long() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let answer = self.recording.run_watched(&mut sink, &mut |stats, bound| watch.progress(stats, bound));
        result.map_err(failure)?;
        if is_tree && !is_too_long() {
            bytes.set(0);
        }
        if !is_too_long() {
            format.finish().map_err(failure)?;
        }
        drop(format);
        if is_too_long() {
            return Err(self.too_long(bytes.get(), steps));
        }
        if let Some(solution) = answer.as_ref().and_then(|answer| answer.outcome.solution()) {
            self.draw_solution(out, solution, terminal).map_err(failure)?;
        }
        out.flush().map_err(failure)?;
        Ok(Written { answer, steps })
    }

    /// Draws the solution below a trace that is read by people. The classroom program has a file of its own for it.
    fn draw_solution(
        &self,
        out: &mut dyn Write,
        solution: &Solution,
        terminal: Option<usize>,
    ) -> io::Result<()> {
        let prepared = self.recording.prepared();
        match self.destination.format {
            TraceFormat::Text => {
                writeln!(out)?;
                match prepared.plan().heuristic {
                    Some(_) => show::steps(out, solution, &**prepared.heuristic(), terminal),
                    None => show::boards(out, solution, draw, terminal),
                }
            }
            TraceFormat::ClassicLists if self.destination.file.is_none() => {
                show::write(out, solution, &**prepared.heuristic())
            }
            _ => Ok(()),
        }
    }

    fn format<'w>(&self, out: impl Write + 'w) -> Box<dyn Format + 'w> {
        let method = &self.recording.prepared().plan().method;
        match self.destination.format {
            TraceFormat::Text if self.destination.short => {
                Box::new(Text::new(out, method).short(SHORT_LIST, HINT))
            }
            TraceFormat::Text => Box::new(Text::new(out, method)),
            TraceFormat::ClassicLists => Box::new(ClassicLists::new(out, method.algorithm)),
            TraceFormat::Json => Box::new(Json(out)),
            TraceFormat::Dot => Box::new(Dot::new(out)),
            TraceFormat::Html => Box::new(Html::new(out)),
            TraceFormat::Svg => Box::new(Svg::new(out).hint(": --max-steps N draws more")),
        }
    }

    /// Says how long the trace would be, and what can be done.
    fn too_long(&self, bytes: u64, steps: u64) -> Failure {
        let max_steps = self.destination.max_steps;
        let growth = max_steps as f64 / steps.max(1) as f64;
        let (growth, other_way) = match self.destination.format {
            TraceFormat::Text | TraceFormat::ClassicLists => {
                (growth * growth, ", --format json, which does not grow with the square,")
            }
            TraceFormat::Json | TraceFormat::Html => (growth, ""),
            // The whole tree has been counted.
            TraceFormat::Dot | TraceFormat::Svg => (1.0, ""),
        };
        let all = match max_steps {
            u64::MAX => String::new(),
            _ => format!(
                "; all {} (--max-steps) may take {}",
                indicatif::HumanCount(max_steps),
                ui::size((bytes as f64 * growth.max(1.0)) as u64)
            ),
        };
        Failure::new(format_args!(
            "the trace is longer than {} (--max-bytes) after {}{all}: try --max-steps {}{other_way} or a larger \
             --max-bytes",
            ui::size(self.max_bytes),
            ui::count(steps, "step"),
            // Fewer than were written, as something comes after the last one.
            (steps / 2).max(1)
        ))
    }
}

/// A terminal that shows the progress line, too: what is written goes above it.
struct Screen<'a> {
    ui: &'a Ui,
    out: Answers,
}

impl Write for Screen<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.ui.above_progress(|| self.out.write_all(bytes).and_then(|()| self.out.flush()))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
