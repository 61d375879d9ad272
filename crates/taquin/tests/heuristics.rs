//! What every heuristic claims of its values holds on whole small spaces, and a value kept up to
//! date slide by slide is the value computed from scratch.

use crate::common;
use crate::common::{
    Space, blank_last, board, data, fields, for_each, goals, lines, neighbours, no_limits, number, strongest,
};
use std::collections::HashSet;
use taquin::exact::DistanceTable;
use taquin::heuristic::{AnyHeuristic, Heuristic, HeuristicName, LinearConflict, Manhattan, OutOfPlace};
use taquin::search::bidirectional;
use taquin::{Axis, Board, NamedGoal, Problem, Scrambler};

fn all_names() -> Vec<HeuristicName> {
    let mut names = HeuristicName::SIMPLE.to_vec();
    names.push(HeuristicName::WalkingConflict);
    names.push(HeuristicName::Full);
    names.push(strongest());
    names.push("max:hamming,manhattan,zero".parse().unwrap());
    names
}

/// Those that are made for a goal in a moment; `tests/exact.rs` looks at the tables that are not.
fn quick_names(goal: &Board) -> Vec<HeuristicName> {
    let slow = DistanceTable::fits(goal.shape()) && !DistanceTable::is_quick(goal.shape());
    all_names().into_iter().filter(|name| !slow || *name != HeuristicName::Full).collect()
}

/// Admissible and consistent where claimed, and 0 at the goal, on every `step`th board.
fn check_claims(space: &Space, step: usize) {
    for name in quick_names(&space.goal) {
        let heuristic = name.build(&space.goal, 1).unwrap();
        let claims = heuristic.guarantees();
        assert_eq!(heuristic.of(&space.goal), 0, "{name} at its goal");
        for_each((0..space.len()).step_by(step), |index| {
            let board = &space.boards[index];
            let value = heuristic.of(board);
            if claims.admissible {
                assert!(value <= space.distances[index], "{name} of {board} → {}: {value}", space.goal);
            }
            if claims.consistent {
                for next in neighbours(board) {
                    let other = heuristic.of(&next);
                    assert!(value.abs_diff(other) <= 1, "{name}: {value} of {board}, {other} of {next}");
                }
            }
        });
    }
}

#[test]
fn claims_hold_on_every_board_of_small_shapes() {
    for text in ["1x1", "5x1", "1x5", "1x1x3", "2x2", "3x2", "2x3", "1x2x2", "3x1x2"] {
        for goal in goals(text) {
            check_claims(&Space::new(&goal), 1);
        }
    }
}

#[test]
fn claims_hold_on_every_board_of_4x2_and_2x2x2() {
    for text in ["4x2", "2x4", "2x2x2"] {
        for (number, goal) in goals(text).into_iter().enumerate() {
            check_claims(&Space::new(&goal), if number == 0 { 1 } else { 5 });
        }
    }
}

#[test]
fn claims_hold_on_every_board_of_the_8_puzzle() {
    for (number, goal) in goals("3x3").into_iter().enumerate() {
        check_claims(&Space::new(&goal), if number == 0 { 1 } else { 17 });
    }
}

/// Too many boards to visit all: those on random walks, with the distance that a blind search finds.
#[test]
fn claims_hold_on_boards_of_2x2x3() {
    for text in ["2x2x3", "3x2x2", "2x3x2"] {
        let goal = blank_last(text);
        for_each(0..40, |seed| {
            let start = Scrambler::new(goal.clone(), seed as u64).uniform();
            let problem = Problem::new(start.clone(), goal.clone()).unwrap();
            let distance = bidirectional(&problem, &no_limits(), &mut ()).outcome.lower_bound();
            for name in quick_names(&goal) {
                let heuristic = name.build(&goal, 1).unwrap();
                let claims = heuristic.guarantees();
                assert!(!claims.admissible || heuristic.of(&start) <= distance, "{name} of {start}");
            }
        });
        // A linear conflict needs tiles in their own line: common near the goal, rare elsewhere.
        let near = Space::first_levels(&goal, 13);
        check_claims(&near, 1);
    }
}

#[test]
fn counting_the_blank_is_not_admissible() {
    let goal = board("1 2 3/4 5 6/7 8 0");
    let heuristic = OutOfPlace::new(&goal);
    let one_move_away = board("1 2 3/4 5 6/7 0 8");
    assert_eq!(heuristic.of(&one_move_away), 2);
    assert!(!heuristic.guarantees().admissible);
    assert!(
        !"max:manhattan,out-of-place"
            .parse::<HeuristicName>()
            .unwrap()
            .build(&goal, 1)
            .unwrap()
            .guarantees()
            .admissible
    );
}

/// Manhattan plus 2 for every pair of tiles in their goal line in the wrong order.
fn pair_counting(board: &Board, goal: &Board) -> u32 {
    let shape = board.shape();
    let home = goal.cells_by_number();
    let mut pairs = 0;
    for axis in Axis::ALL {
        for line in shape.lines(axis) {
            let places: Vec<u16> = line
                .cells()
                .filter_map(|cell| board[cell].map(|tile| home[tile.index()]))
                .filter(|&goal_cell| shape.line_through(goal_cell, axis) == line)
                .map(|goal_cell| goal_cell.number())
                .collect();
            for (i, first) in places.iter().enumerate() {
                pairs += places[i + 1..].iter().filter(|second| first > second).count() as u32;
            }
        }
    }
    Manhattan::new(goal).of(board) + 2 * pairs
}

