//! Moves on the page: lines that shift, both ways to count, good moves, the game looked over, all shortest solutions. Every
//! scenario is played with both engines: here with the server, in `static_page.rs` without one.

use crate::common::browser::{DESKTOP, Page};

const ENTER: char = '\u{e007}';

pub(crate) const ROW: &str = "#board=1+2+3/4+5+6/0+7+8";

fn says<S>(page: &Page<S>, id: &str, words: &str) {
    page.wait(&format!("document.getElementById('{id}').textContent.includes('{words}')"));
}

fn is_board<S>(page: &Page<S>, board: &str) {
    page.wait(&format!("new URLSearchParams(location.hash.slice(1)).get('board') === '{board}'"));
}

/// A click and a key on a tile farther off shift the whole line, which is one thing to undo; the counter counts either way.
pub(crate) fn a_line_shifts<S>(page: &Page<S>) {
    page.click_on(".tile[data-tile='8']");
    is_board(page, "1 2 3/4 5 6/7 8 0");
    says(page, "move-count", "2");
    page.choose("counter-metric", "shifts");
    says(page, "move-count", "1");
    page.wait("location.hash.includes('metric=shifts')");
    page.click("undo");
    is_board(page, "1 2 3/4 5 6/0 7 8");
    says(page, "move-count", "0");
    page.click("redo");
    is_board(page, "1 2 3/4 5 6/7 8 0");
    page.click("undo");
    page.js("document.querySelectorAll('[role=gridcell]')[0].focus()");
    page.press(&[ENTER]);
    is_board(page, "0 2 3/1 5 6/4 7 8");
    says(page, "move-count", "1");
    // A visit without a link remembers how moves are counted.
    page.go("");
    assert_eq!(page.js("document.getElementById('metric').value"), "shifts");
    says(page, "move-count", "1");
}

/// Every first move with what is left after it, in a list and on the tiles, in both metrics.
pub(crate) fn good_moves_are_shown<S>(page: &Page<S>) {
    page.click("good");
    says(page, "good-say", "Best with 2 moves in all.");
    let listed = "[...document.querySelectorAll('#good-moves button')].map(({ textContent }) => textContent).join('; ')";
    assert_eq!(page.js(listed), "7: 1 left; 4: 3 left");
    assert_eq!(page.js("document.querySelector('.tile[data-mark=good]').dataset.tile"), "7");
    page.choose("counter-metric", "shifts");
    says(page, "good-say", "Best with 1 shift in all.");
    assert_eq!(page.js("document.querySelector('#good-moves button').textContent"), "8, 7: there");
    page.click("hint");
    says(page, "say", "Slide 8, 7 left: 1 shift to go.");
    page.click_on("#good-moves button");
    is_board(page, "1 2 3/4 5 6/7 8 0");
}

/// After a game: what it took, what was enough, and where moves were lost.
pub(crate) fn a_game_is_looked_over<S>(page: &Page<S>) {
    // Up, down again, then the two that were needed.
    for tile in [4, 4, 7, 8] {
        page.click_on(&format!(".tile[data-tile='{tile}']"));
    }
    page.wait("document.getElementById('end-dialog').open");
    says(page, "end-review", "You took 4, 2 were enough: here is where.");
    page.click("end-close");
    assert_eq!(page.text("mistakes"), "Move 1, U: 2 lost; R was best");
    page.click_on("#mistakes button");
    says(page, "review-player", "After 0 of 4 moves · then U, which lost 2; R was best");
    assert_eq!(page.js("document.querySelectorAll('[role=gridcell]')[6].textContent"), "blank");
    page.click_on("#review-player [aria-label='Last step']");
    says(page, "review-player", "After 4 of 4 moves · the goal");
}

/// Solved in shifts, played move by move, and all shortest solutions counted.
pub(crate) fn shifts_are_solved_and_counted<S>(page: &Page<S>) {
    page.choose("metric", "shifts");
    page.click("solve");
    says(page, "answer", "1 shift");
    says(page, "moves", "R2");
    page.click_on("#player [aria-label='Last step']");
    says(page, "player", "Step 1 of 1 · R2 (tiles 7, 8)");
    page.click("count-shortest");
    says(page, "shortest-say", "There is 1 shortest solution of 1 shift.");
    page.go("#board=8+1+3/4+0+2/7+6+5&goal=blank-first&metric=slides");
    page.click("solve");
    says(page, "answer", "proved shortest");
    page.click("count-shortest");
    says(page, "shortest-say", "shortest solution");
}

/// Where a board is too large to know, that is said, with bounds.
pub(crate) fn large_boards_are_told_by_bounds<S>(page: &Page<S>) {
    page.click("good");
    says(page, "good-say", "too far away to compare its moves in time: at least ");
}

pub(crate) const LARGE: &str = "#board=24+23+22+21+20/19+18+17+16+15/14+13+12+11+10/9+8+7+6+5/4+3+2+1+0";

#[test]
fn a_line_of_tiles_shifts_as_one_move() {
    let page = Page::open(DESKTOP, ROW);
    a_line_shifts(&page);
    page.close();
}

#[test]
fn good_moves_are_shown_on_demand() {
    let page = Page::open(DESKTOP, ROW);
    good_moves_are_shown(&page);
    page.close();
}

#[test]
fn good_moves_and_hints_are_seen_in_forced_colours() {
    let page = Page::open(DESKTOP, ROW);
    page.force_colours();
    page.wait("matchMedia('(forced-colors: active)').matches");
    let border = |tile: u32| {
        let node = format!("document.querySelector(\".tile[data-tile='{tile}']\")");
        page.js(&format!("getComputedStyle({node}, '::before').borderTopWidth"))
    };
    page.click("good");
    page.wait("document.querySelector('.tile[data-mark=good]')");
    assert_eq!((border(7), border(8)), ("5px".into(), "2px".into()));
    page.click("good");
    page.wait("!document.querySelector('.tile[data-mark=good]')");
    page.click("hint");
    page.wait("document.querySelector('.tile[data-mark=hint]')");
    assert_eq!(border(7), "5px");
    page.close();
}

#[test]
fn a_game_that_is_over_is_looked_over() {
    let page = Page::open(DESKTOP, ROW);
    a_game_is_looked_over(&page);
    page.close();
}

#[test]
fn a_solution_in_shifts_is_played_and_counted() {
    let page = Page::open(DESKTOP, ROW);
    shifts_are_solved_and_counted(&page);
    page.close();
}

#[test]
fn what_cannot_be_known_of_large_boards_is_said() {
    let page = Page::open(DESKTOP, LARGE);
    large_boards_are_told_by_bounds(&page);
    page.close();
}
