//! axe-core, which looks for what keeps people from using the page. It comes from npm into target/, in one version.

use crate::arguments::Stop;
use crate::step::{run as step, works};
use crate::{debian, metadata};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const VERSION: &str = "axe-core@4.14.0";

const WAY_OUT: &str =
    "install npm (on Debian: npm), or leave the tests of the page out with `cargo xtask test --no-browser`";

/// The script that the tests give to the page; see crates/taquin-cli/tests/common/browser.rs.
pub(crate) fn find_or_install() -> Result<PathBuf, Stop> {
    let folder = metadata::target_directory()?.join("npm").join(VERSION);
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if script.exists() {
        return Ok(script);
    }
    if !works("npm", &["--version"]) {
        if !debian::may_install() {
            return Err(Stop::Failed(format!("no npm was found, which fetches {VERSION}: {WAY_OUT}")));
        }
        println!("xtask: no npm was found; installing Debian's package npm");
        debian::install("npm", &["npm"])?;
    }
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--prefix"])
        .arg(&folder);
    step(VERSION, npm.arg(VERSION).stdin(Stdio::null()))?;
    if script.exists() { Ok(script) } else { Err(Stop::Failed(format!("{} is missing", script.display()))) }
}
