//! A solution of any board at once: not a shortest one, but one that is always found.
//!
//! Tiles are placed one after the other from a corner of the board inwards (`order` says why that never fails) until
//! a box of at most nine cells is left, which is solved exactly (`finish`). Where the goal's blank is not near
//! a corner, placing begins in a second corner when the first is done. On the way:
//!
//! * `field`: the board as plain numbers, and what a move costs. Every move slides a tile that has its own way to go: moves
//!   that bring it nearer to its goal are cheap, the others are dear, and the more so the sooner it will be placed.
//! * `carry`: one tile to its cell, step by step, looking a few steps ahead.
//! * `route`: the cheapest way of the blank to a tile.
//! * `pair`: the last two tiles of a line, which only go in together.
//!
//! Where there is time, many boards are taken through these stages at once (`abreast`, with `abreast/boards.rs`: a level's
//! boards on all threads, `ground.rs`: their scores, and `learned.rs`: what tiles near each other cost; `pull`: the moves that a
//! tile needs).
//!
//! The number of moves is about 1.6 n³ on an n×n board with a random start; the sum of all distances, which no solution
//! can beat, is about 0.67 n³.

mod abreast;
mod carry;
mod field;
mod finish;
mod order;
mod pair;
mod pull;
mod route;

use crate::board::Board;
use crate::census::Pace;
use crate::problem::Problem;
use crate::search::{Limits, StopReason};
use crate::shape::{Axis, Cell, Direction, Shape};
use crate::solution::Solution;
use abreast::Abreast;
pub(crate) use abreast::Hurry;
use carry::Carrier;
use field::{Field, Sides};
use finish::{end_box, finish};
use order::{Region, Stage, Unit};

/// Solves any problem, however large, in a moment: some milliseconds up to 20×20, a fraction of a second for 100×100.
///
/// ```
/// use taquin::{Board, Problem, Scrambler, Shape};
///
/// let goal = Board::goal(Shape::flat(10, 10)?);
/// let start = Scrambler::new(goal.clone(), 1).uniform();
/// let solution = taquin::construct::solve(&Problem::new(start, goal)?);
/// assert!((600..2_000).contains(&solution.cost()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve(problem: &Problem) -> Solution {
    solve_within(problem, &Limits::default()).expect("there is no limit to be hit")
}

/// Solves any problem, unless a limit on time or memory is hit or the work is cancelled. Nothing is expanded, so
/// a limit on nodes has no meaning here.
///
/// # Errors
/// The limit that was hit.
pub fn solve_within(problem: &Problem, limits: &Limits) -> Result<Solution, StopReason> {
    solve_looking_ahead(problem, look_ahead(problem.shape().cells()), limits)
}

/// Solves any problem, looking so many steps of a tile ahead. Solutions get shorter by some 2 % from 0 to 1, by 1 % and less
/// with each further step, which takes about one and a half times as long; beyond 5 there is nothing to gain.
///
/// # Errors
/// The limit on time or memory that was hit, or that the work was cancelled.
pub fn solve_looking_ahead(problem: &Problem, steps: usize, limits: &Limits) -> Result<Solution, StopReason> {
    let mut moves = if problem.shape().is_strip() {
        along_strip(problem)
    } else {
        Construction::new(problem, steps, finish::MOST_CELLS).moves(&Pace::new(limits))?
    };
    cancel_out(&mut moves);
    Ok(Solution::replay(problem, moves).expect("every stage leaves its tiles in place"))
}

/// What is left of a problem when the tiles around a box are in place.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    /// The moves that have placed them.
    pub(crate) moves: Vec<Direction>,
    /// The box as a board of its own, its tiles numbered anew.
    pub(crate) problem: Problem,
}

/// Solves a problem but for a box of at most so many cells, looking so many steps of a tile farther ahead than usual.
///
/// # Errors
/// Why to stop.
pub(crate) fn solve_around(
    problem: &Problem,
    cells: usize,
    steps: usize,
    is_over: &dyn Fn() -> Option<StopReason>,
) -> Result<Rest, StopReason> {
    let usual = look_ahead(problem.shape().cells());
    let mut construction = Construction::new(problem, (usual + steps).min(MOST_STEPS), cells);
    construction.for_each_unit(|_, field, carrier, unit| {
        is_over().map_or(Ok(()), Err)?;
        place_by_hand(field, carrier, unit);
        Ok(())
    })?;
    Ok(construction.into_rest())
}

