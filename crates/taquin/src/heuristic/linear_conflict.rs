//! Manhattan, plus what it costs that tiles in their goal line stand in the wrong order.
//!
//! Tiles that are in their goal line (row, column or pillar) but not in ascending order cannot all
//! stay in it: all but an ascending subsequence must leave the line and come back, two moves each
//! that Manhattan does not count. The fewest tiles that must leave a line is its number of tiles
//! minus its longest ascending subsequence. Counting 2 for every conflicting *pair* is wrong.
//!
//! On flat boards the moves out of a row are vertical and those out of a column horizontal, so the
//! costs of all lines add up (Hansson, Mayer and Yung 1992). In three dimensions they may
//! coincide: a tile can leave its row *and* its column by one step down. This concerns only tiles
//! in two of their goal lines at once, that is, tiles at home. Leaving one or two of its three
//! lines costs such a tile 2 moves, leaving all three 4; so it is charged 1 for each line, which is
//! never too much, and the total is rounded up to an even number because extra moves come in pairs.

use super::distances::Distances;
use super::{AnyHeuristic, Guarantees, Heuristic, HeuristicName, KernelHint};
use crate::board::{Board, Slide, Tile};
use crate::shape::{Axis, Cell, Line, Shape};

/// Manhattan distance and the exact cost of linear conflicts.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    shape: Shape,
    distances: Distances,
    /// What a tile at home is charged for leaving one line; any other tile is charged 2.
    charge_at_home: u32,
}

/// The two parts of the estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The Manhattan distance.
    pub manhattan: u32,
    /// What tiles are charged for leaving their lines, before rounding.
    pub charges: u32,
}

impl LinearConflict {
    /// For this goal.
    pub fn new(goal: &Board) -> LinearConflict {
        let shape = goal.shape();
        let charge_at_home = if shape.long_axes().count() == 3 { 1 } else { 2 };
        LinearConflict { shape, distances: Distances::new(goal), charge_at_home }
    }

    /// The tiles that must leave a line so that the others are in order: one smallest choice, in
    /// reading order.
    pub fn leaving(&self, board: &Board, axis: Axis, line: Line) -> Vec<Tile> {
        let (tiles, stays) = self.solve_line::<255>(|cell| board[cell], axis, line);
        let mut leaving = Vec::new();
        let mut keep = stays.last;
        for (index, &tile) in tiles.tiles[..tiles.count].iter().enumerate().rev() {
            if keep == Some(index) {
                keep = stays.before[index].map(usize::from);
            } else {
                leaving.extend(tile);
            }
        }
        leaving.reverse();
        leaving
    }

    /// What the tiles of a line are charged. `content` tells what lies in a cell.
    #[inline]
    fn charge(&self, content: impl Fn(Cell) -> Option<Tile>, axis: Axis, line: Line) -> u32 {
        if self.shape.side(axis) <= 8 {
            self.solve_line::<8>(content, axis, line).1.charge
        } else {
            self.solve_line::<255>(content, axis, line).1.charge
        }
    }

    /// Finds the heaviest ascending subsequence of a line of at most `N` cells.
    #[inline]
    fn solve_line<const N: usize>(
        &self,
        content: impl Fn(Cell) -> Option<Tile>,
        axis: Axis,
        line: Line,
    ) -> (InLine<N>, Stays<N>) {
        let mut found = InLine { tiles: [None; N], place: [0; N], charge: [0; N], count: 0 };
        for cell in line.cells() {
            let Some(tile) = content(cell) else { continue };
            let home = self.distances.goal_cell(tile);
            if self.shape.line_through(home, axis) == line {
                found.tiles[found.count] = Some(tile);
                found.place[found.count] = home.0;
                found.charge[found.count] = if home == cell { self.charge_at_home as u16 } else { 2 };
                found.count += 1;
            }
        }
        let stays = found.heaviest_ascending();
        (found, stays)
    }
}

/// The tiles of a line that belong in it.
struct InLine<const N: usize> {
    tiles: [Option<Tile>; N],
    place: [u16; N],
    charge: [u16; N],
    count: usize,
}

