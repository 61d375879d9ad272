//! Kills that nothing can catch, at random moments: whatever was being written is whole or as it was before,
//! and the next run tidies up.

use super::Round;
use super::program::{Call, Run};
use crate::arguments::Stop;
use crate::step::at;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A 15-puzzle whose A* takes a while and writes much.
const SLOW_BOARD: &str = "2 5 4 8/1 10 6 3/9 7 11 12/13 0 14 15";

/// One kill of each kind, and builders that get into each other's way.
pub(super) fn round(round: &mut Round) -> Result<(), Stop> {
    build(round)?;
    export(round, "kill -9 `compare --export-csv`, then `--resume`", "--export-csv", "rows.csv")?;
    export(round, "kill -9 `compare --export-json`, then `--resume`", "--export-json", "rows.jsonl")?;
    let report = ["solve", SLOW_BOARD, "-a", "astar", "-H", "hamming", "--report", "old.txt"];
    output(round, "kill -9 `solve --report`", &report)?;
    let trace = ["trace", SLOW_BOARD, "blank-last", "old.txt", "-H", "hamming", "--max-steps", "2000"];
    output(round, "kill -9 `trace`", &trace)?;
    builders(round)
}

/// A build is killed, then done again: the tables are those of a build that was left in peace.
fn build(round: &mut Round) -> Result<(), Stop> {
    const TEST: &str = "kill -9 `pdb build`, then again";
    let (shape, set) =
        *round.random.pick(&[("4x4", "5-5-5"), ("3x3", "full"), ("4x4", "4-4-4-3"), ("4x3", "4-4-3")]);
    let call = |directory: &Path| round.program.call(directory, ["pdb", "build", shape, set]);
    let peace = folder(round, "peace")?;
    let reference = call(&peace).run()?;
    if let Some(complaint) = reference.unless_answered() {
        round.ledger.tried(TEST, &reference.command, Some(complaint));
        return Ok(());
    }
    let war = folder(round, "war")?;
    if killed(call(&war), &reference, round)? {
        round.ledger.count(TEST, "killed alive");
    }
    let partial = difference(&peace, &war, false)?;
    let listed = round.program.words(&war, "pdb list").run()?;
    let again = call(&war).run()?;
    round.program.words(&peace, "pdb list").run()?;
    let complaint = partial.or_else(|| listed.unless_answered()).or_else(|| again.unless_answered());
    let complaint = match complaint {
        None => difference(&peace, &war, true)?,
        some => some,
    };
    round.ledger.tried(TEST, &again.command, complaint);
    Ok(())
}

/// How the tables of two runs differ: another content, or, if `complete`, other files.
fn difference(peace: &Path, war: &Path, complete: bool) -> Result<Option<String>, Stop> {
    let (peace, war) = (contents(&peace.join("tables"))?, contents(&war.join("tables"))?);
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<BTreeSet<_>>();
    if complete && names(&peace) != names(&war) {
        return Ok(Some(format!("files are {:?}, expected {:?}", names(&war), names(&peace))));
    }
    let changed = war.iter().find(|(name, bytes)| {
        name.ends_with(".taquin-pdb") && peace.get(*name).is_some_and(|known| known != *bytes)
    });
    Ok(changed.map(|(name, _)| format!("{name} is not what a build in peace writes")))
}

fn contents(directory: &Path) -> Result<BTreeMap<String, Vec<u8>>, Stop> {
    if !directory.exists() {
        return Ok(BTreeMap::new());
    }
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).map_err(at(directory))? {
        let path = entry.map_err(at(directory))?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        files.insert(name, fs::read(&path).map_err(at(&path))?);
    }
    Ok(files)
}

/// An export is killed up to three times and resumed; its rows are those of a run in peace.
fn export(round: &mut Round, test: &'static str, flag: &str, file: &str) -> Result<(), Stop> {
    let seed = round.random.below(1000).to_string();
    let arguments = ["compare", "--random", "12", "--shape", "3x3", "--seed", &seed, "-H", "all", flag, file];
    let peace = folder(round, "peace")?;
    let reference = round.program.call(&peace, arguments).run()?;
    let war = folder(round, "war")?;
    let path = war.join(file);
    let resumed = |round: &Round| {
        let resume = path.exists().then_some("--resume");
        round.program.call(&war, arguments.into_iter().chain(resume))
    };
    for _ in 0..=round.random.below(3) {
        if killed(resumed(round), &reference, round)? {
            round.ledger.count(test, "killed alive");
        }
    }
    let last = resumed(round).run()?;
    let different = || {
        let (expected, found) = (rows(&peace.join(file)), rows(&path));
        (expected != found)
            .then(|| format!("{} rows, expected {}, or other values", found.len(), expected.len()))
    };
    let complaint = reference.unless_answered().or_else(|| last.unless_answered()).or_else(different);
    round.ledger.tried(test, &last.command, complaint);
    Ok(())
}

