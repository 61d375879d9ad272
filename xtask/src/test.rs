//! `cargo xtask test`: what has to pass before anything lands. Formatting, lints, the claimed Rust version,
//! every test, a short torture, the documentation.
//!
//! What is missing is installed where that is safe, after a line that says so; nothing is left out unless
//! asked for, and then the last lines say what was not tested.

use crate::arguments::{Arguments, Stop};
use crate::beside::Beside;
use crate::browser::{self, Browser};
use crate::step::{cargo, cargo_path, run as step, works, workspace};
use crate::{axe, mpi, msrv, python, torture, wasm, web};
use std::path::PathBuf;
use std::process::Command;

/// The files of tests that drive a browser, in `crates/taquin-cli/tests/`: against the server, and on pages that `trace` writes …
const BROWSER_TESTS: [&str; 4] = ["serve_page", "serve_page_moves", "serve_page_play", "trace_page"];
/// … and on the page without one.
const STATIC_PAGE_TESTS: [&str; 2] = ["static_page", "page_everywhere"];

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let long = arguments.flag("--long");
    let no_browser = arguments.flag("--no-browser");
    let no_wasm = arguments.flag("--no-wasm");
    let no_python = arguments.flag("--no-python");
    let (no_mpi, long_mpi) = (arguments.flag("--no-mpi"), arguments.flag("--mpi"));
    arguments.end()?;
    if no_mpi && long_mpi {
        return Err(Stop::Usage("--mpi and --no-mpi exclude each other".into()));
    }
    for component in ["rustfmt", "clippy"] {
        ensure_component(component)?;
    }
    let browser = if no_browser { None } else { Some(browser::find_or_install()?) };
    let axe = if no_browser || no_wasm { None } else { Some(axe::find_or_install()?) };
    let has_mpi = !no_mpi && mpi::find_or_install()?;
    // Before anything runs beside it: packages are installed by one at a time.
    if !no_wasm {
        wasm::find_or_install()?;
    }
    if !no_python {
        python::find_or_install()?;
    }
    cargo("formatting", &["fmt", "--all", "--check"], &[])?;
    let page = if no_wasm { None } else { Some(web::folder_of_tests()?) };
    let page_made =
        page.as_ref().map(|page| Beside::begin(&["web", "--into", &page.to_string_lossy()])).transpose()?;
    let without: &[&str] = if has_mpi { &[] } else { &["--exclude", mpi::PACKAGE] };
    let lints =
        [&["clippy", "--workspace"], without, &["--all-targets", "--", "--deny", "warnings"]].concat();
    cargo("lints", &lints, &[])?;
    let documentation = [&["doc", "--workspace", "--no-deps"], without].concat();
    cargo("documentation", &documentation, &[("RUSTDOCFLAGS", "--deny warnings")])?;
    // The features that need an operating system are off in browsers.
    cargo("the library alone", &["check", "--package", "taquin", "--no-default-features"], &[])?;
    msrv::check()?;
    page_made.map_or(Ok(()), Beside::end)?;
    let package = (!no_python).then(|| Beside::begin(&["python"])).transpose()?;
    let tools = Tools { browser: browser.as_ref(), page: page.as_ref(), axe: axe.as_ref() };
    tests(tools, "tests", without, &[])?;
    package.map_or(Ok(()), Beside::end)?;
    torture::after_tests()?;
    if long {
        // Tests that take minutes are marked `ignore`; they are optimised as for release.
        tests(tools, "long tests", &["--release", "--exclude", mpi::PACKAGE], &["--ignored"])?;
    }
    if has_mpi && (long || long_mpi) {
        mpi::long_tests()?;
    }
    tell_what_was_left_out(no_wasm, !has_mpi, no_python, browser.is_none());
    Ok(())
}

fn tell_what_was_left_out(wasm: bool, mpi: bool, python: bool, browser: bool) {
    let tell = |what: &str| eprintln!("\nxtask: NOT TESTED: {what}");
    if wasm {
        tell(&format!(
            "the page without a server ({}.rs in crates/taquin-cli/tests), nor that its module compiles; \
             `cargo xtask wasm` does that.",
            STATIC_PAGE_TESTS.join(".rs, ")
        ));
    }
    if mpi {
        tell("taquin-mpi, for which there is no MPI; `cargo xtask mpi` does that.");
    }
    if python {
        tell("the Python package; `cargo xtask python` does that.");
    }
    if browser {
        tell(&format!(
            "the web page in a browser ({}.rs in crates/taquin-cli/tests). Nothing may land on this run alone: run \
             `cargo xtask test` where there is a browser.",
            BROWSER_TESTS.join(".rs, ")
        ));
    }
}

/// What tests of the page need, as far as it is wanted.
#[derive(Clone, Copy)]
struct Tools<'a> {
    browser: Option<&'a Browser>,
    /// The page without a server.
    page: Option<&'a PathBuf>,
    axe: Option<&'a PathBuf>,
}

/// All tests of the workspace, or all but those for which there is no browser or no page.
fn tests(tools: Tools<'_>, name: &str, flags: &[&str], harness: &[&str]) -> Result<(), Stop> {
    let Tools { browser, page, axe } = tools;
    let mut environment: Vec<(&str, &str)> =
        browser.iter().flat_map(|browser| browser.environment()).collect();
    let folder = page.map(|page| page.to_string_lossy());
    environment.extend(folder.iter().map(|folder| ("TAQUIN_TEST_PAGE", &**folder)));
    let axe = axe.map(|axe| axe.to_string_lossy());
    environment.extend(axe.iter().map(|axe| ("TAQUIN_TEST_AXE", &**axe)));
    let left_out: &[&[&str]] = match (browser, page) {
        (Some(_), Some(_)) => &[],
        (Some(_), None) => &[&STATIC_PAGE_TESTS],
        (None, _) => &[&BROWSER_TESTS, &STATIC_PAGE_TESTS],
    };
    let skipped = skip(&left_out.concat())?;
    let skipped = skipped.iter().flat_map(|module| ["--skip", module.as_str()]);
    let arguments = ["test", "--workspace", "--no-fail-fast"];
    let arguments: Vec<&str> =
        arguments.iter().chain(flags).chain(&["--"]).chain(harness).copied().chain(skipped).collect();
    cargo(name, &arguments, &environment)
}

/// What the names of the tests in some files of the program's tests begin with.
fn skip(files: &[&str]) -> Result<Vec<String>, Stop> {
    let folder = workspace().join("crates/taquin-cli/tests");
    match files.iter().find(|file| !folder.join(format!("{file}.rs")).exists()) {
        Some(file) => Err(Stop::Failed(format!(
            "{file}.rs is no file of tests; say in xtask/src/test.rs what it is called now"
        ))),
        None => Ok(files.iter().map(|file| format!("{file}::")).collect()),
    }
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
