//! What tiles near each other cost on boards abreast: the learned costs of pairs, and how a slide changes them.
//!
//! A slide is of a *sort*: its direction and the kind of its tile before and after. For every sort, every cell near the
//! slide and every kind in that cell there is one number: by how much all pairs with that cell change. Boards have a border of
//! walls, which cost nothing, as wide as pairs reach: so all slides in one direction look at the same cells about them.
//! The *spot* of a cell is its number on a board with that border.

use super::super::field::{Field, axis_of};
use crate::beam::{Costs, Family, Vector, offsets_near};
use crate::shape::{Direction, Shape};

/// Pairs are looked at up to this distance along each axis: those that are farther apart gain nothing here.
const NEAR: i32 = 2;

/// The learned costs for the boards of a field.
pub(super) struct Learned {
    costs: Costs,
    family: Family,
    /// By kind before, direction, and whether the kind stays the same.
    sorts: Vec<Sort>,
    /// By sort, cell near it and kind in the cell, walls being the last kind.
    changes: Vec<i16>,
    /// By direction, the spots near a slide as seen from where its tile begins.
    near: Vec<Vec<isize>>,
    /// Numbers of offsets that are near, and how far their spots are.
    offsets: Vec<(usize, isize)>,
    /// By kind and border.
    alone: Vec<i16>,
    /// By cell of the field: its borders and its spot.
    borders: Vec<u8>,
    spots: Vec<u16>,
    /// How many spots there are.
    count: usize,
}

#[derive(Clone, Copy, Default)]
struct Sort {
    /// Where its changes begin.
    begin: u32,
    /// The change of what the tile and the blank cost together.
    own: i32,
}

/// A slide: cells, the direction of the blank, kinds of the tile.
pub(super) struct Slide {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) direction: Direction,
    pub(super) before: u8,
    pub(super) after: u8,
}

impl Learned {
    pub(super) fn new(shape: Shape, field: &Field) -> Learned {
        let costs = Costs::best_for(shape);
        let family = costs.family();
        let (kinds, borders) = (family.kinds(), family.borders());
        let alone = (0..kinds * borders).map(|at| costs.alone(at / borders, at % borders) as i16).collect();
        let strides = strides(field, family);
        let far = |offset: Vector| (0..3).map(|axis| offset[axis] as isize * strides[axis]).sum::<isize>();
        let mut learned = Learned {
            sorts: vec![Sort::default(); 2 * kinds * Direction::ALL.len()],
            changes: Vec::new(),
            near: Vec::new(),
            offsets: (0..family.offsets())
                .map(|number| (number, family.offset(number)))
                .filter(|&(_, offset)| offset != [0; 3] && is_near(offset))
                .map(|(number, offset)| (number, far(offset)))
                .collect(),
            alone,
            borders: vec![0; field.cells()],
            spots: vec![0; field.cells()],
            count: 0,
            costs,
            family,
        };
        learned.number_spots(shape, field, far([family.reach_of_pairs(); 3]) as usize, &strides);
        for direction in Direction::ALL {
            let way = way(field, direction);
            let mut near = if way == [0; 3] { Vec::new() } else { offsets_near(family, way) };
            near.retain(|&offset| is_near(offset) || is_near(add(offset, way, -1)));
            if !near.is_empty() {
                learned.add_sorts(direction, way, &near);
            }
            learned.near.push(near.into_iter().map(far).collect());
        }
        learned
    }

    /// Bytes of the changes for boards of a shape.
    pub(super) fn bytes(shape: Shape) -> u64 {
        let family = Family::of(shape);
        let near = (2 * NEAR.min(family.reach_of_pairs()) + 1).pow(shape.long_axes().count() as u32) as usize;
        // A slide sees the cells near its tile before or after, fewer than one and a half times as many; and fewer than a
        // third of the kinds are at the end of their reach, where there are two sorts for a direction.
        let sorts = 2 * shape.long_axes().count() * family.kinds() * 4 / 3;
        (sorts * near * 3 / 2 * (family.kinds() + 1) * size_of::<i16>()) as u64
    }

    fn number_spots(&mut self, shape: Shape, field: &Field, first: usize, strides: &[isize; 3]) {
        let axes: Vec<usize> = field.sides().long_axes().collect();
        for (place, at) in field.sides().places().zip(shape.all_cells()) {
            let cell = field.sides().cell(place);
            let spot: usize =
                axes.iter().zip(strides).map(|(&axis, &stride)| place[axis] * stride as usize).sum();
            self.borders[cell] = self.family.border(shape, at) as u8;
            self.spots[cell] = (first + spot) as u16;
            self.count = 2 * first + spot + 1;
        }
    }

