//! Records the units of real iterations: how many nodes each has.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use taquin::search::{Answer, Count, Cut, Elsewhere, Share, StopReason, Taken, UnitLedger};
use taquin::solver::{Ledgers, Opened, RecordedMethod};
use taquin::{Problem, Solver};

/// Every so-manieth unit is written.
const EVERY: usize = 4;

/// The units of the iterations of a search, handed out in order.
#[derive(Debug, Default)]
struct Recorder {
    iterations: Mutex<Vec<Recorded>>,
    /// When the last one ended.
    ended: Mutex<Option<Instant>>,
}

/// An iteration, complete or not.
#[derive(Clone, Debug, Default)]
struct Recorded {
    bound: u32,
    is_handed_out: bool,
    has_goal: bool,
    /// The nodes of every unit, 0 where it was not searched.
    nodes: Vec<u64>,
    done: usize,
    begun: Option<Instant>,
    took: Duration,
    cut_in: Duration,
}

impl UnitLedger for Recorder {
    fn begin(&self, cut: &Cut) -> Result<Share, StopReason> {
        let mut iterations = self.iterations.lock().unwrap();
        let cut_in = self.ended.lock().unwrap().map_or(Duration::ZERO, |ended| ended.elapsed());
        let (nodes, begun) = (vec![0; cut.units], Some(Instant::now()));
        iterations.push(Recorded { bound: cut.bound, nodes, begun, cut_in, ..Recorded::default() });
        Ok(Share::Units)
    }

    fn take(&self) -> Taken {
        let mut iterations = self.iterations.lock().unwrap();
        let Some(now) = iterations.last_mut().filter(|now| !now.is_handed_out) else { return Taken::Nothing };
        now.is_handed_out = true;
        Taken::Units(0..now.nodes.len())
    }

    fn done(&self, unit: usize, count: Count, goal: Option<&[u8]>) {
        let mut iterations = self.iterations.lock().unwrap();
        let Some(now) = iterations.last_mut() else { return };
        now.nodes[unit] = count.expanded;
        now.done += 1;
        now.has_goal |= goal.is_some();
    }

    fn elsewhere(&self) -> Count {
        Count::default()
    }

    fn end(&self) -> Result<Option<Elsewhere>, StopReason> {
        if let Some(now) = self.iterations.lock().unwrap().last_mut() {
            now.took = now.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        }
        *self.ended.lock().unwrap() = Some(Instant::now());
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

/// Searches a board and writes the nodes of every fourth unit of its largest complete iteration to a file, a line for each.
pub(crate) fn record(
    solver: &Solver,
    problem: &Problem,
    path: &Path,
) -> Result<(), Box<dyn std::error::Error>> {
    let recorder = Arc::new(Recorder::default());
    solver.clone().ledger(Some(Arc::new(Recorders(recorder.clone())))).solve(problem)?;
    let iterations = recorder.iterations.lock().unwrap();
    let complete = iterations.iter().filter(|it| it.done == it.nodes.len() && !it.has_goal);
    let Some(largest) = complete.max_by_key(|it| it.nodes.iter().sum::<u64>()) else {
        return Err("no iteration was complete".into());
    };
    let nodes: u64 = largest.nodes.iter().sum();
    let mut text =
        format!("# Nodes of every {EVERY}th unit, in order. Written by this example with --record.\n");
    text += &format!(
        "# bound {} of {}: {} units, {nodes} nodes\n",
        largest.bound,
        problem.start(),
        largest.nodes.len()
    );
    text += &format!("# nodes a second: {:.0}\n", nodes as f64 / largest.took.as_secs_f64());
    text += &format!("# seconds to cut: {:.3}\n", largest.cut_in.as_secs_f64());
    largest.nodes.iter().step_by(EVERY).for_each(|nodes| text += &format!("{nodes}\n"));
    std::fs::write(path, text)?;
    Ok(())
}
