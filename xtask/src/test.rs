//! `cargo xtask test`: what has to pass before anything lands. Formatting, lints, the claimed Rust version,
//! every test, a short torture, the documentation.
//!
//! What is missing is installed where that is safe, after a line that says so; nothing is left out unless
//! asked for, and then the last lines say what was not tested.

use crate::arguments::{Arguments, Stop};
use crate::browser::{self, Browser};
use crate::step::{cargo, cargo_path, run as step, works};
use crate::{metadata, msrv, python, torture, wasm};
use std::process::Command;

/// What the names of the test files begin with that drive a browser.
const BROWSER_TESTS: &str = "serve_page";

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let long = arguments.flag("--long");
    let no_browser = arguments.flag("--no-browser");
    let no_wasm = arguments.flag("--no-wasm");
    let no_python = arguments.flag("--no-python");
    arguments.end()?;
    for component in ["rustfmt", "clippy"] {
        ensure_component(component)?;
    }
    let browser = if no_browser { None } else { Some(browser::find_or_install()?) };
    cargo("formatting", &["fmt", "--all", "--check"], &[])?;
    cargo("lints", &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"], &[])?;
    // The features that need an operating system are off in browsers.
    cargo("the library alone", &["check", "--package", "taquin", "--no-default-features"], &[])?;
    if !no_wasm {
        wasm::find_or_install_and_check()?;
    }
    msrv::check()?;
    tests(browser.as_ref(), "tests", &[], &[])?;
    if !no_python {
        python::test()?;
    }
    torture::after_tests()?;
    documentation()?;
    if long {
        // Tests that take minutes are marked `ignore`; they are optimised as for release.
        tests(browser.as_ref(), "long tests", &["--release"], &["--ignored"])?;
    }
    if no_wasm {
        eprintln!(
            "\nxtask: NOT CHECKED: that the library compiles for browsers; `cargo xtask wasm` does that."
        );
    }
    if no_python {
        eprintln!("\nxtask: NOT TESTED: the Python package; `cargo xtask python` does that.");
    }
    if browser.is_none() {
        eprintln!(
            "\nxtask: NOT TESTED: the web page in a browser ({BROWSER_TESTS}*.rs in crates/taquin-cli/tests). \
             Nothing may land on this run alone: run `cargo xtask test` where there is a browser."
        );
    }
    Ok(())
}

/// Documents every crate. Library and program have one name and so one folder: the program goes first, alone, and is
/// written over.
fn documentation() -> Result<(), Stop> {
    let no_warnings = [("RUSTDOCFLAGS", "--deny warnings")];
    cargo("documentation of the program", &["doc", "--package", "taquin-cli", "--no-deps"], &no_warnings)?;
    let others = ["doc", "--workspace", "--exclude", "taquin-cli", "--no-deps"];
    cargo("documentation", &others, &no_warnings)
}

/// All tests of the workspace, or all but those of the page where there is no browser.
fn tests(browser: Option<&Browser>, name: &str, flags: &[&str], harness: &[&str]) -> Result<(), Stop> {
    let Some(browser) = browser else {
        let others = test_files_without_browser()?;
        let mut targets = vec!["--lib", "--bins", "--examples"];
        targets.extend(others.iter().flat_map(|name| ["--test", name.as_str()]));
        cargo_test(&format!("{name} but those of the page"), [flags, &targets].concat(), harness, &[])?;
        return cargo_test(
            &format!("{name} in the documentation"),
            [flags, &["--doc"]].concat(),
            harness,
            &[],
        );
    };
    cargo_test(name, flags.to_vec(), harness, &browser.environment())
}

fn cargo_test(
    name: &str,
    flags: Vec<&str>,
    harness: &[&str],
    environment: &[(&str, &str)],
) -> Result<(), Stop> {
    let arguments = [&["test", "--workspace", "--no-fail-fast"], flags.as_slice(), &["--"], harness].concat();
    cargo(name, &arguments, environment)
}

/// The names of all test files but the one that needs a browser.
fn test_files_without_browser() -> Result<Vec<String>, Stop> {
    let metadata = metadata::read(false)?;
    let targets =
        metadata::list(&metadata, "packages").flat_map(|package| metadata::list(package, "targets"));
    let tests = targets.filter(|target| metadata::list(target, "kind").any(|kind| kind == "test"));
    let mut names: Vec<String> = tests.map(|target| metadata::text(target, "name").to_string()).collect();
    // Two packages may have a test file of the same name; naming it once runs both.
    names.sort();
    names.dedup();
    let all = names.len();
    names.retain(|name| !name.starts_with(BROWSER_TESTS));
    if names.len() == all {
        return Err(Stop::Failed(format!(
            "no test file begins with {BROWSER_TESTS}; say in xtask/src/test.rs what it is called now"
        )));
    }
    Ok(names)
}

/// Installs a part of the toolchain that the machine lacks.
fn ensure_component(component: &str) -> Result<(), Stop> {
    let command = if component == "rustfmt" { "fmt" } else { component };
    if works(&cargo_path(), &[command, "--version"]) {
        return Ok(());
    }
    println!("xtask: {component} is missing; installing it with rustup");
    step(component, Command::new("rustup").args(["component", "add", component]))
}
