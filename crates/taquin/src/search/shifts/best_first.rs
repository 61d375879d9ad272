//! Best-first search in shifts, by the same [`Rules`] as in slides.
//!
//! Nodes hold the direction of the move that led to them but not its length. The way back is found all the same: of the
//! boards straight back, one is stored with a smaller g, and any such is as good as the one it came from.

use super::bound::{Bound, take_back};
use crate::board::Board;
use crate::heuristic::{AnyHeuristic, Heuristic};
use crate::metric::{Metric, Move};
use crate::problem::Problem;
use crate::search::best_first::Rules;
use crate::search::best_first::node_table::{Inserted, Label, NodeTable};
use crate::search::best_first::open_list::OpenList;
use crate::search::common::budget::Budget;
use crate::search::common::limits::Limits;
use crate::search::common::observer::{Fate, Node, NodeId, Observer};
use crate::search::common::outcome::{Answer, Outcome, Stats, StopReason};
use crate::shape::Direction;

/// Searches by the given rules. The solution is called optimal only if the rules and the heuristic together prove it.
pub(crate) fn best_first(
    problem: &Problem,
    heuristic: &AnyHeuristic,
    rules: &Rules,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let admissible = heuristic.guarantees().admissible;
    let mut search = Search::new(problem.start(), heuristic, rules, limits, observer);
    search.goal = Some(problem.goal());
    search.lower_bound = if admissible { heuristic.of(problem.start()) } else { 0 };
    search.proves = rules.improve && admissible;
    let outcome = match search.run() {
        Ok(goal) => {
            let steps = search.steps_to(goal);
            let cost = Metric::Shifts.cost(&steps);
            let optimal = search.proves && cost <= search.lower_bound;
            Outcome::solved_in(Metric::Shifts, problem, steps, search.lower_bound.min(cost), optimal)
        }
        Err(why) => Outcome::Stopped { best: None, lower_bound: search.lower_bound, why },
    };
    Answer { outcome, stats: search.figures() }
}

/// Walks through every board that can be reached from the start, as [`exhaust`](crate::search::exhaust) does in slides.
pub(crate) fn exhaust(
    start: &Board,
    heuristic: &AnyHeuristic,
    rules: &Rules,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let mut search = Search::new(start, heuristic, rules, limits, observer);
    let why = search.run().err().unwrap_or(StopReason::DeadEnd);
    Answer { outcome: Outcome::Stopped { best: None, lower_bound: 0, why }, stats: search.figures() }
}

struct Search<'a> {
    start: &'a Board,
    /// Where to end; nowhere, if the whole space is to be walked.
    goal: Option<&'a Board>,
    heuristic: &'a AnyHeuristic,
    rules: &'a Rules,
    observer: &'a mut dyn Observer,
    shows_nodes: bool,
    budget: Budget<'a>,
    table: NodeTable,
    open: OpenList,
    /// By cell: the moves from there, in the rules' order of directions.
    moves: Vec<Vec<Move>>,
    stats: Stats,
    lower_bound: u32,
    /// Whether the open list's smallest priority is a proof.
    proves: bool,
}

impl<'a> Search<'a> {
    /// A search without a goal that proves nothing.
    fn new(
        start: &'a Board,
        heuristic: &'a AnyHeuristic,
        rules: &'a Rules,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
    ) -> Search<'a> {
        let shape = start.shape();
        let order = |shift: &Move| rules.children.iter().position(|&way| way == shift.direction);
        let mut moves: Vec<Vec<Move>> =
            shape.all_cells().map(|cell| Metric::Shifts.moves_from(shape, cell)).collect();
        moves.iter_mut().for_each(|moves| moves.sort_by_key(order));
        Search {
            start,
            goal: None,
            heuristic,
            rules,
            shows_nodes: observer.wants_nodes(),
            observer,
            budget: Budget::new(limits),
            table: NodeTable::new(shape),
            open: OpenList::default(),
            moves,
            stats: Stats::default(),
            lower_bound: 0,
            proves: false,
        }
    }

    /// Runs until the goal comes out of the open list.
    fn run(&mut self) -> Result<NodeId, StopReason> {
        let mut board = self.start.clone();
        self.table.make_room(&self.budget, self.open.bytes())?;
        self.table.insert(&board, Label::new(0, None));
        let root = self.rules.order.priority(0, self.heuristic.of(&board));
        self.open.push(root, 0, &self.budget, || self.table.bytes())?;
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
            let is_goal = self.goal == Some(&board);
            if self.shows_nodes {
                let (via, g, h) = (label.via(), label.g(), self.heuristic.of(&board));
                let node = Node { id, parent: None, via, g, h, board: &board };
                if is_goal { self.observer.goal(node) } else { self.observer.expanding(node) }
            }
            if is_goal {
                return Ok(id);
            }
            self.table.set_label(id, label.closed());
            self.expand(id, label, &mut board)?;
        }
        Err(StopReason::DeadEnd)
    }

    /// Makes the children of a node: along the axis of the move that led to it there are none worth making.
    fn expand(&mut self, id: NodeId, label: Label, board: &mut Board) -> Result<(), StopReason> {
        self.stats.expanded += 1;
        let memo = self.heuristic.remember(board);
        let from = board.blank();
        let g = label.g() + 1;
        for place in 0..self.moves[from.index()].len() {
            let shift = self.moves[from.index()][place];
            if label.via().map(Direction::axis) == Some(shift.direction.axis()) {
                continue;
            }
            let memo = Bound(self.heuristic).shift(board, memo, &shift);
            let h = self.heuristic.estimate(memo);
            self.stats.generated += 1;
            self.table.make_room(&self.budget, self.open.bytes())?;
            let (child, fate) = self.take_in(board, Label::new(g, Some(shift.direction)), h)?;
            if self.shows_nodes {
                let via = Some(shift.direction);
                self.observer.generated(Node { id: child, parent: Some(id), via, g, h, board }, fate);
            }
            take_back(board, from);
        }
        Ok(())
    }

    /// Stores a child, or compares it with what is known of its board.
    fn take_in(&mut self, board: &Board, label: Label, h: u32) -> Result<(NodeId, Fate), StopReason> {
        let (id, fate) = match self.table.insert(board, label) {
            Inserted::New(id) => (id, Fate::New),
            Inserted::Known(id) => {
                let known = self.table.label(id);
                let fate = match known.is_closed() {
                    _ if !self.rules.improve || known.g() <= label.g() => Fate::Duplicate,
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
            let priority = self.rules.order.priority(label.g(), h);
            self.open.push(priority, id, &self.budget, || self.table.bytes())?;
        }
        Ok((id, fate))
    }

    /// What the search has taken.
    fn figures(&self) -> Stats {
        let mut stats = self.stats.clone();
        stats.peak_bytes = self.table.bytes() + self.open.bytes();
        stats.reached = Some(self.table.len());
        stats.elapsed = self.budget.elapsed();
        stats
    }

    /// The steps from the start to a node.
    fn steps_to(&self, goal: NodeId) -> Vec<Direction> {
        let mut board = self.start.clone();
        let mut steps = Vec::new();
        let mut id = goal;
        while let Some(via) = self.table.label(id).via() {
            let g = self.table.label(id).g();
            self.table.load(id, &mut board);
            id = loop {
                board.slide(via.opposite()).expect("a node has a board straight back that it came from");
                steps.push(via);
                match self.table.find(&board) {
                    Some(parent) if self.table.label(parent).g() < g => break parent,
                    _ => {}
                }
            };
        }
        steps.reverse();
        steps
    }
}
