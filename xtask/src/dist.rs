//! `cargo xtask dist`: the program as it is released. One archive with program, manual pages, completions,
//! README and licences, and SHA256SUMS over all archives in dist/.

use crate::arguments::{Arguments, Stop};
use crate::metadata::{self, list, text};
use crate::step::{at, cargo, output, run as step, workspace};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files that lie beside the program.
const PAPERS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let asked: Option<String> = arguments.option("--target")?;
    arguments.end()?;
    let target = asked.map_or_else(host, Ok)?;
    cargo("release", &["build", "--profile", "dist", "--package", "taquin-cli", "--target", &target], &[])?;
    let ending = if target.contains("windows") { ".exe" } else { "" };
    let built = metadata::target_directory()?.join(&target).join("dist").join(format!("taquin{ending}"));
    let dist = workspace().join("dist");
    let name = format!("taquin-{}-{target}", version()?);
    let folder = dist.join(&name);
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    copy(&built, &folder.join(format!("taquin{ending}")))?;
    for paper in PAPERS {
        copy(&workspace().join(paper), &folder.join(paper))?;
    }
    if target == host()? {
        write_extras(&built, &folder)?;
    }
    let archive = format!("{name}.tar.gz");
    step(&archive, Command::new("tar").current_dir(&dist).args(["-czf", &archive, &name]))?;
    fs::remove_dir_all(&folder).map_err(at(&folder))?;
    write_sums(&dist)
}

/// The manual page and the completions, which the program prints; only where it can be run.
fn write_extras(program: &Path, folder: &Path) -> Result<(), Stop> {
    for (kind, file) in
        [("man", "taquin.1"), ("bash", "taquin.bash"), ("zsh", "_taquin"), ("fish", "taquin.fish")]
    {
        let text = output(Command::new(program).args(["completions", kind]))?;
        let path = folder.join(file);
        fs::write(&path, text).map_err(at(&path))?;
    }
    Ok(())
}

/// The checksums of all archives, in the form that `sha256sum --check` reads.
fn write_sums(dist: &Path) -> Result<(), Stop> {
    let files = fs::read_dir(dist).map_err(at(dist))?;
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let mut archives: Vec<String> = names.filter(|name| name.ends_with(".tar.gz")).collect();
    archives.sort();
    // macOS has shasum only.
    let coreutils = crate::step::works("sha256sum", &["--version"]);
    let (program, flags): (&str, &[&str]) =
        if coreutils { ("sha256sum", &[]) } else { ("shasum", &["-a", "256"]) };
    let sums = output(Command::new(program).args(flags).args(&archives).current_dir(dist))?;
    let path = dist.join("SHA256SUMS");
    fs::write(&path, &sums).map_err(at(&path))?;
    print!("{sums}");
    Ok(())
}

fn copy(from: &Path, to: &PathBuf) -> Result<(), Stop> {
    fs::copy(from, to).map(|_| ()).map_err(at(from))
}

/// The version of the program.
fn version() -> Result<String, Stop> {
    let metadata = metadata::read(false)?;
    let program = list(&metadata, "packages").find(|package| text(package, "name") == "taquin-cli");
    program
        .map(|package| text(package, "version").to_string())
        .ok_or_else(|| Stop::failed("taquin-cli is missing"))
}

/// The target of this machine.
fn host() -> Result<String, Stop> {
    let told = output(Command::new("rustc").arg("-vV"))?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string).ok_or_else(|| Stop::failed("rustc -vV names no host"))
}
