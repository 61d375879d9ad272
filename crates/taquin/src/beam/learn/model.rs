//! Costs while they are learned: what they say of two boards, and how they are changed if that is wrong.

use super::super::classes::Classes;
use super::super::costs::Costs;
use super::super::frame::Frame;
use super::super::kinds::{BLOCK_SCALES, Family};
use super::Path;
use super::rivals::Lost;
use crate::shape::Cell;

/// The boards of a sample are so many moves apart at most.
pub(super) const APART: usize = 30;
/// Boards with fewer cells teach no costs of squares: all but one of the nine squares of 4×4 are at a border.
const LEAST_FOR_SQUARES: usize = 17;
/// Added to the number of costs that share an error, so that few do not change much.
const CALM: usize = 20;
/// By how many moves a rival should score more than the board that was lost to it.
const MARGIN: f32 = 1.0;

/// Numbers that look random.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 32) * end as u64) >> 32) as usize
    }
}

/// Costs while they are learned.
pub(super) struct Model<'a> {
    frame: &'a Frame,
    neighbours: Vec<Vec<u8>>,
    /// Two cells near each other, and the number of their offset.
    near: Vec<(usize, usize, usize)>,
    /// By cell, the borders that it is at.
    borders: Vec<usize>,
    /// Blocks with their borders.
    blocks: Vec<(usize, [Cell; 4])>,
    classes: &'static Classes,
    costs: Vec<f32>,
    /// Classes of the two boards of a sample.
    first: Vec<usize>,
    second: Vec<usize>,
}

impl Model<'_> {
    pub(super) fn new(frame: &Frame) -> Model<'_> {
        let shape = frame.shape();
        let family = Family::of(shape);
        let classes = Classes::of(family);
        let two = shape.all_cells().flat_map(|one| shape.all_cells().map(move |other| (one, other)));
        let near = two.filter(|(one, other)| one < other).filter_map(|(one, other)| {
            let offset = family.offset_number(family.step(shape, one, other))?;
            Some((one.index(), other.index(), offset))
        });
        Model {
            frame,
            neighbours: frame.neighbours(),
            near: near.collect(),
            borders: shape.all_cells().map(|cell| family.border(shape, cell)).collect(),
            blocks: if shape.cells() < LEAST_FOR_SQUARES { Vec::new() } else { family.blocks(shape) },
            costs: vec![0.0; classes.count()],
            classes,
            first: Vec::new(),
            second: Vec::new(),
        }
    }

    /// The costs as beams go by them.
    pub(super) fn costs(&self) -> Costs {
        Costs::new(self.classes, &self.costs)
    }

    /// The kind of what is in a cell.
    fn kind(&self, label: u8, cell: usize) -> usize {
        let family = self.classes.family;
        if label == self.frame.blank() {
            return family.blank();
        }
        let [home, cell] = [usize::from(label), cell].map(Cell::from_index);
        family.kind(family.step(self.frame.shape(), home, cell))
    }

    /// Lists the classes of a board.
    fn list(&self, labels: &[u8], classes: &mut Vec<usize>) {
        let kinds: Vec<usize> =
            labels.iter().enumerate().map(|(cell, &label)| self.kind(label, cell)).collect();
        classes.clear();
        let pair = |&(one, other, offset): &_| self.classes.pair(kinds[one], kinds[other], offset);
        classes.extend(self.near.iter().filter_map(pair));
        let alone = |(&kind, &border)| self.classes.alone(kind, border);
        classes.extend(kinds.iter().zip(&self.borders).filter_map(alone));
        let block = |(border, cells): &(usize, [Cell; 4])| {
            let coarse = cells.map(|cell| self.classes.family.coarse(kinds[cell.index()]));
            let contents = coarse.iter().zip(BLOCK_SCALES).map(|(&kind, scale)| kind * scale).sum();
            self.classes.block(*border, contents)
        };
        classes.extend(self.blocks.iter().filter_map(block));
    }

    /// Takes a share of the error away of the sample that begins with a board of a path; returns the error.
    pub(super) fn correct(&mut self, path: &Path, at: usize, rate: f32, random: &mut Random) -> f32 {
        let (mut first, mut second) = (std::mem::take(&mut self.first), std::mem::take(&mut self.second));
        let later = at + 1 + random.below(APART);
        let mut aim = path.aims[at];
        let aside = if random.below(2) == 0 { self.aside(path, at, random) } else { None };
        match aside {
            Some((labels, more)) => {
                self.list(&labels, &mut first);
                aim += more;
            }
            None => self.list(&path.boards[at], &mut first),
        }
        second.clear();
        if later < path.boards.len() {
            self.list(&path.boards[later], &mut second);
            aim -= path.aims[later];
        }
        let error = aim - (self.sum(&first) - self.sum(&second));
        self.step(&first, &second, rate * error);
        (self.first, self.second) = (first, second);
        error
    }

    /// Takes a share of the error away of a rival that scores less than [`MARGIN`] more than the board that was lost to it.
    pub(super) fn part(&mut self, lost: &Lost, at: usize, rate: f32) {
        let (mut first, mut second) = (std::mem::take(&mut self.first), std::mem::take(&mut self.second));
        let (labels, farther) = &lost.rivals[at];
        self.list(labels, &mut first);
        self.list(&lost.board, &mut second);
        let error = MARGIN - (farther + self.sum(&first) - self.sum(&second));
        if error > 0.0 {
            self.step(&first, &second, rate * error);
        }
        (self.first, self.second) = (first, second);
    }

    /// What classes cost together.
    fn sum(&self, classes: &[usize]) -> f32 {
        classes.iter().map(|&class| self.costs[class]).sum()
    }

    /// Moves the costs of two boards apart, by so much together.
    fn step(&mut self, first: &[usize], second: &[usize], by: f32) {
        let step = by / (first.len() + second.len() + CALM) as f32;
        first.iter().for_each(|&class| self.costs[class] += step);
        second.iter().for_each(|&class| self.costs[class] -= step);
    }

    /// The board after a slide that the path does not make, and by how much its aim is above that of the board before.
    fn aside(&self, path: &Path, at: usize, random: &mut Random) -> Option<(Box<[u8]>, f32)> {
        let blank_of = |labels: &[u8]| labels.iter().position(|&label| label == self.frame.blank());
        let blank = blank_of(&path.boards[at])?;
        let before = blank_of(path.boards.get(at.checked_sub(1)?)?);
        let after = blank_of(path.boards.get(at + 1)?);
        let others = self.neighbours[blank].iter().map(|&cell| usize::from(cell));
        let others: Vec<usize> = others.filter(|&cell| Some(cell) != before && Some(cell) != after).collect();
        if others.is_empty() {
            return None;
        }
        let from = others[random.below(others.len())];
        let mut labels = path.boards[at].clone();
        let tile = Cell::from_index(usize::from(labels[from]));
        labels.swap(from, blank);
        let far = |cell: usize| self.frame.shape().distance(tile, Cell::from_index(cell)) as f32;
        Some((labels, 1.0 - (far(blank) - far(from))))
    }
}
