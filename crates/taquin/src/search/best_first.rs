//! The engine of A* and its relatives: an open list, a table of boards seen, and rules that say in
//! which order nodes come out and what happens when a board is met again.

pub(crate) mod node_table;
pub(crate) mod open_list;
mod packing;

use super::common::budget::Budget;
use super::common::limits::Limits;
use super::common::observer::{Fate, Node, NodeId, Observer};
use super::common::outcome::{Answer, Outcome, Stats, StopReason};
use super::weighted_astar::Weight;
use crate::board::Board;
use crate::heuristic::{Heuristic, assert_same_goal};
use crate::problem::Problem;
use crate::shape::{Direction, MovesFrom, moves_from};
use node_table::{Inserted, Label, NodeTable};
use open_list::{OpenList, Priority};

/// Which node of the open list comes next. Ties that are left are first in, first out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Smallest g + h, ties by larger g.
    CheapestDeepest,
    /// Smallest g + h.
    Cheapest,
    /// Smallest g + w·h with w in thousandths, ties by larger g.
    Weighted(u32),
    /// Smallest h.
    Nearest,
}

impl Order {
    #[inline]
    pub(super) fn priority(self, g: u32, h: u32) -> Priority {
        let f = u64::from(g) + u64::from(h);
        match self {
            Order::CheapestDeepest => Priority { key: f, depth: g },
            Order::Cheapest => Priority { key: f, depth: 0 },
            Order::Weighted(weight) => {
                Priority { key: 1000 * u64::from(g) + u64::from(weight) * u64::from(h), depth: g }
            }
            Order::Nearest => Priority { key: u64::from(h), depth: 0 },
        }
    }

    /// The estimate of a node with this priority, where it can be told.
    #[inline]
    fn estimate(self, priority: Priority, g: u32) -> Option<u32> {
        match self {
            Order::CheapestDeepest | Order::Cheapest => Some(priority.key as u32 - g),
            Order::Nearest => Some(priority.key as u32),
            Order::Weighted(_) => None,
        }
    }

    /// What the smallest priority on the open list proves if h is admissible and boards are
    /// improved: some open node lies on a shortest way, with its right g.
    pub(super) fn lower_bound(self, smallest: Priority) -> u32 {
        match self {
            Order::CheapestDeepest | Order::Cheapest => smallest.key as u32,
            Order::Weighted(weight) => smallest.key.div_ceil(u64::from(weight.max(1000))) as u32,
            Order::Nearest => 0,
        }
    }
}

/// How a best-first search goes about its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Which node comes next.
    pub order: Order,
    /// In which order children are made.
    pub children: [Direction; 6],
    /// Whether a shorter way to a known board counts. If not, the first way is kept for ever.
    pub improve: bool,
    /// Whether the goal's children are made too before the search ends.
    pub expand_goal: bool,
}

impl Rules {
    /// Smallest f first, ties by larger g; a shorter way to a known board counts.
    pub const ASTAR: Rules =
        Rules { order: Order::CheapestDeepest, children: Direction::ALL, improve: true, expand_goal: false };

    /// A\* as textbooks have it: smallest f first, ties first in, first out; children right, left, down, up, as by a program
    /// that pushes them up, down, left, right on a stack.
    pub const TEXTBOOK: Rules = Rules {
        order: Order::Cheapest,
        children: [
            Direction::East,
            Direction::West,
            Direction::South,
            Direction::North,
            Direction::Down,
            Direction::Up,
        ],
        improve: true,
        expand_goal: false,
    };

    /// Smallest h first, however far the node is from the start.
    pub const GREEDY: Rules =
        Rules { order: Order::Nearest, children: Direction::ALL, improve: false, expand_goal: false };

    /// Smallest f first, but a board is marked when it is first generated, and a shorter way to it
    /// found later does not count.
    pub const MARK_AT_GENERATION: Rules =
        Rules { order: Order::Cheapest, children: Direction::ALL, improve: false, expand_goal: false };

    /// Smallest g + w·h first.
    pub fn weighted(weight: Weight) -> Rules {
        Rules { order: Order::Weighted(weight.thousandths()), ..Rules::ASTAR }
    }
}

