//! Watches a search: which one was chosen, its iterations, and how far it has come now and then.
//!
//! `cargo run --release --example progress [SEED]`

use std::error::Error;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use taquin::search::{Algorithm, Observer, Stats};
use taquin::solver::Plan;
use taquin::{Board, Problem, Scrambler, Shape, Solver};

/// Prints at most some lines a second. Everything that it does not care for has a default.
struct Progress {
    last: Instant,
}

impl Observer for Progress {
    fn begins(&mut self, plan: &Plan) {
        println!("{plan}");
    }

    fn iteration(&mut self, bound: u32) {
        println!("looking for a solution of {bound} moves");
    }

    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        if self.last.elapsed() >= Duration::from_millis(100) {
            self.last = Instant::now();
            println!("    {:11} nodes; at least {lower_bound} moves", stats.expanded);
        }
        // `Break` would end the search, as a limit does.
        ControlFlow::Continue(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(3), |text| text.parse())?;
    let goal = Board::goal(Shape::PUZZLE_15);
    let start = Scrambler::new(goal.clone(), seed).uniform();
    println!("{start}");

    // Left to itself the solver would take tables once the board turns out to be hard.
    let solver = Solver::new().algorithm(Algorithm::Idastar).heuristic("linear-conflict");
    let answer = solver.solve_with(&Problem::new(start, goal)?, &mut Progress { last: Instant::now() })?;
    let solution = answer.solution().ok_or("there are no limits, so there is a solution")?;
    println!("{} moves: {solution}", solution.cost());
    Ok(())
}
