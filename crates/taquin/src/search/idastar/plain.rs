//! The plain depth-first search below a bound, for any shape, heuristic and observer.
//!
//! It is what the kernels have to agree with, node for node, and what runs where no kernel fits.

use super::pruning::automaton::{Automaton, FORBIDDEN};
use crate::board::{Board, Slide};
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::common::budget::Budget;
use crate::search::common::limits::Limits;
use crate::search::common::observer::{Chore, Fate, Node, NodeId, Observer};
use crate::search::common::outcome::{Iteration, Stats, StopReason};
use crate::shape::{Direction, MovesFrom, moves_from};
use std::ops::ControlFlow;
use std::sync::Arc;

/// How an iteration ended.
pub(crate) enum Ended {
    /// The moves to the goal.
    Found(Vec<Direction>),
    /// The smallest f above the bound.
    Passed(u32),
}

/// A node on the current path.
struct Frame<M> {
    memo: M,
    id: NodeId,
    via: Option<Direction>,
    /// The slide to take back when the node is left.
    slide: Option<Slide>,
    /// The state of the pruning automaton.
    rule: u32,
    /// The next child to make.
    next_child: u8,
}

pub(crate) struct Plain<'a, H: Heuristic> {
    problem: &'a Problem,
    heuristic: &'a H,
    pub(crate) observer: &'a mut dyn Observer,
    /// Whether the observer wants to see single nodes.
    pub(crate) shows_nodes: bool,
    pub(crate) budget: Budget<'a>,
    /// What moves are worth making; nothing: all but the one that takes back the last.
    pub(crate) automaton: Option<Arc<Automaton>>,
    children: MovesFrom,
    board: Board,
    path: Vec<Frame<H::Memo>>,
    pub(crate) stats: Stats,
    pub(crate) lower_bound: u32,
    next_id: NodeId,
}

impl<'a, H: Heuristic> Plain<'a, H> {
    pub(crate) fn new(
        problem: &'a Problem,
        heuristic: &'a H,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
    ) -> Plain<'a, H> {
        Plain {
            problem,
            heuristic,
            shows_nodes: observer.wants_nodes(),
            observer,
            budget: Budget::new(limits),
            automaton: None,
            children: moves_from(problem.shape(), &Direction::READING_ORDER),
            board: problem.start().clone(),
            path: Vec::new(),
            stats: Stats::default(),
            lower_bound: 0,
            next_id: 0,
        }
    }

    /// Tells the observer of work without nodes that begins.
    pub(crate) fn begin_chore(&mut self, chore: Chore) -> Result<(), StopReason> {
        match self.observer.chore(chore, None) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(StopReason::Cancelled),
        }
    }

    /// Bytes of the path.
    pub(crate) fn bytes(&self) -> usize {
        self.path.capacity() * size_of::<Frame<H::Memo>>()
    }

    /// One iteration, with its line in the figures.
    pub(crate) fn iterate(&mut self, bound: u32) -> Result<Ended, StopReason> {
        self.observer.iteration(bound);
        self.stats.iterations.push(Iteration { bound, expanded: 0, generated: 0 });
        let before = (self.stats.expanded, self.stats.generated);
        self.board.clone_from(self.problem.start());
        let ended = self.depth_first(None, bound);
        let iteration = self.stats.iterations.last_mut().expect("just pushed");
        iteration.expanded = self.stats.expanded - before.0;
        iteration.generated = self.stats.generated - before.1;
        ended
    }

    /// Searches from another board than the start, reached by a move that it does not take back,
    /// with this many moves left.
    pub(crate) fn search_from(
        &mut self,
        board: &Board,
        came_by: Option<Direction>,
        left: u32,
    ) -> Result<Ended, StopReason> {
        self.board.clone_from(board);
        self.depth_first(came_by, left)
    }

    /// The path is the stack, so that no board is too large for it.
    fn depth_first(&mut self, came_by: Option<Direction>, bound: u32) -> Result<Ended, StopReason> {
        let memo = self.heuristic.remember(&self.board);
        self.path.clear();
        let root = self.number();
        let rule = self.automaton.as_ref().map_or(0, |automaton| automaton.start[self.board.blank().index()]);
        if self.enter(Frame { memo, id: root, via: came_by, slide: None, rule, next_child: 0 })? {
            return Ok(Ended::Found(self.moves()));
        }
        let mut smallest_above = u32::MAX;
        while let Some(frame) = self.path.last_mut() {
            let Some(&(direction, next)) =
                self.children[self.board.blank().index()].get(frame.next_child as usize)
            else {
                if let Some(slide) = frame.slide {
                    self.board.take_back(slide);
                }
                self.path.pop();
                continue;
            };
            let back = frame.via == Some(direction.opposite());
            let rule = match &self.automaton {
                // The automaton knows nothing of the move that led to the root.
                _ if back => FORBIDDEN,
                Some(automaton) => automaton.next[frame.rule as usize][frame.next_child as usize],
                None => 0,
            };
            frame.next_child += 1;
            if rule == FORBIDDEN {
                continue;
            }
            let (memo, parent) = (frame.memo, frame.id);
            let slide = self.board.slide_blank_to(next);
            let memo = self.heuristic.after(memo, &self.board, slide);
            let h = self.heuristic.estimate(memo);
            let g = self.path.len() as u32;
            self.stats.generated += 1;
            let id = self.number();
            let fate = if g + h > bound { Fate::Pruned } else { Fate::New };
            if self.shows_nodes {
                let node = Node { id, parent: Some(parent), via: Some(direction), g, h, board: &self.board };
                self.observer.generated(node, fate);
            }
            if fate == Fate::Pruned {
                smallest_above = smallest_above.min(g + h);
                self.board.take_back(slide);
            } else if self.enter(Frame {
                memo,
                id,
                via: Some(direction),
                slide: Some(slide),
                rule,
                next_child: 0,
            })? {
                return Ok(Ended::Found(self.moves()));
            }
        }
        Ok(Ended::Passed(smallest_above))
    }

    fn moves(&self) -> Vec<Direction> {
        self.path.iter().skip(1).filter_map(|frame| frame.via).collect()
    }

    /// Puts the board's node on the path; true if it is the goal.
    fn enter(&mut self, frame: Frame<H::Memo>) -> Result<bool, StopReason> {
        let node = self.shows_nodes.then(|| Node {
            id: frame.id,
            parent: None,
            via: frame.via,
            g: self.path.len() as u32,
            h: self.heuristic.estimate(frame.memo),
            board: &self.board,
        });
        if self.path.len() == self.path.capacity() {
            let grown = (self.path.capacity() * 2).max(64);
            self.budget.allow((3 * grown / 2 * size_of::<Frame<H::Memo>>()) as u64)?;
            self.path.reserve_exact(grown - self.path.len());
        }
        self.path.push(frame);
        if self.board.blank() == self.problem.goal().blank() && &self.board == self.problem.goal() {
            if let Some(node) = node {
                self.observer.goal(node);
            }
            return Ok(true);
        }
        self.budget.check(&mut self.stats, self.lower_bound, self.observer)?;
        if let Some(node) = node {
            self.observer.expanding(node);
        }
        self.stats.expanded += 1;
        Ok(false)
    }

    fn number(&mut self) -> NodeId {
        let id = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        id
    }
}
