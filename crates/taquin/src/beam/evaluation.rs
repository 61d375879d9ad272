//! How good a board looks: its Manhattan distance and what its tiles cost each other.
//!
//! A slide changes the costs of one tile and of the blank with all others. For small shapes the sum of these changes is
//! tabled by tile and slide, for all that may be in any other cell: one *row* is read, a cost for each cell. For larger
//! shapes such rows would leave the cache, and three rows are read: the tile's where it comes from and where it goes to,
//! and the blank's.

use super::frame::Frame;
use super::pairs::{PARTS, Pairs};
use crate::board::Board;

/// Rows of changes that may be held.
const MOST_ROW_BYTES: usize = 16 << 20;

/// The evaluation of boards for one goal. Boards are arrays of `N` labels; cells beyond the shape's own hold 0 and cost
/// nothing.
pub(crate) struct Evaluation<const N: usize> {
    pub(crate) frame: Frame,
    pub(crate) blank: u8,
    /// By cell, its neighbours.
    pub(crate) neighbours: Vec<Vec<u8>>,
    /// By label and cell; the blank is never away.
    manhattan: Vec<u16>,
    /// By cell and neighbour, a number of the slide.
    slide: Vec<u16>,
    slides: usize,
    rows: Rows,
    pairs: Pairs,
}

/// Changes of the sum of costs, each row by cell and label in it.
enum Rows {
    /// By tile and slide.
    Whole(Vec<i16>),
    /// Of the tile by label and cell, of the blank by slide.
    Parted { tile: Vec<i8>, blank: Vec<i16> },
}

impl<const N: usize> Evaluation<N> {
    pub(crate) fn new(goal: &Board, pairs: Pairs) -> Evaluation<N> {
        let cells = pairs.cells();
        let frame = Frame::new(goal);
        let neighbours = frame.neighbours();
        let blank = frame.blank();
        let far = |label: usize, cell: usize| {
            if label == usize::from(blank) { 0 } else { frame.distance(label, cell) as u16 }
        };
        let manhattan =
            (0..cells * N).map(|at| if at % N < cells { far(at / N, at % N) } else { 0 }).collect();
        let mut slide = vec![0; N * N];
        let mut slides = 0;
        for (from, beside) in neighbours.iter().enumerate() {
            for &to in beside {
                slide[from * N + usize::from(to)] = slides;
                slides += 1;
            }
        }
        let slides = usize::from(slides);
        let rows = Rows::Whole(Vec::new());
        let mut evaluation = Evaluation { frame, blank, neighbours, manhattan, slide, slides, rows, pairs };
        let whole = cells * slides * N * N * size_of::<i16>();
        evaluation.rows =
            if whole <= MOST_ROW_BYTES { evaluation.whole_rows() } else { evaluation.parted_rows() };
        evaluation
    }

    fn whole_rows(&self) -> Rows {
        let cells = self.pairs.cells();
        let blank = usize::from(self.blank);
        let mut rows = vec![0; cells * self.slides * N * N];
        for tile in (0..cells).filter(|&tile| tile != blank) {
            for from in 0..cells {
                for to in self.neighbours[from].iter().map(|&to| usize::from(to)) {
                    let row = &mut rows[self.row_of(tile, from, to)..][..N * N];
                    for (cell, label) in
                        (0..cells).flat_map(|cell| (0..cells).map(move |label| (cell, label)))
                    {
                        if cell != from && cell != to && label != tile && label != blank {
                            let change = self.tile_change(tile, from, to, label, cell)
                                + self.blank_change(from, to, label, cell);
                            row[cell * N + label] = change as i16;
                        }
                    }
                    // What depends on the slide alone stands where the tile itself is.
                    row[from * N + tile] = self.own_change(tile, from, to) as i16;
                }
            }
        }
        Rows::Whole(rows)
    }

    fn parted_rows(&self) -> Rows {
        let cells = self.pairs.cells();
        let mut tile = vec![0; cells * cells * N * N];
        for (label, cell) in (0..cells).flat_map(|label| (0..cells).map(move |cell| (label, cell))) {
            let row = &mut tile[(label * cells + cell) * N * N..][..N * N];
            for (other, at) in (0..cells).flat_map(|other| (0..cells).map(move |at| (other, at))) {
                if other != label && other != usize::from(self.blank) && at != cell {
                    row[at * N + other] = self.pairs.cost(label, cell, other, at) as i8;
                }
            }
        }
        let mut blank = vec![0; self.slides * N * N];
        for from in 0..cells {
            for to in self.neighbours[from].iter().map(|&to| usize::from(to)) {
                let number = usize::from(self.slide[from * N + to]);
                let row = &mut blank[number * N * N..][..N * N];
                for (label, cell) in (0..cells).flat_map(|label| (0..cells).map(move |cell| (label, cell))) {
                    if label != usize::from(self.blank) && cell != from && cell != to {
                        row[cell * N + label] = self.blank_change(from, to, label, cell) as i16;
                    }
                }
            }
        }
        Rows::Parted { tile, blank }
    }

