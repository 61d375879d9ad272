//! What [`super::patterns`] looks up, made before a search. Nothing here depends on how many sums a kernel has, so it
//! is compiled once and not for every kernel.

use super::manhattan::ways;
use crate::board::Board;
use crate::heuristic::PatternDatabases;
use crate::heuristic::pdb::{Part, Sum};
use crate::search::idastar::grid::Grid;
use crate::search::idastar::pruning::automaton::{Automaton, FORBIDDEN};

/// An entry of a table of this size: a bit for each zone.
pub(super) type Entry = [u8; 2];

/// A state of the pruning rule. It tells the moves that the next ones allow, so that these need not be waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const DEGREE: usize> {
    /// Narrow numbers: the machine should stay in a cache.
    pub(super) next: [u32; DEGREE],
    pub(super) candidates: [u8; DEGREE],
}

/// A slide into the blank's cell.
#[derive(Clone, Copy)]
pub(super) struct Slide {
    /// The tiles that go away from home by it.
    pub(super) away: u32,
    /// The cell it comes from; the blank's where there are no more neighbours.
    pub(super) from: u8,
    /// The way it goes, as a number.
    pub(super) way: u8,
}

/// What a tile is to one sum.
pub(super) struct TileOfSum {
    /// The number of its part.
    pub(super) part: u8,
    /// By cell of the blank: the zone, as a bit.
    pub(super) zones: [u64; 32],
    /// By way: what the index of its part changes by.
    pub(super) change: [u32; 6],
}

impl TileOfSum {
    pub(super) fn new(grid: &Grid, sum: &Sum, tile: usize) -> TileOfSum {
        let part = sum.part_of[tile];
        let its_part = part_or_first(sum, part.into());
        let mut of_sum = TileOfSum { part, zones: [0; 32], change: [0; 6] };
        for cell in 0..grid.cells() {
            of_sum.zones[cell] = 1 << its_part.zone(cell);
            for &from in grid.neighbours(cell) {
                of_sum.change[usize::from(ways(grid, from, cell))] = its_part.change(tile, from, cell);
            }
        }
        of_sum
    }
}

/// By way that a tile goes: the place of the slide's bit in an entry of [`crate::pdb::rises`].
pub(super) fn bits_of_ways(grid: &Grid, sum: &Sum, tile: usize) -> [u8; 4] {
    let part = part_or_first(sum, sum.part_of[tile].into());
    let mut bits = [0; 4];
    for from in 0..grid.cells() {
        for &to in grid.neighbours(from) {
            let seen = ways(grid, part.image[from].into(), part.image[to].into());
            bits[usize::from(ways(grid, from, to))] = 4 * part.place[tile] + seen;
        }
    }
    bits
}

/// A sum that is asked on a board.
///
/// # Panics
/// If its tables are of another shape.
pub(super) fn sum_of<'a>(databases: &'a PatternDatabases, number: usize, grid: &Grid) -> &'a Sum {
    let sum = &databases.all_sums()[number];
    let is_of_shape = |part: &Part| part.table.pattern().shape() == grid.shape;
    assert!(sum.parts.iter().all(is_of_shape), "tables of another shape");
    sum
}

/// The entries of a part, of the first where there are fewer.
pub(super) fn entries(sum: &Sum, part: usize) -> &[Entry] {
    part_or_first(sum, part).table.entries().as_chunks().0
}

pub(super) fn part_or_first(sum: &Sum, part: usize) -> &Part {
    sum.parts.get(part).unwrap_or(&sum.parts[0])
}

/// The states of a pruning rule.
pub(super) fn states<const DEGREE: usize>(machine: &Automaton) -> Vec<State<DEGREE>> {
    let state = |next: &[u32; 6]| State {
        next: std::array::from_fn(|step| next[step]),
        candidates: std::array::from_fn(|step| candidates(machine, next[step])),
    };
    machine.next.iter().map(state).collect()
}

/// By cell: the state before the first move, and the moves it allows.
pub(super) fn start(machine: &Automaton) -> Vec<(u32, u8)> {
    machine.start.iter().map(|&state| (state, candidates(machine, state))).collect()
}

/// The moves that a state allows, as bits.
fn candidates(machine: &Automaton, state: u32) -> u8 {
    let next = machine.next.get(state as usize).unwrap_or(&[FORBIDDEN; 6]);
    next.iter().enumerate().fold(0, |set, (step, &next)| set | u8::from(next != FORBIDDEN) << step)
}

/// By cell of the blank and neighbour.
pub(super) fn slides<const DEGREE: usize>(
    grid: &Grid,
    databases: &PatternDatabases,
) -> [[Slide; DEGREE]; 32] {
    let mut slides = [[Slide { away: 0, from: 0, way: 0 }; DEGREE]; 32];
    for (cell, slides) in slides.iter_mut().enumerate().take(grid.cells()) {
        *slides = [Slide { away: 0, from: cell as u8, way: 0 }; DEGREE];
        for (slide, &from) in slides.iter_mut().zip(grid.neighbours(cell)) {
            let mut away = 0;
            for (tile, distances) in databases.distances().iter().enumerate().take(grid.cells()).skip(1) {
                away |= u32::from(distances[cell] > distances[from]) << tile;
            }
            *slide = Slide { away, from: from as u8, way: ways(grid, from, cell) };
        }
    }
    slides
}

/// The board with these numbers, cell by cell.
pub(super) fn board(grid: &Grid, numbers: &[u8]) -> Board {
    let numbers: Vec<u16> = numbers.iter().map(|&number| number.into()).collect();
    Board::from_permutation(grid.shape, &numbers)
}

/// The largest of some sums on a board.
pub(super) fn largest(sums: &[&Sum], board: &Board) -> u32 {
    sums.iter().map(|sum| sum.look(board).0).max().unwrap_or(0)
}

/// Bytes of the largest of some tables.
pub(super) fn largest_table(tables: &[&[Entry]]) -> usize {
    tables.iter().map(|entries| size_of_val(*entries)).max().unwrap_or(0)
}

/// The least of fields of 16 bits.
pub(super) fn least(words: &[u64]) -> u32 {
    let fields = words.iter().flat_map(|word| (0..4).map(move |field| word >> (16 * field)));
    fields.map(|field| field as u32 & 0xffff).min().unwrap_or(0)
}
