//! Breadth-first search from both ends until the two meet.

use super::best_first::node_table::{Inserted, Label, NodeTable};
use super::common::budget::Budget;
use super::common::limits::Limits;
use super::common::observer::{Fate, Node, Observer};
use super::common::outcome::{Answer, Outcome, Stats, StopReason};
use crate::board::Board;
use crate::problem::Problem;
use crate::shape::Direction;

/// Finds a shortest solution without any estimate, storing about twice the square root of the
/// boards that [`super::bfs`] stores. Node numbers are even from the start, odd from the goal.
pub fn bidirectional(problem: &Problem, limits: &Limits, observer: &mut dyn Observer) -> Answer {
    let mut search = Search {
        budget: Budget::new(limits),
        stats: Stats::default(),
        ends: [End::new(problem.start()), End::new(problem.goal())],
        shows_nodes: observer.wants_nodes(),
        observer,
    };
    let outcome = match search.run(problem) {
        Ok(meeting) => {
            let mut moves = search.ends[0].path(&meeting);
            moves.extend(search.ends[1].path(&meeting).into_iter().rev().map(Direction::opposite));
            let cost = moves.len() as u32;
            Outcome::solved(problem, moves, cost, true)
        }
        Err(why) => Outcome::Stopped { best: None, lower_bound: search.lower_bound(), why },
    };
    let mut stats = search.stats;
    stats.reached = Some(search.ends.iter().map(|end| end.table.len()).sum());
    stats.peak_bytes = search.ends.iter().map(|end| end.table.bytes()).sum();
    stats.elapsed = search.budget.elapsed();
    Answer { outcome, stats }
}

struct Search<'a> {
    budget: Budget<'a>,
    stats: Stats,
    ends: [End; 2],
    observer: &'a mut dyn Observer,
    /// Whether the observer wants to see single nodes.
    shows_nodes: bool,
}

/// The boards found from one end. The table is the queue.
struct End {
    root: Board,
    table: NodeTable,
    /// The next node to expand.
    next: u32,
    /// Every board up to this many moves away has been found.
    complete: u32,
}

impl End {
    fn new(root: &Board) -> End {
        End { root: root.clone(), table: NodeTable::new(root.shape()), next: 0, complete: 0 }
    }

    /// How many nodes wait to be expanded.
    fn frontier(&self) -> u64 {
        self.table.len() - u64::from(self.next)
    }

    fn path(&self, meeting: &Board) -> Vec<Direction> {
        let id = self.table.find(meeting).expect("both ends have found the meeting board");
        self.table.path(id, &mut self.root.clone())
    }
}

impl Search<'_> {
    /// No way is shorter: the ends have not met yet.
    fn lower_bound(&self) -> u32 {
        let differ = self.ends[0].root != self.ends[1].root;
        self.ends[0].complete + self.ends[1].complete + u32::from(differ)
    }

    /// Expands whole levels, always at the end with fewer nodes waiting, until a board of one end
    /// turns up at the other. All shorter ways have been ruled out by the levels before.
    fn run(&mut self, problem: &Problem) -> Result<Board, StopReason> {
        let mut others = 0;
        for (index, end) in self.ends.iter_mut().enumerate() {
            end.table.make_room(&self.budget, others)?;
            others += end.table.bytes();
            end.table.insert(&end.root, Label::new(0, None));
            if self.shows_nodes {
                let node = Node { id: index as u32, parent: None, via: None, g: 0, h: 0, board: &end.root };
                self.observer.generated(node, Fate::New);
            }
        }
        if problem.start() == problem.goal() {
            return Ok(problem.start().clone());
        }
        let mut board = problem.start().clone();
        loop {
            let side = usize::from(self.ends[1].frontier() < self.ends[0].frontier());
            let level = self.ends[side].complete;
            while self.ends[side].next < self.ends[side].table.len() as u32
                && self.ends[side].table.label(self.ends[side].next).g() == level
            {
                let bound = self.ends[0].complete + self.ends[1].complete + 1;
                self.budget.check(&mut self.stats, bound, self.observer)?;
                if self.expand(side, &mut board)? {
                    return Ok(board);
                }
            }
            self.ends[side].complete += 1;
        }
    }

    /// Expands one node; true if `board` is a board that both ends have found.
    fn expand(&mut self, side: usize, board: &mut Board) -> Result<bool, StopReason> {
        let [first, second] = &mut self.ends;
        let (end, other) = if side == 0 { (first, second) } else { (second, first) };
        let number = |id: u32| id * 2 + side as u32;
        let id = end.next;
        end.next += 1;
        let label = end.table.label(id);
        end.table.load(id, board);
        if self.shows_nodes {
            let (via, g) = (label.via(), label.g());
            self.observer.expanding(Node { id: number(id), parent: None, via, g, h: 0, board });
        }
        self.stats.expanded += 1;
        let shape = board.shape();
        for direction in Direction::ALL {
            if Some(direction.opposite()) == label.via() {
                continue;
            }
            let Some(next) = shape.neighbour(board.blank(), direction) else { continue };
            let slide = board.slide_blank_to(next);
            self.stats.generated += 1;
            end.table.make_room(&self.budget, other.table.bytes())?;
            let (child, fate) = match end.table.insert(board, Label::new(label.g() + 1, Some(direction))) {
                Inserted::New(child) => (child, Fate::New),
                Inserted::Known(child) => (child, Fate::Duplicate),
            };
            let node = Node {
                id: number(child),
                parent: Some(number(id)),
                via: Some(direction),
                g: label.g() + 1,
                h: 0,
                board,
            };
            if self.shows_nodes {
                self.observer.generated(node, fate);
            }
            if fate == Fate::New && other.table.find(board).is_some() {
                self.observer.goal(node);
                return Ok(true);
            }
            board.take_back(slide);
        }
        Ok(false)
    }
}
