//! All algorithms that find a solution wherever there is one, with all heuristics, against exact distances, towards random goals of six small shapes.
//!
//! What may not differ: a cost called optimal is the distance, no cost is below it, no lower bound is above it,
//! and the moves are as many as the cost.

use super::Round;
use super::boards::{Cells, Geometry};
use super::truth::Truth;
use crate::arguments::Stop;
use crate::step::at;
use serde_json::Value;

const SHAPES: [Geometry; 6] = [
    Geometry::flat(2, 2),
    Geometry::flat(3, 2),
    Geometry::solid(2, 2, 2),
    Geometry::flat(4, 2),
    Geometry::flat(3, 3),
    Geometry::flat(5, 2),
];

/// Algorithms that look at a heuristic, and whether what they find is always shortest.
const GUIDED: [(&str, bool); 6] = [
    ("astar", true),
    ("idastar", true),
    ("hybrid", true),
    ("weighted-astar", false),
    ("greedy", false),
    ("mark-at-generation", false),
];
const UNGUIDED: [&str; 4] = ["auto", "bfs", "bidirectional", "two-ended"];
/// All are admissible but `out-of-place`, which counts the blank too.
const HEURISTICS: [&str; 10] = [
    "zero",
    "hamming",
    "out-of-place",
    "manhattan",
    "linear-conflict",
    "walking-distance",
    "walking-conflict",
    "first-entry",
    "pdb:full",
    "max:hamming,linear-conflict",
];

/// How many boards are solved in each way.
const BOARDS: usize = 10;
/// Enough for breadth-first search on most of them; what is stopped must have a true lower bound.
const NODES: &str = "100000";

/// One shape and one goal.
pub(super) fn round(round: &mut Round) -> Result<(), Stop> {
    let geometry = SHAPES[(round.number % 6) as usize];
    let goal = geometry.shuffled(&mut round.random);
    let truth = Truth::new(geometry, &goal);
    let starts = truth.samples(BOARDS, &mut round.random);
    let lines: String =
        starts.iter().map(|start| format!("{} | {}\n", geometry.text(start), geometry.text(&goal))).collect();
    let path = round.directory.join("boards.txt");
    std::fs::write(&path, lines).map_err(at(&path))?;
    for (algorithm, _) in GUIDED {
        for heuristic in HEURISTICS {
            try_one(round, &truth, &starts, algorithm, Some(heuristic))?;
        }
    }
    for algorithm in UNGUIDED {
        try_one(round, &truth, &starts, algorithm, None)?;
    }
    Ok(())
}

fn try_one(
    round: &mut Round,
    truth: &Truth,
    starts: &[Cells],
    algorithm: &str,
    heuristic: Option<&str>,
) -> Result<(), Stop> {
    const TEST: &str = "all algorithms and heuristics against exact distances";
    let threads = ["1", "3"][round.random.index(2)];
    let arguments =
        ["solve", "boards.txt", "--json", "--node-limit", NODES, "--threads", threads, "-a", algorithm];
    let heuristic_arguments = heuristic.iter().flat_map(|name| ["-H", name]);
    let run = round.program.call(&round.directory, arguments.into_iter().chain(heuristic_arguments)).run()?;
    if let Some(complaint) = run.complaint() {
        round.ledger.tried(TEST, &run.command, Some(complaint));
        return Ok(());
    }
    let answers: Vec<Value> = run.stdout.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if answers.len() != starts.len() {
        let complaint = format!("{} answers to {} boards: {}", answers.len(), starts.len(), run.last_words());
        round.ledger.tried(TEST, &run.command, Some(complaint));
        return Ok(());
    }
    let must_prove = GUIDED.iter().all(|&(name, proves)| name != algorithm || proves);
    for (start, answer) in starts.iter().zip(&answers) {
        let complaint = disagreement(truth, start, answer, must_prove && heuristic != Some("out-of-place"));
        round.ledger.tried(TEST, &run.command, complaint);
        let ended = if answer["solved"] == true { "solved" } else { "stopped by the node limit" };
        round.ledger.count(TEST, ended);
    }
    Ok(())
}

/// What an answer says that is not so.
pub(super) fn disagreement(truth: &Truth, start: &Cells, answer: &Value, must_prove: bool) -> Option<String> {
    let Some(distance) = truth.distance(start) else { return Some("the board is not known".into()) };
    let distance = u64::from(distance);
    let (cost, bound) = (answer["cost"].as_u64(), answer["lower_bound"].as_u64());
    let start = answer["start"].as_str().unwrap_or("?");
    if answer["solved"] == true && cost.is_none() {
        return Some(format!("{start} is solved without a cost"));
    }
    if answer["optimal"] == true && cost != Some(distance) {
        return Some(format!("{start}: {cost:?} is called optimal, the distance is {distance}"));
    }
    let ended = answer["stopped_by"].is_null();
    if must_prove && ended && answer["optimal"] != true {
        return Some(format!("{start}: the search ended without a proof"));
    }
    if cost.is_some_and(|cost| cost < distance) {
        return Some(format!("{start}: {cost:?} moves cannot be, the distance is {distance}"));
    }
    if bound.is_some_and(|bound| bound > distance) {
        return Some(format!("{start}: the lower bound {bound:?} is above the distance {distance}"));
    }
    let moves = answer["moves"].as_str().map(|moves| moves.len() as u64);
    (moves != cost).then(|| format!("{start}: {moves:?} moves at a cost of {cost:?}"))
}
