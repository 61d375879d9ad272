//! Beam search: a good solution soon, while a proof takes its time.
//!
//! Level by level, the boards with the smallest Manhattan distance are kept, at most `width` of them.
//! A level is cut by counting: first the distances of all children, then the boards of those that
//! have a place. A child is left out if it is there already, or was two levels before (one level before
//! it cannot have been: the blank is on the other colour). Of older levels every board leaves its last
//! move and its parent, 5 bytes, from which the solution is read. A narrow beam may go round in circles:
//! it is given up when it has made far more moves than the start should take.
//!
//! Boards are told apart by 64 bits of hash. Two that agree would cost one of them its place, no more.

use super::hashes::Hashes;
use crate::heuristic::Manhattan;
use crate::problem::Problem;
use crate::shape::{Direction, moves_from};
use crate::zobrist::key;
use crate::{Cell, Tile};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most cells a board may have here: a number is one byte.
const MOST_CELLS: usize = 256;

/// Boards between two looks at the stop flag.
const PATIENCE: usize = 4096;

/// What a beam search may use.
pub(crate) struct Beam<'a> {
    /// Boards kept on a level.
    pub(crate) width: usize,
    /// Bytes it may hold.
    pub(crate) memory: u64,
    /// Only solutions with fewer moves are of interest.
    pub(crate) below: u32,
    /// Set when no further solution is wanted.
    pub(crate) stop: &'a AtomicBool,
    /// The most bytes it has held so far are kept here.
    pub(crate) peak_bytes: &'a AtomicU64,
}

/// A board of the current level, besides its numbers.
#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    parent: u32,
    manhattan: u16,
    blank: u8,
    /// Where the blank came from.
    came: u8,
}

/// The boards of a level.
struct Level {
    nodes: Vec<Node>,
    /// The numbers of all boards, one after the other.
    numbers: Vec<u8>,
}

impl Level {
    fn with_room_for(width: usize, cells: usize) -> Level {
        Level { nodes: Vec::with_capacity(width), numbers: Vec::with_capacity(width * cells) }
    }
}

/// What is left of an older level.
struct Trace {
    blanks: Vec<u8>,
    parents: Vec<u32>,
}

impl Beam<'_> {
    /// The width for which this many bytes suffice on the way to solutions of about this length.
    pub(crate) fn width_for(memory: u64, cells: usize, moves: u32) -> usize {
        let level = cells + size_of::<Node>();
        let each = 2 * level + 3 * 4 * size_of::<u64>() + 5 * (moves as usize + 8);
        usize::try_from(memory / each as u64).unwrap_or(usize::MAX)
    }

    /// Whether it may hold this many bytes.
    fn allow(&self, bytes: u64) -> bool {
        let allowed = bytes <= self.memory;
        if allowed {
            self.peak_bytes.fetch_max(bytes, Ordering::Relaxed);
        }
        allowed
    }

    /// Moves of a solution, not necessarily shortest. `None` if there is none within the limits.
    pub(crate) fn search(&self, problem: &Problem) -> Option<Vec<Direction>> {
        let shape = problem.shape();
        let cells = shape.cells();
        if cells > MOST_CELLS || self.width == 0 {
            return None;
        }
        let level_bytes = 2 * self.width * (cells + size_of::<Node>());
        let mut bytes = (level_bytes + 3 * Hashes::bytes(self.width) + 2 * cells * cells) as u64;
        if !self.allow(bytes) {
            return None;
        }
        let manhattan = Manhattan::new(problem.goal());
        let distances: Vec<u16> = (0..cells as u16)
            .flat_map(|number| shape.all_cells().map(move |cell| (number, cell)))
            .map(|(number, cell)| Tile::new(number).map_or(0, |tile| manhattan.distance(tile, cell) as u16))
            .collect();
        let neighbours: Vec<Vec<u8>> = moves_from(shape, &Direction::ALL)
            .into_iter()
            .map(|moves| moves.into_iter().map(|(_, cell)| cell.0 as u8).collect())
            .collect();
        let far = |number: u8, cell: u8| distances[usize::from(number) * cells + usize::from(cell)];
        let numbers: Vec<u8> = problem.start().numbers().map(|number| number as u8).collect();
        let root = Node {
            hash: numbers.iter().zip(0..).fold(0, |hash, (&number, cell)| hash ^ key(number, cell)),
            parent: 0,
            manhattan: numbers.iter().zip(0..).map(|(&number, cell)| far(number, cell)).sum(),
            blank: problem.start().blank().0 as u8,
            came: problem.start().blank().0 as u8,
        };
        let below = self.below.min(3 * u32::from(root.manhattan) + 60);
        let mut level = Level::with_room_for(self.width, cells);
        level.nodes.push(root);
        level.numbers.extend(numbers);
        let mut next = Level::with_room_for(self.width, cells);
        let mut traces: Vec<Trace> = Vec::new();
        // Of the level before the current one, of the current one, and of the next.
        let mut known = [(); 3].map(|()| Hashes::new(self.width));
        loop {
            if let Some(solved) = level.nodes.iter().find(|node| node.manhattan == 0) {
                return Some(way(problem, &traces, solved));
            }
            let depth = traces.len() as u32;
            let child_of = |node: &Node, numbers: &[u8], cell: u8| {
                let number = numbers[usize::from(cell)];
                node.manhattan + far(number, node.blank) - far(number, cell)
            };
            let in_time = |manhattan: u16| depth + 1 + u32::from(manhattan) < below;
            let mut counts: Vec<usize> = Vec::new();
            for (node, numbers) in level.nodes.iter().zip(level.numbers.chunks(cells)) {
                for &cell in neighbours[usize::from(node.blank)].iter().filter(|&&cell| cell != node.came) {
                    let manhattan = usize::from(child_of(node, numbers, cell));
                    if counts.len() <= manhattan {
                        counts.resize(manhattan + 1, 0);
                    }
                    counts[manhattan] += 1;
                }
            }
            known.rotate_left(1);
            known[2].clear();
            next.nodes.clear();
            next.numbers.clear();
            // Nearest first, so that a full level has dropped the farthest.
            for (wanted, _) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let wanted = wanted as u16;
                if next.nodes.len() == self.width || !in_time(wanted) {
                    break;
                }
                for (parent, (node, numbers)) in
                    level.nodes.iter().zip(level.numbers.chunks(cells)).enumerate()
                {
                    if parent % PATIENCE == 0 && self.stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    if node.manhattan.abs_diff(wanted) != 1 {
                        continue;
                    }
                    for &cell in &neighbours[usize::from(node.blank)] {
                        let full = next.nodes.len() == self.width;
                        if full || cell == node.came || child_of(node, numbers, cell) != wanted {
                            continue;
                        }
                        let number = numbers[usize::from(cell)];
                        let hash = node.hash
                            ^ key(number, cell)
                            ^ key(number, node.blank)
                            ^ key(0, node.blank)
                            ^ key(0, cell);
                        if known[0].contains(hash) || !known[2].insert(hash) {
                            continue;
                        }
                        let first = next.numbers.len();
                        next.numbers.extend_from_slice(numbers);
                        next.numbers[first + usize::from(node.blank)] = number;
                        next.numbers[first + usize::from(cell)] = 0;
                        let (blank, came) = (cell, node.blank);
                        let parent = parent as u32;
                        next.nodes.push(Node { hash, parent, manhattan: wanted, blank, came });
                    }
                }
            }
            let blanks: Vec<u8> = level.nodes.iter().map(|node| node.blank).collect();
            let parents: Vec<u32> = level.nodes.iter().map(|node| node.parent).collect();
            bytes += (blanks.capacity() + parents.capacity() * size_of::<u32>() + size_of::<Trace>()) as u64;
            if next.nodes.is_empty() || !self.allow(bytes) {
                return None;
            }
            traces.push(Trace { blanks, parents });
            std::mem::swap(&mut level, &mut next);
        }
    }
}

