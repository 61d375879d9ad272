//! Constructed solutions: every board of every shape gets one, and each is replayed here move by move.

use crate::common;
use crate::common::{Space, blank_last, cost, for_each, goals, no_limits, shape, strongest};
use std::time::Duration;
use taquin::search::{Cancel, Limits, StopReason, idastar};
use taquin::{Board, Problem, Scrambler, Shape, Solution, construct};

/// Shapes of all kinds: strips, thin, flat, boxes, sides of 1 in any place; with how many boards of each are solved.
const SHAPES: [(&str, usize); 60] = [
    ("1x1", 2),
    ("2x1", 20),
    ("1x7", 30),
    ("1x1x9", 30),
    ("255x1", 30),
    ("2x2", 300),
    ("3x2", 300),
    ("2x3", 300),
    ("4x2", 300),
    ("2x5", 300),
    ("2x7", 300),
    ("9x2", 300),
    ("2x50", 40),
    ("255x2", 3),
    ("2x255", 3),
    ("3x3", 300),
    ("4x3", 300),
    ("3x4", 300),
    ("5x3", 300),
    ("3x7", 300),
    ("12x3", 200),
    ("3x100", 10),
    ("100x3", 10),
    ("4x4", 400),
    ("5x4", 400),
    ("4x6", 400),
    ("4x30", 30),
    ("5x5", 400),
    ("6x5", 300),
    ("6x6", 300),
    ("7x7", 300),
    ("5x20", 50),
    ("8x8", 200),
    ("9x7", 200),
    ("10x10", 100),
    ("13x11", 50),
    ("15x15", 40),
    ("20x20", 20),
    ("30x12", 10),
    ("30x30", 6),
    ("2x2x2", 300),
    ("3x2x2", 300),
    ("2x3x2", 300),
    ("2x2x3", 300),
    ("3x3x2", 300),
    ("2x3x3", 300),
    ("2x2x9", 200),
    ("3x3x3", 300),
    ("4x3x2", 300),
    ("3x4x5", 200),
    ("4x4x4", 200),
    ("5x4x3", 200),
    ("2x20x3", 50),
    ("5x5x5", 60),
    ("7x6x5", 30),
    ("8x8x8", 6),
    ("5x1x4", 200),
    ("1x4x6", 200),
    ("1x2x3", 200),
    ("30x2x2", 30),
];

/// Replays moves on the start itself, without the library's checks of solutions.
fn replayed(problem: &Problem, solution: &Solution) -> Board {
    let mut board = problem.start().clone();
    for &direction in solution.moves() {
        board.slide(direction).unwrap_or_else(|| panic!("{} cannot go {direction}", problem.start()));
    }
    board
}

/// Constructs a solution, replays it and says how long it is.
fn solved(problem: &Problem) -> u32 {
    let solution = construct::solve(problem);
    assert_eq!(&replayed(problem, &solution), problem.goal(), "from {}", problem.start());
    let taken_back = solution.moves().windows(2).any(|pair| pair[0] == pair[1].opposite());
    assert!(!taken_back, "{} moves to and fro", problem.start());
    solution.cost()
}

/// The problem with this number of a shape: named goals, goals with the blank in the middle, and random ones.
fn random_problem(shape: Shape, number: usize) -> Problem {
    let known = goals(&shape.to_string());
    let goal = known.get(number % (2 * known.len())).cloned().unwrap_or_else(|| {
        let mut goals = Scrambler::new(Board::goal(shape), number as u64);
        goals.uniform()
    });
    let start = Scrambler::new(goal.clone(), number as u64 + 1).uniform();
    Problem::new(start, goal).expect("a scrambler's boards can be solved")
}

/// Every board of a shape, for a goal: as long as the shortest solution, since so few cells are solved exactly.
fn solved_in_the_fewest_moves(goal: &Board) -> usize {
    let space = Space::new(goal);
    for_each(0..space.len(), |index| assert_eq!(solved(&space.problem(index)), space.distances[index]));
    space.len()
}