/// Searches by the given rules. The solution is called optimal only if the rules and the heuristic
/// together prove it.
pub fn best_first<H: Heuristic>(
    problem: &Problem,
    heuristic: &H,
    rules: &Rules,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    run(problem, heuristic, rules, limits, observer).0.confronted(heuristic)
}

/// What a search held when it stopped.
pub(super) struct Remains {
    pub(super) table: NodeTable,
    pub(super) open: OpenList,
    /// The node that was under expansion, closed but not done with.
    pub(super) interrupted: Option<NodeId>,
}

/// The same, and what is left of the search.
pub(super) fn run<H: Heuristic>(
    problem: &Problem,
    heuristic: &H,
    rules: &Rules,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> (Answer, Remains) {
    assert_same_goal(heuristic, problem);
    let admissible = heuristic.guarantees().admissible;
    let mut search = Search::new(problem.start(), heuristic, rules, limits, observer);
    search.goal = Some(problem.goal());
    search.proves = rules.improve && admissible;
    search.lower_bound = if admissible { heuristic.of(problem.start()) } else { 0 };
    let outcome = match search.run() {
        Ok(goal) => {
            let moves = search.table.path(goal, &mut problem.start().clone());
            let cost = moves.len() as u32;
            let optimal = search.proves && cost <= search.lower_bound;
            Outcome::solved(problem, moves, search.lower_bound.min(cost), optimal)
        }
        Err(why) => Outcome::Stopped { best: None, lower_bound: search.lower_bound, why },
    };
    let stats = search.stats();
    let remains = Remains { table: search.table, open: search.open, interrupted: search.interrupted };
    (Answer { outcome, stats }, remains)
}

/// Walks through every board that can be reached from the start, as [`best_first`] does when the
/// goal never comes: what a program does with an unsolvable board if it does not look at parity
/// first. It ends with [`StopReason::DeadEnd`] when there is nothing left, or by a limit.
pub fn exhaust<H: Heuristic>(
    start: &Board,
    heuristic: &H,
    rules: &Rules,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let mut search = Search::new(start, heuristic, rules, limits, observer);
    let why = search.run().err().unwrap_or(StopReason::DeadEnd);
    Answer { outcome: Outcome::Stopped { best: None, lower_bound: 0, why }, stats: search.stats() }
}

struct Search<'a, H> {
    start: &'a Board,
    /// Where to end; nowhere, if the whole space is to be walked.
    goal: Option<&'a Board>,
    heuristic: &'a H,
    rules: &'a Rules,
    observer: &'a mut dyn Observer,
    /// Whether the observer wants to see single nodes.
    shows_nodes: bool,
    budget: Budget<'a>,
    table: NodeTable,
    open: OpenList,
    moves: MovesFrom,
    stats: Stats,
    interrupted: Option<NodeId>,
    lower_bound: u32,
    /// Whether the open list's smallest priority is a proof.
    proves: bool,
}

