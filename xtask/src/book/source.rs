//! The source of the book as mdBook wants it: one folder with every page that `book/SUMMARY.md` lists, and with
//! every file that those pages show or link to.
//!
//! In the repository pages lie where they belong: the text of the book in `book/`, documents of the code in `docs/` and beside
//! it. Here `book/` becomes the top of the site and everything else keeps its path; links are written anew where that
//! changes them. Files that are no pages, such as code, are copied as text, so that the site needs nothing outside itself.

use super::links::{plain, within};
use super::markdown::links;
use crate::arguments::Stop;
use crate::step::{at, workspace};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The list of all pages, in their order.
const SUMMARY: &str = "book/SUMMARY.md";
/// Files that browsers show or run as they are; others are copied as text.
const SHOWN: [&str; 6] = ["svg", "png", "html", "csv", "txt", "css"];

/// What marks a place in a chapter in which `book/live.js` shows the page, and with what on it. What stands there is for
/// readers without the page.
const LIVE: &str = " data-page=\"";

/// Writes the source of the book into a folder, which has to be empty, with or without the page to play on; how many
/// pages there are.
pub(super) fn write(folder: &Path, with_page: bool) -> Result<usize, Stop> {
    let summary = read(Path::new(SUMMARY))?;
    let pages: BTreeSet<PathBuf> =
        links(&summary).iter().filter_map(|link| Some(within(Path::new(SUMMARY), &link.to)?.0)).collect();
    let site = Site { folder, pages: &pages, with_page };
    site.page(Path::new(SUMMARY))?;
    for page in &pages {
        site.page(page)?;
    }
    Ok(pages.len())
}

struct Site<'a> {
    folder: &'a Path,
    pages: &'a BTreeSet<PathBuf>,
    with_page: bool,
}

impl Site<'_> {
    /// Writes a page, and copies what it links to.
    fn page(&self, page: &Path) -> Result<(), Stop> {
        let mut text = read(page)?;
        let here = self.place(page);
        for link in links(&text).iter().rev() {
            let Some((target, anchor)) = within(page, &link.to) else { continue };
            let there = self.place(&target);
            if !self.pages.contains(&target) && target != page {
                self.copy(&target, &there, page)?;
            }
            let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
            let written = relative(&here, &there) + &anchor;
            match &link.place {
                Some(place) => text.replace_range(place.clone(), &written),
                None if written == link.to => {}
                None => {
                    return Err(Stop::Failed(format!("{}: {} should be {written}", page.display(), link.to)));
                }
            }
        }
        if !self.with_page {
            text = without_live_places(&text);
        }
        let path = self.folder.join(here);
        make_folder(&path)?;
        fs::write(&path, text).map_err(at(&path))
    }

    /// Where a file of the repository lies in the site.
    fn place(&self, file: &Path) -> PathBuf {
        let is_shown = file.extension().is_some_and(|ending| SHOWN.iter().any(|shown| ending == *shown));
        let in_site = file.strip_prefix("book").unwrap_or(file);
        if is_shown || self.pages.contains(file) || file == Path::new(SUMMARY) {
            return in_site.to_owned();
        }
        // mdBook would take a name with `.md` in it for a page.
        match file.extension().is_some_and(|ending| ending == "md") {
            true => in_site.with_extension("txt"),
            false => PathBuf::from(format!("{}.txt", in_site.display())),
        }
    }

    /// Copies a file that is no page.
    fn copy(&self, file: &Path, there: &Path, page: &Path) -> Result<(), Stop> {
        let source = workspace().join(file);
        if source.is_dir() {
            return Err(Stop::Failed(format!(
                "{}: {} is a folder; link to a file in it",
                page.display(),
                file.display()
            )));
        }
        let target = self.folder.join(there);
        make_folder(&target)?;
        fs::copy(&source, &target).map(drop).map_err(at(&source))
    }
}

/// Takes the marks off, so that nothing asks for a page that is not there.
fn without_live_places(text: &str) -> String {
    let mut parts = text.split(LIVE);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('"').map_or(part, |(_, rest)| rest))
}

fn read(page: &Path) -> Result<String, Stop> {
    let path = workspace().join(page);
    fs::read_to_string(&path).map_err(at(&path))
}

fn make_folder(file: &Path) -> Result<(), Stop> {
    file.parent().map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(at(folder)))
}

/// How a page of the site links to another file of it.
fn relative(page: &Path, target: &Path) -> String {
    let folder = page.parent().unwrap_or(Path::new(""));
    let shared = folder.components().zip(target.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().count() - shared;
    let down: PathBuf = target.components().skip(shared).collect();
    plain(&down).iter().fold("../".repeat(up), |path, part| {
        let slash = if path.is_empty() || path.ends_with('/') { "" } else { "/" };
        format!("{path}{slash}{}", part.to_string_lossy())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_page_to_page() {
        let from = |page: &str, target: &str| relative(Path::new(page), Path::new(target));
        assert_eq!(from("SUMMARY.md", "docs/tour.md"), "docs/tour.md");
        assert_eq!(from("shortest-way/01.md", "docs/images/a.svg"), "../docs/images/a.svg");
        assert_eq!(from("docs/tour.md", "docs/trace.md"), "trace.md");
        assert_eq!(from("docs/a/b.md", "c.md"), "../../c.md");
    }

    #[test]
    fn places_for_the_page_are_marked_only_if_it_is_there() {
        let text = "a <div class=\"live\" data-page=\"x=1&amp;y=2\"> b";
        assert_eq!(without_live_places(text), "a <div class=\"live\"> b");
        assert_eq!(without_live_places("nothing"), "nothing");
    }

    /// A key that the page does not know would be passed over without a word.
    #[test]
    fn what_chapters_ask_of_the_page_is_known_to_it() {
        let scripts = workspace().join("crates/taquin-cli/web/js");
        let scripts =
            fs::read_dir(scripts).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
        let scripts: String = scripts.collect();
        let mut asked = 0;
        for page in super::super::links::documents().unwrap() {
            for place in read(&page).unwrap().split(LIVE).skip(1) {
                let (wanted, _) = place.split_once('"').unwrap();
                for (key, value) in wanted.split("&amp;").map(|part| part.split_once('=').unwrap()) {
                    let is_known = ["shape", "board", "goal", "run", "step"].contains(&key)
                        || scripts.contains(&format!("addChoice(\"{key}\""));
                    assert!(is_known && !value.is_empty(), "{}: {key}", page.display());
                    asked += 1;
                }
            }
        }
        assert!(asked > 10, "{asked}");
    }

    #[test]
    fn the_source_of_the_book_is_complete() {
        let folder = std::env::temp_dir().join(format!("taquin-book-{}", std::process::id()));
        let pages = write(&folder, false).unwrap();
        assert!(pages > 30, "{pages}");
        assert!(folder.join("SUMMARY.md").exists() && folder.join("docs/images/census.svg").exists());
        fs::remove_dir_all(&folder).unwrap();
    }
}