#[test]
fn every_board_of_up_to_eight_cells_is_solved_in_the_fewest_moves() {
    for text in ["2x2", "3x2", "2x3"] {
        goals(text).iter().for_each(|goal| assert_eq!(solved_in_the_fewest_moves(goal), count(text)));
    }
    for text in ["4x2", "2x2x2"] {
        assert_eq!(solved_in_the_fewest_moves(&blank_last(text)), count(text));
    }
}

#[test]
fn every_board_of_3x3_is_solved_in_the_fewest_moves() {
    assert_eq!(solved_in_the_fewest_moves(&blank_last("3x3")), 181_440);
}

/// Half of all arrangements.
fn count(text: &str) -> usize {
    (1..=shape(text).cells()).product::<usize>() / 2
}

#[test]
fn no_solution_is_shorter_than_the_shortest() {
    for (text, boards) in [("5x2", 40), ("4x3", 20), ("3x2x2", 40), ("4x4", 2)] {
        for_each(0..boards, |number| {
            let problem = random_problem(shape(text), number);
            let heuristic = strongest().build(problem.goal(), 1).expect("a heuristic for any shape");
            let shortest = cost(&idastar(&problem, &heuristic, &no_limits(), &mut ()));
            assert!(solved(&problem) >= shortest, "{}", problem.start());
        });
    }
}

#[test]
fn ten_thousand_boards_of_sixty_shapes_are_solved() {
    let problems: Vec<(Shape, usize)> = SHAPES
        .iter()
        .flat_map(|&(text, boards)| (0..boards).map(move |number| (shape(text), number)))
        .collect();
    assert!(problems.len() >= 10_000, "{}", problems.len());
    for_each(0..problems.len(), |index| {
        let (shape, number) = problems[index];
        solved(&random_problem(shape, number));
    });
}

#[test]
fn a_blank_anywhere_is_brought_to_a_goal_anywhere() {
    for text in ["6x5", "3x4x3"] {
        let shape = shape(text);
        for_each(0..shape.cells(), |cell| {
            let goal = common::blank_at(shape, cell);
            for start in Scrambler::new(goal.clone(), cell as u64).take(10) {
                solved(&Problem::new(start, goal.clone()).unwrap());
            }
        });
    }
}

#[test]
fn a_solved_board_needs_no_moves() {
    for text in ["1x1", "9x1", "3x3", "20x20", "4x5x6"] {
        let goal = blank_last(text);
        assert_eq!(solved(&Problem::new(goal.clone(), goal).unwrap()), 0, "{text}");
    }
}

#[test]
fn the_same_problem_always_gets_the_same_solution() {
    let problem = random_problem(shape("12x9"), 0);
    assert_eq!(construct::solve(&problem), construct::solve(&problem));
}

#[test]
fn looking_farther_ahead_makes_solutions_shorter() {
    let total = |steps| -> u32 {
        let problems = (0..12).map(|number| random_problem(shape("12x12"), number));
        let solve = |problem| construct::solve_looking_ahead(&problem, steps, &no_limits());
        problems.map(|problem| solve(problem).expect("there is no limit").cost()).sum()
    };
    let (none, one, three) = (total(0), total(1), total(3));
    assert!(none > one && one > three, "{none}, {one}, {three} moves");
}

#[test]
fn limits_are_kept() {
    let problem = random_problem(shape("40x40"), 0);
    let stopped = |limits: Limits| construct::solve_within(&problem, &limits).unwrap_err();
    assert_eq!(stopped(Limits { time: Some(Duration::ZERO), ..no_limits() }), StopReason::Time);
    assert_eq!(stopped(Limits { memory: Some(10_000), ..no_limits() }), StopReason::Memory);
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(stopped(Limits { cancel: Some(cancel), ..no_limits() }), StopReason::Cancelled);
    let enough = Limits { memory: Some(64 << 20), nodes: Some(1), ..no_limits() };
    assert!(construct::solve_within(&problem, &enough).is_ok());
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn the_largest_boards_are_solved() {
    for text in ["255x255", "255x1x255", "64x32x32", "255x2x100", "40x40x40", "100x100", "255x3"] {
        solved(&random_problem(shape(text), 0));
    }
    // A random goal: the blank is somewhere in the middle.
    solved(&random_problem(shape("255x255"), 11));
}
