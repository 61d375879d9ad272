//! Distances of many boards, lists of all boards and all optimal first moves are those that a plain walk finds.

use crate::common::{Space, goals};
use std::collections::HashMap;
use std::time::Duration;
use taquin::exact::DistanceList;
use taquin::heuristic::PatternDatabases;
use taquin::pdb::Store;
use taquin::published::PublishedSet;
use taquin::search::{Algorithm, Cancel, StopReason};
use taquin::{Board, Direction, Problem, Scrambler, Shape, Solver, SolverError};

#[test]
fn lists_have_the_distance_of_every_board() {
    for text in ["2x2", "3x2", "4x2", "2x2x2"] {
        for goal in goals(text) {
            let space = Space::new(&goal);
            let list = DistanceList::new(&goal, 2).expect("a small shape");
            assert_eq!((list.boards(), list.goal()), (space.boards.len(), &goal));
            for (board, &distance) in space.boards.iter().zip(&space.distances) {
                assert_eq!(list.distance(board), Some(distance), "{board} to {goal}");
            }
            let listed: Vec<(Board, u32)> =
                list.by_distance().into_iter().map(|number| list.board(number).unwrap()).collect();
            assert!(listed.is_sorted_by_key(|(_, distance)| *distance));
            assert!(listed.iter().all(|(board, distance)| list.distance(board) == Some(*distance)));
            assert_eq!(list.board(list.boards() as u32), None);
        }
    }
    assert!(DistanceList::new(&Board::goal(Shape::PUZZLE_15), 1).is_none());
    assert!(DistanceList::new(&Board::goal(Shape::flat(5, 1).unwrap()), 1).is_none());
}

#[test]
fn many_boards_and_few_have_the_same_distances() {
    let goal = Board::goal(Shape::PUZZLE_8);
    let mut boards: Vec<Board> = Scrambler::new(goal.clone(), 3).take(5000).collect();
    boards.push("1 2 3/4 5 6/8 7 0".parse().unwrap());
    let solver = Solver::new().threads(2);
    let many = solver.distances(&goal, boards.clone()).unwrap();
    assert_eq!(many.last(), Some(&None));
    for (few, expected) in boards.chunks(50).zip(many.chunks(50)) {
        assert_eq!(solver.distances(&goal, few.to_vec()).unwrap(), expected);
    }
    assert_eq!(solver.distances(&goal, Vec::new()).unwrap(), []);
}

#[test]
fn boards_without_a_list_are_searched() {
    let goal = Board::goal(Shape::flat(4, 3).unwrap());
    let mut boards: Vec<Board> = Scrambler::new(goal.clone(), 3).take(20).collect();
    let expected: Vec<Option<u32>> = boards
        .iter()
        .map(|board| Solver::new().solve(&Problem::new(board.clone(), goal.clone()).unwrap()).unwrap().cost())
        .collect();
    let solver = Solver::new().threads(2);
    assert_eq!(solver.distances(&goal, boards.clone()).unwrap(), expected);
    boards.push(Board::goal(Shape::PUZZLE_8));
    assert!(matches!(solver.distances(&goal, boards), Err(SolverError::Problem(_))));
}

#[test]
fn hard_boards_in_bulk_have_the_published_lengths() {
    let published = PublishedSet::Korf100.boards();
    let goal = published[0].problem.goal().clone();
    let mut scrambler = Scrambler::new(goal.clone(), 8);
    let easy: Vec<Board> = (0..540).map(|_| scrambler.walk(10)).collect();
    let solver = Solver::new().threads(2);
    let of_easy = solver.distances(&goal, easy.clone()).unwrap();
    assert!(of_easy.iter().all(|distance| distance.is_some_and(|distance| distance <= 10)));
    // Tables are built on the way: for the first board, and for one after easy ones.
    let mut boards: Vec<Board> = published.iter().map(|board| board.problem.start().clone()).collect();
    let mut expected: Vec<Option<u32>> = published.iter().map(|board| Some(board.length)).collect();
    boards.extend(easy);
    expected.extend(of_easy);
    assert_eq!(solver.distances(&goal, boards.clone()).unwrap(), expected);
    boards.rotate_left(200);
    expected.rotate_left(200);
    assert_eq!(Solver::new().threads(2).distances(&goal, boards).unwrap(), expected);
}

