//! The page as plain files, without any server of ours, in a real browser. `cargo xtask test` writes the page and tells
//! where it is; `cargo xtask test --no-wasm` leaves this out.

use crate::common::browser::{DESKTOP, PHONE, Page};
use crate::common::files::Files;
use crate::serve_page_moves as moves;
use std::path::PathBuf;

/// A 15-puzzle of 28 moves, and a 24-puzzle that takes longer than any test waits.
const FIFTEEN: &str = "#board=1+10+2+4/9+5+7+3/14+13+0+8/15+12+11+6&algorithm=auto";
const ENDLESS: &str = "#board=24+23+22+21+20/19+18+17+16+15/14+13+12+11+10/9+8+7+6+5/4+3+2+1+0";
/// The README's 26-puzzle.
const CUBE: &str = "#board=17+5+21/11+6+24/4+1+9//8+19+22/23+15+26/25+13+2//3+16+14/20+12+0/10+7+18";

pub(crate) fn folder() -> PathBuf {
    let folder = std::env::var_os("TAQUIN_TEST_PAGE");
    folder.expect("TAQUIN_TEST_PAGE names the folder of the page: run cargo xtask test").into()
}

fn size(file: &str) -> u64 {
    let path = folder().join(file);
    path.metadata().unwrap_or_else(|error| panic!("{}: {error}", path.display())).len()
}

#[test]
fn the_module_is_small_enough_for_a_phone() {
    assert!(size("wasm/taquin.wasm.lzma") <= 700_000, "{} bytes", size("wasm/taquin.wasm.lzma"));
}

/// Waits until an element's text holds some words.
fn wait_for(page: &Page<Files>, id: &str, words: &[&str]) {
    for word in words {
        page.wait(&format!("document.getElementById('{id}').textContent.includes('{word}')"));
    }
}

#[test]
fn every_tool_works_without_a_server() {
    let page = Page::at(Files::serve(folder()), Files::url, DESKTOP, "#board=1+2+3/4+5+6/0+7+8");
    assert!(page.text("server").contains("in this browser"));
    // The engine is fetched when it is needed, and with it comes the verdict.
    let fetched = "performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))";
    assert_eq!(page.js(&format!("{fetched}.includes('load.js')")), false);
    assert_eq!(page.text("verdict"), "");
    let weight = page.js("performance.getEntriesByType('resource').reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)");
    assert!(
        weight.as_u64().unwrap() <= 350_000,
        "{weight} bytes, which are compressed on most hosts, before the first question"
    );
    page.click("hint");
    wait_for(&page, "say", &["Slide 7 left: 2 moves to go."]);
    wait_for(&page, "verdict", &["Solvable"]);
    page.click("far");
    wait_for(&page, "distance", &["2 moves to go"]);
    page.go("#board=8+1+3/4+0+2/7+6+5");
    page.try_tool("watch");
    wait_for(&page, "watch-say", &["14 moves, proved shortest"]);
    page.try_tool("compare");
    wait_for(&page, "compare-say", &["done"]);
    page.try_tool("learn");
    page.go(FIFTEEN);
    page.click("solve");
    wait_for(&page, "answer", &["28 moves", "proved shortest"]);
    page.go(CUBE);
    page.click("solve");
    wait_for(&page, "answer", &["69 moves", "proved shortest"]);
    page.click("scramble");
    page.wait("!location.hash.includes('17+5+21')");
    page.close();
}

#[test]
fn what_cannot_be_read_is_told_as_by_the_server() {
    let page = Page::at(Files::serve(folder()), Files::url, PHONE, "");
    page.click("edit");
    page.fill("edit-board", "1 2 <b>3");
    wait_for(&page, "edit-say", &["<b>3"]);
    page.close();
}

#[test]
fn a_cancelled_search_keeps_what_it_has_found_and_the_next_one_begins() {
    let page = Page::at(Files::serve(folder()), Files::url, DESKTOP, &format!("{ENDLESS}&limit=2m"));
    page.click("solve");
    page.wait("!document.getElementById('solution').hidden");
    page.click("cancel");
    wait_for(&page, "answer", &["Stopped by you", "not proved shortest: at least "]);
    assert!(page.text("moves").chars().all(|c| "UDLR".contains(c)));
    page.go(FIFTEEN);
    page.click("solve");
    wait_for(&page, "answer", &["proved shortest"]);
    page.close();
}

#[test]
fn it_works_without_a_network_from_the_second_visit_on() {
    let page = Page::at(Files::serve(folder()), Files::url, DESKTOP, "");
    page.js("(navigator.serviceWorker.ready.then(() => { window.kept = true; }), 0)");
    page.wait("window.kept && navigator.serviceWorker.controller");
    page.server.go_away();
    page.go(FIFTEEN);
    page.click("solve");
    wait_for(&page, "answer", &["proved shortest"]);
    page.try_tool("watch");
    page.close();
}

#[test]
fn moves_are_shifted_counted_and_looked_over_without_a_server() {
    let page = Page::at(Files::serve(folder()), Files::url, DESKTOP, moves::ROW);
    moves::a_line_shifts(&page);
    let afresh = |hash: &str| {
        page.js("localStorage.clear()");
        page.go(hash);
    };
    afresh(moves::ROW);
    moves::good_moves_are_shown(&page);
    afresh(moves::ROW);
    moves::a_game_is_looked_over(&page);
    afresh(moves::ROW);
    moves::shifts_are_solved_and_counted(&page);
    afresh(moves::LARGE);
    moves::large_boards_are_told_by_bounds(&page);
    page.close();
}
