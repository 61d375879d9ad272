//! What the tests share: programs, boards, figures.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Board 5 of Korf's: 11 million nodes by Manhattan.
pub(crate) const SHORT: &str = "4 7 14 13/10 3 9 12/11 5 6 15/1 2 8 0";
/// Board 25: 51 million nodes.
pub(crate) const LONG: &str = "11 4 2 7/1 0 10 15/6 9 14 8/3 13 5 12";
/// How these are searched.
pub(crate) const FLAGS: [&str; 6] = ["--goal", "blank-first", "-a", "idastar", "-H", "manhattan"];

/// So many processes of `taquin-mpi` on this machine, more than it has processors if need be.
pub(crate) fn mpirun(processes: usize) -> Command {
    mpirun_by(processes, &[])
}

/// The same, each of them begun by another program.
pub(crate) fn mpirun_by(processes: usize, beginner: &[&str]) -> Command {
    let mut command = Command::new("mpirun");
    // For Open MPI: by root, more processes than processors, and not bound to any.
    command
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .env("OMPI_MCA_rmaps_base_oversubscribe", "1")
        .env("OMPI_MCA_hwloc_base_binding_policy", "none")
        .stdin(Stdio::null());
    command.arg("-n").arg(processes.to_string()).args(beginner).arg(env!("CARGO_BIN_EXE_taquin-mpi"));
    command
}

/// The program `taquin` of the same build.
pub(crate) fn taquin() -> Command {
    let taquin = Path::new(env!("CARGO_BIN_EXE_taquin-mpi")).with_file_name("taquin");
    assert!(taquin.exists(), "{} is not there: cargo build --package taquin-cli", taquin.display());
    Command::new(taquin)
}

/// Exit code, standard output, standard error.
pub(crate) fn run(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("programs run");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

/// What must be the same in all runs.
pub(crate) fn figures(line: &str) -> Vec<Value> {
    let answer: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    ["start", "cost", "optimal", "moves", "expanded", "generated", "iterations", "error", "number"]
        .map(|name| answer[name].clone())
        .to_vec()
}

/// The living processes of `taquin-mpi` below a process, the first of the cluster first.
pub(crate) fn processes_below(parent: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").expect("a Linux").flatten() {
        let Ok(id) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let name = stat.split(['(', ')']).nth(1).unwrap_or_default();
        let above = stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(1)?.parse::<u32>().ok());
        let is_dead = stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z'));
        if name == "taquin-mpi" && above == Some(parent) && !is_dead {
            found.push(id);
        }
    }
    found.sort_unstable();
    found
}

/// A file in a directory, as text.
pub(crate) fn file(directory: &tempfile::TempDir, name: &str) -> String {
    let path: PathBuf = directory.path().join(name);
    path.to_str().expect("a name in UTF-8").to_string()
}
