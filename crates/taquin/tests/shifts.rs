//! Moves counted in shifts: levels, searches and what is refused.

use crate::common::{blank_last, no_limits, shifted};
use std::ops::ControlFlow;
use taquin::census::{Ended, census_in, level_in};
use taquin::exact::DistanceList;
use taquin::heuristic::{AnyHeuristic, AxisDistance, HeuristicName};
use taquin::search::{Algorithm, Answer, Limits, Method, Node, Observer, StopReason, search_by};
use taquin::trace::{Event, Recording};
use taquin::{Board, Metric, Problem, Scrambler, Solver, SolverError};

fn levels(text: &str, depth: Option<u32>, threads: usize) -> Vec<u64> {
    let go_on = &mut |_, _| ControlFlow::Continue(());
    let census = census_in(Metric::Shifts, &blank_last(text), depth, &no_limits(), threads, go_on);
    assert_eq!(census.ended, if depth.is_none() { Ended::Complete } else { Ended::DepthReached });
    census.levels
}

/// The sum of all distances.
fn sum(levels: &[u64]) -> u64 {
    levels.iter().zip(0..).map(|(boards, depth)| boards * depth).sum()
}

/// Results of lightln2's SlidingTilesSolver, in the multi-tile metric: the deepest level and the mean distance.
#[test]
fn published_counts_of_whole_spaces() {
    for threads in [1, 2] {
        let levels = levels("3x3", None, threads);
        assert_eq!(levels.len() - 1, 24);
        assert_eq!(levels.iter().sum::<u64>(), 181_440);
        assert!((sum(&levels) as f64 / 181_440.0 - 16.554).abs() < 0.0005);
    }
}

#[test]
#[ignore = "long: all boards of 4x3, some seconds; run with cargo xtask test --long"]
fn published_counts_of_the_eleven_puzzle() {
    let levels = levels("4x3", None, 2);
    let boards = 239_500_800;
    assert_eq!((levels.len() - 1, levels.iter().sum::<u64>()), (33, boards));
    assert!((sum(&levels) as f64 / boards as f64 - 23.3705).abs() < 0.00005);
}

/// The beginning of the published levels of the 15-puzzle in the multi-tile metric (Norskog and Davidson 2010; lightln2).
#[test]
fn published_levels_of_the_fifteen_puzzle() {
    let published = [1, 6, 18, 54, 162, 486, 1457, 4334, 12568, 36046, 102_801, 289_534];
    assert_eq!(levels("4x4", Some(11), 1), published);
}

/// Distances by a search that knows nothing but shifts.
#[test]
fn levels_are_those_of_a_plain_search() {
    for text in ["2x2", "3x2", "2x4", "5x1", "2x2x2", "3x1"] {
        let goal = blank_last(text);
        let mut found = vec![goal.clone()];
        let mut level = found.clone();
        let mut counts = vec![1];
        loop {
            let mut next: Vec<Board> = level.iter().flat_map(shifted).collect();
            next.sort();
            next.dedup();
            next.retain(|board| !found.contains(board));
            if next.is_empty() {
                break;
            }
            counts.push(next.len() as u64);
            let depth = counts.len() as u32 - 1;
            let mut listed: Vec<Board> =
                level_in(Metric::Shifts, &goal, depth, &no_limits(), 1).unwrap().boards().collect();
            listed.sort();
            assert_eq!(listed, next, "{text}, level {depth}");
            found.extend(next.iter().cloned());
            level = next;
            if found.len() > 3000 {
                break;
            }
        }
        let depth = counts.len() as u32 - 1;
        let all = levels(text, None, 1);
        assert_eq!(counts[..], all[..=depth as usize], "{text}");
    }
}

fn search(
    problem: &Problem,
    heuristic: &AnyHeuristic,
    algorithm: Algorithm,
    threads: usize,
    observer: &mut dyn Observer,
) -> Answer {
    let mut method = Method::new(algorithm);
    (method.metric, method.threads) = (Metric::Shifts, threads);
    search_by(problem, &method, heuristic, &no_limits(), observer)
}

