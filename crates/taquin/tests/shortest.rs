//! All shortest solutions: how many there are, hints, and where a solution loses moves; in both metrics.

use crate::common::{blank_last, shifted};
use std::ops::ControlFlow;
use taquin::census::census_in;
use taquin::exact::DistanceList;
use taquin::search::{Limits, StopReason};
use taquin::shortest::{NotCounted, SolutionCounts};
use taquin::{Board, Metric, Problem, Scrambler, Solver};

/// The numbers of shortest solutions and the good first moves of every board, by a count over the whole space.
#[test]
fn numbers_of_shortest_solutions_are_those_of_the_whole_space() {
    for (text, metric, step) in [
        ("3x2", Metric::Slides, 1),
        ("3x2", Metric::Shifts, 1),
        ("2x4", Metric::Slides, 40),
        ("2x4", Metric::Shifts, 40),
        ("2x2x2", Metric::Slides, 40),
        ("2x2x2", Metric::Shifts, 40),
        ("3x3", Metric::Slides, 800),
        ("3x3", Metric::Shifts, 800),
    ] {
        check_shortest(text, metric, step);
    }
}

#[test]
#[ignore = "long: every board of four shapes in both metrics, minutes; run with cargo xtask test --long"]
fn numbers_of_shortest_solutions_of_every_board() {
    for text in ["3x2", "3x3", "2x4", "2x2x2"] {
        for metric in Metric::ALL {
            check_shortest(text, metric, 1);
        }
    }
}

fn check_shortest(text: &str, metric: Metric, step: usize) {
    let goal = blank_last(text);
    let list = DistanceList::in_metric(metric, &goal, 2).unwrap();
    let neighbours = |board: &Board| match metric {
        Metric::Slides => board.neighbours().collect(),
        _ => shifted(board),
    };
    // Solutions by board, those near the goal first.
    let mut solutions = vec![0u64; list.boards()];
    let number = |board: &Board| list.number(board).unwrap() as usize;
    for place in list.by_distance() {
        let (board, distance) = list.board(place).unwrap();
        solutions[place as usize] = if distance == 0 { 1 } else { 0 };
        for next in neighbours(&board).iter().filter(|next| list.distance(next).unwrap() + 1 == distance) {
            solutions[place as usize] += solutions[number(next)];
        }
    }
    let solver = Solver::new().metric(metric);
    for place in (0..list.boards() as u32).step_by(step) {
        let (board, distance) = list.board(place).unwrap();
        let problem = Problem::new(board.clone(), goal.clone()).unwrap();
        let graph = solver.shortest(&problem).unwrap().graph.unwrap();
        assert_eq!((graph.cost(), graph.stopped_by()), (distance, None), "{board}");
        assert_eq!(graph.count().to_u64(), Some(solutions[place as usize]), "{board}");
        if solutions[place as usize] < 50 {
            let all: Vec<String> = graph.solutions().map(|solution| solution.to_string()).collect();
            let different: std::collections::HashSet<&String> = all.iter().collect();
            assert_eq!(
                (all.len(), different.len()),
                (solutions[place as usize] as usize, all.len()),
                "{board}"
            );
        }
        let nearer = neighbours(&board).iter().filter(|next| list.distance(next).unwrap() < distance).count();
        assert_eq!(graph.first_moves().len(), nearer, "{board}");
        let (boards, edges) = graph.boards_and_edges();
        assert_eq!(boards[0], (board.clone(), distance));
        assert!(edges.iter().all(|edge| boards[edge.from as usize].1 == boards[edge.to as usize].1 + 1));
        let hint = solver.hint(&problem).unwrap();
        assert_eq!(hint.len(), neighbours(&board).len());
        let mut left: Vec<u32> = neighbours(&board).iter().map(|next| list.distance(next).unwrap()).collect();
        left.sort();
        assert_eq!(hint.iter().map(|first| first.left).collect::<Vec<_>>(), left, "{board}");
    }
}

