//! Walking distance that pays for tiles that must leave their line: never too high, never below what it is made of, and its
//! kernel against the plain loop. That its claims hold on every board of small shapes is in `heuristics.rs`.

use crate::common::{
    KERNEL, PLAIN, Space, blank_last, board, cost, for_each, goals, no_limits, optimal_cost,
};
use taquin::heuristic::{Heuristic, LinearConflict, WalkingConflict, WalkingDistance};
use taquin::published::PublishedSet;
use taquin::search::{Answer, Deepening, Prune, idastar_with};
use taquin::{Board, Problem, Scrambler};

const AUTOMATON: Deepening = Deepening { prune: Prune::Automaton, ..KERNEL };

/// The 24-puzzle turned by 180°, and what is known of it.
const TURNED: &str = "0 24 23 22 21/20 19 18 17 16/15 14 13 12 11/10 9 8 7 6/5 4 3 2 1";

fn run(problem: &Problem, heuristic: &impl Heuristic, options: &Deepening) -> Answer {
    idastar_with(problem, heuristic, options, &no_limits(), &mut ())
}

#[test]
fn it_is_never_below_walking_distance_and_linear_conflict() {
    let check = |goal: &Board, boards: &mut dyn Iterator<Item = Board>| {
        let walks = WalkingConflict::new(goal, 2);
        let (walking, conflict) = (WalkingDistance::new(goal), LinearConflict::new(goal));
        let mut above = 0;
        for board in boards {
            let (value, least) = (walks.of(&board), walking.of(&board).max(conflict.of(&board)));
            assert!(value >= least, "{value} and {least} of {board} → {goal}");
            above += u32::from(value > least);
        }
        above
    };
    let mut above = 0;
    for goal in goals("3x3") {
        above += check(&goal, &mut Space::new(&goal).boards.into_iter().step_by(7));
    }
    for text in ["4x4", "4x3", "3x5", "2x6", "7x7"] {
        for goal in goals(text) {
            let mut scrambler = Scrambler::new(goal.clone(), 3);
            above += check(&goal, &mut (0..300).map(|_| scrambler.uniform()));
            above += check(&goal, &mut (0..300).map(|_| scrambler.walk(60)));
        }
    }
    assert!(above > 1000, "only {above} boards have a better estimate");
}

#[test]
fn it_is_never_too_high_on_every_board_of_2x5() {
    for goal in goals("5x2").into_iter().step_by(2) {
        let space = Space::new(&goal);
        let heuristic = WalkingConflict::new(&goal, 1);
        for_each(0..space.len(), |index| {
            let value = heuristic.of(&space.boards[index]);
            assert!(value <= space.distances[index], "{value} of {} → {goal}", space.boards[index]);
        });
    }
}

/// Random boards of the 15-puzzle, solved by walking distance, and every board on the way.
fn check_along_solutions(count: u64) {
    for goal in goals("4x4").into_iter().step_by(2) {
        let heuristic = WalkingConflict::new(&goal, 1);
        let walking = WalkingDistance::new(&goal);
        let starts: Vec<Board> = {
            let mut scrambler = Scrambler::new(goal.clone(), 21);
            (0..count).map(|_| scrambler.walk(90)).collect()
        };
        for_each(0..starts.len(), |index| {
            let problem = Problem::new(starts[index].clone(), goal.clone()).unwrap();
            let answer = run(&problem, &walking, &AUTOMATON);
            let mut board = problem.start().clone();
            let mut left = optimal_cost(&answer);
            assert_eq!(optimal_cost(&run(&problem, &heuristic, &AUTOMATON)), left, "{board}");
            for &step in answer.outcome.solution().unwrap().moves() {
                assert!(heuristic.of(&board) <= left, "{board}");
                let _ = board.slide(step);
                left -= 1;
            }
        });
    }
}

#[test]
fn it_is_never_above_the_moves_left_on_the_15_puzzle() {
    check_along_solutions(40);
}

#[test]
#[ignore = "long: a minute; cargo test --release --package taquin -- --ignored moves_left_on_many"]
fn it_is_never_above_the_moves_left_on_many_boards() {
    check_along_solutions(2500);
}

