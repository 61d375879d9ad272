//! The web page as a game and as something to show: one keyboard with one owner, and nothing is lost.

use crate::common::browser::{DESKTOP, PHONE, Page, View};
use crate::common::serve::Serve;
use serde_json::json;

const RIGHT: char = '\u{e014}';
const LEFT: char = '\u{e012}';
const ENTER: char = '\u{e007}';
const SPACE: char = ' ';
const END: char = '\u{e010}';

/// A 15-puzzle of 28 moves.
const FIFTEEN: &str = "#board=1+10+2+4/9+5+7+3/14+13+0+8/15+12+11+6";
const FOCUS: &str = "document.activeElement.id";

fn board(page: &Page) -> String {
    let read = "new URLSearchParams(location.hash.slice(1)).get('board')";
    page.js(read).as_str().unwrap_or_default().to_string()
}

#[test]
fn keys_belong_to_the_player_while_it_is_open_and_nothing_is_thrown_away() {
    let page = Page::open(DESKTOP, FIFTEEN);
    let start = board(&page);
    page.click("solve");
    page.wait("!document.getElementById('solution').hidden");
    assert_eq!(page.js(FOCUS), "solve", "the focus stays where it was");
    page.press(&[RIGHT, 'n', RIGHT, LEFT]);
    assert!(page.text("player").contains("Step 2 of 28"), "{}", page.text("player"));
    page.wait("!document.getElementById('elsewhere').hidden");
    assert_eq!(board(&page), start, "looking at a step changes no board");
    page.click("solve");
    page.wait("document.getElementById('player').textContent.includes('Step 0 of 28')");
    assert!(page.text("answer").contains("28 moves"), "the start is solved, not the step");
    page.press(&[END]);
    page.wait("document.getElementById('verdict').textContent === 'Solved'");
    // A click on the board plays from the board that is seen, and the solution stays.
    page.click_on("#player [aria-label='First step']");
    page.click_on(".tile[data-tile='13']");
    page.wait("!document.getElementById('solve-stale').hidden");
    assert_eq!(page.js("document.getElementById('solution').hidden"), false);
    page.wait("document.getElementById('live').textContent.startsWith('13 right')");
    page.press(&[RIGHT]);
    page.wait("document.getElementById('move-count').textContent === '2'");
    page.press(&['u', 'u']);
    page.wait("document.getElementById('solve-stale').hidden");
    page.click("replay");
    page.js("document.activeElement.blur()");
    page.press(&[SPACE]);
    page.wait("document.getElementById('player').textContent.includes('Step 1 of 28')");
    page.js("document.getElementById('skip').click()");
    assert_eq!(page.js(FOCUS), "panels");
    assert_eq!(board(&page), start, "skipping is not a link to another board");
    page.press(&['?']);
    page.wait("document.getElementById('help-dialog').open");
    page.close();
}

#[test]
fn a_game_is_kept_over_a_reload_and_back_undoes_a_scramble() {
    let page = Page::open(DESKTOP, "#board=1+2+3/4+0+5/7+8+6");
    page.press(&['d', 's']);
    page.wait("document.getElementById('move-count').textContent === '2'");
    page.wait("location.hash.includes('board=1+0+3/4+2+5/7+8+6') || location.hash.includes('board=0')");
    let before = board(&page);
    page.reload();
    assert_eq!(page.text("move-count"), "2", "moves are kept");
    assert_eq!(page.js("document.getElementById('undo').ariaDisabled"), json!(null));
    page.choose("level", "medium");
    page.wait("document.getElementById('game-title').textContent === '18 moves away, medium'");
    page.click("far");
    page.wait("document.getElementById('distance').textContent === '18 moves to go'");
    page.back();
    page.wait(&format!("new URLSearchParams(location.hash.slice(1)).get('board') === '{before}'"));
    assert_eq!(page.text("move-count"), "2");
    page.click("undo");
    page.wait("document.getElementById('game-title').textContent === '18 moves away, medium'");
    // Played to its end by hints, the game says how it went.
    page.go("#board=1+2+3/4+8+5/7+6+0");
    for moves in 1..=8 {
        page.click("hint");
        page.wait("document.querySelector('.tile[data-mark=hint]')");
        page.click_on(".tile[data-mark=hint]");
        page.wait(&format!("document.getElementById('move-count').textContent === '{moves}'"));
        if page.js("document.getElementById('board').classList.contains('solved')") == true {
            break;
        }
    }
    page.wait("document.getElementById('end-dialog').open");
    assert_eq!(page.text("end-title"), "Solved, and in the fewest moves");
    page.close();
}