    fn row_of(&self, tile: usize, from: usize, to: usize) -> usize {
        (tile * self.slides + usize::from(self.slide[from * N + to])) * N * N
    }

    /// The change of what a tile costs another by sliding.
    fn tile_change(&self, tile: usize, from: usize, to: usize, label: usize, cell: usize) -> i32 {
        self.pairs.cost(tile, to, label, cell) - self.pairs.cost(tile, from, label, cell)
    }

    /// The change of what the blank costs another tile, if a tile slides so.
    fn blank_change(&self, from: usize, to: usize, label: usize, cell: usize) -> i32 {
        let blank = usize::from(self.blank);
        self.pairs.cost(blank, from, label, cell) - self.pairs.cost(blank, to, label, cell)
    }

    /// The change of the tile's distance and of what it and the blank cost each other.
    fn own_change(&self, tile: usize, from: usize, to: usize) -> i32 {
        let blank = usize::from(self.blank);
        let distance = i32::from(self.distance(tile, to)) - i32::from(self.distance(tile, from));
        PARTS * distance + self.pairs.cost(tile, to, blank, from) - self.pairs.cost(tile, from, blank, to)
    }

    /// The distance of a tile in a cell from the cell that it belongs to.
    #[inline]
    pub(crate) fn distance(&self, label: usize, cell: usize) -> u16 {
        self.manhattan[label * N + cell]
    }

    /// The Manhattan distance of a board.
    pub(crate) fn distances(&self, board: &[u8; N]) -> u16 {
        (0..self.pairs.cells()).map(|cell| self.distance(usize::from(board[cell]), cell)).sum()
    }

    /// How good a board looks, in [`PARTS`] of a move; less is better.
    pub(crate) fn score(&self, board: &[u8; N]) -> i32 {
        let label = |cell: usize| usize::from(board[cell]);
        let costs = (0..self.pairs.cells())
            .flat_map(|cell| (0..cell).map(move |other| (cell, other)))
            .map(|(cell, other)| self.pairs.cost(label(cell), cell, label(other), other))
            .sum::<i32>();
        PARTS * i32::from(self.distances(board)) + costs
    }

    /// The change of the score if the tile in `from` slides to the blank, which is in `to`.
    #[inline]
    pub(crate) fn change(&self, board: &[u8; N], from: usize, to: usize) -> i32 {
        let tile = usize::from(board[from]);
        let cells = board.iter().zip(0..).map(|(&label, cell)| cell * N + usize::from(label));
        match &self.rows {
            Rows::Whole(rows) => {
                let row = &rows[self.row_of(tile, from, to)..][..N * N];
                cells.map(|at| i32::from(row[at])).sum()
            }
            Rows::Parted { tile: rows, blank } => {
                let cell_count = self.pairs.cells();
                let row = |cell: usize| &rows[(tile * cell_count + cell) * N * N..][..N * N];
                let (here, there) = (row(from), row(to));
                let number = usize::from(self.slide[from * N + to]);
                let blank = &blank[number * N * N..][..N * N];
                let change = |at: usize| i32::from(there[at]) - i32::from(here[at]) + i32::from(blank[at]);
                // The tile's own cell counts in the row of where it goes to, as if another like it were there.
                let own = self.own_change(tile, from, to) - i32::from(there[from * N + tile]);
                cells.map(change).sum::<i32>() + own
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scrambler;

    /// Walks about and compares the running score with the whole one.
    fn check<const N: usize>(goal: &str, made: impl Fn(&Board, Pairs) -> Evaluation<N>) {
        let goal: Board = goal.parse().unwrap();
        let frame = Frame::new(&goal);
        let mut seed = 1u64;
        let mut pairs = Pairs::linear_conflicts(&frame, goal.shape());
        pairs.vary(|| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 59) as i8
        });
        let evaluation = made(&goal, pairs);
        for start in Scrambler::new(goal, 5).take(3) {
            let mut board = [0; N];
            let labels = frame.labels(&start);
            board[..labels.len()].copy_from_slice(&labels);
            let mut blank = labels.iter().position(|&label| label == frame.blank()).unwrap();
            let mut score = evaluation.score(&board);
            for step in 0..60 {
                let beside = &evaluation.neighbours[blank];
                let from = usize::from(beside[(step * step + 1) % beside.len()]);
                score += evaluation.change(&board, from, blank);
                board.swap(from, blank);
                blank = from;
                assert_eq!(score, evaluation.score(&board));
            }
        }
    }

    #[test]
    fn changes_add_up_to_the_score() {
        for goal in ["1 2 3/4 5 6/7 8 0", "1 2 3/8 0 4/7 6 5"] {
            check::<16>(goal, Evaluation::new);
            check::<16>(goal, |goal, pairs| {
                let mut evaluation = Evaluation::new(goal, pairs);
                evaluation.rows = evaluation.parted_rows();
                evaluation
            });
        }
    }
}
