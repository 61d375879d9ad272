//! How well one search spreads over thousands of processes: their messages simulated, with the units of a real iteration and
//! the rules by which [`taquin::cluster`] hands them out.
//!
//! ```sh
//! cargo run --release --example cluster_simulation                        # 64, 1,024 and 16,384 processes, an hour of CPU
//! cargo run --release --example cluster_simulation -- 10 256 4096         # ten hours, and these
//! cargo run --release --example cluster_simulation -- --svg FILE          # curves, for an hour of CPU and a hundred
//! cargo run --release --example cluster_simulation -- --record SET BOARD SECONDS FILE
//! ```
//!
//! Taken from the program: which iterations are shared, how many units an iteration has, what a process asks for and when, what the
//! coordinator answers ([`Pool`](taquin::cluster::Pool)), how often main threads look for messages. Measured here and now: what a message
//! costs the coordinator. Recorded: nodes and weight of every fourth unit of an iteration of a 15-puzzle, the parts of the largest of
//! them, how fast it was searched, and how long a process takes to cut an iteration.

mod curve;
mod processes;
mod recording;

use curve::Curve;
use processes::{Costs, Iteration, Run, simulate};
use std::error::Error;
use std::path::Path;
use std::time::Duration;
use taquin::Solver;
use taquin::cluster::{Asks, Coordinator, Reply, Request};
use taquin::published::PublishedSet;
use taquin::search::{Algorithm, Count};

/// What [`recording`] has written.
const UNITS: &str = include_str!("units.txt");
/// An iteration has so many times as many nodes as the one before.
const GROWTH: f64 = 6.0;
/// Those with fewer nodes are searched by every process, as in the program.
const LEAST_NODES: f64 = (1 << 20) as f64;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["--record", set, board, seconds, file] => {
            record(set, board.parse()?, seconds.parse()?, Path::new(file))
        }
        ["--svg", file] => {
            let costs = costs();
            let curves = [(1.0, "#1763a6"), (100.0, "#b3541e")].map(|(hours, colour)| {
                let processes = (0..=14).map(|power| 1 << power);
                let points =
                    processes.map(|processes| (processes, efficiency(hours, processes, &costs).0)).collect();
                Curve { name: format!("{hours} h of CPU"), colour, points }
            });
            Ok(std::fs::write(file, curve::draw(&curves))?)
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
    let (message, unit) = (1e6 * costs.message, 1e6 * costs.unit);
    println!(
        "{hours} h of CPU; the coordinator needs {message:.2} µs for a message, {unit:.2} µs for each unit in it"
    );
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
    let costs = Costs { pace: recorded.pace, split: SPLIT * recorded.cut_unit, ..*costs };
    let nodes = 3600.0 * hours * recorded.pace;
    let mut whole = Run::default();
    let mut of_iteration = nodes * (GROWTH - 1.0) / GROWTH;
    while of_iteration >= LEAST_NODES {
        let iteration = recorded.iteration(of_iteration);
        let cut = Duration::from_secs_f64(recorded.cut_unit * iteration.units.len() as f64);
        let run = simulate(iteration, cut, processes, &costs);
        whole.time += run.time;
        whole.busy += run.busy;
        whole.messages += run.messages;
        of_iteration /= GROWTH;
    }
    // The others together.
    whole.time += Duration::from_secs_f64(of_iteration * GROWTH / (GROWTH - 1.0) / recorded.pace);
    (3600.0 * hours / processes as f64 / whole.time.as_secs_f64(), whole)
}

/// What it takes to receive a message and to send one back, which is not measured here.
const CARRIED: f64 = 2e-6;

/// A unit is cut into so many pieces, which are parts in turn.
const SPLIT: f64 = 4096.0;

/// A recorded iteration.
struct Recorded {
    /// The nodes of units, and their weights.
    units: Vec<(f64, u8)>,
    /// The shares that parts have of the largest.
    parts: Vec<f64>,
    /// Nodes that a process searches in a second.
    pace: f64,
    /// The seconds that a process takes to cut an iteration, for each unit.
    cut_unit: f64,
}