#[test]
fn counting_pairs_of_conflicts_is_wrong_on_seven_boards() {
    let goal = board("1 2 3/4 5 6/7 8 0");
    let exact = LinearConflict::new(&goal);
    let text = data("linear_conflict_pairs_3x3.txt");
    let rows: Vec<Vec<&str>> = lines(&text).map(fields).collect();
    assert_eq!(rows.len(), 7);
    for row in &rows {
        let board = board(row[0]);
        assert_eq!(u64::from(pair_counting(&board, &goal)), number(row[1]), "{board}");
        assert_eq!(u64::from(exact.of(&board)), number(row[2]), "{board}");
        assert!(number(row[2]) <= number(row[3]) && number(row[3]) < number(row[1]));
    }
    let space = Space::new(&goal);
    let wrong: HashSet<Board> = (0..space.len())
        .filter(|&index| pair_counting(&space.boards[index], &goal) > space.distances[index])
        .map(|index| space.boards[index].clone())
        .collect();
    assert_eq!(wrong, rows.iter().map(|row| board(row[0])).collect());
    for row in &rows {
        assert_eq!(u64::from(space.distance(&board(row[0]))), number(row[3]));
    }
}

/// Follows a random walk and compares the value kept up to date with the value from scratch.
fn check_walk<H: Heuristic>(heuristic: &H, goal: &Board, start: Board, steps: usize, what: &HeuristicName) {
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut board = start;
    let mut memo = heuristic.remember(&board);
    for step in 0..steps {
        let moves: Vec<_> = board.moves().collect();
        if moves.is_empty() {
            return;
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (direction, _) = moves[(random >> 33) as usize % moves.len()];
        let slide = board.slide(direction).unwrap();
        memo = heuristic.after(memo, &board, slide);
        assert_eq!(heuristic.estimate(memo), heuristic.of(&board), "{what}, step {step}: {board} → {goal}");
    }
}

fn check_incremental(text: &str, steps: usize) {
    for goal in goals(text) {
        for name in all_names() {
            if name == HeuristicName::WalkingConflict && text == "5x5" {
                // Its table takes most of a minute: see `walking_conflict.rs`.
                continue;
            }
            let heuristic = name.build(&goal, 1).unwrap();
            let mut scrambler = Scrambler::new(goal.clone(), 3);
            for start in [goal.clone(), scrambler.uniform()] {
                match &heuristic {
                    AnyHeuristic::Maximum(heuristic) => {
                        check_walk(heuristic, &goal, start.clone(), steps, &name)
                    }
                    heuristic => check_walk(heuristic, &goal, start.clone(), steps, &name),
                }
                check_walk(&heuristic, &goal, start, steps / 10, &name);
            }
        }
    }
}

#[test]
fn values_kept_up_to_date_on_flat_boards() {
    for text in ["2x2", "3x2", "2x3", "3x3", "4x4", "5x3", "2x7", "5x5"] {
        check_incremental(text, 1000);
    }
}

#[test]
fn values_kept_up_to_date_in_three_dimensions() {
    for text in ["2x2x2", "3x3x3", "2x3x4", "1x3x3", "3x1x2", "4x1x4"] {
        check_incremental(text, 1000);
    }
}

#[test]
fn values_kept_up_to_date_in_strips() {
    for text in ["1x1", "2x1", "7x1", "1x7", "1x1x7", "40x1"] {
        check_incremental(text, 300);
    }
}

#[test]
fn values_kept_up_to_date_on_large_boards() {
    check_incremental("20x20", 100);
    check_incremental("40x2", 100);
    check_incremental("9x9x2", 100);
}

/// The largest boxes have no table of distances.
#[test]
fn values_kept_up_to_date_on_the_largest_boards() {
    for text in ["40x40", "255x5"] {
        let goal = blank_last(text);
        for name in [HeuristicName::Manhattan, HeuristicName::LinearConflict, HeuristicName::WalkingDistance]
        {
            check_walk(
                &name.build(&goal, 1).unwrap(),
                &goal,
                Scrambler::new(goal.clone(), 1).uniform(),
                20,
                &name,
            );
        }
    }
}

/// An estimate can be asked for any two boards of a shape, solvable or not.
#[test]
fn boards_that_cannot_be_solved_have_estimates_too() {
    for (start, goal) in [
        ("2 1 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 0"),
        ("1 2/0 3", "2 1/3 0"),
        ("3/2/1/0", "1/2/3/0"),
        ("2//1//0", "0//1//2"),
        ("2 1/3 4//5 6/7 0", "1 2/3 4//5 6/7 0"),
    ] {
        for name in all_names() {
            let (start, goal) = (board(start), board(goal));
            let value = name.build(&goal, 1).unwrap().of(&start);
            assert!(name == HeuristicName::Zero || value > 0, "{name} of {start} → {goal}");
        }
    }
}

#[test]
fn stronger_heuristics_are_never_below_weaker_ones() {
    let goal = NamedGoal::Snail.board(common::shape("4x4")).unwrap();
    let value =
        |name: &str, board: &Board| name.parse::<HeuristicName>().unwrap().build(&goal, 1).unwrap().of(board);
    let mut scrambler = Scrambler::new(goal.clone(), 11);
    for _ in 0..20 {
        let board = scrambler.uniform();
        let order =
            ["zero", "hamming", "manhattan", "linear-conflict", "max:linear-conflict,walking-distance"];
        let values = order.map(|name| value(name, &board));
        assert!(values.is_sorted(), "{values:?} of {board}");
        assert!(value("walking-distance", &board) >= values[2], "{board}");
        assert_eq!(values[4], values[3].max(value("walking-distance", &board)));
    }
}
