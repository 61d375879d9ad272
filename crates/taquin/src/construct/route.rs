//! Ways of the blank to a cell, past walls.
//!
//! A move costs less when it brings a tile nearer to its goal and more when it takes one away, so the cheapest route
//! is often a detour. No route enters a cell twice: the costs are those of the board before the first move.

use super::field::{Field, along};
use crate::shape::Direction;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Finds routes; keeps its lists from one to the next.
#[derive(Default)]
pub(super) struct Routes {
    costs: Vec<i32>,
    /// How each cell was entered.
    entered: Vec<Option<Direction>>,
    /// What it costs to enter each cell of a layer along its second axis, forth and back, and along its first.
    prices: Vec<[i32; 4]>,
    part: Part,
    far: Far,
}

/// The cost of a cell that was not reached. The sum of two is still a number.
const UNREACHED: i32 = i32::MAX / 2;

/// A line of cells in a layer of the part that is swept.
#[derive(Clone, Copy)]
struct Line {
    /// Where the layer is listed, and where in it the line begins.
    layer: usize,
    first: usize,
    stride: usize,
    length: usize,
}

/// The part of the board that was swept. Its first axis is the one along which routes never go back.
#[derive(Clone, Copy, Default)]
struct Part {
    axes: [usize; 3],
    /// The blank's place along the first axis, and the lowest along the others.
    first: [usize; 3],
    sizes: [usize; 3],
    forward: bool,
}

impl Part {
    /// Blank, target and its neighbours with a margin along all axes but the first.
    fn new(field: &Field, target: usize, margin: usize) -> Part {
        let [start, end] = [field.blank(), target].map(|cell| field.place(cell).map(usize::from));
        let longest = (0..3).max_by_key(|&axis| start[axis].abs_diff(end[axis])).unwrap_or(0);
        let axes = [longest, (longest + 1) % 3, (longest + 2) % 3];
        let forward = start[longest] <= end[longest];
        let mut part = Part { axes, first: [0; 3], sizes: [0; 3], forward };
        for (index, axis) in axes.into_iter().enumerate() {
            let last = field.sides().0[axis] - 1;
            let (low, high) = (start[axis].min(end[axis]), start[axis].max(end[axis]));
            let (low, high) = if index > 0 {
                (low.saturating_sub(margin), (high + margin).min(last))
            } else if forward {
                (low, (high + 1).min(last))
            } else {
                (low.saturating_sub(1), high)
            };
            part.first[index] = if index == 0 && !forward { high } else { low };
            part.sizes[index] = high - low + 1;
        }
        part
    }

    /// How far apart neighbours along its axes are in a list of its cells.
    fn strides(&self) -> [usize; 3] {
        [self.sizes[1] * self.sizes[2], self.sizes[2], 1]
    }

    /// The direction along one of its axes in which cells are listed.
    fn direction(&self, index: usize) -> Direction {
        along(self.axes[index], index > 0 || self.forward)
    }

    /// Where a cell of the part is listed.
    fn index(&self, field: &Field, cell: usize) -> usize {
        let place = field.place(cell);
        let strides = self.strides();
        (0..3)
            .map(|index| usize::from(place[self.axes[index]]).abs_diff(self.first[index]) * strides[index])
            .sum()
    }

    fn first_cell(&self, field: &Field) -> usize {
        let mut place = [0; 3];
        for (&axis, &first) in self.axes.iter().zip(&self.first) {
            place[axis] = first;
        }
        field.sides().cell(place)
    }
}

impl Routes {
    /// Finds cheap routes from the blank to the neighbours of a cell. They go steadily along the axis on which
    /// the cell is farthest, and to and fro along the others.
    pub(super) fn sweep(&mut self, field: &Field, target: usize, margin: usize) {
        let part = Part::new(field, target, margin);
        let [layers, rows, columns] = part.sizes;
        let [layer_size, row_size, _] = part.strides();
        if self.costs.len() < layers * layer_size {
            self.costs.resize(layers * layer_size, UNREACHED);
            self.entered.resize(layers * layer_size, None);
        }
        self.prices.resize(layer_size, [UNREACHED; 4]);
        let [main, down, right] = [0, 1, 2].map(|index| part.direction(index));
        let mut corner = part.first_cell(field);
        for layer in 0..layers {
            self.enter_layer(field, &part, layer, corner);
            let first = layer * layer_size;
            for row in 0..rows {
                self.pass(Line { layer: first, first: row * row_size, stride: 1, length: columns }, 0, right);
            }
            for column in 0..columns {
                self.pass(Line { layer: first, first: column, stride: row_size, length: rows }, 2, down);
            }
            corner = field.next(corner, main);
        }
        self.part = part;
    }

