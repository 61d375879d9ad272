//! Runs a search and hands out its events.
//!
//! `astar` is the textbook's here ([`Rules::TEXTBOOK`]) unless other rules are given. All other algorithms are those of [`Solver`](crate::Solver).

use super::event::{End, Event, Node, Start};
use crate::board::Board;
use crate::heuristic::HeuristicName;
use crate::metric::Metric;
use crate::notation::Notation;
use crate::problem::{Problem, ProblemError};
use crate::search::shifts::best_first as shifts;
use crate::search::{
    self, Algorithm, Answer, Fate, Limits, NodeId, Observer, Order, Outcome, Rules, Stats, best_first,
    exhaust, search_by,
};
use crate::shape::Direction;
use crate::solvability::Solvability;
use crate::solver::Prepared;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// A search to be written down.
#[derive(Clone, Debug)]
pub struct Recording {
    start: Board,
    prepared: Prepared,
    exhaustive: bool,
    max_steps: u64,
    astar: Rules,
}

impl Recording {
    /// The search from this start that [`Solver::prepare_watched`](crate::Solver::prepare_watched) has made ready. It is
    /// a single search, which does not go on with other tables.
    ///
    /// # Errors
    /// If start and goal have different shapes.
    pub fn new(start: Board, prepared: Prepared) -> Result<Recording, ProblemError> {
        let (start_shape, goal_shape) = (start.shape(), prepared.goal().shape());
        if start_shape != goal_shape {
            return Err(ProblemError::Shapes { start: start_shape, goal: goal_shape });
        }
        Ok(Recording { start, prepared, exhaustive: false, max_steps: u64::MAX, astar: Rules::TEXTBOOK })
    }

    /// Walks through everything that can be reached if the goal cannot. Otherwise an unsolvable board is not searched.
    #[must_use]
    pub fn exhaustive(self, exhaustive: bool) -> Recording {
        Recording { exhaustive, ..self }
    }

    /// Writes down so many expansions. The search goes on after them.
    #[must_use]
    pub fn max_steps(self, max_steps: u64) -> Recording {
        Recording { max_steps, ..self }
    }

    /// The rules of A\*: with [`Rules::ASTAR`] ties and counts are those of [`Solver`](crate::Solver).
    #[must_use]
    pub fn astar(self, rules: Rules) -> Recording {
        Recording { astar: rules, ..self }
    }

    /// How many expansions are written down at most.
    #[must_use]
    pub fn most_steps(&self) -> u64 {
        self.max_steps
    }

    /// Where the search begins.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The search and its heuristic.
    #[must_use]
    pub fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    /// Searches, and hands every event to `sink` until that breaks off, which ends the search. No answer if the goal
    /// cannot be reached and the search is not to be seen failing.
    pub fn run(&self, sink: &mut dyn FnMut(&Event) -> ControlFlow<()>) -> Option<Answer> {
        self.run_watched(sink, &mut |_, _| ControlFlow::Continue(()))
    }

    /// The same, and `watch` is told now and then how far the search is: the figures so far and the bound proved so far. It
    /// may stop the search.
    pub fn run_watched(
        &self,
        sink: &mut dyn FnMut(&Event) -> ControlFlow<()>,
        watch: &mut dyn FnMut(&Stats, u32) -> ControlFlow<()>,
    ) -> Option<Answer> {
        let Recording { start, prepared, .. } = self;
        let goal = prepared.goal();
        let (plan, heuristic, limits) = (prepared.plan(), prepared.heuristic(), prepared.limits());
        let algorithm = plan.method.algorithm;
        let solvability = Solvability::of(start, goal);
        let mut recorder = Recorder {
            sink,
            watch,
            parents: HashMap::new(),
            steps_left: self.max_steps,
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
            Ok(problem) => Some(self.search(&problem, &limits, &mut recorder)),
            Err(_) if self.exhaustive => self.rules(algorithm).map(|rules| match plan.method.metric {
                Metric::Slides => exhaust(start, &**heuristic, &rules, &limits, &mut recorder),
                _ => shifts::exhaust(start, heuristic, &rules, &limits, &mut recorder),
            }),
            Err(_) => None,
        };
        let end = end(answer.as_ref(), recorder.truncated);
        recorder.send(&Event::End(end));
        answer
    }

    /// The rules of a search with an open list, where it is to be walked to its end.
    fn rules(&self, algorithm: Algorithm) -> Option<Rules> {
        let order = match algorithm {
            Algorithm::Astar => return Some(self.astar),
            Algorithm::Bfs | Algorithm::MarkAtGeneration => Order::Cheapest,
            Algorithm::Greedy => Order::Nearest,
            _ => return None,
        };
        Some(Rules { order, children: Direction::ALL, improve: false, expand_goal: false })
    }

    fn search(&self, problem: &Problem, limits: &Limits, recorder: &mut Recorder<'_>) -> Answer {
        let (method, heuristic) = (&self.prepared.plan().method, &**self.prepared.heuristic());
        match (method.algorithm, method.metric) {
            (Algorithm::Astar, Metric::Slides) => {
                best_first(problem, heuristic, &self.astar, limits, recorder)
            }
            (Algorithm::Astar, _) => shifts::best_first(problem, heuristic, &self.astar, limits, recorder),
            _ => search_by(problem, method, heuristic, limits, recorder),
        }
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
    watch: &'a mut dyn FnMut(&Stats, u32) -> ControlFlow<()>,
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

    fn describe(&self, node: search::Node<'_>) -> Node {
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

    fn expanding(&mut self, node: search::Node<'_>) {
        if self.steps_left == 0 {
            self.truncated = true;
            return;
        }
        self.steps_left -= 1;
        let node = self.describe(node);
        self.send(&Event::Expand(node));
    }

    fn generated(&mut self, node: search::Node<'_>, fate: Fate) {
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

    fn goal(&mut self, node: search::Node<'_>) {
        let node = self.describe(node);
        self.send(&Event::Goal(node));
    }

    fn iteration(&mut self, bound: u32) {
        if !self.truncated {
            self.send(&Event::Iteration { bound });
        }
    }

    fn progress(&mut self, stats: &Stats, bound: u32) -> ControlFlow<()> {
        if self.stopped { ControlFlow::Break(()) } else { (self.watch)(stats, bound) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Lists;
    use super::*;
    use crate::board::Slide;
    use crate::heuristic::{Guarantees, Heuristic, Manhattan};
    use crate::search::Method;
    use crate::solver::Solver;
    use std::collections::HashSet;

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
            watch: &mut |_, _| ControlFlow::Continue(()),
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
            best_first(&problem, &heuristic, &Rules::TEXTBOOK, &Limits::default(), recorder);
        });
        let mut lists = Lists::new(&Method::new(Algorithm::Astar));
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
    fn a_reader_that_breaks_off_stops_the_search() {
        let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let start = "8 6 7/2 5 4/3 0 1".parse().unwrap();
        let prepared = Solver::new().algorithm(Algorithm::Bfs).prepare_watched(&goal).unwrap();
        let mut seen = 0;
        let answer = Recording::new(start, prepared).unwrap().run(&mut |_| {
            seen += 1;
            ControlFlow::Break(())
        });
        assert!(answer.unwrap().stats.expanded < 100_000);
        assert_eq!(seen, 1);
    }
}
