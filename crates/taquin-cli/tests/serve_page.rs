//! The web page in a real browser: what a person does with it, and what they then see.

use crate::common::browser::{DESKTOP, PHONE, Page, View};
use crate::common::serve::Serve;
use serde_json::json;
use std::path::PathBuf;

const LEFT: char = '\u{e012}';
const UP: char = '\u{e013}';
const PAGE_UP: char = '\u{e00e}';
const PAGE_DOWN: char = '\u{e00f}';

/// A 15-puzzle of 40 moves, and a 24-puzzle that takes longer than any test waits.
const FIFTEEN: &str = "#board=1+10+2+4/9+5+7+3/14+13+0+8/15+12+11+6&algorithm=auto";
const ENDLESS: &str = "#board=24+23+22+21+20/19+18+17+16+15/14+13+12+11+10/9+8+7+6+5/4+3+2+1+0";

#[test]
fn a_board_is_played_to_the_goal_with_keys() {
    let page = Page::open(DESKTOP, "#board=1+2+3/4+0+5/7+8+6");
    page.click("far");
    page.wait("document.getElementById('distance').textContent === '2 moves to go'");
    page.js("document.activeElement.blur()");
    page.press(&[LEFT]);
    page.wait("document.getElementById('distance').textContent === '1 move to go'");
    page.press(&[UP]);
    page.wait("document.getElementById('verdict').textContent === 'Solved'");
    assert_eq!(page.text("say"), "Solved in 2 moves.");
    assert_eq!(page.text("move-count"), "2");
    page.click("undo");
    page.wait("document.getElementById('move-count').textContent === '1'");
    page.close();
}

#[test]
fn tiles_slide_when_clicked_dragged_and_hinted() {
    let page = Page::open(DESKTOP, "#board=1+2+3/4+5+6/0+7+8");
    page.click("hint");
    page.wait("document.querySelector('.tile[data-mark=hint]')");
    assert_eq!(page.text("say"), "Slide 7 left: 2 moves to go.");
    page.click_on(".tile[data-tile='7']");
    page.wait("location.hash.includes('board=1+2+3/4+5+6/7+0+8')");
    let drag = "(() => { const tile = document.querySelector(\".tile[data-tile='8']\"); const box = tile.getBoundingClientRect(); \
                const at = (type, dx) => tile.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: box.x + 40 - dx, clientY: box.y + 40 })); \
                at('pointerdown', 0); at('pointermove', 50); at('pointermove', 90); at('pointerup', 90); })()";
    page.js(drag);
    page.wait("document.getElementById('verdict').textContent === 'Solved'");
    page.close();
}

#[test]
fn an_unsolvable_board_is_pasted_and_the_reason_read() {
    let page = Page::open(DESKTOP, "");
    page.click("edit");
    page.fill("edit-board", "1 2 3\n4 5 6\n8 7 _");
    page.wait("document.getElementById('edit-say').textContent.includes('Not solvable')");
    assert!(page.text("edit-say").contains("inversion"), "the reason is told at once");
    page.click("edit-use");
    page.wait("document.getElementById('verdict').textContent.startsWith('Not solvable')");
    page.click_on("#why summary");
    assert!(page.text("reason").contains("an odd number"));
    let drawn = page.js("document.querySelector('#inversions svg').getAttribute('aria-label')");
    assert_eq!(drawn, json!("1 inversion: 8 before 7"));
    page.click("edit");
    page.fill("edit-board", "1 2 <b>3");
    page.wait("document.getElementById('edit-say').textContent.includes('<b>3')");
    assert_eq!(page.js("document.getElementById('edit-use').ariaDisabled"), "true");
    page.close_after_refusals();
}

