//! Many problems on all threads: order, node counts, limits, and threads that join the searches still under way.

use crate::common;
use crate::common::blank_last;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use taquin::heuristic::{Heuristic, Manhattan};
use taquin::published::PublishedSet;
use taquin::search::{Algorithm, Cancel, Iteration, Observer, Outcome, Stats, StopReason};
use taquin::{Direction, Problem, Scrambler, Solved, Solver, SolverError};

/// No test takes as long as this unless something hangs.
const GUARD: Duration = Duration::from_secs(300);

fn walks(shape: &str, seed: u64, moves: &[u64]) -> Vec<Problem> {
    let goal = blank_last(shape);
    let mut scrambler = Scrambler::new(goal.clone(), seed);
    moves.iter().map(|&moves| Problem::new(scrambler.walk(moves), goal.clone()).unwrap()).collect()
}

/// A board that is not solved in a lifetime.
fn endless(shape: &str) -> Problem {
    let goal = blank_last(shape);
    Problem::new(Scrambler::new(goal.clone(), 1).uniform(), goal).unwrap()
}

fn easy(shape: &str) -> Problem {
    walks(shape, 1, &[12]).swap_remove(0)
}

fn stopped_by(solved: &Solved) -> Option<StopReason> {
    match solved.answer.outcome {
        Outcome::Stopped { why, .. } => Some(why),
        _ => None,
    }
}

type Figures = (Vec<Direction>, Vec<Iteration>, u64, u64);

fn figures(solved: &Solved) -> Figures {
    let stats = solved.stats();
    let moves = solved.solution().map_or(vec![], |solution| solution.moves().to_vec());
    (moves, stats.iterations.clone(), stats.expanded, stats.generated)
}

fn all_figures(solver: &Solver, problems: &[Problem]) -> Vec<Figures> {
    solver.solve_all(problems.to_vec()).map(|solved| figures(&solved.unwrap())).collect()
}

#[test]
fn answers_and_node_counts_are_those_of_one_thread() {
    let hardest_last = [
        walks("3x3x3", 1, &[40, 60, 80, 120, 200, 90]),
        walks("4x4", 2, &[20, 60, 150, 200]),
        vec![PublishedSet::Korf100.boards()[11].problem.clone()],
    ];
    for problems in [hardest_last.concat(), hardest_last[0].clone()] {
        let one_by_one: Vec<Figures> =
            problems.iter().map(|problem| figures(&Solver::new().solve(problem).unwrap())).collect();
        for threads in [1, 2, 4] {
            assert_eq!(all_figures(&Solver::new().threads(threads), &problems), one_by_one, "{threads}");
        }
    }
}

#[test]
fn the_hybrid_search_has_its_counts_too() {
    let problems = walks("4x4", 3, &[100, 200]);
    let solver = Solver::new().algorithm(Algorithm::Hybrid).heuristic("manhattan").memory_limit(400_000);
    let expected = all_figures(&solver, &problems);
    assert_eq!(all_figures(&solver.threads(4), &problems), expected);
}

/// Cancels its search once another thread has joined it.
struct UntilJoined;

