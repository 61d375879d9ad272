//! `cargo xtask wasm`: the library compiles for browsers, without the features that need an operating system.
//!
//! A standard library for `wasm32-unknown-unknown` comes from rustup, or is compiled from the sources of Debian's
//! packages, which are installed if need be, after a line that says so. `cargo xtask test` does the same unless it is told
//! `--no-wasm`.

use crate::arguments::{Arguments, Stop};
use crate::step::{cargo_path, output, run as step};
use crate::{debian, metadata};
use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
/// Where Debian's rust-web-src has the sources of the standard library, and rustc-web the compiler that they are for.
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library/std/Cargo.toml";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

const WAY_OUT: &str = "run `rustup target add wasm32-unknown-unknown`, or leave this out with \
                       `cargo xtask test --no-wasm`";

pub(crate) fn run(arguments: Arguments) -> Result<(), Stop> {
    arguments.end()?;
    find_or_install_and_check()
}

/// Checks the library with a standard library that is there, or is installed.
pub(crate) fn find_or_install_and_check() -> Result<(), Stop> {
    match find()? {
        Some(standard_library) => check(standard_library),
        None if debian::may_install() => {
            println!(
                "xtask: no standard library for {TARGET} was found; installing Debian's packages rustc-web and \
                 rust-web-src"
            );
            debian::install("compiler and sources", &["rustc-web", "rust-web-src"])?;
            check(StandardLibrary::DebianSources)
        }
        None => Err(Stop::Failed(format!("no standard library for {TARGET} was found: {WAY_OUT}"))),
    }
}

/// Where a standard library comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StandardLibrary {
    /// It is there, for the compiler that is used for everything.
    Installed,
    /// It is compiled by Debian's compiler.
    DebianSources,
}

/// What is there already.
fn find() -> Result<Option<StandardLibrary>, Stop> {
    let library = output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    if Path::new(library.trim()).exists() {
        return Ok(Some(StandardLibrary::Installed));
    }
    let is_debian = Path::new(DEBIAN_SOURCES).exists() && Path::new(DEBIAN_RUSTC).exists();
    Ok(is_debian.then_some(StandardLibrary::DebianSources))
}

/// Checks the library with it.
fn check(standard_library: StandardLibrary) -> Result<(), Stop> {
    let mut command = Command::new(cargo_path());
    command.args(["check", "--package", "taquin", "--no-default-features", "--target", TARGET]);
    if standard_library == StandardLibrary::DebianSources {
        // A flag of the nightly compiler, for this check only. Another compiler needs another folder.
        command.arg("-Zbuild-std=std,panic_abort");
        command.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
        command.env("CARGO_TARGET_DIR", metadata::target_directory()?.join("wasm"));
    }
    step("the library for browsers", &mut command)
}
