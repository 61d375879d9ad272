//! Takahashi's walking distance: along each axis, how many moves it takes to get every tile into
//! its goal line when tiles of one goal line are alike and the tiles of a line have no order.
//!
//! Along one axis a board is then a matrix: how many tiles of line i belong in line j, and the line
//! of the blank. A move of the blank to the next line takes any one tile from there back to where
//! the blank was. A breadth-first search from the goal's matrix gives the distance of every matrix
//! and, for every move, the number of the matrix it leads to, so that a slide costs one look-up.
//! Moves along different axes are different moves, so the distances of the axes add up.
//!
//! The tables are small (24,964 matrices for a side of 4 and lines of 4 cells) but grow fast. An
//! axis with more than `MOST_MATRICES` falls back to the Manhattan distance along it, as does a
//! strip.
//!
//! In [shifts](Metric::Shifts) the matrices are the same and the distances others (`shifts`). There an axis without a table
//! falls back to its Manhattan distance over the tiles that one shift can move, rounded up.

mod shifts;

pub(crate) use shifts::least_moves;

use super::{AnyHeuristic, Guarantees, Heuristic, HeuristicName, KernelHint};
use crate::board::{Board, Slide};
use crate::metric::Metric;
use crate::shape::{Axis, Cell, Shape};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The largest table that is built for one axis.
const MOST_MATRICES: usize = 1 << 17;

/// The sum of the walking distances along every axis.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    goal: Board,
    metric: Metric,
    /// The place of every cell along each axis.
    places: Box<[[u8; 3]]>,
    /// The goal's place along each axis of every number.
    goal_places: Box<[[u8; 3]]>,
    axes: [Walk; 3],
}

#[derive(Clone, Debug)]
enum Walk {
    /// A table of all matrices; the memo is the number of the matrix.
    Table(Table),
    /// Too many matrices; the memo is the Manhattan distance along the axis.
    Plain,
}

impl WalkingDistance {
    /// For this goal. Building the tables takes a few milliseconds.
    pub fn new(goal: &Board) -> WalkingDistance {
        WalkingDistance::in_metric(Metric::Slides, goal)
    }

    /// The same for distances in a metric.
    pub fn in_metric(metric: Metric, goal: &Board) -> WalkingDistance {
        let shape = goal.shape();
        let place = |cell: Cell| Axis::ALL.map(|axis| shape.coordinate(cell, axis) as u8);
        let places: Box<[[u8; 3]]> = shape.all_cells().map(place).collect();
        let goal_places = goal.cells_by_number().iter().map(|&cell| place(cell)).collect();
        let axes = Axis::ALL.map(|axis| {
            let blank_line = shape.coordinate(goal.blank(), axis);
            if shape.is_strip() {
                // Manhattan is exact here, and a table would lack the boards that cannot be solved.
                return Walk::Plain;
            }
            match Table::build(shape.side(axis), shape.cells() / shape.side(axis), blank_line) {
                Some(table) => Walk::Table(table.in_metric(metric)),
                None => Walk::Plain,
            }
        });
        WalkingDistance { goal: goal.clone(), metric, places, goal_places, axes }
    }

    /// The moves that are needed along each axis.
    #[inline]
    pub(super) fn along(&self, memo: [u32; 3]) -> [u32; 3] {
        std::array::from_fn(|axis| match &self.axes[axis] {
            Walk::Table(table) => u32::from(table.distance[memo[axis] as usize]),
            Walk::Plain if self.metric == Metric::Slides => memo[axis],
            Walk::Plain => memo[axis].div_ceil(self.longest_shift(Axis::ALL[axis])),
        })
    }

    /// How many tiles a move along an axis can take with it.
    fn longest_shift(&self, axis: Axis) -> u32 {
        (self.goal.shape().side(axis) as u32 - 1).max(1)
    }

    /// The matrices one slide on from each, by direction and goal line, and the distance of each; `None` for an axis without
    /// a table. Entry `(matrix * 2 + forward) * lines + goal line`.
    pub(crate) fn table(&self, axis: Axis) -> Option<(&[u32], &[u16])> {
        match &self.axes[axis as usize] {
            Walk::Table(table) => Some((&table.next, &table.distance)),
            Walk::Plain => None,
        }
    }

