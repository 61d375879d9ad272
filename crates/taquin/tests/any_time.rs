//! Every board gets an answer, at once and then a better one; what is called shortest is.

use std::time::Duration;
use taquin::search::{Algorithm, Cancel, Observer, Outcome, StopReason};
use taquin::solver::{Aim, Note};
use taquin::{NamedGoal, Problem, Scrambler, Shape, Solution, Solver};

fn random(shape: &str, seed: u64) -> Problem {
    let shape: Shape = shape.parse().unwrap();
    let goal = NamedGoal::BlankLast.board(shape).unwrap();
    Problem::new(Scrambler::new(goal.clone(), seed).uniform(), goal).unwrap()
}

/// Boards that a walk of so many moves leads to.
fn near(shape: &str, moves: u64, count: usize) -> Vec<Problem> {
    let shape: Shape = shape.parse().unwrap();
    let goal = NamedGoal::BlankFirst.board(shape).unwrap();
    let mut scrambler = Scrambler::new(goal.clone(), 5);
    (0..count).map(|_| Problem::new(scrambler.walk(moves), goal.clone()).unwrap()).collect()
}

#[test]
fn the_shortest_time_limit_leaves_an_answer() {
    for shape in ["5x5", "4x6", "2x10", "6x6", "9x9", "3x40", "3x3x4", "4x4x4", "30x30", "2x60"] {
        let problem = random(shape, 1);
        let solved = Solver::new().time_limit(Duration::from_millis(1)).solve(&problem).unwrap();
        let solution = solved.solution().unwrap_or_else(|| panic!("{shape} has no answer"));
        Solution::replay(&problem, solution.moves().to_vec()).unwrap();
        assert!(solved.lower_bound() <= solution.cost(), "{shape}");
        assert_eq!(solved.proved(), solved.gap() == Some(0.0));
        assert_eq!(solved.improvements.last().map(|last| last.cost), solved.cost());
    }
}

#[test]
fn beams_shorten_the_first_answer() {
    for shape in ["5x5", "3x3x4"] {
        let problem = random(shape, 2);
        let first = Solver::new().aim(Aim::First).solve(&problem).unwrap();
        assert!(matches!(first.answer.outcome, Outcome::Solved { optimal: false, .. }));
        assert_eq!(first.improvements.len(), 1);
        let better = Solver::new().time_limit(Duration::from_secs(2)).solve(&problem).unwrap();
        assert!(better.cost() < first.cost(), "{shape}");
        assert!(better.improvements.is_sorted_by(|a, b| a.elapsed <= b.elapsed && a.cost > b.cost));
        assert_eq!(better.improvements[0].cost, first.cost().unwrap());
        assert!(better.lower_bound() >= first.lower_bound());
    }
}

#[test]
fn what_is_proved_is_what_idastar_finds() {
    for problem in near("5x5", 60, 6).into_iter().chain(near("2x11", 60, 4)).chain(near("4x6", 50, 4)) {
        let solved = Solver::new().within(0.0).solve(&problem).unwrap();
        let expected = Solver::new().algorithm(Algorithm::Idastar).solve(&problem).unwrap();
        assert!(solved.plan.any_time && solved.proved());
        assert_eq!(solved.cost(), expected.cost());
    }
}

#[test]
fn a_gap_that_is_asked_for_ends_the_search() {
    let problem = random("6x6", 3);
    let solved = Solver::new().within(1.0).solve(&problem).unwrap();
    assert!(matches!(solved.answer.outcome, Outcome::Solved { .. }));
    assert!(solved.gap().unwrap() <= 1.0);
    assert!(!solved.plan.notes.contains(&Note::UsualTime));
}

/// Throws a switch as soon as there is a solution.
struct Impatient(Cancel);

impl Observer for Impatient {
    fn solution(&mut self, _: &Solution) {
        self.0.cancel();
    }
}

#[test]
fn a_cancelled_search_keeps_its_answer() {
    let cancel = Cancel::new();
    let problem = random("7x7", 4);
    let solved = Solver::new().cancel(&cancel).solve_with(&problem, &mut Impatient(cancel.clone())).unwrap();
    assert!(matches!(
        solved.answer.outcome,
        Outcome::Stopped { best: Some(_), why: StopReason::Cancelled, .. }
    ));
}

#[test]
fn memory_and_nodes_are_limited() {
    let problem = random("5x5", 6);
    let solver = Solver::new().time_limit(Duration::from_secs(1));
    let small = solver.clone().memory_limit(8_000_000).solve(&problem).unwrap();
    assert!(small.solution().is_some() && small.stats().peak_bytes <= 8_000_000);
    let short = solver.node_limit(20_000).solve(&problem).unwrap();
    assert!(short.solution().is_some());
    assert!(matches!(short.answer.outcome, Outcome::Stopped { why: StopReason::Nodes, .. }));
}

#[test]
fn small_boards_are_proved_as_ever() {
    for shape in ["3x3", "4x3", "1x30", "2x2x2", "2x8"] {
        let solved = Solver::new().solve(&random(shape, 7)).unwrap();
        assert!(!solved.plan.any_time && solved.proved(), "{shape}");
    }
}
