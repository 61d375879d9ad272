//! Keeps pattern databases in a directory: the first run builds them, every later one only opens the files.
//!
//! `cargo run --release --example tables_on_disk [DIRECTORY]`; without a directory one is made and removed again.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;
use taquin::heuristic::PatternDatabases;
use taquin::pdb::Store;
use taquin::{Board, Problem, Scrambler, Shape, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let temporary = tempfile::tempdir()?;
    let directory = std::env::args_os().nth(1).map_or_else(|| temporary.path().into(), PathBuf::from);
    let store = Store::in_directory(directory);
    let goal = Board::goal(Shape::PUZZLE_15);

    // Three tables for five tiles each. The second time all of them are found.
    for run in ["first", "second"] {
        let (started, mut levels) = (Instant::now(), 0);
        let mut watch = |_| {
            levels += 1;
            ControlFlow::Continue(())
        };
        let databases = PatternDatabases::in_store(&goal, Some("5-5-5"), &store, 2, &mut watch)?;
        let (bytes, time) = (databases.bytes(), started.elapsed());
        println!("{run} time: {bytes} bytes of tables in {time:.1?}, {levels} levels built");
    }
    for file in store.list()? {
        println!("  {} has {} bytes", file.path.display(), file.bytes);
    }

    // A solver uses what is in the directory, and never writes to it.
    let solver = Solver::new().store(store).heuristic("pdb:5-5-5");
    let start = Scrambler::new(goal.clone(), 1).uniform();
    let answer = solver.solve(&Problem::new(start, goal)?)?;
    let cost = answer.cost().ok_or("there are no limits, so there is a solution")?;
    println!("{cost} moves by {}, {} nodes expanded", answer.described(), answer.stats().expanded);
    Ok(())
}
