//! One event on a line, for programs.

use super::Format;
use super::event::Event;
use std::io::{self, Write};

/// Writes JSON lines to a writer.
#[derive(Debug)]
pub struct Json<W>(pub W);

impl<W: Write> Format for Json<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        serde_json::to_writer(&mut self.0, event)?;
        writeln!(self.0)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