#[test]
fn the_boards_with_the_most_shortest_solutions_have_as_many_one_by_one() {
    for (text, metric) in [("2x2x2", Metric::Slides), ("3x3", Metric::Slides), ("3x3", Metric::Shifts)] {
        let goal = blank_last(text);
        let limits = Limits::default();
        let counts = SolutionCounts::of_all_boards(metric, &goal, &limits, 2).unwrap();
        let boards: Vec<u64> = counts.levels.iter().map(|level| level.boards).collect();
        let census = census_in(metric, &goal, None, &limits, 1, &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(boards, census.levels, "{text}");
        assert_eq!(counts.boards.values().sum::<u64>(), boards.iter().sum::<u64>());
        assert_eq!(counts.boards_with(1), counts.levels.iter().map(|level| level.single).sum::<u64>());
        let solver = Solver::new().metric(metric);
        for (depth, level) in counts.levels.iter().enumerate() {
            let problem = Problem::new(level.richest.clone(), goal.clone()).unwrap();
            let graph = solver.shortest(&problem).unwrap().graph.unwrap();
            let found = (graph.cost() as usize, graph.count().to_u64());
            assert_eq!(found, (depth, Some(level.most)), "{}", level.richest);
        }
    }
}

#[test]
fn the_solutions_of_all_boards_are_counted_within_limits() {
    let count =
        |text, limits| SolutionCounts::of_all_boards(Metric::Slides, &blank_last(text), &limits, 1).err();
    assert_eq!(count("4x3", Limits::default()), Some(NotCounted::TooLarge));
    let limits = Limits { nodes: Some(10_000), ..Limits::default() };
    assert_eq!(count("3x3", limits), Some(NotCounted::Stopped(StopReason::Nodes)));
    let limits = Limits { memory: Some(1_000_000), ..Limits::default() };
    assert_eq!(count("3x3", limits), Some(NotCounted::Stopped(StopReason::Memory)));
}

#[test]
fn a_limit_leaves_what_was_found_so_far() {
    let goal = blank_last("3x3");
    let problem = Problem::new("8 6 7/2 5 4/3 0 1".parse().unwrap(), goal).unwrap();
    let all = Solver::new().shortest(&problem).unwrap().graph.unwrap();
    let total = all.count().to_u64().unwrap();
    let shown = |nodes| {
        let solver = Solver::new().node_limit(nodes);
        solver
            .shortest(&problem)
            .unwrap()
            .graph
            .map(|graph| (graph.stopped_by(), graph.count().to_u64().unwrap()))
    };
    let expanded = all.stats().expanded + 31;
    let mut before = 0;
    for nodes in (32..expanded).step_by(40) {
        let (why, found) = shown(nodes).expect("the proof is a look-up");
        assert_eq!(why, Some(StopReason::Nodes));
        assert!(before <= found && found <= total, "{found} of {total}");
        before = found;
    }
    assert_eq!(shown(1_000_000), Some((None, total)));
}

/// Puts detours into shortest solutions and finds them again.
#[test]
fn an_analysis_finds_the_moves_that_were_put_in() {
    for metric in Metric::ALL {
        let goal = blank_last("3x3");
        let solver = Solver::new().metric(metric);
        let mut scrambler = Scrambler::new(goal.clone(), 4);
        for round in 0..50usize {
            let problem = Problem::new(scrambler.uniform(), goal.clone()).unwrap();
            let solved = solver.solve(&problem).unwrap();
            let solution = solved.solution().unwrap();
            let plain = solver.analyse(&problem, solution.moves()).unwrap();
            assert_eq!((plain.lost(), plain.solves, plain.mistakes().count()), (Some(0), true, 0));
            if metric != Metric::Slides || solution.moves().is_empty() {
                continue;
            }
            // There and back before some move, by a way that is not a good one.
            let place = round % solution.moves().len();
            let board = solution.boards().nth(place).unwrap();
            let at = Problem::new(board.clone(), goal.clone()).unwrap();
            let good = solver.first_moves(&at).unwrap();
            let Some((detour, _)) = board.moves().find(|(direction, _)| !good.contains(direction)) else {
                continue;
            };
            let mut steps = solution.moves().to_vec();
            steps.splice(place..place, [detour, detour.opposite()]);
            let analysis = solver.analyse(&problem, &steps).unwrap();
            let mistakes: Vec<_> = analysis.mistakes().map(|(number, made)| (number, made.lost)).collect();
            assert_eq!(mistakes, [(place, Some(2))], "{}", problem.start());
            assert_eq!(analysis.lost(), Some(2));
            let best: Vec<_> = analysis.moves[place].best.iter().map(|&(direction, _)| direction).collect();
            assert_eq!(best, good);
        }
    }
}

#[test]
fn an_analysis_of_a_board_that_cannot_be_solved_has_bounds() {
    let goal = blank_last("6x6");
    let problem = Problem::new(Scrambler::new(goal.clone(), 2).uniform(), goal).unwrap();
    let solution = taquin::construct::solve(&problem);
    let analysis = Solver::new().node_limit(1000).analyse(&problem, solution.moves()).unwrap();
    assert_eq!((analysis.lost(), analysis.solves), (None, true));
    let first = analysis.distances[0];
    assert!(first.lower > 0 && first.upper == solution.cost() && first.known().is_none());
    assert_eq!(analysis.distances.last().unwrap().known(), Some(0));
    let out = Solver::new().analyse(&problem, &[taquin::Direction::North; 9]);
    assert!(out.unwrap_err().to_string().ends_with("leads out of the box"));
}
