//! The searches agree with each other and with the true distances on whole spaces, and a search
//! that is stopped tells the truth about what it has proved.

mod common;

use common::{Space, admissible, blank_last, cost, for_each, goals, no_limits, optimal_cost, strongest};
use std::time::Duration;
use taquin::heuristic::{Heuristic, HeuristicName, Maximum};
use taquin::search::{
    Algorithm, Answer, Cancel, Limits, Outcome, Plan, StopReason, Weight, astar, bfs, bidirectional, idastar,
    solve, weighted_astar,
};
use taquin::{Problem, Scrambler};

fn check(answer: &Answer, distance: u32, what: impl std::fmt::Display, problem: &Problem) {
    let found = optimal_cost(answer);
    assert_eq!(found, distance, "{what}: {} → {}", problem.start(), problem.goal());
}

/// A* and IDA* with one heuristic on every `step`th board of a space.
fn check_informed<H: Heuristic>(space: &Space, heuristic: &H, step: usize, what: &HeuristicName) {
    for_each((0..space.len()).step_by(step), |index| {
        let (problem, distance) = (space.problem(index), space.distances[index]);
        let answer = astar(&problem, heuristic, &no_limits(), &mut ());
        check(&answer, distance, format_args!("astar {what}"), &problem);
        let answer = idastar(&problem, heuristic, &no_limits(), &mut ());
        check(&answer, distance, format_args!("idastar {what}"), &problem);
    });
}

/// Depth-first search without a good estimate goes through every path: it is left out where paths
/// are long.
fn check_everything(space: &Space, step: usize) {
    for_each((0..space.len()).step_by(step), |index| {
        let (problem, distance) = (space.problem(index), space.distances[index]);
        check(&bfs(&problem, &no_limits(), &mut ()), distance, "bfs", &problem);
        check(&bidirectional(&problem, &no_limits(), &mut ()), distance, "bidirectional", &problem);
        for name in admissible() {
            let heuristic = name.build(&space.goal);
            let plan = Plan { algorithm: Algorithm::Astar, heuristic: name.clone(), weight: Weight::DEFAULT };
            check(
                &solve(&problem, &plan, &heuristic, &no_limits(), &mut ()),
                distance,
                format_args!("astar {name}"),
                &problem,
            );
            let blind = matches!(name, HeuristicName::Zero | HeuristicName::Hamming);
            if !blind || distance <= 16 {
                let plan = Plan { algorithm: Algorithm::Idastar, ..plan };
                check(
                    &solve(&problem, &plan, &heuristic, &no_limits(), &mut ()),
                    distance,
                    format_args!("idastar {name}"),
                    &problem,
                );
            }
        }
    });
}

#[test]
fn every_search_on_every_board_of_the_smallest_shapes() {
    for text in ["1x1", "4x1", "1x4", "1x1x4", "2x2", "3x2", "2x3", "1x2x3", "3x1x2"] {
        for goal in goals(text) {
            check_everything(&Space::new(&goal), 1);
        }
    }
}

#[test]
fn every_estimate_on_4x2() {
    for (number, goal) in goals("4x2").into_iter().enumerate() {
        let space = Space::new(&goal);
        let step = if number == 0 { 1 } else { 7 };
        check_informed(&space, &Maximum::new(vec![strongest().build(&goal)]), step, &strongest());
        check_everything(&space, step * 97);
    }
}

#[test]
fn every_board_of_2x4_and_2x2x2() {
    for text in ["2x4", "2x2x2", "1x2x4"] {
        for (number, goal) in goals(text).into_iter().enumerate() {
            let space = Space::new(&goal);
            let step = if number == 0 { 1 } else { 11 };
            check_informed(&space, &Maximum::new(vec![strongest().build(&goal)]), step, &strongest());
            check_everything(&space, step * 97);
        }
    }
}

#[test]
fn every_board_of_the_8_puzzle() {
    let space = Space::new(&blank_last("3x3"));
    assert_eq!(space.len(), 181_440);
    let strongest = strongest();
    check_informed(&space, &Maximum::new(vec![strongest.build(&space.goal)]), 1, &strongest);
}
