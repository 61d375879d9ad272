//! Runs a search and hands out its events.
//!
//! `astar` is the textbook's here: ties in f are first in, first out, and children are handled in
//! the order right, left, down, up, as a program does that pushes them up, down, left, right on a
//! stack. All other algorithms are the library's own.

use super::event::{End, Event, Node, Start};
use std::collections::HashMap;
use std::ops::ControlFlow;
use taquin::heuristic::{AnyHeuristic, HeuristicName};
use taquin::notation::Notation;
use taquin::search::{
    Algorithm, Answer, Fate, Limits, NodeId, Observer, Order, Outcome, Plan, Rules, Stats, best_first,
    exhaust, solve,
};
use taquin::{Board, Direction, Problem, Solvability};

/// A search to be written down.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) start: Board,
    /// Of the same shape as the start.
    pub(crate) goal: Board,
    pub(crate) plan: Plan,
    /// Whether to walk through everything that can be reached if the goal cannot.
    pub(crate) exhaustive: bool,
    /// Expansions to write down. The search goes on after them.
    pub(crate) max_steps: u64,
}

/// Searches, and hands every event to `sink` until that has enough. No answer if the goal cannot be
/// reached and nobody wants to see the search fail.
pub(crate) fn record(
    task: &Task,
    limits: &Limits,
    sink: &mut dyn FnMut(&Event) -> ControlFlow<()>,
) -> Option<Answer> {
    let Task { start, goal, plan, .. } = task;
    let solvability = Solvability::of(start, goal);
    let mut recorder = Recorder {
        sink,
        parents: HashMap::new(),
        steps_left: task.max_steps,
        truncated: false,
        stopped: false,
    };
    recorder.send(&Event::Start(Start {
        shape: start.shape().to_string(),
        start: start.to_string(),
        goal: goal.to_string(),
        algorithm: plan.algorithm.name(),
        heuristic: plan.algorithm.uses_heuristic().then(|| plan.heuristic.to_string()),
        solvable: solvability.is_solvable(),
        reason: solvability.to_string(),
    }));
    let heuristic =
        if plan.algorithm.uses_heuristic() { plan.heuristic.clone() } else { HeuristicName::Zero };
    let heuristic = heuristic.build(goal);
    let answer = match Problem::new(start.clone(), goal.clone()) {
        Ok(problem) => Some(search(&problem, plan, &heuristic, limits, &mut recorder)),
        Err(_) if task.exhaustive => {
            rules(plan.algorithm).map(|rules| exhaust(start, &heuristic, &rules, limits, &mut recorder))
        }
        Err(_) => None,
    };
    let end = end(answer.as_ref(), recorder.truncated);
    recorder.send(&Event::End(end));
    answer
}

/// The rules of a search with an open list, where it is to be walked to its end.
pub(crate) fn rules(algorithm: Algorithm) -> Option<Rules> {
    let order = match algorithm {
        Algorithm::Astar | Algorithm::Bfs | Algorithm::MarkAtGeneration => Order::Cheapest,
        Algorithm::Greedy => Order::Nearest,
        _ => return None,
    };
    let textbook = algorithm == Algorithm::Astar;
    Some(Rules {
        order,
        children: if textbook { TEXTBOOK_CHILDREN } else { Direction::ALL },
        improve: textbook,
        expand_goal: false,
    })
}

const TEXTBOOK_CHILDREN: [Direction; 6] =
    [Direction::East, Direction::West, Direction::South, Direction::North, Direction::Down, Direction::Up];

/// A* as textbooks have it.
pub(crate) const TEXTBOOK: Rules =
    Rules { order: Order::Cheapest, children: TEXTBOOK_CHILDREN, improve: true, expand_goal: false };

fn search(
    problem: &Problem,
    plan: &Plan,
    heuristic: &AnyHeuristic,
    limits: &Limits,
    recorder: &mut Recorder<'_>,
) -> Answer {
    match plan.algorithm {
        Algorithm::Astar => best_first(problem, heuristic, &TEXTBOOK, limits, recorder),
        _ => solve(problem, plan, heuristic, limits, recorder),
    }
}

fn end(answer: Option<&Answer>, truncated: bool) -> End {
    let Some(answer) = answer else {
        return End {
            solved: false,
            optimal: false,
            cost: None,
            moves: None,
            expanded: 0,
            generated: 0,
            reached: None,
            truncated,
            stopped_by: None,
        };
    };
    let solution = answer.outcome.solution();
    End {
        solved: solution.is_some(),
        optimal: answer.outcome.is_optimal(),
        cost: solution.map(|solution| solution.cost()),
        moves: solution.map(|solution| Notation::Blank.write(solution)),
        expanded: answer.stats.expanded,
        generated: answer.stats.generated,
        reached: answer.stats.reached,
        truncated,
        stopped_by: match answer.outcome {
            Outcome::Solved { .. } => None,
            Outcome::Stopped { why, .. } => Some(why.name()),
        },
    }
}

/// Watches a search and makes events of what it sees.
struct Recorder<'a> {
    sink: &'a mut dyn FnMut(&Event) -> ControlFlow<()>,
    /// The parent of every node written down, by the best way so far.
    parents: HashMap<NodeId, NodeId>,
    steps_left: u64,
    truncated: bool,
    /// Nobody listens any more.
    stopped: bool,
}

impl Recorder<'_> {
    fn send(&mut self, event: &Event) {
        self.stopped = self.stopped || (self.sink)(event).is_break();
    }

    fn describe(&self, node: taquin::search::Node<'_>) -> Node {
        Node {
            id: node.id,
            parent: node.parent.or_else(|| self.parents.get(&node.id).copied()),
            via: node.via.map(|direction| node.board.shape().letter(direction)),
            g: node.g,
            h: node.h,
            f: node.f(),
            board: node.board.to_string(),
        }
    }
}

impl Observer for Recorder<'_> {
    fn expanding(&mut self, node: taquin::search::Node<'_>) {
        if self.steps_left == 0 {
            self.truncated = true;
            return;
        }
        self.steps_left -= 1;
        let node = self.describe(node);
        self.send(&Event::Expand(node));
    }

    fn generated(&mut self, node: taquin::search::Node<'_>, fate: Fate) {
        if self.truncated {
            return;
        }
        if let (Some(parent), true) = (node.parent, fate != Fate::Duplicate) {
            self.parents.insert(node.id, parent);
        }
        let node = self.describe(node);
        self.send(&match fate {
            Fate::New => Event::Generate(node),
            Fate::Duplicate => Event::Duplicate(node),
            Fate::Improved => Event::Improve(node),
            Fate::Reopened => Event::Reopen(node),
            Fate::Pruned => Event::Prune(node),
        });
    }

    fn goal(&mut self, node: taquin::search::Node<'_>) {
        let node = self.describe(node);
        self.send(&Event::Goal(node));
    }

    fn iteration(&mut self, bound: u32) {
        if !self.truncated {
            self.send(&Event::Iteration { bound });
        }
    }

    fn progress(&mut self, _: &Stats, _: u32) -> ControlFlow<()> {
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
