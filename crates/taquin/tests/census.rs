//! Boards per distance: every file of `tests/data/census`, and the first levels of larger shapes.

use crate::common;
use crate::common::{blank_at, board, data, fields, for_each, lines, no_limits, number, numbers, shape};
use std::ops::ControlFlow;
use taquin::census::{Census, Ended, PickError, census, level};
use taquin::search::{Cancel, Limits, StopReason};
use taquin::{Board, Ranking, Scrambler, Symmetry};

/// What a census file says.
struct Figures {
    goal: Board,
    total: u64,
    levels: Vec<u64>,
    deepest: Vec<Board>,
}

impl Figures {
    fn read(name: &str) -> Figures {
        let text = data(&format!("census/{name}.txt"));
        let values = |key: &str| {
            lines(&text)
                .filter_map(move |line| line.split_once(' ').filter(|(word, _)| *word == key))
                .map(|(_, value)| value)
                .collect::<Vec<_>>()
        };
        let on_shape =
            |text: &str| taquin::notation::parse_board(text, Some(shape(values("shape")[0]))).unwrap();
        Figures {
            goal: on_shape(values("goal")[0]),
            total: number(values("total")[0]),
            levels: numbers(values("levels")[0]),
            deepest: values("deepest").into_iter().map(on_shape).collect(),
        }
    }
}

fn count(goal: &Board, depth: Option<u32>, limits: &Limits, threads: usize) -> Census {
    let mut heard = Vec::new();
    let census = census(goal, depth, limits, threads, &mut |level, boards| {
        assert_eq!(level as usize, heard.len());
        heard.push(boards);
        ControlFlow::Continue(())
    });
    assert_eq!(heard, census.levels, "{goal}: what was heard is what is told");
    census
}

fn check(name: &str) {
    let figures = Figures::read(name);
    assert_eq!(figures.levels.iter().sum::<u64>(), figures.total, "{name}: the file itself");
    for threads in [1, 2] {
        let census = count(&figures.goal, None, &no_limits(), threads);
        assert_eq!(census.ended, Ended::Complete, "{name}");
        assert_eq!(census.levels, figures.levels, "{name}");
        assert_eq!(census.deepest.len() as u64, *figures.levels.last().unwrap(), "{name}");
        if !figures.deepest.is_empty() {
            assert_eq!(census.deepest, figures.deepest, "{name}");
        }
    }
}

#[test]
fn small_flat_boards() {
    for name in ["2x2_blank_last", "3x2_blank_last", "4x2_blank_last", "5x2_blank_last"] {
        check(name);
    }
}

#[test]
fn strips() {
    check("5x1_blank_last");
}

#[test]
fn the_smallest_cube() {
    check("2x2x2_blank_last");
}

