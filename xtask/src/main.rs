//! The project's chores: `cargo xtask test`, `cargo xtask bench`, `cargo xtask tidy`.
//!
//! `test` is what has to pass before anything lands: formatting, lints, every test, the
//! documentation. It installs what it needs and fails where it cannot; nothing is skipped.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

const USAGE: &str = "\
Usage: cargo xtask <CHORE>

  test          check formatting, lints, all tests and documentation
  test --long   the same, then the long tests too (see CONTRIBUTING.md)
  bench         measure against other implementations, append the table to BENCHMARKS.md
  bench --instructions
                the same, with instructions per expanded node counted by callgrind
  tidy          format the code and apply the lints' suggestions";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["test"] => test(),
        ["test", "--long"] => test().and_then(|()| long_tests()),
        ["bench"] => bench(false),
        ["bench", "--instructions"] => bench(true),
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

/// Prints the table of `taquin-bench` and appends it to BENCHMARKS.md with machine and commit.
fn bench(instructions: bool) -> Result<(), String> {
    let build = ["build", "--release", "--package", "taquin-bench"];
    cargo("benchmarks", &build, &[])?;
    let program = target_directory()?.join("release").join("taquin-bench");
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
    let mut file = std::fs::OpenOptions::new().append(true).create(true).open("BENCHMARKS.md");
    match &mut file {
        Ok(file) => file.write_all(entry.as_bytes()).map_err(|error| format!("BENCHMARKS.md ({error})")),
        Err(error) => Err(format!("BENCHMARKS.md ({error})")),
    }
}

/// Runs one row under callgrind.
fn instructions_per_node(program: &Path, row: &str) -> Result<f64, String> {
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .arg(row)
        .output()
        .map_err(|error| format!("valgrind ({error}); on Debian, apt install valgrind"))?;
    let (stdout, stderr) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    let last = |text: &str| text.split_whitespace().last().and_then(|word| word.parse::<f64>().ok());
    let collected = stderr.lines().find(|line| line.contains("Collected"));
    match (collected.and_then(last), last(&stdout)) {
        (Some(instructions), Some(nodes)) => Ok(instructions / nodes),
        _ => Err(format!("callgrind of {row}")),
    }
}

fn target_directory() -> Result<PathBuf, String> {
    let metadata = output(Command::new(cargo_path()).args(["metadata", "--format-version=1", "--no-deps"]))?;
    let rest = metadata.split_once("\"target_directory\":\"").map(|(_, rest)| rest);
    let path = rest.and_then(|rest| rest.split_once('"')).map(|(path, _)| path);
    path.map(PathBuf::from).ok_or_else(|| "cargo metadata".into())
}

/// The processor's name, where the system tells.
fn processor() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| std::env::consts::ARCH.into(), |(_, name)| name.trim().into())
}

fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.stderr(Stdio::inherit()).output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(_) => Err(name),
        Err(error) => Err(format!("{name} ({error})")),
    }
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
