//! The finished site, checked without a network: every link leads to a file of the site and to an anchor in it, and nothing
//! but a link leads out of it.

use super::html::tags;
use super::links::plain;
use crate::arguments::Stop;
use crate::step::at;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A page of the site, with all that matters here.
struct Page {
    anchors: HashSet<String>,
    links: Vec<String>,
    /// What it fetches from elsewhere.
    foreign: Vec<String>,
}

/// Checks all pages below a folder; how many there are.
pub(super) fn check(folder: &Path) -> Result<usize, Stop> {
    let mut pages = HashMap::new();
    collect(folder, Path::new(""), &mut pages)?;
    let mut complaints: Vec<String> = Vec::new();
    for (path, page) in &pages {
        complaints.extend(page.foreign.iter().map(|link| format!("{}: fetches {link}", path.display())));
        let dead = page.links.iter().filter(|link| !leads_somewhere(folder, &pages, path, link));
        complaints.extend(dead.map(|link| format!("{}: {link} leads nowhere", path.display())));
    }
    if complaints.is_empty() {
        return Ok(pages.len());
    }
    complaints.sort();
    complaints.dedup();
    Err(Stop::Failed(format!("links of the book:\n{}", complaints.join("\n"))))
}

fn collect(root: &Path, folder: &Path, pages: &mut HashMap<PathBuf, Page>) -> Result<(), Stop> {
    let here = root.join(folder);
    for entry in fs::read_dir(&here).map_err(at(&here))? {
        let entry = entry.map_err(at(&here))?;
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            collect(root, &path, pages)?;
        } else if path.extension().is_some_and(|ending| ending == "html") {
            let text = fs::read_to_string(entry.path()).map_err(at(&path))?;
            pages.insert(path, read(&text));
        }
    }
    Ok(())
}

fn read(text: &str) -> Page {
    let mut page = Page { anchors: HashSet::new(), links: Vec::new(), foreign: Vec::new() };
    for tag in tags(text) {
        page.anchors.extend(tag.attribute("id").or_else(|| tag.attribute("name")).map(unescaped));
        let Some(target) = tag.target().map(unescaped) else { continue };
        let is_foreign = target.contains("://") || target.starts_with("//");
        if is_foreign && tag.name != "a" {
            page.foreign.push(target);
        } else if !is_foreign
            && !["mailto:", "data:", "javascript:"].iter().any(|scheme| target.starts_with(scheme))
        {
            page.links.push(target);
        }
    }
    page
}

fn leads_somewhere(folder: &Path, pages: &HashMap<PathBuf, Page>, page: &Path, link: &str) -> bool {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target =
        if path.is_empty() { page.to_owned() } else { plain(&page.parent().unwrap_or(page).join(path)) };
    match pages.get(&target) {
        // The page to play on keeps its state in the anchor.
        Some(_) if anchor.contains('=') => true,
        Some(there) => anchor.is_empty() || there.anchors.contains(anchor),
        // A link to a folder leads to its first page.
        None => folder.join(&target).is_file() || folder.join(target).join("index.html").is_file(),
    }
}

/// A text of an attribute without the escapes of HTML and addresses that links have.
fn unescaped(text: &str) -> String {
    text.replace("&amp;", "&").replace("&#x2F;", "/").replace("%20", " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_lead_nowhere_and_things_from_elsewhere_are_found() {
        let folder = std::env::temp_dir().join(format!("taquin-site-{}", std::process::id()));
        fs::create_dir_all(folder.join("sub")).unwrap();
        fs::write(folder.join("a.html"), "<h1 id=\"top\"></h1><a href=\"https://example.org\">b</a>")
            .unwrap();
        let page = |text: &str| fs::write(folder.join("sub/b.html"), text).unwrap();
        page("<a href=\"../a.html#top\">a</a>");
        assert_eq!(check(&folder), Ok(2));
        for bad in [
            "<a href=\"../a.html#end\">",
            "<img src=\"c.svg\">",
            "<script src=\"https://example.org/x.js\"></script>",
        ] {
            page(bad);
            assert!(check(&folder).is_err(), "{bad}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
