//! The search tree as a graph for Graphviz.
//!
//! A node is drawn once, under the parent of its best way. Expanded nodes are filled, the numbers in
//! front of their f tell the order of expansion, and the way to the goal is drawn thick.

use super::Format;
use super::event::{Event, Node};
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

/// Collects the tree and writes it at the end.
#[derive(Debug)]
pub struct Dot<W> {
    out: W,
    title: String,
    nodes: BTreeMap<u32, Drawn>,
    steps: u32,
    goal: Option<u32>,
    truncated: bool,
}

#[derive(Debug)]
struct Drawn {
    node: Node,
    /// When it was expanded last.
    step: Option<u32>,
    pruned: bool,
}

impl<W: Write> Dot<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Dot<W> {
        Dot { out, title: String::new(), nodes: BTreeMap::new(), steps: 0, goal: None, truncated: false }
    }

    fn put(&mut self, node: &Node, pruned: bool) {
        self.nodes.insert(node.id, Drawn { node: node.clone(), step: None, pruned });
    }

    /// The nodes on the way to the goal.
    fn way(&self) -> HashSet<u32> {
        let parent = |&id: &u32| self.nodes.get(&id)?.node.parent;
        std::iter::successors(self.goal, parent).collect()
    }
}

impl<W: Write> Format for Dot<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Start(start) => {
                let heuristic = start.heuristic.as_deref().map(|name| format!(" with {name}"));
                self.title = format!(
                    "{}{}: {} to {}",
                    start.algorithm,
                    heuristic.unwrap_or_default(),
                    start.start,
                    start.goal
                );
            }
            Event::Expand(node) => {
                self.steps += 1;
                let step = self.steps;
                let drawn = Drawn { node: node.clone(), step: None, pruned: false };
                self.nodes.entry(node.id).or_insert(drawn).step = Some(step);
            }
            Event::Generate(node) | Event::Improve(node) | Event::Reopen(node) => self.put(node, false),
            Event::Prune(node) => self.put(node, true),
            Event::Goal(node) => {
                self.goal = Some(node.id);
                let drawn = Drawn { node: node.clone(), step: None, pruned: false };
                self.nodes.entry(node.id).or_insert(drawn);
            }
            Event::End(end) => self.truncated = end.truncated,
            Event::Iteration { .. } | Event::Duplicate(_) => {}
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let way = self.way();
        let out = &mut self.out;
        let more = if self.truncated { "\\n(the search went on after these steps)" } else { "" };
        writeln!(out, "digraph search {{")?;
        writeln!(out, "  label=\"{}{more}\"; labelloc=t; fontname=\"sans-serif\";", self.title)?;
        writeln!(
            out,
            "  node [shape=box, style=\"rounded,filled\", fontname=\"monospace\", fillcolor=white];"
        )?;
        writeln!(out, "  edge [fontname=\"monospace\", arrowsize=0.6];")?;
        for (id, Drawn { node, step, pruned }) in &self.nodes {
            let board = node.board.replace("//", "\\n\\n").replace('/', "\\n");
            let number = step.map(|step| format!("#{step}  ")).unwrap_or_default();
            let look = match (self.goal == Some(*id), step, pruned) {
                (true, ..) => ", fillcolor=\"#b7e4c7\"",
                (_, Some(_), _) => ", fillcolor=\"#dbe9f6\"",
                (_, _, true) => ", fontcolor=gray50, color=gray70, style=\"rounded,dashed\"",
                _ => "",
            };
            let pen = if way.contains(id) { ", penwidth=2.5" } else { "" };
            writeln!(
                out,
                "  n{id} [label=\"{board}\\n{number}{} + {} = {}\"{look}{pen}];",
                node.g, node.h, node.f
            )?;
        }
        for (id, Drawn { node, .. }) in &self.nodes {
            let (Some(parent), Some(via)) = (node.parent, node.via) else { continue };
            if self.nodes.contains_key(&parent) {
                let pen = if way.contains(id) { ", penwidth=2.5" } else { "" };
                writeln!(out, "  n{parent} -> n{id} [label=\" {via}\"{pen}];")?;
            }
        }
        writeln!(out, "}}")?;
        out.flush()
    }
}