impl<'a, H: Heuristic> Search<'a, H> {
    /// A search without a goal that proves nothing.
    fn new(
        start: &'a Board,
        heuristic: &'a H,
        rules: &'a Rules,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
    ) -> Search<'a, H> {
        Search {
            start,
            goal: None,
            heuristic,
            rules,
            shows_nodes: observer.wants_nodes(),
            observer,
            budget: Budget::new(limits),
            table: NodeTable::new(start.shape()),
            open: OpenList::default(),
            moves: moves_from(start.shape(), &rules.children),
            stats: Stats::default(),
            interrupted: None,
            lower_bound: 0,
            proves: false,
        }
    }

    /// The figures, once the search is over.
    fn stats(&mut self) -> Stats {
        let mut stats = std::mem::take(&mut self.stats);
        stats.peak_bytes = self.table.bytes() + self.open.bytes();
        stats.reached = Some(self.table.len());
        stats.elapsed = self.budget.elapsed();
        stats
    }

    /// Runs until the goal comes out of the open list.
    fn run(&mut self) -> Result<NodeId, StopReason> {
        let mut board = self.start.clone();
        self.table.make_room(&self.budget, self.open.bytes())?;
        self.table.insert(&board, Label::new(0, None));
        let h = self.heuristic.of(&board);
        let root = self.rules.order.priority(0, h);
        // A root that finds no room is left as a node under expansion is.
        let pushed = self.open.push(root, 0, &self.budget, || self.table.bytes());
        pushed.inspect_err(|_| self.interrupted = Some(0))?;
        while let Some((priority, id)) = self.open.pop() {
            let label = self.table.label(id);
            if label.is_closed() {
                // A shorter way to this board was expanded before this entry came out.
                continue;
            }
            if self.proves {
                self.lower_bound = self.lower_bound.max(self.rules.order.lower_bound(priority));
            }
            self.budget.check(&mut self.stats, self.lower_bound, self.observer)?;
            self.table.load(id, &mut board);
            if self.goal.is_some_and(|goal| board.blank() == goal.blank() && &board == goal) {
                if self.shows_nodes {
                    let h = self.heuristic.of(&board);
                    self.observer.goal(self.node(id, label, h, &board));
                }
                if self.rules.expand_goal {
                    self.expand(id, label, None, &mut board)?;
                }
                return Ok(id);
            }
            self.table.set_label(id, label.closed());
            // A node that is not closed has come out with its latest g.
            let h = self.rules.order.estimate(priority, label.g());
            self.expand(id, label, h, &mut board).inspect_err(|_| self.interrupted = Some(id))?;
        }
        // The whole space has been walked: there is no goal, or the rules kept it from being found.
        Err(StopReason::DeadEnd)
    }

    /// Makes the children of a node: first all boards and estimates, so that the table's trips to
    /// memory overlap, then one by one what becomes of each.
    fn expand(
        &mut self,
        id: NodeId,
        label: Label,
        h: Option<u32>,
        board: &mut Board,
    ) -> Result<(), StopReason> {
        let memo = match h {
            Some(h) => self.heuristic.recall(board, h),
            None => self.heuristic.remember(board),
        };
        if self.shows_nodes {
            self.observer.expanding(self.node(id, label, self.heuristic.estimate(memo), board));
        }
        self.stats.expanded += 1;
        self.table.make_room(&self.budget, self.open.bytes())?;
        let back = label.via().map(Direction::opposite);
        let from = board.blank().index();
        let mut estimates = [0; 6];
        self.table.stage_parent(id);
        for (stage, &(direction, cell)) in self.moves[from].iter().enumerate() {
            if Some(direction) != back {
                let slide = board.slide_blank_to(cell);
                estimates[stage] = self.heuristic.estimate(self.heuristic.after(memo, board, slide));
                self.table.stage_child(stage, slide, board);
                board.take_back(slide);
            }
        }
        for (stage, h) in estimates.into_iter().enumerate().take(self.moves[from].len()) {
            let (direction, cell) = self.moves[from][stage];
            if Some(direction) == back {
                continue;
            }
            let g = label.g() + 1;
            let (child, fate) = self.take_in(stage, direction, g, h)?;
            if self.shows_nodes {
                let slide = board.slide_blank_to(cell);
                let node = Node { id: child, parent: Some(id), via: Some(direction), g, h, board };
                self.observer.generated(node, fate);
                board.take_back(slide);
            }
        }
        Ok(())
    }

    /// Stores a staged child, or compares it with what is known of its board.
    #[inline]
    fn take_in(
        &mut self,
        stage: usize,
        via: Direction,
        g: u32,
        h: u32,
    ) -> Result<(NodeId, Fate), StopReason> {
        self.stats.generated += 1;
        let label = Label::new(g, Some(via));
        let (id, fate) = match self.table.insert_staged(stage, label) {
            Inserted::New(id) => (id, Fate::New),
            Inserted::Known(id) => {
                let known = self.table.label(id);
                let fate = match known.is_closed() {
                    _ if !self.rules.improve || known.g() <= g => Fate::Duplicate,
                    true => Fate::Reopened,
                    false => Fate::Improved,
                };
                if fate != Fate::Duplicate {
                    self.table.set_label(id, label);
                }
                (id, fate)
            }
        };
        if fate != Fate::Duplicate {
            let priority = self.rules.order.priority(g, h);
            self.open.push(priority, id, &self.budget, || self.table.bytes())?;
        }
        Ok((id, fate))
    }

    fn node<'b>(&self, id: NodeId, label: Label, h: u32, board: &'b Board) -> Node<'b> {
        Node { id, parent: None, via: label.via(), g: label.g(), h, board }
    }
}
