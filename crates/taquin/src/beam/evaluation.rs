//! How good a board looks: its Manhattan distance and what its tiles cost.
//!
//! A slide changes the costs of one tile and of the blank with what is near them. The changes are tabled by the kinds of
//! the tile before and after, and the direction: one *row* is read, a number for every cell near by and the kind in it.

use super::costs::{Costs, PARTS};
use super::frame::Frame;
use super::kinds::{Family, Vector};
use crate::board::Board;
use crate::shape::{Cell, Direction};

/// The evaluation of boards for one goal. Boards are arrays of `N` labels, of which the shape may need fewer.
pub(crate) struct Evaluation<const N: usize> {
    pub(crate) frame: Frame,
    pub(crate) blank: u8,
    /// By cell, its neighbours.
    pub(crate) neighbours: Vec<Vec<u8>>,
    /// By label and cell; the blank is never away.
    manhattan: Vec<u16>,
    /// The kind of what is in a cell, by label and cell.
    kind: Vec<u8>,
    /// What a tile costs by itself, by label and cell: its distance and its borders.
    alone: Vec<i32>,
    /// By cell and cell beside it.
    slides: Vec<Slide>,
    rows: Vec<i16>,
    /// Numbers in a row.
    row: usize,
    /// By kind of a tile, direction, and whether it keeps its kind: what it and the blank cost each other, the change.
    own: Vec<i16>,
    costs: Costs,
}

/// A slide from one cell to another.
#[derive(Clone, Default)]
struct Slide {
    direction: usize,
    /// Cells near by, and where their numbers begin in a row.
    near: Vec<(u8, u16)>,
}

/// A tile keeps its kind when it slides, or it does not.
const FATES: usize = 2;

impl<const N: usize> Evaluation<N> {
    pub(crate) fn new(goal: &Board, costs: Costs) -> Evaluation<N> {
        let frame = Frame::new(goal);
        let (shape, family) = (frame.shape(), costs.family());
        let mut evaluation = Evaluation {
            blank: frame.blank(),
            neighbours: frame.neighbours(),
            manhattan: vec![0; N * N],
            kind: vec![family.home() as u8; N * N],
            alone: vec![0; N * N],
            slides: vec![Slide::default(); N * N],
            rows: Vec::new(),
            row: 0,
            own: Vec::new(),
            frame,
            costs,
        };
        for (home, cell) in shape.all_cells().flat_map(|a| shape.all_cells().map(move |b| (a, b))) {
            let at = home.index() * N + cell.index();
            if home.index() == usize::from(evaluation.blank) {
                evaluation.kind[at] = family.blank() as u8;
                continue;
            }
            let kind = family.kind(family.step(shape, home, cell));
            evaluation.kind[at] = kind as u8;
            evaluation.manhattan[at] = shape.distance(home, cell) as u16;
            let border = family.border(shape, cell);
            evaluation.alone[at] =
                PARTS * shape.distance(home, cell) as i32 + evaluation.costs.alone(kind, border);
        }
        evaluation.make_rows();
        evaluation
    }