    /// Enters the cells of a layer from those of the layer before, and notes what it costs to enter them from
    /// their neighbours in it. The blank is in the first layer.
    fn enter_layer(&mut self, field: &Field, part: &Part, layer: usize, corner: usize) {
        let [layer_size, ..] = part.strides();
        let [main, down, right] = [0, 1, 2].map(|index| part.direction(index));
        let across = [right, right.opposite(), down, down.opposite()];
        let mut index = layer * layer_size;
        let mut first = corner;
        for _ in 0..part.sizes[1] {
            let mut cell = first;
            for _ in 0..part.sizes[2] {
                let open = field.is_open(cell);
                self.prices[index - layer * layer_size] =
                    if open { across.map(|direction| price(field, cell, direction)) } else { [UNREACHED; 4] };
                (self.costs[index], self.entered[index]) = (UNREACHED, None);
                if cell == field.blank() {
                    self.costs[index] = 0;
                } else if layer > 0 && open && self.costs[index - layer_size] < UNREACHED {
                    self.costs[index] = self.costs[index - layer_size] + price(field, cell, main);
                    self.entered[index] = Some(main);
                }
                index += 1;
                cell = field.next(cell, right);
            }
            first = field.next(first, down);
        }
    }

    /// Goes along a line of a layer and back. The prices for this are at `way` and behind it.
    fn pass(&mut self, line: Line, way: usize, direction: Direction) {
        let place = |index: usize| line.first + index * line.stride;
        for index in 1..line.length {
            self.relax(line.layer, place(index - 1), place(index), way, direction);
        }
        for index in (1..line.length).rev() {
            self.relax(line.layer, place(index), place(index - 1), way + 1, direction.opposite());
        }
    }

    /// Enters a cell from its neighbour in the layer if that costs less. A wall costs as much as a cell out of reach.
    #[inline]
    fn relax(&mut self, layer: usize, from: usize, to: usize, way: usize, direction: Direction) {
        let cost = self.costs[layer + from] + self.prices[to][way];
        if cost < self.costs[layer + to] {
            self.costs[layer + to] = cost;
            self.entered[layer + to] = Some(direction);
        }
    }

    /// The cheapest route of the last sweep to a neighbour of its target.
    pub(super) fn swept(&self, field: &Field, cell: usize) -> Option<Vec<Direction>> {
        trace(field, cell, |cell| self.entered[self.part.index(field, cell)])
    }

    /// The cheapest route of all to a cell. There is one wherever the open cells hang together.
    pub(super) fn cheapest(&mut self, field: &Field, target: usize) -> Option<Vec<Direction>> {
        self.far.search(field, target);
        trace(field, target, |cell| self.far.entered[cell])
    }
}

/// Dijkstra's search over the whole board.
#[derive(Default)]
struct Far {
    costs: Vec<i32>,
    entered: Vec<Option<Direction>>,
    /// The cells that were reached.
    reached: Vec<usize>,
    queue: BinaryHeap<Reverse<(i32, usize)>>,
}

impl Far {
    /// Goes through the cells as far as the target.
    fn search(&mut self, field: &Field, target: usize) {
        self.costs.resize(field.cells(), UNREACHED);
        self.entered.resize(field.cells(), None);
        for cell in self.reached.drain(..) {
            self.costs[cell] = UNREACHED;
            self.entered[cell] = None;
        }
        self.queue.clear();
        self.reach(field.blank(), 0, None);
        while let Some(Reverse((cost, cell))) = self.queue.pop()
            && cell != target
        {
            if cost > self.costs[cell] {
                continue;
            }
            for &direction in field.directions() {
                let next = field.next(cell, direction);
                if field.is_open(next) {
                    self.reach(next, cost + price(field, next, direction), Some(direction));
                }
            }
        }
    }

    fn reach(&mut self, cell: usize, cost: i32, entered: Option<Direction>) {
        if cost < self.costs[cell] {
            self.costs[cell] = cost;
            self.entered[cell] = entered;
            self.reached.push(cell);
            self.queue.push(Reverse((cost, cell)));
        }
    }
}

/// The route that ends in a cell, from how cells were entered.
fn trace(
    field: &Field,
    target: usize,
    entered: impl Fn(usize) -> Option<Direction>,
) -> Option<Vec<Direction>> {
    let mut route = Vec::new();
    let mut cell = target;
    while cell != field.blank() {
        let direction = entered(cell)?;
        route.push(direction);
        cell = field.next(cell, direction.opposite());
    }
    route.reverse();
    Some(route)
}

/// What a move costs on a route: always something, so that no route is a circle.
#[inline]
fn price(field: &Field, cell: usize, direction: Direction) -> i32 {
    field.cost(cell, direction).max(1)
}
