//! Looks a few moves ahead by hand: how many different boards can be reached, and how good the best is.
//!
//! `cargo run --release --example look_ahead`

use std::collections::BTreeSet;
use std::error::Error;
use taquin::Board;

fn main() -> Result<(), Box<dyn Error>> {
    let start: Board = "5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15".parse()?;
    let goal = Board::goal(start.shape());
    let misplaced = |board: &Board| board.tiles().filter(|&(cell, tile)| goal[cell] != Some(tile)).count();

    let mut seen = BTreeSet::from([start.clone()]);
    let mut level = vec![start];
    for moves in 0..=12 {
        let best = level.iter().min_by_key(|board| misplaced(board)).ok_or("the level is empty")?;
        println!(
            "{moves:2} moves: {:5} boards, {:2} tiles misplaced in {best}",
            level.len(),
            misplaced(best)
        );
        let next = level.iter().flat_map(Board::neighbours).filter(|board| seen.insert(board.clone()));
        level = next.collect();
    }
    Ok(())
}
