//! Counts a whole space of boards, and lists those that are hardest.
//!
//! `cargo run --release --example counting [SHAPE]`, e.g. 4x3: 239,500,800 boards in a few seconds.

use std::error::Error;
use std::ops::ControlFlow;
use taquin::census::{census, level};
use taquin::search::Limits;
use taquin::{Board, Ranking, Shape};

fn main() -> Result<(), Box<dyn Error>> {
    let shape = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => Shape::PUZZLE_8,
    };
    let goal = Board::goal(shape);
    let (limits, threads) = (Limits::default(), std::thread::available_parallelism()?.get());

    println!("moves      boards");
    let counted = census(&goal, None, &limits, threads, &mut |depth, boards| {
        println!("{depth:5} {boards:11}");
        ControlFlow::Continue(())
    });
    let total: u64 = counted.levels.iter().sum();
    let mean = counted.levels.iter().zip(0..).map(|(&boards, depth)| boards * depth).sum::<u64>() as f64;
    println!("total {total:11}, {:.2} moves on average", mean / total as f64);
    assert_eq!(u128::from(total), Ranking::new(&goal)?.boards());

    // A level is a stream: its boards are made one at a time.
    let hardest = level(&goal, counted.levels.len() as u32 - 1, &limits, threads)?;
    println!("the {} hardest:", hardest.len());
    for board in hardest.boards().take(5) {
        println!("  {board}");
    }
    Ok(())
}
