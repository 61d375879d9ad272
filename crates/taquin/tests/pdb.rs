//! Tables equal the distances of the abstraction found by brute force, their sums keep the promises of
//! a heuristic on whole spaces, and searches with them find the published lengths.

use crate::common::{
    KERNEL, PLAIN, Space, blank_last, cell, for_each, goals, neighbours, no_limits, optimal_cost, shape,
};
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;
use taquin::heuristic::{Heuristic, HeuristicName, Manhattan, PatternDatabases, TablesError};
use taquin::pdb::{BuildError, Catalogue, Pattern, Progress, Table, build, build_bytes, verify};
use taquin::published::PublishedSet;
use taquin::search::{Answer, Deepening, Prune, astar, idastar_with};
use taquin::solver::Note;
use taquin::{Board, Cell, Direction, NamedGoal, Problem, Scrambler, Shape, Solver};

fn built(pattern: &Pattern) -> Table {
    build(pattern, 2, &mut |_| ControlFlow::Continue(())).expect("it is not stopped")
}

/// The distance of every arrangement and cell of the blank: slides of the pattern's tiles cost 1, the
/// blank goes through other cells for nothing.
fn brute_force(pattern: &Pattern) -> HashMap<(Vec<u8>, u8), u32> {
    let shape = pattern.shape();
    let home: Vec<u8> = pattern.tiles().iter().map(|cell| cell.index() as u8).collect();
    let mut distances = HashMap::new();
    let mut queue = VecDeque::from([(home, pattern.blank().index() as u8, 0)]);
    while let Some((cells, blank, distance)) = queue.pop_front() {
        if distances.contains_key(&(cells.clone(), blank)) {
            continue;
        }
        distances.insert((cells.clone(), blank), distance);
        for direction in Direction::ALL {
            let Some(next) = shape.neighbour(cell(blank.into()), direction) else { continue };
            let next = next.index() as u8;
            match cells.iter().position(|&cell| cell == next) {
                None => queue.push_front((cells.clone(), next, distance)),
                Some(place) => {
                    let mut cells = cells.clone();
                    cells[place] = blank;
                    queue.push_back((cells, next, distance + 1));
                }
            }
        }
    }
    distances
}

/// Some tiles and a blank, different for every seed.
fn random_pattern(shape: Shape, seed: u64) -> Pattern {
    let goal = NamedGoal::BlankLast.board(shape).unwrap();
    let cells = Scrambler::new(goal, seed).uniform().cells_by_number();
    let tiles = 2 + seed as usize % (Pattern::most_tiles(shape).min(6) - 1);
    Pattern::new(shape, cells[0], &cells[1..=tiles]).unwrap()
}

#[test]
fn tables_equal_brute_force() {
    for text in ["2x3", "3x2", "3x3", "2x4", "2x2x2"] {
        for seed in 0..6 {
            let pattern = random_pattern(shape(text), seed);
            let table = built(&pattern);
            let expected = brute_force(&pattern);
            let arrangements: usize =
                (0..=pattern.tiles().len()).map(|i| pattern.shape().cells() - i).product();
            assert_eq!(expected.len(), arrangements, "{pattern:?}");
            for ((cells, blank), distance) in &expected {
                assert_eq!(
                    table.distance(cells, *blank),
                    Ok(*distance),
                    "{pattern:?}: {cells:?}, blank {blank}"
                );
            }
        }
    }
}

