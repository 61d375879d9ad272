//! Gives up in time: by a number of nodes, by the clock, and because another thread says so.
//!
//! A search that is stopped is no error. It has an answer: why it stopped, and what it has proved by then.
//!
//! `cargo run --release --example limits`

use std::error::Error;
use std::thread;
use std::time::Duration;
use taquin::search::{Cancel, Outcome};
use taquin::{Board, Problem, Solved, Solver};

fn show(limit: &str, answer: &Solved) {
    let (why, nodes) = match &answer.answer.outcome {
        Outcome::Stopped { why, .. } => (why.to_string(), answer.stats().expanded),
        Outcome::Solved { solution, .. } => {
            (format!("solved in {}", solution.cost()), answer.stats().expanded)
        }
    };
    println!(
        "{limit:20} {why:12} {nodes:11} nodes; no solution has fewer than {} moves",
        answer.lower_bound()
    );
}

fn main() -> Result<(), Box<dyn Error>> {
    // One of the hardest 15-puzzles, 80 moves: Manhattan alone takes minutes.
    let start: Board = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1".parse()?;
    let goal = Board::goal(start.shape());
    let problem = Problem::new(start, goal)?;
    let solver = Solver::new().heuristic("manhattan");

    show("a million nodes", &solver.clone().node_limit(1_000_000).solve(&problem)?);
    show("a fifth of a second", &solver.clone().time_limit(Duration::from_millis(200)).solve(&problem)?);

    // A switch for any number of searches: clones of it are the same switch.
    let cancel = Cancel::new();
    let user = thread::spawn({
        let cancel = cancel.clone();
        move || {
            thread::sleep(Duration::from_millis(800));
            cancel.cancel();
        }
    });
    show("another thread", &solver.cancel(&cancel).solve(&problem)?);
    user.join().map_err(|_| "the thread panicked")?;
    Ok(())
}
