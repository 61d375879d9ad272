//! How good a board looks: its Manhattan distance and what its tiles cost. How a slide
//! changes the costs is said by [`super::slides`].

use super::costs::{Costs, PARTS};
use super::frame::Frame;
use super::kinds::BLOCK_SCALES;
use super::slides::{Kinds, NO_KINDS, Slides};
use crate::board::Board;
use crate::shape::Cell;

/// The evaluation of boards for one goal. A board is a slice of labels, one for each cell.
pub(crate) struct Evaluation {
    pub(crate) frame: Frame,
    pub(crate) cells: usize,
    pub(crate) blank: u8,
    /// By cell, its neighbours.
    pub(crate) neighbours: Vec<Vec<u8>>,
    /// By label and cell; the blank is never away.
    manhattan: Vec<u16>,
    /// The kind of what is in a cell, by cell and label.
    kind: Vec<u8>,
    /// What a tile costs by itself, by label and cell: its distance and its borders.
    alone: Vec<i32>,
    slides: Slides,
    costs: Costs,
}

impl Evaluation {
    pub(crate) fn new(goal: &Board, costs: Costs) -> Evaluation {
        let frame = Frame::new(goal);
        let (shape, family) = (frame.shape(), costs.family());
        let cells = shape.cells();
        let squared = cells * cells;
        let mut evaluation = Evaluation {
            cells,
            blank: frame.blank(),
            neighbours: frame.neighbours(),
            manhattan: vec![0; squared],
            kind: vec![family.home() as u8; squared],
            alone: vec![0; squared],
            slides: Slides::new(shape, &costs),
            frame,
            costs,
        };
        for (home, cell) in shape.all_cells().flat_map(|a| shape.all_cells().map(move |b| (a, b))) {
            let kind = &mut evaluation.kind[cell.index() * cells + home.index()];
            if home.index() == usize::from(evaluation.blank) {
                *kind = family.blank() as u8;
                continue;
            }
            let kind_of_tile = family.kind(family.step(shape, home, cell));
            *kind = kind_of_tile as u8;
            let at = home.index() * cells + cell.index();
            evaluation.manhattan[at] = shape.distance(home, cell) as u16;
            let border = family.border(shape, cell);
            evaluation.alone[at] =
                PARTS * shape.distance(home, cell) as i32 + evaluation.costs.alone(kind_of_tile, border);
        }
        evaluation
    }

    /// Bytes that the tables hold.
    pub(crate) fn bytes(&self) -> u64 {
        let tables = 2 * self.manhattan.len() + self.kind.len() + 4 * self.alone.len();
        (tables + self.slides.bytes()) as u64
    }

    /// The distance of a tile in a cell from the cell that it belongs to.
    #[inline]
    pub(crate) fn distance(&self, label: usize, cell: usize) -> u16 {
        self.manhattan[label * self.cells + cell]
    }

    /// A board with its tiles called by the cells that they belong to.
    pub(crate) fn labels(&self, board: &Board) -> Vec<u8> {
        self.frame.labels(board)
    }

    /// The Manhattan distance of a board.
    pub(crate) fn distances(&self, board: &[u8]) -> u16 {
        board.iter().enumerate().map(|(cell, &label)| self.distance(usize::from(label), cell)).sum()
    }

    /// How good a board looks, in [`PARTS`] of a move; less is better.
    pub(crate) fn score(&self, board: &[u8]) -> i32 {
        let (shape, family) = (self.frame.shape(), self.costs.family());
        let mut kinds = NO_KINDS;
        self.find_kinds(board, &mut kinds);
        let alone = |cell: Cell| self.alone[usize::from(board[cell.index()]) * self.cells + cell.index()];
        let pair = |(one, other): (Cell, Cell)| {
            let offset = family.offset_number(family.step(shape, one, other))?;
            let [a, b] = [one, other].map(|cell| usize::from(kinds[cell.index()]));
            Some(self.costs.pair(a, b, offset))
        };
        let pairs = shape.all_cells().flat_map(|one| shape.all_cells().map(move |other| (one, other)));
        let pairs = pairs.filter(|(one, other)| one < other);
        let block = |(border, cells): &(usize, [Cell; 4])| {
            let coarse = cells.map(|cell| family.coarse(usize::from(kinds[cell.index()])));
            let contents = coarse.iter().zip(BLOCK_SCALES).map(|(kind, scale)| kind * scale);
            self.costs.block(*border, contents.sum())
        };
        let blocks = family.blocks(shape).iter().map(block).sum::<i32>();
        shape.all_cells().map(alone).sum::<i32>() + pairs.filter_map(pair).sum::<i32>() + blocks
    }

    /// Finds the kinds of what is in the cells of a board.
    pub(crate) fn find_kinds(&self, board: &[u8], kinds: &mut Kinds) {
        for ((kind, &label), by_label) in kinds.iter_mut().zip(board).zip(self.kind.chunks_exact(self.cells))
        {
            *kind = by_label[usize::from(label)];
        }
    }

    /// The kind of a tile in a cell.
    #[inline]
    pub(crate) fn kind(&self, label: usize, cell: usize) -> u8 {
        self.kind[cell * self.cells + label]
    }

    /// The change of the score of a board of these kinds if a tile slides from a cell to the blank.
    #[inline]
    pub(crate) fn change(&self, kinds: &Kinds, tile: usize, from: usize, to: usize) -> i32 {
        let alone = self.alone[tile * self.cells + to] - self.alone[tile * self.cells + from];
        alone + self.slides.change(kinds, from, to, self.kind(tile, to))
    }
}

#[cfg(test)]
mod tests {
    use super::super::classes::Classes;
    use super::super::kinds::Family;
    use super::*;
    use crate::Scrambler;

    /// Walks about and compares the running score with the whole one.
    fn check(goal: &str) {
        let goal: Board = goal.parse().unwrap();
        let mut seed = 1u64;
        let classes = Classes::of(Family::of(goal.shape()));
        let random = |_| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 58) as f32 / 16.0 - 2.0
        };
        let costs: Vec<f32> = (0..classes.count()).map(random).collect();
        let evaluation = Evaluation::new(&goal, Costs::new(classes, &costs));
        for start in Scrambler::new(goal, 5).take(3) {
            let mut board = evaluation.frame.labels(&start);
            let mut kinds = NO_KINDS;
            let mut blank = board.iter().position(|&label| label == evaluation.blank).unwrap();
            let mut score = evaluation.score(&board);
            for step in 0..60 {
                let beside = &evaluation.neighbours[blank];
                let from = usize::from(beside[(step * step + 1) % beside.len()]);
                evaluation.find_kinds(&board, &mut kinds);
                score += evaluation.change(&kinds, usize::from(board[from]), from, blank);
                board.swap(from, blank);
                blank = from;
                assert_eq!(score, evaluation.score(&board));
            }
        }
    }

    #[test]
    fn changes_add_up_to_the_score() {
        check("1 2 3/4 5 6/7 8 0");
        check("1 2 3/8 0 4/7 6 5");
        check("1 2 3 4 5 6 7 8/9 10 11 12 13 14 15 0");
        check(&Board::goal("6x6".parse().unwrap()).to_string());
        check(&Board::goal("3x3x3".parse().unwrap()).to_string());
        check(&Board::goal("2x2x7".parse().unwrap()).to_string());
    }
}
