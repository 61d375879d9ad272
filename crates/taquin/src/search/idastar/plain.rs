//! The plain depth-first search below a bound, for any shape, heuristic and observer.
//!
//! It is what the kernels have to agree with, node for node, and what runs where no kernel fits.

use super::pruning::automaton::FORBIDDEN;
use super::run::{DepthFirst, Run};
use crate::board::{Board, Slide};
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::common::limits::Limits;
use crate::search::common::observer::{Fate, Node, NodeId, Observer};
use crate::search::common::outcome::StopReason;
use crate::shape::{Direction, MovesFrom, moves_from};

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
    heuristic: &'a H,
    run: Run<'a>,
    children: MovesFrom,
    board: Board,
    path: Vec<Frame<H::Memo>>,
    next_id: NodeId,
}

impl<'a, H: Heuristic> DepthFirst<'a> for Plain<'a, H> {
    fn run(&mut self) -> &mut Run<'a> {
        &mut self.run
    }

    fn iterate(&mut self, bound: u32) -> Result<Ended, StopReason> {
        let before = self.run.begin_iteration(bound);
        self.board.clone_from(self.run.problem.start());
        let ended = self.depth_first(None, bound);
        self.run.end_iteration(before);
        ended
    }

    fn search_from(
        &mut self,
        board: &Board,
        came_by: Option<Direction>,
        left: u32,
    ) -> Result<Ended, StopReason> {
        self.board.clone_from(board);
        self.depth_first(came_by, left)
    }

    fn bytes(&self) -> usize {
        self.path.capacity() * size_of::<Frame<H::Memo>>()
    }
}

impl<'a, H: Heuristic> Plain<'a, H> {
    pub(crate) fn new(
        problem: &'a Problem,
        heuristic: &'a H,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
    ) -> Plain<'a, H> {
        Plain {
            heuristic,
            run: Run::new(problem, limits, observer),
            children: moves_from(problem.shape(), &Direction::READING_ORDER),
            board: problem.start().clone(),
            path: Vec::new(),
            next_id: 0,
        }
    }

    /// The path is the stack, so that no board is too large for it.
    fn depth_first(&mut self, came_by: Option<Direction>, bound: u32) -> Result<Ended, StopReason> {
        let memo = self.heuristic.remember(&self.board);
        self.path.clear();
        let root = self.number();
        let rule =
            self.run.automaton.as_ref().map_or(0, |automaton| automaton.start[self.board.blank().index()]);
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
            let rule = match &self.run.automaton {
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
            self.run.stats.generated += 1;
            let id = self.number();
            let fate = if g + h > bound { Fate::Pruned } else { Fate::New };
            if self.run.shows_nodes {
                let node = Node { id, parent: Some(parent), via: Some(direction), g, h, board: &self.board };
                self.run.observer.generated(node, fate);
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
        let node = self.run.shows_nodes.then(|| Node {
            id: frame.id,
            parent: None,
            via: frame.via,
            g: self.path.len() as u32,
            h: self.heuristic.estimate(frame.memo),
            board: &self.board,
        });
        if self.path.len() == self.path.capacity() {
            let grown = (self.path.capacity() * 2).max(64);
            self.run.budget.allow((3 * grown / 2 * size_of::<Frame<H::Memo>>()) as u64)?;
            self.path.reserve_exact(grown - self.path.len());
        }
        self.path.push(frame);
        if self.board.blank() == self.run.problem.goal().blank() && &self.board == self.run.problem.goal() {
            if let Some(node) = node {
                self.run.observer.goal(node);
            }
            return Ok(true);
        }
        let Run { budget, stats, lower_bound, observer, .. } = &mut self.run;
        budget.check(stats, *lower_bound, *observer)?;
        if let Some(node) = node {
            self.run.observer.expanding(node);
        }
        self.run.stats.expanded += 1;
        Ok(false)
    }

    fn number(&mut self) -> NodeId {
        let id = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        id
    }
}
