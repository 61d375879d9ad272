//! The two-ended search and the first-entry estimate, on the boxes they are for.

use crate::common::{
    Space, blank_at, blank_last, data, for_each, goals, lines, no_limits, optimal_cost, shape,
};
use std::time::Duration;
use taquin::heuristic::{FirstEntry, Heuristic, Manhattan};
use taquin::published::PublishedSet;
use taquin::search::{Algorithm, Limits, Observer, Outcome, Stats, StopReason, two_ended, two_ended_fits};
use taquin::{NamedGoal, Problem, Scrambler, Solution, Solver, SolverError};

/// Boards of the set that take a small part of a second.
const QUICK: [u32; 10] = [3, 5, 14, 29, 39, 60, 64, 75, 90, 95];

#[test]
fn ten_boards_of_the_26_puzzle() {
    let boards: Vec<_> =
        PublishedSet::Cube100.boards().into_iter().filter(|board| QUICK.contains(&board.number)).collect();
    assert_eq!(boards.len(), QUICK.len());
    for_each(0..boards.len(), |i| {
        let answer = two_ended(&boards[i].problem, 1, &no_limits(), &mut ());
        assert_eq!(optimal_cost(&answer), boards[i].length, "board {}", boards[i].number);
    });
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn all_boards_of_the_26_puzzle() {
    let boards = PublishedSet::Cube100.boards();
    for_each(0..boards.len(), |i| {
        let answer = two_ended(&boards[i].problem, 1, &no_limits(), &mut ());
        assert_eq!(optimal_cost(&answer), boards[i].length, "board {}", boards[i].number);
    });
}

/// The file behind docs/26-puzzle.md holds the boards of its seed, with lengths that are possible.
#[test]
fn the_random_boards_are_those_of_their_seed() {
    let goal = blank_last("3x3x3");
    let mut scrambler = Scrambler::new(goal.clone(), 26);
    let boards: Vec<_> = (0..1000).map(|_| scrambler.uniform()).collect();
    let heuristic = FirstEntry::new(&goal);
    let text = data("cube1000.txt");
    assert_eq!(lines(&text).count(), 1000);
    for line in lines(&text) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (number, length): (usize, u32) = (words[0].parse().unwrap(), words[1].parse().unwrap());
        let board = &boards[number - 1];
        assert!(board.numbers().eq(words[2..29].iter().map(|word| word.parse::<u16>().unwrap())), "{line}");
        assert_eq!(words[29], Manhattan::new(&goal).of(board).to_string(), "{line}");
        let estimate = heuristic.of(board);
        assert!(estimate <= length && estimate % 2 == length % 2, "{line}");
    }
}

/// Every `step`th board of whole spaces, against distances found blindly.
fn check_space(text: &str, step: usize) {
    for goal in goals(text) {
        let space = Space::new(&goal);
        for_each((0..space.len()).step_by(step), |index| {
            let (problem, distance) = (space.problem(index), space.distances[index]);
            let answer = two_ended(&problem, 1, &no_limits(), &mut ());
            assert_eq!(optimal_cost(&answer), distance, "{} → {goal}", problem.start());
        });
    }
}

