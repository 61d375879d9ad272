//! `cargo xtask wasm`: the module for browsers, compiled.
//!
//! A standard library for `wasm32-unknown-unknown` comes from rustup, or is compiled from the sources of Debian's
//! packages, which are installed if need be, after a line that says so.

use crate::arguments::{Arguments, Stop};
use crate::step::{cargo_path, output, run as step, workspace};
use crate::{debian, metadata};
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
/// Where Debian's rust-web-src has the sources of the standard library, and rustc-web the compiler that they are for.
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library/std/Cargo.toml";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

const WAY_OUT: &str =
    "run `rustup target add wasm32-unknown-unknown`; `cargo xtask test --no-wasm` leaves this out";

pub(crate) fn run(arguments: Arguments) -> Result<(), Stop> {
    arguments.end()?;
    compile().map(|_| ())
}

/// Compiles the module with a standard library that is there, or is installed; where it is.
pub(crate) fn compile() -> Result<PathBuf, Stop> {
    compile_with(find_or_install()?)
}

/// A standard library, installed now if need be.
pub(crate) fn find_or_install() -> Result<StandardLibrary, Stop> {
    match find()? {
        Some(standard_library) => Ok(standard_library),
        None if debian::may_install() => {
            println!(
                "xtask: no standard library for {TARGET} was found; installing Debian's packages rustc-web and \
                 rust-web-src"
            );
            debian::install("compiler and sources", &["rustc-web", "rust-web-src"])?;
            Ok(StandardLibrary::DebianSources)
        }
        None => Err(Stop::Failed(format!("no standard library for {TARGET} was found: {WAY_OUT}"))),
    }
}

/// Writes what browsers load, `taquin.js` and `taquin.wasm.lzma`, into a folder.
pub(crate) fn bind(module: &Path, folder: &Path) -> Result<(), Stop> {
    let mut command = Command::new(cargo_path());
    let manifest = workspace().join("crates/taquin-wasm/bindgen/Cargo.toml");
    command.args(["run", "--quiet", "--locked", "--manifest-path"]).arg(manifest);
    // Apart from the workspace, which it is no part of.
    command.env("CARGO_TARGET_DIR", metadata::target_directory()?.join("bindgen"));
    step("the module's JavaScript", command.arg("--").arg(module).arg(folder))
}

/// Where a standard library comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StandardLibrary {
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

fn compile_with(standard_library: StandardLibrary) -> Result<PathBuf, Stop> {
    let mut command = Command::new(cargo_path());
    command.args(["build", "--package", "taquin-wasm", "--profile", "web", "--target", TARGET]);
    // Another compiler needs another folder, and both are not to wait for each other.
    let folder = metadata::target_directory()?.join("wasm");
    command.env("CARGO_TARGET_DIR", &folder);
    if standard_library == StandardLibrary::DebianSources {
        // A flag of the nightly compiler, for this module only.
        command.arg("-Zbuild-std=std,panic_abort");
        command.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
        if let Some(linker) = linker()? {
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
    }
    step("the module for browsers", &mut command)?;
    Ok(folder.join(TARGET).join("web/taquin_wasm.wasm"))
}

/// The linker that rustup's compiler brings along; Debian's compiler has none of its own.
fn linker() -> Result<Option<PathBuf>, Stop> {
    let library = output(Command::new("rustc").args(["--print", "target-libdir"]))?;
    let linker = Path::new(library.trim()).with_file_name("bin").join("rust-lld");
    Ok(linker.exists().then_some(linker))
}