/// The rows of an export without what no two runs share, sorted.
fn rows(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut rows: Vec<String> = if path.extension().is_some_and(|ending| ending == "csv") {
        let table: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let heads = table.first().cloned().unwrap_or_default();
        let lasting = |row: &Vec<&str>| {
            let named = row.iter().zip(&heads).filter(|(_, head)| !PASSING.contains(head));
            named.map(|(value, _)| *value).collect::<Vec<_>>().join(",")
        };
        table.iter().map(lasting).collect()
    } else {
        let lasting = |line: &str| {
            let mut row: Value = serde_json::from_str(line).unwrap_or_default();
            for name in PASSING {
                row.as_object_mut().map(|row| row.remove(name));
            }
            row.to_string()
        };
        text.lines().map(lasting).collect()
    };
    rows.sort();
    rows
}

/// What differs from run to run.
const PASSING: [&str; 2] = ["seconds", "peak_bytes"];

/// A file that is replaced: after a kill it is the old one or the new one, and the next run leaves nothing else.
fn output(round: &mut Round, test: &'static str, arguments: &[&str]) -> Result<(), Stop> {
    const OLD: &str = "what was there before\n";
    let peace = folder(round, "peace")?;
    let reference = round.program.call(&peace, arguments.iter().copied()).run()?;
    let whole = fs::read_to_string(peace.join("old.txt")).unwrap_or_default();
    let war = folder(round, "war")?;
    let path = war.join("old.txt");
    fs::write(&path, OLD).map_err(at(&path))?;
    let call = |round: &Round| round.program.call(&war, arguments.iter().copied());
    if killed(call(round), &reference, round)? {
        round.ledger.count(test, "killed alive");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    let partial = (found != OLD && found != whole)
        .then(|| format!("old.txt has {} bytes: neither old nor new", found.len()));
    let last = call(round).run()?;
    let left: Vec<String> = contents(&war)?.into_keys().filter(|name| name != "old.txt").collect();
    let leftovers = (!left.is_empty()).then(|| format!("left behind: {left:?}"));
    let complaint = reference.unless_answered().or(partial).or_else(|| last.unless_answered()).or(leftovers);
    round.ledger.tried(test, &last.command, complaint);
    Ok(())
}

/// Several builders and readers of the same tables at once.
fn builders(round: &mut Round) -> Result<(), Stop> {
    const TEST: &str = "several builders and readers of one table at once";
    let directory = folder(round, "together")?;
    let mut started = Vec::new();
    for _ in 0..3 {
        started.push(round.program.words(&directory, "pdb build 4x4 4-4-4-3").start()?);
        std::thread::sleep(Duration::from_millis(round.random.below(100)));
        started.push(round.program.words(&directory, "pdb list").start()?);
    }
    for running in started {
        let run = running.wait()?;
        round.ledger.tried(TEST, &run.command, run.unless_answered());
    }
    let verified = round.program.words(&directory, "pdb verify").run()?;
    round.ledger.tried(TEST, &verified.command, verified.unless_answered());
    Ok(())
}

/// Starts a call and kills it some time within what it takes in peace; whether it was still alive.
pub(super) fn killed(call: Call, peace: &Run, round: &mut Round) -> Result<bool, Stop> {
    let moment = peace.took.mul_f64(1.1 * round.random.fraction());
    let mut running = call.start()?;
    let alive = running.let_run(moment);
    running.kill()?;
    Ok(alive)
}

/// An empty directory of the round.
pub(super) fn folder(round: &Round, name: &str) -> Result<std::path::PathBuf, Stop> {
    let path = round.directory.join(name);
    if path.exists() {
        fs::remove_dir_all(&path).map_err(at(&path))?;
    }
    fs::create_dir_all(&path).map_err(at(&path))?;
    Ok(path)
}
