//! What A* does with a shorter way to a board it knows: replaced on the open list, opened again from
//! the closed one.

use crate::common::{Space, blank_last, cost, no_limits, optimal_cost, problem};
use taquin::heuristic::{Guarantees, Heuristic, Manhattan, OutOfPlace};
use taquin::search::{Fate, Node, NodeId, Observer, Order, Rules, astar, best_first, bfs};
use taquin::{Board, Direction, Problem, Slide};

/// Admissible but not consistent: Manhattan for a third of the boards, nothing for the others.
struct Patchy {
    manhattan: Manhattan,
}

impl Patchy {
    fn looks(board: &Board) -> bool {
        let sum: u32 =
            board.numbers().zip(1u32..).map(|(number, place)| u32::from(number) * place * place).sum();
        sum.is_multiple_of(3)
    }
}

impl Heuristic for Patchy {
    type Memo = u32;

    fn goal(&self) -> &Board {
        self.manhattan.goal()
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees { admissible: true, consistent: false }
    }

    fn remember(&self, board: &Board) -> u32 {
        if Patchy::looks(board) { self.manhattan.of(board) } else { 0 }
    }

    fn after(&self, _: u32, board: &Board, _: Slide) -> u32 {
        self.remember(board)
    }

    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}

/// Checks every shorter way against what was known, and counts.
#[derive(Default)]
struct Watch {
    /// The g of every node and whether it is closed.
    known: Vec<(u32, bool)>,
    improved: u64,
    reopened: u64,
}

impl Watch {
    fn entry(&mut self, id: NodeId) -> &mut (u32, bool) {
        let index = id as usize;
        if index >= self.known.len() {
            self.known.resize(index + 1, (u32::MAX, false));
        }
        &mut self.known[index]
    }
}

impl Observer for Watch {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn expanding(&mut self, node: Node<'_>) {
        let again = self.entry(node.id).1;
        assert!(!again, "a closed node is not expanded before it is opened again");
        *self.entry(node.id) = (node.g, true);
    }

    fn generated(&mut self, node: Node<'_>, fate: Fate) {
        let (g, closed) = *self.entry(node.id);
        match fate {
            Fate::New => assert_eq!(g, u32::MAX),
            Fate::Duplicate => assert!(g <= node.g),
            Fate::Improved => {
                assert!(node.g < g && !closed);
                self.improved += 1;
            }
            Fate::Reopened => {
                assert!(node.g < g && closed);
                self.reopened += 1;
            }
            Fate::Pruned => panic!("A* prunes nothing"),
        }
        if fate != Fate::Duplicate {
            *self.entry(node.id) = (node.g, false);
        }
    }
}

fn textbook(problem: &Problem, heuristic: &impl Heuristic) -> (u32, Watch) {
    let children = [
        Direction::East,
        Direction::West,
        Direction::South,
        Direction::North,
        Direction::Down,
        Direction::Up,
    ];
    let rules = Rules { order: Order::Cheapest, children, improve: true, expand_goal: false };
    let mut watch = Watch::default();
    let answer = best_first(problem, heuristic, &rules, &no_limits(), &mut watch);
    (optimal_cost(&answer), watch)
}

#[test]
fn open_nodes_are_replaced_but_closed_ones_stay_closed_with_a_consistent_estimate() {
    let problem = problem("5 0 1/3 4 2", "1 2 3/4 5 0");
    let (cost, watch) = textbook(&problem, &Manhattan::new(problem.goal()));
    let shortest = optimal_cost(&bfs(&problem, &no_limits(), &mut ()));
    assert_eq!(cost, shortest);
    assert!(watch.improved > 0);
    assert_eq!(watch.reopened, 0);
}

#[test]
fn closed_nodes_are_opened_again_with_an_inconsistent_estimate_and_the_solution_is_still_shortest() {
    let mut reopened = 0;
    for start in ["5 0 1/3 4 2", "2 3 4/0 5 1", "1 3 4/2 5 0", "5 3 2/4 1 0"] {
        let problem = problem(start, "1 2 3/4 5 0");
        let manhattan = Manhattan::new(problem.goal());
        let shortest = optimal_cost(&astar(&problem, &manhattan, &no_limits(), &mut ()));
        let (cost, watch) = textbook(&problem, &Patchy { manhattan });
        assert_eq!(cost, shortest, "{start}");
        reopened += watch.reopened;
    }
    assert!(reopened > 0);
}

/// `h <= h* + 1`, so A* that opens closed nodes again returns at most one move more than the shortest; and all
/// solutions of a board have one parity.
#[test]
fn out_of_place_is_at_most_one_too_high_and_hides_no_shortest_solution() {
    for (size, every) in [("2x3", 1), ("4x2", 200), ("3x3", 5000)] {
        let space = Space::new(&blank_last(size));
        let heuristic = OutOfPlace::new(&blank_last(size));
        let mut too_high = 0;
        for index in 0..space.len() {
            let problem = space.problem(index);
            let (estimate, distance) = (heuristic.of(problem.start()), space.distance(problem.start()));
            assert!(estimate <= distance + 1, "{}", problem.start());
            too_high += u32::from(estimate > distance);
            if index % every == 0 {
                let answer = astar(&problem, &heuristic, &no_limits(), &mut ());
                assert_eq!(cost(&answer), distance, "{}", problem.start());
            }
        }
        assert!(too_high > 0, "{size}: never too high");
    }
}
