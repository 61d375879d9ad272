//! The search tree as a graph for Graphviz.
//!
//! A node is drawn once, under the parent of its best way. Expanded nodes are filled, the numbers in
//! front of their f tell the order of expansion, and the way to the goal is drawn thick. A goal that was found after the last
//! step that is drawn hangs on a dashed edge.

use super::Format;
use super::event::{Event, Node};
use super::text::noun;
use super::tree::{Branch, Tree, Way};
use std::io::{self, Write};

/// Collects the tree and writes it at the end.
#[derive(Debug)]
pub struct Dot<W> {
    out: W,
    tree: Tree,
}

const GOAL: &str = ", fillcolor=\"#b7e4c7\"";
const THICK: &str = ", penwidth=2.5";

impl<W: Write> Dot<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Dot<W> {
        Dot { out, tree: Tree::default() }
    }

    fn nodes(&mut self, way: &Way) -> io::Result<()> {
        let goal = self.tree.goal.as_ref().map(|goal| goal.id);
        for (id, Branch { node, step, pruned }) in &self.tree.nodes {
            let number = step.map(|step| format!("#{step}  ")).unwrap_or_default();
            let look = match (goal == Some(*id), step, pruned) {
                (true, ..) => GOAL,
                (_, Some(_), _) => ", fillcolor=\"#dbe9f6\"",
                (_, _, true) => ", fontcolor=gray50, color=gray70, style=\"rounded,dashed\"",
                _ => "",
            };
            let pen = if way.nodes.contains(id) { THICK } else { "" };
            writeln!(self.out, "  n{id} [label=\"{}\"{look}{pen}];", label(node, &number))?;
        }
        match &way.beyond {
            Some((_, goal)) => {
                writeln!(self.out, "  n{} [label=\"{}\"{GOAL}{THICK}];", goal.id, label(goal, ""))
            }
            None => Ok(()),
        }
    }

    fn edges(&mut self, way: &Way) -> io::Result<()> {
        for (id, Branch { node, .. }) in &self.tree.nodes {
            let (Some(parent), Some(via)) = (node.parent, node.via) else { continue };
            if self.tree.nodes.contains_key(&parent) {
                let pen = if way.nodes.contains(id) { THICK } else { "" };
                writeln!(self.out, "  n{parent} -> n{id} [label=\" {via}\"{pen}];")?;
            }
        }
        let Some((last, goal)) = &way.beyond else { return Ok(()) };
        let moves = goal.g.saturating_sub(self.tree.nodes[last].node.g);
        writeln!(
            self.out,
            "  n{last} -> n{} [label=\" … {}\", style=dashed{THICK}];",
            goal.id,
            noun(moves.into(), "move")
        )
    }
}

fn label(node: &Node, number: &str) -> String {
    let board = node.board.replace("//", "\\n\\n").replace('/', "\\n");
    format!("{board}\\n{number}{} + {} = {}", node.g, node.h, node.f)
}

impl<W: Write> Format for Dot<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.tree.event(event);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let way = self.tree.way();
        let more = if self.tree.steps_after > 0 { "\\n(the search went on after these steps)" } else { "" };
        writeln!(self.out, "digraph search {{")?;
        writeln!(self.out, "  label=\"{}{more}\"; labelloc=t; fontname=\"sans-serif\";", self.tree.title)?;
        writeln!(
            self.out,
            "  node [shape=box, style=\"rounded,filled\", fontname=\"monospace\", fillcolor=white];"
        )?;
        writeln!(self.out, "  edge [fontname=\"monospace\", arrowsize=0.6];")?;
        self.nodes(&way)?;
        self.edges(&way)?;
        writeln!(self.out, "}}")?;
        self.out.flush()
    }
}
