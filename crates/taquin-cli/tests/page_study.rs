//! What students, players and those who use keys alone do on the page for an hour, with both engines.

use crate::common::browser::{DESKTOP, PHONE, Page, View};
use crate::common::files::Files;
use crate::common::serve::Serve;
use crate::static_page::folder;
use serde_json::{Value, json};

const BOARD: &str = "#board=8+1+3/4+0+2/7+6+5";
/// One of the 15-puzzles that need 80 moves, the most of all: the proof takes longer than a person waits.
const FARTHEST: &str = "#board=0+12+9+13/15+11+10+14/3+7+2+5/4+8+6+1";
const UP: char = '\u{e013}';
const DOWN: char = '\u{e015}';
const ENTER: char = '\u{e007}';

fn on_the_server(hash: &str, scenario: impl Fn(&Page<Serve>)) {
    let page = Page::open(DESKTOP, hash);
    scenario(&page);
    page.close();
}

fn in_the_browser(hash: &str, scenario: impl Fn(&Page<Files>)) {
    let page = Page::at(Files::serve(folder()), Files::url, DESKTOP, hash);
    scenario(&page);
    page.close();
}

fn says<S>(page: &Page<S>, id: &str, words: &str) {
    page.wait(&format!("document.getElementById('{id}').textContent.includes({})", json!(words)));
}

fn steps_to<S>(page: &Page<S>, step: u32) {
    page.slide_to("Step of the search", step);
}

fn the_farthest_board_has_a_way<S>(page: &Page<S>) {
    page.click("hint");
    says(page, "say", "80 moves to go. This is the best way found, not proved to be the shortest.");
    page.click("solve");
    says(page, "p-found", "80 moves");
    page.wait("!document.getElementById('solution').hidden");
    says(page, "player", "Step 0 of 80");
    page.click("cancel");
    says(page, "answer", "80 moves");
    says(page, "answer", "Stopped by you");
    says(page, "answer", "The solution is from a beam search beside it.");
    assert_eq!(page.text("moves").len(), 80);
}

#[test]
fn a_board_that_takes_minutes_to_prove_has_a_hint_and_a_solution_at_once() {
    on_the_server(FARTHEST, the_farthest_board_has_a_way);
}

#[test]
fn and_so_it_has_without_a_server() {
    in_the_browser(FARTHEST, the_farthest_board_has_a_way);
}

#[test]
fn where_there_is_room_for_one_search_the_solution_comes_after_it() {
    let page =
        Page::at(Serve::start(&["--max-solves", "1"]), Serve::url, DESKTOP, &format!("{FARTHEST}&limit=1s"));
    page.click("solve");
    says(&page, "answer", "80 moves");
    says(&page, "answer", "Stopped by the time limit.");
    assert_eq!(page.text("moves").len(), 80);
    page.close();
}

/// In an exercise the list is in order of numbers, and keys are enough to answer.
fn nodes_are_picked_by_keys<S>(page: &Page<S>) {
    page.go(&format!("{BOARD}&tab=watch"));
    page.try_tool("watch");
    says(page, "watch-say", "proved shortest");
    steps_to(page, 5);
    page.js("document.getElementById('open-list').focus()");
    page.press(&[DOWN, DOWN, ENTER]);
    says(page, "now-title", "Picked");
    says(page, "children-title", "It has no children yet.");
    page.wait("document.getElementById('live').textContent.startsWith('Node ')");
    steps_to(page, 30);
    assert_ne!(
        page.js("document.activeElement.tagName"),
        "BODY",
        "a row that went left its focus to the list"
    );
    page.go(&format!("{BOARD}&exercise=next&round=7&run=1"));
    says(page, "exercise-what", "arrow keys and Enter");
    page.wait("document.querySelectorAll('#open-list li').length > 1");
    page.js("document.getElementById('open-list').focus()");
    page.press(&[DOWN, ENTER]);
    says(page, "exercise-score", "of 1 right");
    says(page, "exercise-say", "smallest f = ");
}

#[test]
fn nodes_of_lists_are_picked_by_keys_alone() {
    on_the_server(BOARD, nodes_are_picked_by_keys);
    in_the_browser(BOARD, nodes_are_picked_by_keys);
}

