//! The files of a classroom program, byte for byte: for every step the children, the open and the closed list.
//!
//! Each node is its board, its f and its parent's board; both lists begin with a dummy node.

use super::event::{Event, Node};
use super::{Format, Lists};
use crate::search::{Algorithm, Method};
use std::io::{self, Write};

/// Writes the lists after every step, of algorithms that [keep lists](super::keeps_lists).
#[derive(Debug)]
pub struct ClassicLists<W> {
    out: W,
    lists: Lists,
    /// The children of the step under way, if one is.
    children: Option<Vec<Node>>,
    steps: u64,
    unsolvable_because: Option<String>,
}

impl<W: Write> ClassicLists<W> {
    /// Writes to `out`.
    pub fn new(out: W, algorithm: Algorithm) -> ClassicLists<W> {
        let lists = Lists::new(&Method::new(algorithm));
        ClassicLists { out, lists, children: None, steps: 0, unsolvable_because: None }
    }

    fn step_ends(&mut self) -> io::Result<()> {
        let Some(children) = self.children.take() else { return Ok(()) };
        self.steps += 1;
        writeln!(self.out, "This is child list:")?;
        for child in &children {
            self.node(child)?;
        }
        writeln!(self.out, "This is Open list:\n<dummy :: 0 :: NULL>-->")?;
        for node in self.lists.open() {
            write_node(&mut self.out, &self.lists, node)?;
        }
        writeln!(self.out, "This is CLOSE list:\n<dummy :: 0 :: NULL>-->")?;
        for node in self.lists.closed() {
            write_node(&mut self.out, &self.lists, node)?;
        }
        writeln!(self.out)
    }

    fn node(&mut self, node: &Node) -> io::Result<()> {
        write_node(&mut self.out, &self.lists, node)
    }
}

fn write_node(out: &mut impl Write, lists: &Lists, node: &Node) -> io::Result<()> {
    let parent = node.parent.and_then(|parent| lists.node(parent));
    let parent = parent.map_or("NULL".into(), |parent| in_a_row(&parent.board));
    writeln!(out, "<{} :: {} :: {parent}>-->", in_a_row(&node.board), node.f)
}

/// The numbers of a board in a row.
fn in_a_row(board: &str) -> String {
    board.replace("//", " ").replace('/', " ")
}

impl<W: Write> Format for ClassicLists<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Start(start) => {
                self.unsolvable_because = (!start.solvable).then(|| start.reason.clone());
            }
            Event::Expand(_) => {
                self.step_ends()?;
                self.children = Some(Vec::new());
            }
            Event::Generate(node) | Event::Duplicate(node) | Event::Improve(node) | Event::Reopen(node) => {
                if let Some(children) = &mut self.children {
                    children.push(node.clone());
                }
            }
            Event::Goal(_) => self.step_ends()?,
            Event::End(end) => {
                self.step_ends()?;
                if end.truncated {
                    writeln!(
                        self.out,
                        "The lists are written down for {} steps; the search went on for {} more.",
                        self.steps,
                        end.expanded - self.steps
                    )?;
                }
                match (&self.unsolvable_because, end.stopped_by) {
                    (_, None) if end.solved => {}
                    (Some(reason), None) => {
                        writeln!(self.out, "Error: there is no solution: {reason}")?;
                    }
                    (Some(reason), Some("dead-end")) => {
                        writeln!(self.out, "Error: the open list is empty, there is no solution: {reason}")?;
                    }
                    (_, Some("dead-end")) => {
                        writeln!(self.out, "Error: the open list is empty, no solution was found.")?;
                    }
                    (_, why) => {
                        let why = why.unwrap_or("a limit");
                        writeln!(self.out, "Error: the search was stopped ({why}), no solution was found.")?;
                    }
                }
            }
            Event::Iteration { .. } | Event::Prune(_) => {}
        }
        self.lists.event(event);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
