//! The forms of boards that docs/boards.md shows.

use std::path::Path;

/// The forms that the page shows: cells of its tables and fences marked `board`.
pub(crate) fn forms() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/boards.md");
    let page = std::fs::read_to_string(path).expect("the page is there");
    let mut forms = Vec::new();
    let mut fence: Option<String> = None;
    for line in page.lines() {
        match (&mut fence, line) {
            (None, "```board") => fence = Some(String::new()),
            (Some(_), "```") => forms.extend(fence.take()),
            (Some(text), _) => *text += &format!("{line}\n"),
            (None, _) => {
                let cell = line.strip_prefix("| ").and_then(|row| row.strip_suffix("` |"));
                let example = cell.and_then(|row| row.rsplit_once(" | `"));
                forms.extend(example.map(|(_, example)| example.replace("\\|", "|")));
            }
        }
    }
    assert!(forms.len() > 25, "{forms:?}");
    forms
}
