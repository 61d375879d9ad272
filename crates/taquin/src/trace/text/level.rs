//! A level of a beam: the boards that were kept, best first, and what became of their children.

use super::counted;
use crate::trace::event::{Event, Node};
use std::collections::HashMap;
use std::io::{self, Write};

/// The level that is being written.
#[derive(Debug, Default)]
pub(super) struct Level {
    number: Option<u32>,
    /// The boards of this level and of the one before, by number of the node.
    boards: HashMap<u32, String>,
    before: HashMap<u32, String>,
    kept: u64,
    duplicates: u64,
    pruned: u64,
}

impl Level {
    /// Writes a board of the beam.
    pub(super) fn board(&mut self, out: &mut impl Write, node: &Node) -> io::Result<()> {
        if self.number != Some(node.g) {
            self.ends(out)?;
            self.number = Some(node.g);
            self.before = std::mem::take(&mut self.boards);
            writeln!(out, "\nlevel {}: the boards that are kept, best first", node.g)?;
        }
        write!(out, "  {}  score {}", node.board, node.h)?;
        if let (Some(parent), Some(via)) = (node.parent.and_then(|parent| self.before.get(&parent)), node.via)
        {
            write!(out, "  by {via} from {parent}")?;
        }
        writeln!(out)?;
        self.boards.insert(node.id, node.board.clone());
        Ok(())
    }

    pub(super) fn event(&mut self, event: &Event) {
        match event {
            Event::Generate(_) => self.kept += 1,
            Event::Duplicate(_) => self.duplicates += 1,
            Event::Prune(_) => self.pruned += 1,
            _ => {}
        }
    }

    /// Tells what became of the children of the level.
    pub(super) fn ends(&mut self, out: &mut impl Write) -> io::Result<()> {
        let counts = [&mut self.kept, &mut self.duplicates, &mut self.pruned].map(std::mem::take);
        if self.number.take().is_none() {
            return Ok(());
        }
        let all = counted(counts.iter().sum());
        let [kept, duplicates, pruned] = counts.map(counted);
        writeln!(out, " {all} children: {kept} kept, {duplicates} already known, {pruned} left out")
    }
}
