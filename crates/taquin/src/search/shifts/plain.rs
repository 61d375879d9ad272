//! The plain depth-first search below a bound, for any shape, heuristic and observer: what the kernel has to agree with,
//! node for node on boards of up to 16 cells, and what runs where it does not fit.

use super::bound::{Bound, take_back};
use crate::board::Board;
use crate::heuristic::{AnyHeuristic, AnyMemo, Heuristic};
use crate::metric::{Metric, Move};
use crate::problem::Problem;
use crate::search::common::budget::Budget;
use crate::search::common::limits::Limits;
use crate::search::common::observer::{Fate, Node, NodeId, Observer};
use crate::search::common::outcome::{Iteration, Stats, StopReason};
use crate::shape::{Axis, Cell, Direction};

/// A node on the current path.
struct Frame {
    memo: AnyMemo,
    id: NodeId,
    /// The move that led to it, and the blank's cell before.
    via: Option<(Move, Cell)>,
    /// The next child to make.
    next_child: usize,
}

impl Frame {
    fn axis(&self) -> Option<Axis> {
        self.via.map(|(shift, _)| shift.direction.axis())
    }
}

pub(super) struct Plain<'a> {
    problem: &'a Problem,
    bound: Bound<'a>,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) shows_nodes: bool,
    pub(super) budget: Budget<'a>,
    /// By cell: the moves from there.
    moves: Vec<Vec<Move>>,
    board: Board,
    path: Vec<Frame>,
    pub(super) stats: Stats,
    pub(super) lower_bound: u32,
    next_id: NodeId,
}

impl<'a> Plain<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        heuristic: &'a AnyHeuristic,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
    ) -> Plain<'a> {
        let shape = problem.shape();
        Plain {
            problem,
            bound: Bound(heuristic),
            shows_nodes: observer.wants_nodes(),
            observer,
            budget: Budget::new(limits),
            moves: shape.all_cells().map(|cell| Metric::Shifts.moves_from(shape, cell)).collect(),
            board: problem.start().clone(),
            path: Vec::new(),
            stats: Stats::default(),
            lower_bound: 0,
            next_id: 0,
        }
    }

    /// Bytes of the path.
    pub(super) fn bytes(&self) -> usize {
        self.path.capacity() * size_of::<Frame>()
    }

    /// One iteration, with its line in the figures; the moves of a solution if there is one within the bound.
    pub(super) fn iterate(&mut self, bound: u32) -> Result<Option<Vec<Direction>>, StopReason> {
        self.observer.iteration(bound);
        self.stats.iterations.push(Iteration { bound, expanded: 0, generated: 0 });
        let before = (self.stats.expanded, self.stats.generated);
        self.board.clone_from(self.problem.start());
        let ended = self.depth_first(bound);
        let iteration = self.stats.iterations.last_mut().expect("just pushed");
        iteration.expanded = self.stats.expanded - before.0;
        iteration.generated = self.stats.generated - before.1;
        ended
    }

    fn depth_first(&mut self, bound: u32) -> Result<Option<Vec<Direction>>, StopReason> {
        self.path.clear();
        let memo = self.bound.0.remember(&self.board);
        let id = self.number();
        if self.enter(Frame { memo, id, via: None, next_child: 0 })? {
            return Ok(Some(self.steps()));
        }
        while let Some(frame) = self.path.last_mut() {
            let from = self.board.blank();
            let Some(&shift) = self.moves[from.index()].get(frame.next_child) else {
                if let Some((_, from)) = frame.via {
                    take_back(&mut self.board, from);
                }
                self.path.pop();
                continue;
            };
            frame.next_child += 1;
            if frame.axis() == Some(shift.direction.axis()) {
                continue;
            }
            let (memo, parent) = (frame.memo, frame.id);
            let memo = self.bound.shift(&mut self.board, memo, &shift);
            let h = self.bound.estimate(memo, Some(shift.direction.axis()));
            let g = self.path.len() as u32;
            self.stats.generated += 1;
            let id = self.number();
            let fate = if g + h > bound { Fate::Pruned } else { Fate::New };
            if self.shows_nodes {
                let (via, board) = (Some(shift.direction), &self.board);
                self.observer.generated(Node { id, parent: Some(parent), via, g, h, board }, fate);
            }
            if fate == Fate::Pruned {
                take_back(&mut self.board, from);
            } else if self.enter(Frame { memo, id, via: Some((shift, from)), next_child: 0 })? {
                return Ok(Some(self.steps()));
            }
        }
        Ok(None)
    }

    /// Puts the board's node on the path; true if it is the goal.
    fn enter(&mut self, frame: Frame) -> Result<bool, StopReason> {
        let node = self.shows_nodes.then(|| Node {
            id: frame.id,
            parent: None,
            via: frame.via.map(|(shift, _)| shift.direction),
            g: self.path.len() as u32,
            h: self.bound.estimate(frame.memo, frame.axis()),
            board: &self.board,
        });
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

    /// The steps of the path's moves.
    fn steps(&self) -> Vec<Direction> {
        let moves = self.path.iter().filter_map(|frame| frame.via);
        moves.flat_map(|(shift, _)| std::iter::repeat_n(shift.direction, shift.tiles.into())).collect()
    }

    fn number(&mut self) -> NodeId {
        let id = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        id
    }
}