fn links_race_and_watch<S>(page: &Page<S>) {
    page.go(&format!("{BOARD}&tab=watch&race=astar:manhattan,idastar:manhattan&run=1&step=7"));
    says(page, "race-player", "Step 7 of");
    page.click("share");
    let link = "document.getElementById('share-link').value";
    page.wait(&format!("{link}.includes('race=astar') && {link}.endsWith('run=1&step=7')"));
    page.click("share-close");
    page.click("watch");
    says(page, "watch-say", "proved shortest");
    page.click("share");
    page.wait(&format!("!{link}.includes('race') && {link}.includes('run=1&step=1')"));
    page.click("share-close");
    page.click("tab-learn");
    page.click("share");
    page.wait(&format!("{link}.includes('tab=learn') && !{link}.includes('run=1')"));
    page.click("share-close");
}

#[test]
fn links_hold_what_is_on_display_a_race_or_a_search() {
    on_the_server(BOARD, links_race_and_watch);
    in_the_browser(BOARD, links_race_and_watch);
}

#[test]
fn tiles_show_their_ways_home_or_nothing_and_slides_are_heard() {
    let page = Page::open(PHONE, BOARD);
    let badge =
        |tile: u32| page.js(&format!("document.querySelector('.tile[data-tile=\"{tile}\"]').dataset.badge"));
    page.choose("tile-look", "ways");
    assert_eq!((badge(8), badge(1), badge(3)), (json!("→1 ↓2"), json!("←1"), json!("")));
    page.js("(window.heard = 0, window.AudioContext = class extends AudioContext { createOscillator() { window.heard += 1; return super.createOscillator(); } }, 0)");
    page.click("sound");
    assert_eq!(page.js("window.heard"), 1, "one hears what one has chosen");
    page.press(&[UP]);
    page.wait("window.heard === 2");
    assert_eq!(badge(6), json!("→1"), "the ways follow the tiles");
    page.choose("tile-look", "blind");
    let colour = "getComputedStyle(document.querySelector('.tile')).color";
    assert_eq!(page.js(colour), "rgba(0, 0, 0, 0)", "after the first move numbers are hidden");
    assert_eq!(badge(8), json!(""));
    page.click("undo");
    assert_ne!(page.js(colour), "rgba(0, 0, 0, 0)", "before it they are seen");
    page.reload();
    assert_eq!(page.js("document.getElementById('tile-look').value"), "blind", "the choice is remembered");
    assert_eq!(page.js("document.getElementById('sound').checked"), true);
    page.close();
}

#[test]
fn a_goal_may_stand_below_the_board_in_the_editor() {
    let page = Page::open(DESKTOP, BOARD);
    page.click("edit");
    page.fill("edit-board", "1 2 3\n8 0 4\n7 5 6\n|\n1 2 3\n8 0 4\n7 6 5");
    says(&page, "edit-say", "The goal is 1 2 3/8 0 4/7 6 5.");
    page.fill("edit-board", "1 2 3\n8 6 4\n7 0 5\n|\n1 2 3\n8 0 4\n7 6 5");
    says(&page, "edit-say", "Solvable.");
    page.click("edit-use");
    page.wait("location.hash.includes('goal=snail') || location.hash.includes('goal=1+2+3/8+0+4/7+6+5')");
    page.close_after_refusals();
}

/// A finger needs 44 pixels, and names of bars are read whole.
const TOO_SMALL: &str = "[...document.querySelectorAll('button, a, select, input, summary, label.button')] \
     .filter((node) => node.checkVisibility() && !node.closest('#board')) \
     .map((node) => [node.id || node.textContent, (node.matches('[type=checkbox]') ? node.closest('label') : node).getBoundingClientRect()]) \
     .filter(([, { width, height }]) => width > 1 && (width < 43.5 || height < 43.5)) \
     .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)";

#[test]
fn everything_on_a_phone_is_large_enough_for_a_finger() {
    let page = Page::open(PHONE, BOARD);
    for (width, height) in [(390, 844), (320, 640), (844, 390)] {
        page.resize(width, height);
        page.go(BOARD);
        for tool in ["solve", "watch", "compare", "learn"] {
            page.try_tool(tool);
            page.becomes(TOO_SMALL, &json!([]), &format!("{tool} at {width} x {height}"));
            if tool == "compare" {
                let names =
                    "[...document.querySelectorAll('.bar-label')].map((name) => name.textContent).at(-1)";
                page.becomes(names, &json!("A* with first-entry"), "the last bar's name");
            }
        }
    }
    page.close();
}

