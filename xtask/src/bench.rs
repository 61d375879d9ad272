//! `cargo xtask bench`: the table of `taquin-bench`, recorded in benchmarks/ with machine and commit; BENCHMARKS.md is written
//! from there.

use crate::arguments::{Arguments, Stop};
use crate::figures;
use crate::metadata::target_directory;
use crate::step::{cargo, output};
use std::path::Path;
use std::process::Command;

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let instructions = arguments.flag("--instructions");
    let write = arguments.flag("--write");
    arguments.end()?;
    if write {
        return figures::write();
    }
    cargo("benchmarks", &["build", "--profile", "dist", "--package", "taquin-bench"], &[])?;
    let program = target_directory()?.join("dist").join("taquin-bench");
    let mut table = output(&mut Command::new(&program))?;
    if instructions {
        table.push_str("\n| search | instructions per expanded node |\n|---|---|\n");
        for row in output(Command::new(&program).arg("--list"))?.lines() {
            table.push_str(&format!("| {row} | {:.0} |\n", instructions_per_node(&program, row)?));
        }
    }
    let commit = output(Command::new("git").args(["describe", "--always", "--dirty"]))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let date = output(Command::new("git").args(["log", "-1", "--format=%cs"]))?;
    let title = format!("Other implementations: `cargo xtask bench` ({}, {cores} cores)", processor());
    print!("{table}");
    figures::record("01-peers.toml", &title, &table, commit.trim(), date.trim())?;
    figures::write()
}

/// Runs one row under callgrind.
fn instructions_per_node(program: &Path, row: &str) -> Result<f64, Stop> {
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .arg(row)
        .output()
        .map_err(|error| Stop::Failed(format!("valgrind: {error}; on Debian, apt install valgrind")))?;
    let (stdout, stderr) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    let last = |text: &str| text.split_whitespace().last().and_then(|word| word.parse::<f64>().ok());
    let collected = stderr.lines().find(|line| line.contains("Collected"));
    match (collected.and_then(last), last(&stdout)) {
        (Some(instructions), Some(nodes)) => Ok(instructions / nodes),
        _ => Err(Stop::Failed(format!("callgrind counted nothing for {row}"))),
    }
}

/// The processor's name, where the system tells.
fn processor() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| std::env::consts::ARCH.into(), |(_, name)| name.trim().into())
}
