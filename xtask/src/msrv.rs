//! `cargo xtask msrv`: the oldest Rust we claim to build with is no older than what any dependency claims.
//!
//! The lint `incompatible_msrv`, which `cargo xtask test` runs as an error, holds our own code against
//! `rust-version`; this check holds the locked dependencies against it. Some of them claim nothing, or less than
//! they need: `--build` compiles everything with the claimed version, as a workflow does for every change.

use crate::arguments::{Arguments, Stop};
use crate::metadata::{self, list, text};
use crate::mpi;
use crate::step::{run as step, workspace};
use serde_json::Value;
use std::process::Command;

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let build = arguments.flag("--build");
    arguments.end()?;
    let claimed = check()?;
    if build { compile(&claimed) } else { Ok(()) }
}

/// Compiles everything with the claimed version, apart from what other versions have built.
fn compile(version: &str) -> Result<(), Stop> {
    println!("xtask: installing Rust {version} with rustup, unless it is there");
    let install = ["toolchain", "install", version, "--profile", "minimal"];
    step(&format!("Rust {version}"), Command::new("rustup").args(install))?;
    let without: &[&str] = if mpi::is_there() { &[] } else { &["--exclude", mpi::PACKAGE] };
    let check = ["run", version, "cargo", "check", "--workspace", "--all-targets", "--locked"];
    let check = [&check[..], without].concat();
    let target = metadata::target_directory()?.join("msrv");
    let mut command = Command::new("rustup");
    command.args(check).current_dir(workspace()).env("CARGO_TARGET_DIR", target);
    step(&format!("everything with Rust {version}"), &mut command)
}

/// Fails if a dependency asks for a newer Rust than a package of ours claims to build with; the version claimed.
pub(crate) fn check() -> Result<String, Stop> {
    let metadata = metadata::read(true)?;
    let packages: Vec<&Value> = list(&metadata, "packages").collect();
    let (ours, others): (Vec<&Value>, Vec<&Value>) =
        packages.into_iter().partition(|package| package["source"].is_null());
    let claimed = ours.iter().filter_map(|package| version(text(package, "rust_version"))).min();
    let Some(claimed) = claimed else {
        return Err(Stop::failed("no package of the workspace has a rust-version"));
    };
    let newer = too_new(claimed, &others);
    if !newer.is_empty() {
        return Err(Stop::Failed(format!(
            "rust-version claims {}, but {}; raise rust-version in Cargo.toml or lock an older dependency",
            written(claimed),
            newer.join(", ")
        )));
    }
    let silent = others.iter().filter(|package| version(text(package, "rust_version")).is_none()).count();
    println!(
        "xtask: Rust {} suits the {} dependencies that name a version ({silent} name none)",
        written(claimed),
        others.len() - silent
    );
    Ok(written(claimed))
}

/// The dependencies that ask for more than is claimed, as sentences.
fn too_new(claimed: [u32; 3], others: &[&Value]) -> Vec<String> {
    let asks = |package: &&Value| {
        let asked = version(text(package, "rust_version")).filter(|&asked| asked > claimed)?;
        Some(format!("{} {} asks for {}", text(package, "name"), text(package, "version"), written(asked)))
    };
    others.iter().filter_map(asks).collect()
}

/// `1.89` or `1.89.0` as numbers.
fn version(text: &str) -> Option<[u32; 3]> {
    let mut numbers = text.split('.').map(|part| part.parse().ok());
    let first = numbers.next()??;
    Some([first, numbers.next().flatten().unwrap_or(0), numbers.next().flatten().unwrap_or(0)])
}

fn written([major, minor, patch]: [u32; 3]) -> String {
    if patch == 0 { format!("{major}.{minor}") } else { format!("{major}.{minor}.{patch}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn versions_compare_as_numbers() {
        assert_eq!(version("1.89"), version("1.89.0"));
        assert!(version("1.100") > version("1.89.1"));
        assert_eq!(version(""), None);
    }

    #[test]
    fn a_dependency_that_asks_for_more_is_named() {
        let old = json!({"name": "old", "version": "1.0.0", "rust_version": "1.60"});
        let new = json!({"name": "new", "version": "2.0.0", "rust_version": "1.90.0"});
        let silent = json!({"name": "silent", "version": "3.0.0", "rust_version": null});
        let found = too_new([1, 89, 0], &[&old, &new, &silent]);
        assert_eq!(found, ["new 2.0.0 asks for 1.90"]);
    }
}
