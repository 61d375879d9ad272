//! `cargo xtask bench`: the table of `taquin-bench`, appended to BENCHMARKS.md with machine and commit.

use crate::arguments::{Arguments, Stop};
use crate::metadata::target_directory;
use crate::step::{at, cargo, output, workspace};
use std::io::Write;
use std::path::Path;
use std::process::Command;

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let instructions = arguments.flag("--instructions");
    arguments.end()?;
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
    let entry = format!("\n## {} ({}, {cores} cores)\n\n{table}", commit.trim(), processor());
    print!("{entry}");
    let path = workspace().join("BENCHMARKS.md");
    let mut file = std::fs::OpenOptions::new().append(true).create(true).open(&path).map_err(at(&path))?;
    file.write_all(entry.as_bytes()).map_err(at(&path))
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
