//! The last two tiles of a line, which only go in together.
//!
//! The line's last cell can be entered from its neighbour in the line and from inwards alone, and once that neighbour has its
//! tile there is no way round. So one tile goes into the other's cell first, the other one follows behind it, and in
//! a window of six cells the moves that put both in place are found by a breadth-first search:
//!
//! ```text
//! first  last
//!   +      +    inwards
//!   +      +
//! ```
//!
//! Two tiles and the blank can be arranged in any way in these six cells.

use super::carry::Carrier;
use super::field::Field;
use crate::shape::Direction;
use std::collections::VecDeque;

/// The last two cells of a line. The second has no open neighbours but the first and the one inwards.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) cells: [usize; 2],
    pub(super) inwards: Direction,
}

/// The two cells of a pair and the four behind them.
type Window = [usize; 6];

impl Pair {
    /// Places both tiles in the shortest of several ways.
    pub(super) fn place(&self, field: &mut Field, carrier: &mut Carrier) {
        if self.cells.iter().all(|&cell| field.tile_in(cell) == cell) {
            return;
        }
        let window = self.window(field);
        let mark = field.moves().len();
        let mut best = None;
        let inside = |cell: usize| window.contains(&cell);
        if inside(field.blank()) && self.cells.iter().all(|&tile| inside(field.cell_of(tile))) {
            self.arrange(field, &window);
            keep_shorter(field, mark, &mut best);
        }
        let [first, last] = self.cells;
        for (leader, follower) in [(first, last), (last, first)] {
            self.line_up(field, carrier, &window, leader, follower);
            self.arrange(field, &window);
            keep_shorter(field, mark, &mut best);
        }
        let moves: Vec<Direction> = best.expect("two ways were tried");
        moves.into_iter().for_each(|direction| field.slide(direction));
    }

    fn window(&self, field: &Field) -> Window {
        let inwards = |cells: [usize; 2]| cells.map(|cell| field.next(cell, self.inwards));
        let (second, third) = (inwards(self.cells), inwards(inwards(self.cells)));
        [self.cells[0], self.cells[1], second[0], second[1], third[0], third[1]]
    }

    /// Brings one tile into the cell of the other, the other one into the window, and the blank as well.
    fn line_up(
        &self,
        field: &mut Field,
        carrier: &mut Carrier,
        window: &Window,
        leader: usize,
        follower: usize,
    ) {
        carrier.carry(field, leader, follower);
        if !window.contains(&field.cell_of(follower)) {
            field.set_open(follower, false);
            carrier.carry(field, follower, field.next(follower, self.inwards));
            field.set_open(follower, true);
        }
        if !window.contains(&field.blank()) {
            let tiles = self.cells.map(|tile| field.cell_of(tile));
            tiles.iter().for_each(|&cell| field.set_open(cell, false));
            let free = window.iter().filter(|cell| !tiles.contains(cell));
            let routes = free.filter_map(|&cell| carrier.route(field, cell));
            let route = routes.min_by_key(Vec::len).expect("the window can be entered behind the tiles");
            tiles.iter().for_each(|&cell| field.set_open(cell, true));
            route.into_iter().for_each(|direction| field.slide(direction));
        }
    }

    /// Puts both tiles in place in the fewest moves within the window.
    fn arrange(&self, field: &mut Field, window: &Window) {
        let index = |cell| window.iter().position(|&other| other == cell).expect("a cell of the window");
        let [first, last] = self.cells.map(|tile| index(field.cell_of(tile)));
        let start = Arrangement { blank: index(field.blank()), first, last };
        let mut reached: [Option<(Arrangement, Direction)>; Arrangement::COUNT] = [None; Arrangement::COUNT];
        let mut queue = VecDeque::from([start]);
        let mut end = start;
        while let Some(arrangement) = queue.pop_front() {
            end = arrangement;
            if (end.first, end.last) == (0, 1) {
                break;
            }
            for &direction in field.directions() {
                let cell = field.next(window[arrangement.blank], direction);
                if let Some(to) = window.iter().position(|&other| other == cell) {
                    let next = arrangement.slide(to);
                    if next != start && reached[next.number()].is_none() {
                        reached[next.number()] = Some((arrangement, direction));
                        queue.push_back(next);
                    }
                }
            }
        }
        let mut moves = Vec::new();
        while let Some((before, direction)) = reached[end.number()] {
            moves.push(direction);
            end = before;
        }
        moves.into_iter().rev().for_each(|direction| field.slide(direction));
    }
}

/// Takes back the moves since a mark, and keeps them if they are fewer than those that were kept.
fn keep_shorter(field: &mut Field, mark: usize, best: &mut Option<Vec<Direction>>) {
    if best.as_ref().is_none_or(|best| field.moves().len() - mark < best.len()) {
        *best = Some(field.moves()[mark..].to_vec());
    }
    field.take_back(mark);
}

/// Where in the window the blank and the two tiles are.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Arrangement {
    blank: usize,
    first: usize,
    last: usize,
}

impl Arrangement {
    const COUNT: usize = 6 * 6 * 6;

    fn number(self) -> usize {
        (self.blank * 6 + self.first) * 6 + self.last
    }

    fn slide(self, to: usize) -> Arrangement {
        let shifted = |place: usize| if place == to { self.blank } else { place };
        Arrangement { blank: to, first: shifted(self.first), last: shifted(self.last) }
    }
}