/// Moves and every iteration's nodes are the same.
fn check_same(a: &Answer, b: &Answer, what: &str) {
    assert_eq!(a.stats.iterations, b.stats.iterations, "{what}");
    assert_eq!((a.stats.expanded, a.stats.generated), (b.stats.expanded, b.stats.generated), "{what}");
    let moves = |answer: &Answer| answer.outcome.solution().map(|solution| solution.moves().to_vec());
    assert_eq!(moves(a), moves(b), "{what}");
    assert_eq!(a.outcome.is_optimal(), b.outcome.is_optimal(), "{what}");
}

fn check_kernel(problem: &Problem, heuristic: &WalkingConflict) {
    let what = format!("{} → {}", problem.start(), problem.goal());
    let plain = run(problem, heuristic, &PLAIN);
    check_same(&run(problem, heuristic, &KERNEL), &plain, &what);
    check_same(&run(problem, heuristic, &Deepening { threads: 2, ..KERNEL }), &plain, &what);
    let pruned = run(problem, heuristic, &AUTOMATON);
    assert_eq!(cost(&pruned), cost(&plain), "{what}");
    check_same(&run(problem, heuristic, &Deepening { kernel_after: u64::MAX, ..AUTOMATON }), &pruned, &what);
}

#[test]
fn its_kernel_visits_the_nodes_of_the_plain_loop() {
    for (shape, count, length) in [
        ("2x2", 3, 30),
        ("3x2", 4, 60),
        ("2x5", 3, 80),
        ("3x3", 4, 70),
        ("4x3", 4, 60),
        ("4x4", 4, 70),
        ("5x3", 3, 60),
    ] {
        for goal in goals(shape) {
            let heuristic = WalkingConflict::new(&goal, 1);
            let mut scrambler = Scrambler::new(goal.clone(), 5);
            for _ in 0..count {
                check_kernel(&Problem::new(scrambler.walk(length), goal.clone()).unwrap(), &heuristic);
            }
        }
    }
    for (start, goal) in [
        ("0 8 7/6 5 4/3 2 1", "1 2 3/4 5 6/7 8 0"),
        ("8 7 6/5 0 4/3 2 1", "1 2 3/4 0 5/6 7 8"),
        ("0 15 14 13/12 11 10 9/8 7 6 5/4 3 2 1", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"),
    ] {
        let (start, goal) = (board(start), board(goal));
        let heuristic = WalkingConflict::new(&goal, 1);
        if start.shape().cells() == 9 {
            check_kernel(&Problem::new(start, goal).unwrap(), &heuristic);
        } else {
            let conflict = LinearConflict::new(&goal).of(&start);
            assert!(heuristic.of(&start) > conflict, "rows that are whole but in the wrong order");
        }
    }
}

#[test]
fn its_kernel_visits_the_nodes_of_the_plain_loop_on_more_than_16_cells() {
    let goal = blank_last("5x4");
    let heuristic = WalkingConflict::new(&goal, 2);
    let mut scrambler = Scrambler::new(goal.clone(), 5);
    for _ in 0..4 {
        check_kernel(&Problem::new(scrambler.walk(50), goal.clone()).unwrap(), &heuristic);
    }
}

#[test]
#[ignore = "long: some minutes; cargo test --release --package taquin -- --ignored on_the_24_puzzle"]
fn its_values_and_its_kernel_on_the_24_puzzle() {
    let goal = blank_last("5x5");
    let heuristic = WalkingConflict::new(&goal, 2);
    assert_eq!(heuristic.of(&board(TURNED)), 144);
    let mut scrambler = Scrambler::new(goal.clone(), 5);
    // Short enough to be searched without foresight, which the plain loop lacks.
    for _ in 0..20 {
        check_kernel(&Problem::new(scrambler.walk(44), goal.clone()).unwrap(), &heuristic);
    }
    let published = PublishedSet::Korf50;
    let goal = published.boards()[0].problem.goal().clone();
    let heuristic = WalkingConflict::new(&goal, 2);
    for board in published.boards() {
        let value = heuristic.of(board.problem.start());
        assert!(value <= board.length && value >= LinearConflict::new(&goal).of(board.problem.start()));
    }
}