impl Observer for UntilJoined {
    fn progress(&mut self, stats: &Stats, _: u32) -> ControlFlow<()> {
        if stats.helpers > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn threads_without_a_problem_join_the_last_one() {
    let idastar = Solver::new().algorithm(Algorithm::Idastar).heuristic("manhattan");
    for (solver, shape) in [(Solver::new(), "3x3x4"), (idastar, "5x5")] {
        let problems = [easy(shape), easy(shape), endless(shape)];
        let answers = solver
            .threads(3)
            .time_limit(GUARD)
            .map_all(problems, |solver, problem| solver.solve_with(&problem, &mut UntilJoined).unwrap());
        let answers: Vec<Solved> = answers.collect();
        assert_eq!(
            answers.iter().map(stopped_by).collect::<Vec<_>>(),
            [None, None, Some(StopReason::Cancelled)]
        );
        assert!((1..=2).contains(&answers[2].stats().helpers), "{shape}: {}", answers[2].stats().helpers);
        assert_eq!(answers[2].plan.method.threads, 1);
    }
}

/// One that waits for the first problem, since no more may be begun before it is answered, is a thread without a problem.
#[test]
fn threads_that_wait_join_too() {
    let problems = std::iter::once(endless("3x3x4")).chain(std::iter::repeat_with(|| easy("3x3x4")));
    let mut answers = Solver::new()
        .threads(2)
        .time_limit(GUARD)
        .map_all(problems, |solver, problem| solver.solve_with(&problem, &mut UntilJoined).unwrap());
    assert_eq!(stopped_by(&answers.next().unwrap()), Some(StopReason::Cancelled));
    assert!(answers.take(100).all(|solved| solved.proved()));
}

#[test]
fn limits_hold_for_each_problem_to_the_node() {
    let problems = [easy("4x4"), endless("5x5"), easy("4x4"), endless("5x5")];
    for nodes in [1000, 2_000_000] {
        let solver = Solver::new().algorithm(Algorithm::Idastar).heuristic("manhattan").node_limit(nodes);
        for threads in [1, 4] {
            let answers: Vec<Solved> =
                solver.clone().threads(threads).solve_all(problems.clone()).map(Result::unwrap).collect();
            let limited = [&answers[1], &answers[3]];
            assert!(limited.iter().all(|solved| stopped_by(solved) == Some(StopReason::Nodes)));
            assert!(limited.iter().all(|solved| solved.stats().expanded == nodes));
            assert!(answers[0].proved() && answers[2].proved());
        }
    }
    let solver = Solver::new().threads(2).time_limit(Duration::from_millis(30));
    let answers = solver.solve_all(vec![endless("3x3x4"); 4]).map(Result::unwrap);
    assert_eq!(answers.map(|solved| stopped_by(&solved)).collect::<Vec<_>>(), [Some(StopReason::Time); 4]);
}

#[test]
fn cancelled_searches_are_answered_and_no_more_are_begun() {
    let cancel = Cancel::new();
    let switch = cancel.clone();
    let problems = (1..).map(move |number| {
        if number == 3 {
            switch.cancel();
        }
        endless("3x3x4")
    });
    let solver = Solver::new().threads(3).time_limit(GUARD).cancel(&cancel);
    let answers: Vec<_> = solver.solve_all(problems).map(|solved| stopped_by(&solved.unwrap())).collect();
    // The third may be read when the others have been stopped and answered.
    assert!((2..=3).contains(&answers.len()), "{answers:?}");
    assert!(answers.iter().all(|&why| why == Some(StopReason::Cancelled)), "{answers:?}");
}

#[test]
fn searches_under_way_stop_when_the_answers_are_dropped() {
    let held = Arc::new(());
    let theirs = held.clone();
    let problems = [easy("3x3x4"), endless("3x3x4"), endless("3x3x4"), endless("3x3x4")];
    let mut answers = Solver::new().threads(2).map_all(problems, move |solver, problem| {
        let _theirs = &theirs;
        solver.solve(&problem).unwrap()
    });
    assert!(answers.next().unwrap().proved());
    drop(answers);
    let begun = std::time::Instant::now();
    while Arc::strong_count(&held) > 1 {
        assert!(begun.elapsed() < GUARD, "a search goes on");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn an_error_is_the_answer_of_its_problem_alone() {
    let [first, last] = ["blank-first", "blank-last"].map(|name| {
        let goal = name.parse::<taquin::NamedGoal>().unwrap().board(common::shape("4x4")).unwrap();
        Problem::new(Scrambler::new(goal.clone(), 1).walk(20), goal).unwrap()
    });
    let solver = Solver::new().heuristic(Manhattan::new(last.goal()).into_any()).threads(2);
    let answers: Vec<_> = solver.solve_all([last.clone(), first, last]).collect();
    assert!(matches!(&answers[..], [Ok(_), Err(SolverError::OtherGoal), Ok(_)]), "{answers:?}");
}

#[test]
fn counts_that_depend_on_which_board_builds_the_tables_are_said_not_to_repeat() {
    let problems = walks("4x4", 2, &[20, 30]);
    let repeat = |solver: Solver| -> Vec<bool> {
        solver.solve_all(problems.clone()).map(|solved| solved.unwrap().counts_repeat()).collect()
    };
    assert_eq!(repeat(Solver::new().threads(2)), [false, false]);
    assert_eq!(repeat(Solver::new().threads(1)), [true, true], "one after the other");
    assert_eq!(repeat(Solver::new().threads(2).algorithm(Algorithm::Idastar)), [true, true]);
    assert!(Solver::new().threads(2).solve(&problems[0]).unwrap().counts_repeat(), "alone");
}
