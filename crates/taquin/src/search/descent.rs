//! Steepest descent: always on to the unexplored neighbour that looks nearest, never back.
//!
//! It ignores how far it has come and keeps no list to return to, so it may wander (295 moves
//! where 21 do) or run into a dead end. A published program searches like this and calls it A*; it
//! is here so that the difference can be seen. What it finds is never called optimal.

use super::best_first::node_table::{Inserted, Label, NodeTable};
use super::common::budget::Budget;
use super::common::limits::Limits;
use super::common::observer::{Fate, Node, Observer};
use super::common::outcome::{Answer, Outcome, Stats, StopReason};
use crate::board::Board;
use crate::heuristic::{Heuristic, assert_same_goal};
use crate::problem::Problem;
use crate::shape::{Cell, Direction};

/// Walks downhill. Children are made in the order right, left, up, down; the first of the smallest
/// wins. Every neighbour counts as generated, the one just left too.
pub fn descent<H: Heuristic>(
    problem: &Problem,
    heuristic: &H,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    assert_same_goal(heuristic, problem);
    let mut walk = Walk {
        board: problem.start().clone(),
        moves: Vec::new(),
        visited: NodeTable::new(problem.shape()),
        budget: Budget::new(limits),
        stats: Stats::default(),
        next_id: 1,
    };
    let admissible = heuristic.guarantees().admissible;
    let lower_bound = if admissible { heuristic.of(problem.start()) } else { 0 };
    let ended = walk.run(problem, heuristic, lower_bound, observer);
    let peak_bytes = walk.visited.bytes() + (walk.moves.capacity() * size_of::<Direction>()) as u64;
    let outcome = match ended {
        Ok(()) => {
            let moves = std::mem::take(&mut walk.moves);
            let lower_bound = lower_bound.min(moves.len() as u32);
            Outcome::solved(problem, moves, lower_bound, false)
        }
        Err(why) => Outcome::Stopped { best: None, lower_bound, why },
    };
    let mut stats = walk.stats;
    stats.reached = Some(walk.visited.len());
    stats.peak_bytes = peak_bytes;
    stats.elapsed = walk.budget.elapsed();
    Answer { outcome, stats }.confronted(heuristic)
}

struct Walk<'a> {
    board: Board,
    moves: Vec<Direction>,
    visited: NodeTable,
    budget: Budget<'a>,
    stats: Stats,
    next_id: u32,
}

impl Walk<'_> {
    fn run<H: Heuristic>(
        &mut self,
        problem: &Problem,
        heuristic: &H,
        lower_bound: u32,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        let shows_nodes = observer.wants_nodes();
        let mut memo = heuristic.remember(&self.board);
        let mut id = 0;
        self.visited.make_room(&self.budget, 0)?;
        self.visited.insert(&self.board, Label::new(0, None));
        loop {
            let g = self.moves.len() as u32;
            let h = heuristic.estimate(memo);
            let via = self.moves.last().copied();
            let node = Node { id, parent: None, via, g, h, board: &self.board };
            if &self.board == problem.goal() {
                observer.goal(node);
                return Ok(());
            }
            self.budget.check(&mut self.stats, lower_bound, observer)?;
            if shows_nodes {
                observer.expanding(node);
            }
            self.stats.expanded += 1;
            let mut best: Option<(u32, Direction, Cell, u32)> = None;
            for (direction, next) in self.board.moves() {
                let slide = self.board.slide_blank_to(next);
                self.stats.generated += 1;
                let h = heuristic.estimate(heuristic.after(memo, &self.board, slide));
                let fate = if self.visited.find(&self.board).is_some() { Fate::Duplicate } else { Fate::New };
                let child = Node {
                    id: self.next_id,
                    parent: Some(id),
                    via: Some(direction),
                    g: g + 1,
                    h,
                    board: &self.board,
                };
                if shows_nodes {
                    observer.generated(child, fate);
                }
                if fate == Fate::New && best.is_none_or(|(smallest, ..)| h < smallest) {
                    best = Some((h, direction, next, self.next_id));
                }
                self.next_id = self.next_id.wrapping_add(1);
                self.board.take_back(slide);
            }
            let (_, direction, next, child) = best.ok_or(StopReason::DeadEnd)?;
            let slide = self.board.slide_blank_to(next);
            memo = heuristic.after(memo, &self.board, slide);
            self.moves.push(direction);
            id = child;
            self.visited.make_room(&self.budget, self.moves.capacity() as u64)?;
            let inserted = self.visited.insert(&self.board, Label::new(g + 1, Some(direction)));
            debug_assert!(matches!(inserted, Inserted::New(_)));
        }
    }
}
