//! What a person sees: colours, notes, a progress line, numbers written for reading.
//!
//! Colour and progress appear on a terminal only, and `NO_COLOR` is respected. Answers go through
//! [`Answers`] to standard output, the rest to standard error.

mod wrap;

pub(crate) use wrap::{width_of_answers, width_of_notes, wrapped};

use crate::args::ColorWhen;
use crate::failure::Failure;
use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use taquin::search::{Chore, Stats};
use taquin_json::solve::chore_text;

/// The number that matters.
pub(crate) const STRONG: Style = Style::new().bold();
/// Good news.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// News with a catch.
pub(crate) const FAIR: Style = AnsiColor::Yellow.on_default();
/// Bad news.
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
/// What can be skipped.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// Work that is done sooner shows no progress line.
const PATIENCE: Duration = Duration::from_millis(400);

/// Standard error, with a progress line if it is a terminal.
#[derive(Clone, Debug)]
pub(crate) struct Ui {
    bar: ProgressBar,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    quiet: bool,
    shows_progress: bool,
    started: Instant,
    /// Notes that are said once only.
    said: Mutex<HashSet<String>>,
    begun: AtomicU64,
    done: AtomicU64,
    nodes: AtomicU64,
    bound: AtomicU32,
    /// Bad moves that the iteration under way allows, and about how many nodes it will have, 0 if unknown.
    bad_moves: AtomicU32,
    forecast: AtomicU64,
    /// The length of a solution that is known, 0 if none is.
    found: AtomicU32,
    /// Whether solutions come at once and are improved.
    any_time: AtomicBool,
}