#[test]
fn a_fifteen_puzzle_is_solved_and_its_solution_played_to_the_end() {
    let page = Page::open(DESKTOP, FIFTEEN);
    page.click("solve");
    page.wait("!document.getElementById('solution').hidden");
    assert!(page.text("answer").contains("proved shortest"));
    assert!(page.text("player").contains("g 0 + h"));
    page.js("document.querySelector('#player select').value = '40'");
    page.click_on("#player [aria-label='Play']");
    page.wait("document.getElementById('verdict').textContent === 'Solved'");
    let cost = page.js("document.querySelector('#player input').max");
    page.wait(&format!(
        "document.querySelector('#player').textContent.includes('Step {0} of {0}')",
        cost.as_str().unwrap()
    ));
    for (notation, lines) in
        [("tile", 1), ("numbers", 1), ("boards", cost.as_str().unwrap().parse::<usize>().unwrap() + 1)]
    {
        page.choose("notation", notation);
        assert_eq!(page.text("moves").lines().count(), lines, "{notation}");
    }
    page.click_on("#player [aria-label='Step back']");
    page.wait("document.getElementById('verdict').textContent === 'Solvable'");
    page.close();
}

#[test]
fn a_long_solve_shows_progress_and_cancelling_it_leaves_the_server_idle() {
    let page = Page::open(DESKTOP, ENDLESS);
    page.click("solve");
    page.wait("document.getElementById('p-rate').textContent !== '–'");
    assert_eq!(page.server.running(), 1);
    page.click("cancel");
    page.wait("document.getElementById('answer').textContent.includes('Stopped by you')");
    page.server.wait_until_idle();
    page.close();
}

#[test]
fn the_best_solution_so_far_is_played_while_the_search_goes_on() {
    let page = Page::open(DESKTOP, &format!("{ENDLESS}&limit=2m"));
    page.click("solve");
    page.wait("!document.getElementById('solution').hidden");
    assert!(page.text("p-found").contains("gap"));
    assert!(page.text("player").contains("Step 0 of "));
    assert!(page.text("moves").chars().all(|c| "UDLR".contains(c)));
    page.click_on("#player [aria-label='Last step']");
    page.wait("document.getElementById('verdict').textContent === 'Solved'");
    assert_eq!(page.server.running(), 1, "the search goes on");
    assert_eq!(page.js("document.getElementById('progress').hidden"), false);
    page.click("cancel");
    page.wait("document.getElementById('answer').textContent.includes('Stopped by you')");
    assert!(
        page.text("answer").contains("not proved shortest: at least ")
            && page.text("answer").contains("gap ")
    );
    // What is being played stays; a solution that was found since is offered.
    let offered = page.js("!document.getElementById('newer').hidden");
    if offered == true {
        assert!(page.text("newer").starts_with("Play the shorter solution of "));
        page.click("newer");
        page.wait("document.querySelector('#player').textContent.includes('Step 0 of ')");
    } else {
        assert!(page.text("player").contains(" + h 0 = f "));
    }
    page.choose("notation", "boards");
    page.wait("document.getElementById('moves').textContent.includes('\\n')");
    page.close();
}

#[test]
fn leaving_the_page_ends_its_search_and_coming_back_it_can_search_again() {
    let hash = format!("{ENDLESS}&limit=2m&watch=idastar&algorithms=idastar");
    let page = Page::at(Serve::start(&["--linger", "300ms"]), Serve::url, DESKTOP, &hash);
    for tool in ["solve", "watch", "compare"] {
        for _ in 0..2 {
            page.click(&format!("tab-{tool}"));
            page.click(tool);
            page.server.wait_until_busy();
            page.leave();
            page.server.wait_until_idle();
            page.come_back();
            page.wait(&format!("document.getElementById('{tool}').ariaDisabled !== 'true'"));
        }
    }
    page.close();
}