#[test]
fn whole_small_spaces() {
    for text in ["1x1", "6x1", "1x1x4", "2x2", "3x2", "2x3", "1x3x2"] {
        check_space(text, 1);
    }
    check_space("2x2x2", 7);
    check_space("4x2", 13);
    check_space("3x3", 499);
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn whole_spaces() {
    for text in ["2x2x2", "4x2", "2x4", "3x3"] {
        check_space(text, 1);
    }
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn the_estimate_is_admissible_on_every_board_of_2x5() {
    for text in ["2x5", "5x2"] {
        for goal in goals(text).into_iter().take(3) {
            let space = Space::new(&goal);
            let heuristic = FirstEntry::new(&goal);
            for_each(0..space.len(), |index| {
                let (value, distance) = (heuristic.of(&space.boards[index]), space.distances[index]);
                assert!(value <= distance && value % 2 == distance % 2, "{}", space.boards[index]);
            });
        }
    }
}

/// After a walk of n moves the distance is at most n: so is every estimate, and so is the solution.
#[test]
fn random_walks_in_boxes_of_many_shapes() {
    let texts = ["3x3x3", "4x4", "5x5", "7x7", "2x3x4", "3x4x3", "1x3x9", "6x2x3", "60x1"];
    for_each(0..texts.len(), |i| {
        let mut scrambler = Scrambler::new(blank_last(texts[i]), 26);
        for moves in 0..30 {
            let goal = scrambler.uniform();
            let start = Scrambler::new(goal.clone(), moves).walk(moves);
            let answer = two_ended(&Problem::new(start, goal).unwrap(), 1, &no_limits(), &mut ());
            let cost = u64::from(optimal_cost(&answer));
            assert!(cost <= moves && cost % 2 == moves % 2, "{} {moves}", texts[i]);
        }
    });
}

#[test]
fn estimates_of_random_walks_in_larger_boxes() {
    let texts = ["3x3x3", "4x4", "8x8", "4x4x4", "64x1", "1x7x9", "2x4x8"];
    for_each(0..texts.len(), |i| {
        let mut scrambler = Scrambler::new(blank_last(texts[i]), 1);
        for round in 0..300 {
            let goal = scrambler.uniform();
            let heuristic = FirstEntry::new(&goal);
            let moves = round % 60;
            let start = Scrambler::new(goal.clone(), round).walk(moves);
            let value = heuristic.of(&start);
            assert!(u64::from(value) <= moves, "{} {start} → {goal}: {value} > {moves}", texts[i]);
            assert!(value >= Manhattan::new(&goal).of(&start));
        }
    });
}

/// What takes milliseconds, counted in nodes: a millisecond is worth some 2,000 of them.
#[test]
fn walks_of_60_moves_take_few_nodes() {
    let mut scrambler = Scrambler::new(blank_last("3x3x3"), 7);
    let boards: Vec<_> = (0..100).map(|_| scrambler.walk(60)).collect();
    let mut nodes: Vec<u64> = boards
        .into_iter()
        .map(|start| {
            let answer =
                two_ended(&Problem::new(start, blank_last("3x3x3")).unwrap(), 1, &no_limits(), &mut ());
            assert!(optimal_cost(&answer) <= 60);
            answer.stats.expanded
        })
        .collect();
    nodes.sort_unstable();
    let mean = nodes.iter().sum::<u64>() / nodes.len() as u64;
    assert!(nodes[50] < 12_000 && mean < 25_000, "median {}, mean {mean}", nodes[50]);
}

/// The blank of the goal may be anywhere.
#[test]
fn other_goals_of_the_26_puzzle() {
    let cube = shape("3x3x3");
    for (seed, cell) in [13, 4, 1].into_iter().enumerate() {
        let goal = blank_at(cube, cell);
        let start = Scrambler::new(goal.clone(), seed as u64).walk(50);
        let problem = Problem::new(start, goal).unwrap();
        let there = optimal_cost(&two_ended(&problem, 2, &no_limits(), &mut ()));
        let back = optimal_cost(&two_ended(&problem.reversed(), 2, &no_limits(), &mut ()));
        assert_eq!(there, back);
    }
}

/// The mean of the estimate over random boards, above Manhattan.
#[test]
fn what_first_entries_add_to_manhattan() {
    for (text, least) in [("3x3x3", 2.0), ("4x4", 3.7), ("5x5", 4.7)] {
        let goal = blank_last(text);
        let mut scrambler = Scrambler::new(goal.clone(), 9);
        let (first_entry, manhattan) = (FirstEntry::new(&goal), Manhattan::new(&goal));
        let gain = |board| f64::from(first_entry.of(&board) - manhattan.of(&board));
        let mean = (0..2000).map(|_| gain(scrambler.uniform())).sum::<f64>() / 2000.0;
        assert!(mean > least, "{text}: {mean}");
    }
}

fn hard() -> Problem {
    PublishedSet::Cube100.boards().swap_remove(68).problem
}

#[test]
fn a_stopped_search_has_a_solution_and_a_bound() {
    let stops = [
        (Limits { nodes: Some(50_000), ..Limits::default() }, StopReason::Nodes),
        (Limits { time: Some(Duration::from_millis(50)), ..Limits::default() }, StopReason::Time),
    ];
    for (limits, expected) in stops {
        for threads in [1, 3] {
            let answer = two_ended(&hard(), threads, &limits, &mut ());
            let Outcome::Stopped { best: Some(best), lower_bound, why } = &answer.outcome else {
                panic!("{:?}", answer.outcome)
            };
            assert_eq!(*why, expected);
            assert!(*lower_bound < best.cost() && best.cost() < 140, "{lower_bound} {}", best.cost());
            assert!(answer.stats.expanded <= 50_000 || expected != StopReason::Nodes);
            assert!(!answer.stats.iterations.is_empty() && answer.stats.generated > 0);
        }
    }
}

/// Follows a search to its first better solution, then stops it.
#[derive(Default)]
struct Watch {
    solution: Option<u32>,
    looks: u32,
    bounds: Vec<u32>,
}

impl Observer for Watch {
    fn iteration(&mut self, bound: u32) {
        self.bounds.push(bound);
    }

    fn solution(&mut self, solution: &Solution) {
        assert!(self.solution.is_none_or(|before| solution.cost() < before));
        assert!(solution.boards().last().is_some_and(|board| &board == hard().goal()));
        self.solution = Some(solution.cost());
    }

    fn progress(&mut self, _: &Stats, _: u32) -> std::ops::ControlFlow<()> {
        self.looks += 1;
        if self.solution.is_some() {
            std::ops::ControlFlow::Break(())
        } else {
            std::ops::ControlFlow::Continue(())
        }
    }
}

#[test]
fn a_search_can_be_watched_and_stopped_by_its_observer() {
    let mut watch = Watch::default();
    let limits =
        Limits { memory: Some(64_000_000), time: Some(Duration::from_secs(60)), ..Limits::default() };
    let answer = two_ended(&hard(), 2, &limits, &mut watch);
    let Outcome::Stopped { best: Some(best), why: StopReason::Cancelled, lower_bound } = answer.outcome
    else {
        panic!("{:?}", answer.outcome)
    };
    assert!(watch.solution.is_some_and(|found| best.cost() <= found && lower_bound <= best.cost()));
    assert!(watch.looks > 3 && watch.bounds.is_sorted());
    assert!(answer.stats.peak_bytes <= 64_000_000);
}

#[test]
fn boxes_that_do_not_fit_are_refused_and_searched_otherwise_if_the_choice_is_left_open() {
    for text in ["8x8", "4x4x4", "9x8"] {
        let goal = blank_last(text);
        let start = Scrambler::new(goal.clone(), 2).walk(12);
        let problem = Problem::new(start, goal).unwrap();
        assert!(!two_ended_fits(problem.shape()));
        let refused = Solver::new().algorithm(Algorithm::TwoEnded).solve(&problem);
        assert!(matches!(refused, Err(SolverError::TooLarge { algorithm: Algorithm::TwoEnded, .. })));
        assert!(optimal_cost(&Solver::new().solve(&problem).unwrap().answer) <= 12);
    }
    let goal = NamedGoal::BlankFirst.board(shape("1x1")).unwrap();
    let answer = two_ended(&Problem::new(goal.clone(), goal).unwrap(), 2, &no_limits(), &mut ());
    assert_eq!(optimal_cost(&answer), 0);
}