    /// Bytes that making it takes at most. Boards with long sides have no tables but are found out late.
    pub(crate) fn build_bytes(shape: Shape) -> u64 {
        let is_small = shape.cells() <= 16 || shape.is_strip();
        if is_small { 6_000_000 } else { 48_000_000 }
    }

    /// Bytes of its tables.
    pub(crate) fn bytes(&self) -> u64 {
        let of_axis = |walk: &Walk| match walk {
            Walk::Table(table) => table.bytes(),
            Walk::Plain => 0,
        };
        self.axes.iter().map(of_axis).sum()
    }

    /// Whether every axis has its table; otherwise the estimate is Manhattan's along some axis.
    pub fn is_complete(&self) -> bool {
        self.axes.iter().all(|walk| matches!(walk, Walk::Table(_)))
    }
}

impl Heuristic for WalkingDistance {
    type Memo = [u32; 3];

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::WalkingDistance(self)
    }

    fn goal(&self) -> &Board {
        &self.goal
    }

    /// In shifts a move may change the estimate by 2.
    fn guarantees(&self) -> Guarantees {
        if self.metric == Metric::Slides { Guarantees::FULL } else { Guarantees::ADMISSIBLE }
    }

    fn is_for(&self, metric: Metric) -> bool {
        metric == self.metric
    }

    fn kernel_hint(&self) -> Option<KernelHint<'_>> {
        if self.is_complete() && self.metric == Metric::Slides {
            KernelHint::named(HeuristicName::WalkingDistance)
        } else {
            None
        }
    }

    fn remember(&self, board: &Board) -> [u32; 3] {
        std::array::from_fn(|axis| match &self.axes[axis] {
            Walk::Table(table) => {
                let lines = board.tiles().map(|(cell, tile)| {
                    (self.places[cell.index()][axis], self.goal_places[tile.index()][axis])
                });
                table.number_of(lines, self.places[board.blank().index()][axis])
            }
            Walk::Plain => board
                .tiles()
                .map(|(cell, tile)| {
                    let place = self.places[cell.index()][axis];
                    u32::from(place.abs_diff(self.goal_places[tile.index()][axis]))
                })
                .sum(),
        })
    }

    #[inline]
    fn after(&self, mut memo: [u32; 3], _: &Board, slide: Slide) -> [u32; 3] {
        let axis = self.goal.shape().axis_between(slide.from(), slide.to()) as usize;
        let goal_line = self.goal_places[slide.tile().index()][axis];
        let (from, to) = (self.places[slide.from().index()][axis], self.places[slide.to().index()][axis]);
        memo[axis] = match &self.axes[axis] {
            Walk::Table(table) => table.next(memo[axis], from > to, goal_line),
            Walk::Plain => {
                memo[axis] + u32::from(to.abs_diff(goal_line)) - u32::from(from.abs_diff(goal_line))
            }
        };
        memo
    }

    #[inline]
    fn estimate(&self, memo: [u32; 3]) -> u32 {
        match self.metric {
            Metric::Slides => self.along(memo).iter().sum(),
            Metric::Shifts => least_moves(self.along(memo), None),
        }
    }
}

/// All matrices of one axis, numbered in the order in which the search finds them.
#[derive(Clone, Debug)]
struct Table {
    lines: usize,
    packing: Packing,
    number: HashMap<u128, u32>,
    distance: Vec<u16>,
    /// Entry `(matrix * 2 + forward) * lines + goal line`: the matrix after the blank has gone to
    /// the next line (forward) or the previous one, a tile of that goal line coming back.
    next: Vec<u32>,
}

const NO_MATRIX: u32 = u32::MAX;

