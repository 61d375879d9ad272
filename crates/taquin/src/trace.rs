//! A search written down event by event, and the forms in which it can be read.
//!
//! A [`Recording`] turns a search into a stream of [`Event`]s; everything else reads that stream: steps for people
//! ([`Text`]), the files of a classroom program ([`ClassicLists`]), the tree as a picture ([`Svg`]) or for Graphviz ([`Dot`]),
//! lines for programs (`Json`, feature `json`). None of them knows how the search works, and none of them does more than
//! write. A [`Trace`] keeps the events of a short search.

// | file | idea |
// |---|---|
// | `record.rs`, `event.rs` | a search as a stream of events |
// | `text.rs`, `text/` | steps for people, with figures (`figures.rs`) and levels (`level.rs`) |
// | `classic_lists.rs` | the files of a classroom program |
// | `lists.rs` | open and closed lists, for both |
// | `svg.rs`, `layout.rs`, `dot.rs`, `tree.rs` | the tree: as a picture, for Graphviz, and as both need it |
// | `json.rs` | lines for programs (feature `json`) |

mod classic_lists;
mod dot;
mod event;
#[cfg(feature = "json")]
mod json;
mod layout;
mod lists;
mod record;
mod svg;
mod text;
mod tree;

pub use classic_lists::ClassicLists;
pub use dot::Dot;
pub use event::{End, Event, Node, Start};
#[cfg(feature = "json")]
pub use json::Json;
pub use lists::{Lists, keeps_lists};
pub use record::Recording;
pub use svg::Svg;
pub use text::Text;

use crate::board::Board;
use crate::search::{Answer, Method};
use crate::solver::{Solver, SolverError};
use std::io;
use std::ops::ControlFlow;

/// Writes a trace in one form.
pub trait Format {
    /// Takes the next event.
    ///
    /// # Errors
    /// If it cannot be written.
    fn event(&mut self, event: &Event) -> io::Result<()>;

    /// Writes what is left once all events have come.
    ///
    /// # Errors
    /// If it cannot be written.
    fn finish(&mut self) -> io::Result<()>;
}

/// All events of a search, in memory. For long searches take a [`Recording`] and write events as they come.
///
/// ```
/// use taquin::search::Algorithm;
/// use taquin::trace::{Event, Trace};
/// use taquin::Solver;
///
/// let solver = Solver::new().algorithm(Algorithm::Astar).heuristic("manhattan");
/// let trace = Trace::record(&solver, &"1 2/0 3".parse()?, &"1 2/3 0".parse()?)?;
/// assert!(matches!(trace.events()[1], Event::Expand(_)));
///
/// let text = trace.to_text();
/// assert!(text.contains("step 1: take 1 2/0 3, f = 0 + 1 = 1\n  R  1 2/3 0  f = 1 + 0 = 1  new\n"));
/// print!("{text}");
/// let dot = trace.to_dot();
/// assert!(dot.starts_with("digraph search {"));
/// assert!(dot.contains(r#"n0 [label="1 2\n0 3\n#1  0 + 1 = 1""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    method: Method,
    events: Vec<Event>,
    answer: Option<Answer>,
}

impl Trace {
    /// Searches as a solver would, and keeps what is seen of it. A board that cannot be solved has a short trace.
    ///
    /// # Errors
    /// If the boards have different shapes, or as [`Solver::prepare_watched`]: the algorithm must show its nodes.
    pub fn record(solver: &Solver, start: &Board, goal: &Board) -> Result<Trace, SolverError> {
        Ok(Trace::of(&Recording::new(start.clone(), solver.prepare_watched(goal)?)?))
    }

    /// Keeps what is seen of a search.
    #[must_use]
    pub fn of(recording: &Recording) -> Trace {
        let mut events = Vec::new();
        let answer = recording.run(&mut |event| {
            events.push(event.clone());
            ControlFlow::Continue(())
        });
        Trace { method: recording.prepared().plan().method, events, answer }
    }

    /// The events in their order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What came of the search; nothing if a board that cannot be solved was not searched.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// Writes all events in a form.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&self, format: &mut dyn Format) -> io::Result<()> {
        self.events.iter().try_for_each(|event| format.event(event))?;
        format.finish()
    }

    /// The search tree as a graph for Graphviz.
    #[must_use]
    pub fn to_dot(&self) -> String {
        self.written(|out| Box::new(Dot::new(out)))
    }

    /// The search tree as a picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        self.written(|out| Box::new(Svg::new(out)))
    }

    /// Every step for people.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.written(|out| Box::new(Text::new(out, &self.method)))
    }

    /// Child list, open list and closed list after every step as a classroom program wrote them; `None` if the algorithm
    /// [keeps none](keeps_lists).
    #[must_use]
    pub fn to_classic_lists(&self) -> Option<String> {
        let algorithm = self.method.algorithm;
        keeps_lists(algorithm).then(|| self.written(|out| Box::new(ClassicLists::new(out, algorithm))))
    }

    /// One event on a line, as JSON.
    #[cfg(feature = "json")]
    #[must_use]
    pub fn to_json(&self) -> String {
        self.written(|out| Box::new(Json(out)))
    }

    fn written(&self, format: impl for<'a> FnOnce(&'a mut Vec<u8>) -> Box<dyn Format + 'a>) -> String {
        let mut bytes = Vec::new();
        self.write(&mut *format(&mut bytes)).expect("memory can be written to");
        String::from_utf8(bytes).expect("all forms are text")
    }
}