#[test]
fn a_trace_is_stepped_through_and_its_open_list_read() {
    let page = Page::open(DESKTOP, "#board=1+2+3/0+4+6/7+5+8&tab=watch&watch=astar&with=manhattan");
    page.click("watch");
    page.wait("!document.getElementById('watch-view').hidden");
    assert!(page.text("watch-player").contains("Step 1 of"));
    assert!(page.text("now").contains("0 + 3 = 3"));
    assert_eq!(page.js("document.querySelectorAll('#children li').length"), 3);
    assert!(page.text("open-note").starts_with("3 nodes, smallest f first"));
    let values = "[...document.querySelectorAll('#open-list .formula')].map((node) => Number(node.textContent.split('= ')[1]))";
    let queue = page.js(values);
    let queue: Vec<u64> = serde_json::from_value(queue).unwrap();
    assert!(queue.is_sorted() && queue.len() == 3, "{queue:?}");
    let next = page.js("document.querySelector('#open-list li').dataset.node");
    page.click_on("#watch-player [aria-label='Step forward']");
    assert!(page.text("watch-player").contains(&format!("node {} is expanded", next.as_str().unwrap())));
    page.click_on("#watch-player [aria-label='Last step']");
    assert!(page.text("watch-player").contains("the goal is selected"));
    page.choose("watch-algorithm", "idastar");
    page.click("watch");
    page.wait("!document.getElementById('iterations').hidden");
    assert!(page.text("open-title").contains("Path"));
    page.close();
}

#[test]
fn a_trace_made_by_the_command_opens_from_its_file() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("trace.json");
    let trace = std::process::Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["trace", "8 1 3/4 0 2/7 6 5", "--format", "json", "--algorithm", "greedy"])
        .output()
        .unwrap();
    std::fs::write(&file, trace.stdout).unwrap();
    let page = Page::open(DESKTOP, "#tab=watch");
    page.give_file("trace-file", &file);
    page.wait("document.getElementById('watch-say').textContent.startsWith('greedy with')");
    assert!(page.text("open-note").contains("smallest h first"));
    std::fs::write(&file, "{\"event\":\"start\"}\nnonsense\n").unwrap();
    page.give_file("trace-file", &file);
    page.wait("document.getElementById('watch-say').textContent.includes('line 2')");
    page.close();
}

#[test]
fn a_box_is_played_with_keys_for_six_directions_and_solved() {
    let page = Page::open(DESKTOP, "#board=1+2/3+4//5+6/7+0");
    assert_eq!(page.js("document.getElementById('cube-box').hidden"), false);
    page.press(&[PAGE_DOWN]);
    page.wait("location.hash.includes('board=1+2/3+0//5+6/7+4')");
    page.press(&[PAGE_UP]);
    page.wait("document.getElementById('verdict').textContent === 'Solved'");
    let before = page.js("document.getElementById('cube').style.transform");
    page.click_on("[data-turn='right']");
    assert_ne!(page.js("document.getElementById('cube').style.transform"), before);
    page.choose("shape", "3x3x3");
    page.wait("location.hash.includes('shape=3x3x3')");
    page.go("#shape=3x3x3&board=1+2+3/4+5+6/7+8+9//10+11+12/13+14+0/16+17+15//19+20+21/22+23+24/25+26+18&algorithm=astar");
    page.click("solve");
    page.wait("!document.getElementById('solution').hidden");
    page.click_on("#player [aria-label='Last step']");
    page.wait("document.getElementById('verdict').textContent === 'Solved'");
    page.close();
}

#[test]
fn heuristics_are_compared_and_the_table_fills() {
    let page = Page::open(DESKTOP, "#board=8+6+7/2+5+4/3+0+1&tab=compare");
    page.choose("compare-boards", "10");
    page.click("compare");
    page.wait("document.getElementById('compare-say').textContent.endsWith('50 searches done.')");
    assert_eq!(page.js("document.querySelectorAll('#compare-table tbody tr').length"), 5);
    assert_eq!(page.js("document.querySelectorAll('#compare-chart rect').length"), 5);
    page.close();
}

#[test]
fn lessons_light_up_what_they_speak_of() {
    let page = Page::open(DESKTOP, "#board=3+2+1/4+5+6/8+7+0&tab=learn");
    page.wait("document.querySelector('.tile[data-tile=\"3\"]').dataset.badge === '2'");
    page.js("[...document.querySelectorAll('#estimates button')].find((b) => b.textContent === 'linear-conflict').click()");
    page.wait("document.querySelectorAll('.tile[data-mark=conflict]').length === 3");
    assert!(page.text("lesson").contains("6 from Manhattan and 6 more make 12"));
    page.close();
}