/// Which tiles of a line can stay.
struct Stays<const N: usize> {
    /// What the others are charged together.
    charge: u32,
    /// The last tile that stays.
    last: Option<usize>,
    /// For each tile, the one that stays before it if it stays.
    before: [Option<u8>; N],
}

impl<const N: usize> InLine<N> {
    #[inline]
    fn heaviest_ascending(&self) -> Stays<N> {
        let mut heaviest = [0u16; N];
        let mut stays = Stays { charge: 0, last: None, before: [None; N] };
        let (mut total, mut best) = (0, 0);
        for i in 0..self.count {
            let mut weight = 0;
            for (j, (&place, &heavy)) in self.place.iter().zip(&heaviest).enumerate().take(i) {
                if place < self.place[i] && heavy > weight {
                    weight = heavy;
                    stays.before[i] = Some(j as u8);
                }
            }
            heaviest[i] = weight + self.charge[i];
            total += self.charge[i];
            if heaviest[i] > best {
                best = heaviest[i];
                stays.last = Some(i);
            }
        }
        stays.charge = u32::from(total - best);
        stays
    }
}

impl Heuristic for LinearConflict {
    type Memo = Parts;

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::LinearConflict(self)
    }

    fn goal(&self) -> &Board {
        self.distances.goal()
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees { admissible: true, consistent: self.charge_at_home == 2 }
    }

    fn kernel_hint(&self) -> Option<KernelHint<'_>> {
        KernelHint::named(HeuristicName::LinearConflict)
    }

    fn remember(&self, board: &Board) -> Parts {
        let charges = Axis::ALL
            .into_iter()
            .flat_map(|axis| self.shape.lines(axis).map(move |line| (axis, line)))
            .map(|(axis, line)| self.charge(|cell| board[cell], axis, line))
            .sum();
        Parts { manhattan: self.distances.sum(board), charges }
    }

    /// Only the lines through the two cells that changed are looked at again. The line along the
    /// slide keeps its order; it changes only where a tile at home is charged less than others.
    #[inline]
    fn after(&self, memo: Parts, board: &Board, slide: Slide) -> Parts {
        let (tile, from, to) = (slide.tile(), slide.from(), slide.to());
        let along = self.shape.axis_between(from, to);
        let before = |cell: Cell| match cell {
            _ if cell == from => Some(tile),
            _ if cell == to => None,
            _ => board[cell],
        };
        let mut charges = memo.charges;
        for axis in Axis::ALL {
            if self.shape.side(axis) == 1 {
                continue;
            }
            let lines = [self.shape.line_through(from, axis), self.shape.line_through(to, axis)];
            let lines = match axis == along {
                true if self.charge_at_home == 2 => &lines[..0],
                true => &lines[..1],
                false => &lines[..],
            };
            for &line in lines {
                charges += self.charge(|cell| board[cell], axis, line);
                charges -= self.charge(before, axis, line);
            }
        }
        let manhattan = memo.manhattan + self.distances.get(tile, to) - self.distances.get(tile, from);
        Parts { manhattan, charges }
    }

    #[inline]
    fn estimate(&self, memo: Parts) -> u32 {
        memo.manhattan + memo.charges.next_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal() -> Board {
        "1 2 3/4 5 6/7 8 0".parse().unwrap()
    }

    #[test]
    fn worked_values() {
        let of = |text: &str| LinearConflict::new(&goal()).of(&text.parse().unwrap());
        assert_eq!(of("7 2 4/6 0 5/8 3 1"), 18);
        assert_eq!(of("0 8 7/6 5 4/3 2 1"), 28);
    }

    #[test]
    fn the_tiles_that_leave() {
        let heuristic = LinearConflict::new(&goal());
        let board: Board = "3 2 1/4 5 6/8 7 0".parse().unwrap();
        let leaving: Vec<Vec<u16>> = board
            .shape()
            .lines(Axis::X)
            .map(|line| heuristic.leaving(&board, Axis::X, line).into_iter().map(Tile::number).collect())
            .collect();
        assert_eq!(leaving, [vec![2, 1], vec![], vec![7]]);
    }
}
