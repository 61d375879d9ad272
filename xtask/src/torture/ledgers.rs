//! Searches with a ledger, killed again and again at random moments: in the end solution, proof and counts are those of a
//! search that was left in peace, and the ledger vouches for them.

use super::Round;
use super::kills::{folder, killed};
use super::program::{End, Run};
use crate::arguments::Stop;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// As many kills meet the program in a round, if it does not end before too often.
const KILLS: usize = 3;

/// What must be the same in all runs.
const LASTING: [&str; 9] =
    ["start", "cost", "optimal", "moves", "expanded", "generated", "iterations", "error", "number"];

pub(super) fn round(round: &mut Round) -> Result<(), Stop> {
    let threads = (1 + round.random.below(3)).to_string();
    match round.random.below(4) {
        0 => {
            // Of those that take seconds.
            let boards = *round.random.pick(&["2", "12", "2,12"]);
            let bench = ["bench", "cube100", "--boards", boards];
            of(round, "kill -9 `bench` of 26-puzzles with its ledger", &bench, &threads)
        }
        1 => {
            let bench =
                ["bench", "korf100", "--boards", "4,8,12,42", "-a", "idastar", "-H", "walking-distance"];
            of(round, "kill -9 `bench` of 15-puzzles with its ledger", &bench, &threads)
        }
        2 => {
            let board = scrambled(round, "3x3x3", "150")?;
            of(round, "kill -9 `solve` of a 26-puzzle with its ledger", &["solve", &board], &threads)
        }
        _ => {
            let board = scrambled(round, "5x5", "50")?;
            let solve = ["solve", &board, "-a", "idastar", "-H", "walking-distance"];
            of(round, "kill -9 `solve` of a 24-puzzle with its ledger", &solve, &threads)
        }
    }
}

/// A board so many random moves from the goal, in one line.
fn scrambled(round: &mut Round, shape: &str, walk: &str) -> Result<String, Stop> {
    let seed = round.random.below(1 << 20).to_string();
    let run =
        round.program.call(&round.directory, ["scramble", shape, "--walk", walk, "--seed", &seed]).run()?;
    Ok(run.stdout.trim().to_string())
}

/// The command is killed and goes on, until it ends by itself after enough kills.
fn of(round: &mut Round, test: &'static str, arguments: &[&str], threads: &str) -> Result<(), Stop> {
    let peace = folder(round, "peace")?;
    let all = || arguments.iter().copied().chain(["--json"]);
    let program = round.program;
    let with = |directory: &Path, threads: &str| {
        program.call(directory, all().chain(["--threads", threads, "--ledger", "ledger"]))
    };
    let reference = with(&peace, threads).run()?;
    if let Some(complaint) = reference.unless_answered() {
        round.ledger.tried(test, &reference.command, Some(complaint));
        return Ok(());
    }
    let war = folder(round, "war")?;
    let mut met = 0;
    for _ in 0..4 * KILLS {
        // Threads may change from run to run.
        let threads = (1 + round.random.below(3)).to_string();
        if !killed(with(&war, &threads), &reference, round)? {
            // It was through; from here on there is nothing to lose.
            break;
        }
        round.ledger.count(test, "killed alive");
        met += 1;
        if met == KILLS {
            break;
        }
        if round.random.below(3) == 0 {
            tear(&war.join("ledger"), round);
        }
    }
    let last = with(&war, threads).run()?;
    let again = with(&war, threads).run()?;
    let verified = round.program.words(&war, "ledger verify --sample 5 ledger").run()?;
    let complaint = last
        .unless_answered()
        .or_else(|| difference(&reference, &last))
        .or_else(|| again.unless_answered())
        .or_else(|| difference(&reference, &again))
        .or_else(|| unless_verified(&verified));
    round.ledger.tried(test, &last.command, complaint);
    Ok(())
}

/// Some bytes at the end of a file are lost, as when the power goes.
fn tear(path: &Path, round: &mut Round) {
    if let Ok(bytes) = fs::read(path) {
        let lost = (round.random.below(40) as usize).min(bytes.len());
        let _ = fs::write(path, &bytes[..bytes.len() - lost]);
    }
}

/// An audit finds nothing wrong; a search may have been too short to be recorded.
fn unless_verified(run: &Run) -> Option<String> {
    let is_empty = run.end == End::Code(2) && run.stderr.contains("no units");
    if is_empty { None } else { run.unless_answered() }
}

fn difference(reference: &Run, run: &Run) -> Option<String> {
    let (expected, found) = (figures(&reference.stdout), figures(&run.stdout));
    (expected != found).then(|| format!("{found:?}, undisturbed {expected:?}").chars().take(2000).collect())
}

/// What lasts of every line.
fn figures(text: &str) -> Vec<Vec<Value>> {
    let of = |line: &str| -> Vec<Value> {
        let answer: Value = serde_json::from_str(line).unwrap_or_default();
        LASTING.map(|name| answer[name].clone()).to_vec()
    };
    text.lines().map(of).collect()
}