#[test]
fn a_link_restores_the_whole_state() {
    let link = "#board=7+2+4/5+0+6/8+3+1&goal=blank-first&tab=watch&algorithm=idastar&heuristic=linear-conflict&limit=1m&watch=bfs&with=hamming";
    let page = Page::open(DESKTOP, link);
    page.click("share");
    let shared = page.js("new URL(document.getElementById('share-link').value).hash");
    page.go(shared.as_str().unwrap().replace("&run=1", "").as_str());
    for (id, value) in [
        ("goal", "blank-first"),
        ("algorithm", "idastar"),
        ("heuristic", "linear-conflict"),
        ("limit", "1m"),
        ("watch-algorithm", "bfs"),
        ("watch-heuristic", "hamming"),
        ("shape", "3x3"),
    ] {
        assert_eq!(page.js(&format!("document.getElementById('{id}').value")), value);
    }
    assert_eq!(page.js("document.getElementById('tab-watch').getAttribute('aria-selected')"), "true");
    let read = page.js("[...document.querySelectorAll('#board [role=gridcell]')].map((cell) => cell.textContent.split(',')[0]).join(' ')");
    assert_eq!(read, "7 2 4 5 blank 6 8 3 1", "the board is read row by row");
    page.go("#board=1+2+3/nonsense&tab=learn");
    assert!(page.text("say").contains("could not be followed"));
    page.close_after_refusals();
}

#[test]
fn a_phone_shows_everything_without_sideways_scrolling() {
    let page = Page::open(PHONE, "#board=8+1+3/4+0+2/7+6+5");
    for tab in ["solve", "watch", "compare", "learn"] {
        page.try_tool(tab);
        let width = page.js("document.documentElement.scrollWidth");
        assert_eq!(width, 390, "{tab}");
    }
    let swipe = "(() => { const board = document.getElementById('board'); const box = board.getBoundingClientRect(); \
                 const at = (type, dx) => board.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: box.x + 100 + dx, clientY: box.y + 100 })); \
                 at('pointerdown', 0); at('pointermove', 60); at('pointerup', 60); })()";
    page.js(swipe);
    page.wait("location.hash.includes('board=8+1+3/0+4+2/7+6+5')");
    page.close();
}

/// Rules written out by hand: everything that can be used has a name, labels belong to fields, ids
/// are unique, what is hidden cannot be reached, and text stands out from what it lies on.
const ACCESSIBILITY: &str = r#"(() => {
  const faults = [];
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const name = (node) => (node.getAttribute("aria-label") ?? "")
    || (node.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("")
    || [...(node.labels ?? [])].map((label) => label.textContent).join("") || node.textContent;
  for (const node of document.querySelectorAll("button, a, input, select, textarea, canvas, [role=img], [role=tab], [role=tabpanel], [role=group], [role=region]")) {
    if (seen(node) && !name(node).trim()) faults.push(`no name: ${node.outerHTML.slice(0, 90)}`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`two of #${id}`);
  for (const node of document.querySelectorAll("[aria-controls], [aria-labelledby], [aria-describedby], label[for]")) {
    for (const attribute of ["aria-controls", "aria-labelledby", "aria-describedby", "for"]) {
      for (const id of (node.getAttribute(attribute) ?? "").split(" ").filter(Boolean)) {
        if (!ids.includes(id)) faults.push(`${attribute} leads nowhere: ${id}`);
      }
    }
  }
  if (document.querySelectorAll("h1").length !== 1) faults.push("one h1 is wanted");
  if (!document.documentElement.lang) faults.push("no language");
  if (document.querySelectorAll("main").length !== 1) faults.push("one main is wanted");
  for (const list of document.querySelectorAll("[role=tablist]")) {
    if (list.querySelectorAll("[role=tab][tabindex='-1']").length !== list.querySelectorAll("[role=tab]").length - 1) faults.push("one tab is to be reached by Tab");
  }
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => { pen.clearRect(0, 0, 1, 1); pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); return [...pen.getImageData(0, 0, 1, 1).data]; };
  const light = (colour) => colour.slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const tile = at.classList?.contains("tile") && rgba(getComputedStyle(at, "::before").backgroundColor);
      if (tile) return tile;
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255, 255];
  };
  for (const node of document.querySelectorAll("body *")) {
    const text = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!text || !seen(node) || node.disabled || node.closest("svg, [aria-hidden=true], .cell, .hidden, .skip, .off-screen, .cube, :disabled")) continue;
    const style = getComputedStyle(node);
    const [front, back] = [light(rgba(style.color)), light(ground(node))];
    const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (large ? 3 : 4.5)) faults.push(`contrast ${contrast.toFixed(2)}: ${node.outerHTML.slice(0, 90)}`);
  }
  return [...new Set(faults)];
})()"#;

