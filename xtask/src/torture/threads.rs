//! The same boards on 1 to 1,000 threads, stopped and continued at random: lengths and node counts stay.

use super::Round;
use super::boards::Geometry;
use super::program::{Run, Running};
use crate::arguments::Stop;
use serde_json::Value;
use std::time::Duration;

const THREADS: [&str; 5] = ["2", "3", "7", "64", "1000"];
/// Shapes, and how far a walk leads from the goal: seconds of search at most.
const SHAPES: [(Geometry, usize); 3] =
    [(Geometry::flat(4, 4), 60), (Geometry::flat(5, 5), 50), (Geometry::solid(3, 3, 3), 30)];
/// Ways to search on several threads, and whether their node counts are promised to be the same.
const WAYS: [(&str, bool); 3] = [("idastar", true), ("hybrid", false), ("auto", false)];

/// One board, one way to search, all numbers of threads.
pub(super) fn round(round: &mut Round) -> Result<(), Stop> {
    const TEST: &str = "1 to 1,000 threads, stopped and continued";
    let (geometry, moves) = *round.random.pick(&SHAPES);
    let (algorithm, same_nodes) = *round.random.pick(&WAYS);
    let board = geometry.text(&geometry.walked(&geometry.blank_last(), moves, &mut round.random));
    let directory = round.directory.clone();
    let program = round.program;
    let call = |threads: &str| {
        program.call(&directory, ["solve", &board, "--json", "-a", algorithm, "--threads", threads])
    };
    let alone = call("1").run()?;
    let expected = figures(&alone, same_nodes);
    round.ledger.tried(TEST, &alone.command, alone.unless_answered());
    for threads in THREADS {
        let running = call(threads).start()?;
        let run = stopped_and_continued(running, round)?;
        let found = figures(&run, same_nodes);
        let different =
            || (found != expected).then(|| format!("{found:?} on {threads} threads, alone {expected:?}"));
        round.ledger.tried(TEST, &run.command, run.unless_answered().or_else(different));
    }
    Ok(())
}

/// Lets it run, stand still, run …
fn stopped_and_continued(mut running: Running, round: &mut Round) -> Result<Run, Stop> {
    for _ in 0..round.random.below(4) {
        let pause = |round: &mut Round| Duration::from_millis(round.random.below(60));
        if !running.let_run(pause(round)) {
            break;
        }
        running.signal("STOP");
        std::thread::sleep(pause(round));
        running.signal("CONT");
        round.ledger.count("1 to 1,000 threads, stopped and continued", "stops");
    }
    running.wait()
}

/// What must not depend on the threads.
fn figures(run: &Run, nodes: bool) -> Vec<Value> {
    let answer: Value = serde_json::from_str(run.stdout.trim()).unwrap_or_default();
    let names: &[&str] =
        if nodes { &["cost", "optimal", "expanded", "generated"] } else { &["cost", "optimal"] };
    names.iter().map(|name| answer[name].clone()).collect()
}
