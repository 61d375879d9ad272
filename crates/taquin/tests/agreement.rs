//! The searches agree with each other and with the true distances on whole spaces, and a search
//! that is stopped tells the truth about what it has proved.

use crate::common::{
    Space, admissible, blank_last, cost, for_each, goals, no_limits, optimal_cost, strongest,
};
use std::time::Duration;
use taquin::heuristic::{AnyHeuristic, Heuristic, HeuristicName};
use taquin::search::{
    Algorithm, Answer, Cancel, Limits, Method, Outcome, StopReason, Weight, astar, bfs, bidirectional,
    idastar, search_by, weighted_astar,
};
use taquin::{Problem, Scrambler};

fn check(answer: &Answer, distance: u32, what: impl std::fmt::Display, problem: &Problem) {
    let found = optimal_cost(answer);
    assert_eq!(found, distance, "{what}: {} → {}", problem.start(), problem.goal());
}

/// A* and IDA* with one heuristic on every `step`th board of a space.
fn check_with<H: Heuristic>(space: &Space, heuristic: &H, step: usize, what: &HeuristicName) {
    for_each((0..space.len()).step_by(step), |index| {
        let (problem, distance) = (space.problem(index), space.distances[index]);
        let answer = astar(&problem, heuristic, &no_limits(), &mut ());
        check(&answer, distance, format_args!("astar {what}"), &problem);
        let answer = idastar(&problem, heuristic, &no_limits(), &mut ());
        check(&answer, distance, format_args!("idastar {what}"), &problem);
    });
}

/// A* and IDA* with each of some heuristics, chosen once and not anew at every node.
fn check_informed(space: &Space, names: &[HeuristicName], step: usize) {
    for name in names {
        match name.build(&space.goal, 1).unwrap() {
            AnyHeuristic::Manhattan(heuristic) => check_with(space, &heuristic, step, name),
            AnyHeuristic::LinearConflict(heuristic) => check_with(space, &heuristic, step, name),
            AnyHeuristic::WalkingDistance(heuristic) => check_with(space, &heuristic, step, name),
            AnyHeuristic::Maximum(heuristic) => check_with(space, &heuristic, step, name),
            other => check_with(space, &other, step, name),
        }
    }
}

/// The heuristics with which depth-first search takes no more than a moment on small boards.
fn good() -> [HeuristicName; 4] {
    [HeuristicName::Manhattan, HeuristicName::LinearConflict, HeuristicName::WalkingDistance, strongest()]
}

