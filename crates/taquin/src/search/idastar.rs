//! Iterative-deepening A* (Korf 1985): depth-first searches that turn back where f = g + h passes
//! a bound, with the bound raised each time to the smallest f that passed it. It stores nothing
//! but the current path.
//!
//! Children are made in the order up, left, right, down of the blank, and the only pruning is not
//! to take back the last move: so node counts are those of the published tables.

use super::budget::Budget;
use super::limits::Limits;
use super::observer::{Fate, Node, NodeId, Observer};
use super::outcome::{Answer, Iteration, Outcome, Stats, StopReason};
use crate::board::{Board, Slide};
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::shape::{Direction, MovesFrom, moves_from};

/// Finds a shortest solution if the heuristic is admissible.
pub fn idastar<H: Heuristic, O: Observer>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
    observer: &mut O,
) -> Answer {
    let admissible = heuristic.guarantees().admissible;
    let first = heuristic.of(problem.start());
    let mut search = Search {
        problem,
        heuristic,
        observer,
        budget: Budget::new(limits),
        children: moves_from(problem.shape(), &Direction::READING_ORDER),
        board: problem.start().clone(),
        path: Vec::new(),
        stats: Stats::default(),
        lower_bound: if admissible { first } else { 0 },
        next_id: 0,
    };
    let mut bound = first;
    let outcome = loop {
        match search.iterate(bound) {
            Ok(Ended::Found) => {
                let moves: Vec<Direction> = search.path.iter().filter_map(|frame| frame.via).collect();
                let lower_bound = if admissible { moves.len() as u32 } else { 0 };
                break Outcome::solved(problem, moves, lower_bound, admissible);
            }
            Ok(Ended::Passed(next)) => {
                bound = next;
                if admissible {
                    search.lower_bound = bound;
                }
            }
            Err(why) => break Outcome::Stopped { best: None, lower_bound: search.lower_bound, why },
        }
    };
    let mut stats = search.stats;
    stats.peak_bytes = (search.path.capacity() * size_of::<Frame<H::Memo>>()) as u64;
    stats.elapsed = search.budget.elapsed();
    Answer { outcome, stats }
}

/// How an iteration ended.
enum Ended {
    /// The goal is at the end of the path.
    Found,
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
    /// The next child to make.
    next_child: u8,
}

struct Search<'a, H: Heuristic, O> {
    problem: &'a Problem,
    heuristic: &'a H,
    observer: &'a mut O,
    budget: Budget<'a>,
    children: MovesFrom,
    board: Board,
    path: Vec<Frame<H::Memo>>,
    stats: Stats,
    lower_bound: u32,
    next_id: NodeId,
}

impl<H: Heuristic, O: Observer> Search<'_, H, O> {
    /// One depth-first search, with the path as its stack so that no board is too large for it.
    fn iterate(&mut self, bound: u32) -> Result<Ended, StopReason> {
        self.observer.iteration(bound);
        self.stats.iterations.push(Iteration { bound, expanded: 0, generated: 0 });
        let before = (self.stats.expanded, self.stats.generated);
        let ended = self.depth_first(bound);
        let iteration = self.stats.iterations.last_mut().expect("just pushed");
        iteration.expanded = self.stats.expanded - before.0;
        iteration.generated = self.stats.generated - before.1;
        ended
    }

    fn depth_first(&mut self, bound: u32) -> Result<Ended, StopReason> {
        debug_assert_eq!(&self.board, self.problem.start());
        let memo = self.heuristic.remember(&self.board);
        self.path.clear();
        let root = self.number();
        if self.enter(Frame { memo, id: root, via: None, slide: None, next_child: 0 })? {
            return Ok(Ended::Found);
        }
        let mut smallest_above = u32::MAX;
        while let Some(frame) = self.path.last_mut() {
            let Some(&(direction, next)) =
                self.children[self.board.blank().index()].get(frame.next_child as usize)
            else {
                if let Some(slide) = frame.slide {
                    self.board.undo(slide);
                }
                self.path.pop();
                continue;
            };
            frame.next_child += 1;
            if frame.via == Some(direction.opposite()) {
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
            let node = Node { id, parent: Some(parent), via: Some(direction), g, h, board: &self.board };
            self.observer.generated(node, fate);
            if fate == Fate::Pruned {
                smallest_above = smallest_above.min(g + h);
                self.board.undo(slide);
            } else if self.enter(Frame {
                memo,
                id,
                via: Some(direction),
                slide: Some(slide),
                next_child: 0,
            })? {
                return Ok(Ended::Found);
            }
        }
        Ok(Ended::Passed(smallest_above))
    }

    /// Puts the board's node on the path; true if it is the goal.
    fn enter(&mut self, frame: Frame<H::Memo>) -> Result<bool, StopReason> {
        let h = self.heuristic.estimate(frame.memo);
        let (id, via, g) = (frame.id, frame.via, self.path.len() as u32);
        if self.path.len() == self.path.capacity() {
            let grown = (self.path.capacity() * 2).max(64);
            self.budget.allow((3 * grown / 2 * size_of::<Frame<H::Memo>>()) as u64)?;
            self.path.reserve_exact(grown - self.path.len());
        }
        self.path.push(frame);
        let node = Node { id, parent: None, via, g, h, board: &self.board };
        if self.board.blank() == self.problem.goal().blank() && &self.board == self.problem.goal() {
            self.observer.goal(node);
            return Ok(true);
        }
        self.budget.check(&mut self.stats, self.lower_bound, self.observer)?;
        self.observer.expanding(node);
        self.stats.expanded += 1;
        Ok(false)
    }

    fn number(&mut self) -> NodeId {
        let id = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        id
    }
}
