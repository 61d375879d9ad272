//! The tempting mistake, and what holds of boxes too large for a word. That the estimate never exceeds
//! the true distance is tested on whole spaces in tests/heuristics.rs and tests/cube.rs.

use super::*;
use crate::{NamedGoal, Scrambler, Shape};
use std::collections::HashMap;

fn distances(goal: &Board) -> HashMap<Board, u32> {
    let mut known = HashMap::from([(goal.clone(), 0)]);
    let mut level = vec![goal.clone()];
    for depth in 1.. {
        let mut next = Vec::new();
        for board in &level {
            for child in board.neighbours() {
                if !known.contains_key(&child) {
                    known.insert(child.clone(), depth);
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    known
}

/// The mistake: unsolved cells outside the reached ones, counted by strong components that no good
/// entry from another *unsolved* cell leads into.
fn source_components(heuristic: &FirstEntry, board: &Board) -> u32 {
    let GoalView { grid, goal } = heuristic.view.as_deref().unwrap();
    let places = Places::of(board);
    let m = masks(grid, &places, goal);
    let reached = closure(&m, 1 << places.cell[0], grid.strides());
    let outside = unsolved(&m) & !reached;
    let among = |cell: usize| ancestors(&m, 1 << cell, grid.strides()) & outside;
    let mut sources: Vec<u64> = bits(outside)
        .map(|cell| (among(cell), cell))
        .filter(|&(component, _)| bits(component).all(|other| among(other) == component))
        .map(|(component, _)| component)
        .collect();
    sources.sort_unstable();
    sources.dedup();
    sources.len() as u32
}

#[test]
fn counting_source_components_is_inadmissible() {
    let goal = NamedGoal::BlankFirst.board(Shape::flat(3, 3).unwrap()).unwrap();
    let heuristic = FirstEntry::new(&goal);
    let mut wrong = 0;
    for (board, distance) in distances(&goal) {
        let count = source_components(&heuristic, &board);
        wrong += u32::from(heuristic.manhattan.of(&board) + 2 * count > distance);
        assert!(heuristic.of(&board) <= distance);
    }
    assert!(wrong > 0, "if this shortcut were right, the hitting sets could go");
}

#[test]
fn both_ends_see_the_same() {
    let shape = Shape::new(3, 3, 3).unwrap();
    let mut scrambler = Scrambler::new(NamedGoal::BlankLast.board(shape).unwrap(), 2);
    for _ in 0..500 {
        let (a, b) = (scrambler.uniform(), scrambler.uniform());
        assert_eq!(FirstEntry::new(&a).of(&b), FirstEntry::new(&b).of(&a));
    }
}

#[test]
fn larger_boxes_fall_back_to_manhattan() {
    for (width, height, depth, complete) in
        [(8, 8, 1, true), (13, 5, 1, false), (4, 4, 4, true), (5, 5, 3, false)]
    {
        let goal = NamedGoal::BlankLast.board(Shape::new(width, height, depth).unwrap()).unwrap();
        let heuristic = FirstEntry::new(&goal);
        assert_eq!(heuristic.is_complete(), complete);
        let board = Scrambler::new(goal.clone(), 4).uniform();
        let (estimate, manhattan) = (heuristic.of(&board), Manhattan::new(&goal).of(&board));
        assert!(estimate >= manhattan && (complete || estimate == manhattan));
    }
}
