//! How good a board looks: its Manhattan distance and what its tiles cost.
//!
//! A slide changes the costs of one tile and of the blank with what is near them. For every cell near by three numbers are
//! read: what the tile cost before with what is in it, what it costs after, and by how much the blank's cost changes. All
//! tables together are small enough for the cache of a core. The costs of the blocks of four cells about a slide are
//! read before and after.

use super::costs::{Costs, PARTS};
use super::frame::Frame;
use super::kinds::{BLOCK_SCALES, BLOCKS, Family, Vector};
use crate::board::Board;
use crate::shape::{Cell, Direction};

/// The kinds of what is in the cells of a board, of which there are at most as many as numbers of a cell.
pub(crate) type Kinds = [u8; 1 << u8::BITS];

/// Room for kinds.
pub(crate) const NO_KINDS: Kinds = [0; 1 << u8::BITS];

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
    /// By cell and cell beside it.
    slides: Vec<Slide>,
    /// By kind, offset and kind in the cell there; behind the offsets one that is not near, where all costs are 0.
    pairs: Vec<i8>,
    /// By direction of a slide, cell near it and kind in it: the change of what the blank costs.
    blank_changes: Vec<i16>,
    /// By borders and contents of a block.
    blocks: Vec<i8>,
    /// By kind.
    coarse: Vec<u8>,
    costs: Costs,
}

/// A slide from one cell to another.
#[derive(Clone, Default)]
struct Slide {
    /// The offset of the one cell from the other, and back.
    there: u16,
    back: u16,
    near: Vec<Near>,
    /// Blocks that hold one of the two cells, or both.
    blocks: Vec<Block>,
}

/// A cell near a slide, and where numbers for the kinds in it begin.
#[derive(Clone)]
struct Near {
    cell: u8,
    /// In the pairs of a kind: for the cell that the tile slides from, and for the one that it slides to.
    from: u16,
    to: u16,
    /// In the changes of the blank.
    blank: u16,
}

