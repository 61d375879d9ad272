//! The project's chores: `cargo xtask test`, `cargo xtask tidy`.
//!
//! `test` is what has to pass before anything lands: formatting, lints, every test, the
//! documentation. It installs what it needs and fails where it cannot; nothing is skipped.

use std::process::{Command, ExitCode};
use std::time::Instant;

const USAGE: &str = "\
Usage: cargo xtask <CHORE>

  test          check formatting, lints, all tests and documentation
  test --long   the same, then the long tests too (see CONTRIBUTING.md)
  tidy          format the code and apply the lints' suggestions";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["test"] => test(),
        ["test", "--long"] => test().and_then(|()| long_tests()),
        ["tidy"] => tidy(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(step) => {
            eprintln!("xtask: {step} failed");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    for component in ["rustfmt", "clippy"] {
        ensure_component(component)?;
    }
    ensure_browser()?;
    cargo("formatting", &["fmt", "--all", "--check"], &[])?;
    cargo("lints", &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"], &[])?;
    cargo("tests", &["test", "--workspace", "--no-fail-fast"], &[])?;
    cargo("documentation", &["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "--deny warnings")])
}

/// Tests that take minutes are marked `ignore` and run here, optimised as for release.
fn long_tests() -> Result<(), String> {
    cargo("long tests", &["test", "--release", "--workspace", "--no-fail-fast", "--", "--ignored"], &[])
}

fn tidy() -> Result<(), String> {
    cargo("formatting", &["fmt", "--all"], &[])?;
    let fix = ["clippy", "--workspace", "--all-targets", "--fix", "--allow-dirty", "--allow-staged"];
    cargo("lints", &fix, &[])
}

/// Installs a part of the toolchain that the machine lacks.
fn ensure_component(component: &str) -> Result<(), String> {
    let command = if component == "rustfmt" { "fmt" } else { component };
    let present = Command::new(cargo_path()).args([command, "--version"]).output();
    if present.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    run(component, Command::new("rustup").args(["component", "add", component]))
}

/// Installs the browser that the tests of the web page drive, from Debian's packages.
fn ensure_browser() -> Result<(), String> {
    let present = |program: &str| {
        Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    if present("chromium") && present("chromedriver") {
        return Ok(());
    }
    run("package lists", Command::new("apt-get").args(["update", "--quiet"]))?;
    let packages = ["install", "--yes", "--quiet", "--no-install-recommends", "chromium", "chromium-driver"];
    run("browser", Command::new("apt-get").args(packages))
}

fn cargo(step: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    run(step, Command::new(cargo_path()).args(arguments).envs(environment.iter().copied()))
}

fn cargo_path() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

fn run(step: &str, command: &mut Command) -> Result<(), String> {
    println!("xtask: {step}");
    let started = Instant::now();
    match command.status() {
        Ok(status) if status.success() => {
            println!("xtask: {step} done in {:.0} s", started.elapsed().as_secs_f64());
            Ok(())
        }
        Ok(_) => Err(step.to_string()),
        Err(error) => Err(format!("{step} ({error})")),
    }
}
