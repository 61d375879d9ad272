//! `cargo xtask mpi`: `taquin-mpi` under `mpirun`. Builds it, runs its tests, then those that take minutes or need root: a
//! hundred kills, and two hosts, which are network namespaces of this machine.
//!
//! MPI and libclang, by which its declarations are read, are found, or are Debian's packages, which are installed after a
//! line that says so.

use crate::arguments::{Arguments, Stop};
use crate::debian;
use crate::step::{cargo, works};
use std::path::Path;

/// The package, which is left out where there is no MPI.
pub(crate) const PACKAGE: &str = "taquin-mpi";

const PACKAGES: [&str; 3] = ["openmpi-bin", "libopenmpi-dev", "libclang-dev"];
/// The tests that need root.
const HOSTS: &str = "hosts::";

const WAY_OUT: &str = "install an MPI with its compiler wrapper, and libclang (on Debian: openmpi-bin libopenmpi-dev \
                       libclang-dev)";

pub(crate) fn run(arguments: Arguments) -> Result<(), Stop> {
    arguments.end()?;
    if !find_or_install()? {
        return Err(Stop::Failed(format!("there is no MPI: {WAY_OUT}")));
    }
    build_taquin()?;
    cargo("tests with MPI", &["test", "--package", PACKAGE], &[])?;
    long_tests()
}

/// Whether MPI is there, installed now if need be. Where it cannot be, what needs it is left out.
pub(crate) fn find_or_install() -> Result<bool, Stop> {
    if is_there() {
        return Ok(true);
    }
    if !debian::may_install() {
        return Ok(false);
    }
    println!("xtask: no MPI was found; installing Debian's packages {}", PACKAGES.join(", "));
    debian::install("MPI", &PACKAGES)?;
    match is_there() {
        true => Ok(true),
        false => Err(Stop::Failed(format!("the installed MPI does not start: {WAY_OUT}"))),
    }
}

/// Whether programs with MPI can be built and run.
pub(crate) fn is_there() -> bool {
    works("mpicc", &["--version"]) && works("mpirun", &["--version"]) && has_libclang()
}

fn has_libclang() -> bool {
    let folders = |folder: &str| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let of_llvm = folders("/usr/lib").filter(|entry| entry.file_name().to_string_lossy().starts_with("llvm"));
    let in_llvm = of_llvm.map(|entry| entry.path().join("lib")).any(|folder| has_library(&folder));
    let usual = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/opt/llvm/lib"];
    std::env::var_os("LIBCLANG_PATH").is_some()
        || in_llvm
        || usual.iter().any(|folder| has_library(Path::new(folder)))
}

fn has_library(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name()).any(|name| name.to_string_lossy().starts_with("libclang."))
}

/// What tests compare with: the program on its own.
fn build_taquin() -> Result<(), Stop> {
    cargo("taquin", &["build", "--package", "taquin-cli", "--bin", "taquin"], &[])
}

/// The tests that take minutes, and those that need root if this is root.
pub(crate) fn long_tests() -> Result<(), Stop> {
    build_taquin()?;
    let tests = ["test", "--package", PACKAGE, "--", "--ignored"];
    if may_make_hosts()? {
        return cargo("long tests with MPI, and two hosts", &tests, &[]);
    }
    cargo("long tests with MPI", &[&tests[..], &["--skip", HOSTS]].concat(), &[])?;
    eprintln!("\nxtask: NOT TESTED: two hosts, which root of a Linux makes of network namespaces.");
    Ok(())
}

/// Whether this is root of a Linux with the program that makes network namespaces, installed now if need be.
fn may_make_hosts() -> Result<bool, Stop> {
    if !cfg!(target_os = "linux") || !debian::is_root() {
        return Ok(false);
    }
    if !works("ip", &["-V"]) && debian::may_install() {
        println!("xtask: network namespaces need Debian's package iproute2; installing it");
        debian::install("network namespaces", &["iproute2"])?;
    }
    Ok(works("ip", &["netns"]))
}