    /// The cells near a slide, and the rows that it may need.
    fn make_rows(&mut self) {
        let (shape, family) = (self.frame.shape(), self.costs.family());
        let ways = directions(family);
        // By direction, the offsets from where a tile slides from that are near it before or after.
        let near: Vec<Vec<Vector>> = ways.iter().map(|&way| offsets_near(family, way)).collect();
        let kinds = family.kinds();
        self.row = near.iter().map(Vec::len).max().unwrap_or(0) * kinds;
        for (from, way) in shape.all_cells().flat_map(|cell| Direction::ALL.map(|way| (cell, way))) {
            let Some(to) = shape.neighbour(from, way) else { continue };
            let step = family.step(shape, from, to);
            let direction = ways.iter().position(|&way| way == step).expect("a slide goes one cell");
            let beside = |cell: &Cell| {
                let offset = family.step(shape, from, *cell);
                let place = near[direction].iter().position(|&near| near == offset)?;
                Some((cell.index() as u8, (place * kinds) as u16))
            };
            let near = shape.all_cells().filter_map(|cell| beside(&cell)).collect();
            self.slides[from.index() * N + to.index()] = Slide { direction, near };
        }
        let steps = family.blank() * ways.len() * FATES;
        self.rows = vec![0; steps * self.row];
        self.own = vec![0; steps];
        for (direction, (&way, near)) in ways.iter().zip(&near).enumerate() {
            // The change of what the blank costs others.
            let [there, here] = [way, [0; 3]].map(|from| costs_of(&self.costs, family.blank(), from, near));
            let of_blank: Vec<i16> = here.iter().zip(&there).map(|(here, there)| here - there).collect();
            let of_tiles = |cell: Vector| -> Vec<Vec<i16>> {
                (0..family.blank()).map(|kind| costs_of(&self.costs, kind, cell, near)).collect()
            };
            let (here, there) = (of_tiles([0; 3]), of_tiles(way));
            for (kind, here) in here.iter().enumerate() {
                let moved = family.kind(sum(family.away(kind), way));
                // Beyond the reach a tile may keep its kind; all others change it.
                let fates = if family.kind_may_stay(kind, way) { [moved, kind] } else { [moved, moved] };
                for (fate, &after) in fates.iter().enumerate() {
                    let step = (kind * ways.len() + direction) * FATES + fate;
                    let row = self.rows[step * self.row..].iter_mut();
                    for (number, ((before, after), blank)) in
                        row.zip(here.iter().zip(&there[after]).zip(&of_blank))
                    {
                        *number = after - before + blank;
                    }
                    self.own[step] = own_change(&self.costs, [kind, after], way) as i16;
                }
            }
        }
    }

    /// The distance of a tile in a cell from the cell that it belongs to.
    #[inline]
    pub(crate) fn distance(&self, label: usize, cell: usize) -> u16 {
        self.manhattan[label * N + cell]
    }

    /// The Manhattan distance of a board.
    pub(crate) fn distances(&self, board: &[u8; N]) -> u16 {
        (0..self.neighbours.len()).map(|cell| self.distance(usize::from(board[cell]), cell)).sum()
    }

    /// How good a board looks, in [`PARTS`] of a move; less is better.
    pub(crate) fn score(&self, board: &[u8; N]) -> i32 {
        let (shape, family) = (self.frame.shape(), self.costs.family());
        let kinds = self.kinds(board);
        let alone = |cell: Cell| self.alone[usize::from(board[cell.index()]) * N + cell.index()];
        let pair = |(one, other): (Cell, Cell)| {
            let offset = family.offset_number(family.step(shape, one, other))?;
            let [a, b] = [one, other].map(|cell| usize::from(kinds[cell.index()]));
            Some(self.costs.pair(a, b, offset))
        };
        let pairs = shape.all_cells().flat_map(|one| shape.all_cells().map(move |other| (one, other)));
        let pairs = pairs.filter(|(one, other)| one < other);
        shape.all_cells().map(alone).sum::<i32>() + pairs.filter_map(pair).sum::<i32>()
    }

    /// The kinds of what is in the cells of a board.
    #[inline]
    pub(crate) fn kinds(&self, board: &[u8; N]) -> [u8; N] {
        let mut kinds = [0; N];
        for (cell, kind) in kinds.iter_mut().enumerate().take(self.neighbours.len()) {
            *kind = self.kind[usize::from(board[cell]) * N + cell];
        }
        kinds
    }

    /// The change of the score of a board of these kinds if a tile slides from a cell to the blank.
    #[inline]
    pub(crate) fn change(&self, kinds: &[u8; N], tile: usize, from: usize, to: usize) -> i32 {
        let slide = &self.slides[from * N + to];
        let (before, after) = (kinds[from], self.kind[tile * N + to]);
        let directions = self.own.len() / FATES / (self.costs.family().blank());
        let step =
            (usize::from(before) * directions + slide.direction) * FATES + usize::from(before == after);
        let row = &self.rows[step * self.row..][..self.row];
        let near = slide.near.iter();
        let costs: i32 = near
            .map(|&(cell, at)| i32::from(row[usize::from(at) + usize::from(kinds[usize::from(cell)])]))
            .sum();
        let alone = self.alone[tile * N + to] - self.alone[tile * N + from];
        costs + i32::from(self.own[step]) + alone
    }
}

