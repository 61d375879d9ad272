//! `cargo xtask deb`: the program as a package of Debian's, with its manual pages and completions. `dpkg-deb` does the work.

use crate::arguments::{Arguments, Stop};
use crate::dist::{build, copy, host, version, write_extras};
use crate::step::{at, output, run as step, workspace};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn run(arguments: Arguments) -> Result<(), Stop> {
    arguments.end()?;
    let program = build(&host()?)?;
    package(&program).map(|package| println!("{}", package.display()))
}

/// Packs a program into dist/ and names the package.
pub(crate) fn package(program: &Path) -> Result<PathBuf, Stop> {
    let architecture = output(Command::new("dpkg").arg("--print-architecture"))?.trim().to_string();
    let version = version()?;
    let dist = workspace().join("dist");
    let name = format!("taquin_{version}_{architecture}");
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(at(&folder))?;
    }
    let extras = dist.join("extras");
    fs::create_dir_all(&extras).map_err(at(&extras))?;
    write_extras(program, &extras)?;
    put(program, &folder.join("usr/bin/taquin"))?;
    for (file, place) in [
        ("taquin.bash", "usr/share/bash-completion/completions/taquin"),
        ("_taquin", "usr/share/zsh/vendor-completions/_taquin"),
        ("taquin.fish", "usr/share/fish/vendor_completions.d/taquin.fish"),
    ] {
        put(&extras.join(file), &folder.join(place))?;
    }
    let mut packed = vec!["usr/share/doc/taquin/changelog".to_string()];
    let pages = extras.join("man1");
    for page in fs::read_dir(&pages).map_err(at(&pages))? {
        let page = page.map_err(at(&pages))?;
        let place = format!("usr/share/man/man1/{}", page.file_name().to_string_lossy());
        put(&page.path(), &folder.join(&place))?;
        packed.push(place);
    }
    fs::remove_dir_all(&extras).map_err(at(&extras))?;
    let documents = folder.join("usr/share/doc/taquin");
    put(&workspace().join("README.md"), &documents.join("README.md"))?;
    put(&workspace().join("CHANGELOG.md"), &documents.join("changelog"))?;
    write(&documents.join("copyright"), &copyright()?)?;
    step("packing pages", Command::new("gzip").arg("-9n").args(&packed).current_dir(&folder))?;
    write(&folder.join("DEBIAN/control"), &control(&version, &architecture, size(&folder)?))?;
    let package = dist.join(format!("{name}.deb"));
    let pack = ["--root-owner-group", "--build"];
    step("Debian package", Command::new("dpkg-deb").args(pack).arg(&folder).arg(&package))?;
    fs::remove_dir_all(&folder).map_err(at(&folder))?;
    Ok(package)
}

/// Whether this system can make such packages.
pub(crate) fn is_possible() -> bool {
    crate::step::works("dpkg-deb", &["--version"])
}

fn control(version: &str, architecture: &str, kilobytes: u64) -> String {
    format!(
        "Package: taquin\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: Taquin contributors\n\
         Installed-Size: {kilobytes}\nDepends: libc6 (>= 2.34), libgcc-s1\nSection: games\n\
         Priority: optional\nDescription: sliding-tile puzzles: shortest solutions, traces, comparisons\n Solves the 8-, \
         15- and 24-puzzle, any m x n board and boxes such as 3x3x3,\n proves solutions shortest, shows searches step by \
         step, compares heuristics,\n and serves a web page with all of it.\n"
    )
}

fn copyright() -> Result<String, Stop> {
    let path = workspace().join("LICENSE-MIT");
    let licence = fs::read_to_string(&path).map_err(at(&path))?;
    Ok(format!(
        "Taquin may be used under the MIT licence, below, or under the Apache License, version 2.0, which is in\n\
         /usr/share/common-licenses/Apache-2.0.\n\n{licence}"
    ))
}

/// Copies a file to where its folder may not be yet, readable for all.
fn put(from: &Path, to: &Path) -> Result<(), Stop> {
    make_folder_of(to)?;
    copy(from, to)
}

fn write(path: &Path, text: &str) -> Result<(), Stop> {
    make_folder_of(path)?;
    fs::write(path, text).map_err(at(path))
}

fn make_folder_of(path: &Path) -> Result<(), Stop> {
    path.parent().map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(at(folder)))
}

/// The kilobytes that the files of a folder take.
fn size(folder: &Path) -> Result<u64, Stop> {
    let told = output(Command::new("du").args(["-k", "-s"]).arg(folder))?;
    let kilobytes = told.split_whitespace().next().and_then(|number| number.parse().ok());
    kilobytes.ok_or_else(|| Stop::failed("du names no size"))
}
