//! In which order cells get their tiles: from one corner of a box inwards, until a smaller box in the opposite corner is
//! left.
//!
//! Distances are counted from the corner where placing begins. A cell is *ready* when all its neighbours nearer to
//! the corner have their tiles. So with a cell, every cell beyond it on all axes is open, and three things hold:
//!
//! 1. The open cells hang together even without any one of them, as each lies in a square of four open cells.
//! 2. A tile in any open cell can go to a ready cell without ever getting farther from it: away from the corner first,
//!    and then towards it.
//! 3. A ready cell has an open neighbour along each axis on which it is not at the end. At the end of all axes but one
//!    it has a single one, and its tile would never get in: it waits for the neighbour that is nearer to the
//!    corner and is placed together with it ([`Pair`]).
//!
//! Cells are placed ring by ring: from the longest side that is left, or from all that are as long.

use super::field::{Field, LATER, Sides, along};
use super::pair::Pair;
use crate::shape::Shape;

/// A box of cells: the first and the last place along each axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Region {
    pub(super) first: [usize; 3],
    pub(super) last: [usize; 3],
}

impl Region {
    /// Whether a place lies in it.
    pub(super) fn contains(&self, place: [usize; 3]) -> bool {
        (0..3).all(|axis| (self.first[axis]..=self.last[axis]).contains(&place[axis]))
    }

    pub(super) fn shape(&self) -> Shape {
        let [width, height, depth] = [0, 1, 2].map(|axis| self.side(axis));
        Shape::new(width, height, depth).expect("a part of a shape is no larger")
    }

    fn side(&self, axis: usize) -> usize {
        self.last[axis] - self.first[axis] + 1
    }
}

/// What is placed at once.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    Single(usize),
    Pair(Pair),
}

impl Unit {
    /// The tiles that are placed, by their cells; one alone is named twice.
    pub(super) fn tiles(&self) -> [usize; 2] {
        match *self {
            Unit::Single(cell) => [cell, cell],
            Unit::Pair(pair) => pair.cells,
        }
    }

    fn cells(&self) -> &[usize] {
        match self {
            Unit::Single(cell) => std::slice::from_ref(cell),
            Unit::Pair(pair) => &pair.cells,
        }
    }
}

/// A unit and what it waits for.
struct Entry {
    unit: Unit,
    ring: usize,
    /// How many neighbours nearer to the corner are still to be placed.
    waiting: u32,
    /// The units that wait for this one.
    next: Vec<u32>,
}

/// The cells between a box and a smaller one in its corner, and which of them can be placed now.
pub(super) struct Stage {
    entries: Vec<Entry>,
    /// The entry of each cell.
    entry_of: Vec<u32>,
    ready: Vec<u32>,
    rings: usize,
    /// The ring for which tiles were weighed.
    weighed: Option<usize>,
}

/// In place of the entry of a cell that has none.
const NONE: u32 = u32::MAX;
/// How much more than [`LATER`] a tile of the ring that is placed now weighs.
const SOONER: usize = 16;

impl Stage {
    /// Everything in `outer` that is not in `inner`, which lies in a corner of it.
    pub(super) fn new(sides: Sides, outer: Region, inner: Region) -> Stage {
        let corner = Corner::opposite(outer, inner);
        let places: Vec<[usize; 3]> =
            sides.places().filter(|&place| outer.contains(place) && !inner.contains(place)).collect();
        let cells = sides.cell(sides.0.map(|side| side - 1)) + 1;
        let mut stage = Stage {
            entries: Vec::new(),
            entry_of: vec![NONE; cells],
            ready: Vec::new(),
            rings: 0,
            weighed: None,
        };
        for &place in &places {
            if let Some(pair) = corner.pair(sides, place) {
                stage.add(Unit::Pair(pair), corner.ring(place));
            }
        }
        for &place in &places {
            let cell = sides.cell(place);
            if stage.entry_of[cell] == NONE {
                stage.add(Unit::Single(cell), corner.ring(place));
            }
        }
        for &place in &places {
            for nearer in sides.long_axes().filter_map(|axis| corner.nearer(place, axis)) {
                stage.wait(sides.cell(place), sides.cell(nearer));
            }
        }
        let all = 0..stage.entries.len() as u32;
        stage.ready = all.filter(|&entry| stage.entries[entry as usize].waiting == 0).collect();
        stage
    }

    fn add(&mut self, unit: Unit, ring: usize) {
        for &cell in unit.cells() {
            self.entry_of[cell] = self.entries.len() as u32;
        }
        self.entries.push(Entry { unit, ring, waiting: 0, next: Vec::new() });
        self.rings = self.rings.max(ring + 1);
    }