/// The ways in which a tile may slide.
fn directions(family: Family) -> Vec<Vector> {
    let all = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];
    all.into_iter().filter(|&way| family.offset_number(way).is_some()).collect()
}

/// Offsets of cells that are near a tile before or after it slides, but neither where it comes from nor where it goes.
fn offsets_near(family: Family, way: Vector) -> Vec<Vector> {
    let before = (0..family.offsets()).map(|number| family.offset(number));
    let mut near: Vec<Vector> = before.flat_map(|offset| [offset, sum(offset, way)]).collect();
    near.sort_unstable();
    near.dedup();
    near.retain(|&offset| offset != [0; 3] && offset != way);
    near
}

/// What a kind in a cell costs others in cells near by, by offset and kind. Blanks beside it do not count.
fn costs_of(costs: &Costs, kind: usize, cell: Vector, near: &[Vector]) -> Vec<i16> {
    let family = costs.family();
    let mut all = vec![0; near.len() * family.kinds()];
    for (&offset, numbers) in near.iter().zip(all.chunks_exact_mut(family.kinds())) {
        if let Some(offset) = family.offset_number(difference(offset, cell)) {
            for (other, number) in numbers[..family.blank()].iter_mut().enumerate() {
                *number = costs.pair(kind, other, offset) as i16;
            }
        }
    }
    all
}

/// The change of what a tile and the blank cost each other.
fn own_change(costs: &Costs, [before, after]: [usize; 2], way: Vector) -> i32 {
    let family = costs.family();
    let cost = |kind: usize, offset: Vector| {
        family.offset_number(offset).map_or(0, |offset| costs.pair(kind, family.blank(), offset))
    };
    cost(after, way.map(|along| -along)) - cost(before, way)
}

fn sum(a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|axis| a[axis] + b[axis])
}

fn difference(a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|axis| a[axis] - b[axis])
}

#[cfg(test)]
mod tests {
    use super::super::kinds::Classes;
    use super::*;
    use crate::Scrambler;

    /// Walks about and compares the running score with the whole one.
    fn check<const N: usize>(goal: &str) {
        let goal: Board = goal.parse().unwrap();
        let mut seed = 1u64;
        let classes = Classes::new(Family::of(goal.shape()));
        let random = |_| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 58) as f32 / 16.0 - 2.0
        };
        let costs: Vec<f32> = (0..classes.count()).map(random).collect();
        let evaluation = Evaluation::<N>::new(&goal, Costs::new(classes, &costs));
        for start in Scrambler::new(goal, 5).take(3) {
            let mut board = [0; N];
            let labels = evaluation.frame.labels(&start);
            board[..labels.len()].copy_from_slice(&labels);
            let mut blank = labels.iter().position(|&label| label == evaluation.blank).unwrap();
            let mut score = evaluation.score(&board);
            for step in 0..60 {
                let beside = &evaluation.neighbours[blank];
                let from = usize::from(beside[(step * step + 1) % beside.len()]);
                let kinds = evaluation.kinds(&board);
                score += evaluation.change(&kinds, usize::from(board[from]), from, blank);
                board.swap(from, blank);
                blank = from;
                assert_eq!(score, evaluation.score(&board));
            }
        }
    }

    #[test]
    fn changes_add_up_to_the_score() {
        check::<16>("1 2 3/4 5 6/7 8 0");
        check::<16>("1 2 3/8 0 4/7 6 5");
        check::<16>("1 2 3 4 5 6 7 8/9 10 11 12 13 14 15 0");
        check::<36>(&Board::goal("6x6".parse().unwrap()).to_string());
        check::<36>(&Board::goal("3x3x3".parse().unwrap()).to_string());
        check::<36>(&Board::goal("2x2x7".parse().unwrap()).to_string());
    }
}
