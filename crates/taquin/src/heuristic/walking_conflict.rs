//! Walking distance that also pays for tiles that must leave their line.
//!
//! [`WalkingDistance`] does not see in which order tiles stand in a line. But tiles that are in their goal line and do not
//! leave it keep their order along it. So of the tiles that are in goal line g, at least as many must leave it as are not in
//! a longest ascending subsequence by goal place: the line's *demand*. Each leaves by a move along the axis that takes a tile
//! of goal line g out of line g.
//!
//! The moves of a solution along one axis are a walk through the matrices of walking distance, from the board's to the goal's.
//! In this walk every line has at least as many such moves as its demand says, **all lines at once**. So the length of a
//! shortest walk that has them is never more than the moves along the axis, and the two axes' lengths add up. A table knows it
//! for every matrix and all demands that its lines can have ([`numbering`], [`build`], [`table`]).
//!
//! * It is at least walking distance, whose walks may have any moves, and at least linear conflict: a walk that takes so many
//!   tiles out of their lines brings as many back, two moves for each that Manhattan does not count.
//! * It is consistent. A move along an axis that takes a tile out of its goal line lowers the line's demand by 1 at most, and the
//!   walk that was required may begin with that move; other moves lower no demand. The same holds for the move back.
//!   Moves along the other axis change neither a matrix nor an order.
//! * Published before: the largest walk over single lines and single demands, without all lines at once (mspiegel/A087725,
//!   docs/WD.md). A tile that has left a line and comes back in the wrong order is not seen.
//!
//! An axis with too many entries, a side of more than 6 or so, falls back to its Manhattan distance and 2 for each demand: what
//! linear conflict counts along it. Strips and boxes have no demands and are as in [`WalkingDistance`].

mod build;
pub(crate) mod numbering;
pub(crate) mod table;

use super::{AnyHeuristic, Guarantees, Heuristic, KernelHint, KnownValues, WalkingDistance};
use crate::board::{Board, Slide};
use crate::shape::{Axis, Cell, Shape};
use numbering::{Lines, Numbering};
use std::ops::ControlFlow;
use std::sync::Arc;
use table::Table;

/// Bytes that building takes for each entry: two bits and, on two levels of the search, eight bytes for one in fifteen.
const BUILD_BYTES: u64 = 2;

/// The axes of a flat board.
const AXES: [Axis; 2] = [Axis::X, Axis::Y];

/// The sum along both axes of the shortest walks in which enough tiles leave their lines.
#[derive(Clone, Debug)]
pub struct WalkingConflict {
    goal: Board,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Flat(Box<[Side; 2]>),
    Other(Box<WalkingDistance>),
}

/// One axis of a flat board.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    /// The line of every cell.
    pub(crate) line: Box<[u8]>,
    /// The goal line of every number.
    pub(crate) goal_line: Box<[u8]>,
    /// The place of every number along its goal line.
    pub(crate) goal_place: Box<[u8]>,
    /// The cells line by line.
    pub(crate) cells: Box<[Cell]>,
    line_cells: usize,
    /// What there is to look up, if it is not too much.
    pub(crate) table: Option<Arc<Table>>,
}

/// What is remembered of a board.
#[derive(Clone, Copy, Debug)]
pub enum WalkingMemo {
    /// Of a flat board, by axis.
    #[doc(hidden)]
    Flat([SideMemo; 2]),
    /// Of any other board.
    #[doc(hidden)]
    Other([u32; 3]),
}

/// What is remembered of one axis.
#[derive(Clone, Copy, Debug, Default)]
pub struct SideMemo {
    lines: Lines,
    /// With a table the length of the walk, without one the Manhattan distance.
    distance: u32,
    /// Without a table: all demands together.
    leaving: u32,
}

impl WalkingConflict {
    /// For this goal, with tables that so many threads build: milliseconds for sides of up to 4, most of a minute for 5×5.
    pub fn new(goal: &Board, threads: usize) -> WalkingConflict {
        let built = WalkingConflict::build(goal, threads, &mut |_| ControlFlow::Continue(()));
        built.expect("nothing breaks off")
    }

