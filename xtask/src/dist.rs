//! `cargo xtask dist`: everything as it is released, side by side in dist/. An archive with program, manual pages,
//! completions, README and licences; the Debian package; the Python wheel and its sources; SHA256SUMS over all of them.

use crate::arguments::{Arguments, Stop};
use crate::metadata::{self, list, text};
use crate::step::{at, cargo, output, run as step, workspace};
use crate::{deb, python};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files that lie beside the program.
const PAPERS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// How the names of packages end.
const PACKAGES: [&str; 3] = [".tar.gz", ".deb", ".whl"];

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let asked: Option<String> = arguments.option("--target")?;
    arguments.end()?;
    let dist = workspace().join("dist");
    match asked {
        Some(target) => {
            let program = build(&target)?;
            archive(&program, &target, &dist)?;
        }
        None => {
            let target = host()?;
            let program = build(&target)?;
            archive(&program, &target, &dist)?;
            if deb::is_possible() {
                deb::package(&program)?;
            } else {
                println!("xtask: no Debian package: there is no dpkg-deb here");
            }
            for file in python::build_for_release()? {
                let name = file.file_name().ok_or_else(|| Stop::failed("a package without a name"))?;
                copy(&file, &dist.join(name))?;
            }
        }
    }
    write_sums(&dist)
}

/// The program, optimised for release.
pub(crate) fn build(target: &str) -> Result<PathBuf, Stop> {
    cargo("release", &["build", "--profile", "dist", "--package", "taquin-cli", "--target", target], &[])?;
    let ending = if target.contains("windows") { ".exe" } else { "" };
    Ok(metadata::target_directory()?.join(target).join("dist").join(format!("taquin{ending}")))
}

/// Packs a program with what lies beside it.
fn archive(program: &Path, target: &str, dist: &Path) -> Result<(), Stop> {
    let name = format!("taquin-{}-{target}", version()?);
    let folder = dist.join(&name);
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    let file = program.file_name().ok_or_else(|| Stop::failed("a program without a name"))?;
    copy(program, &folder.join(file))?;
    for paper in PAPERS {
        copy(&workspace().join(paper), &folder.join(paper))?;
    }
    if target == host()? {
        write_extras(program, &folder)?;
    }
    let archive = format!("{name}.tar.gz");
    step(&archive, Command::new("tar").current_dir(dist).args(["-czf", &archive, &name]))?;
    fs::remove_dir_all(&folder).map_err(at(&folder))
}

/// The manual pages, in man1/, and the completions, which the program prints; only where it can be run.
pub(crate) fn write_extras(program: &Path, folder: &Path) -> Result<(), Stop> {
    output(Command::new(program).args(["completions", "man", "--output"]).arg(folder.join("man1")))?;
    for (kind, file) in [("bash", "taquin.bash"), ("zsh", "_taquin"), ("fish", "taquin.fish")] {
        let text = output(Command::new(program).args(["completions", kind]))?;
        let path = folder.join(file);
        fs::write(&path, text).map_err(at(&path))?;
    }
    Ok(())
}

/// The checksums of all packages, in the form that `sha256sum --check` reads.
fn write_sums(dist: &Path) -> Result<(), Stop> {
    let files = fs::read_dir(dist).map_err(at(dist))?;
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let is_package = |name: &String| PACKAGES.iter().any(|ending| name.ends_with(ending));
    let mut packages: Vec<String> = names.filter(is_package).collect();
    packages.sort();
    // macOS has shasum only.
    let coreutils = crate::step::works("sha256sum", &["--version"]);
    let (program, flags): (&str, &[&str]) =
        if coreutils { ("sha256sum", &[]) } else { ("shasum", &["-a", "256"]) };
    let sums = output(Command::new(program).args(flags).args(&packages).current_dir(dist))?;
    let path = dist.join("SHA256SUMS");
    fs::write(&path, &sums).map_err(at(&path))?;
    print!("{sums}");
    Ok(())
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), Stop> {
    fs::copy(from, to).map(|_| ()).map_err(at(from))
}

/// The version of the program.
pub(crate) fn version() -> Result<String, Stop> {
    let metadata = metadata::read(false)?;
    let program = list(&metadata, "packages").find(|package| text(package, "name") == "taquin-cli");
    program
        .map(|package| text(package, "version").to_string())
        .ok_or_else(|| Stop::failed("taquin-cli is missing"))
}

/// The target of this machine.
pub(crate) fn host() -> Result<String, Stop> {
    let told = output(Command::new("rustc").arg("-vV"))?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string).ok_or_else(|| Stop::failed("rustc -vV names no host"))
}
