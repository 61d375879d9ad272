//! Limits, measured from outside: time, memory and what the system grants. Tables count too.
//!
//! Time is judged by the processor time that was used, since a busy machine makes every clock late; the
//! overshoot on the clock is in the remark.

use super::Round;
use super::boards::Geometry;
use super::program::Run;
use crate::arguments::Stop;
use std::time::Duration;

/// Boards that no search here solves within a limit.
const SHAPES: [Geometry; 5] = [
    Geometry::flat(5, 5),
    Geometry::flat(6, 6),
    Geometry::solid(3, 3, 3),
    Geometry::flat(8, 7),
    Geometry::solid(4, 4, 4),
];
const SHAPES_WITH_TABLES: [Geometry; 2] = [Geometry::flat(5, 5), Geometry::solid(3, 3, 3)];
const WAYS: [&str; 8] = [
    "",
    "-a astar -H manhattan",
    "-a astar -H linear-conflict",
    "-a idastar -H walking-distance",
    "-a idastar -H first-entry",
    "-a bfs",
    "-a bidirectional",
    "-a hybrid -H manhattan",
];
/// What a process needs before any search: code, stacks, buffers. One that checks a board of 3×3 has 19 MB.
const FIXED_BYTES: u64 = 22 << 20;

pub(super) fn round(round: &mut Round) -> Result<(), Stop> {
    let way = *round.random.pick(&WAYS);
    let board = hard_board(round, &SHAPES);
    time(round, &board, way)?;
    memory(round, &board, way)?;
    starved(round, &board, way)?;
    // Every round has tables that are built in memory: they are what limits forget first.
    let board = hard_board(round, &SHAPES_WITH_TABLES);
    time(round, &board, "-H pdb")?;
    memory(round, &board, "-H pdb")?;
    comparison_memory(round)
}

fn hard_board(round: &mut Round, shapes: &[Geometry]) -> String {
    let geometry = *round.random.pick(shapes);
    geometry.text(&geometry.scrambled(&geometry.blank_last(), &mut round.random))
}

fn solve(round: &Round, board: &str, way: &str, limits: &str) -> Result<Run, Stop> {
    let words = ["solve", board, "--json"].into_iter().chain(limits.split(' ')).chain(way.split_whitespace());
    round.program.call(&round.directory, words).run()
}

/// A time limit holds, whatever is being made ready.
fn time(round: &mut Round, board: &str, way: &str) -> Result<(), Stop> {
    const TEST: &str = "`--time-limit`";
    let limit = Duration::from_millis(*round.random.pick(&[50, 100, 500]));
    let limits = format!("--time-limit {}ms --memory-limit 1GB --threads 1", limit.as_millis());
    let run = solve(round, board, way, &limits)?;
    // Unoptimised code takes its time to start and to tidy up.
    let most = limit + Duration::from_millis(1500);
    let over = run.usage.cpu.filter(|&cpu| cpu > most);
    let complaint =
        over.map(|cpu| format!("{:.2} s of processor time at a limit of {limit:?}", cpu.as_secs_f64()));
    round.ledger.measured(TEST, "overshoot on the clock in s", run.took.saturating_sub(limit).as_secs_f64());
    round.ledger.tried(TEST, &run.command, run.complaint().or(complaint));
    Ok(())
}

/// A memory limit holds, tables included.
fn memory(round: &mut Round, board: &str, way: &str) -> Result<(), Stop> {
    const TEST: &str = "`--memory-limit`";
    let megabytes = *round.random.pick(&[40, 64, 128]);
    let limits = format!("--memory-limit {megabytes}MB --time-limit 2s");
    let run = solve(round, board, way, &limits)?;
    let complaint = run.complaint().or_else(|| too_much(&run, megabytes));
    if let Some(bytes) = run.usage.peak_bytes {
        round.ledger.measured(TEST, "resident / limit", bytes as f64 / (megabytes as f64 * 1e6));
    }
    round.ledger.tried(TEST, &run.command, complaint);
    Ok(())
}

/// Runs of a comparison share one limit.
fn comparison_memory(round: &mut Round) -> Result<(), Stop> {
    const TEST: &str = "`compare --memory-limit` on 2 and 4 threads";
    let threads = *round.random.pick(&["2", "4"]);
    let seed = round.random.below(1000).to_string();
    let words = format!(
        "compare --random 4 --shape 5x5 --seed {seed} -a astar -H manhattan --memory-limit 30MB --time-limit 2s \
         --threads {threads}"
    );
    let run = round.program.words(&round.directory, &words).run()?;
    round.ledger.tried(TEST, &run.command, run.complaint().or_else(|| too_much(&run, 30)));
    Ok(())
}

fn too_much(run: &Run, megabytes: u64) -> Option<String> {
    let most = megabytes * 1_000_000 * 115 / 100 + FIXED_BYTES;
    let bytes = run.usage.peak_bytes.filter(|&bytes| bytes > most)?;
    Some(format!("{} MB resident at a limit of {megabytes} MB", bytes / 1_000_000))
}

/// The system refuses memory or threads: a message, not an abort.
fn starved(round: &mut Round, board: &str, way: &str) -> Result<(), Stop> {
    const TEST: &str = "`ulimit -v` 60 to 400 MB";
    let kilobytes = 1000 * (60 + round.random.below(340));
    let threads = *round.random.pick(&["1", "4", "200"]);
    let words = ["solve", board, "--json", "--time-limit", "1s", "--threads", threads];
    let call = round.program.call(&round.directory, words.into_iter().chain(way.split_whitespace()));
    let run = call.ulimit(format!("-v {kilobytes}")).run()?;
    round.ledger.tried(TEST, &run.command, run.complaint());
    Ok(())
}