/// The most cells of a board for several boards abreast: each of them is copied for every move.
pub(crate) const MOST_CELLS_ABREAST: usize = 1024;

/// The same with so many boards abreast: the wider, the shorter, and the longer it takes.
///
/// # Errors
/// Why to stop, or that memory does not suffice.
pub(crate) fn solve_around_abreast(
    problem: &Problem,
    cells: usize,
    width: usize,
    threads: usize,
    hurry: Hurry<'_>,
) -> Result<Rest, StopReason> {
    let mut construction = Construction::new(problem, look_ahead(problem.shape().cells()), cells);
    let mut abreast = Abreast::new(problem.shape(), &construction.field, width, threads)?;
    construction.for_each_unit(|stage, field, carrier, unit| {
        abreast.place(field, stage, &unit, hurry, &mut |field| place_by_hand(field, carrier, unit))
    })?;
    let mut moves = abreast.moves();
    cancel_out(&mut moves);
    Ok(Rest { moves, ..construction.into_rest() })
}

/// Bytes that so many boards of a shape abreast hold: moves apart, and for each move.
pub(crate) fn bytes_abreast(width: usize, shape: Shape) -> (u64, u64) {
    Abreast::bytes(width, shape)
}

/// Places one unit on one board.
fn place_by_hand(field: &mut Field, carrier: &mut Carrier, unit: Unit) {
    match unit {
        Unit::Single(cell) => carrier.carry(field, cell, cell),
        Unit::Pair(pair) => pair.place(field, carrier),
    }
}

/// A solution in the making.
struct Construction {
    field: Field,
    carrier: Carrier,
    end: Region,
}

/// About how many bytes are held for each cell, moves apart.
const BYTES_PER_CELL: u64 = 160;

impl Construction {
    /// Everything but a box of at most so many cells is to be placed.
    fn new(problem: &Problem, steps: usize, end_cells: usize) -> Construction {
        let shape = problem.shape();
        let sides = Sides(Axis::ALL.map(|axis| shape.side(axis)));
        Construction {
            field: Field::new(sides, problem.start().numbers(), problem.goal().numbers()),
            carrier: Carrier::new(steps),
            end: end_box(sides.0, place(shape, problem.goal().blank()), end_cells),
        }
    }

    fn moves(mut self, pace: &Pace) -> Result<Vec<Direction>, StopReason> {
        self.place_around(pace)?;
        finish(&mut self.field, self.end);
        Ok(self.field.into_moves())
    }

    /// Places the tiles around the last box.
    fn place_around(&mut self, pace: &Pace) -> Result<(), StopReason> {
        self.for_each_unit(|_, field, carrier, unit| {
            pace.check_time()?;
            pace.allow(field.cells() as u64 * BYTES_PER_CELL + field.moves().len() as u64)?;
            place_by_hand(field, carrier, unit);
            Ok(())
        })
    }

    /// Has all units around the last box placed, one after the other.
    fn for_each_unit(
        &mut self,
        mut place: impl FnMut(&Stage, &mut Field, &mut Carrier, Unit) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let sides = self.field.sides();
        let mut open = Region { first: [0; 3], last: sides.0.map(|side| side - 1) };
        while open != self.end {
            let inner = self.corner_of(open);
            let mut stage = Stage::new(sides, open, inner);
            while let Some(unit) = stage.next(&mut self.field) {
                place(&stage, &mut self.field, &mut self.carrier, unit)?;
                stage.placed(&mut self.field, unit);
            }
            open = inner;
        }
        Ok(())
    }

    /// The last box as a problem.
    fn into_rest(self) -> Rest {
        let (sides, field) = (self.field.sides(), self.field);
        let cells: Vec<usize> =
            sides.places().filter(|&place| self.end.contains(place)).map(|place| sides.cell(place)).collect();
        // The field calls tiles, and the blank, by the cells that they belong to.
        let blank = field.tile_in(field.blank());
        let number = |tile: usize| {
            let place = cells.binary_search(&tile).expect("the tiles of the box are in it") as u16;
            if tile == blank { 0 } else { place + u16::from(tile < blank) }
        };
        let shape = self.end.shape();
        let board = |numbers: Vec<u16>| Board::from_permutation(shape, &numbers);
        let start = board(cells.iter().map(|&cell| number(field.tile_in(cell))).collect());
        let goal = board(cells.iter().map(|&cell| number(cell)).collect());
        let problem = Problem::new(start, goal).expect("a box of a problem that can be solved");
        Rest { moves: field.into_moves(), problem }
    }