impl Table {
    /// Searches from the goal's matrix; `None` if there are too many.
    fn build(lines: usize, line_cells: usize, blank_line: usize) -> Option<Table> {
        let packing = Packing::new(lines, line_cells)?;
        let mut goal = packing.blank_at(blank_line);
        for line in 0..lines {
            let tiles = line_cells - usize::from(line == blank_line);
            goal += packing.one(line, line) * tiles as u128;
        }
        let mut table = Table {
            lines,
            packing,
            number: HashMap::from([(goal, 0)]),
            distance: vec![0],
            next: vec![NO_MATRIX; 2 * lines],
        };
        let mut matrices = vec![goal];
        let mut current = 0;
        while current < matrices.len() {
            let matrix = matrices[current];
            let blank = packing.blank_line(matrix);
            for forward in [false, true] {
                let other = if forward { blank + 1 } else { blank.wrapping_sub(1) };
                if other >= lines {
                    continue;
                }
                for goal_line in 0..lines {
                    if !packing.has(matrix, other, goal_line) {
                        continue;
                    }
                    let moved = matrix - packing.one(other, goal_line) + packing.one(blank, goal_line);
                    let after = moved - packing.blank_at(blank) + packing.blank_at(other);
                    let fresh = matrices.len() as u32;
                    let number = match table.number.entry(after) {
                        Entry::Occupied(entry) => *entry.get(),
                        Entry::Vacant(entry) => {
                            entry.insert(fresh);
                            matrices.push(after);
                            table.distance.push(table.distance[current] + 1);
                            table.next.resize(matrices.len() * 2 * lines, NO_MATRIX);
                            fresh
                        }
                    };
                    table.next[(current * 2 + usize::from(forward)) * lines + goal_line] = number;
                }
            }
            if matrices.len() > MOST_MATRICES {
                return None;
            }
            current += 1;
        }
        Some(table)
    }

    /// With the distances of a metric instead of those in slides.
    fn in_metric(mut self, metric: Metric) -> Table {
        if metric == Metric::Shifts {
            self.distance = shifts::distances(&self.next, self.lines);
        }
        self
    }

    fn bytes(&self) -> u64 {
        // A hash table is never quite full, and has a byte of its own for every place.
        let places = self.number.capacity() / 7 * 8;
        let bytes = places * (size_of::<(u128, u32)>() + 1)
            + self.distance.capacity() * size_of::<u16>()
            + self.next.capacity() * size_of::<u32>();
        bytes as u64
    }

    /// The number of the matrix with these tiles, each given as its line and its goal line.
    fn number_of(&self, tiles: impl Iterator<Item = (u8, u8)>, blank_line: u8) -> u32 {
        let matrix = tiles
            .map(|(line, goal)| self.packing.one(usize::from(line), usize::from(goal)))
            .fold(self.packing.blank_at(usize::from(blank_line)), |sum, one| sum + one);
        self.number[&matrix]
    }

    #[inline]
    fn next(&self, matrix: u32, forward: bool, goal_line: u8) -> u32 {
        let next =
            self.next[(matrix as usize * 2 + usize::from(forward)) * self.lines + usize::from(goal_line)];
        debug_assert_ne!(next, NO_MATRIX);
        next
    }
}

/// A matrix and the blank's line packed into a word.
#[derive(Clone, Copy, Debug)]
struct Packing {
    lines: usize,
    bits: usize,
}

impl Packing {
    /// `None` if a matrix does not fit a word; there would be far too many of them.
    fn new(lines: usize, line_cells: usize) -> Option<Packing> {
        let bits = (usize::BITS - line_cells.leading_zeros()) as usize;
        let blank_bits = (usize::BITS - lines.leading_zeros()) as usize;
        (lines * lines * bits + blank_bits <= 128).then_some(Packing { lines, bits })
    }

    fn one(self, line: usize, goal_line: usize) -> u128 {
        1 << ((line * self.lines + goal_line) * self.bits)
    }

    fn has(self, matrix: u128, line: usize, goal_line: usize) -> bool {
        matrix >> ((line * self.lines + goal_line) * self.bits) & ((1 << self.bits) - 1) != 0
    }

    fn blank_at(self, line: usize) -> u128 {
        (line as u128) << (self.lines * self.lines * self.bits)
    }

    fn blank_line(self, matrix: u128) -> usize {
        (matrix >> (self.lines * self.lines * self.bits)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_number_of_matrices_of_the_fifteen_puzzle() {
        let table = Table::build(4, 4, 3).unwrap();
        assert_eq!(table.distance.len(), 24_964);
        assert_eq!(table.distance.iter().max(), Some(&35));
    }

    #[test]
    fn sides_that_are_too_long_fall_back_to_manhattan() {
        let goal: Board =
            crate::goal::NamedGoal::BlankLast.board(crate::shape::Shape::flat(20, 2).unwrap()).unwrap();
        let heuristic = WalkingDistance::new(&goal);
        assert!(!heuristic.is_complete());
        assert_eq!(heuristic.of(&goal), 0);
    }
}
