//! The boards on shortest solutions.

use super::Count;
use super::search::Search;
use crate::board::Board;
use crate::heuristic::AnyHeuristic;
use crate::metric::{Metric, Move};
use crate::problem::Problem;
use crate::search::best_first::node_table::NodeTable;
use crate::search::{Limits, Observer, Stats, StopReason};
use crate::shape::Direction;
use crate::solution::Solution;

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
    /// Searches all boards on solutions as short as this one, which the caller knows to be the shortest. The heuristic must
    /// be admissible, for the goal and in the solution's metric.
    pub(crate) fn search(
        problem: &Problem,
        solution: &Solution,
        heuristic: &AnyHeuristic,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> ShortestGraph {
        ShortestGraph::of(Search::new(problem, solution, heuristic, limits, observer), solution)
    }

    /// What a search finds.
    pub(super) fn of(mut search: Search<'_>, solution: &Solution) -> ShortestGraph {
        let stopped_by = search.run(solution).err();
        let Search { problem, metric, cost, table, moves, mut stats, budget, .. } = search;
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
