//! A search written down event by event, and the forms in which it can be read.
//!
//! [`record()`] turns a search into a stream of [`Event`]s; everything else reads that stream: the
//! lists on paper (`text`), lines for programs (`json`), a graph (`dot`) and a page (`html`). None
//! of them knows how the search works, and none of them does more than write. [`Capped`] keeps what they
//! write within a limit.

mod capped;
mod dot;
mod event;
mod html;
mod json;
mod lists;
mod record;
mod text;

pub(crate) use capped::Capped;
pub(crate) use dot::Dot;
pub(crate) use event::Event;
pub(crate) use html::Html;
pub(crate) use json::Json;
pub(crate) use lists::{Lists, keeps_lists};
pub(crate) use record::{TEXTBOOK, Task, record};
pub(crate) use text::Text;

use std::io;

/// Writes a trace in one form.
pub(crate) trait Format {
    /// Takes the next event.
    fn event(&mut self, event: &Event) -> io::Result<()>;

    /// Writes what is left once all events have come.
    fn finish(&mut self) -> io::Result<()>;
}
