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
struct Trail {
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
        let cells = problem.shape().cells();
        if cells > MOST_CELLS || self.width == 0 {
            return None;
        }
        let level_bytes = 2 * self.width * (cells + size_of::<Node>());
        let bytes = (level_bytes + 3 * Hashes::bytes(self.width) + 2 * cells * cells) as u64;
        if !self.allow(bytes) {
            return None;
        }
        let mut climb = Climb::new(self, problem, bytes);
        loop {
            if let Some(solved) = climb.level.nodes.iter().find(|node| node.manhattan == 0) {
                return Some(way(problem, &climb.trails, solved));
            }
            climb.next_level()?;
        }
    }
}

/// A beam on its way up.
struct Climb<'a> {
    beam: &'a Beam<'a>,
    cells: usize,
    /// By number and cell, the moves of a tile to where it belongs.
    distances: Vec<u16>,
    neighbours: Vec<Vec<u8>>,
    /// Ways must have fewer moves than this.
    below: u32,
    level: Level,
    next: Level,
    trails: Vec<Trail>,
    /// Of the level before the current one, of the current one, and of the next.
    known: [Hashes; 3],
    bytes: u64,
}

impl<'a> Climb<'a> {
    fn new(beam: &'a Beam<'a>, problem: &Problem, bytes: u64) -> Climb<'a> {
        let shape = problem.shape();
        let cells = shape.cells();
        let manhattan = Manhattan::new(problem.goal());
        let distances: Vec<u16> = (0..cells as u16)
            .flat_map(|number| shape.all_cells().map(move |cell| (number, cell)))
            .map(|(number, cell)| Tile::new(number).map_or(0, |tile| manhattan.distance(tile, cell) as u16))
            .collect();
        let neighbours: Vec<Vec<u8>> = moves_from(shape, &Direction::ALL)
            .into_iter()
            .map(|moves| moves.into_iter().map(|(_, cell)| cell.0 as u8).collect())
            .collect();
        let numbers: Vec<u8> = problem.start().numbers().map(|number| number as u8).collect();
        let far = |number: u8, cell: usize| distances[usize::from(number) * cells + cell];
        let root = Node {
            hash: numbers.iter().zip(0..).fold(0, |hash, (&number, cell)| hash ^ key(number, cell)),
            parent: 0,
            manhattan: numbers.iter().zip(0..).map(|(&number, cell)| far(number, cell)).sum(),
            blank: problem.start().blank().0 as u8,
            came: problem.start().blank().0 as u8,
        };
        let below = beam.below.min(3 * u32::from(root.manhattan) + 60);
        let mut level = Level::with_room_for(beam.width, cells);
        level.nodes.push(root);
        level.numbers.extend(numbers);
        let next = Level::with_room_for(beam.width, cells);
        let known = [(); 3].map(|()| Hashes::new(beam.width));
        Climb { beam, cells, distances, neighbours, below, level, next, trails: Vec::new(), known, bytes }
    }

    /// Goes to the next level. `None` if there is none, or a limit forbids it.
    fn next_level(&mut self) -> Option<()> {
        let counts = self.counts();
        self.known.rotate_left(1);
        self.known[2].clear();
        self.next.nodes.clear();
        self.next.numbers.clear();
        let depth = self.trails.len() as u32;
        // Nearest first, so that a full level has dropped the farthest.
        for (wanted, _) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            if self.next.nodes.len() == self.beam.width || depth + 1 + wanted as u32 >= self.below {
                break;
            }
            self.keep(wanted as u16)?;
        }
        let blanks: Vec<u8> = self.level.nodes.iter().map(|node| node.blank).collect();
        let parents: Vec<u32> = self.level.nodes.iter().map(|node| node.parent).collect();
        self.bytes += (blanks.capacity() + parents.capacity() * size_of::<u32>() + size_of::<Trail>()) as u64;
        if self.next.nodes.is_empty() || !self.beam.allow(self.bytes) {
            return None;
        }
        self.trails.push(Trail { blanks, parents });
        std::mem::swap(&mut self.level, &mut self.next);
        Some(())
    }

    /// By Manhattan distance, how many children have it.
    fn counts(&self) -> Vec<usize> {
        let mut counts: Vec<usize> = Vec::new();
        for (node, numbers) in self.level.nodes.iter().zip(self.level.numbers.chunks(self.cells)) {
            for &cell in self.neighbours[usize::from(node.blank)].iter().filter(|&&cell| cell != node.came) {
                let manhattan = usize::from(self.child_distance(node, numbers, cell));
                if counts.len() <= manhattan {
                    counts.resize(manhattan + 1, 0);
                }
                counts[manhattan] += 1;
            }
        }
        counts
    }

    #[inline]
    fn child_distance(&self, node: &Node, numbers: &[u8], cell: u8) -> u16 {
        let number = numbers[usize::from(cell)];
        let far = |cell: u8| self.distances[usize::from(number) * self.cells + usize::from(cell)];
        node.manhattan + far(node.blank) - far(cell)
    }

    /// Puts new children with this distance on the next level while there is room. `None` if it is told to stop.
    fn keep(&mut self, wanted: u16) -> Option<()> {
        for (parent, (node, numbers)) in
            self.level.nodes.iter().zip(self.level.numbers.chunks(self.cells)).enumerate()
        {
            if parent % PATIENCE == 0 && self.beam.stop.load(Ordering::Relaxed) {
                return None;
            }
            if node.manhattan.abs_diff(wanted) != 1 {
                continue;
            }
            for &cell in &self.neighbours[usize::from(node.blank)] {
                let full = self.next.nodes.len() == self.beam.width;
                if full || cell == node.came || self.child_distance(node, numbers, cell) != wanted {
                    continue;
                }
                let number = numbers[usize::from(cell)];
                let hash = node.hash
                    ^ key(number, cell)
                    ^ key(number, node.blank)
                    ^ key(0, node.blank)
                    ^ key(0, cell);
                if self.known[0].contains(hash) || !self.known[2].insert(hash) {
                    continue;
                }
                let first = self.next.numbers.len();
                self.next.numbers.extend_from_slice(numbers);
                self.next.numbers[first + usize::from(node.blank)] = number;
                self.next.numbers[first + usize::from(cell)] = 0;
                let (blank, came) = (cell, node.blank);
                let parent = parent as u32;
                self.next.nodes.push(Node { hash, parent, manhattan: wanted, blank, came });
            }
        }
        Some(())
    }
}

/// The moves on the way to a node.
fn way(problem: &Problem, trails: &[Trail], last: &Node) -> Vec<Direction> {
    let mut moves = Vec::with_capacity(trails.len());
    let (mut blank, mut parent) = (last.blank, last.parent as usize);
    for trail in trails.iter().rev() {
        let before = trail.blanks[parent];
        let direction = problem.shape().direction_between(Cell(before.into()), Cell(blank.into()));
        moves.push(direction.expect("the blank goes to a neighbour"));
        (blank, parent) = (before, trail.parents[parent] as usize);
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