#[test]
fn the_tree_is_read_as_a_table_and_walked_through_by_keys() {
    let page = Page::open(DESKTOP, "#board=1+2+3/0+4+6/7+5+8&tab=watch&watch=astar&with=manhattan");
    page.click("watch");
    page.wait("!document.getElementById('watch-view').hidden");
    page.click("as-table");
    let rows = "[...document.querySelectorAll('#tree-grid [data-node]')].map((row) => [row.ariaLevel, row.ariaExpanded, row.ariaSetSize].join())";
    assert_eq!(page.js(rows), json!(["1,true,1", "2,,3", "2,,3", "2,,3"]));
    let read = "[...document.querySelectorAll('#tree-grid .current [role=gridcell]')].map(({ textContent }) => textContent).join('; ')";
    assert_eq!(page.js(read), "0; 1 2 3/0 4 6/7 5 8; 0 + 3 = 3; now");
    let level = "document.activeElement.ariaLevel";
    page.js("document.querySelector('#tree-grid [tabindex=\"0\"]').focus()");
    page.press(&[RIGHT]);
    assert_eq!(page.js(level), "2", "to the first child");
    page.press(&[LEFT, LEFT]);
    assert_eq!(page.js(rows), json!(["1,false,1"]), "to the parent, which closes");
    page.press(&[RIGHT, RIGHT]);
    page.press(&[ENTER]);
    assert_eq!(page.text("now-title"), "Picked");
    page.click_on("#watch-player [aria-label='Step forward']");
    page.wait("document.querySelector('#tree-grid .current').ariaLevel === '2'");
    page.close();
}

#[test]
fn searches_go_on_over_a_reload_and_answers_stay() {
    let endless = "#board=24+23+22+21+20/19+18+17+16+15/14+13+12+11+10/9+8+7+6+5/4+3+2+1+0&limit=2m&algorithm=idastar&heuristic=manhattan";
    let page = Page::at(Serve::start(&["--linger", "1h"]), Serve::url, DESKTOP, endless);
    page.click("solve");
    page.wait("document.getElementById('p-rate').textContent !== '–'");
    page.reload();
    page.wait("!document.getElementById('progress').hidden && document.getElementById('p-rate').textContent !== '–'");
    assert_eq!(page.server.running(), 1, "it is the same search");
    page.click("cancel");
    page.wait("document.getElementById('answer').textContent.includes('Stopped by you')");
    page.server.wait_until_idle();
    page.reload();
    page.wait("document.getElementById('answer').textContent.includes('Stopped by')");
    page.go("#board=8+6+7/2+5+4/3+0+1&tab=compare");
    page.choose("compare-boards", "100");
    page.click("compare");
    page.wait("document.querySelector('#compare-table tbody tr')");
    page.reload();
    page.wait("document.getElementById('compare-say').textContent.endsWith(': 500 searches done.')");
    assert_eq!(page.js("document.querySelectorAll('#compare-table tbody tr').length"), 5);
    page.close();
}

#[test]
fn who_waits_for_a_place_is_told_how_many_come_first() {
    let server = Serve::start(&["--max-solves", "1", "--time-limit", "1h"]);
    let body = r#"{"board": "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0", "algorithm": "idastar"}"#;
    let search = server.open("POST", "/api/v1/solve", &[("Content-Type", "application/json")], body);
    server.wait_until_busy();
    let page = Page::at(server, Serve::url, DESKTOP, FIFTEEN);
    page.click("solve");
    page.wait("document.getElementById('p-doing').textContent.includes('yours is the next')");
    drop(search);
    page.wait("document.getElementById('answer').textContent.includes('28 moves')");
    page.close();
}

#[test]
fn a_phone_shows_board_and_player_together_in_every_size() {
    for (width, height) in [(390, 844), (320, 640), (844, 390)] {
        let page = Page::open(View { width, height, ..PHONE }, FIFTEEN);
        page.click("solve");
        page.wait("!document.getElementById('solution').hidden");
        page.js("document.getElementById('moves').scrollIntoView({ block: 'end' })");
        let seen = "['board', 'player'].every((id) => { const box = document.getElementById(id).getBoundingClientRect(); return box.top >= -8 && box.bottom <= innerHeight && box.right <= innerWidth; })";
        assert_eq!(page.js(seen), true, "{width}x{height}");
        let small = "[...document.querySelectorAll('button, select, input, summary')].filter((node) => node.checkVisibility() && node.type !== 'checkbox' && !node.closest('.hidden-input') && node.getBoundingClientRect().width > 1) \
                     .filter((node) => node.getBoundingClientRect().height < 44).map((node) => node.id || node.textContent)";
        if height > width {
            assert_eq!(page.js(small), json!([]), "{width}x{height}");
        }
        for tab in ["solve", "watch", "compare", "learn"] {
            page.try_tool(tab);
            assert!(
                page.js("document.documentElement.scrollWidth").as_u64().unwrap() <= width.into(),
                "{tab} at {width}"
            );
        }
        page.close();
    }
}
