//! Breadth-first search: all boards one move away, then two, and so on.

use super::best_first::node_table::{Inserted, Label, NodeTable};
use super::common::budget::Budget;
use super::common::limits::Limits;
use super::common::observer::{Fate, Node, Observer};
use super::common::outcome::{Answer, Outcome, Stats, StopReason};
use crate::problem::Problem;
use crate::shape::Direction;

/// Finds a shortest solution without any estimate.
pub fn bfs(problem: &Problem, limits: &Limits, observer: &mut dyn Observer) -> Answer {
    let mut budget = Budget::new(limits);
    let mut stats = Stats::default();
    let mut table = NodeTable::new(problem.shape());
    let mut depth = 0;
    let outcome = match run(problem, &mut budget, &mut table, &mut stats, &mut depth, observer) {
        Ok(goal) => {
            let moves = table.path(goal, &mut problem.start().clone());
            let cost = moves.len() as u32;
            Outcome::solved(problem, moves, cost, true)
        }
        Err(why) => Outcome::Stopped { best: None, lower_bound: depth, why },
    };
    stats.reached = Some(table.len());
    stats.peak_bytes = table.bytes();
    stats.elapsed = budget.elapsed();
    Answer { outcome, stats }
}

/// Nodes are numbered in the order in which they are found, so the table itself is the queue.
/// `depth` is the length that every solution has at least.
fn run(
    problem: &Problem,
    budget: &mut Budget<'_>,
    table: &mut NodeTable,
    stats: &mut Stats,
    depth: &mut u32,
    observer: &mut dyn Observer,
) -> Result<u32, StopReason> {
    let mut board = problem.start().clone();
    let shape = problem.shape();
    table.make_room(budget, 0)?;
    table.insert(&board, Label::new(0, None));
    let shows_nodes = observer.wants_nodes();
    if &board == problem.goal() {
        observer.goal(Node { id: 0, parent: None, via: None, g: 0, h: 0, board: &board });
        return Ok(0);
    }
    let mut id = 0;
    while u64::from(id) < table.len() {
        let label = table.label(id);
        *depth = label.g() + 1;
        budget.check(stats, *depth, observer)?;
        table.load(id, &mut board);
        if shows_nodes {
            let (via, g) = (label.via(), label.g());
            observer.expanding(Node { id, parent: None, via, g, h: 0, board: &board });
        }
        stats.expanded += 1;
        for direction in Direction::ALL {
            if Some(direction.opposite()) == label.via() {
                continue;
            }
            let Some(next) = shape.neighbour(board.blank(), direction) else { continue };
            let slide = board.slide_blank_to(next);
            stats.generated += 1;
            table.make_room(budget, 0)?;
            let g = label.g() + 1;
            let (child, fate) = match table.insert(&board, Label::new(g, Some(direction))) {
                Inserted::New(child) => (child, Fate::New),
                Inserted::Known(child) => (child, Fate::Duplicate),
            };
            let node = Node { id: child, parent: Some(id), via: Some(direction), g, h: 0, board: &board };
            if shows_nodes {
                observer.generated(node, fate);
            }
            if fate == Fate::New && board.blank() == problem.goal().blank() && &board == problem.goal() {
                observer.goal(node);
                return Ok(child);
            }
            board.take_back(slide);
        }
        id += 1;
    }
    unreachable!("a solvable problem's goal is among the boards that can be reached")
}