#[test]
fn the_page_can_be_used_by_everybody() {
    for dark in [false, true] {
        let page = Page::open(DESKTOP, "#board=8+1+3/4+0+2/7+6+5");
        if dark {
            page.click("theme");
        }
        for tab in ["solve", "watch", "compare", "learn"] {
            page.try_tool(tab);
            assert_eq!(page.js(ACCESSIBILITY), json!([]), "{tab}, dark: {dark}");
        }
        let still = page.js("[...document.styleSheets[0].cssRules].some((rule) => rule.conditionText?.includes('prefers-reduced-motion'))");
        assert_eq!(still, true);
        page.close();
    }
}

/// The pictures of the README. They are made anew by
/// `cargo test -p taquin-cli --test all serve_page::pictures -- --ignored`.
#[test]
#[ignore = "writes docs/images, as docs/web.md says"]
fn pictures() {
    let dark = View { dark: true, ..DESKTOP };
    // The cube is below the layers.
    let high = View { height: 1460, ..DESKTOP };
    let board = "board=8+6+7/2+5+4/3+0+1";
    for (name, view, hash) in [
        ("web-solve", DESKTOP, format!("#{board}&algorithm=astar&heuristic=manhattan&tab=solve")),
        ("web-watch-dark", dark, format!("#{board}&tab=watch")),
        ("web-compare", DESKTOP, format!("#{board}&tab=compare")),
        ("web-learn", DESKTOP, "#board=3+2+1/4+5+6/8+7+0&tab=learn".into()),
        ("web-cube", high, "#shape=3x3x3&board=1+11+21/4+2+3/7+5+9//10+20+6/13+12+0/16+8+18//25+19+14/26+24+15/22+17+23&algorithm=astar&tab=solve".into()),
        ("web-phone", PHONE, format!("#{board}&tab=solve")),
        ("web-phone-watch", PHONE, "#board=8+1+3/4+0+2/7+6+5&tab=watch".to_string()),
    ] {
        let page = Page::open(view, &hash);
        let tab = page.js("document.querySelector('[role=tab][aria-selected=true]').id.slice(4)");
        match tab.as_str().unwrap() {
            "solve" => {
                page.click("solve");
                page.wait("!document.getElementById('solution').hidden");
                page.slide_to("Step of the solution", 3);
            }
            "watch" => {
                page.click("watch");
                page.wait("document.getElementById('watch').ariaDisabled !== 'true'");
                page.slide_to("Step of the search", 40);
                if view.phone {
                    page.js("document.getElementById('panel-watch').scrollIntoView({ block: 'nearest' })");
                }
            }
            "compare" => {
                page.click("compare");
                page.wait("document.getElementById('compare-say').textContent.endsWith('done.')");
            }
            _ => {}
        }
        let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/images"));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), page.screenshot()).unwrap();
        page.close();
    }
}
