//! Solves a batch of boards on all cores, and prints the answers in the order of the boards.
//!
//! `cargo run --release --example batch [FILE]`, with any number of boards; without a file 100 random 15-puzzles.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::time::Duration;
use taquin::notation::source::Source;
use taquin::{Board, Problem, Scrambler, Shape, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let threads = std::thread::available_parallelism()?.get();
    let solver = Solver::new().threads(threads).time_limit(Duration::from_secs(60));

    // A stream: no more boards are read than are needed to keep the threads busy.
    let boards: Box<dyn Iterator<Item = Result<Board, String>> + Send> = match std::env::args_os().nth(1) {
        Some(path) => {
            let source = Source::new(BufReader::new(File::open(path)?), None);
            Box::new(source.map(|read| read.map(|problem| problem.start).map_err(|error| error.to_string())))
        }
        None => {
            let mut scrambler = Scrambler::new(Board::goal(Shape::PUZZLE_15), 1);
            Box::new((0..100).map(move |_| Ok(scrambler.uniform())))
        }
    };

    let answers = solver.map_all(boards, |solver, board| {
        let board = board?;
        let problem = Problem::new(board.clone(), Board::goal(board.shape())).map_err(|e| e.to_string())?;
        let solved = solver.solve(&problem).map_err(|error| error.to_string())?;
        Ok::<_, String>((board, solved))
    });
    for answer in answers {
        match answer {
            Ok((board, solved)) => println!("{board}: {}", solved.answer.outcome),
            Err(error) => println!("{error}"),
        }
    }
    Ok(())
}