/// The pixels of the tree that differ much from those that were kept under a name, and now are.
fn changed(page: &Page, name: &str) -> u64 {
    page.js("(window.drawn = 0, requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn = 1; })), 0)");
    page.wait("window.drawn");
    let pixels = "(() => { const tree = document.getElementById('tree'); const copy = document.createElement('canvas'); \
                  [copy.width, copy.height] = [tree.width, tree.height]; const pen = copy.getContext('2d', { willReadFrequently: true }); \
                  pen.drawImage(tree, 0, 0); return pen.getImageData(0, 0, copy.width, copy.height).data; })()";
    let differ = "now.filter((value, index) => Math.abs(value - (before[index] ?? 0)) > 60).length";
    let count = format!(
        "(() => {{ const [before, now] = [window.{name} ?? [], {pixels}]; window.{name} = now; return {differ}; }})()"
    );
    page.js(&count).as_u64().expect("a number")
}

#[test]
fn the_picture_of_a_large_tree_grows_as_if_it_were_drawn_anew() {
    let page = Page::open(DESKTOP, &format!("{FARTHEST}&tab=watch&steps=1000"));
    page.click("watch");
    page.wait("Number(document.querySelector('[aria-label=\"Step of the search\"]').max) > 900");
    page.wait("document.getElementById('watch-cancel').hidden || (document.getElementById('watch-cancel').click(), false)");
    steps_to(&page, 600);
    page.click("zoom-fit");
    changed(&page, "kept");
    for step in 601..=620 {
        steps_to(&page, step);
        let _: Value = page.js("0");
    }
    assert!(changed(&page, "kept") > 50, "twenty steps are seen");
    // Backwards all of it is drawn again.
    steps_to(&page, 650);
    changed(&page, "other");
    steps_to(&page, 620);
    let differ = changed(&page, "kept");
    assert!(differ < 500, "{differ} values differ");
    page.close();
}

#[test]
fn tables_are_chosen_by_name_and_a_wrong_one_is_told_what_there_is() {
    let fifteen = "#board=1+10+2+4/9+5+7+3/14+13+0+8/15+12+11+6&algorithm=idastar&heuristic=pdb&tables=6-6-3";
    let page = Page::open(DESKTOP, fifteen);
    page.click("solve");
    says(&page, "answer", "IDA* with pdb:6-6-3");
    page.fill("tables", "large");
    page.click("solve");
    says(&page, "answer", "4x4 has no set of patterns \"large\"");
    page.choose("heuristic", "manhattan");
    page.wait("document.getElementById('tables-field').hidden");
    page.click("solve");
    says(&page, "answer", "IDA* with manhattan");
    page.close_after_refusals();
}

#[test]
fn dialogs_exercises_and_what_opens_keep_nobody_out() {
    for (dark, view) in [(false, DESKTOP), (true, PHONE)] {
        let page = Page::open(View { dark, ..view }, BOARD);
        if dark {
            page.click("theme");
        }
        let look = |what: &str| assert_eq!(page.faults(), json!([]), "{what}, dark: {dark}");
        for (button, close) in [("share", "share-close"), ("edit", "edit-close"), ("help", "help-close")] {
            page.click(button);
            page.wait("document.querySelector('dialog[open]')");
            look(button);
            page.click(close);
        }
        for exercise in ["next", "h", "solvable"] {
            page.go(&format!("{BOARD}&exercise={exercise}&round=3&run=1"));
            page.wait("document.getElementById('exercise-what').textContent !== ''");
            look(exercise);
        }
        page.go(&format!("{BOARD}&tab=watch&race=astar:manhattan,idastar:manhattan&run=1"));
        says(&page, "race-say", "is there after");
        look("race");
        page.go("#board=2+1+3/4+5+6/7+8+0");
        page.click("solve");
        says(&page, "answer", "cannot be solved");
        look("a board that cannot be solved");
        page.go("#board=17+5+21/11+6+24/4+1+9//8+19+22/23+15+26/25+13+2//3+16+14/20+12+0/10+7+18");
        look("a cube");
        page.close();
    }
}

#[test]
fn links_that_a_teacher_copies_have_the_address_of_the_class() {
    // The teacher sits at the machine that serves.
    let here = |server: &Serve| {
        format!("http://127.0.0.1:{}/", server.url().trim_end_matches('/').rsplit(':').next().unwrap())
    };
    let page =
        Page::at(Serve::start(&["--class"]), here, DESKTOP, &format!("{BOARD}&exercise=h&round=3&run=1"));
    says(&page, "exercise-what", "How much is manhattan");
    page.js("(navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0)");
    page.click("exercise-link");
    page.wait("window.copied");
    let copied = page.js("window.copied");
    let copied = copied.as_str().unwrap();
    assert!(copied.starts_with(&page.server.url()) && copied.contains("exercise=h&round=3"), "{copied}");
    page.close();
}
