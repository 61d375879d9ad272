//! Tables on the screen, as wide as it is: which there are, which columns they have, what is said under them.

use super::summary::{self, Nodes};
use super::table::{Fitted, Table};
use crate::failure::Failure;
use crate::input::Posed;
use crate::ui::{self, Answers};
use crate::unsolvable;
use std::io::Write;
use taquin::{Board, Solvability};
use taquin_json::Row;

/// Sets with more boards than this are only summed up.
const MOST_BOARDS_LISTED: usize = 40;

/// Columns that were asked for by name; all of them if none was.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns(pub(crate) Vec<String>);

impl Columns {
    fn has(&self, header: &str) -> bool {
        self.0.is_empty() || self.0.contains(&summary::column_name(header))
    }

    /// Which nodes the table with a line for each board tells.
    fn nodes(&self) -> Nodes {
        match (self.has("expanded"), self.has("generated")) {
            (true, false) => Nodes::Expanded,
            (false, true) => Nodes::Generated,
            _ => Nodes::Both,
        }
    }
}

/// Prints what the rows say together.
pub(crate) fn print(rows: &[Row], columns: &Columns) -> Result<(), Failure> {
    let mut out = Answers::new();
    let width = ui::width_of_answers();
    let boards = rows.iter().map(|row| row.number).max().unwrap_or(0);
    if let (1, Some(posed)) = (boards, without_solution(rows)) {
        let why = Solvability::of(&posed.start, &posed.goal);
        unsolvable::tell(&mut out, &posed, why, width)?;
        return Ok(out.flush()?);
    }
    let mut screen = Screen { width, left_out: Vec::new() };
    let chosen = |table: Table| table.only(|header| columns.has(header));
    match boards {
        0 => {}
        1 => write!(out, "{}", screen.fit(&chosen(summary::one_board(rows))))?,
        _ => {
            if boards <= MOST_BOARDS_LISTED {
                writeln!(out, "{}", screen.per_board(rows, columns.nodes()))?;
            }
            write!(out, "{}", screen.fit(&chosen(summary::overall(rows))))?;
        }
    }
    let left_out = screen.left_out;
    let mut notes = summary::notes(rows);
    if !left_out.is_empty() {
        notes.push(format!(
            "no room here for: {} (--columns chooses, --csv has them all)",
            left_out.join(", ")
        ));
    }
    for (index, note) in notes.iter().enumerate() {
        writeln!(out, "{}{}", if index == 0 { "\n" } else { "" }, ui::wrapped(note, 0, width))?;
    }
    Ok(out.flush()?)
}

/// A screen that may be too narrow.
struct Screen {
    width: Option<usize>,
    /// What had no room so far.
    left_out: Vec<String>,
}

impl Screen {
    fn fit(&mut self, table: &Table) -> String {
        let Fitted { text, left_out } = table.fitted(self.width);
        for name in left_out {
            self.leave_out(name);
        }
        text
    }

    fn leave_out(&mut self, name: String) {
        if !self.left_out.contains(&name) {
            self.left_out.push(name);
        }
    }

    /// The table with a line for each board under its title. Where there is no room for both kinds of nodes it has those
    /// expanded.
    fn per_board(&mut self, rows: &[Row], asked: Nodes) -> String {
        let fits = |nodes: Nodes| {
            let least = summary::per_board(rows, nodes).least_width();
            self.width.is_none_or(|width| least <= width)
        };
        let nodes = if asked == Nodes::Both && !fits(Nodes::Both) { Nodes::Expanded } else { asked };
        if nodes != asked {
            self.leave_out("generated on each board".into());
        }
        let title = match nodes {
            Nodes::Both => "nodes expanded/generated",
            Nodes::Expanded => "nodes expanded",
            Nodes::Generated => "nodes generated",
        };
        format!("{title}\n\n{}", self.fit(&summary::per_board(rows, nodes)))
    }
}

/// The board of rows that say nothing but that it cannot be solved.
fn without_solution(rows: &[Row]) -> Option<Posed> {
    let row = rows.first()?;
    let is_told = rows.iter().all(|row| !row.solvable && row.expanded == 0 && row.stopped_by.is_none());
    let board = |text: &str| text.parse::<Board>().ok();
    is_told.then_some(())?;
    Some(Posed { start: board(&row.start)?, goal: board(&row.goal)? })
}