fn axis_distance(goal: &Board) -> AnyHeuristic {
    AnyHeuristic::AxisDistance(AxisDistance::new(goal))
}

#[test]
fn all_searches_find_the_distances_of_the_census() {
    for text in ["3x2", "2x4", "3x3", "2x2x2", "4x1"] {
        let goal = blank_last(text);
        let list = DistanceList::in_metric(Metric::Shifts, &goal, 1);
        let axes = axis_distance(&goal);
        let mut scrambler = Scrambler::new(goal.clone(), 3);
        for _ in 0..12 {
            let problem = Problem::new(scrambler.uniform(), goal.clone()).unwrap();
            let expected = list.as_ref().map(|list| list.distance(problem.start()).unwrap());
            for algorithm in [Algorithm::Bfs, Algorithm::Astar, Algorithm::Idastar] {
                let answer = search(&problem, &axes, algorithm, 1, &mut ());
                assert!(answer.proved(), "{algorithm} on {}", problem.start());
                let solution = answer.solution().unwrap();
                assert_eq!(solution.metric(), Metric::Shifts);
                let expected = expected.unwrap_or(u32::from(problem.start() != problem.goal()));
                assert_eq!(solution.cost(), expected, "{algorithm} on {}", problem.start());
            }
            for algorithm in [Algorithm::Greedy, Algorithm::WeightedAstar, Algorithm::MarkAtGeneration] {
                let answer = search(&problem, &axes, algorithm, 1, &mut ());
                assert!(answer.cost() >= expected, "{algorithm} on {}", problem.start());
            }
        }
    }
}

/// Wants to see nodes, which the plain loop alone shows.
struct Watching(u64);

impl Observer for Watching {
    fn wants_nodes(&self) -> bool {
        true
    }

    fn expanding(&mut self, _: Node<'_>) {
        self.0 += 1;
    }
}

#[test]
fn the_kernel_visits_the_nodes_of_the_plain_loop() {
    for (text, boards) in [("3x3", 10), ("3x4", 2), ("4x3", 2), ("2x5", 2)] {
        let goal = blank_last(text);
        let axes = axis_distance(&goal);
        let mut scrambler = Scrambler::new(goal.clone(), 7);
        for _ in 0..boards {
            let problem = Problem::new(scrambler.uniform(), goal.clone()).unwrap();
            let mut watching = Watching(0);
            let plain = search(&problem, &axes, Algorithm::Idastar, 1, &mut watching);
            assert_eq!(watching.0, plain.stats.expanded);
            for threads in [1, 3] {
                let by_kernel = search(&problem, &axes, Algorithm::Idastar, threads, &mut ());
                assert_eq!(by_kernel.stats.iterations, plain.stats.iterations, "{}", problem.start());
                assert_eq!(by_kernel.solution(), plain.solution(), "{}", problem.start());
            }
        }
    }
}

#[test]
fn a_node_limit_ends_at_the_same_node_on_any_number_of_threads() {
    let goal = blank_last("4x4");
    let problem = Problem::new(Scrambler::new(goal.clone(), 1).uniform(), goal).unwrap();
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let stopped = |threads| {
        let answer = Solver::new()
            .metric(Metric::Shifts)
            .threads(threads)
            .limits(limits.clone())
            .solve(&problem)
            .unwrap();
        assert_eq!(answer.answer.outcome.stopped_by(), Some(StopReason::Nodes));
        (answer.stats().expanded, answer.stats().generated, answer.lower_bound())
    };
    assert_eq!(stopped(1).0, 5_000);
    assert_eq!(stopped(1), stopped(3));
}

