//! The pages that `trace` writes, in a real browser.

use crate::common::browser::{DESKTOP, Page};
use crate::common::files::Files;
use crate::common::taquin;
use serde_json::json;
use std::path::Path;

/// Opens the page of a search at a step.
fn open(arguments: &[&str], step: u32) -> (tempfile::TempDir, Page<Files>) {
    let directory = tempfile::tempdir().unwrap();
    taquin().arg("trace").args(arguments).arg("-o").arg(directory.path().join("trace.html")).assert().code(0);
    let url = |files: &Files| format!("{}trace.html", files.url());
    let page = Page::at(Files::serve(directory.path().into()), url, DESKTOP, &format!("#{step}"));
    (directory, page)
}

#[test]
fn a_page_of_a_star_steps_through_its_lists() {
    let (_directory, page) = open(&["1 2 3/0 4 6/7 5 8", "--heuristic", "manhattan"], 1);
    assert_eq!(page.text("where"), "step 1 of 4");
    assert_eq!(page.text("open-title"), "Open list (3)");
    page.click("on");
    assert_eq!(page.text("open-title"), "Open list (5)");
    assert_eq!(page.js("document.getElementById('iterations').children.length"), 0);
    page.close();
}

#[test]
fn a_page_of_ida_star_shows_one_iteration_at_a_time() {
    let (_directory, page) =
        open(&["1 2 3/4 5 0/8 6 7", "--algorithm", "idastar", "--heuristic", "manhattan"], 0);
    let bars = "[...document.querySelectorAll('#iterations button')].map(({ textContent }) => textContent)";
    assert_eq!(
        page.js(bars),
        json!([
            "f up to 51 node expanded",
            "f up to 79 nodes expanded",
            "f up to 919 nodes expanded",
            "f up to 1147 nodes expanded",
            "f up to 1395 nodes expanded"
        ])
    );
    page.click_on("#iterations button:nth-child(4)");
    assert_eq!(page.text("where"), "step 30 of 172");
    assert_eq!(
        page.js("document.querySelector('#iterations [aria-current=true]').textContent.slice(0, 10)"),
        "f up to 11"
    );
    // A tree with one root, that of the iteration.
    assert_eq!(page.text("open-title"), "The path (1 board)");
    page.close();
}

#[test]
#[ignore = "writes docs/images, as cargo xtask pictures says"]
fn pictures() {
    let (_directory, page) = open(&["8 1 3/4 0 2/7 6 5", "--heuristic", "manhattan"], 20);
    let image = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/trace.png");
    std::fs::write(image, page.screenshot()).unwrap();
    page.close();
}
