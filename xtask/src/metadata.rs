//! What `cargo metadata` says about the workspace.

use crate::arguments::Stop;
use crate::step::{cargo_path, output, workspace};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// The whole of it; `dependencies` says whether packages of other people are in it too.
pub(crate) fn read(dependencies: bool) -> Result<Value, Stop> {
    let mut command = Command::new(cargo_path());
    command.current_dir(workspace()).args(["metadata", "--format-version=1"]);
    if !dependencies {
        command.arg("--no-deps");
    }
    let text = output(&mut command)?;
    serde_json::from_str(&text).map_err(|error| Stop::Failed(format!("cargo metadata: {error}")))
}

/// Where cargo puts what it builds.
pub(crate) fn target_directory() -> Result<PathBuf, Stop> {
    let metadata = read(false)?;
    let path = metadata["target_directory"].as_str().map(PathBuf::from);
    path.ok_or_else(|| Stop::failed("cargo metadata names no target directory"))
}

/// A list in the metadata; empty where there is none.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value[key].as_array().into_iter().flatten()
}

/// A text in the metadata; empty where there is none.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}
