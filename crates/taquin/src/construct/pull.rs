//! How many moves it takes at least to place a unit, by where its tiles and the blank are, whatever the other tiles are.
//!
//! 1. One tile: a breadth-first search from all places of a blank near the tile in its cell, backwards. The blank is at most
//!    [`Pull::reach`] cells away from the tile along each axis; a blank that is farther away has to come nearer first.
//! 2. Two tiles that go in together: the same with both tiles and the blank in a *window* of open cells about the pair. A tile
//!    outside has to be carried into the window first, the first tile before the second.

use super::field::{Field, axis_of};
use super::order::Unit;
use crate::shape::Direction;

/// Not reached by a search.
const UNREACHED: u16 = u16::MAX;
/// A blank that is too far from its tile.
const TOO_FAR: u16 = u16::MAX;
/// What counts for a place from which the search found no way, and for each step of a tile from there.
const FAR: i32 = 200;
const STEP: i32 = 5;
/// Tiles are looked at so much farther from their cells than those that are farthest away now.
const MARGIN: usize = 4;
/// A step down when the second tile is in the window, and when the first one is.
const ENTERED: i32 = 10;

/// The distances of one unit.
pub(super) struct Pull {
    tiles: [usize; 2],
    /// How far from its tile the blank may be along each axis, and by how much the axes count in a number of such a place.
    reach: i32,
    strides: [i32; 3],
    places: usize,
    /// By cell of a tile and place of the blank about it: moves until the tile is in its cell, or in the window.
    carry: Vec<u16>,
    window: Option<Window>,
}

/// The cells about a pair.
struct Window {
    cells: Vec<usize>,
    /// By cell its place in the window.
    place: Vec<u8>,
    /// By places of both tiles and of the blank.
    moves: Vec<u16>,
    most: i32,
}

/// A cell that is not in the window.
const OUTSIDE: u8 = u8::MAX;

impl Pull {
    /// The distances of a unit in a field whose placed cells are walls. Its tiles are at most so many cells away from the
    /// first one's.
    pub(super) fn new(field: &Field, unit: &Unit, farthest: usize) -> Pull {
        let is_flat = field.sides().long_axes().count() < 3;
        let reach = if is_flat { 3 } else { 2 };
        let side = 2 * reach + 1;
        let mut stride = 1;
        let strides = [0, 1, 2].map(|axis| {
            let own = if field.sides().0[axis] > 1 { stride } else { 0 };
            stride *= if own > 0 { side } else { 1 };
            own
        });
        let tiles = unit.tiles();
        let window = match unit {
            Unit::Single(_) => None,
            Unit::Pair(_) => Some(Window::new(field, tiles, if is_flat { 3 } else { 1 })),
        };
        let places = stride as usize;
        let mut pull = Pull { tiles, reach, strides, places, carry: Vec::new(), window };
        pull.search(field, farthest + MARGIN);
        pull
    }

    /// The tiles that are placed; one alone is named twice.
    pub(super) fn tiles(&self) -> [usize; 2] {
        self.tiles
    }

    /// Fills the table of one tile.
    fn search(&mut self, field: &Field, farthest: usize) {
        self.carry = vec![UNREACHED; field.cells() * self.places];
        let is_near: Vec<bool> = (0..field.cells())
            .map(|cell| field.is_open(cell) && field.distance(cell, self.tiles[0]) <= farthest)
            .collect();
        let mut queue = Vec::new();
        let targets = self.window.as_ref().map_or(vec![self.tiles[0]], |window| window.cells.clone());
        for &tile in targets.iter().filter(|&&tile| is_near[tile]) {
            for blank in field.open_cells().filter(|&blank| blank != tile) {
                let (place, away) = self.place(field, tile, blank);
                if away == 0 {
                    self.carry[tile * self.places + place] = 0;
                    queue.push((tile, blank, place));
                }
            }
        }
        let steps = self.steps(field);
        let ways = field.directions();
        let mut next = 0;
        while let Some(&(tile, blank, place)) = queue.get(next) {
            next += 1;
            let moves = self.carry[tile * self.places + place] + 1;
            for (&direction, &stepped) in ways.iter().zip(&steps[place * ways.len()..]) {
                let cell = field.next(blank, direction);
                let (tile, blank, place) = if cell == tile {
                    // Both change places: each is now where the other was.
                    (blank, cell, self.places - 1 - place)
                } else {
                    (tile, cell, usize::from(stepped))
                };
                if stepped == TOO_FAR || !field.is_open(cell) || !is_near[tile] {
                    continue;
                }
                let known = &mut self.carry[tile * self.places + place];
                if *known == UNREACHED {
                    *known = moves;
                    queue.push((tile, blank, place));
                }
            }
        }
    }

