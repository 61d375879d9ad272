//! Learns what pairs of tiles cost, for a shape, from solutions that beams find with what was learned before.
//!
//! 1. The first round solves random boards with costs that were learned for another shape, or of linear conflicts.
//! 2. Two boards of a solution that are a few moves apart are a *sample*: by so many moves should their scores differ. (How
//!    many moves are left to the end says less: a solution that is too long somewhere is too long for all boards
//!    before.) In every other sample the first board is left by another slide than the solution's, which has to be
//!    taken back: it is one move worse.
//! 3. The costs are fitted by stochastic gradient descent on the squared error. The next round solves other boards with
//!    them, and its shorter solutions teach better.
//!
//! The same shape, seed and rounds give the same costs on any number of threads.

use super::classes::Classes;
use super::costs::Costs;
use super::frame::Frame;
use super::kinds::{BLOCK_SCALES, Family};
use super::{Beam, Beams, with};
use crate::board::Board;
use crate::construct;
use crate::goal::NamedGoal;
use crate::problem::Problem;
use crate::scramble::Scrambler;
use crate::shape::{Cell, Direction, Shape};
use std::sync::Mutex;
use std::thread;

/// Boards that are solved with the same costs.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// How many random boards are solved.
    pub boards: usize,
    /// By beams of this width.
    pub width: usize,
}

/// How far learning has come.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// Boards that were solved in this round.
    pub solved: usize,
    /// Their mean length.
    pub mean: f64,
    /// The root of the mean square error, in moves, on the samples.
    pub error: f64,
}

/// Costs to begin with that are not for boards with as many axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherCosts;

impl std::fmt::Display for OtherCosts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("these costs are not for boards with as many axes")
    }
}

impl std::error::Error for OtherCosts {}

/// Passes over the samples.
const PASSES: usize = 6;
/// The share of an error that a sample corrects at first.
const RATE: f32 = 0.3;
/// The boards of a sample are so many moves apart at most.
const APART: usize = 30;
/// Boards with fewer cells teach no costs of squares: all but one of the nine squares of 4×4 are at a border.
const LEAST_FOR_SQUARES: usize = 17;
/// Added to the number of costs that share an error, so that few do not change much.
const CALM: usize = 20;

/// The boards of a solution.
struct Path {
    /// Their labels.
    boards: Vec<Box<[u8]>>,
    /// What their costs should add up to: moves left, less the Manhattan distance.
    aims: Vec<f32>,
}

/// The costs for boards of this shape, as the library's files hold them. The first round goes by other costs of the kind,
/// or by those of linear conflicts.
///
/// # Errors
/// [`OtherCosts`] if the first costs are not for boards of this kind.
pub fn learn(
    shape: Shape,
    first: Option<&[u8]>,
    seed: u64,
    rounds: &[Round],
    threads: usize,
    report: &mut dyn FnMut(Report),
) -> Result<Vec<u8>, OtherCosts> {
    let goal = NamedGoal::BlankFirst.board(shape).expect("every shape has this goal");
    let frame = Frame::new(&goal);
    let mut costs = match first {
        Some(bytes) => Costs::from_bytes(shape, bytes).ok_or(OtherCosts)?,
        None => Costs::linear_conflicts(shape),
    };
    let mut scrambler = Scrambler::new(goal.clone(), seed);
    let mut lessons: Vec<Vec<Path>> = Vec::new();
    for round in rounds {
        let boards: Vec<Board> = scrambler.by_ref().take(round.boards).collect();
        let solved = solve(&*with(&goal, costs), &goal, &boards, round.width, threads);
        let lengths: Vec<usize> = solved.iter().flatten().map(Vec::len).collect();
        // Of older rounds only the last is still worth something.
        lessons.truncate(1);
        lessons.insert(0, lesson(&frame, &boards, &solved));
        let error;
        (costs, error) = fit(&frame, &lessons, seed);
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64;
        report(Report { solved: lengths.len(), mean, error });
    }
    Ok(costs.to_bytes())
}