/// The moves on the way to a node.
fn way(problem: &Problem, traces: &[Trace], last: &Node) -> Vec<Direction> {
    let mut moves = Vec::with_capacity(traces.len());
    let (mut blank, mut parent) = (last.blank, last.parent as usize);
    for trace in traces.iter().rev() {
        let before = trace.blanks[parent];
        let direction = problem.shape().direction_between(Cell(before.into()), Cell(blank.into()));
        moves.push(direction.expect("the blank goes to a neighbour"));
        (blank, parent) = (before, trace.parents[parent] as usize);
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NamedGoal, Scrambler, Shape, Solution};

    fn search(problem: &Problem, width: usize, memory: u64, below: u32) -> Option<Vec<Direction>> {
        let (stop, peak_bytes) = (&AtomicBool::new(false), &AtomicU64::new(0));
        let found = Beam { width, memory, below, stop, peak_bytes }.search(problem);
        assert!(peak_bytes.load(Ordering::Relaxed) <= memory);
        found
    }

    #[test]
    fn solves_random_cubes_and_gets_better_with_width() {
        let goal = NamedGoal::BlankLast.board(Shape::new(3, 3, 3).unwrap()).unwrap();
        let mut scrambler = Scrambler::new(goal.clone(), 5);
        let mut totals = [0; 2];
        for _ in 0..4 {
            let problem = Problem::new(scrambler.uniform(), goal.clone()).unwrap();
            for (total, width) in totals.iter_mut().zip([300, 3000]) {
                let moves = search(&problem, width, 1 << 30, u32::MAX).unwrap();
                *total += Solution::replay(&problem, moves).unwrap().cost();
            }
        }
        assert!(totals[1] < totals[0], "{totals:?}");
    }

    #[test]
    fn keeps_its_limits() {
        let goal = NamedGoal::BlankLast.board(Shape::flat(4, 4).unwrap()).unwrap();
        let problem = Problem::new(Scrambler::new(goal.clone(), 8).uniform(), goal).unwrap();
        let cost = search(&problem, 500, 1 << 30, u32::MAX).unwrap().len() as u32;
        assert!(search(&problem, 500, 1 << 30, cost).is_none_or(|moves| moves.len() < cost as usize));
        let width = Beam::width_for(100_000, 16, cost);
        assert!(width > 50 && search(&problem, width, 100_000, u32::MAX).is_some());
        assert_eq!(search(&problem, width, 10_000, u32::MAX), None);
        let (stop, peak_bytes) = (&AtomicBool::new(true), &AtomicU64::new(0));
        let stopped = Beam { width: 500, memory: 1 << 30, below: u32::MAX, stop, peak_bytes };
        assert_eq!(stopped.search(&problem), None);
    }

    #[test]
    fn a_solved_board_takes_no_moves() {
        let goal = NamedGoal::BlankLast.board(Shape::flat(3, 3).unwrap()).unwrap();
        let problem = Problem::new(goal.clone(), goal).unwrap();
        assert_eq!(search(&problem, 1, 1 << 20, u32::MAX), Some(Vec::new()));
    }
}
