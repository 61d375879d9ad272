//! Links between the documents of the repository: each leads to a file that is there, and to a heading that is in it.

use super::markdown::{anchors, links};
use crate::arguments::Stop;
use crate::step::{at, workspace};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Folders without documents of ours.
const SKIPPED: [&str; 4] = ["target", "dist", "node_modules", "snapshots"];

/// All documents of the repository, by their paths in it.
pub(super) fn documents() -> Result<Vec<PathBuf>, Stop> {
    files(&["md"])
}

/// All files of the repository with one of these endings, by their paths in it.
pub(super) fn files(endings: &[&str]) -> Result<Vec<PathBuf>, Stop> {
    let mut found = Vec::new();
    collect(workspace(), Path::new(""), &mut found)?;
    let is_wanted =
        |path: &PathBuf| path.extension().is_some_and(|own| endings.iter().any(|one| own == *one));
    found.retain(is_wanted);
    found.sort();
    Ok(found)
}

/// All files below a folder, but for those in folders that are not ours.
fn collect(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Stop> {
    let here = root.join(folder);
    for entry in fs::read_dir(&here).map_err(at(&here))? {
        let entry = entry.map_err(at(&here))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = folder.join(&name);
        if entry.path().is_dir() {
            if !SKIPPED.contains(&name.as_str()) && !name.starts_with('.') {
                collect(root, &path, found)?;
            }
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// A link without its anchor, from the page that has it; none if it leads elsewhere than into the repository.
pub(super) fn within(page: &Path, link: &str) -> Option<(PathBuf, Option<String>)> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor.to_owned())),
        None => (link, None),
    };
    let target = if path.is_empty() { page.to_owned() } else { page.parent()?.join(path) };
    Some((plain(&target), anchor))
}

/// A path without `.` and `..`.
pub(super) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// The links of a page that lead nowhere, each with the reason.
fn dead(page: &Path) -> Result<Vec<String>, Stop> {
    let path = workspace().join(page);
    let text = fs::read_to_string(&path).map_err(at(&path))?;
    let mut complaints = Vec::new();
    for link in links(&text) {
        let Some((target, anchor)) = within(page, &link.to) else { continue };
        let file = workspace().join(&target);
        let reason = if !file.exists() {
            Some("is not there")
        } else if let Some(anchor) =
            anchor.filter(|_| target.extension().is_some_and(|ending| ending == "md"))
        {
            let text = fs::read_to_string(&file).map_err(at(&file))?;
            (!anchors(&text).contains(&anchor)).then_some("has no such heading")
        } else {
            None
        };
        complaints.extend(reason.map(|reason| format!("{}: {} {reason}", page.display(), link.to)));
    }
    Ok(complaints)
}

/// Checks the links of all documents.
pub(super) fn check() -> Result<(), Stop> {
    let mut complaints = Vec::new();
    for page in documents()? {
        complaints.extend(dead(&page)?);
    }
    if complaints.is_empty() {
        Ok(())
    } else {
        Err(Stop::Failed(format!("links:\n{}", complaints.join("\n"))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_from_the_page_that_has_them() {
        let follow = |to: &str| {
            within(Path::new("docs/a.md"), to).map(|(path, anchor)| (path.display().to_string(), anchor))
        };
        assert_eq!(follow("../README.md#more"), Some(("README.md".into(), Some("more".into()))));
        assert_eq!(follow("#here"), Some(("docs/a.md".into(), Some("here".into()))));
        assert_eq!(follow("images/b.svg"), Some(("docs/images/b.svg".into(), None)));
        assert_eq!(follow("https://example.org/"), None);
    }

    #[test]
    fn every_link_in_every_document_leads_somewhere() {
        assert!(documents().unwrap().len() > 20);
        if let Err(Stop::Failed(complaints)) = check() {
            panic!("{complaints}");
        }
    }
}
