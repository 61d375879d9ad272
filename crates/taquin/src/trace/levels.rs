//! The levels of a beam on paper: the boards that were kept, best first, and what became of their children.
//!
//! Each node is its board, its score in moves and its parent's board.

use super::Format;
use super::event::{Event, Node};
use std::collections::HashMap;
use std::io::{self, Write};

/// Writes the levels of a beam.
#[derive(Debug)]
pub struct Levels<W> {
    out: W,
    /// The number of the level that is being written.
    level: Option<u32>,
    /// The boards of this level and of the one before, by number of the node.
    boards: HashMap<u32, String>,
    before: HashMap<u32, String>,
    children: Children,
    steps: u64,
    unsolvable_because: Option<String>,
}

/// What became of the children of a level.
#[derive(Clone, Copy, Debug, Default)]
struct Children {
    kept: u64,
    duplicates: u64,
    left_out: u64,
}

impl<W: Write> Levels<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Levels<W> {
        Levels {
            out,
            level: None,
            boards: HashMap::new(),
            before: HashMap::new(),
            children: Children::default(),
            steps: 0,
            unsolvable_because: None,
        }
    }

    fn board(&mut self, node: &Node) -> io::Result<()> {
        if self.level != Some(node.g) {
            self.level_ends()?;
            self.level = Some(node.g);
            self.before = std::mem::take(&mut self.boards);
            writeln!(self.out, "Level {}:", node.g)?;
        }
        let parent = node.parent.and_then(|parent| self.before.get(&parent));
        let parent = parent.map_or("NULL", String::as_str);
        let board = node.board.replace("//", " ").replace('/', " ");
        writeln!(self.out, "<{board} :: {} :: {parent}>-->", node.h)?;
        self.boards.insert(node.id, board);
        Ok(())
    }

    fn level_ends(&mut self) -> io::Result<()> {
        let Children { kept, duplicates, left_out } = std::mem::take(&mut self.children);
        if self.level.take().is_none() {
            return Ok(());
        }
        writeln!(
            self.out,
            "{} children: {kept} kept, {duplicates} known, {left_out} left out\n",
            kept + duplicates + left_out
        )
    }
}

impl<W: Write> Format for Levels<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Start(start) => {
                self.unsolvable_because = (!start.solvable).then(|| start.reason.clone());
            }
            Event::Expand(node) => {
                self.steps += 1;
                self.board(node)?;
            }
            Event::Generate(_) => self.children.kept += 1,
            Event::Duplicate(_) => self.children.duplicates += 1,
            Event::Prune(_) => self.children.left_out += 1,
            Event::Goal(node) => {
                self.level_ends()?;
                writeln!(self.out, "Level {}: the goal", node.g)?;
            }
            Event::End(end) => {
                if end.truncated {
                    self.level_ends()?;
                    let more = end.expanded - self.steps;
                    writeln!(
                        self.out,
                        "{} boards are written down; the beam expanded {more} more.",
                        self.steps
                    )?;
                }
                match (&self.unsolvable_because, end.stopped_by) {
                    (Some(reason), _) => writeln!(self.out, "Error: there is no solution: {reason}")?,
                    (None, Some("dead-end")) => {
                        writeln!(self.out, "Error: the beam is stuck, a wider one may find a solution.")?;
                    }
                    (None, Some(why)) => {
                        writeln!(self.out, "Error: the search was stopped ({why}), no solution was found.")?;
                    }
                    (None, None) => {}
                }
            }
            Event::Iteration { .. } | Event::Improve(_) | Event::Reopen(_) => {}
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
