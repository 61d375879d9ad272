//! The boards on shortest solutions.

use super::Count;
use crate::board::Board;
use crate::heuristic::{AnyHeuristic, AnyMemo, Heuristic};
use crate::metric::{Metric, Move};
use crate::problem::Problem;
use crate::search::best_first::node_table::{Inserted, Label, NodeTable};
use crate::search::{Budget, Limits, Observer, Stats, StopReason};
use crate::shape::{Axis, Direction};
use crate::solution::Solution;

/// Boards with fewer moves left are not worth a place in the table unless they lead to the goal.
const WORTH_A_PLACE: u32 = 3;

/// Solutions longer than this are not searched: the search holds a frame on the stack for every move.
const LONGEST: u32 = 4000;

/// All boards on the shortest solutions of a problem, with the moves between them.
#[derive(Debug)]
pub struct ShortestGraph {
    problem: Problem,
    metric: Metric,
    cost: u32,
    /// Every board that was looked at, with the moves that were left; closed if it leads to the goal in so many.
    table: NodeTable,
    /// By cell: the moves from there.
    moves: Vec<Vec<Move>>,
    stopped_by: Option<StopReason>,
    stats: Stats,
}

/// A move of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The number of the board it leads from.
    pub from: u32,
    /// The number of the board it leads to.
    pub to: u32,
    /// The direction of the blank.
    pub direction: Direction,
    /// How many tiles it moves.
    pub tiles: u16,
}

