//! `cargo xtask fuzz [SECONDS]`: builds the targets of fuzz/ with libFuzzer and AddressSanitizer and runs each.
//!
//! Sanitizers are unstable flags of the compiler. `RUSTC_BOOTSTRAP` makes a stable compiler take them, which
//! is fine for a test that is never shipped and spares a second toolchain.

use crate::arguments::{Arguments, Stop};
use crate::step::{at, cargo, cargo_path, run as step, works, workspace};
use std::process::Command;

/// What a single input may take before it counts as a hang.
const SECONDS_PER_INPUT: u32 = 20;

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let only: Option<String> = arguments.option("--target")?;
    let seconds: u64 = arguments.word("SECONDS")?.unwrap_or(60);
    arguments.end()?;
    let targets = targets()?;
    if let Some(name) = &only
        && !targets.contains(name)
    {
        return Err(Stop::Usage(format!(
            "no fuzz target is called `{name}`; there are {}",
            targets.join(", ")
        )));
    }
    if !works(&cargo_path(), &["fuzz", "--version"]) {
        println!("xtask: cargo-fuzz is missing; installing it with cargo install");
        cargo("cargo-fuzz", &["install", "--locked", "cargo-fuzz"], &[])?;
    }
    for target in targets.iter().filter(|target| only.as_ref().is_none_or(|only| only == *target)) {
        fuzz(target, seconds)?;
    }
    Ok(())
}

/// The targets, one for each file of fuzz/targets.
fn targets() -> Result<Vec<String>, Stop> {
    let folder = workspace().join("fuzz/targets");
    let files = std::fs::read_dir(&folder).map_err(at(&folder))?;
    let names = files.filter_map(|file| Some(file.ok()?.path().file_stem()?.to_str()?.to_string()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    Ok(names)
}

/// Builds and runs one target. What it finds is kept in fuzz/artifacts, with the command that repeats it.
fn fuzz(target: &str, seconds: u64) -> Result<(), Stop> {
    let mut command = Command::new(cargo_path());
    command.current_dir(workspace()).env("RUSTC_BOOTSTRAP", "1");
    command.args(["fuzz", "run", target, "--"]);
    command.arg(format!("-max_total_time={seconds}")).arg(format!("-timeout={SECONDS_PER_INPUT}"));
    step(&format!("fuzzing of {target}"), &mut command)
}