    /// By place of the blank about a tile and direction, where it goes.
    fn steps(&self, field: &Field) -> Vec<u16> {
        let side = 2 * self.reach + 1;
        let step = |place: i32, direction: Direction| {
            let stride = self.strides[axis_of(direction)];
            let along = place / stride % side;
            let then = if direction.is_forward() { along + 1 } else { along - 1 };
            if (0..side).contains(&then) { (place + (then - along) * stride) as u16 } else { TOO_FAR }
        };
        let places = 0..self.places as i32;
        places
            .flat_map(|place| field.directions().iter().map(move |&direction| step(place, direction)))
            .collect()
    }

    /// The number of the blank's place about a tile, or of the nearest one, and how far away that is.
    #[inline]
    fn place(&self, field: &Field, tile: usize, blank: usize) -> (usize, i32) {
        let (tile, blank) = (field.place(tile), field.place(blank));
        let (mut place, mut away) = (0, 0);
        for axis in 0..3 {
            let apart = i32::from(blank[axis]) - i32::from(tile[axis]);
            let near = apart.clamp(-self.reach, self.reach);
            away += (apart - near).abs();
            place += (near + self.reach) * self.strides[axis];
        }
        (place as usize, away)
    }

    /// Moves until a tile is where it is carried to.
    fn carried(&self, field: &Field, tile: usize, blank: usize) -> i32 {
        let (place, away) = self.place(field, tile, blank);
        match self.carry[tile * self.places + place] {
            UNREACHED => FAR + STEP * field.distance(tile, self.tiles[0]) as i32 + away,
            0 => 0,
            moves => i32::from(moves) + away,
        }
    }

    /// About how many moves it takes to place the unit if its tiles are in these cells.
    pub(super) fn of(&self, field: &Field, cells: [usize; 2], blank: usize) -> i32 {
        let Some(window) = &self.window else { return self.carried(field, cells[0], blank) };
        match cells.map(|cell| window.place[cell]) {
            [OUTSIDE, second] => {
                let then = if second == OUTSIDE { self.carried(field, cells[1], blank) } else { 0 };
                window.most + 2 * ENTERED + self.carried(field, cells[0], blank) + then
            }
            [_, OUTSIDE] => window.most + ENTERED + self.carried(field, cells[1], blank),
            [first, second] => window.moves(field, first, second, blank),
        }
    }
}

impl Window {
    fn new(field: &Field, tiles: [usize; 2], reach: u8) -> Window {
        let centre = field.place(tiles[1]);
        let is_near = |cell: &usize| {
            let place = field.place(*cell);
            (0..3).all(|axis| place[axis].abs_diff(centre[axis]) <= reach)
        };
        let cells: Vec<usize> = field.open_cells().filter(is_near).collect();
        let mut place = vec![OUTSIDE; field.cells()];
        for (number, &cell) in cells.iter().enumerate() {
            place[cell] = number as u8;
        }
        let moves = vec![UNREACHED; cells.len().pow(3)];
        let mut window = Window { cells, place, moves, most: 0 };
        window.search(field, tiles.map(|tile| window.place[tile]));
        window
    }

    fn number(&self, first: u8, second: u8, blank: u8) -> usize {
        let side = self.cells.len();
        (usize::from(first) * side + usize::from(second)) * side + usize::from(blank)
    }

    fn search(&mut self, field: &Field, [first, second]: [u8; 2]) {
        let mut queue = Vec::new();
        for blank in (0..self.cells.len() as u8).filter(|&blank| blank != first && blank != second) {
            let number = self.number(first, second, blank);
            self.moves[number] = 0;
            queue.push((first, second, blank));
        }
        let mut next = 0;
        while let Some(&(first, second, blank)) = queue.get(next) {
            next += 1;
            let moves = self.moves[self.number(first, second, blank)];
            self.most = i32::from(moves);
            for &direction in field.directions() {
                let to = self.place[field.next(self.cells[usize::from(blank)], direction)];
                if to == OUTSIDE {
                    continue;
                }
                let shifted = |tile: u8| if tile == to { blank } else { tile };
                let reached = (shifted(first), shifted(second), to);
                let number = self.number(reached.0, reached.1, reached.2);
                if self.moves[number] == UNREACHED {
                    self.moves[number] = moves + 1;
                    queue.push(reached);
                }
            }
        }
    }

