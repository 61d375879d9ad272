//! The score of a board along one axis: what pairs of tiles that are neighbours in the goal need, each pair by itself.
//!
//! The shifts across lines that two tiles need, whatever the others do, are an entry of a small table ([`WordTables`]). Needs
//! are raised to the third power before they are added up: one pair far from home is worse than several that are near.

use crate::board::Board;
use crate::heuristic::axis_distance::{Lines, WordTables};
use crate::search::StopReason;
use crate::shape::{Axis, Direction};

/// The most cells of a board.
pub(super) const MOST_CELLS: usize = 64;

pub(super) struct PairCosts {
    lines: usize,
    /// Tiles, and so places in a word.
    tiles: usize,
    /// By cell: where it comes if all are written line after line, and its line.
    places: Vec<u8>,
    line_of: Vec<u8>,
    /// By tile: its place in the goal's word. The blank has one of its own.
    numbers: Vec<u8>,
    pairs: Vec<[u8; 2]>,
    /// By pair, places of both tiles and the blank's line.
    costs: Vec<u16>,
}

impl PairCosts {
    /// For shifts along an axis of a flat board. Asks between tables whether to stop.
    pub(super) fn new(
        goal: &Board,
        axis: Axis,
        is_over: &dyn Fn() -> Option<StopReason>,
    ) -> Result<PairCosts, StopReason> {
        let shape = goal.shape();
        let (lines, tiles) = (shape.side(axis), shape.tiles());
        let words = Lines::new(goal, axis);
        let home = goal.cells_by_number();
        let numbers: Vec<u8> = (0..shape.cells())
            .map(|tile| if tile == 0 { tiles } else { words.without(goal.blank(), home[tile]) } as u8)
            .collect();
        let tables = WordTables::new(lines, shape.cells() / lines, 2);
        let line_of = |cell| shape.coordinate(cell, axis);
        let mut pairs = Vec::new();
        let mut costs = Vec::new();
        for (cell, tile) in goal.tiles() {
            for direction in [Direction::East, Direction::South] {
                let next = shape.neighbour(cell, direction).and_then(|next| goal[next]);
                let Some(neighbour) = next else { continue };
                if let Some(why) = is_over() {
                    return Err(why);
                }
                let pair = [tile, neighbour].map(|tile| numbers[tile.index()]);
                let needs = tables.build(line_of(goal.blank()), &pair.map(usize::from));
                costs.extend(needs.iter().map(|&need| u16::from(need).saturating_pow(3)));
                pairs.push(pair);
            }
        }
        let places = shape.all_cells().map(|cell| words.place(cell) as u8).collect();
        let line_of = shape.all_cells().map(|cell| line_of(cell) as u8).collect();
        Ok(PairCosts { lines, tiles, places, line_of, numbers, pairs, costs })
    }

    /// The score of a board, given by the numbers in its cells.
    pub(super) fn score(&self, cells: &[u8], blank: usize) -> u32 {
        let mut at = [0u8; MOST_CELLS];
        let behind = self.places[blank];
        for (&number, &place) in cells.iter().zip(&self.places) {
            at[usize::from(self.numbers[usize::from(number)])] = place - u8::from(place > behind);
        }
        let line = usize::from(self.line_of[blank]);
        let entries = self.tiles * self.tiles * self.lines;
        let cost = |(&[one, two], costs): (&[u8; 2], &[u16])| {
            let [one, two] = [one, two].map(|number| usize::from(at[usize::from(number)]));
            u32::from(costs[(two * self.tiles + one) * self.lines + line])
        };
        self.pairs.iter().zip(self.costs.chunks_exact(entries)).map(cost).sum()
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.costs.len() * size_of::<u16>()) as u64
    }
}
