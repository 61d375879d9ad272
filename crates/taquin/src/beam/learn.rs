//! Learns what pairs of tiles cost, for a shape, from solutions that beams find with what was learned before.
//!
//! 1. The first round solves random boards with costs that were learned for another shape, or of linear conflicts.
//! 2. Two boards of a solution that are a few moves apart are a *sample*: by so many moves should their scores differ. (How
//!    many moves are left to the end says less: a solution that is too long somewhere is too long for all boards
//!    before.) In every other sample the first board is left by another slide than the solution's, which has to be
//!    taken back: it is one move worse.
//! 3. Narrower beams try to follow the solutions (`learn/rivals.rs`). Where one loses a board of a solution, the boards that it kept
//!    instead looked better and are not: they should score more than the lost one.
//! 4. The costs are fitted by stochastic gradient descent on the squared error (`learn/model.rs`). The next round solves other boards
//!    with them, and its shorter solutions teach better.
//!
//! The same shape, seed and rounds give the same costs on any number of threads.

mod model;
mod rivals;

use super::costs::Costs;
use super::evaluation::Evaluation;
use super::frame::Frame;
use super::{Beam, Beams};
use crate::board::Board;
use crate::construct;
use crate::goal::NamedGoal;
use crate::problem::Problem;
use crate::scramble::Scrambler;
use crate::shape::{Cell, Direction, Shape};
use model::{APART, Model, Random};
use rivals::Lost;
use std::sync::Mutex;
use std::thread;

/// Boards that are solved with the same costs.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// How many random boards are solved.
    pub boards: usize,
    /// By beams of this width.
    pub width: usize,
    /// The width of beams that try to follow the solutions, if that is to be learned from.
    pub follow: Option<usize>,
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
    let mut lost: Vec<Lost> = Vec::new();
    for round in rounds {
        let boards: Vec<Board> = scrambler.by_ref().take(round.boards).collect();
        let evaluation = Evaluation::new(&goal, costs);
        let solved = solve(&evaluation, &goal, &boards, round.width, threads);
        let lengths: Vec<usize> = solved.iter().flatten().map(Vec::len).collect();
        // Of older rounds only the last is still worth something.
        lessons.truncate(1);
        lessons.insert(0, lesson(&frame, &boards, &solved));
        if let Some(width) = round.follow {
            lost.extend(
                on_all(&lessons[0], threads, |path| rivals::lost(&evaluation, path, width))
                    .into_iter()
                    .flatten(),
            );
        }
        let error;
        (costs, error) = fit(&frame, &lessons, &lost, seed);
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
    on_all(boards, threads, |board| {
        // A beam that is stuck is given up when a construction has fewer moves.
        let problem = Problem::new(board.clone(), goal.clone()).expect("scrambled boards can be solved");
        let beam = Beam { width, threads: 1, below: construct::solve(&problem).cost() };
        beams.search(board, beam, &mut |_| None).ok().flatten()
    })
}

/// What is made of each thing, by several threads.
fn on_all<T: Sync, R: Send>(things: &[T], threads: usize, make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let queue = Mutex::new(things.iter().enumerate());
    let made = Mutex::new(Vec::with_capacity(things.len()));
    let next = || queue.lock().expect("no thread panics").next();
    let work = || {
        while let Some((place, thing)) = next() {
            let one = make(thing);
            made.lock().expect("no thread panics").push((place, one));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let mut made = made.into_inner().expect("no thread panics");
    made.sort_unstable_by_key(|&(place, _)| place);
    made.into_iter().map(|(_, one)| one).collect()
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
fn fit(frame: &Frame, lessons: &[Vec<Path>], lost: &[Lost], seed: u64) -> (Costs, f64) {
    let paths: Vec<&Path> = lessons.iter().flatten().collect();
    let mut rate = RATE;
    loop {
        let (model, error) = descend(frame, &paths, lost, seed, rate);
        if error <= APART as f64 {
            return (model.costs(), error);
        }
        // The steps were so long that costs ran away.
        rate /= 2.0;
    }
}

/// Something to learn from.
#[derive(Clone, Copy)]
enum Sample {
    /// A board of a path and a later one.
    Way { path: usize, at: usize },
    /// A board that was lost and a rival.
    Rival { lost: usize, at: usize },
}

/// Several passes over all samples, each with shorter steps. Also the error of those that are on ways.
fn descend<'a>(
    frame: &'a Frame,
    paths: &[&Path],
    lost: &[Lost],
    seed: u64,
    first_rate: f32,
) -> (Model<'a>, f64) {
    let mut model = Model::new(frame);
    let mut samples: Vec<Sample> = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        samples.extend((0..path.boards.len()).map(|at| Sample::Way { path: number, at }));
    }
    let on_ways = samples.len();
    for (number, lost) in lost.iter().enumerate() {
        samples.extend((0..lost.rivals.len()).map(|at| Sample::Rival { lost: number, at }));
    }
    let mut random = Random(seed);
    let mut error = 0.0;
    for pass in 0..PASSES {
        let rate = first_rate * (1.0 - pass as f32 / PASSES as f32);
        let mut squares = 0.0;
        for last in (1..samples.len()).rev() {
            samples.swap(last, random.below(last + 1));
        }
        for &sample in &samples {
            match sample {
                Sample::Way { path, at } => {
                    squares += f64::from(model.correct(paths[path], at, rate, &mut random)).powi(2);
                }
                Sample::Rival { lost: number, at } => model.part(&lost[number], at, rate),
            }
        }
        error = (squares / on_ways.max(1) as f64).sqrt();
    }
    (model, error)
}
