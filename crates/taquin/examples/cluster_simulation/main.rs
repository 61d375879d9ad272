//! How well one search spreads over thousands of processes: their messages simulated, with the units of a real iteration and
//! the rules by which [`taquin::cluster`] hands them out.
//!
//! ```sh
//! cargo run --release --example cluster_simulation                        # 64, 1,024 and 16,384 processes, an hour of CPU
//! cargo run --release --example cluster_simulation -- 10 256 4096         # ten hours, and these
//! cargo run --release --example cluster_simulation -- --svg FILE          # the curve
//! cargo run --release --example cluster_simulation -- --record SET BOARD SECONDS FILE
//! ```
//!
//! Taken from the program: how many units an iteration has, what a process asks for and when, what the coordinator answers
//! ([`Pool`](taquin::cluster::Pool)), how often main threads look for messages. Measured here and now: what a message costs the coordinator.
//! Recorded: the nodes of every fourth unit of an iteration of a 15-puzzle, and how long each process takes to cut one.

mod curve;
mod processes;
mod recording;

use processes::{Costs, Run, simulate};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};
use taquin::Solver;
use taquin::cluster::{Coordinator, Request};
use taquin::published::PublishedSet;
use taquin::search::{Algorithm, Count};

/// What [`recording`] has written.
const UNITS: &str = include_str!("units.txt");
/// An iteration has so many times as many nodes as the one before, and so many of them are long enough to be shared.
const GROWTH: f64 = 6.0;
const ITERATIONS: i32 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["--record", set, board, seconds, file] => {
            record(set, board.parse()?, seconds.parse()?, Path::new(file))
        }
        ["--svg", file] => {
            let points: Vec<(usize, f64)> = (0..=14)
                .map(|power| 1 << power)
                .map(|processes| (processes, efficiency(1.0, processes, &costs()).0))
                .collect();
            Ok(std::fs::write(file, curve::draw(&points))?)
        }
        [] => tell(1.0, &[64, 1024, 16_384]),
        [hours, ref processes @ ..] => {
            let processes: Result<Vec<usize>, _> = processes.iter().map(|number| number.parse()).collect();
            tell(hours.parse()?, &processes?)
        }
    }
}

/// A row for each number of processes.
fn tell(hours: f64, processes: &[usize]) -> Result<(), Box<dyn Error>> {
    let costs = costs();
    println!("{hours} h of CPU; a message costs the coordinator {:.2} µs", costs.message.as_secs_f64() * 1e6);
    println!("processes   seconds   efficiency   messages/s   coordinator busy");
    for &processes in processes {
        let (efficiency, run) = efficiency(hours, processes, &costs);
        let seconds = run.time.as_secs_f64();
        println!(
            "{processes:>9}   {seconds:>7.2}   {:>8.1} %   {:>10.0}   {:>14.1} %",
            100.0 * efficiency,
            run.messages as f64 / seconds,
            100.0 * run.busy.as_secs_f64() / seconds
        );
    }
    Ok(())
}

/// The share of the processes' time that is spent on units that one process would search, and what the run was like.
fn efficiency(hours: f64, processes: usize, costs: &Costs) -> (f64, Run) {
    let recorded = Recorded::read();
    let seconds = 3600.0 * hours;
    let shares: Vec<f64> = (0..ITERATIONS).map(|back| GROWTH.powi(-back)).collect();
    let mut whole = Run::default();
    for share in shares.iter().rev() {
        let seconds = seconds * share / shares.iter().sum::<f64>();
        let run = simulate(&recorded.units(seconds), recorded.cut, processes, costs);
        whole.time += run.time;
        whole.busy += run.busy;
        whole.messages += run.messages;
    }
    (seconds / processes as f64 / whole.time.as_secs_f64(), whole)
}

/// A recorded iteration.
struct Recorded {
    /// The nodes of units.
    nodes: Vec<f64>,
    /// Nodes that a process searches in a second.
    pace: f64,
    /// How long each process takes to cut an iteration into units.
    cut: Duration,
}

impl Recorded {
    fn read() -> Recorded {
        let figure = |name: &str| {
            let line = UNITS.lines().find_map(|line| line.strip_prefix(&format!("# {name}: ")));
            line.and_then(|figure| figure.parse::<f64>().ok()).expect("the file has its figures")
        };
        let numbers = UNITS.lines().filter(|line| !line.starts_with('#'));
        let nodes = numbers.map(|line| line.parse().expect("a number of nodes")).collect();
        Recorded {
            nodes,
            pace: figure("nodes a second"),
            cut: Duration::from_secs_f64(figure("seconds to cut")),
        }
    }

    /// The seconds that each unit of an iteration takes which takes so many in all: as many units as the program makes, in the
    /// proportions of those that were recorded.
    fn units(&self, seconds: f64) -> Vec<f64> {
        let nodes = seconds * self.pace;
        let count = (nodes / f64::from(1 << 18)).clamp(f64::from(1 << 16), f64::from(1 << 20)) as usize;
        let units: Vec<f64> = self.nodes.iter().copied().cycle().take(count).collect();
        let scale = seconds / units.iter().sum::<f64>();
        units.into_iter().map(|unit| unit * scale).collect()
    }
}

/// What messages cost: a coordinator is asked for units and told of them, as fast as it goes.
fn costs() -> Costs {
    const MESSAGES: usize = 100_000;
    let problem = PublishedSet::Korf50.boards()[0].problem.clone();
    let mut coordinator = Coordinator::new(None, vec![1; 1024]);
    for member in 0..1024 {
        let (problem, method) = (problem.clone(), "idastar; manhattan; prune undo".to_string());
        coordinator.receive(member, Request::Open { ticket: 1, problem, method, joins: false });
        coordinator.receive(member, Request::begin(1, 50, 1 << 20));
    }
    let count = Count { expanded: 1 << 17, generated: 1 << 18 };
    let begun = Instant::now();
    for message in 0..MESSAGES {
        let member = message % 1024;
        let asks = Request::Report {
            ticket: 1,
            list: (50, 0),
            done: vec![(message, count)],
            goals: vec![],
            asks: true,
        };
        coordinator.receive(member, asks);
        std::hint::black_box(coordinator.outgoing());
    }
    Costs { message: begun.elapsed() / MESSAGES as u32, ..Costs::default() }
}

fn record(set: &str, board: usize, seconds: u64, file: &Path) -> Result<(), Box<dyn Error>> {
    let set: PublishedSet = set.parse()?;
    let board = set.boards().remove(board - 1);
    let solver = Solver::new().time_limit(Duration::from_secs(seconds));
    let solver = match set {
        PublishedSet::Cube100 => solver,
        _ => solver.algorithm(Algorithm::Idastar),
    };
    recording::record(&solver, &board.problem, file)
}
