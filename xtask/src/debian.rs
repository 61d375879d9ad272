//! Packages of Debian, the one system that a chore installs anything on, always after a line that says so.

use crate::arguments::Stop;
use crate::step::{output, run};
use std::process::Command;

/// Only the super-user of a Debian installs packages without being asked.
pub(crate) fn may_install() -> bool {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    release.lines().any(|line| line == "ID=debian") && is_root()
}

/// Installs packages, and nothing that is merely recommended.
pub(crate) fn install(what: &str, packages: &[&str]) -> Result<(), Stop> {
    run("package lists", Command::new("apt-get").args(["update", "--quiet"]))?;
    let install = ["install", "--yes", "--quiet", "--no-install-recommends"];
    run(what, Command::new("apt-get").args(install).args(packages))
}

/// Whether this is the super-user of a Unix.
pub(crate) fn is_root() -> bool {
    cfg!(unix) && output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
