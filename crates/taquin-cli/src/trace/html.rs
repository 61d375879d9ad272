//! A page of its own with a slider over the steps: nothing is fetched, so it can be mailed.

use std::io::{self, Write};
use taquin::trace::{Event, Format};

/// The page; the events take the place of the marker.
const PAGE: &str = include_str!("page.html");
const MARKER: &str = "/*EVENTS*/";

/// Collects the events into the page.
pub(crate) struct Html<W> {
    out: W,
    begun: bool,
}

impl<W: Write> Html<W> {
    pub(crate) fn new(out: W) -> Html<W> {
        Html { out, begun: false }
    }

    fn halves() -> (&'static str, &'static str) {
        PAGE.split_once(MARKER).expect("the page has a place for the events")
    }
}

impl<W: Write> Format for Html<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        let comma = if self.begun { ",\n" } else { Self::halves().0 };
        self.begun = true;
        self.out.write_all(comma.as_bytes())?;
        // Nothing inside a script may look like its end.
        let json = serde_json::to_string(event)?.replace("</", "<\\/");
        self.out.write_all(json.as_bytes())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.write_all(Self::halves().1.as_bytes())?;
        self.out.flush()
    }
}
