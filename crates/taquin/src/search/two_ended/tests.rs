//! Instruction sets and threads change neither solutions nor nodes.

use super::*;
use crate::{Board, NamedGoal, Scrambler};

fn cube(seed: u64) -> Vec<Problem> {
    let goal = NamedGoal::BlankLast.board(Shape::new(3, 3, 3).unwrap()).unwrap();
    let mut scrambler = Scrambler::new(goal.clone(), seed);
    [40, 60, 80].map(|moves| Problem::new(scrambler.walk(moves), goal.clone()).unwrap()).to_vec()
}

#[test]
fn instructions_and_threads_change_nothing() {
    let baseline = Instructions::available()[0];
    // In this one several ways lead to the same subtrees.
    let board = "3 2 26/16 14 19/11 7 15//13 8 6/0 9 22/10 25 20//21 17 23/24 5 12/4 1 18".parse().unwrap();
    let goal = NamedGoal::BlankLast.board(Shape::new(3, 3, 3).unwrap()).unwrap();
    for problem in cube(1).into_iter().chain([Problem::new(board, goal).unwrap()]) {
        let solve = |instructions, threads| {
            two_ended_by(instructions, &problem, threads, &Limits::default(), &mut ())
        };
        let expected = solve(baseline, 1);
        for instructions in Instructions::available() {
            for threads in [1, 2, 5] {
                let answer = solve(instructions, threads);
                assert!(answer.outcome.is_optimal());
                assert_eq!(answer.solution().unwrap().moves(), expected.solution().unwrap().moves());
                assert_eq!(answer.stats.iterations, expected.stats.iterations);
            }
        }
    }
}

/// The layout that the compiler knows and the two that it does not are one search.
#[test]
fn words_of_any_size_search_alike() {
    for problem in cube(2) {
        let limits = Limits::default();
        let (instructions, shape) = (Instructions::best(), problem.shape());
        let setting = Setting { problem: &problem, instructions, threads: 1, limits: &limits };
        let known = setting.search(&Layout::<u64, true>::new(shape).unwrap(), &mut ());
        let narrow = setting.search(&Layout::<u64>::new(shape).unwrap(), &mut ());
        let wide = setting.search(&Layout::<u128>::new(shape).unwrap(), &mut ());
        assert_eq!(known.stats.iterations, narrow.stats.iterations);
        assert_eq!(known.stats.iterations, wide.stats.iterations);
    }
}

#[test]
fn the_first_bound_is_at_least_that_of_the_estimate() {
    for problem in cube(3) {
        let bad = fewest_bad_moves(
            &Layout::<u64>::new(problem.shape()).unwrap(),
            &Position::new(problem.start(), problem.goal()),
        );
        let bound = Manhattan::new(problem.goal()).of(problem.start()) + 2 * bad;
        assert!(bound >= crate::heuristic::FirstEntry::new(problem.goal()).of(problem.start()));
    }
}

#[test]
fn what_fits() {
    let fits = |w, h, d| two_ended_fits(Shape::new(w, h, d).unwrap());
    assert!(fits(3, 3, 3) && fits(5, 5, 1) && fits(7, 7, 1) && fits(3, 4, 4) && fits(1, 1, 60));
    assert!(!fits(8, 8, 1) && !fits(4, 4, 4) && !fits(255, 1, 1));
    // The smallest boxes that do not fit have more than 42 cells.
    for (w, h, d) in (1..=42).flat_map(|w| (1..=42).flat_map(move |h| (1..=42).map(move |d| (w, h, d)))) {
        assert!(w * h * d > 42 || fits(w, h, d), "{w}x{h}x{d}");
    }
}

/// The steps at the two ends make one way.
#[test]
fn steps_of_both_ends_become_moves() {
    let start: Board = "1 2 3/4 5 6/0 7 8".parse().unwrap();
    let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
    let problem = Problem::new(start, goal).unwrap();
    let position = Position::new(problem.start(), problem.goal());
    let right = vec![Direction::East; 2];
    for steps in [[(0, 7), (0, 8)], [(1, 7), (1, 6)], [(0, 7), (1, 7)], [(1, 7), (0, 7)]] {
        assert_eq!(moves(&problem, &position, &steps), right);
    }
}

/// Beams cost little and often find what the last iteration would have to search for.
#[test]
fn beams_find_shortest_solutions_before_the_iteration_is_searched_through() {
    let goal = NamedGoal::BlankLast.board(Shape::new(3, 3, 3).unwrap()).unwrap();
    let board = "24 25 6/0 16 10/8 11 9//22 12 15/7 26 5/23 3 14//4 17 21/13 19 18/1 2 20".parse().unwrap();
    let problem = Problem::new(board, goal).unwrap();
    for threads in [1, 3] {
        let answer = two_ended(&problem, threads, &Limits::default(), &mut ());
        assert_eq!(answer.outcome.lower_bound(), 71);
        let [.., before, last] = &answer.stats.iterations[..] else { panic!("{:?}", answer.stats) };
        // Without beams it takes 2,638,354.
        assert!(last.expanded < before.expanded / 10, "{:?}", answer.stats.iterations);
    }
}

/// A limit that leaves no room for beams does not keep a search from its end.
#[test]
fn a_search_does_without_beams() {
    let problem = cube(4).swap_remove(2);
    let roomy = two_ended(&problem, 1, &Limits::default(), &mut ());
    let kernel = 4_000_000;
    let tight = two_ended(&problem, 1, &Limits { memory: Some(kernel), ..Limits::default() }, &mut ());
    assert!(tight.outcome.is_optimal() && tight.stats.peak_bytes <= kernel);
    assert_eq!(tight.outcome.lower_bound(), roomy.outcome.lower_bound());
}