impl Recorded {
    fn read() -> Recorded {
        let line = |name: &str| {
            let found = UNITS.lines().find_map(|line| line.strip_prefix(&format!("# {name}: ")));
            found.expect("the file has its figures")
        };
        let numbers = |line: &str| -> Vec<f64> {
            line.split(' ').map(|word| word.parse().expect("a number")).collect()
        };
        let lines = UNITS.lines().filter(|line| !line.starts_with('#')).map(numbers);
        let parts = numbers(line("parts of the largest"));
        let whole: f64 = parts.iter().sum();
        Recorded {
            units: lines.map(|unit| (unit[0], unit[1] as u8)).collect(),
            parts: parts.into_iter().map(|part| part / whole).collect(),
            pace: numbers(line("nodes a second"))[0],
            cut_unit: numbers(line("microseconds to cut a unit"))[0] / 1e6,
        }
    }

    /// An iteration of so many nodes: as many units as the program makes, in the proportions of those that were recorded.
    fn iteration(&self, nodes: f64) -> Iteration {
        let most = (nodes / f64::from(1 << 18)).clamp(f64::from(1 << 16), f64::from(1 << 20));
        let count = most.min(nodes / 512.0) as usize;
        let units: Vec<(f64, u8)> = self.units.iter().copied().cycle().take(count).collect();
        let scale = nodes / self.pace / units.iter().map(|(nodes, _)| nodes).sum::<f64>();
        let (units, weights) = units.into_iter().map(|(nodes, weight)| (nodes * scale, weight)).unzip();
        Iteration { units, weights, parts: self.parts.clone() }
    }
}

/// What messages cost: an iteration is handed out and reported, as fast as the coordinator goes. Whatever else the machine does,
/// the best of several times is undisturbed.
fn costs() -> Costs {
    // Few units in many messages, and many in few.
    let least = |members| (0..5).map(|_| handed_out(members)).min_by(|one, other| one.0.total_cmp(&other.0));
    let (many, few) = (least(1024).unwrap_or_default(), least(16).unwrap_or_default());
    let message = ((many.0 - few.0) / (many.1 - few.1)).max(0.0);
    let unit = (few.0 - few.1 * message).max(0.0) / UNITS_HANDED_OUT as f64;
    Costs { message: CARRIED + message, unit, ..Costs::default() }
}

const UNITS_HANDED_OUT: usize = 1 << 16;

/// The seconds that an iteration costs the coordinator of so many members, and the messages.
fn handed_out(members: usize) -> (f64, f64) {
    let problem = PublishedSet::Korf50.boards()[0].problem.clone();
    let mut coordinator = Coordinator::new(None, vec![1; members]);
    for member in 0..members {
        let (problem, method) = (problem.clone(), "idastar; manhattan; prune undo".to_string());
        coordinator.receive(member, Request::Open { ticket: 1, problem, method, joins: false });
        coordinator.receive(member, Request::begin(1, 50, UNITS_HANDED_OUT));
    }
    let (count, list) = (Count { expanded: 1 << 17, generated: 1 << 18 }, (50, 0));
    let mut given: Vec<Vec<(usize, Count)>> = vec![Vec::new(); members];
    let (begun, mut messages, mut is_over) = (recording::seconds(), 0, false);
    while !is_over {
        for member in 0..members {
            let (done, goals, grown) = (std::mem::take(&mut given[member]), vec![], vec![]);
            let asks = Some(Asks::Early);
            coordinator.receive(member, Request::Report { ticket: 1, list, done, goals, grown, asks });
            messages += 1;
            for (other, reply) in coordinator.outgoing() {
                match reply {
                    Reply::Units { units, .. } => {
                        given[other].extend(units.into_iter().flatten().map(|unit| (unit, count)));
                    }
                    Reply::Ended { .. } => is_over = true,
                    _ => {}
                }
            }
        }
    }
    (recording::seconds() - begun, f64::from(messages))
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
