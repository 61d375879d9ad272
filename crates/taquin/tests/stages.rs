//! Searches in two stages: limits hold over both, and the figures are those of both together.

use taquin::Problem;
use taquin::heuristic::{AnyHeuristic, HeuristicName};
use taquin::notation::parse_board;
use taquin::search::{
    Algorithm, Answer, FIRST_STAGE_NODES, Limits, Outcome, Plan, StopReason, solve_in_stages,
};

/// A board 38 moves from its goal, begun without any estimate and gone on with by walking distance.
fn solve(nodes: Option<u64>, tables: Result<(), StopReason>) -> (Answer, bool) {
    let board = |text| parse_board(text, None).unwrap();
    let start = board("3 8 2 7/6 12 1 11/5 14 13 4/9 0 10 15");
    let problem = Problem::new(start, board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")).unwrap();
    let plan = Plan::new(Algorithm::Idastar, HeuristicName::Zero);
    let zero = HeuristicName::Zero.build(problem.goal());
    let limits = Limits { nodes, ..Limits::default() };
    let (answer, made): (Answer, Option<AnyHeuristic>) =
        solve_in_stages(&problem, &plan, &zero, &limits, &mut (), |_| {
            tables.map(|()| HeuristicName::WalkingDistance.build(problem.goal()))
        });
    (answer, made.is_some())
}

#[test]
fn a_hard_board_is_begun_again() {
    let (answer, again) = solve(None, Ok(()));
    assert!(again && answer.outcome.is_optimal());
    assert_eq!(answer.outcome.solution().unwrap().cost(), 38);
    let expanded: u64 = answer.stats.iterations.iter().map(|iteration| iteration.expanded).sum();
    assert_eq!(answer.stats.expanded, expanded);
    assert!(expanded > FIRST_STAGE_NODES);
}

#[test]
fn limits_hold_over_both_stages() {
    for nodes in [1000, FIRST_STAGE_NODES, FIRST_STAGE_NODES + 1000] {
        let (answer, again) = solve(Some(nodes), Ok(()));
        assert_eq!((answer.stats.expanded, again), (nodes, nodes > FIRST_STAGE_NODES));
        assert!(matches!(answer.outcome, Outcome::Stopped { why: StopReason::Nodes, .. }));
    }
}

#[test]
fn what_was_proved_is_told_if_there_are_no_tables() {
    let (answer, again) = solve(None, Err(StopReason::Time));
    assert!(!again && answer.outcome.lower_bound() > 0);
    assert!(matches!(answer.outcome, Outcome::Stopped { why: StopReason::Time, .. }));
}
