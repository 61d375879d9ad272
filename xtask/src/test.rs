//! `cargo xtask test`: what has to pass before anything lands. Formatting, lints, the claimed Rust version,
//! every test, a short torture, the documentation.
//!
//! What is missing is installed where that is safe, after a line that says so; nothing is left out unless
//! asked for, and then the last lines say what was not tested.

use crate::arguments::{Arguments, Stop};
use crate::browser::{self, Browser};
use crate::step::{cargo, cargo_path, run as step, works};
use crate::{metadata, msrv, python, torture, web};
use std::path::PathBuf;
use std::process::Command;

/// What the names of the test files begin with that drive a browser.
const BROWSER_TESTS: &str = "serve_page";
/// The test file that drives a browser on the page without a server.
const STATIC_PAGE_TESTS: &str = "static_page";

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
    let page = if no_wasm { None } else { Some(web::for_tests()?) };
    msrv::check()?;
    tests(browser.as_ref(), page.as_ref(), "tests", &[], &[])?;
    if !no_python {
        python::test()?;
    }
    torture::after_tests()?;
    documentation()?;
    if long {
        // Tests that take minutes are marked `ignore`; they are optimised as for release.
        tests(browser.as_ref(), page.as_ref(), "long tests", &["--release"], &["--ignored"])?;
    }
    if no_wasm {
        eprintln!(
            "\nxtask: NOT TESTED: the page without a server ({STATIC_PAGE_TESTS}.rs in crates/taquin-cli/tests), nor \
             that its module compiles; `cargo xtask wasm` does that."
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

/// All tests of the workspace, or all but those for which there is no browser or no page.
fn tests(
    browser: Option<&Browser>,
    page: Option<&PathBuf>,
    name: &str,
    flags: &[&str],
    harness: &[&str],
) -> Result<(), Stop> {
    let mut environment: Vec<(&str, &str)> =
        browser.iter().flat_map(|browser| browser.environment()).collect();
    let folder = page.map(|page| page.to_string_lossy());
    environment.extend(folder.iter().map(|folder| ("TAQUIN_TEST_PAGE", &**folder)));
    let left_out: &[&str] = match (browser, page) {
        (Some(_), Some(_)) => return cargo_test(name, flags.to_vec(), harness, &environment),
        (Some(_), None) => &[STATIC_PAGE_TESTS],
        (None, _) => &[BROWSER_TESTS, STATIC_PAGE_TESTS],
    };
    let others = test_files_but(left_out)?;
    let mut targets = vec!["--lib", "--bins", "--examples"];
    targets.extend(others.iter().flat_map(|name| ["--test", name.as_str()]));
    let all_but = format!("{name} but {}", left_out.join(" and "));
    cargo_test(&all_but, [flags, &targets].concat(), harness, &environment)?;
    cargo_test(&format!("{name} in the documentation"), [flags, &["--doc"]].concat(), harness, &[])
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

/// The names of all test files but some.
fn test_files_but(left_out: &[&str]) -> Result<Vec<String>, Stop> {
    let metadata = metadata::read(false)?;
    let targets =
        metadata::list(&metadata, "packages").flat_map(|package| metadata::list(package, "targets"));
    let tests = targets.filter(|target| metadata::list(target, "kind").any(|kind| kind == "test"));
    let mut names: Vec<String> = tests.map(|target| metadata::text(target, "name").to_string()).collect();
    // Two packages may have a test file of the same name; naming it once runs both.
    names.sort();
    names.dedup();
    let all = names.len();
    names.retain(|name| !left_out.iter().any(|prefix| name.starts_with(prefix)));
    if names.len() + left_out.len() > all {
        return Err(Stop::Failed(format!(
            "not all of {} are test files; say in xtask/src/test.rs what they are called now",
            left_out.join(", ")
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
