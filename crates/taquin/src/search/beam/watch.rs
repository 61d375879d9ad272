//! Tells an observer what a beam does: its progress, and if it wants to see nodes, every level with what was kept of it.

use crate::beam::{self, Child, ChildFate, Progress};
use crate::board::Board;
use crate::problem::Problem;
use crate::search::common::budget::Budget;
use crate::search::common::limits::Limits;
use crate::search::common::observer::{Fate, Node, NodeId, Observer};
use crate::search::common::outcome::{Stats, StopReason};
use crate::shape::{Cell, Direction};

/// Between a beam and an observer.
pub(super) struct Watch<'a> {
    observer: &'a mut dyn Observer,
    shows_nodes: bool,
    budget: Budget<'a>,
    lower_bound: u32,
    pub(super) stats: Stats,
    goal: &'a Board,
    /// The boards of the level, if nodes are shown.
    level: Vec<Known>,
    depth: u32,
    next_id: NodeId,
}

/// A board of the level.
struct Known {
    id: NodeId,
    via: Option<Direction>,
    score: u32,
    board: Board,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        limits: &'a Limits,
        lower_bound: u32,
        observer: &'a mut dyn Observer,
    ) -> Watch<'a> {
        let shows_nodes = observer.wants_nodes();
        let root = Known { id: 0, via: None, score: 0, board: problem.start().clone() };
        Watch {
            observer,
            shows_nodes,
            budget: Budget::new(limits),
            lower_bound,
            stats: Stats::default(),
            goal: problem.goal(),
            level: if shows_nodes { vec![root] } else { Vec::new() },
            depth: 0,
            next_id: 1,
        }
    }

    fn number(&mut self) -> NodeId {
        let id = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        id
    }

    /// Shows a board of the level and its children. Those that are kept go to their places on the next level.
    fn show(
        &mut self,
        parent: &mut Known,
        children: &[Child],
        direction: &dyn Fn(Cell, u8) -> Direction,
        next: &mut [Option<Known>],
    ) {
        let &mut Known { id, via, score, ref mut board } = parent;
        self.observer.expanding(Node { id, parent: None, via, g: self.depth, h: score, board });
        for child in children {
            let via = direction(board.blank(), child.blank);
            let slide = board.slide(via).expect("a child is a slide away");
            let made = self.number();
            let node = Node {
                id: made,
                parent: Some(id),
                via: Some(via),
                g: self.depth + 1,
                h: child.score,
                board: &*board,
            };
            let fate = match child.fate {
                ChildFate::Kept(_) => Fate::New,
                ChildFate::Duplicate => Fate::Duplicate,
                ChildFate::LeftOut => Fate::Pruned,
            };
            self.observer.generated(node, fate);
            if let ChildFate::Kept(place) = child.fate {
                if &*board == self.goal {
                    self.observer.goal(node);
                }
                let score = child.score;
                next[place] = Some(Known { id: made, via: Some(via), score, board: board.clone() });
            }
            board.take_back(slide);
        }
    }
}

impl beam::Watch for Watch<'_> {
    fn level(&mut self, level: &Progress) -> Option<StopReason> {
        self.stats.expanded = level.expanded;
        self.stats.generated = level.generated;
        self.stats.peak_bytes = level.bytes;
        if let [root] = &mut self.level[..] {
            root.score = level.best;
        }
        self.budget.check(&mut self.stats, self.lower_bound, self.observer).err()
    }

    fn wants_children(&self) -> bool {
        self.shows_nodes
    }

    fn children(&mut self, children: &[Child], direction: &dyn Fn(Cell, u8) -> Direction) {
        let kept = children.iter().filter(|child| matches!(child.fate, ChildFate::Kept(_))).count();
        let mut next: Vec<Option<Known>> = std::iter::repeat_with(|| None).take(kept).collect();
        let level = std::mem::take(&mut self.level);
        let mut rest = children;
        for (place, mut parent) in level.into_iter().enumerate() {
            let own = rest.iter().take_while(|child| child.parent == place).count();
            let (own, others) = rest.split_at(own);
            self.show(&mut parent, own, direction, &mut next);
            rest = others;
        }
        self.level = next.into_iter().flatten().collect();
        self.depth += 1;
    }
}
