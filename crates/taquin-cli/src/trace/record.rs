//! Runs a search and hands out its events.
//!
//! `astar` is the textbook's here: ties in f are first in, first out, and children are handled in
//! the order right, left, down, up, as a program does that pushes them up, down, left, right on a
//! stack. All other algorithms are the library's own.

use super::event::{End, Event, Node, Start};
use std::collections::HashMap;
use std::ops::ControlFlow;
use taquin::heuristic::HeuristicName;
use taquin::notation::Notation;
use taquin::search::{
    Algorithm, Answer, Fate, Limits, NodeId, Observer, Order, Outcome, Rules, Stats, best_first, exhaust,
    search_by,
};
use taquin::solver::Prepared;
use taquin::{Board, Direction, Problem, Solvability};

/// A search to be written down.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub(crate) start: Board,
    /// Of the same shape as the start.
    pub(crate) goal: Board,
    /// The search and its heuristic.
    pub(crate) prepared: Prepared,
    /// Whether to walk through everything that can be reached if the goal cannot.
    pub(crate) exhaustive: bool,
    /// Expansions to write down. The search goes on after them.
    pub(crate) max_steps: u64,
}

/// Searches, and hands every event to `sink` until that has enough. No answer if the goal cannot be
/// reached and the search is not to be seen failing.
pub(crate) fn record(task: &Task, sink: &mut dyn FnMut(&Event) -> ControlFlow<()>) -> Option<Answer> {
    let Task { start, goal, prepared, .. } = task;
    let (plan, heuristic, limits) = (prepared.plan(), prepared.heuristic(), prepared.limits());
    let algorithm = plan.method.algorithm;
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
        algorithm: algorithm.name(),
        heuristic: plan.heuristic.as_ref().map(HeuristicName::to_string),
        solvable: solvability.is_solvable(),
        reason: solvability.to_string(),
    }));
    let answer = match Problem::new(start.clone(), goal.clone()) {
        Ok(problem) => Some(search(&problem, prepared, &limits, &mut recorder)),
        Err(_) if task.exhaustive => {
            rules(algorithm).map(|rules| exhaust(start, &**heuristic, &rules, &limits, &mut recorder))
        }
        Err(_) => None,
    };
    let end = end(answer.as_ref(), recorder.truncated);
    recorder.send(&Event::End(end));
    answer
}

/// A* as textbooks have it.
pub(crate) const TEXTBOOK: Rules = Rules {
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

/// The rules of a search with an open list, where it is to be walked to its end.
fn rules(algorithm: Algorithm) -> Option<Rules> {
    let order = match algorithm {
        Algorithm::Astar => return Some(TEXTBOOK),
        Algorithm::Bfs | Algorithm::MarkAtGeneration => Order::Cheapest,
        Algorithm::Greedy => Order::Nearest,
        _ => return None,
    };
    Some(Rules { order, children: Direction::ALL, improve: false, expand_goal: false })
}

fn search(problem: &Problem, prepared: &Prepared, limits: &Limits, recorder: &mut Recorder<'_>) -> Answer {
    let (method, heuristic) = (&prepared.plan().method, &**prepared.heuristic());
    match method.algorithm {
        Algorithm::Astar => best_first(problem, heuristic, &TEXTBOOK, limits, recorder),
        _ => search_by(problem, method, heuristic, limits, recorder),
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
    /// The reader of the events has gone.
    stopped: bool,
}

impl Recorder<'_> {
    fn send(&mut self, event: &Event) {
        if !self.stopped {
            self.stopped = (self.sink)(event).is_break();
        }
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
    fn wants_nodes(&self) -> bool {
        true
    }

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

#[cfg(test)]
mod tests {
    use super::super::Lists;
    use super::*;
    use std::collections::HashSet;
    use taquin::Slide;
    use taquin::Solver;
    use taquin::heuristic::{Guarantees, Heuristic, Manhattan};

    /// Admissible but not consistent: Manhattan for some boards, nothing for the others.
    struct Patchy(Manhattan);

    impl Heuristic for Patchy {
        type Memo = u32;

        fn goal(&self) -> &Board {
            self.0.goal()
        }

        fn guarantees(&self) -> Guarantees {
            Guarantees::ADMISSIBLE
        }

        fn remember(&self, board: &Board) -> u32 {
            let sum: u32 = board.numbers().zip(1u32..).map(|(n, place)| u32::from(n) * place * place).sum();
            if sum.is_multiple_of(3) { self.0.of(board) } else { 0 }
        }

        fn after(&self, _: u32, board: &Board, _: Slide) -> u32 {
            self.remember(board)
        }

        fn estimate(&self, memo: u32) -> u32 {
            memo
        }
    }

    fn problem(start: &str) -> Problem {
        Problem::new(start.parse().unwrap(), "1 2 3/4 5 0".parse().unwrap()).unwrap()
    }

    fn events(run: impl FnOnce(&mut Recorder<'_>)) -> Vec<Event> {
        let mut events = Vec::new();
        let sink = &mut |event: &Event| {
            events.push(event.clone());
            ControlFlow::Continue(())
        };
        run(&mut Recorder {
            sink,
            parents: HashMap::new(),
            steps_left: u64::MAX,
            truncated: false,
            stopped: false,
        });
        events
    }

    #[test]
    fn a_node_that_is_opened_again_leaves_the_closed_list_for_the_open_one() {
        let problem = problem("5 3 2/4 1 0");
        let heuristic = Patchy(Manhattan::new(problem.goal()));
        let events = events(|recorder| {
            best_first(&problem, &heuristic, &TEXTBOOK, &Limits::default(), recorder);
        });
        let mut lists = Lists::new("astar");
        let (mut improved, mut reopened) = (0, 0);
        for event in &events {
            let ids = |lists: &Lists| -> (HashSet<u32>, HashSet<u32>) {
                (lists.open().map(|node| node.id).collect(), lists.closed().map(|node| node.id).collect())
            };
            let (open, closed) = ids(&lists);
            // What comes off the open list is always its first node.
            if let (Event::Expand(node), Some(first)) = (event, lists.open().next()) {
                assert_eq!(node.id, first.id);
            }
            lists.event(event);
            let (open_now, closed_now) = ids(&lists);
            assert!(open_now.is_disjoint(&closed_now));
            match event {
                Event::Improve(node) => {
                    assert!(open.contains(&node.id) && open_now.contains(&node.id));
                    improved += 1;
                }
                Event::Reopen(node) => {
                    assert!(closed.contains(&node.id) && open_now.contains(&node.id));
                    reopened += 1;
                }
                _ => {}
            }
        }
        assert!(improved > 0 && reopened > 0, "{improved} {reopened}");
    }

    #[test]
    fn whoever_has_enough_stops_the_search() {
        let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let task = Task {
            start: "8 6 7/2 5 4/3 0 1".parse().unwrap(),
            prepared: Solver::new().algorithm(Algorithm::Bfs).prepare_watched(&goal).unwrap(),
            goal,
            exhaustive: false,
            max_steps: u64::MAX,
        };
        let mut seen = 0;
        let answer = record(&task, &mut |_| {
            seen += 1;
            ControlFlow::Break(())
        });
        assert!(answer.unwrap().stats.expanded < 100_000);
        assert_eq!(seen, 1);
    }
}