    /// Moves until both tiles are in place; a blank outside has to come in first.
    fn moves(&self, field: &Field, first: u8, second: u8, blank: usize) -> i32 {
        let known = |place: u8| match self.moves[self.number(first, second, place)] {
            UNREACHED => FAR,
            moves => i32::from(moves),
        };
        match self.place[blank] {
            OUTSIDE => {
                let places = (0..self.cells.len() as u8).filter(|&place| place != first && place != second);
                let through =
                    |place: u8| known(place) + field.distance(self.cells[usize::from(place)], blank) as i32;
                places.map(through).min().unwrap_or(FAR)
            }
            place => known(place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::Sides;
    use super::super::order::{Region, Stage};
    use super::super::{Carrier, place_by_hand};
    use super::*;
    use crate::{Board, Scrambler};

    /// The field and the units of a random board.
    fn units(text: &str, last: [usize; 3]) -> (Field, Stage) {
        let goal = Board::goal(text.parse().unwrap());
        let start = Scrambler::new(goal.clone(), 6).uniform();
        let sides = Sides(crate::Axis::ALL.map(|axis| goal.shape().side(axis)));
        let outer = Region { first: [0; 3], last: sides.0.map(|side| side - 1) };
        let first = [0, 1, 2].map(|axis| outer.last[axis] - last[axis]);
        let stage = Stage::new(sides, outer, Region { first, last: outer.last });
        (Field::new(sides, start.numbers(), goal.numbers()), stage)
    }

    fn moves_left(pull: &Pull, field: &Field) -> i32 {
        pull.of(field, pull.tiles().map(|tile| field.cell_of(tile)), field.blank())
    }

    #[test]
    fn some_move_always_brings_a_single_tile_nearer() {
        for (text, last) in [("6x5", [2, 2, 0]), ("3x4x4", [1, 1, 1])] {
            let (mut field, mut stage) = units(text, last);
            while let Some(unit) = stage.next(&mut field) {
                let pull = Pull::new(&field, &unit, usize::MAX - MARGIN);
                let is_known = |field: &Field| (1..FAR).contains(&moves_left(&pull, field));
                while matches!(unit, Unit::Single(_)) && is_known(&field) {
                    let before = moves_left(&pull, &field);
                    let open = |direction| field.is_open(field.next(field.blank(), direction));
                    let ways: Vec<_> =
                        field.directions().iter().copied().filter(|&direction| open(direction)).collect();
                    let down = ways.into_iter().find(|&direction| {
                        field.slide(direction);
                        let is_nearer = moves_left(&pull, &field) < before;
                        field.take_back(field.moves().len() - 1);
                        is_nearer
                    });
                    field.slide(down.expect("some move brings the tile nearer"));
                }
                place_by_hand(&mut field, &mut Carrier::new(1), unit);
                stage.placed(&mut field, unit);
            }
        }
    }

    #[test]
    fn a_pair_is_never_said_to_take_longer_than_by_hand() {
        let (mut field, mut stage) = units("6x5", [2, 2, 0]);
        let mut seen = 0;
        while let Some(unit) = stage.next(&mut field) {
            let pull = Pull::new(&field, &unit, usize::MAX - MARGIN);
            let mark = field.moves().len();
            place_by_hand(&mut field, &mut Carrier::new(1), unit);
            assert_eq!(moves_left(&pull, &field), 0);
            let moves = field.moves()[mark..].to_vec();
            if let Some(window) = &pull.window {
                for back in 1..=moves.len() {
                    field.take_back(mark + moves.len() - back);
                    let [first, last] = pull.tiles().map(|tile| field.cell_of(tile));
                    if [first, last, field.blank()].iter().any(|&cell| window.place[cell] == OUTSIDE) {
                        break;
                    }
                    assert!(moves_left(&pull, &field) <= back as i32);
                    seen += 1;
                }
                let made = field.moves().len() - mark;
                moves[made..].iter().for_each(|&direction| field.slide(direction));
            }
            stage.placed(&mut field, unit);
        }
        assert!(seen > 10, "{seen}");
    }
}