#[test]
fn eight_puzzle_with_the_blank_anywhere() {
    for name in ["3x3_blank_last", "3x3_blank_first", "3x3_blank_centre", "3x3_blank_edge"] {
        check(name);
    }
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn all_239_million_boards_of_4x3() {
    let figures = Figures::read("4x3_blank_last");
    let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
    let census = count(&figures.goal, None, &limits, 2);
    assert_eq!(census.ended, Ended::Complete);
    assert_eq!(census.levels, figures.levels);
    assert_eq!(census.deepest, figures.deepest);
    assert!(census.peak_bytes <= 1 << 30, "{}", census.peak_bytes);
}

/// A box lying on another side is the same box.
#[test]
fn a_turned_shape_has_the_same_levels() {
    for (one, turned) in [
        ("2x2", "1x2x2"),
        ("3x2", "2x3"),
        ("3x2", "3x1x2"),
        ("4x2", "2x4"),
        ("4x2", "1x4x2"),
        ("5x1", "1x5"),
        ("5x1", "1x1x5"),
    ] {
        let levels = |text: &str| count(&common::blank_last(text), None, &no_limits(), 1).levels;
        assert_eq!(levels(one), levels(turned), "{one} and {turned}");
    }
}

/// Only the blank's cell matters, not which tile is where, and symmetric cells are alike.
#[test]
fn levels_depend_on_the_blanks_cell_alone() {
    for text in ["3x2", "2x2x2", "3x1x2"] {
        let goals = common::goals(text);
        for goal in &goals {
            let levels = count(goal, None, &no_limits(), 1).levels;
            let plain = blank_at(goal.shape(), goal.blank().index());
            assert_eq!(count(&plain, None, &no_limits(), 1).levels, levels, "{goal}");
            for symmetry in Symmetry::all(goal.shape()) {
                let image = blank_at(goal.shape(), symmetry.cell(goal.blank()).index());
                assert_eq!(count(&image, None, &no_limits(), 1).levels, levels, "{goal}");
            }
        }
    }
}

#[test]
fn one_cell_is_one_board() {
    let census = count(&board("0"), None, &no_limits(), 1);
    assert_eq!((census.levels, census.ended), (vec![1], Ended::Complete));
    assert_eq!(census.deepest, [board("0")]);
}

#[test]
fn first_levels_of_the_26_puzzle() {
    let text = data("levels_3x3x3.txt");
    let rows: Vec<Vec<&str>> = lines(&text).map(fields).collect();
    assert_eq!(rows.len(), 4);
    for_each(0..rows.len(), |row| {
        let (cell, expected) = (number(rows[row][0]) as usize, numbers(rows[row][1]));
        let depth = expected.len() as u32 - 1;
        let census = count(&blank_at(shape("3x3x3"), cell), Some(depth), &no_limits(), 1);
        assert_eq!(census.levels, expected, "blank at cell {cell}");
        assert_eq!(census.ended, Ended::DepthReached);
    });
}

#[test]
fn a_depth_beyond_the_deepest_board_is_complete() {
    let census = count(&common::blank_last("3x2"), Some(100), &no_limits(), 1);
    assert_eq!((census.levels.len(), census.ended), (22, Ended::Complete));
    let census = count(&common::blank_last("3x2"), Some(0), &no_limits(), 1);
    assert_eq!((census.levels, census.ended), (vec![1], Ended::DepthReached));
}

/// Whatever stops it, the levels it tells are complete.
#[test]
fn a_stopped_census_tells_true_levels() {
    let whole = Figures::read("3x3_blank_last").levels;
    let thrown = Cancel::new();
    thrown.cancel();
    for (limits, why) in [
        (Limits { nodes: Some(10_000), ..Limits::default() }, StopReason::Nodes),
        (Limits { memory: Some(10_000), ..Limits::default() }, StopReason::Memory),
        (Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }, StopReason::Time),
        (Limits { cancel: Some(thrown), ..Limits::default() }, StopReason::Cancelled),
    ] {
        let census = count(&common::blank_last("3x3"), None, &limits, 1);
        assert_eq!(census.ended, Ended::Stopped(why));
        assert_eq!(census.levels, whole[..census.levels.len()], "{why}");
        if let Some(most) = limits.memory {
            assert!(census.peak_bytes <= most, "{} of {most} bytes", census.peak_bytes);
        }
    }
    let goal = common::blank_last("3x3");
    let census = census(&goal, None, &no_limits(), 1, &mut |level, _| {
        if level == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(census.levels, whole[..8]);
    assert_eq!(census.ended, Ended::Stopped(StopReason::Cancelled));
}

#[test]
fn a_level_lists_its_boards_in_the_order_of_their_ranks() {
    for text in ["3x2", "2x2x2", "3x3"] {
        for goal in common::goals(text) {
            let space = common::Space::new(&goal);
            let ranking = Ranking::new(&goal).unwrap();
            for depth in [0, 1, 7, 14] {
                let level = level(&goal, depth, &no_limits(), 1).unwrap();
                let boards: Vec<Board> = level.boards().collect();
                assert_eq!((level.depth(), level.len()), (depth, boards.len() as u64), "{goal}");
                assert_eq!(level.boards().size_hint(), (boards.len(), Some(boards.len())));
                assert!(boards.iter().all(|board| space.distance(board) == depth), "{goal}");
                let ranks: Vec<u128> = boards.iter().map(|board| ranking.rank(board).unwrap()).collect();
                assert!(ranks.is_sorted_by(|a, b| a < b), "{goal}");
            }
        }
    }
}

#[test]
fn a_level_too_deep_is_empty_and_one_of_a_large_shape_is_not() {
    assert!(level(&common::blank_last("3x3"), 32, &no_limits(), 1).unwrap().is_empty());
    assert!(level(&common::blank_last("5x1"), 5, &no_limits(), 1).unwrap().is_empty());
    let strip = level(&common::blank_last("5x1"), 4, &no_limits(), 1).unwrap();
    assert_eq!(strip.boards().map(|board| board.to_string()).collect::<Vec<_>>(), ["0 1 2 3 4"]);
    let large = level(&common::blank_last("4x4"), 6, &no_limits(), 1).unwrap();
    assert_eq!((large.len(), large.boards().count()), (107, 107));
}

#[test]
fn boards_are_picked_by_their_numbers_in_any_order() {
    for (text, depth) in [("3x3", 15), ("4x4", 7), ("6x1", 2)] {
        let level = level(&common::blank_last(text), depth, &no_limits(), 2).unwrap();
        let boards: Vec<Board> = level.boards().collect();
        let count = boards.len() as u64;
        let numbers: Vec<u64> = (0..count + 20).map(|i| i * 7919 % count).collect();
        let picked = level.pick(&numbers, &no_limits()).unwrap();
        let expected: Vec<&Board> = numbers.iter().map(|&number| &boards[number as usize]).collect();
        assert_eq!(picked.iter().collect::<Vec<_>>(), expected, "{text}");
        assert_eq!(level.boards().nth(boards.len() / 2).as_ref(), Some(&boards[boards.len() / 2]));
        assert_eq!(level.boards().nth(boards.len()), None);
        assert_eq!(level.boards().skip(3).step_by(5).count(), boards.len().saturating_sub(3).div_ceil(5));
        let error = level.pick(&[0, count], &no_limits()).unwrap_err();
        assert_eq!(error, PickError::NoSuchBoard { number: count, boards: count });
    }
}

#[test]
fn listing_keeps_its_limits() {
    let level = level(&common::blank_last("3x3"), 20, &no_limits(), 1).unwrap();
    let numbers: Vec<u64> = (0..level.len()).collect();
    let thrown = Cancel::new();
    thrown.cancel();
    for (limits, why) in [
        (Limits { memory: Some(100_000), ..Limits::default() }, StopReason::Memory),
        (Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }, StopReason::Time),
        (Limits { cancel: Some(thrown), ..Limits::default() }, StopReason::Cancelled),
    ] {
        assert_eq!(level.pick(&numbers, &limits), Err(PickError::Stopped(why)));
    }
    let endless = Limits { time: Some(std::time::Duration::MAX), ..Limits::default() };
    assert_eq!(level.pick(&numbers, &endless).unwrap().len() as u64, level.len());
}

/// The same seed always gives the same boards of a level in the same order.
#[test]
fn boards_of_a_depth_are_pinned() {
    let pinned = data("scrambles_at_depth.txt");
    let mut lists = 0;
    for line in lines(&pinned) {
        let row = fields(line);
        let (depth, count, index) = (number(row[2]) as u32, number(row[3]) as usize, number(row[4]) as usize);
        let mut scrambler = Scrambler::new(common::blank_last(row[0]), number(row[1]));
        let boards = scrambler.at_depth(depth, count, &no_limits(), 2).unwrap();
        assert_eq!(boards[index], board_of(row[0], row[5]), "{line}");
        assert_eq!(scrambler.uniform(), board_of(row[0], row[6]), "{line}: what is drawn next");
        lists += 1;
    }
    assert!(lists >= 10);
}

fn board_of(shape_text: &str, text: &str) -> Board {
    taquin::notation::parse_board(text, Some(shape(shape_text))).unwrap()
}
