//! All boards of a small shape, or those near its goal, with the slides between them as a graph.

use crate::args::Census;
use crate::failure::Failure;
use crate::output;
use std::path::Path;
use taquin::draw::StateGraph;
use taquin::{Board, Metric};

/// The text of the graph, in the form that the file's ending tells.
pub(super) fn make(path: &Path, goal: &Board, arguments: &Census) -> Result<String, Failure> {
    let is_svg = match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => true,
        Some("dot") => false,
        _ => {
            return Err(Failure::new(format_args!(
                "{}: a graph is an .svg or a .dot file, by the end of its name",
                path.display()
            )));
        }
    };
    if arguments.metric != Metric::Slides {
        return Err(Failure::new("--graph draws slides; leave out --metric"));
    }
    output::check(path)?;
    let graph = StateGraph::of(goal, arguments.depth)
        .map_err(|error| Failure::new(format_args!("{error}; --depth N draws those near the goal")))?;
    Ok(if is_svg { graph.to_svg() } else { graph.to_dot() })
}