    /// The same; `watch` is told the share that is done and may break off: then there is none.
    pub fn build(
        goal: &Board,
        threads: usize,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<WalkingConflict> {
        let shape = goal.shape();
        if !is_flat(shape) {
            return Some(WalkingConflict {
                goal: goal.clone(),
                kind: Kind::Other(Box::new(WalkingDistance::new(goal))),
            });
        }
        let numberings = AXES.map(|axis| numbering(shape, goal.blank(), axis));
        let all: u64 = numberings.iter().flatten().map(|(_, numbering)| numbering.entries).sum();
        let mut before = 0;
        let mut sides: Vec<Side> = Vec::new();
        for (axis, numbering) in AXES.into_iter().zip(numberings) {
            let mut side = Side::new(goal, axis, numbering.as_ref().is_some_and(|(flipped, _)| *flipped));
            if let Some((_, numbering)) = numbering {
                let alike = |table: &&Arc<Table>| {
                    let known = &table.numbering;
                    shape.side(Axis::X) == shape.side(Axis::Y) && known.blank_line == numbering.blank_line
                };
                let known = sides.first().and_then(|side| side.table.as_ref()).filter(alike).cloned();
                let entries = numbering.entries;
                side.table = Some(match known {
                    Some(known) => known,
                    None => {
                        let watch = &mut |done: u64| watch((before + done) as f64 / all as f64);
                        Arc::new(Table::build(numbering, threads, watch)?)
                    }
                });
                before += entries;
            }
            sides.push(side);
        }
        let sides: [Side; 2] = sides.try_into().expect("a flat board has two axes");
        Some(WalkingConflict { goal: goal.clone(), kind: Kind::Flat(Box::new(sides)) })
    }

    /// Bytes that making it takes at most, apart from what it keeps of numbering.
    pub(crate) fn build_bytes(goal: &Board) -> u64 {
        let shape = goal.shape();
        if !is_flat(shape) {
            return WalkingDistance::build_bytes(shape);
        }
        let numberings = AXES.into_iter().filter_map(|axis| numbering(shape, goal.blank(), axis));
        let mut entries: Vec<(usize, u64)> =
            numberings.map(|(_, numbering)| (numbering.blank_line, numbering.entries)).collect();
        // Axes that are alike share a table.
        entries.dedup_by(|one, other| shape.side(Axis::X) == shape.side(Axis::Y) && one.0 == other.0);
        6_000_000 + entries.iter().map(|(_, entries)| BUILD_BYTES * entries).sum::<u64>()
    }

    /// Bytes of its tables.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.kind {
            Kind::Other(walking) => walking.bytes(),
            Kind::Flat(sides) => {
                let [one, other] = &**sides;
                let is_same =
                    matches!((&one.table, &other.table), (Some(one), Some(other)) if Arc::ptr_eq(one, other));
                let bytes = |side: &Side| side.table.as_ref().map_or(0, |table| table.bytes());
                bytes(one) + if is_same { 0 } else { bytes(other) }
            }
        }
    }

    /// Whether every axis has its table.
    pub fn is_complete(&self) -> bool {
        match &self.kind {
            Kind::Other(walking) => walking.is_complete(),
            Kind::Flat(sides) => sides.iter().all(|side| side.table.is_some()),
        }
    }

    /// The lines of a flat board along each axis, with the length of the walk.
    ///
    /// # Panics
    /// If the board is not flat.
    pub(crate) fn walks(&self, board: &Board) -> [(Lines, u32); 2] {
        let sides = self.sides().expect("the board is flat");
        [0, 1].map(|axis| sides[axis].remember(board)).map(|memo| (memo.lines, memo.distance))
    }

    /// The axes of a flat board, columns first.
    pub(crate) fn sides(&self) -> Option<&[Side; 2]> {
        match &self.kind {
            Kind::Flat(sides) => Some(sides),
            Kind::Other(_) => None,
        }
    }
}

fn is_flat(shape: Shape) -> bool {
    shape.long_axes().eq(AXES)
}

/// The numbering along an axis, and whether lines are counted from the other end: goals with the blank near either end share
/// a table.
fn numbering(shape: Shape, blank: Cell, axis: Axis) -> Option<(bool, Numbering)> {
    let lines = shape.side(axis);
    let (line, mirrored) = (shape.coordinate(blank, axis), lines - 1 - shape.coordinate(blank, axis));
    Numbering::new(lines, shape.cells() / lines, line.max(mirrored)).map(|numbers| (mirrored > line, numbers))
}

impl Side {
    fn new(goal: &Board, axis: Axis, flipped: bool) -> Side {
        let shape = goal.shape();
        let along = if axis == Axis::X { Axis::Y } else { Axis::X };
        let last = shape.side(axis) - 1;
        let line = |cell: Cell| {
            let line = shape.coordinate(cell, axis);
            (if flipped { last - line } else { line }) as u8
        };
        let mut cells: Vec<Cell> = shape.all_cells().collect();
        // Stable: along a line cells stay in their order.
        cells.sort_by_key(|&cell| line(cell));
        let home = goal.cells_by_number();
        Side {
            line: shape.all_cells().map(line).collect(),
            goal_line: home.iter().map(|&cell| line(cell)).collect(),
            goal_place: home.iter().map(|&cell| shape.coordinate(cell, along) as u8).collect(),
            cells: cells.into(),
            line_cells: shape.side(along),
            table: None,
        }
    }

    /// How many tiles of a line must leave it.
    fn demand(&self, content: impl Fn(Cell) -> Option<usize>, line: u8) -> u32 {
        let cells = &self.cells[usize::from(line) * self.line_cells..][..self.line_cells];
        let tiles = cells.iter().filter_map(|&cell| content(cell));
        let places = tiles.filter(|&tile| self.goal_line[tile] == line).map(|tile| self.goal_place[tile]);
        if self.line_cells <= 32 { leaving::<32>(places) } else { leaving::<256>(places) }
    }

