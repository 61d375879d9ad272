//! How long constructed solutions are, and how long they take: a Markdown table for boards drawn uniformly. Times are
//! of the processor, not of the clock.
//!
//! `construct` measures the usual shapes, `construct SHAPE [BOARDS]` another one. Every solution is replayed by the
//! library, and once more here on the board itself.

use std::error::Error;
use std::time::Instant;
use taquin::{Board, Problem, Scrambler, Shape, construct};

/// Shapes with a number of boards for each.
const USUAL: &[(&str, usize)] = &[
    ("4x4", 100),
    ("5x5", 100),
    ("6x6", 100),
    ("8x8", 100),
    ("10x10", 100),
    ("20x20", 20),
    ("50x50", 3),
    ("100x100", 3),
    ("2x50", 20),
    ("100x10", 3),
    ("3x3x3", 100),
    ("4x4x4", 100),
    ("5x5x5", 50),
    ("10x10x10", 5),
];

/// The seed of all boards.
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "| shape | boards | moves, mean | / cells^1.5 | ms, mean | ms, longest |\n|---|---|---|---|---|---|"
    );
    match arguments.as_slice() {
        [] => USUAL.iter().try_for_each(|&(shape, boards)| measure(shape.parse()?, boards)),
        [shape] => measure(shape.parse()?, 1),
        [shape, boards, ..] => measure(shape.parse()?, boards.parse()?),
    }
}

fn measure(shape: Shape, boards: usize) -> Result<(), Box<dyn Error>> {
    let goal = Board::goal(shape);
    let started = Instant::now();
    let (mut moves, mut longest, mut total) = (0, 0.0_f64, 0.0);
    for start in Scrambler::new(goal.clone(), SEED).take(boards) {
        let problem = Problem::new(start, goal.clone())?;
        let before = processor_seconds(started);
        let solution = construct::solve(&problem);
        let took = processor_seconds(started) - before;
        (total, longest) = (total + took, longest.max(took));
        moves += solution.moves().len();
        let mut board = problem.start().clone();
        for &direction in solution.moves() {
            board.slide(direction).ok_or("a move leads out of the box")?;
        }
        assert_eq!(board, goal, "a solution ends at the goal");
    }
    let mean = moves as f64 / boards as f64;
    let scale = (shape.cells() as f64).powf(1.5);
    println!(
        "| {shape} | {boards} | {mean:.1} | {:.3} | {:.2} | {:.2} |",
        mean / scale,
        1e3 * total / boards as f64,
        1e3 * longest
    );
    Ok(())
}

/// Seconds this thread has run, where the system tells; else the clock.
fn processor_seconds(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| since.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