impl ShortestGraph {
    /// Searches all boards on solutions of `cost` moves, which the caller knows to be the fewest. The heuristic must be
    /// admissible, for the goal and in the metric.
    pub(crate) fn search(
        problem: &Problem,
        metric: Metric,
        cost: u32,
        heuristic: &AnyHeuristic,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> ShortestGraph {
        let shape = problem.shape();
        let mut search = Search {
            goal: problem.goal(),
            metric,
            heuristic,
            budget: Budget::new(limits),
            observer,
            table: NodeTable::new(shape),
            moves: shape.all_cells().map(|cell| metric.moves_from(shape, cell)).collect(),
            stats: Stats::default(),
            cost,
        };
        let mut board = problem.start().clone();
        let memo = heuristic.remember(&board);
        let stopped_by = match cost <= LONGEST {
            true => search.leads_there(&mut board, memo, None, cost).err(),
            false => Some(StopReason::Memory),
        };
        let Search { table, moves, mut stats, budget, .. } = search;
        stats.elapsed = budget.elapsed();
        stats.reached = Some(table.len());
        stats.peak_bytes = table.bytes();
        ShortestGraph { problem: problem.clone(), metric, cost, table, moves, stopped_by, stats }
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What its moves are counted in.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The length of its solutions.
    #[must_use]
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// The limit that ended the search before all solutions were found: then there may be more than it holds.
    #[must_use]
    pub fn stopped_by(&self) -> Option<StopReason> {
        self.stopped_by
    }

    /// What it took to find, without the proof of the length.
    #[must_use]
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// How many shortest solutions there are, or have been found if it was stopped.
    #[must_use]
    pub fn count(&self) -> Count {
        let mut counts = vec![Count::default(); self.table.len() as usize];
        let mut board = self.problem.start().clone();
        for id in self.boards_by_distance() {
            if self.table.label(id).g() == 0 {
                counts[id as usize] = Count::from(1);
                continue;
            }
            self.table.load(id, &mut board);
            let mut sum = Count::default();
            for (_, next) in self.next(id, &mut board) {
                sum += &counts[next as usize];
            }
            counts[id as usize] = sum;
        }
        let start = self.table.find(self.problem.start());
        start.map_or_else(Count::default, |start| std::mem::take(&mut counts[start as usize]))
    }

    /// The moves that a shortest solution can begin with, and how many tiles each takes along.
    #[must_use]
    pub fn first_moves(&self) -> Vec<(Direction, u16)> {
        let mut board = self.problem.start().clone();
        let start = self.table.find(&board);
        let moves = start.map_or_else(Vec::new, |start| self.next(start, &mut board));
        moves.into_iter().map(|(shift, _)| (shift.direction, shift.tiles)).collect()
    }

    /// All boards with their distances to the goal, the start first, and all moves between them. Boards are numbered in
    /// this order.
    #[must_use]
    pub fn boards_and_edges(&self) -> (Vec<(Board, u32)>, Vec<Edge>) {
        let mut order = self.boards_by_distance();
        order.reverse();
        let mut number = vec![u32::MAX; self.table.len() as usize];
        for (place, &id) in order.iter().enumerate() {
            number[id as usize] = place as u32;
        }
        let mut board = self.problem.start().clone();
        let (mut boards, mut edges) = (Vec::new(), Vec::new());
        for &id in &order {
            self.table.load(id, &mut board);
            boards.push((board.clone(), self.table.label(id).g()));
            for (shift, next) in self.next(id, &mut board) {
                let (from, to) = (number[id as usize], number[next as usize]);
                edges.push(Edge { from, to, direction: shift.direction, tiles: shift.tiles });
            }
        }
        (boards, edges)
    }

    /// The solutions one by one, found as they are asked for.
    #[must_use]
    pub fn solutions(&self) -> Solutions<'_> {
        let board = self.problem.start().clone();
        let path = self.table.find(&board).map(|start| (start, None, 0)).into_iter().collect();
        Solutions { graph: self, board, path }
    }

    /// The numbers of the boards that lead to the goal and that the start leads to, the goal first.
    fn boards_by_distance(&self) -> Vec<u32> {
        let mut board = self.problem.start().clone();
        let mut found = vec![false; self.table.len() as usize];
        let mut order = Vec::new();
        let mut level: Vec<u32> = self.table.find(&board).into_iter().collect();
        while !level.is_empty() {
            order.extend(&level);
            let mut next_level = Vec::new();
            for id in level {
                self.table.load(id, &mut board);
                for (_, next) in self.next(id, &mut board) {
                    if !std::mem::replace(&mut found[next as usize], true) {
                        next_level.push(next);
                    }
                }
            }
            level = next_level;
        }
        order.reverse();
        order
    }

    /// The moves from a board that lead one closer, with the boards' numbers.
    fn next(&self, id: u32, board: &mut Board) -> Vec<(Move, u32)> {
        let label = self.table.label(id);
        let from = board.blank();
        let mut next = Vec::new();
        if !label.is_closed() || label.g() == 0 {
            return next;
        }
        for shift in &self.moves[from.index()] {
            board.shift_blank_to(shift.to);
            if let Some(to) = self.table.find(board) {
                let other = self.table.label(to);
                if other.is_closed() && other.g() + 1 == label.g() {
                    next.push((*shift, to));
                }
            }
            board.shift_blank_to(from);
        }
        next
    }
}

/// The shortest solutions of a problem, see [`ShortestGraph::solutions`].
#[derive(Debug)]
pub struct Solutions<'a> {
    graph: &'a ShortestGraph,
    board: Board,
    /// The boards from the start on: each with the move that led to it, and the number of its next child.
    path: Vec<(u32, Option<Move>, usize)>,
}

impl Solutions<'_> {
    /// Leaves the last board of the path.
    fn step_back(&mut self) {
        if let Some((_, Some(shift), _)) = self.path.pop() {
            for _ in 0..shift.tiles {
                self.board.slide(shift.direction.opposite()).expect("the way there is the way back");
            }
        }
    }

    fn solution(&self) -> Solution {
        let moves = self.path.iter().filter_map(|(_, shift, _)| *shift);
        let steps =
            moves.flat_map(|shift| std::iter::repeat_n(shift.direction, shift.tiles.into())).collect();
        let solution = Solution::replay(&self.graph.problem, steps);
        solution.expect("a path of the graph ends at the goal").in_metric(self.graph.metric)
    }
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        while let Some(&(id, _, child)) = self.path.last() {
            let label = self.graph.table.label(id);
            if label.g() == 0 && label.is_closed() {
                let solution = self.solution();
                self.step_back();
                return Some(solution);
            }
            let next = self.graph.next(id, &mut self.board);
            match next.get(child) {
                Some(&(shift, to)) => {
                    self.path.last_mut().expect("just looked at").2 += 1;
                    self.board.shift_blank_to(shift.to);
                    self.path.push((to, Some(shift), 0));
                }
                None => self.step_back(),
            }
        }
        None
    }
}

