//! `cargo xtask book`: the documentation as a site of plain files, in target/book/html/.
//!
//! mdBook turns the pages into HTML, with `--epub` its companion into a file for e-readers as well. Every link of the finished
//! site is followed, without a network; links between the documents as they are in the repository are a test, which needs
//! no mdBook.

mod epub;
mod html;
mod links;
mod markdown;
mod site;
mod source;
#[cfg(test)]
mod spelling;
mod tool;
#[cfg(test)]
mod words;

use crate::arguments::{Arguments, Stop};
use crate::step::{at, run as step, workspace};
use crate::{metadata, web};
use std::fs;
use std::path::Path;
use std::process::Command;

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Stop> {
    let with_page = arguments.flag("--page") || workspace().join("dist/index.html").exists();
    let with_epub = arguments.flag("--epub");
    arguments.end()?;
    links::check()?;
    let target = metadata::target_directory()?;
    let tools = tool::Tools { folder: target.join("tools") };
    let mdbook = tools.find_or_install(&tool::BOOK)?;
    let folder = target.join("book");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(at(&folder))?;
    }
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    source::write(&folder.join("src"), with_page)?;
    for file in ["book.toml", "taquin.css", "live.js"] {
        let from = workspace().join("book").join(file);
        fs::copy(&from, folder.join(file)).map_err(at(&from))?;
    }
    let html = folder.join("html");
    step("book", Command::new(&mdbook).arg("build").arg(&folder).arg("--dest-dir").arg(&html))?;
    mend_frames(&html.join("print.html"))?;
    if with_page {
        web::write(&html.join("page"))?;
    }
    if with_epub {
        let made = epub::make(&tools, &folder.join("epub"))?;
        let name = made.file_name().ok_or_else(|| Stop::failed("a book without a name"))?;
        let beside = html.join(name);
        fs::copy(&made, &beside).map_err(at(&made))?;
        println!("xtask: for e-readers: {}", beside.display());
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
