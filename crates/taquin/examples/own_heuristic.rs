//! A heuristic of one's own: alone, and as one of several of which the largest counts.
//!
//! A good estimate is the distance in an easier puzzle. Here any tile may jump into the blank, wherever it is (Gaschnig
//! 1979). Solving that puzzle takes no search: fill the blank with the tile that belongs there, and if the
//! blank is home while other tiles are not, bring any of them out first. No solution of the real puzzle is shorter, so
//! the estimate is admissible; it is consistent too, since one slide is one jump.
//!
//! `cargo run --release --example own_heuristic`

use std::error::Error;
use taquin::heuristic::{Guarantees, Heuristic, Manhattan, Maximum, from_fn};
use taquin::search::Algorithm;
use taquin::{Board, Problem, Solver};

/// The jumps from one board to another.
fn jumps(board: &Board, goal: &Board) -> u32 {
    // Where the number in each cell belongs. The blank is a number like the others, 0.
    let goal: Vec<u16> = goal.numbers().collect();
    let home = |number| goal.iter().position(|&other| other == number).expect("the same numbers");
    let mut homes: Vec<usize> = board.numbers().map(home).collect();
    let blank_home = home(0);
    let mut blank = board.blank().index();
    for jumps in 0.. {
        let from = if blank == blank_home {
            homes.iter().enumerate().position(|(cell, &home)| cell != home)
        } else {
            homes.iter().position(|&home| home == blank)
        };
        let Some(from) = from else { return jumps };
        homes.swap(blank, from);
        blank = from;
    }
    unreachable!("at least every other jump brings a tile home")
}

fn main() -> Result<(), Box<dyn Error>> {
    let start: Board = "8 6 7/2 5 4/3 0 1".parse()?;
    let goal = Board::goal(start.shape());
    let problem = Problem::new(start.clone(), goal.clone())?;

    let easier = goal.clone();
    let own = from_fn(&goal, Guarantees::FULL, move |board| jumps(board, &easier));
    let manhattan = Manhattan::new(&goal);
    let both = Maximum::new(vec![own.clone().into_any(), manhattan.clone().into_any()]);

    println!("heuristic   of the start   moves   expanded");
    let rows =
        [("jumps", own.into_any()), ("manhattan", manhattan.into_any()), ("the larger", both.into_any())];
    for (name, heuristic) in rows {
        let estimate = heuristic.of(&start);
        let answer = Solver::new().algorithm(Algorithm::Astar).heuristic(heuristic).solve(&problem)?;
        let cost = answer.cost().ok_or("there are no limits, so there is a solution")?;
        assert!(answer.proved());
        println!("{name:10} {estimate:14} {cost:7} {:10}", answer.stats().expanded);
    }
    Ok(())
}