/// A solution for each board, where the beam finds one.
fn solve(
    beams: &dyn Beams,
    goal: &Board,
    boards: &[Board],
    width: usize,
    threads: usize,
) -> Vec<Option<Vec<Direction>>> {
    let queue = Mutex::new(boards.iter().enumerate());
    let solved = Mutex::new(vec![None; boards.len()]);
    let next = || queue.lock().expect("no thread panics").next();
    let work = || {
        while let Some((place, board)) = next() {
            // A beam that is stuck is given up when a construction has fewer moves.
            let problem = Problem::new(board.clone(), goal.clone()).expect("scrambled boards can be solved");
            let beam = Beam { width, threads: 1, below: construct::solve(&problem).cost() };
            let found = beams.search(board, beam, &mut |_| None).ok().flatten();
            solved.lock().expect("no thread panics")[place] = found;
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    solved.into_inner().expect("no thread panics")
}

/// The boards of the solutions of a round.
fn lesson(frame: &Frame, boards: &[Board], solved: &[Option<Vec<Direction>>]) -> Vec<Path> {
    let shape = frame.shape();
    let away = |(cell, &label): (Cell, &u8)| {
        if label == frame.blank() { 0 } else { shape.distance(Cell::from_index(usize::from(label)), cell) }
    };
    let path = |(start, moves): (&Board, &Vec<Direction>)| {
        let mut path = Path { boards: Vec::new(), aims: Vec::new() };
        let mut board = start.clone();
        for (made, &direction) in moves.iter().enumerate() {
            let labels: Box<[u8]> = frame.labels(&board).into();
            let manhattan: u32 = shape.all_cells().zip(&labels).map(away).sum();
            path.aims.push((moves.len() - made) as f32 - manhattan as f32);
            path.boards.push(labels);
            board.slide(direction).expect("a solution's moves can be made");
        }
        path
    };
    boards.iter().zip(solved).filter_map(|(board, moves)| Some((board, moves.as_ref()?))).map(path).collect()
}

/// Costs that fit the lessons, and the error that is left.
fn fit(frame: &Frame, lessons: &[Vec<Path>], seed: u64) -> (Costs, f64) {
    let paths: Vec<&Path> = lessons.iter().flatten().collect();
    let mut rate = RATE;
    loop {
        let (model, error) = descend(frame, &paths, seed, rate);
        if error <= APART as f64 {
            return (Costs::new(model.classes, &model.costs), error);
        }
        // The steps were so long that costs ran away.
        rate /= 2.0;
    }
}

/// Several passes over all samples, each with shorter steps.
fn descend<'a>(frame: &'a Frame, paths: &[&Path], seed: u64, first_rate: f32) -> (Model<'a>, f64) {
    let mut model = Model::new(frame);
    let mut samples: Vec<(usize, usize)> = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        samples.extend((0..path.boards.len()).map(|at| (number, at)));
    }
    let mut random = Random(seed);
    let mut error = 0.0;
    for pass in 0..PASSES {
        let rate = first_rate * (1.0 - pass as f32 / PASSES as f32);
        let mut squares = 0.0;
        for last in (1..samples.len()).rev() {
            samples.swap(last, random.below(last + 1));
        }
        for &(path, at) in &samples {
            squares += f64::from(model.correct(paths[path], at, rate, &mut random)).powi(2);
        }
        error = (squares / samples.len().max(1) as f64).sqrt();
    }
    (model, error)
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 32) * end as u64) >> 32) as usize
    }
}

/// Costs while they are learned.
struct Model<'a> {
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
    fn new(frame: &Frame) -> Model<'_> {
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
    fn correct(&mut self, path: &Path, at: usize, rate: f32, random: &mut Random) -> f32 {
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
        let sum = |classes: &[usize]| classes.iter().map(|&class| self.costs[class]).sum::<f32>();
        let error = aim - (sum(&first) - sum(&second));
        let step = rate * error / (first.len() + second.len() + CALM) as f32;
        first.iter().for_each(|&class| self.costs[class] += step);
        second.iter().for_each(|&class| self.costs[class] -= step);
        (self.first, self.second) = (first, second);
        error
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
