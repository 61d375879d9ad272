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

#[cfg(test)]
mod tests {
    use super::*;
    use toml::Table;

    fn read(path: &str) -> Table {
        std::fs::read_to_string(workspace().join(path)).unwrap().parse().unwrap()
    }

    #[test]
    fn the_targets_lock_the_dependencies_that_the_library_has() {
        let library = read("crates/taquin/Cargo.toml");
        // What the features of the targets turn on, `json` by taquin-json, and what is always there.
        let features = library["features"].as_table().unwrap();
        let (mut on, mut seen) = (vec!["default", "json"], 0);
        while let Some(name) = on.get(seen) {
            let more = features.get(*name).and_then(toml::Value::as_array).into_iter().flatten();
            on.extend(more.filter_map(toml::Value::as_str).collect::<Vec<_>>());
            seen += 1;
        }
        let is_on = |name: &str| on.contains(&&*format!("dep:{name}"));
        let is_used = |(name, value): &(&String, &toml::Value)| {
            let is_optional = value.get("optional").and_then(toml::Value::as_bool).unwrap_or(false);
            !is_optional || is_on(name)
        };
        let used = library["dependencies"].as_table().unwrap().iter().filter(is_used);
        let used: Vec<&str> = used.map(|(name, _)| name.as_str()).collect();
        assert!(
            used.contains(&"chacha20") && used.contains(&"memmap2") && !used.contains(&"utoipa"),
            "{used:?}"
        );

        let lock = read("fuzz/Cargo.lock");
        let packages = lock["package"].as_array().unwrap();
        let locked = packages.iter().find(|package| package["name"].as_str() == Some("taquin")).unwrap();
        let names = locked["dependencies"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        let way_out = "fuzz/Cargo.lock is out of date: run `cargo metadata` in fuzz/";
        assert_eq!(names.collect::<Vec<_>>(), used, "{way_out}");
        let version = read("Cargo.toml")["workspace"]["package"]["version"].clone();
        assert_eq!(locked["version"], version, "{way_out}");
    }
}