    /// Makes the unit of one cell wait for that of another.
    fn wait(&mut self, later: usize, sooner: usize) {
        let [later, sooner] = [later, sooner].map(|cell| self.entry_of[cell]);
        if later != sooner {
            self.entries[sooner as usize].next.push(later);
            self.entries[later as usize].waiting += 1;
        }
    }

    /// The unit to be placed next: of those in the outermost ring, the one that seems to need the fewest moves.
    pub(super) fn next(&mut self, field: &mut Field) -> Option<Unit> {
        let entry = |index: u32| &self.entries[index as usize];
        let (place, &chosen) = self
            .ready
            .iter()
            .enumerate()
            .min_by_key(|&(_, &index)| (entry(index).ring, effort(field, entry(index).unit)))?;
        let Entry { unit, ring, .. } = self.entries[chosen as usize];
        self.ready.swap_remove(place);
        if self.weighed != Some(ring) {
            self.weigh(field, ring);
        }
        Some(unit)
    }

    /// The ring in which the tile of a cell is placed, if it is.
    pub(super) fn ring_of(&self, cell: usize) -> Option<usize> {
        let &entry = self.entry_of.get(cell)?;
        self.entries.get(entry as usize).map(|entry| entry.ring)
    }

    /// Makes the cells of a unit walls, and those that waited for it ready.
    pub(super) fn placed(&mut self, field: &mut Field, unit: Unit) {
        unit.cells().iter().for_each(|&cell| field.set_open(cell, false));
        let entry = self.entry_of[unit.cells()[0]] as usize;
        for next in std::mem::take(&mut self.entries[entry].next) {
            let waiting = &mut self.entries[next as usize].waiting;
            *waiting -= 1;
            if *waiting == 0 {
                self.ready.push(next);
            }
        }
    }

    /// Lets tiles of the next rings weigh more, those of the first ones most.
    fn weigh(&mut self, field: &mut Field, ring: usize) {
        let soon = (self.rings - ring).div_ceil(3);
        for entry in &self.entries {
            let ahead = entry.ring.saturating_sub(ring).min(soon);
            let weight = LATER + (SOONER * (soon - ahead) / soon) as u8;
            entry.unit.cells().iter().for_each(|&cell| field.set_weight(cell, weight));
        }
        self.weighed = Some(ring);
    }
}

/// About how many moves it takes to place a unit: none if its tiles are in place.
fn effort(field: &Field, unit: Unit) -> usize {
    let here = |tile: usize| field.cell_of(tile);
    let way: usize = unit.cells().iter().map(|&tile| field.distance(here(tile), tile)).sum();
    if way == 0 { 0 } else { 4 * way + field.distance(field.blank(), here(unit.cells()[0])) }
}

/// The corner of a box where placing begins.
struct Corner {
    outer: Region,
    /// Along which axes it is at the end.
    at_end: [bool; 3],
    /// Along which axes the box gets smaller.
    shrinks: [bool; 3],
    longest: usize,
}

impl Corner {
    fn opposite(outer: Region, inner: Region) -> Corner {
        Corner {
            outer,
            at_end: std::array::from_fn(|axis| outer.last[axis] != inner.last[axis]),
            shrinks: std::array::from_fn(|axis| outer.side(axis) != inner.side(axis)),
            longest: (0..3).map(|axis| outer.side(axis)).max().unwrap_or(1),
        }
    }

    fn distance(&self, place: [usize; 3], axis: usize) -> usize {
        if self.at_end[axis] {
            self.outer.last[axis] - place[axis]
        } else {
            place[axis] - self.outer.first[axis]
        }
    }

    /// The neighbour nearer to the corner along an axis.
    fn nearer(&self, mut place: [usize; 3], axis: usize) -> Option<[usize; 3]> {
        if self.distance(place, axis) == 0 {
            return None;
        }
        if self.at_end[axis] {
            place[axis] += 1
        } else {
            place[axis] -= 1
        }
        Some(place)
    }

    /// The pair whose second cell is at the end of all axes but one.
    fn pair(&self, sides: Sides, place: [usize; 3]) -> Option<Pair> {
        let open_end = |axis: &usize| self.distance(place, *axis) + 1 < self.outer.side(*axis);
        let mut inwards = sides.long_axes().filter(open_end);
        let (axis, None) = (inwards.next()?, inwards.next()) else { return None };
        let other = sides.long_axes().find(|&other| other != axis)?;
        let first = self.nearer(place, other)?;
        Some(Pair { cells: [sides.cell(first), sides.cell(place)], inwards: along(axis, !self.at_end[axis]) })
    }

    /// How many rings are placed before that of a place. The first are the outer ones of the longest sides.
    fn ring(&self, place: [usize; 3]) -> usize {
        let shrinking = (0..3).filter(|&axis| self.shrinks[axis]);
        let ring = |axis| self.distance(place, axis) + self.longest - self.outer.side(axis);
        shrinking.map(ring).min().unwrap_or(0)
    }
}
