//! The book as one file for e-readers, EPUB 3, by mdBook's companion mdbook-epub.
//!
//! mdbook-epub takes the pages as they are: it gives headings no names, leads links to `.md`, and packs nothing but pages and
//! pictures. So the source that mdBook gets is changed: names are written in, links lead to `.html`, links to other files
//! lose their target and keep their text, and where a page moves in the browser it is told where it is to be found.

use super::markdown::{headings, links};
use super::{source, tool};
use crate::arguments::Stop;
use crate::step::{at, run as step, workspace};
use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How the names of pictures end that e-readers show.
const PICTURES: [&str; 2] = ["svg", "png"];

/// Makes the file in a folder, which has to be empty, with a tool that is installed; its path.
pub(super) fn make(tools: &tool::Tools, folder: &Path) -> Result<PathBuf, Stop> {
    let program = tools.find_or_install(&tool::EPUB)?;
    let pages = folder.join("src");
    source::write(&pages, false)?;
    change_pages(&pages, &pages)?;
    let style = "epub.css";
    let from = workspace().join("book").join(style);
    fs::copy(&from, folder.join(style)).map_err(at(&from))?;
    let settings = folder.join("book.toml");
    fs::write(&settings, settings_for_epub()?).map_err(at(&settings))?;
    step("book for e-readers", Command::new(program).arg("--standalone").arg(folder))?;
    let made = folder.join("book/Taquin.epub");
    if made.exists() { Ok(made) } else { Err(Stop::Failed(format!("there is no {}", made.display()))) }
}

/// What `book.toml` says of the book, and the settings of mdbook-epub.
fn settings_for_epub() -> Result<String, Stop> {
    let path = workspace().join("book/book.toml");
    let text = fs::read_to_string(&path).map_err(at(&path))?;
    let wrong = |error: &dyn std::fmt::Display| Stop::Failed(format!("{}: {error}", path.display()));
    let settings: toml::Table = text.parse().map_err(|error: toml::de::Error| wrong(&error))?;
    let book = settings.get("book").ok_or_else(|| wrong(&"there is no [book]"))?;
    let book = toml::to_string(book).map_err(|error| wrong(&error))?;
    Ok(format!(
        "[book]\n{book}\n[output.epub]\nepub-version = 3\nno-section-label = true\nadditional-css = [\"epub.css\"]\n"
    ))
}

/// Changes all pages below a folder.
fn change_pages(root: &Path, folder: &Path) -> Result<(), Stop> {
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        if path.is_dir() {
            change_pages(root, &path)?;
        } else if path.extension().is_some_and(|ending| ending == "md") && path != root.join("SUMMARY.md") {
            let text = fs::read_to_string(&path).map_err(at(&path))?;
            fs::write(&path, changed(&text)).map_err(at(&path))?;
        }
    }
    Ok(())
}

/// A page of the site as mdbook-epub needs it.
fn changed(page: &str) -> String {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut known = HashSet::new();
    for heading in headings(page) {
        if known.insert(heading.anchor.clone()) {
            edits.push((heading.start..heading.start, format!("<a id=\"{}\"></a>", heading.anchor)));
        }
    }
    for link in links(page).into_iter().filter(|link| !link.to.contains("://")) {
        let (path, anchor) = link.to.split_once('#').unwrap_or((&link.to, ""));
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        match link.place {
            Some(place) if ending == "md" => {
                let hash = if anchor.is_empty() { "" } else { "#" };
                edits.push((place, format!("{}.html{hash}{anchor}", path.trim_end_matches(".md"))));
            }
            _ if path.is_empty() || PICTURES.contains(&ending) && link.is_picture => {}
            Some(place) => {
                edits.push((link.whole.start..link.whole.start + 1, String::new()));
                edits.push((place.start - "](".len()..link.whole.end, String::new()));
            }
            None => edits.push((link.whole, "*(Here a page moves in the book for browsers.)*\n".into())),
        }
    }
    edits.sort_by_key(|(range, _)| range.start);
    let mut text = page.to_owned();
    for (range, new) in edits.into_iter().rev() {
        text.replace_range(range, &new);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_lose_what_e_readers_lack() {
        let page = "# A page\n\n## On `b`\n\n[b](c/b.md#on-b) ![p](p.svg) [here](#a-page) [*rows*](rows.csv) [w](https://w.org)\n\n\
                    <iframe src=\"m.html\"></iframe>\n\n## On `b`\n";
        let wanted = "# <a id=\"a-page\"></a>A page\n\n## <a id=\"on-b\"></a>On `b`\n\n[b](c/b.html#on-b) ![p](p.svg) [here](#a-page) *rows* \
                      [w](https://w.org)\n\n*(Here a page moves in the book for browsers.)*\n\n## On `b`\n";
        assert_eq!(changed(page), wanted);
    }

    #[test]
    fn the_settings_have_the_title() {
        let settings: toml::Table = settings_for_epub().unwrap().parse().unwrap();
        assert_eq!(settings["book"]["title"].as_str(), Some("Taquin"));
        assert_eq!(settings["output"]["epub"]["epub-version"].as_integer(), Some(3));
    }
}