impl Ui {
    /// With `quiet` there are neither notes nor progress.
    pub(crate) fn new(quiet: bool, color: ColorWhen) -> Ui {
        match color {
            ColorWhen::Auto => anstream::ColorChoice::Auto,
            ColorWhen::Always => anstream::ColorChoice::Always,
            ColorWhen::Never => anstream::ColorChoice::Never,
        }
        .write_global();
        let started = Instant::now();
        // The clock is written when the line is drawn, so that it runs on whatever is done.
        let clock = move |_: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = write!(out, "{}", in_seconds(started.elapsed()));
        };
        let style = ProgressStyle::with_template("{spinner} {clock} · {wide_msg}")
            .expect("a valid template")
            .with_key("clock", clock);
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_style(style);
        let shared = Shared {
            quiet,
            shows_progress: !quiet && io::stderr().is_terminal(),
            started,
            said: Mutex::default(),
            begun: AtomicU64::new(0),
            done: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            bound: AtomicU32::new(0),
            bad_moves: AtomicU32::new(0),
            forecast: AtomicU64::new(0),
            found: AtomicU32::new(0),
            any_time: AtomicBool::new(false),
        };
        Ui { bar, shared: Arc::new(shared) }
    }

    /// Says nothing at all. To be made before answers are written.
    pub(crate) fn silent() -> Ui {
        Ui::new(true, ColorWhen::Always)
    }

    /// Says something that is not an answer. A standard error that is gone is no reason to stop.
    pub(crate) fn note(&self, text: impl fmt::Display) {
        if self.shared.quiet {
            return;
        }
        self.above_progress(|| {
            let text = wrapped(&text.to_string(), "note: ".len(), width_of_notes());
            let _ = writeln!(anstream::stderr(), "{FAINT}note:{FAINT:#} {text}");
        });
    }

    /// Says it unless it has been said before.
    pub(crate) fn note_once(&self, text: impl fmt::Display) {
        let text = text.to_string();
        let mut said = self.shared.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.insert(text.clone()) {
            self.note(text);
        }
    }

    pub(crate) fn failure(&self, failure: &Failure) {
        match failure {
            Failure::Message(text) => {
                let style = BAD.bold();
                let text = wrapped(text, "error: ".len(), width_of_notes());
                let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {text}");
            }
            Failure::Stopped(text) => self.note(text),
            Failure::ReaderGone => {}
        }
    }

    /// Writes while the progress line is out of the way; must not be called while it runs, so
    /// nothing in `write` may say a note.
    pub(crate) fn above_progress<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// A search begins.
    pub(crate) fn search_begins(&self) {
        self.shared.begun.fetch_add(1, Ordering::Relaxed);
    }

    /// The search that has begun gives solutions at once and improves them, or does not.
    pub(crate) fn search_is_any_time(&self, any_time: bool) {
        self.shared.any_time.store(any_time, Ordering::Relaxed);
    }

    /// A search has expanded more nodes and proved a bound.
    pub(crate) fn search_goes_on(&self, nodes: u64, stats: &Stats, bound: u32) {
        self.shared.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.shared.bound.store(bound, Ordering::Relaxed);
        self.shared.bad_moves.store(stats.bad_moves(bound), Ordering::Relaxed);
        self.shared.forecast.store(stats.next_iteration(bound).unwrap_or(0), Ordering::Relaxed);
        self.progress(|| self.search_line());
    }

    /// A search does something without nodes.
    pub(crate) fn search_does(&self, chore: Chore, share: Option<f64>) {
        self.progress(|| {
            // Of many boards others may be searched meanwhile.
            let what = chore_text(chore, share);
            let done = self.shared.done.load(Ordering::Relaxed);
            let several = self.shared.begun.load(Ordering::Relaxed) > 1;
            if several { format!("{} boards done · {what}", HumanCount(done)) } else { what }
        });
    }

    /// A search has found a solution and looks for a shorter one.
    pub(crate) fn search_found(&self, moves: u32) {
        self.shared.found.store(moves, Ordering::Relaxed);
        self.progress(|| self.search_line());
    }

    /// A search has ended.
    pub(crate) fn search_ends(&self) {
        self.shared.done.fetch_add(1, Ordering::Relaxed);
    }

    /// What matters most comes first, for screens that have no room for the rest.
    fn search_line(&self) -> String {
        let shared = &self.shared;
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let elapsed = shared.started.elapsed();
        let bound = shared.bound.load(Ordering::Relaxed);
        let found = match (shared.begun.load(Ordering::Relaxed), shared.found.load(Ordering::Relaxed)) {
            (0 | 1, found) if found > 0 && shared.any_time.load(Ordering::Relaxed) => {
                return line_of(&any_time_parts(found, bound), self.room());
            }
            (0 | 1, 0) => vec![format!("at least {bound} moves")],
            (0 | 1, found) => vec![format!("{found} moves found"), format!("at least {bound} needed")],
            _ => vec![format!("{} boards done", HumanCount(shared.done.load(Ordering::Relaxed)))],
        };
        let rate = nodes as f64 / elapsed.as_secs_f64().max(1e-3);
        let round = match (shared.bad_moves.load(Ordering::Relaxed), shared.forecast.load(Ordering::Relaxed))
        {
            (0, _) => None,
            (round, 0) => Some(format!("round {round}")),
            (round, nodes) => Some(format!("round {round} of about {} nodes", HumanCount(nodes))),
        };
        let counts = [format!("{} nodes", HumanCount(nodes)), format!("{}/s", HumanCount(rate as u64))];
        let parts: Vec<String> = found.into_iter().chain(counts).chain(round).collect();
        line_of(&parts, self.room())
    }

    /// How far the search is, for those who have no progress line.
    pub(crate) fn search_in_a_line(&self) -> String {
        format!("{} · {}", in_seconds(self.shared.started.elapsed()), self.search_line())
    }

    /// Work whose size is known: the share that is done, the time that is left, what it is, and a bar if there is room.
    pub(crate) fn share_line(&self, share: f64, elapsed: Duration, what: &str) -> String {
        const WIDTH: usize = 20;
        let share = share.clamp(0.0, 1.0);
        let full = (share * WIDTH as f64) as usize;
        let bar = format!("{}{}", "█".repeat(full), "░".repeat(WIDTH - full));
        let mut parts = vec![format!("{:.0} %", share * 100.0)];
        if share >= 0.01 {
            let left = elapsed.as_secs_f64() * (1.0 - share) / share;
            parts.push(format!("{} left", in_seconds(Duration::from_secs_f64(left.ceil()))));
        }
        parts.extend([what.to_string(), bar]);
        line_of(&parts, self.room())
    }

    /// Columns that a progress line may take: spinner and clock come before it, and the last ones stay free.
    fn room(&self) -> Option<usize> {
        let taken = "* ".len()
            + in_seconds(self.shared.started.elapsed()).len()
            + " · ".chars().count()
            + FREE_COLUMNS;
        width_of_notes().map(|width| width.saturating_sub(taken))
    }

    /// Shows or renews the progress line, if there is a terminal and it has taken a while.
    pub(crate) fn progress(&self, line: impl FnOnce() -> String) {
        if !self.shared.shows_progress || self.shared.started.elapsed() < PATIENCE {
            return;
        }
        self.bar.set_message(line());
        if self.bar.is_hidden() {
            let terminal = Box::new(Narrowed(console::Term::stderr()));
            self.bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(terminal, 10));
            self.bar.enable_steady_tick(Duration::from_millis(100));
        }
    }

    /// Takes the progress line away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How far a search is that improves its solution.
