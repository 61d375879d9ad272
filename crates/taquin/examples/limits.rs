//! Gives up in time: by a number of nodes, by the clock, and because another thread says so.
//!
//! A search that is stopped is no error. It has an answer: why it stopped, and what it has proved by then.
//!
//! `cargo run --release --example limits`

use std::error::Error;
use std::thread;
use std::time::Duration;
use taquin::search::{Cancel, Outcome};
use taquin::{Board, Problem, Scrambler, Shape, Solved, Solver};

fn show(limit: &str, answer: &Solved) {
    let (why, nodes) = match &answer.answer.outcome {
        Outcome::Stopped { why, .. } => (why.to_string(), answer.stats().expanded),
        Outcome::Solved { solution, .. } => {
            (format!("solved in {}", solution.cost()), answer.stats().expanded)
        }
    };
    println!(
        "{limit:18} {why:12} {nodes:11} nodes; no solution has fewer than {} moves",
        answer.lower_bound()
    );
}

fn main() -> Result<(), Box<dyn Error>> {
    // Manhattan alone does not solve a random 24-puzzle in a lifetime.
    let goal = Board::goal(Shape::PUZZLE_24);
    let problem = Problem::new(Scrambler::new(goal.clone(), 1).uniform(), goal)?;
    let solver = Solver::new().heuristic("manhattan");

    show("a million nodes", &solver.clone().node_limit(1_000_000).solve(&problem)?);
    show("a tenth of a second", &solver.clone().time_limit(Duration::from_millis(100)).solve(&problem)?);

    // A switch for any number of searches: clones of it are the same switch.
    let cancel = Cancel::new();
    let user = thread::spawn({
        let cancel = cancel.clone();
        move || {
            thread::sleep(Duration::from_millis(200));
            cancel.cancel();
        }
    });
    show("another thread", &solver.cancel(&cancel).solve(&problem)?);
    user.join().map_err(|_| "the thread panicked")?;
    Ok(())
}
