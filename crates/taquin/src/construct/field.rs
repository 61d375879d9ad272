//! The board as the constructive solver sees it: plain numbers, a border of walls, and every move that
//! was made.
//!
//! Cells are numbered in a box that is one cell larger on every side. The border and the cells that
//! have got their tiles are *walls*, so a neighbour is one addition away and is never checked against
//! the sides. A tile goes by the number of its goal cell, and so does the blank.

use crate::shape::Direction;

/// The price of a move that changes nothing else. A tile that it brings nearer to its goal lowers it by the
/// tile's weight, one that it takes farther away raises it by as much.
pub(super) const MOVE: i32 = 8;
/// The weight of a tile that will be placed much later.
pub(super) const LATER: u8 = 4;

/// The direction along an axis, to later cells or to earlier ones.
#[inline]
pub(super) fn along(axis: usize, forward: bool) -> Direction {
    use Direction::{Down, East, North, South, Up, West};
    let [later, earlier] = [[East, West], [South, North], [Down, Up]][axis];
    if forward { later } else { earlier }
}

/// The axis of a direction, from 0 to 2.
#[inline]
pub(super) fn axis_of(direction: Direction) -> usize {
    direction as usize / 2
}

/// Width, height and depth of a box, and the numbers of its cells.
#[derive(Clone, Copy)]
pub(super) struct Sides(pub(super) [usize; 3]);

impl Sides {
    /// The number of a place in the box with its border.
    pub(super) fn cell(self, place: [usize; 3]) -> usize {
        let [width, height, _] = self.0;
        ((place[2] + 1) * (height + 2) + place[1] + 1) * (width + 2) + place[0] + 1
    }

    /// Every place in reading order.
    pub(super) fn places(self) -> impl Iterator<Item = [usize; 3]> {
        let [width, height, depth] = self.0;
        (0..depth).flat_map(move |z| (0..height).flat_map(move |y| (0..width).map(move |x| [x, y, z])))
    }

    /// The axes along which something can move.
    pub(super) fn long_axes(self) -> impl Iterator<Item = usize> {
        (0..3).filter(move |&axis| self.0[axis] > 1)
    }
}

/// What is known of a cell and of the tile that belongs there.
#[derive(Clone, Copy, Default)]
struct Place {
    along: [u8; 3],
    weight: u8,
}

/// Where everything is, and how it came there.
pub(super) struct Field {
    sides: Sides,
    /// How far the next cell is, for each direction.
    strides: [isize; 6],
    /// Those in which there are several cells.
    directions: Vec<Direction>,
    places: Vec<Place>,
    open: Vec<bool>,
    tile_in: Vec<u32>,
    cell_of: Vec<u32>,
    blank: usize,
    moves: Vec<Direction>,
}

impl Field {
    /// The field with these numbers in reading order, 0 being the blank, and those of the goal.
    pub(super) fn new(
        sides: Sides,
        start: impl Iterator<Item = u16>,
        goal: impl Iterator<Item = u16>,
    ) -> Field {
        let [width, height, depth] = sides.0;
        let (row, layer) = ((width + 2) as isize, ((width + 2) * (height + 2)) as isize);
        let cells = (width + 2) * (height + 2) * (depth + 2);
        let mut field = Field {
            sides,
            strides: [1, -1, -row, row, -layer, layer],
            directions: Direction::ALL.into_iter().filter(|&d| sides.0[axis_of(d)] > 1).collect(),
            places: vec![Place::default(); cells],
            open: vec![false; cells],
            tile_in: vec![0; cells],
            cell_of: vec![0; cells],
            blank: 0,
            moves: Vec::new(),
        };
        let mut goal_cells = vec![0; width * height * depth];
        for (place, number) in sides.places().zip(goal) {
            let cell = sides.cell(place);
            goal_cells[usize::from(number)] = cell;
            field.places[cell] = Place { along: place.map(|along| along as u8), weight: LATER };
            field.open[cell] = true;
        }
        for (place, number) in sides.places().zip(start) {
            let (cell, tile) = (sides.cell(place), goal_cells[usize::from(number)]);
            field.tile_in[cell] = tile as u32;
            field.cell_of[tile] = cell as u32;
            if number == 0 {
                field.blank = cell;
            }
        }
        field
    }

    /// The directions in which there are several cells.
    #[inline]
    pub(super) fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// The box without its border.
    #[inline]
    pub(super) fn sides(&self) -> Sides {
        self.sides
    }