    fn remember(&self, board: &Board) -> SideMemo {
        let lines = self.cells.len() / self.line_cells;
        let tile = |cell: Cell| board[cell].map(|tile| tile.index());
        let demand = |line: usize| self.demand(tile, line as u8);
        let Some(table) = &self.table else {
            let distance = board.tiles().map(|(cell, tile)| {
                u32::from(self.line[cell.index()].abs_diff(self.goal_line[tile.index()]))
            });
            return SideMemo {
                lines: Lines::default(),
                distance: distance.sum(),
                leaving: (0..lines).map(demand).sum(),
            };
        };
        let mut now = Lines::default();
        for (line, cells) in self.cells.chunks(self.line_cells).enumerate() {
            let mut counts = vec![0; lines];
            cells.iter().filter_map(|&cell| tile(cell)).for_each(|tile| {
                counts[usize::from(self.goal_line[tile])] += 1;
            });
            now.ids[line] = table.numbering.id(&counts);
            now.demands[line] = demand(line) as u8;
        }
        let blank = usize::from(self.line[board.blank().index()]);
        SideMemo { lines: now, distance: table.distance(now, blank), leaving: 0 }
    }

    /// After a slide along the axis.
    fn after(&self, mut memo: SideMemo, board: &Board, slide: Slide) -> SideMemo {
        let tile = slide.tile().index();
        let goal_line = self.goal_line[tile];
        let (from, to) = (self.line[slide.from().index()], self.line[slide.to().index()]);
        let concerned = [from, to].into_iter().filter(|&line| line == goal_line);
        let now = |cell: Cell| board[cell].map(|tile| tile.index());
        let Some(table) = &self.table else {
            let before = |cell: Cell| match cell {
                _ if cell == slide.from() => Some(tile),
                _ if cell == slide.to() => None,
                _ => now(cell),
            };
            for line in concerned {
                memo.leaving = memo.leaving + self.demand(now, line) - self.demand(before, line);
            }
            memo.distance =
                memo.distance + u32::from(to.abs_diff(goal_line)) - u32::from(from.abs_diff(goal_line));
            return memo;
        };
        let moved = table.numbering.moved(&memo.lines, to.into(), from.into(), goal_line.into());
        memo.lines = moved.expect("the tile was in its line");
        for line in concerned {
            memo.lines.demands[usize::from(line)] = self.demand(now, line) as u8;
        }
        memo.distance = table.beside(memo.distance, table.numbering.number(&memo.lines));
        memo
    }
}

/// How many of some places in a line are not in a longest ascending subsequence.
pub(crate) fn leaving<const MOST: usize>(places: impl Iterator<Item = u8>) -> u32 {
    // By length: the least place at which an ascending subsequence of that length ends.
    let mut ends = [0; MOST];
    let (mut longest, mut all) = (0, 0);
    for place in places {
        let length = ends[..longest].iter().position(|&end| end > place).unwrap_or(longest);
        ends[length] = place;
        longest = longest.max(length + 1);
        all += 1;
    }
    (all - longest) as u32
}

impl Heuristic for WalkingConflict {
    type Memo = WalkingMemo;

    fn into_any(self) -> AnyHeuristic {
        AnyHeuristic::WalkingConflict(self)
    }

    fn goal(&self) -> &Board {
        &self.goal
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::FULL
    }

    fn kernel_hint(&self) -> Option<KernelHint<'_>> {
        let has_kernel = self.sides().is_some() && self.is_complete();
        has_kernel.then_some(KernelHint(KnownValues::Walks(self)))
    }

    fn remember(&self, board: &Board) -> WalkingMemo {
        match &self.kind {
            Kind::Flat(sides) => WalkingMemo::Flat([0, 1].map(|axis| sides[axis].remember(board))),
            Kind::Other(walking) => WalkingMemo::Other(walking.remember(board)),
        }
    }

    #[inline]
    fn after(&self, memo: WalkingMemo, board: &Board, slide: Slide) -> WalkingMemo {
        match (&self.kind, memo) {
            (Kind::Flat(sides), WalkingMemo::Flat(mut memos)) => {
                let axis = board.shape().axis_between(slide.from(), slide.to()) as usize;
                memos[axis] = sides[axis].after(memos[axis], board, slide);
                WalkingMemo::Flat(memos)
            }
            (Kind::Other(walking), WalkingMemo::Other(memo)) => {
                WalkingMemo::Other(walking.after(memo, board, slide))
            }
            _ => self.remember(board),
        }
    }

    #[inline]
    fn estimate(&self, memo: WalkingMemo) -> u32 {
        match (&self.kind, memo) {
            (Kind::Other(walking), WalkingMemo::Other(memo)) => walking.estimate(memo),
            (_, WalkingMemo::Flat(memos)) => memos.iter().map(|side| side.distance + 2 * side.leaving).sum(),
            _ => unreachable!("a memo is read by the heuristic that wrote it"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_that_are_in_the_way_of_each_other() {
        let of = |places: &[u8]| leaving::<32>(places.iter().copied());
        assert_eq!(of(&[]), 0);
        assert_eq!(of(&[0, 2, 4]), 0);
        assert_eq!(of(&[4, 3, 2, 1, 0]), 4);
        assert_eq!(of(&[2, 0, 3, 1]), 2);
    }
}
