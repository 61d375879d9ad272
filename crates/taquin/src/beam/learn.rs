//! Learns the costs of pairs for a shape from solutions that beams find with what was learned before.
//!
//! 1. The first round solves random boards with costs of linear conflicts.
//! 2. Every board on the way of a solution is a *sample*: what is left of the way, less its Manhattan distance, is what
//!    the costs of its pairs should add up to.
//! 3. The costs are fitted by stochastic gradient descent on the squared error, one cost for each class of pairs that
//!    symmetry makes equal. The next round solves other boards with them, and its shorter solutions teach better.
//!
//! The same shape, seed and rounds give the same costs on any number of threads.

use super::frame::Frame;
use super::pairs::{PARTS, Pairs, classes};
use super::{Beam, with};
use crate::board::Board;
use crate::construct;
use crate::goal::NamedGoal;
use crate::problem::Problem;
use crate::scramble::Scrambler;
use crate::shape::{Direction, Shape};
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
    /// The same on boards that were not learned from.
    pub error_elsewhere: f64,
}

/// Passes over the samples.
const PASSES: usize = 8;
/// The share of an error that a sample corrects at first.
const RATE: f32 = 0.3;
/// One board of so many is not learned from.
const HELD_OUT: usize = 20;

/// A board on the way of a solution, and what the costs of its pairs should add up to.
struct Sample {
    labels: Box<[u8]>,
    aim: f32,
}

/// What one round has to teach.
#[derive(Default)]
struct Lesson {
    samples: Vec<Sample>,
    held_out: Vec<Sample>,
}

/// The costs of pairs for goals of this shape with the blank in a corner, as the library's files hold them.
pub fn learn(
    shape: Shape,
    seed: u64,
    rounds: &[Round],
    threads: usize,
    report: &mut dyn FnMut(Report),
) -> Vec<u8> {
    let goal = NamedGoal::BlankFirst.board(shape).expect("every shape has this goal");
    let frame = Frame::new(&goal);
    let mut pairs = Pairs::linear_conflicts(&frame, shape);
    let mut scrambler = Scrambler::new(goal.clone(), seed);
    let mut lessons: Vec<Lesson> = Vec::new();
    for round in rounds {
        let boards: Vec<Board> = scrambler.by_ref().take(round.boards).collect();
        let solved = solve(&goal, &pairs, &boards, round.width, threads);
        let lengths: Vec<usize> = solved.iter().flatten().map(Vec::len).collect();
        // Of older rounds only the last is still worth something.
        lessons.truncate(1);
        lessons.insert(0, lesson(&frame, &boards, &solved));
        let (error, error_elsewhere);
        (pairs, error, error_elsewhere) = fit(shape, &lessons, seed);
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64;
        report(Report { solved: lengths.len(), mean, error, error_elsewhere });
    }
    pairs.to_bytes(shape)
}

/// A solution for each board, where the beam finds one.
fn solve(
    goal: &Board,
    pairs: &Pairs,
    boards: &[Board],
    width: usize,
    threads: usize,
) -> Vec<Option<Vec<Direction>>> {
    let beams = with(goal, pairs.clone());
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

/// The samples of a round.
fn lesson(frame: &Frame, boards: &[Board], solved: &[Option<Vec<Direction>>]) -> Lesson {
    let mut lesson = Lesson::default();
    let ways = boards.iter().zip(solved).filter_map(|(board, moves)| Some((board, moves.as_ref()?)));
    for (number, (start, moves)) in ways.enumerate() {
        let samples = if number % HELD_OUT == 0 { &mut lesson.held_out } else { &mut lesson.samples };
        let mut board = start.clone();
        for (made, &direction) in moves.iter().enumerate() {
            let labels: Box<[u8]> = frame.labels(&board).into();
            let distance = |(cell, &label): (usize, &u8)| {
                if label == frame.blank() { 0 } else { frame.distance(usize::from(label), cell) }
            };
            let manhattan: u32 = labels.iter().enumerate().map(distance).sum();
            samples.push(Sample { aim: (moves.len() - made) as f32 - manhattan as f32, labels });
            board.slide(direction).expect("a solution's moves can be made");
        }
    }
    lesson
}

/// Costs that fit the lessons, and the errors that are left.
fn fit(shape: Shape, lessons: &[Lesson], seed: u64) -> (Pairs, f64, f64) {
    let mut model = Model::new(shape);
    let samples: Vec<&Sample> = lessons.iter().flat_map(|lesson| &lesson.samples).collect();
    let held_out = lessons.iter().flat_map(|lesson| &lesson.held_out);
    let mut error = 0.0;
    let mut random = seed;
    for pass in 0..PASSES {
        let rate = RATE * (1.0 - pass as f32 / PASSES as f32);
        let mut squares = 0.0;
        for at in shuffled(samples.len(), &mut random) {
            squares += f64::from(model.correct(samples[at], rate)).powi(2);
        }
        error = (squares / samples.len().max(1) as f64).sqrt();
    }
    let errors: Vec<f64> = held_out.map(|sample| f64::from(model.error(sample))).collect();
    let squares: f64 = errors.iter().map(|error| error.powi(2)).sum();
    (model.pairs(shape), error, (squares / errors.len().max(1) as f64).sqrt())
}

/// The numbers up to a count in random order.
fn shuffled(count: usize, random: &mut u64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        numbers.swap(last, ((*random >> 32) as usize * (last + 1)) >> 32);
    }
    numbers
}

/// Costs while they are learned.
struct Model {
    cells: usize,
    /// By label, cell, label and cell, the number of the class.
    class: Vec<u32>,
    costs: Vec<f32>,
    /// What all boards have in common. It makes no difference to a beam.
    constant: f32,
}

impl Model {
    fn new(shape: Shape) -> Model {
        let cells = shape.cells();
        let mut class = vec![0; cells.pow(4)];
        let mut count = 0;
        classes(shape, |members| {
            for &[a, c, b, d] in members {
                class[((a * cells + c) * cells + b) * cells + d] = count;
                class[((b * cells + d) * cells + a) * cells + c] = count;
            }
            count += 1;
        });
        Model { cells, class, costs: vec![0.0; count as usize], constant: 0.0 }
    }

    /// The class of what is in two cells.
    #[inline]
    fn class_of(&self, labels: &[u8], cell: usize, other: usize) -> usize {
        let [a, b] = [cell, other].map(|cell| usize::from(labels[cell]) * self.cells + cell);
        self.class[a * self.cells * self.cells + b] as usize
    }

    fn error(&self, sample: &Sample) -> f32 {
        let pairs = (0..self.cells).flat_map(|cell| (0..cell).map(move |other| (cell, other)));
        let costs = pairs.map(|(cell, other)| self.costs[self.class_of(&sample.labels, cell, other)]);
        sample.aim - self.constant - costs.sum::<f32>()
    }

    /// Takes a share of the error of a sample away; returns the error.
    fn correct(&mut self, sample: &Sample, rate: f32) -> f32 {
        let error = self.error(sample);
        let step = rate * error / (self.cells * (self.cells - 1) / 2) as f32;
        self.constant += step;
        for cell in 0..self.cells {
            for other in 0..cell {
                let class = self.class_of(&sample.labels, cell, other);
                self.costs[class] += step;
            }
        }
        error
    }

    fn pairs(&self, shape: Shape) -> Pairs {
        let rounded = |cost: &f32| (cost * PARTS as f32).round().clamp(-127.0, 127.0) as i8 as u8;
        let bytes: Vec<u8> = self.costs.iter().map(rounded).collect();
        Pairs::from_bytes(shape, &bytes).expect("one byte for each class")
    }
}