/// A block as a slide sees it.
#[derive(Clone)]
struct Block {
    /// Where the costs of blocks at its borders begin.
    begin: u32,
    cells: [u8; 4],
    /// By how much what is in the two cells of the slide counts in the number of the contents.
    from: u16,
    to: u16,
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
            slides: vec![Slide::default(); squared],
            pairs: Vec::new(),
            blank_changes: Vec::new(),
            blocks: Vec::new(),
            coarse: (0..family.kinds()).map(|kind| family.coarse(kind) as u8).collect(),
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
        evaluation.make_pairs();
        evaluation.make_slides();
        evaluation.make_blocks();
        evaluation
    }

    /// Bytes that the tables hold.
    pub(crate) fn bytes(&self) -> u64 {
        let slide = |slide: &Slide| {
            size_of::<Slide>()
                + slide.near.len() * size_of::<Near>()
                + slide.blocks.len() * size_of::<Block>()
        };
        let tables = 2 * self.manhattan.len() + self.kind.len() + 4 * self.alone.len();
        let costs = self.pairs.len() + 2 * self.blank_changes.len() + self.blocks.len();
        (tables + costs + self.slides.iter().map(slide).sum::<usize>()) as u64
    }

    fn make_pairs(&mut self) {
        let family = self.costs.family();
        let (kinds, offsets) = (family.kinds(), family.offsets());
        let all = (0..kinds * (offsets + 1) * kinds).map(|at| {
            let (kind, offset, other) = (at / kinds / (offsets + 1), at / kinds % (offsets + 1), at % kinds);
            if offset == offsets { 0 } else { self.costs.pair(kind, other, offset) as i8 }
        });
        self.pairs = all.collect();
    }

    /// The cells near every slide, and by how much the blank's costs change.
    fn make_slides(&mut self) {
        let (shape, family) = (self.frame.shape(), self.costs.family());
        let kinds = family.kinds();
        let place =
            |offset: Vector| (family.offset_number(offset).unwrap_or(family.offsets()) * kinds) as u16;
        // By direction, the offsets from where a tile slides from that are near it before or after.
        let ways = directions(family);
        let near: Vec<Vec<Vector>> = ways.iter().map(|&way| offsets_near(family, way)).collect();
        let most = near.iter().map(Vec::len).max().unwrap_or(0);
        self.blank_changes = vec![0; ways.len() * most * kinds];
        let of_blank = &self.pairs[family.blank() * (family.offsets() + 1) * kinds..];
        for ((&way, near), changes) in
            ways.iter().zip(&near).zip(self.blank_changes.chunks_exact_mut(most * kinds))
        {
            for (&offset, numbers) in near.iter().zip(changes.chunks_exact_mut(kinds)) {
                let [after, before] =
                    [offset, difference(offset, way)].map(|offset| &of_blank[usize::from(place(offset))..]);
                for ((number, after), before) in numbers.iter_mut().zip(after).zip(before) {
                    *number = i16::from(*after) - i16::from(*before);
                }
            }
        }
        for (from, way) in shape.all_cells().flat_map(|cell| Direction::ALL.map(|way| (cell, way))) {
            let Some(to) = shape.neighbour(from, way) else { continue };
            let step = family.step(shape, from, to);
            let direction = ways.iter().position(|&way| way == step).expect("a slide goes one cell");
            let beside = |cell: Cell| {
                let offset = family.step(shape, from, cell);
                let number = near[direction].iter().position(|&near| near == offset)?;
                Some(Near {
                    cell: cell.index() as u8,
                    from: place(offset),
                    to: place(difference(offset, step)),
                    blank: ((direction * most + number) * kinds) as u16,
                })
            };
            let near = shape.all_cells().filter_map(beside).collect();
            let (there, back) = (place(step), place(step.map(|along| -along)));
            self.slides[from.index() * self.cells + to.index()] =
                Slide { there, back, near, blocks: Vec::new() };
        }
    }

    /// The costs of blocks, and which of them a slide changes.
    fn make_blocks(&mut self) {
        let (shape, family) = (self.frame.shape(), self.costs.family());
        if !family.has_blocks() {
            return;
        }
        let costs = &self.costs;
        let all = (0..family.borders()).flat_map(|at| (0..BLOCKS).map(move |contents| (at, contents)));
        self.blocks = all.map(|(border, contents)| costs.block(border, contents) as i8).collect();
        let blocks = family.blocks(shape);
        for (from, to) in shape.all_cells().flat_map(|from| shape.all_cells().map(move |to| (from, to))) {
            if shape.distance(from, to) != 1 {
                continue;
            }
            let scale = |cells: &[Cell; 4], cell: Cell| {
                cells.iter().position(|&other| other == cell).map_or(0, |place| BLOCK_SCALES[place]) as u16
            };
            let seen = blocks.iter().map(|(border, cells)| Block {
                begin: (border * BLOCKS) as u32,
                cells: cells.map(|cell| cell.index() as u8),
                from: scale(cells, from),
                to: scale(cells, to),
            });
            let slide = &mut self.slides[from.index() * self.cells + to.index()];
            slide.blocks = seen.filter(|block| block.from + block.to > 0).collect();
        }
    }

    /// The distance of a tile in a cell from the cell that it belongs to.
    #[inline]
    pub(crate) fn distance(&self, label: usize, cell: usize) -> u16 {
        self.manhattan[label * self.cells + cell]
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
            let coarse = cells.map(|cell| self.coarse[usize::from(kinds[cell.index()])]);
            let contents = coarse.iter().zip(BLOCK_SCALES).map(|(&kind, scale)| usize::from(kind) * scale);
            self.costs.block(*border, contents.sum())
        };
        let blocks = family.blocks(shape).iter().map(block).sum::<i32>();
        shape.all_cells().map(alone).sum::<i32>() + pairs.filter_map(pair).sum::<i32>() + blocks
    }

    /// Finds the kinds of what is in the cells of a board.
    #[inline]
    pub(crate) fn find_kinds(&self, board: &[u8], kinds: &mut Kinds) {
        for ((kind, &label), by_label) in kinds.iter_mut().zip(board).zip(self.kind.chunks_exact(self.cells))
        {
            *kind = by_label[usize::from(label)];
        }
    }

    /// The change of the score of a board of these kinds if a tile slides from a cell to the blank.
    #[inline]
    pub(crate) fn change(&self, kinds: &Kinds, tile: usize, from: usize, to: usize) -> i32 {
        let slide = &self.slides[from * self.cells + to];
        let (before, after) = (kinds[from], self.kind[to * self.cells + tile]);
        let family = self.costs.family();
        let size = (family.offsets() + 1) * family.kinds();
        let [of_before, of_after] =
            [before, after].map(|kind| &self.pairs[usize::from(kind) * size..][..size]);
        let near = |near: &Near| {
            let kind = usize::from(kinds[usize::from(near.cell)]);
            i32::from(of_after[usize::from(near.to) + kind])
                - i32::from(of_before[usize::from(near.from) + kind])
                + i32::from(self.blank_changes[usize::from(near.blank) + kind])
        };
        let own = i32::from(of_after[usize::from(slide.back) + family.blank()])
            - i32::from(of_before[usize::from(slide.there) + family.blank()]);
        let costs = slide.near.iter().map(near).sum::<i32>() + own;
        let alone = self.alone[tile * self.cells + to] - self.alone[tile * self.cells + from];
        costs + alone + self.change_of_blocks(slide, kinds, before, after)
    }

    /// The change of the costs of blocks if the kind of a tile changes by a slide.
    #[inline]
    fn change_of_blocks(&self, slide: &Slide, kinds: &Kinds, before: u8, after: u8) -> i32 {
        let coarse = |kind: u8| usize::from(self.coarse[usize::from(kind)]);
        let (before, after, blank) =
            (coarse(before), coarse(after), coarse(self.costs.family().blank() as u8));
        let change = |block: &Block| {
            let in_cells = block.cells.iter().zip(BLOCK_SCALES);
            let contents: usize =
                in_cells.map(|(&cell, scale)| coarse(kinds[usize::from(cell)]) * scale).sum();
            let (from, to) = (usize::from(block.from), usize::from(block.to));
            let then = contents + from * blank + to * after - from * before - to * blank;
            let begin = block.begin as usize;
            i32::from(self.blocks[begin + then]) - i32::from(self.blocks[begin + contents])
        };
        slide.blocks.iter().map(change).sum()
    }
}

/// The ways in which a tile may slide.
fn directions(family: Family) -> Vec<Vector> {
    let all = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];
    all.into_iter().filter(|&way| family.offset_number(way).is_some()).collect()
}

/// Offsets of cells that are near a tile before or after it slides, but neither where it comes from nor where it goes.
pub(crate) fn offsets_near(family: Family, way: Vector) -> Vec<Vector> {
    let before = (0..family.offsets()).map(|number| family.offset(number));
    let mut near: Vec<Vector> = before.flat_map(|offset| [offset, sum(offset, way)]).collect();
    near.sort_unstable();
    near.dedup();
    near.retain(|&offset| offset != [0; 3] && offset != way);
    near
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
    fn check(goal: &str) {
        let goal: Board = goal.parse().unwrap();
        let mut seed = 1u64;
        let classes = Classes::new(Family::of(goal.shape()));
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
