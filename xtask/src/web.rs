//! `cargo xtask web`: the page as a folder of plain files that works from any host, in `dist/`.
//!
//! The files are those that `taquin serve` serves, with one word changed: the engine is the browser. What is added is
//! the module for browsers and the list of files that browsers keep for times without a network.

use crate::arguments::{Arguments, Stop};
use crate::step::{at, workspace};
use crate::{metadata, wasm};
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

/// What a page without a server may load. Servers set such rules in a header, plain hosts do not.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/// What leads to the description of the API.
const API_LINK: &str = "<span data-only=\"server\"> · <a href=\"api.html\">HTTP API</a></span>";

/// Folders that hold nothing but files of the page, so that old ones can be removed.
const FOLDERS: [&str; 2] = ["js", "wasm"];

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let folder = arguments.option("--into")?.unwrap_or_else(|| workspace().join("dist"));
    arguments.end()?;
    write(&folder)?;
    println!("xtask: the page is in {}; any web host can serve it", folder.display());
    Ok(())
}

/// Where the tests look for the page.
pub(crate) fn folder_of_tests() -> Result<PathBuf, Stop> {
    Ok(metadata::target_directory()?.join("page"))
}

/// Compiles the module and writes the page into a folder; other things in it are left alone.
pub(crate) fn write(folder: &Path) -> Result<(), Stop> {
    let module = wasm::compile()?;
    for part in FOLDERS.map(|part| folder.join(part)) {
        if part.exists() {
            fs::remove_dir_all(&part).map_err(at(&part))?;
        }
        fs::create_dir_all(&part).map_err(at(&part))?;
    }
    let mut files = copy(&workspace().join("crates/taquin-cli/web"), folder, "")?;
    // Without a server there is no API to describe.
    let api = folder.join("api.html");
    fs::remove_file(&api).map_err(at(&api))?;
    files.retain(|file| file != "api.html");
    change(&folder.join("index.html"), API_LINK, "")?;
    let bound = folder.join("wasm");
    wasm::bind(&module, &bound)?;
    let status = workspace().join("crates/taquin-wasm/status.json");
    fs::copy(&status, bound.join("status.json")).map_err(at(&status))?;
    files.extend(names(&bound)?.into_iter().map(|name| format!("wasm/{name}")));
    files.sort();
    change(&folder.join("index.html"), "data-engine=\"server\"", "data-engine=\"browser\"")?;
    let charset = "<meta charset=\"utf-8\">";
    let policy = format!("{charset}\n  <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    change(&folder.join("index.html"), charset, &policy)?;
    list(folder, &files)
}

/// Copies a folder's files; their names.
fn copy(from: &Path, to: &Path, prefix: &str) -> Result<Vec<String>, Stop> {
    let mut files = Vec::new();
    for name in names(from)? {
        let (source, target) = (from.join(&name), to.join(&name));
        if source.is_dir() {
            fs::create_dir_all(&target).map_err(at(&target))?;
            files.extend(copy(&source, &target, &format!("{prefix}{name}/"))?);
        } else {
            fs::copy(&source, &target).map_err(at(&source))?;
            files.push(format!("{prefix}{name}"));
        }
    }
    Ok(files)
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>, Stop> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        names.push(entry.map_err(at(folder))?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Replaces a text that is there exactly once.
fn change(path: &Path, from: &str, to: &str) -> Result<(), Stop> {
    let text = fs::read_to_string(path).map_err(at(path))?;
    if text.matches(from).count() != 1 {
        return Err(Stop::Failed(format!("{}: `{from}` should be there once", path.display())));
    }
    fs::write(path, text.replace(from, to)).map_err(at(path))
}

/// Tells the service worker which files to keep, and a version that changes with any of them.
fn list(folder: &Path, files: &[String]) -> Result<(), Stop> {
    let mut version = DefaultHasher::new();
    let mut kept = vec!["./"];
    for file in files.iter().filter(|file| *file != "sw.js") {
        let path = folder.join(file);
        version.write(file.as_bytes());
        version.write(&fs::read(&path).map_err(at(&path))?);
        if file != "index.html" {
            kept.push(file);
        }
    }
    let worker = folder.join("sw.js");
    change(&worker, "VERSION = \"\"", &format!("VERSION = \"taquin-{:016x}\"", version.finish()))?;
    change(&worker, "FILES = []", &format!("FILES = {}", serde_json::Value::from(kept)))
}
