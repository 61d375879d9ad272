//! The page for everybody and on every screen, with both engines: four widths, keys alone, no motion, the system's colours.
//! Everything is looked at by axe, and the browser must have nothing to complain of.

use crate::common::browser::{DESKTOP, Page};
use crate::common::files::Files;
use crate::common::serve::Serve;
use crate::static_page::folder;
use serde_json::json;

const BOARD: &str = "#board=8+1+3/4+0+2/7+6+5";
const TAB: char = '\u{e004}';
const ENTER: char = '\u{e007}';
const RIGHT: char = '\u{e014}';
const SPACE: char = ' ';
/// A desktop, a tablet, a phone, and the narrowest that the web's rules ask for.
const SIZES: [(u32, u32); 4] = [(1280, 800), (768, 1024), (390, 844), (320, 640)];

/// What makes the page wider than its window.
const TOO_WIDE: &str = "document.documentElement.scrollWidth <= innerWidth ? [] : [document.documentElement.scrollWidth, innerWidth, screen.width, ...[...document.querySelectorAll('body *')] \
                        .filter((node) => node.checkVisibility() && !node.closest('.scroll') && node.getBoundingClientRect().right > document.documentElement.clientWidth) \
                        .map((node) => `${node.getBoundingClientRect().right}: ${node.outerHTML.slice(0, 120)}`)]";

/// The page from a server and the page from plain files.
fn with_both_engines(scenario: impl Fn(&Page<Serve>), plain: impl Fn(&Page<Files>)) {
    let page = Page::open(DESKTOP, BOARD);
    scenario(&page);
    page.close();
    let page = Page::at(Files::serve(folder()), Files::url, DESKTOP, BOARD);
    plain(&page);
    page.close();
}

fn every_tool_fits_every_screen<S>(page: &Page<S>) {
    for (width, height) in SIZES {
        page.resize(width, height);
        page.go(BOARD);
        for tool in ["solve", "watch", "compare", "learn"] {
            page.try_tool(tool);
            // Pictures are drawn anew a moment after the window has changed.
            page.becomes(TOO_WIDE, &json!([]), &format!("{tool} at {width} x {height}"));
            assert_eq!(page.faults(), json!([]), "{tool} at {width} x {height}");
        }
    }
}

#[test]
fn every_tool_fits_every_screen_and_keeps_nobody_out() {
    with_both_engines(every_tool_fits_every_screen, every_tool_fits_every_screen);
}

/// Presses Tab until an element has the focus.
fn tab_to<S>(page: &Page<S>, id: &str) {
    for _ in 0..100 {
        if page.js("document.activeElement.id") == id {
            return;
        }
        page.press(&[TAB]);
    }
    panic!("Tab does not lead to {id}");
}

fn keys_are_enough<S>(page: &Page<S>) {
    tab_to(page, "solve");
    page.press(&[ENTER]);
    page.wait("!document.getElementById('solution').hidden");
    assert_eq!(page.js("document.activeElement.id"), "solve", "the focus stays where it was");
    page.press(&[RIGHT]);
    page.wait("document.getElementById('player').textContent.includes('Step 1 of 14')");
    page.wait("document.getElementById('live').textContent.includes('Step 1 of 14')");
    page.press(&['2']);
    page.wait("!document.getElementById('panel-watch').hidden");
    tab_to(page, "watch");
    page.press(&[ENTER]);
    page.wait("document.getElementById('watch-say').textContent.includes('proved shortest')");
    page.press(&['n', 'n']);
    page.wait("document.getElementById('watch-player').textContent.includes('Step 3 of ')");
    page.wait(
        "/Step 3 of .*Open: .* nodes, smallest f = /.test(document.getElementById('live').textContent)",
    );
    page.press(&['4']);
    page.wait("document.querySelectorAll('#estimates tbody tr').length > 5");
    page.press(&['u', 'h']);
    page.wait("document.getElementById('say').textContent.startsWith('Slide ')");
    assert_ne!(page.js("document.activeElement.tagName"), "BODY");
}

#[test]
fn keys_alone_reach_everything() {
    with_both_engines(keys_are_enough, keys_are_enough);
}

fn nothing_moves_by_itself<S>(page: &Page<S>) {
    page.prefer("prefers-reduced-motion", "reduce");
    page.click("hint");
    page.wait("document.querySelector('.tile[data-mark=hint]')");
    assert_eq!(page.js("document.getAnimations().length"), 0, "the tile of the hint does not beckon");
    page.click("solve");
    page.wait("!document.getElementById('solution').hidden");
    page.click_on("#player [aria-label='Step forward']");
    assert_eq!(page.js("document.getAnimations().length"), 0, "no tile glides");
    page.try_tool("watch");
    page.press(&[SPACE]);
    assert_eq!(page.js("document.getAnimations().length"), 0);
}

#[test]
fn nothing_moves_for_those_who_want_it_still() {
    with_both_engines(nothing_moves_by_itself, nothing_moves_by_itself);
}

fn colours_of_the_system_say_the_same<S>(page: &Page<S>) {
    page.force_colours();
    page.wait("matchMedia('(forced-colors: active)').matches");
    for tool in ["solve", "watch", "compare", "learn"] {
        page.try_tool(tool);
        assert_eq!(page.faults(), json!([]), "{tool}");
    }
    let edge = "getComputedStyle(document.querySelector('.tile'), '::before').borderTopStyle";
    assert_ne!(page.js(edge), "none", "tiles have an edge");
    let marks =
        "[...document.querySelectorAll('[role=tab]')].map((tab) => getComputedStyle(tab).borderBottomColor)";
    let marks = page.js(marks);
    assert_ne!(marks[0], marks[3], "the chosen tab is told from the others");
}

#[test]
fn colours_that_the_system_prescribes_say_the_same() {
    with_both_engines(colours_of_the_system_say_the_same, colours_of_the_system_say_the_same);
}