#[test]
fn boards_abreast_have_the_distances_of_boards_one_by_one() {
    let goal = Board::goal(Shape::flat(4, 3).unwrap());
    let directory = tempfile::tempdir().unwrap();
    let store = Store::in_directory(directory.path());
    let go_on = &mut |_| std::ops::ControlFlow::Continue(());
    PatternDatabases::in_store(&goal, Some("6-5"), &store, 2, go_on).unwrap();
    let solver = Solver::new().threads(2).store(Some(store));
    let solver = solver.algorithm(Algorithm::Idastar).heuristic("pdb:6-5");
    let mut scrambler = Scrambler::new(goal.clone(), 4);
    let mut boards: Vec<Board> = (0..1100).map(|length| scrambler.walk(length % 40)).collect();
    boards.push(goal.clone());
    boards.push("2 1 3 4/5 6 7 8/9 10 11 0".parse().unwrap());
    let abreast = solver.distances(&goal, boards.clone()).unwrap();
    assert_eq!(abreast[1100..], [Some(0), None]);
    for (few, expected) in boards.chunks(50).zip(abreast.chunks(50)) {
        assert_eq!(solver.distances(&goal, few.to_vec()).unwrap(), expected);
    }
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = solver.cancel(&cancel).distances(&goal, boards);
    assert!(matches!(stopped, Err(SolverError::Stopped(StopReason::Cancelled))));
}

#[test]
fn a_distance_that_is_not_proved_is_none() {
    let goal = Board::goal(Shape::flat(6, 6).unwrap());
    let boards: Vec<Board> = Scrambler::new(goal.clone(), 3).take(2).collect();
    let stopped = Solver::new().time_limit(Duration::from_millis(50)).distances(&goal, boards.clone());
    assert!(matches!(stopped, Err(SolverError::Stopped(StopReason::Time))));
    let problem = Problem::new(boards[0].clone(), goal).unwrap();
    let stopped = Solver::new().time_limit(Duration::from_millis(50)).first_moves(&problem);
    assert!(matches!(stopped, Err(SolverError::Stopped(StopReason::Time))));
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = Solver::new().cancel(&cancel).first_moves(&problem);
    assert!(matches!(stopped, Err(SolverError::Stopped(StopReason::Cancelled))));
}

/// The moves to neighbours that are nearer.
fn nearer(board: &Board, distance: impl Fn(&Board) -> u32) -> Vec<Direction> {
    let here = distance(board);
    let moves = board.moves().zip(board.neighbours());
    moves.filter(|(_, next)| distance(next) < here).map(|((direction, _), _)| direction).collect()
}

#[test]
fn first_moves_are_those_to_nearer_boards() {
    let goal = Board::goal(Shape::flat(3, 2).unwrap());
    let space = Space::new(&goal);
    let known: HashMap<Board, u32> =
        space.boards.iter().cloned().zip(space.distances.iter().copied()).collect();
    for board in &space.boards {
        let problem = Problem::new(board.clone(), goal.clone()).unwrap();
        assert_eq!(Solver::new().first_moves(&problem).unwrap(), nearer(board, |board| known[board]));
    }
}

#[test]
fn first_moves_of_boards_that_are_searched() {
    let goal = Board::goal(Shape::PUZZLE_15);
    let solver = Solver::new();
    let distance = |board: &Board| {
        let problem = Problem::new(board.clone(), goal.clone()).unwrap();
        solver.solve(&problem).unwrap().cost().unwrap()
    };
    let mut scrambler = Scrambler::new(goal.clone(), 5);
    for _ in 0..6 {
        let board = scrambler.walk(40);
        let problem = Problem::new(board.clone(), goal.clone()).unwrap();
        assert_eq!(solver.first_moves(&problem).unwrap(), nearer(&board, distance), "{board}");
    }
    let solved = Problem::new(goal.clone(), goal.clone()).unwrap();
    assert_eq!(solver.first_moves(&solved).unwrap(), []);
}