    /// The box that is left when tiles have been placed up to the last box on its farther side along each axis.
    fn corner_of(&self, open: Region) -> Region {
        let mut inner = open;
        for axis in 0..3 {
            if self.end.first[axis] - open.first[axis] >= open.last[axis] - self.end.last[axis] {
                inner.first[axis] = self.end.first[axis];
            } else {
                inner.last[axis] = self.end.last[axis];
            }
        }
        inner
    }
}

/// Steps of a tile beyond which there is nothing to gain.
const MOST_STEPS: usize = 5;

/// How many steps of a tile are usually looked ahead: as many as a blink allows.
fn look_ahead(cells: usize) -> usize {
    match cells {
        ..=64 => 3,
        65..=4096 => 1,
        _ => 0,
    }
}

/// The place of a cell along each axis.
fn place(shape: Shape, cell: Cell) -> [usize; 3] {
    Axis::ALL.map(|axis| shape.coordinate(cell, axis))
}

/// In a strip there is one way for the blank to go.
fn along_strip(problem: &Problem) -> Vec<Direction> {
    let shape = problem.shape();
    let [start, goal] = [problem.start(), problem.goal()].map(|board| place(shape, board.blank()));
    let way = |axis: usize| {
        let direction = field::along(axis, start[axis] < goal[axis]);
        std::iter::repeat_n(direction, start[axis].abs_diff(goal[axis]))
    };
    (0..3).flat_map(way).collect()
}

/// Takes out moves that the next one takes back, and what then takes back each other.
fn cancel_out(moves: &mut Vec<Direction>) {
    let mut kept = 0;
    for index in 0..moves.len() {
        if kept > 0 && moves[kept - 1] == moves[index].opposite() {
            kept -= 1;
        } else {
            moves[kept] = moves[index];
            kept += 1;
        }
    }
    moves.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NamedGoal, Scrambler};
    use Direction::{East, North, South, West};

    #[test]
    fn moves_that_are_taken_back_are_left_out() {
        let mut moves = vec![East, North, West, East, South, South, North, West];
        cancel_out(&mut moves);
        assert_eq!(moves, []);
        let mut moves = vec![North, East, West, East, South];
        cancel_out(&mut moves);
        assert_eq!(moves, [North, East, South]);
    }

    #[test]
    fn the_rest_of_a_problem_is_a_problem() {
        for (shape, cells, goal) in [
            ("8x7", 30, NamedGoal::BlankLast),
            ("9x9", 20, NamedGoal::Snail),
            ("4x4x5", 27, NamedGoal::BlankFirst),
        ] {
            let goal = goal.board(shape.parse().unwrap()).unwrap();
            let start = Scrambler::new(goal.clone(), 3).uniform();
            let problem = Problem::new(start, goal).unwrap();
            let Rest { mut moves, problem: rest } = solve_around(&problem, cells, 0, &|| None).unwrap();
            assert!((cells / 2..=cells).contains(&rest.shape().cells()));
            moves.extend(solve(&rest).moves());
            assert!(Solution::replay(&problem, moves).is_ok());
        }
    }

    #[test]
    fn the_last_box_holds_the_blank_and_at_most_nine_cells() {
        let end = |sides, blank| {
            let Region { first, last } = end_box(sides, blank, finish::MOST_CELLS);
            (first, last)
        };
        assert_eq!(end([9, 9, 1], [8, 8, 0]), ([6, 6, 0], [8, 8, 0]));
        assert_eq!(end([9, 9, 1], [4, 1, 0]), ([3, 0, 0], [5, 2, 0]));
        assert_eq!(end([2, 9, 1], [1, 8, 0]), ([0, 5, 0], [1, 8, 0]));
        assert_eq!(end([5, 5, 5], [2, 0, 4]), ([1, 0, 3], [2, 1, 4]));
        assert_eq!(end([3, 2, 1], [0, 0, 0]), ([0, 0, 0], [2, 1, 0]));
    }
}
