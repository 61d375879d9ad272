//! The last two tiles of a line, which only go in together.

use super::carry::Carrier;
use super::field::{Field, MOVE};
use crate::shape::Direction;
use std::collections::VecDeque;

/// Two neighbouring cells, the second of which has no open neighbour but the first and the one inwards.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) cells: [usize; 2],
    pub(super) inwards: Direction,
}

impl Pair {
    fn window(&self, field: &Field) -> [usize; 6] {
        let [first, last] = self.cells;
        let next = self.cells.map(|cell| field.next(cell, self.inwards));
        let third = next.map(|cell| field.next(cell, self.inwards));
        [first, last, next[0], next[1], third[0], third[1]]
    }

    pub(super) fn place(&self, field: &mut Field, carrier: &mut Carrier) {
        let mark = field.moves().len();
        let mut best: Option<(i32, Vec<Direction>)> = None;
        let window = self.window(field);
        for way in 0..3 {
            if way == 2 {
                let inside = |cell| window.contains(&cell);
                if !(inside(field.blank()) && self.cells.iter().all(|&tile| inside(field.cell_of(tile)))) {
                    continue;
                }
            } else {
                // One tile into the other's cell, the other behind it.
                let (first, second) = (self.cells[way], self.cells[1 - way]);
                carrier.carry(field, first, second);
                if !window.contains(&field.cell_of(second)) {
                    field.set_open(second, false);
                    carrier.carry(field, second, field.next(second, self.inwards));
                    field.set_open(second, true);
                }
                self.enter(field, carrier, &window);
            }
            self.finish(field, &window);
            let cost = (field.moves().len() - mark) as i32 * MOVE;
            if best.as_ref().is_none_or(|best| cost < best.0) {
                best = Some((cost, field.moves()[mark..].to_vec()));
            }
            field.take_back(mark);
        }
        for direction in best.expect("two ways were tried").1 {
            field.slide(direction);
        }
    }

    fn enter(&self, field: &mut Field, carrier: &mut Carrier, window: &[usize; 6]) {
        if window.contains(&field.blank()) {
            return;
        }
        let mut best: Option<(i32, Vec<Direction>)> = None;
        let here = self.cells.map(|tile| field.cell_of(tile));
        here.iter().for_each(|&cell| field.set_open(cell, false));
        for &cell in window {
            if !here.contains(&cell)
                && let Some(route) = carrier.routes.around(field, cell)
                && best.as_ref().is_none_or(|best| route.len() < best.1.len())
            {
                best = Some((0, route));
            }
        }
        here.iter().for_each(|&cell| field.set_open(cell, true));
        for direction in best.expect("a cell of the window can be reached").1 {
            field.slide(direction);
        }
    }

    fn finish(&self, field: &mut Field, window: &[usize; 6]) {
        let index = |cell| window.iter().position(|&other| other == cell).expect("a cell of the window");
        let start =
            [index(field.blank()), index(field.cell_of(self.cells[0])), index(field.cell_of(self.cells[1]))];
        let number = |state: [usize; 3]| (state[0] * 6 + state[1]) * 6 + state[2];
        let mut from = [None; 216];
        let mut queue = VecDeque::from([start]);
        from[number(start)] = Some((start, Direction::East));
        while let Some(state) = queue.pop_front() {
            if state[1] == 0 && state[2] == 1 {
                let mut path = Vec::new();
                let mut state = state;
                while state != start {
                    let (before, direction) = from[number(state)].expect("reached");
                    path.push(direction);
                    state = before;
                }
                for direction in path.into_iter().rev() {
                    field.slide(direction);
                }
                return;
            }
            for &direction in field.directions() {
                let cell = field.next(window[state[0]], direction);
                let Some(to) = window.iter().position(|&other| other == cell) else { continue };
                let swap = |place: usize| if place == to { state[0] } else { place };
                let next = [to, swap(state[1]), swap(state[2])];
                if from[number(next)].is_none() {
                    from[number(next)] = Some((state, direction));
                    queue.push_back(next);
                }
            }
        }
        unreachable!("all arrangements of two tiles in six cells can be reached");
    }
}