#[test]
fn solutions_in_shifts_are_written_read_back_and_replayed() {
    let goal = blank_last("4x3");
    let solver = Solver::new().metric(Metric::Shifts);
    let mut scrambler = Scrambler::new(goal.clone(), 2);
    for _ in 0..5 {
        let problem = Problem::new(scrambler.uniform(), goal.clone()).unwrap();
        let answer = solver.solve(&problem).unwrap();
        let solution = answer.solution().unwrap();
        assert_eq!(solution.to_string().split(' ').count() as u32, solution.cost());
        for notation in taquin::notation::Notation::ALL {
            let steps = notation.read(problem.start(), &notation.write(solution)).unwrap();
            assert_eq!(steps, solution.moves(), "{notation}");
        }
        assert_eq!(solution.boards().count() as u32, solution.cost() + 1);
    }
}

#[test]
fn what_counts_slides_is_refused_in_shifts() {
    let goal = blank_last("4x4");
    let problem = Problem::new(Scrambler::new(goal.clone(), 2).uniform(), goal).unwrap();
    let shifts = Solver::new().metric(Metric::Shifts);
    for name in ["manhattan", "linear-conflict", "walking-distance", "pdb", "hamming", "max:zero,manhattan"] {
        let error = shifts.clone().heuristic(name).solve(&problem).unwrap_err();
        assert!(matches!(error, SolverError::OtherMetric { .. }), "{name}");
        assert!(
            error.to_string().starts_with(&format!("{name} counts slides: a shift moves several")),
            "{error}"
        );
    }
    for algorithm in [Algorithm::TwoEnded, Algorithm::Beam, Algorithm::Hybrid, Algorithm::Bidirectional] {
        let error = shifts.clone().algorithm(algorithm).solve(&problem).unwrap_err();
        assert!(
            error.to_string().starts_with(&format!("{algorithm} counts slides: in shifts there are bfs"))
        );
    }
    let error = Solver::new().heuristic(HeuristicName::AxisDistance).solve(&problem).unwrap_err();
    assert_eq!(error.to_string(), "axis-distance counts shifts: in slides there is walking-distance");
}

#[test]
fn boards_too_large_for_a_proof_get_a_solution() {
    let goal = blank_last("7x7");
    let problem = Problem::new(Scrambler::new(goal.clone(), 2).uniform(), goal).unwrap();
    let answer = Solver::new().metric(Metric::Shifts).node_limit(1000).solve(&problem).unwrap();
    let solution = answer.solution().unwrap();
    assert_eq!(solution.metric(), Metric::Shifts);
    assert!(answer.lower_bound() > 0 && answer.lower_bound() < solution.cost());
}

#[test]
fn a_search_that_is_written_down_counts_shifts_too() {
    let goal = blank_last("3x2");
    let level = level_in(Metric::Shifts, &goal, 6, &no_limits(), 1).expect("a small space");
    for algorithm in [Algorithm::Astar, Algorithm::Idastar, Algorithm::Bfs] {
        let solver = Solver::new().metric(Metric::Shifts).algorithm(algorithm);
        for board in level.boards() {
            let recording =
                Recording::new(board.clone(), solver.prepare_watched(&goal).unwrap()).expect("one shape");
            let mut last = None;
            recording.run(&mut |event| {
                last = Some(event.clone());
                ControlFlow::Continue(())
            });
            let Some(Event::End(end)) = last else { panic!("{last:?}") };
            assert_eq!((end.cost, end.optimal), (Some(6), true), "{algorithm} {board}");
        }
    }
}

#[test]
fn a_search_without_end_meets_every_board_by_shifts() {
    let goal = blank_last("3x2");
    let start: Board = "2 1 3/4 5 0".parse().unwrap();
    let solver = Solver::new().metric(Metric::Shifts).algorithm(Algorithm::Astar);
    let recording = Recording::new(start, solver.prepare_watched(&goal).unwrap()).unwrap().exhaustive(true);
    let mut deepest = 0;
    let answer = recording.run(&mut |event| {
        if let Event::Expand(node) = event {
            deepest = deepest.max(node.g);
        }
        ControlFlow::Continue(())
    });
    assert_eq!(answer.expect("it is searched").stats.reached, Some(360));
    let levels = levels("3x2", None, 1);
    assert!(deepest < levels.len() as u32, "{deepest} shifts");
}
