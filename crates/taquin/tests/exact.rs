//! Tables of exact distances: every board of small spaces has the distance that a plain walk finds,
//! whatever the goal, and a table that is not right is found out.

use crate::common::{Space, blank_at, blank_last, board, cell, goals, no_limits, optimal_cost, shape};
use std::ops::ControlFlow;
use std::sync::Arc;
use taquin::census::census;
use taquin::exact::{DistanceTable, Fault, NotATable};
use taquin::heuristic::{
    AnyHeuristic, ContradictionKind, ExactDistance, Heuristic, HeuristicName, Manhattan, WalkingDistance,
};
use taquin::search::idastar;
use taquin::{Board, Cell, Problem, Scrambler, Shape, Solver, Symmetry};

fn go_on(_: u32, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn build(shape: Shape, blank: Cell, threads: usize) -> DistanceTable {
    DistanceTable::build(shape, blank, threads, &mut go_on).expect("a shape that fits")
}

/// Every board for many goals.
fn check_whole(text: &str) {
    for goal in goals(text) {
        let space = Space::new(&goal);
        let exact = ExactDistance::new(&goal);
        assert!(exact.is_complete());
        let mut histogram = vec![0; exact.table().unwrap().histogram().len()];
        for (board, &distance) in space.boards.iter().zip(&space.distances) {
            assert_eq!(exact.distance(board), Ok(Some(distance)), "{board} → {goal}");
            histogram[distance as usize] += 1;
        }
        assert_eq!(exact.table().unwrap().histogram(), histogram, "{goal}");
    }
}

#[test]
fn every_board_of_small_flat_shapes() {
    for text in ["2x2", "3x2", "2x3", "4x2", "2x4"] {
        check_whole(text);
    }
}

#[test]
fn every_board_of_small_boxes() {
    for text in ["1x2x2", "3x1x2", "2x2x2"] {
        check_whole(text);
    }
}

#[test]
fn every_board_of_the_8_puzzle() {
    check_whole("3x3");
}

#[test]
fn every_board_of_2x5() {
    let goal = blank_at(shape("2x5"), 3);
    let space = Space::new(&goal);
    let exact = ExactDistance::new(&goal);
    for (board, &distance) in space.boards.iter().zip(&space.distances) {
        assert_eq!(exact.distance(board), Ok(Some(distance)), "{board} → {goal}");
    }
}

#[test]
fn published_figures() {
    for (text, boards, deepest) in [("2x2", 12, 6), ("3x3", 181_440, 31), ("2x2x2", 20_160, 19)] {
        let goal = blank_last(text);
        let table = build(goal.shape(), goal.blank(), 1);
        assert_eq!(table.deepest(), deepest, "{text}");
        assert_eq!(table.histogram().iter().sum::<u64>(), boards, "{text}");
        assert_eq!(table.histogram(), census(&goal, None, &no_limits(), 1, &mut go_on).levels, "{text}");
    }
}

/// A table serves all goals with the blank in a cell that looks like its own, and no others.
#[test]
fn one_table_serves_all_goals_that_look_alike() {
    for text in ["3x2", "3x3", "2x2x2"] {
        let shape = shape(text);
        let mut scrambler = Scrambler::new(blank_last(text), 23);
        for blank in shape.all_cells() {
            let table = Arc::new(build(shape, blank, 1));
            let alike = |cell| Symmetry::all(shape).iter().any(|symmetry| symmetry.cell(blank) == cell);
            for _ in 0..30 {
                let goal = scrambler.uniform();
                let made = ExactDistance::with_table(&goal, table.clone());
                assert_eq!(made.is_some(), alike(goal.blank()), "{goal}");
                assert_eq!(table.serves(&goal), made.is_some());
                if let Some(made) = made {
                    let (board, own) = (scrambler.uniform(), ExactDistance::new(&goal));
                    assert_eq!(made.distance(&board), own.distance(&board), "{board} → {goal}");
                    assert_eq!(table.distance(&board, &goal), own.distance(&board));
                }
            }
        }
    }
}

#[test]
fn threads_and_order_make_no_difference() {
    let one = build(shape("3x3"), cell(4), 1);
    let two = build(shape("3x3"), cell(4), 3);
    assert_eq!(one.entries(), two.entries());
    assert_eq!(one.histogram(), two.histogram());
    assert_eq!(one.entries().len() as u64, DistanceTable::entry_bytes(one.shape()));
}

#[test]
fn a_build_can_be_watched_and_stopped() {
    let mut heard = Vec::new();
    let table = DistanceTable::build(shape("3x2"), cell(5), 1, &mut |level, boards| {
        assert_eq!(level as usize, heard.len());
        heard.push(boards);
        ControlFlow::Continue(())
    });
    assert_eq!(table.unwrap().histogram(), heard);
    let stop = &mut |level, _| if level == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    assert!(DistanceTable::build(shape("3x2"), cell(5), 1, stop).is_none());
}

#[test]
fn boards_that_cannot_be_solved_have_no_distance() {
    let goal = blank_last("3x3");
    let exact = ExactDistance::new(&goal);
    let start = board("2 1 3/4 5 6/7 8 0");
    assert_eq!(exact.distance(&start), Ok(None));
    assert_eq!(exact.of(&start), Manhattan::new(&goal).of(&start));
    assert_eq!(exact.table().unwrap().distance(&start, &goal), Ok(None));
    assert_eq!(exact.table().unwrap().distance(&blank_last("3x2"), &blank_last("3x2")), Ok(None));
}

/// No table, so Manhattan, and it says so.
#[test]
fn shapes_without_a_table() {
    for text in ["1x1", "5x1", "1x12", "4x4", "13x1", "2x7", "3x3x3"] {
        let goal = blank_last(text);
        assert!(!DistanceTable::fits(goal.shape()), "{text}");
        assert!(DistanceTable::build(goal.shape(), goal.blank(), 1, &mut go_on).is_none(), "{text}");
        let heuristic = HeuristicName::Full.build(&goal, 1).unwrap();
        assert!(!heuristic.is_complete(), "{text}");
        let start = Scrambler::new(goal.clone(), 2).uniform();
        assert_eq!(heuristic.of(&start), Manhattan::new(&goal).of(&start), "{text}");
        assert!(matches!(heuristic, AnyHeuristic::Exact(exact) if exact.distance(&start) == Ok(None)));
    }
}

#[test]
fn parts_make_the_table_again() {
    let table = build(shape("3x2"), cell(5), 1);
    let (shape, blank) = (table.shape(), table.blank());
    assert_eq!(blank, cell(0));
    let (histogram, entries) = (table.histogram().to_vec(), table.entries().to_vec());
    let parts = |blank, histogram: &[u64], entries: &[u8]| {
        DistanceTable::from_parts(shape, blank, histogram.to_vec(), Arc::new(entries.to_vec()))
    };
    let again = parts(blank, &histogram, &entries).unwrap();
    assert_eq!(again.verify(2, &mut go_on), Ok(()));
    let (start, goal) = (board("5 4 3/2 1 0"), board("1 2 3/4 5 0"));
    assert_eq!(again.distance(&start, &goal), table.distance(&start, &goal));

    let wrong = |found| NotATable::Blank { found, expected: Cell::FIRST };
    assert_eq!(parts(cell(2), &histogram, &entries).unwrap_err(), wrong(cell(2)));
    assert_eq!(parts(cell(6), &histogram, &entries).unwrap_err(), wrong(cell(6)));
    let error = parts(blank, &histogram[1..], &entries).unwrap_err();
    assert_eq!(error, NotATable::Histogram { found: 359, expected: 360 });
    assert!(matches!(parts(blank, &[], &entries), Err(NotATable::Histogram { found: 0, .. })));
    let error = parts(blank, &histogram, &entries[1..]).unwrap_err();
    assert_eq!(error.to_string(), "47 bytes, expected 48");
    let strip = "5x1".parse().unwrap();
    let error = DistanceTable::from_parts(strip, cell(0), histogram, Arc::new(entries)).unwrap_err();
    assert_eq!(error.to_string(), "no table is made for 5x1");
}

#[test]
fn every_wrong_entry_is_found() {
    let table = build(shape("3x2"), cell(5), 1);
    for bit in (0..360).step_by(7) {
        let mut entries = table.entries().to_vec();
        // Sixty boards for each cell of the blank, eight bytes apart.
        entries[bit / 60 * 8 + bit % 60 / 8] ^= 1 << (bit % 60 % 8);
        let histogram = table.histogram().to_vec();
        let damaged =
            DistanceTable::from_parts(table.shape(), table.blank(), histogram, Arc::new(entries)).unwrap();
        assert!(matches!(damaged.verify(1, &mut go_on), Err(Fault::Entries { wrong: 1, .. })), "{bit}");
        // It may be wrong, but it ends, and what cannot be right is noted.
        let distance = damaged.distance(&board("5 4 3/2 1 0"), &board("1 2 3/4 5 0"));
        assert_eq!(distance.err(), damaged.contradiction(), "{bit}");
    }
    let mut histogram = table.histogram().to_vec();
    histogram[3] += 1;
    histogram[4] -= 1;
    let entries = Arc::new(table.entries().to_vec());
    let damaged = DistanceTable::from_parts(table.shape(), table.blank(), histogram, entries).unwrap();
    let fault = Fault::Histogram { level: 3, boards: table.histogram()[3] };
    assert_eq!(damaged.verify(1, &mut go_on), Err(fault));
    let mut histogram = table.histogram().to_vec();
    histogram.push(0);
    let entries = Arc::new(table.entries().to_vec());
    let longer = DistanceTable::from_parts(table.shape(), table.blank(), histogram, entries).unwrap();
    let fault = Fault::Histogram { level: table.deepest() + 1, boards: 0 };
    assert_eq!(longer.verify(1, &mut go_on), Err(fault));
    assert_eq!(table.verify(1, &mut |_, _| ControlFlow::Break(())), Err(Fault::Stopped));
}

#[test]
fn a_walk_down_damaged_entries_ends_with_an_error() {
    let table = build(shape("3x3"), cell(8), 1);
    let goal = blank_last("3x3");
    let (mut endless, mut no_way) = (0, 0);
    for filling in [0x00, 0xff, 0x55, 0x0f] {
        let entries = Arc::new(vec![filling; table.entries().len()]);
        let histogram = table.histogram().to_vec();
        let damaged = DistanceTable::from_parts(table.shape(), table.blank(), histogram, entries).unwrap();
        let mut scrambler = Scrambler::new(goal.clone(), 1);
        for _ in 0..50 {
            match damaged.distance(&scrambler.uniform(), &goal).map_err(|error| error.kind()) {
                Err(ContradictionKind::Endless) => endless += 1,
                Err(ContradictionKind::NoWayDown) => no_way += 1,
                found => assert!(matches!(found, Ok(Some(0..=31))), "{found:?}"),
            }
        }
        let exact = ExactDistance::with_table(&goal, Arc::new(damaged)).unwrap();
        let contradiction = exact.contradiction().expect("it was noted");
        assert_eq!(contradiction.table(), "3x3-b0-all");
        let board = scrambler.uniform();
        assert!(exact.of(&board) <= 31, "{board}");
    }
    assert!(endless + no_way > 0);
}

/// Along exact distances A* goes straight to the goal.
#[test]
fn the_automatic_plan_expands_no_board_too_many() {
    for text in ["2x2", "3x3", "2x2x2", "5x2"] {
        let goal = blank_last(text);
        let plan = Solver::new().plan(&goal).unwrap();
        assert_eq!(plan.to_string(), "looking up exact distances", "{text}");
        let mut scrambler = Scrambler::new(goal.clone(), 29);
        for _ in 0..20 {
            let problem = Problem::new(scrambler.uniform(), goal.clone()).unwrap();
            let solved = Solver::new().solve(&problem).unwrap();
            let cost = optimal_cost(&solved.answer);
            assert_eq!(solved.heuristic.of(problem.start()), cost);
            assert_eq!(solved.stats().expanded, u64::from(cost));
        }
    }
    for text in ["5x1", "4x3", "2x2x3", "4x4"] {
        let plan = Solver::new().plan(&blank_last(text)).unwrap();
        assert_ne!(plan.heuristic, Some(HeuristicName::Full), "{text}");
    }
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn all_239_million_boards_of_4x3() {
    let goal = blank_last("4x3");
    let table = build(goal.shape(), goal.blank(), 2);
    let levels = census(&goal, None, &no_limits(), 2, &mut go_on).levels;
    assert_eq!(table.histogram(), levels);
    assert_eq!(table.deepest(), 53);
    assert_eq!(table.entries().len(), 29_937_600);
    assert_eq!(table.verify(2, &mut go_on), Ok(()));
    let table = Arc::new(table);
    // The blank in another corner, the tiles in another order.
    let mut numbers: Vec<u16> = (1..12).rev().collect();
    numbers.insert(3, 0);
    for goal in [goal.clone(), Board::new(goal.shape(), &numbers).unwrap()] {
        let exact = ExactDistance::with_table(&goal, table.clone()).unwrap();
        let walking = WalkingDistance::new(&goal);
        let mut scrambler = Scrambler::new(goal.clone(), 31);
        for _ in 0..20 {
            let problem = Problem::new(scrambler.uniform(), goal.clone()).unwrap();
            let answer = idastar(&problem, &walking, &no_limits(), &mut ());
            assert_eq!(exact.distance(problem.start()), Ok(Some(optimal_cost(&answer))), "{problem:?}");
        }
    }
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn all_239_million_boards_of_2x2x3() {
    let goal = blank_last("2x2x3");
    let exact = ExactDistance::new(&goal);
    assert_eq!(exact.table().unwrap().histogram(), census(&goal, None, &no_limits(), 2, &mut go_on).levels);
    let walking = HeuristicName::WalkingDistance.build(&goal, 1).unwrap();
    let mut scrambler = Scrambler::new(goal.clone(), 37);
    for _ in 0..20 {
        let problem = Problem::new(scrambler.uniform(), goal.clone()).unwrap();
        let answer = idastar(&problem, &walking, &no_limits(), &mut ());
        assert_eq!(exact.distance(problem.start()), Ok(Some(optimal_cost(&answer))), "{problem:?}");
    }
}