    /// The changes of all sorts of slides in a direction.
    fn add_sorts(&mut self, direction: Direction, way: Vector, near: &[Vector]) {
        let family = self.family;
        let blank = family.blank();
        for kind in 0..blank {
            let stepped = family.kind(add(family.away(kind), way, 1));
            let stays = family.kind(add(family.away(kind), way, -1)) == kind || stepped == kind;
            for after in [(stepped != kind).then_some(stepped), stays.then_some(kind)].into_iter().flatten() {
                let pair = |a: usize, b: usize, offset: Vector| {
                    let number = family.offset_number(offset).filter(|_| is_near(offset));
                    number.map_or(0, |number| self.costs.pair(a, b, number))
                };
                let own = pair(after, blank, add([0; 3], way, -1)) - pair(kind, blank, way);
                let begin = self.changes.len() as u32;
                let mut changes = Vec::with_capacity(near.len() * (family.kinds() + 1));
                for &offset in near {
                    let then = add(offset, way, -1);
                    changes.extend((0..family.kinds()).map(|other| {
                        let tile = pair(after, other, then) - pair(kind, other, offset);
                        (tile + pair(blank, other, offset) - pair(blank, other, then)) as i16
                    }));
                    changes.push(0);
                }
                self.changes.append(&mut changes);
                let sort = self.sort(kind as u8, direction, after as u8);
                self.sorts[sort] = Sort { begin, own };
            }
        }
    }

    fn sort(&self, before: u8, direction: Direction, after: u8) -> usize {
        (usize::from(before) * Direction::ALL.len() + direction as usize) * 2 + usize::from(before == after)
    }

    /// How many spots there are.
    pub(super) fn spots(&self) -> usize {
        self.count
    }

    /// The spot of a cell.
    #[inline]
    pub(super) fn spot(&self, cell: usize) -> usize {
        usize::from(self.spots[cell])
    }

    /// The kind of walls, and of the blank.
    pub(super) fn wall(&self) -> u8 {
        self.family.kinds() as u8
    }

    #[inline]
    pub(super) fn blank(&self) -> u8 {
        self.family.blank() as u8
    }

    /// The kind of a tile in a cell.
    #[inline]
    pub(super) fn kind(&self, field: &Field, tile: usize, cell: usize) -> u8 {
        let (home, place) = (field.place(tile), field.place(cell));
        let mut away = [0; 3];
        for (length, axis) in away.iter_mut().zip(field.sides().long_axes()) {
            *length = i32::from(place[axis]) - i32::from(home[axis]);
        }
        self.family.kind(away) as u8
    }

    /// The change of the costs of a board of these kinds by a slide.
    #[inline]
    pub(super) fn change(&self, kinds: &[u8], slide: &Slide) -> i32 {
        let &Slide { from, to, direction, before, after } = slide;
        let Sort { begin, own } = self.sorts[self.sort(before, direction, after)];
        let width = self.family.kinds() + 1;
        let spot = self.spot(from);
        let near = self.near[direction as usize].iter();
        let numbers = self.changes[begin as usize..].chunks_exact(width);
        let pairs = near.zip(numbers).map(|(&offset, numbers)| {
            i32::from(numbers[usize::from(kinds[spot.wrapping_add_signed(offset)])])
        });
        pairs.sum::<i32>() + own + self.alone(after, to) - self.alone(before, from)
    }

    /// The costs of a board of these kinds.
    pub(super) fn of(&self, field: &Field, kinds: &[u8]) -> i32 {
        let of_cell = |cell: usize| {
            let own = kinds[self.spot(cell)];
            let pair = |&(number, offset): &(usize, isize)| {
                let other = kinds[self.spot(cell).wrapping_add_signed(offset)];
                if other == self.wall() {
                    0
                } else {
                    self.costs.pair(usize::from(own), usize::from(other), number)
                }
            };
            // Every pair is seen from both of its cells.
            self.offsets.iter().map(pair).sum::<i32>() + 2 * self.alone(own, cell)
        };
        field.sides().places().map(|place| of_cell(field.sides().cell(place))).sum::<i32>() / 2
    }

    #[inline]
    fn alone(&self, kind: u8, cell: usize) -> i32 {
        i32::from(self.alone[usize::from(kind) * self.family.borders() + usize::from(self.borders[cell])])
    }
}

/// How far apart the spots of neighbours are along the long axes: lines are followed by as many walls as pairs reach.
fn strides(field: &Field, family: Family) -> [isize; 3] {
    let mut strides = [0; 3];
    let mut next = 1;
    for (stride, axis) in strides.iter_mut().zip(field.sides().long_axes()) {
        *stride = next;
        next *= field.sides().0[axis] as isize + family.reach_of_pairs() as isize;
    }
    strides
}

/// The way of a tile when the blank goes in a direction, along the long axes; nowhere if that is not one of them.
fn way(field: &Field, direction: Direction) -> Vector {
    let mut way = [0; 3];
    for (along, axis) in way.iter_mut().zip(field.sides().long_axes()) {
        if axis == axis_of(direction) {
            *along = if direction.is_forward() { -1 } else { 1 };
        }
    }
    way
}

fn is_near(offset: Vector) -> bool {
    offset.iter().all(|along| along.abs() <= NEAR)
}

fn add(vector: Vector, way: Vector, times: i32) -> Vector {
    [0, 1, 2].map(|axis| vector[axis] + times * way[axis])
}
