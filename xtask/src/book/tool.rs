//! mdBook and its companion: programs that are built into target/tools/ once, in the versions that are named here.

use crate::arguments::Stop;
use crate::step::{cargo, output};
use std::path::PathBuf;
use std::process::Command;

/// A program and how it is built.
pub(super) struct Tool {
    name: &'static str,
    version: &'static str,
    features: &'static [&'static str],
    /// What it needs beyond what this project needs.
    needs: &'static str,
}

/// Without the parts that serve and watch: the site is plain files.
pub(super) const BOOK: Tool = Tool {
    name: "mdbook",
    version: "0.5.4",
    features: &["--no-default-features", "--features", "search"],
    needs: "",
};

pub(super) const EPUB: Tool =
    Tool { name: "mdbook-epub", version: "0.5.2", features: &[], needs: " (it needs Rust 1.91)" };

/// The folder that tools are built into.
pub(super) struct Tools {
    pub(super) folder: PathBuf,
}

impl Tools {
    /// The program in the version that the book is written for; built if it is not there.
    pub(super) fn find_or_install(&self, tool: &Tool) -> Result<PathBuf, Stop> {
        let Tool { name, version, features, needs } = tool;
        let program = self.folder.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        // `mdbook v0.5.4`, `mdbook-epub 0.5.2`
        let is_right = |told: String| told.trim().rsplit([' ', 'v']).next() == Some(*version);
        if program.exists() && is_right(output(Command::new(&program).arg("--version"))?) {
            return Ok(program);
        }
        println!(
            "xtask: {name} {version} is not in {}; building it takes some minutes, once{needs}",
            self.folder.display()
        );
        let root = self.folder.display().to_string();
        let install = ["install", "--locked", "--version", version, "--root", &root];
        cargo(name, &[&install, *features, &[*name]].concat(), &[])?;
        Ok(program)
    }
}
