//! Records the units of real iterations, how many nodes and what weight each has, and the parts of the largest one.

use std::path::Path;
use std::sync::{Arc, Mutex};
use taquin::search::{Answer, Count, Cut, Elsewhere, Part, Share, StopReason, Taken, UnitLedger};
use taquin::solver::{Ledgers, Opened, RecordedMethod};
use taquin::{Problem, Solver};

/// Every so-manieth unit is written.
const EVERY: usize = 4;

/// The largest unit is searched once more in so many parts, as the program has it.
const PARTS: usize = 64;

/// The units of the iterations of a search, handed out in order.
#[derive(Debug, Default)]
struct Recorder {
    iterations: Mutex<Vec<Recorded>>,
    /// The processor's time at the end of the last one.
    ended: Mutex<f64>,
}

/// The seconds that the main thread, which alone searches, was at work, whatever else the machine did.
pub(crate) fn seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("a Linux");
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.expect("a number") / 1e9
}

/// An iteration, complete or not.
#[derive(Clone, Debug, Default)]
struct Recorded {
    bound: u32,
    is_handed_out: bool,
    has_goal: bool,
    /// The nodes of every unit, 0 where it was not searched, and their weights.
    nodes: Vec<u64>,
    weights: Vec<u8>,
    done: usize,
    begun: f64,
    took: f64,
    cut_in: f64,
    /// The nodes of parts of the largest unit, and those that have not been begun.
    parts: Vec<u64>,
    parts_left: usize,
}

impl UnitLedger for Recorder {
    fn begin(&self, cut: &Cut) -> Result<Share, StopReason> {
        let mut iterations = self.iterations.lock().unwrap();
        let begun = seconds();
        let (nodes, cut_in) = (vec![0; cut.units], begun - *self.ended.lock().unwrap());
        let bound = cut.bound;
        iterations.push(Recorded { bound, nodes, begun, cut_in, parts_left: PARTS, ..Recorded::default() });
        Ok(Share::Units)
    }

    fn take(&self) -> Taken {
        let mut iterations = self.iterations.lock().unwrap();
        let Some(now) = iterations.last_mut() else { return Taken::Nothing };
        if now.is_handed_out {
            return if now.parts_left > 0 { Taken::Later } else { Taken::Nothing };
        }
        now.is_handed_out = true;
        Taken::Units(0..now.nodes.len())
    }

    fn weigh(&self, weight: &dyn Fn(usize) -> u8) {
        if let Some(now) = self.iterations.lock().unwrap().last_mut() {
            now.weights = (0..now.nodes.len()).map(weight).collect();
        }
    }

    fn take_part(&self) -> Option<Part> {
        let mut iterations = self.iterations.lock().unwrap();
        let now = iterations.last_mut().filter(|now| now.parts_left > 0)?;
        let (unit, _) = now.nodes.iter().enumerate().max_by_key(|&(_, nodes)| nodes)?;
        now.parts_left -= 1;
        Some(Part { unit, number: PARTS - 1 - now.parts_left, of: PARTS })
    }

    fn part_done(&self, _: Part, count: Option<Count>) {
        if let Some(now) = self.iterations.lock().unwrap().last_mut() {
            now.parts.extend(count.map(|count| count.expanded));
        }
    }

    fn done(&self, unit: usize, count: Count, goal: Option<&[u8]>) {
        let mut iterations = self.iterations.lock().unwrap();
        let Some(now) = iterations.last_mut() else { return };
        now.nodes[unit] = count.expanded;
        now.done += 1;
        now.took = seconds() - now.begun;
        now.has_goal |= goal.is_some();
    }

    fn elsewhere(&self) -> Count {
        Count::default()
    }

    fn end(&self) -> Result<Option<Elsewhere>, StopReason> {
        *self.ended.lock().unwrap() = seconds();
        Ok(Some(Elsewhere::default()))
    }
}

/// Hands the one recorder to every search.
#[derive(Debug)]
struct Recorders(Arc<Recorder>);

impl Ledgers for Recorders {
    fn open(&self, _: &Problem, _: &RecordedMethod) -> Result<Opened, String> {
        Ok(Opened { units: self.0.clone(), answer: None })
    }

    fn close(&self, _: &Problem, _: &Answer) {}

    fn refusal(&self) -> Option<String> {
        None
    }
}

/// Searches a board on one thread and writes every fourth unit of its largest complete iteration to a file, a line for each.
pub(crate) fn record(
    solver: &Solver,
    problem: &Problem,
    path: &Path,
) -> Result<(), Box<dyn std::error::Error>> {
    let recorder = Arc::new(Recorder::default());
    solver.clone().threads(1).ledger(Some(Arc::new(Recorders(recorder.clone())))).solve(problem)?;
    let iterations = recorder.iterations.lock().unwrap();
    let complete = iterations.iter().filter(|it| it.done == it.nodes.len() && !it.has_goal);
    let Some(largest) = complete.max_by_key(|it| it.nodes.iter().sum::<u64>()) else {
        return Err("no iteration was complete".into());
    };
    let nodes: u64 = largest.nodes.iter().sum();
    let mut text = format!(
        "# Nodes and weight of every {EVERY}th unit, in order. Written by this example with --record.\n"
    );
    text += &format!(
        "# bound {} of {}: {} units, {nodes} nodes\n",
        largest.bound,
        problem.start(),
        largest.nodes.len()
    );
    text += &format!("# nodes a second: {:.0}\n", nodes as f64 / largest.took);
    text +=
        &format!("# microseconds to cut a unit: {:.3}\n", 1e6 * largest.cut_in / largest.nodes.len() as f64);
    let parts: Vec<String> = largest.parts.iter().map(ToString::to_string).collect();
    text += &format!("# parts of the largest: {}\n", parts.join(" "));
    let units = largest.nodes.iter().zip(&largest.weights).step_by(EVERY);
    units.for_each(|(nodes, weight)| text += &format!("{nodes} {weight}\n"));
    std::fs::write(path, text)?;
    Ok(())
}