fn any_time_parts(found: u32, bound: u32) -> Vec<String> {
    let mut parts = vec![count(found.into(), "move")];
    if bound > 0 {
        let gap = 100.0 * (f64::from(found) / f64::from(bound) - 1.0);
        parts.push(format!("gap {gap:.1} %"));
        parts.push(format!("at least {} needed", HumanCount(bound.into())));
    }
    parts
}

/// As many parts as there is room for, the first in any case.
fn line_of(parts: &[String], room: Option<usize>) -> String {
    let mut line = parts.first().cloned().unwrap_or_default();
    for part in parts.iter().skip(1) {
        let longer = format!("{line} · {part}");
        if room.is_some_and(|room| longer.chars().count() > room) {
            break;
        }
        line = longer;
    }
    line
}

/// Columns at the end of a progress line that stay empty.
const FREE_COLUMNS: usize = 3;

/// A terminal that keeps its last columns free. Progress lines are padded to the full width, and
/// the `^C` that a terminal echoes would break into the next line and leave the progress behind.
#[derive(Debug)]
struct Narrowed(console::Term);

impl TermLike for Narrowed {
    fn width(&self) -> u16 {
        TermLike::width(&self.0).saturating_sub(FREE_COLUMNS as u16)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        TermLike::move_cursor_up(&self.0, n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        TermLike::move_cursor_down(&self.0, n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        TermLike::move_cursor_right(&self.0, n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        TermLike::move_cursor_left(&self.0, n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        TermLike::write_line(&self.0, text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        TermLike::write_str(&self.0, text)
    }

    fn clear_line(&self) -> io::Result<()> {
        TermLike::clear_line(&self.0)
    }

    fn flush(&self) -> io::Result<()> {
        TermLike::flush(&self.0)
    }
}

/// Standard output for answers, in colour on a terminal.
pub(crate) struct Answers(BufWriter<AutoStream<Stdout>>);

impl Answers {
    pub(crate) fn new() -> Answers {
        Answers(BufWriter::new(anstream::AutoStream::auto(io::stdout())))
    }
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A count with its noun: `1 move`, `22 moves`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(number), if number == 1 { "" } else { "s" })
}

/// A size as people write it.
pub(crate) fn size(bytes: u64) -> String {
    bytesize::ByteSize(bytes).display().si().to_string()
}

/// A time with two or three digits that matter.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 0.01 => format!("{:.2} ms", seconds * 1e3),
        _ if seconds < 1.0 => format!("{:.0} ms", seconds * 1e3),
        _ if seconds < 100.0 => format!("{seconds:.2} s"),
        _ => in_seconds(time),
    }
}

/// A time in whole seconds: `1h 2m 3s`.
fn in_seconds(time: Duration) -> String {
    humantime::format_duration(Duration::from_secs(time.as_secs())).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_without_nodes_is_told_with_its_share() {
        assert_eq!(chore_text(Chore::Tables, Some(0.604)), "building tables, 60 %");
        assert_eq!(chore_text(Chore::Pruning, None), "learning which moves to leave out");
    }

    #[test]
    fn progress_says_what_matters_most_on_any_width() {
        let parts = any_time_parts(203, 171);
        assert_eq!(line_of(&parts, None), "203 moves · gap 18.7 % · at least 171 needed");
        assert_eq!(line_of(&parts, Some(30)), "203 moves · gap 18.7 %");
        assert_eq!(line_of(&any_time_parts(203, 0), Some(70)), "203 moves");
        assert_eq!(line_of(&parts, Some(0)), "203 moves");
        // On 80 columns two are the spinner's, the clock may have as many as these, and the last three stay free.
        let clock = format!("{} · ", in_seconds(Duration::from_secs(86_399))).chars().count();
        let longest = line_of(&any_time_parts(40_000_000, 11_000_000), Some(75 - clock));
        assert!(longest.contains("needed"), "{longest}");
    }
}