/// Depth-first search without a good estimate goes through every path: it is left out where paths
/// are long.
fn check_everything(space: &Space, step: usize) {
    let heuristics: Vec<_> =
        admissible().into_iter().map(|name| (name.build(&space.goal, 1).unwrap(), name)).collect();
    for_each((0..space.len()).step_by(step), |index| {
        let (problem, distance) = (space.problem(index), space.distances[index]);
        check(&bfs(&problem, &no_limits(), &mut ()), distance, "bfs", &problem);
        check(&bidirectional(&problem, &no_limits(), &mut ()), distance, "bidirectional", &problem);
        for (heuristic, name) in &heuristics {
            let blind = matches!(name, HeuristicName::Zero | HeuristicName::Hamming);
            let method = Method::new(Algorithm::Astar);
            check(
                &search_by(&problem, &method, heuristic, &no_limits(), &mut ()),
                distance,
                format_args!("astar {name}"),
                &problem,
            );
            if !blind || distance <= 14 {
                let method = Method::new(Algorithm::Idastar);
                check(
                    &search_by(&problem, &method, heuristic, &no_limits(), &mut ()),
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

/// Every board for the usual goal, a part of them for the others.
fn check_goals(text: &str, names: &[HeuristicName], step: usize) {
    for (number, goal) in goals(text).into_iter().enumerate() {
        let space = Space::new(&goal);
        let step = if number == 0 { step } else { step * 13 };
        check_informed(&space, names, step);
        check_everything(&space, step * 151);
    }
}

#[test]
fn every_board_of_2x2x2() {
    check_goals("2x2x2", &good(), 1);
}

#[test]
fn every_board_of_4x2_and_2x4() {
    for text in ["4x2", "2x4"] {
        check_goals(text, &[HeuristicName::WalkingDistance], 1);
        check_goals(text, &good(), 47);
    }
}

/// The whole space with the heuristic that is quickest here; the others on a part of it.
#[test]
fn every_board_of_the_8_puzzle() {
    let space = Space::new(&blank_last("3x3"));
    assert_eq!(space.len(), 181_440);
    check_informed(&space, &[HeuristicName::WalkingDistance], 1);
    check_informed(&space, &good(), 307);
    check_everything(&space, 3001);
    for_each((0..space.len()).step_by(151), |index| {
        let answer = bidirectional(&space.problem(index), &no_limits(), &mut ());
        check(&answer, space.distances[index], "bidirectional", &space.problem(index));
    });
}

#[test]
fn other_goals_of_the_8_puzzle() {
    for goal in goals("3x3").into_iter().skip(1) {
        let space = Space::new(&goal);
        check_informed(&space, &good(), 997);
        check_everything(&space, 20_011);
    }
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn every_board_of_the_8_puzzle_by_every_search() {
    let space = Space::new(&blank_last("3x3"));
    check_informed(&space, &good(), 1);
    for_each(0..space.len(), |index| {
        let (problem, distance) = (space.problem(index), space.distances[index]);
        check(&bidirectional(&problem, &no_limits(), &mut ()), distance, "bidirectional", &problem);
        // Each of these stores about half of the space: all of them would take an hour.
        if index % 16 == 0 {
            check(&bfs(&problem, &no_limits(), &mut ()), distance, "bfs", &problem);
        }
    });
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn every_board_of_the_smaller_shapes_by_every_search() {
    for text in ["4x2", "2x4", "2x2x2"] {
        let space = Space::new(&blank_last(text));
        check_informed(&space, &good(), 1);
        for_each(0..space.len(), |index| {
            let (problem, distance) = (space.problem(index), space.distances[index]);
            check(&bidirectional(&problem, &no_limits(), &mut ()), distance, "bidirectional", &problem);
            check(&bfs(&problem, &no_limits(), &mut ()), distance, "bfs", &problem);
        });
    }
}

/// Searches that do not claim optimality find solutions and claim no more than they know.
#[test]
fn what_searches_claim_is_true() {
    for text in ["3x2", "2x2x2", "3x3"] {
        let space = Space::new(&blank_last(text));
        for_each((0..space.len()).step_by(space.len() / 300), |index| {
            let (problem, distance) = (space.problem(index), space.distances[index]);
            for name in HeuristicName::SIMPLE {
                let heuristic = name.build(&space.goal, 1).unwrap();
                for algorithm in [Algorithm::Greedy, Algorithm::Descent, Algorithm::MarkAtGeneration] {
                    let method = Method::new(algorithm);
                    let limits = Limits { nodes: Some(2000), ..Limits::default() };
                    let answer = search_by(&problem, &method, &heuristic, &limits, &mut ());
                    assert!(answer.outcome.lower_bound() <= distance, "{algorithm} {name}");
                    assert!(!answer.outcome.is_optimal() || answer.outcome.lower_bound() == distance);
                    assert!(answer.outcome.solution().is_none_or(|solution| solution.cost() >= distance));
                }
            }
            // The estimate that counts the blank is not admissible: nothing is proved with it.
            let heuristic = HeuristicName::OutOfPlace.build(&space.goal, 1).unwrap();
            for answer in [
                astar(&problem, &heuristic, &no_limits(), &mut ()),
                weighted_astar(&problem, &heuristic, Weight::DEFAULT, &no_limits(), &mut ()),
            ] {
                assert!(!answer.outcome.is_optimal());
                assert!(answer.outcome.lower_bound() <= distance);
            }
        });
    }
}

#[test]
fn weighted_astar_keeps_its_word() {
    let space = Space::new(&blank_last("3x3"));
    for weight in ["1", "1.2", "1.5", "3", "1000"] {
        let weight: Weight = weight.parse().unwrap();
        for name in good() {
            let heuristic = name.build(&space.goal, 1).unwrap();
            for_each((0..space.len()).step_by(1999), |index| {
                let (problem, distance) = (space.problem(index), space.distances[index]);
                let answer = weighted_astar(&problem, &heuristic, weight, &no_limits(), &mut ());
                let (found, bound) = (cost(&answer), answer.outcome.lower_bound());
                assert!(bound <= distance && distance <= found);
                assert!(f64::from(found) <= weight.value() * f64::from(distance) + 1e-9);
                assert!(f64::from(found) <= weight.value() * f64::from(bound) + weight.value());
                assert!(!answer.outcome.is_optimal() || found == distance);
            });
        }
    }
}

/// Runs every algorithm with limits and checks that what is claimed is true and the limits are kept.
fn check_limits(problem: &Problem, distance: u32, limits: &Limits, expected: StopReason) {
    for algorithm in Algorithm::ALL {
        for name in [HeuristicName::Manhattan, HeuristicName::LinearConflict, HeuristicName::OutOfPlace] {
            let heuristic = name.build(problem.goal(), 1).unwrap();
            let method = Method::new(algorithm);
            let answer = search_by(problem, &method, &heuristic, limits, &mut ());
            let what = format!("{algorithm} {name} {limits:?} {}: {answer:?}", problem.start());
            assert!(answer.outcome.lower_bound() <= distance, "{what}");
            assert!(limits.nodes.is_none_or(|most| answer.stats.expanded <= most), "{what}");
            assert!(limits.memory.is_none_or(|most| answer.stats.peak_bytes <= most), "{what}");
            match answer.outcome {
                Outcome::Solved { ref solution, .. } => assert!(solution.cost() >= distance, "{what}"),
                Outcome::Stopped { why, .. } => {
                    assert!(why == expected || why == StopReason::DeadEnd, "{what}");
                }
            }
        }
    }
}

/// Boards of the 8-puzzle with their distances, the goal itself and hard ones among them.
fn some_problems() -> Vec<(Problem, u32)> {
    let space = Space::new(&blank_last("3x3"));
    let step = space.len() / 12;
    (0..space.len()).step_by(step).map(|index| (space.problem(index), space.distances[index])).collect()
}

#[test]
fn a_node_limit_is_kept_and_the_bound_is_true() {
    let problems = some_problems();
    for nodes in [0, 1, 2, 10, 63, 64, 65, 1000, 5000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        for_each(0..problems.len(), |i| {
            check_limits(&problems[i].0, problems[i].1, &limits, StopReason::Nodes);
        });
    }
}

#[test]
fn a_memory_limit_is_kept_and_the_bound_is_true() {
    let problems = some_problems();
    for bytes in [0, 1, 1000, 5000, 50_000, 60_000, 100_000, 123_456, 200_000, 400_000, 1_000_000, 2_000_000]
    {
        // Searches that hold next to nothing would run on for ever without it.
        let limits = Limits { memory: Some(bytes), nodes: Some(100_000), ..Limits::default() };
        for_each(0..problems.len(), |i| {
            let (problem, distance) = &problems[i];
            for algorithm in Algorithm::ALL {
                let name = HeuristicName::Manhattan;
                let heuristic = name.build(problem.goal(), 1).unwrap();
                let method = Method::new(algorithm);
                let answer = search_by(problem, &method, &heuristic, &limits, &mut ());
                let what = format!("{algorithm} {bytes} bytes {}: {answer:?}", problem.start());
                assert!(answer.stats.peak_bytes <= bytes, "{what}");
                assert!(answer.outcome.lower_bound() <= *distance, "{what}");
            }
        });
    }
}

#[test]
fn a_memory_limit_is_kept_on_large_boards() {
    let mut scrambler = Scrambler::new(blank_last("4x4"), 1);
    let cube = Scrambler::new(blank_last("3x3x3"), 1).walk(500);
    for start in [scrambler.uniform(), scrambler.uniform(), cube] {
        let problem = Problem::new(start.clone(), blank_last(&start.shape().to_string())).unwrap();
        let heuristic = HeuristicName::Manhattan.build(problem.goal(), 1).unwrap();
        for bytes in [300_000, 3_000_000, 10_000_000] {
            for algorithm in [Algorithm::Astar, Algorithm::Bfs, Algorithm::Bidirectional] {
                let method = Method::new(algorithm);
                let limits = Limits { memory: Some(bytes), ..Limits::default() };
                let answer = search_by(&problem, &method, &heuristic, &limits, &mut ());
                assert!(answer.stats.peak_bytes <= bytes, "{algorithm} {bytes}: {answer:?}");
                // The memory was used, not refused early: doubling a table may take half of it.
                let used = answer.outcome.solution().is_some() || answer.stats.peak_bytes >= bytes / 4;
                assert!(used, "{algorithm} {bytes}: {answer:?}");
            }
        }
    }
}

#[test]
fn a_time_limit_and_a_cancelled_search_tell_true_bounds() {
    let thrown = Cancel::new();
    thrown.cancel();
    for (problem, distance) in some_problems() {
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        check_limits(&problem, distance, &limits, StopReason::Time);
        let limits = Limits { cancel: Some(thrown.clone()), ..Limits::default() };
        check_limits(&problem, distance, &limits, StopReason::Cancelled);
    }
}

/// A 24-puzzle that no search here finishes is given up in time.
#[test]
fn a_time_limit_is_kept() {
    let start = Scrambler::new(blank_last("5x5"), 5).uniform();
    let problem = Problem::new(start, blank_last("5x5")).unwrap();
    let heuristic = HeuristicName::Manhattan.build(problem.goal(), 1).unwrap();
    for algorithm in [Algorithm::Astar, Algorithm::Idastar, Algorithm::Bfs, Algorithm::Bidirectional] {
        let method = Method::new(algorithm);
        let limits =
            Limits { time: Some(Duration::from_millis(100)), memory: Some(1 << 28), ..Limits::default() };
        let answer = search_by(&problem, &method, &heuristic, &limits, &mut ());
        assert!(matches!(answer.outcome, Outcome::Stopped { why: StopReason::Time, .. }), "{algorithm}");
        // Generous, for machines that are busy.
        assert!(answer.stats.elapsed < Duration::from_secs(5), "{algorithm}: {:?}", answer.stats.elapsed);
    }
}
