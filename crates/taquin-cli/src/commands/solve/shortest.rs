//! All shortest solutions: how many, each on a line, or the graph of their boards.

use super::text::cause;
use crate::args::{GraphFormat, Solve};
use crate::report;
use crate::ui::{self, FAINT, FAIR, STRONG};
use indicatif::HumanCount;
use std::io::{self, Write};
use taquin::shortest::ShortestGraph;
use taquin_json::moves::{GraphReport, written};

/// What is said of the number of solutions: `5 shortest solutions`, `at least 3,120 so far`.
pub(super) fn tell_count(out: &mut dyn Write, graph: &ShortestGraph) -> io::Result<()> {
    let count = graph.count();
    let number = count.to_u64().map_or_else(|| count.to_string(), |count| HumanCount(count).to_string());
    match graph.stopped_by() {
        None if count.to_u64() == Some(1) => writeln!(out, "{STRONG}1 shortest solution{STRONG:#}"),
        None => writeln!(out, "{STRONG}{number} shortest solutions{STRONG:#}"),
        Some(why) => {
            write!(out, "{FAIR}at least {number} shortest solutions so far{FAIR:#}")?;
            writeln!(out, ", stopped by {}", cause(why))
        }
    }
}

/// Every solution on a line of its own, no more than asked for.
pub(super) fn list(out: &mut dyn Write, graph: &ShortestGraph, arguments: &Solve) -> io::Result<()> {
    let notation = arguments.notation.unwrap_or_default();
    let most = arguments.max.map_or(usize::MAX, |max| max.get());
    let mut solutions = graph.solutions();
    for solution in solutions.by_ref().take(most) {
        writeln!(out, "{}", notation.written(&solution))?;
    }
    if solutions.next().is_some() {
        writeln!(
            out,
            "{FAINT}more than {}: --max lists others, too{FAINT:#}",
            ui::count(most as u64, "solution")
        )?;
    }
    Ok(())
}

/// The graph of the boards on shortest solutions.
pub(super) fn graph(out: &mut dyn Write, graph: &ShortestGraph, format: GraphFormat) -> io::Result<()> {
    match format {
        GraphFormat::Json => report::write_line(out, &GraphReport::new(graph)),
        GraphFormat::Dot => dot(out, graph),
    }
}

fn dot(out: &mut dyn Write, graph: &ShortestGraph) -> io::Result<()> {
    let (boards, edges) = graph.boards_and_edges();
    let shape = graph.problem().shape();
    writeln!(out, "digraph shortest {{")?;
    writeln!(out, "  node [shape=box, fontname=\"monospace\"];")?;
    for (number, (board, left)) in boards.iter().enumerate() {
        let rows = board.to_string().replace('/', "\\n");
        writeln!(out, "  b{number} [label=\"{rows}\\n{left} left\"];")?;
    }
    for edge in &edges {
        let label = written(shape, edge.direction, edge.tiles);
        writeln!(out, "  b{} -> b{} [label=\"{label}\"];", edge.from, edge.to)?;
    }
    writeln!(out, "}}")
}