struct Search<'a> {
    goal: &'a Board,
    metric: Metric,
    heuristic: &'a AnyHeuristic,
    budget: Budget<'a>,
    observer: &'a mut dyn Observer,
    table: NodeTable,
    moves: Vec<Vec<Move>>,
    stats: Stats,
    cost: u32,
}

impl Search<'_> {
    /// Whether a board leads to the goal in `left` moves. All boards from which it does are stored by then, unless a limit
    /// is reached: then those that are known to.
    fn leads_there(
        &mut self,
        board: &mut Board,
        memo: AnyMemo,
        via: Option<Direction>,
        left: u32,
    ) -> Result<bool, StopReason> {
        if left == 0 {
            let is_goal = &*board == self.goal;
            if is_goal {
                self.store(board, via, 0, true)?;
            }
            return Ok(is_goal);
        }
        if left > WORTH_A_PLACE
            && let Some(id) = self.table.find(board)
        {
            let known = self.table.label(id);
            if known.g() >= left {
                return Ok(known.is_closed() && known.g() == left);
            }
        }
        self.budget.check(&mut self.stats, self.cost, self.observer)?;
        self.stats.expanded += 1;
        let from = board.blank();
        let mut leads = false;
        for place in 0..self.moves[from.index()].len() {
            let shift = self.moves[from.index()][place];
            if is_pointless(self.metric, via, shift.direction) {
                continue;
            }
            self.stats.generated += 1;
            let mut after = memo;
            for _ in 0..shift.tiles {
                let slide = board.slide(shift.direction).expect("a move stays in the box");
                after = self.heuristic.after(after, board, slide);
            }
            let found = if self.estimate(after, shift.direction.axis()) < left {
                self.leads_there(board, after, Some(shift.direction), left - 1)
            } else {
                Ok(false)
            };
            board.shift_blank_to(from);
            // Stored at once: if a limit is reached later, what is known by then counts.
            if found? && !leads {
                leads = true;
                self.store(board, via, left, true)?;
            }
        }
        if !leads && left > WORTH_A_PLACE {
            self.store(board, via, left, false)?;
        }
        Ok(leads)
    }

    fn estimate(&self, memo: AnyMemo, last: Axis) -> u32 {
        match (self.heuristic, memo) {
            (AnyHeuristic::AxisDistance(axes), AnyMemo::Axes(memo)) => axes.estimate_after(memo, Some(last)),
            (other, memo) => other.estimate(memo),
        }
    }

    fn store(
        &mut self,
        board: &Board,
        via: Option<Direction>,
        left: u32,
        leads: bool,
    ) -> Result<(), StopReason> {
        let label = Label::new(left, via);
        let label = if leads { label.closed() } else { label };
        self.table.make_room(&self.budget, 0)?;
        if let Inserted::Known(id) = self.table.insert(board, label) {
            self.table.set_label(id, label);
        }
        Ok(())
    }
}

/// Whether a move after another is no part of a shortest solution: it takes back a slide, or goes on along the axis of a
/// shift.
fn is_pointless(metric: Metric, last: Option<Direction>, next: Direction) -> bool {
    match metric {
        Metric::Slides => last == Some(next.opposite()),
        Metric::Shifts => last.map(Direction::axis) == Some(next.axis()),
    }
}
