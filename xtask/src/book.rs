//! `cargo xtask book`: the documentation as a site of plain files, in target/book/html/.
//!
//! mdBook turns the pages into HTML. It is built into target/ once, in the version that is named here. Every link of the finished
//! site is followed, without a network; links between the documents as they are in the repository are a test, which needs
//! no mdBook.

mod html;
mod links;
mod markdown;
mod site;
mod source;
#[cfg(test)]
mod spelling;
#[cfg(test)]
mod words;

use crate::arguments::{Arguments, Stop};
use crate::step::{at, cargo, output, run as step, workspace};
use crate::{metadata, web};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = "0.5.4";

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let with_page = arguments.flag("--page") || workspace().join("dist/index.html").exists();
    arguments.end()?;
    links::check()?;
    let target = metadata::target_directory()?;
    let mdbook = find_or_install(&target.join("tools"))?;
    let folder = target.join("book");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(at(&folder))?;
    }
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    source::write(&folder.join("src"), with_page)?;
    for file in ["book.toml", "taquin.css"] {
        let from = workspace().join("book").join(file);
        fs::copy(&from, folder.join(file)).map_err(at(&from))?;
    }
    let html = folder.join("html");
    step("book", Command::new(&mdbook).arg("build").arg(&folder).arg("--dest-dir").arg(&html))?;
    mend_frames(&html.join("print.html"))?;
    if with_page {
        web::write(&html.join("page"))?;
    }
    let pages = site::check(&html)?;
    println!("xtask: {pages} pages, every link leads somewhere: {}", html.join("index.html").display());
    Ok(())
}

/// The prose of README.md and of the pages that are written for the book, by their paths.
#[cfg(test)]
pub(crate) fn prose() -> Result<Vec<(String, String)>, Stop> {
    let pages = links::documents()?.into_iter().filter(|page| {
        // The page of commands is what the program says of itself.
        page == Path::new("README.md") || page.starts_with("book") && !page.ends_with("commands.md")
    });
    pages
        .map(|page| {
            let path = workspace().join(&page);
            Ok((page.display().to_string(), fs::read_to_string(&path).map_err(at(&path))?))
        })
        .collect()
}

/// On the page that holds all others mdBook leads links to where they belong, but not the frames of pages one folder down.
fn mend_frames(print: &Path) -> Result<(), Stop> {
    let text = fs::read_to_string(print).map_err(at(print))?;
    fs::write(print, text.replace("<iframe src=\"../", "<iframe src=\"")).map_err(at(print))
}

/// mdBook in the version that the book is written for; built if it is not there.
fn find_or_install(tools: &Path) -> Result<PathBuf, Stop> {
    let name = format!("mdbook{}", std::env::consts::EXE_SUFFIX);
    let mdbook = tools.join("bin").join(name);
    if mdbook.exists()
        && output(Command::new(&mdbook).arg("--version"))?.trim() == format!("mdbook v{VERSION}")
    {
        return Ok(mdbook);
    }
    println!("xtask: mdBook {VERSION} is not in {}; building it takes some minutes, once", tools.display());
    let root = tools.display().to_string();
    // Without the parts that serve and watch: the site is plain files.
    let arguments = [
        "install",
        "--locked",
        "--version",
        VERSION,
        "--no-default-features",
        "--features",
        "search",
        "--root",
        &root,
        "mdbook",
    ];
    cargo("mdBook", &arguments, &[])?;
    Ok(mdbook)
}