#[test]
fn one_thread_and_several_build_the_same() {
    for (text, seed) in [("4x4", 3), ("5x5", 1), ("3x3x2", 1)] {
        let pattern = random_pattern(shape(text), seed);
        let one = build(&pattern, 1, &mut |_| ControlFlow::Continue(())).unwrap();
        let three = build(&pattern, 3, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(one.histogram(), three.histogram(), "{pattern}");
        assert_eq!(one.entries(), three.entries(), "{pattern}");
    }
}

/// Large tables take a while before the first board is looked at: memory has to be filled.
#[test]
fn a_build_can_be_stopped_before_it_has_begun() {
    let set = Catalogue::named(shape("4x4"), Cell::FIRST, "7-8").unwrap();
    let tables = set.tables();
    let smaller = tables.iter().min_by_key(|pattern| pattern.tiles().len()).unwrap();
    let mut looks = 0;
    let stopped = build(smaller, 1, &mut |progress| {
        assert_eq!(progress.found, 0, "after {looks} looks");
        looks += 1;
        if looks == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(stopped, Err(BuildError::Stopped)));
}

#[test]
fn a_build_can_be_stopped() {
    let pattern = random_pattern(shape("4x4"), 2);
    for (looks, threads) in [(1, 1), (5, 1), (40, 1), (40, 3)] {
        let (mut seen, mut last) = (0, 0);
        let stopped = build(&pattern, threads, &mut |progress: Progress| {
            assert!((last..=last + 1).contains(&progress.distance));
            assert!(progress.found <= progress.expected);
            last = progress.distance;
            seen += 1;
            if seen == looks { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(matches!(stopped, Err(BuildError::Stopped)) && seen == looks);
    }
}

/// Levels of large tables take long: the watcher is asked within them, and while the entries are gathered.
#[test]
fn a_build_is_watched_within_its_levels() {
    let goal = blank_last("4x4");
    let pattern = Pattern::new(goal.shape(), goal.blank(), &[0, 1, 2, 4, 5].map(cell)).unwrap();
    let mut looks = Vec::new();
    let table = build(&pattern, 1, &mut |progress: Progress| {
        looks.push(progress);
        ControlFlow::Continue(())
    });
    let levels = table.unwrap().histogram().len();
    assert!(looks.len() > 10 * levels, "{} looks, {levels} levels", looks.len());
    assert!(looks.is_sorted_by_key(|progress| (progress.distance, progress.found)));
    assert!(looks.last().is_some_and(|last| last.found == last.expected));
}

#[test]
fn tables_of_larger_boxes_equal_brute_force_and_are_proved() {
    for (text, tiles) in
        [("5x5", [1, 5, 6]), ("3x3x2", [0, 4, 13]), ("6x3", [1, 6, 8]), ("3x3x3", [1, 3, 10])]
    {
        let pattern = Pattern::new(shape(text), cell(9), &tiles.map(cell)).unwrap();
        let table = built(&pattern);
        for ((cells, blank), distance) in brute_force(&pattern) {
            assert_eq!(table.distance(&cells, blank), Ok(distance), "{pattern}: {cells:?}, blank {blank}");
        }
        assert_eq!(verify(&table, 2, &mut |_| ControlFlow::Continue(())), Ok(()), "{pattern}");
    }
}

/// A random partition of a goal's tiles into patterns of 2 to 4 tiles.
fn random_partition(goal: &Board, seed: u64) -> Vec<Pattern> {
    let order = Scrambler::new(goal.clone(), seed).uniform();
    let mut cells: Vec<Cell> =
        order.cells_by_number().iter().copied().filter(|&c| c != goal.blank()).collect();
    let most = Pattern::most_tiles(goal.shape()).min(4);
    let mut patterns = Vec::new();
    while !cells.is_empty() {
        let mut size = 2 + (seed as usize + patterns.len()) % (most - 1);
        // No single tile may be left over.
        if cells.len() <= most || cells.len() == size + 1 {
            size = if cells.len() <= most { cells.len() } else { 2 };
        }
        let rest = cells.split_off(size);
        patterns.push(Pattern::new(goal.shape(), goal.blank(), &cells).unwrap());
        cells = rest;
    }
    patterns
}

fn databases(goal: &Board, partitions: &[Vec<Pattern>]) -> PatternDatabases {
    PatternDatabases::new(goal, partitions, &mut |pattern| Ok::<_, BuildError>(Arc::new(built(pattern))))
        .unwrap()
}

#[test]
fn sums_of_random_partitions_are_admissible_and_consistent_on_whole_spaces() {
    for (text, step) in [("2x3", 1), ("2x4", 3), ("2x2x2", 3), ("3x3", 37)] {
        for (seed, goal) in goals(text).into_iter().enumerate() {
            let space = Space::new(&goal);
            for seed in [seed as u64, 100 + seed as u64] {
                let partitions = [random_partition(&goal, seed), random_partition(&goal, seed + 50)];
                let heuristic = databases(&goal, &partitions);
                assert_eq!(heuristic.of(&goal), 0);
                for_each((0..space.len()).step_by(step), |index| {
                    let board = &space.boards[index];
                    let value = heuristic.of(board);
                    assert!(value <= space.distances[index], "{board} → {goal}: {value}");
                    assert_eq!(value % 2, space.distances[index] % 2);
                    for next in neighbours(board) {
                        assert_eq!(value.abs_diff(heuristic.of(&next)), 1, "{board} → {goal}");
                    }
                });
            }
        }
    }
}

#[test]
fn values_kept_up_to_date_are_those_from_scratch() {
    for text in ["3x2", "4x3", "2x2x3", "4x4", "5x4", "3x3x2", "7x1", "2x2"] {
        for goal in goals(text).into_iter().take(3) {
            let catalogue = Catalogue::named(goal.shape(), goal.blank(), "5-5-5");
            let heuristic = match &catalogue {
                Ok(catalogue) => databases(&goal, catalogue.partitions()),
                Err(_) if goal.shape().cells() > 6 && !goal.shape().is_strip() => {
                    databases(&goal, &[random_partition(&goal, 7), random_partition(&goal, 8)])
                }
                Err(_) => PatternDatabases::without_tables(&goal),
            };
            let mut board = Scrambler::new(goal.clone(), 5).uniform();
            let mut memo = heuristic.remember(&board);
            for step in 0..300 {
                let moves: Vec<_> = board.moves().collect();
                let (direction, _) = moves[(step * step / 7 + step) % moves.len()];
                let slide = board.slide(direction).unwrap();
                memo = heuristic.after(memo, &board, slide);
                assert_eq!(heuristic.estimate(memo), heuristic.of(&board), "{board} → {goal}");
            }
        }
    }
}

#[test]
fn shapes_without_patterns_count_as_manhattan() {
    for text in ["6x6", "6x1"] {
        let goal = NamedGoal::BlankLast.board(shape(text)).unwrap();
        let built = HeuristicName::Pdb(None).build(&goal, 1);
        assert!(matches!(built, Err(TablesError::Set(_))), "{text}");
        let prepared = Solver::new().heuristic("pdb").prepare(&goal).unwrap();
        assert!(matches!(prepared.plan().notes[..], [Note::PartlyManhattan { .. }]), "{text}");
        let board = Scrambler::new(goal.clone(), 1).walk(50);
        assert_eq!(prepared.heuristic().of(&board), Manhattan::new(&goal).of(&board));
    }
}

#[test]
#[should_panic(expected = "a table of another pattern was given")]
fn a_table_of_another_pattern_is_not_taken() {
    let goal = NamedGoal::BlankLast.board(shape("3x4")).unwrap();
    let other = Pattern::new(shape("3x3"), cell(8), &[cell(0), cell(1)]).unwrap();
    let table = Arc::new(built(&other));
    let partition = random_partition(&goal, 1);
    let _ = PatternDatabases::new(&goal, &[partition], &mut |_| Ok::<_, BuildError>(table.clone()));
}

#[test]
fn tables_that_cannot_be_had_are_errors_and_never_another_heuristic() {
    let (square, strip) = (shape("4x4"), shape("9x1"));
    let in_memory = |shape, set, watch: &mut dyn FnMut(Progress) -> ControlFlow<()>| {
        let goal = NamedGoal::BlankLast.board(shape).unwrap();
        PatternDatabases::in_memory(&goal, set, 1, watch)
    };
    let go_on = &mut |_| ControlFlow::Continue(());
    for (shape, set) in [(square, Some("nonsense")), (square, Some("5-5-6")), (strip, None)] {
        let error = in_memory(shape, set, go_on).unwrap_err();
        assert!(matches!(error, TablesError::Set(_)), "{shape} {set:?}: {error}");
    }
    let stopped = in_memory(square, Some("5-5-5"), &mut |_| ControlFlow::Break(())).unwrap_err();
    assert!(matches!(stopped, TablesError::Build(BuildError::Stopped)), "{stopped}");
}

#[test]
fn kernels_visit_the_same_nodes_whether_tables_say_which_slides_raise_their_distances() {
    for (text, partitions) in [("5x4", 1), ("6x3", 2), ("5x5", 1), ("5x5", 4), ("9x2", 2)] {
        for goal in goals(text).into_iter().take(2) {
            let partitions: Vec<_> = (0..partitions).map(|seed| random_partition(&goal, 7 + seed)).collect();
            let without = databases(&goal, &partitions);
            let with = PatternDatabases::new(&goal, &partitions, &mut |pattern| {
                Ok::<_, BuildError>(Arc::new(built(pattern).with_rises(2)))
            });
            let with = with.unwrap();
            assert!(with.tables().iter().all(|table| !table.lacks_rises()));
            assert!(without.tables().iter().any(|table| table.lacks_rises()));
            let mut scrambler = Scrambler::new(goal.clone(), 5);
            for walk in [0, 3, 30, 44] {
                let problem = Problem::new(scrambler.walk(walk), goal.clone()).unwrap();
                for prune in Prune::ALL {
                    for nearest_first in [false, true] {
                        let options = Deepening { prune, nearest_first, ..KERNEL };
                        let run =
                            |heuristic| idastar_with(&problem, heuristic, &options, &no_limits(), &mut ());
                        let [without, with] = [&without, &with].map(run);
                        assert_eq!(
                            without.stats.iterations,
                            with.stats.iterations,
                            "{text} {}",
                            problem.start()
                        );
                        let moves = |answer: &Answer| {
                            answer.outcome.solution().map(|solution| solution.moves().to_vec())
                        };
                        assert!(without.outcome.is_optimal() && moves(&without) == moves(&with), "{text}");
                    }
                }
            }
        }
    }
}

#[test]
fn kernels_visit_the_nodes_of_the_plain_loop() {
    let shapes =
        [("3x3", 1, 40), ("4x3", 1, 40), ("2x2x3", 2, 24), ("4x4", 2, 36), ("5x4", 1, 36), ("5x5", 1, 36)];
    for (text, partitions, walk) in shapes.into_iter().chain([("3x3x2", 1, 20)]) {
        for goal in goals(text).into_iter().take(2) {
            let partitions: Vec<_> = (0..partitions).map(|seed| random_partition(&goal, 3 + seed)).collect();
            let heuristic = databases(&goal, &partitions);
            let mut scrambler = Scrambler::new(goal.clone(), 11);
            for _ in 0..4 {
                let problem = Problem::new(scrambler.walk(walk), goal.clone()).unwrap();
                let run =
                    |options: &Deepening| idastar_with(&problem, &heuristic, options, &no_limits(), &mut ());
                let same = |a: &Answer, b: &Answer| {
                    assert_eq!(a.stats.iterations, b.stats.iterations, "{text}");
                    assert_eq!(optimal_cost(a), optimal_cost(b));
                };
                let plain = run(&PLAIN);
                let kernel = run(&KERNEL);
                // On larger boards a search with more than two sums asks only some of them.
                if goal.shape().cells() <= 16 || heuristic.sums() <= 2 {
                    same(&plain, &kernel);
                }
                let threads = run(&Deepening { threads: 2, ..KERNEL });
                same(&kernel, &threads);
                let automaton = run(&Deepening { prune: Prune::Automaton, ..KERNEL });
                assert_eq!(optimal_cost(&automaton), optimal_cost(&plain));
                assert!(automaton.stats.expanded <= kernel.stats.expanded);
                let nearest = run(&Deepening { nearest_first: true, ..KERNEL });
                assert_eq!(optimal_cost(&nearest), optimal_cost(&plain));
                // Every board of its lists is looked at from scratch, which is slow.
                if goal.shape().cells() <= 12 {
                    let other = astar(&problem, &heuristic, &no_limits(), &mut ());
                    assert_eq!(optimal_cost(&other), optimal_cost(&plain));
                }
            }
        }
    }
}

/// With many sums some are chosen by small searches, whatever these find: nothing, the goal, too much.
#[test]
fn choosing_sums_works_on_boards_of_any_depth() {
    let goal = NamedGoal::BlankFirst.board(shape("5x5")).unwrap();
    let partitions: Vec<_> = (0..3).map(|seed| random_partition(&goal, seed)).collect();
    let heuristic = databases(&goal, &partitions);
    assert!(heuristic.sums() > 2);
    let mut scrambler = Scrambler::new(goal.clone(), 3);
    for length in 0..50 {
        let problem = Problem::new(scrambler.walk(length), goal.clone()).unwrap();
        let run = |options: &Deepening| idastar_with(&problem, &heuristic, options, &no_limits(), &mut ());
        assert_eq!(optimal_cost(&run(&KERNEL)), optimal_cost(&run(&PLAIN)), "{length} moves");
    }
}

fn in_memory(goal: &Board, set: Option<&str>) -> PatternDatabases {
    PatternDatabases::in_memory(goal, set, 2, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn korf(set: &str, boards: impl Iterator<Item = usize>) {
    let published = PublishedSet::Korf100.boards();
    let heuristic = in_memory(published[0].problem.goal(), Some(set));
    for_each(boards, |index| {
        let board = &published[index];
        let answer = idastar_with(&board.problem, &heuristic, &KERNEL, &no_limits(), &mut ());
        assert_eq!(optimal_cost(&answer), board.length, "board {}", board.number);
    });
}

#[test]
fn the_lengths_of_korfs_hundred_with_tables_in_memory() {
    assert!(build_bytes(&random_pattern(shape("4x4"), 4)) < 64_000_000);
    korf("6-6-3", 0..100);
}

#[test]
fn the_lengths_of_korfs_first_boards_with_small_tables() {
    korf("5-5-5", 0..12);
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn the_lengths_of_korfs_hundred_with_every_set() {
    for set in Catalogue::names(shape("4x4")) {
        korf(set, 0..100);
    }
}

/// The 12 boards of Korf's 50 with the fewest published nodes.
#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn the_lengths_of_korfs_easiest_24_puzzles() {
    let published = PublishedSet::Korf50.boards();
    let heuristic = in_memory(published[0].problem.goal(), Some("best-2gb"));
    let options = Deepening { prune: Prune::Automaton, ..KERNEL };
    for_each([38, 40, 44, 25, 1, 32, 37, 30, 28, 5, 36, 22].into_iter(), |number| {
        let board = &published[number - 1];
        let answer = idastar_with(&board.problem, &heuristic, &options, &no_limits(), &mut ());
        assert_eq!(optimal_cost(&answer), board.length, "board {number}");
    });
}

/// Three boards of those farthest from the goal. That none is farther: Brüngger, Marzetta, Fukuda and
/// Nievergelt, The parallel search bench ZRAM and its applications, Annals of Operations Research 90 (1999).
#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn the_hardest_15_puzzles_take_80_moves() {
    let goal = NamedGoal::BlankLast.board(shape("4x4")).unwrap();
    let heuristic = in_memory(&goal, None);
    let options = Deepening { prune: Prune::Automaton, ..KERNEL };
    let boards = [
        "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1",
        "0 12 10 13/15 11 14 9/3 7 2 5/4 8 6 1",
        "0 11 9 13/12 15 10 14/3 7 6 2/4 8 5 1",
    ];
    for_each(0..boards.len(), |index| {
        let board = boards[index];
        let problem = Problem::new(board.parse().unwrap(), goal.clone()).unwrap();
        let answer = idastar_with(&problem, &heuristic, &options, &no_limits(), &mut ());
        assert_eq!(optimal_cost(&answer), 80, "{board}");
    });
}