    /// How many cells there are, the border included.
    pub(super) fn cells(&self) -> usize {
        self.open.len()
    }

    /// The neighbour of a cell.
    #[inline]
    pub(super) fn next(&self, cell: usize, direction: Direction) -> usize {
        cell.wrapping_add_signed(self.strides[direction as usize])
    }

    /// The place of a cell along each axis.
    #[inline]
    pub(super) fn place(&self, cell: usize) -> [u8; 3] {
        self.places[cell].along
    }

    /// Whether the blank may enter a cell.
    #[inline]
    pub(super) fn is_open(&self, cell: usize) -> bool {
        self.open[cell]
    }

    /// The cells that the blank may enter.
    pub(super) fn open_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.open.len()).filter(|&cell| self.open[cell])
    }

    /// Goes on with another board: by cell of the box the tile in it.
    pub(super) fn set_tiles(&mut self, tile_in: impl Fn(usize) -> u16) {
        let blank = self.tile_in[self.blank];
        for place in self.sides.places() {
            let cell = self.sides.cell(place);
            let tile = u32::from(tile_in(cell));
            self.tile_in[cell] = tile;
            self.cell_of[tile as usize] = cell as u32;
        }
        self.blank = self.cell_of[blank as usize] as usize;
    }

    /// Makes a cell a wall, or takes the wall away.
    pub(super) fn set_open(&mut self, cell: usize, open: bool) {
        self.open[cell] = open;
    }

    /// Says how much it matters where the tile of a cell is.
    pub(super) fn set_weight(&mut self, tile: usize, weight: u8) {
        self.places[tile].weight = weight;
    }

    /// The blank's cell.
    #[inline]
    pub(super) fn blank(&self) -> usize {
        self.blank
    }

    /// The tile in a cell, or the blank.
    #[inline]
    pub(super) fn tile_in(&self, cell: usize) -> usize {
        self.tile_in[cell] as usize
    }

    /// Where a tile is.
    #[inline]
    pub(super) fn cell_of(&self, tile: usize) -> usize {
        self.cell_of[tile] as usize
    }

    /// Every move that was made.
    #[inline]
    pub(super) fn moves(&self) -> &[Direction] {
        &self.moves
    }

    /// Every move that was made, when there is nothing more to do.
    pub(super) fn into_moves(self) -> Vec<Direction> {
        self.moves
    }

    /// Steps from one cell to another on an empty board.
    #[inline]
    pub(super) fn distance(&self, a: usize, b: usize) -> usize {
        let (a, b) = (self.place(a), self.place(b));
        (0..3).map(|axis| usize::from(a[axis].abs_diff(b[axis]))).sum()
    }

    /// What it costs to move the blank in a direction, into this cell.
    #[inline]
    pub(super) fn cost(&self, cell: usize, direction: Direction) -> i32 {
        let axis = axis_of(direction);
        let tile = self.places[self.tile_in[cell] as usize];
        let (goal, place) = (tile.along[axis], self.places[cell].along[axis]);
        let nearer = if direction.is_forward() { goal < place } else { goal > place };
        let weight = i32::from(tile.weight);
        if nearer { MOVE - weight } else { MOVE + weight }
    }

    /// What a way of the blank costs that enters no cell twice; `None` if there are walls in it.
    #[inline]
    pub(super) fn route_cost(&self, route: impl Iterator<Item = Direction>) -> Option<i32> {
        let mut cell = self.blank;
        let mut cost = 0;
        for direction in route {
            cell = self.next(cell, direction);
            if !self.open[cell] {
                return None;
            }
            cost += self.cost(cell, direction);
        }
        Some(cost)
    }

    /// Moves the blank.
    #[inline]
    pub(super) fn slide(&mut self, direction: Direction) {
        self.shift(direction);
        self.moves.push(direction);
    }

    #[inline]
    fn shift(&mut self, direction: Direction) {
        let cell = self.next(self.blank, direction);
        let (tile, blank) = (self.tile_in[cell], self.tile_in[self.blank]);
        self.tile_in[cell] = blank;
        self.tile_in[self.blank] = tile;
        self.cell_of[tile as usize] = self.blank as u32;
        self.blank = cell;
    }

    /// Takes moves back until there are so many.
    #[inline]
    pub(super) fn take_back(&mut self, count: usize) {
        while self.moves.len() > count
            && let Some(direction) = self.moves.pop()
        {
            self.shift(direction.opposite());
        }
    }
}
