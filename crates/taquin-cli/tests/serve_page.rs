//! The web page in a real browser: what a person does with it, and what they then see.

#[path = "common/browser.rs"]
mod browser;
#[path = "common/serve.rs"]
mod serve;

use browser::{DESKTOP, PHONE, Page, View};
use serde_json::json;
use std::path::PathBuf;

const LEFT: char = '\u{e012}';
const UP: char = '\u{e013}';
const PAGE_UP: char = '\u{e00e}';
const PAGE_DOWN: char = '\u{e00f}';

/// A 15-puzzle of 40 moves, and a 24-puzzle that nobody solves while a test waits.
const FIFTEEN: &str = "#board=1+10+2+4/9+5+7+3/14+13+0+8/15+12+11+6&algorithm=auto";
const ENDLESS: &str = "#board=24+23+22+21+20/19+18+17+16+15/14+13+12+11+10/9+8+7+6+5/4+3+2+1+0";

#[tokio::test]
async fn a_board_is_played_to_the_goal_with_keys() {
    let page = Page::open(DESKTOP, "#board=1+2+3/4+0+5/7+8+6").await;
    page.click("far").await;
    page.wait("document.getElementById('distance').textContent === '2 moves to go'").await;
    page.js("document.activeElement.blur()").await;
    page.press(&[LEFT]).await;
    page.wait("document.getElementById('distance').textContent === '1 move to go'").await;
    page.press(&[UP]).await;
    page.wait("document.getElementById('verdict').textContent === 'Solved'").await;
    assert_eq!(page.text("say").await, "Solved in 2 moves.");
    assert_eq!(page.text("move-count").await, "2");
    page.click("undo").await;
    page.wait("document.getElementById('move-count').textContent === '1'").await;
    page.close().await;
}

#[tokio::test]
async fn tiles_slide_when_clicked_dragged_and_hinted() {
    let page = Page::open(DESKTOP, "#board=1+2+3/4+5+6/0+7+8").await;
    page.click("hint").await;
    page.wait("document.querySelector('.tile[data-mark=hint]')").await;
    assert_eq!(page.text("say").await, "Slide 7 left: 2 moves to go.");
    page.click_on(".tile[data-tile='7']").await;
    page.wait("location.hash.includes('board=1+2+3/4+5+6/7+0+8')").await;
    let drag = "(() => { const tile = document.querySelector(\".tile[data-tile='8']\"); const box = tile.getBoundingClientRect(); \
                const at = (type, dx) => tile.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: box.x + 40 - dx, clientY: box.y + 40 })); \
                at('pointerdown', 0); at('pointermove', 50); at('pointermove', 90); at('pointerup', 90); })()";
    page.js(drag).await;
    page.wait("document.getElementById('verdict').textContent === 'Solved'").await;
    page.close().await;
}

#[tokio::test]
async fn an_unsolvable_board_is_pasted_and_the_reason_read() {
    let page = Page::open(DESKTOP, "").await;
    page.click("edit").await;
    page.fill("edit-board", "1 2 3\n4 5 6\n8 7 _").await;
    page.wait("document.getElementById('edit-say').textContent.includes('Not solvable')").await;
    assert!(page.text("edit-say").await.contains("inversions"), "the reason is told at once");
    page.click("edit-use").await;
    page.wait("document.getElementById('verdict').textContent.startsWith('Not solvable')").await;
    page.click_on("#why summary").await;
    assert!(page.text("reason").await.contains("an odd number"));
    let drawn = page.js("document.querySelector('#inversions svg').getAttribute('aria-label')").await;
    assert_eq!(drawn, json!("1 inversion: 8 before 7"));
    page.click("edit").await;
    page.fill("edit-board", "1 2 <b>3").await;
    page.wait("document.getElementById('edit-say').textContent.includes('<b>3')").await;
    assert_eq!(page.js("document.getElementById('edit-use').disabled").await, true);
    page.close_after_refusals().await;
}

#[tokio::test]
async fn a_fifteen_puzzle_is_solved_and_its_solution_played_to_the_end() {
    let page = Page::open(DESKTOP, FIFTEEN).await;
    page.click("solve").await;
    page.wait("!document.getElementById('solution').hidden").await;
    assert!(page.text("answer").await.contains("proved shortest"));
    assert!(page.text("player").await.contains("g 0 + h"));
    page.js("document.querySelector('#player select').value = '40'").await;
    page.click_on("#player [aria-label='Play']").await;
    page.wait("document.getElementById('verdict').textContent === 'Solved'").await;
    let cost = page.js("document.querySelector('#player input').max").await;
    page.wait(&format!(
        "document.querySelector('#player').textContent.includes('Step {0} of {0}')",
        cost.as_str().unwrap()
    ))
    .await;
    for (notation, lines) in
        [("tile", 1), ("numbers", 1), ("boards", cost.as_str().unwrap().parse::<usize>().unwrap() + 1)]
    {
        page.choose("notation", notation).await;
        assert_eq!(page.text("moves").await.lines().count(), lines, "{notation}");
    }
    page.click_on("#player [aria-label='Step back']").await;
    page.wait("document.getElementById('verdict').textContent === 'Solvable'").await;
    page.close().await;
}

#[tokio::test]
async fn a_long_solve_shows_progress_and_cancelling_it_leaves_the_server_idle() {
    let page = Page::open(DESKTOP, ENDLESS).await;
    page.click("solve").await;
    page.wait("document.getElementById('p-rate').textContent !== '–'").await;
    assert_eq!(page.server.running(), 1);
    page.click("cancel").await;
    page.wait("document.getElementById('answer').textContent.includes('Stopped by you')").await;
    page.server.wait_until_idle();
    page.close().await;
}

#[tokio::test]
async fn leaving_the_page_ends_its_search_and_coming_back_it_can_search_again() {
    let page = Page::open(DESKTOP, &format!("{ENDLESS}&limit=2m&watch=idastar")).await;
    page.js("document.getElementById('compare-algorithm').value = 'idastar'").await;
    for tool in ["solve", "watch", "compare"] {
        for _ in 0..2 {
            page.click(&format!("tab-{tool}")).await;
            page.click(tool).await;
            page.server.wait_until_busy();
            page.leave().await;
            page.server.wait_until_idle();
            page.come_back().await;
            page.wait(&format!("!document.getElementById('{tool}').disabled")).await;
        }
    }
    page.close().await;
}

#[tokio::test]
async fn a_trace_is_stepped_through_and_its_open_list_read() {
    let page = Page::open(DESKTOP, "#board=1+2+3/0+4+6/7+5+8&tab=watch&watch=astar&with=manhattan").await;
    page.click("watch").await;
    page.wait("!document.getElementById('watch-view').hidden").await;
    assert!(page.text("watch-player").await.contains("Step 1 of"));
    assert!(page.text("now").await.contains("0 + 3 = 3"));
    assert_eq!(page.js("document.querySelectorAll('#children li').length").await, 3);
    assert!(page.text("open-note").await.starts_with("3 nodes, smallest f first"));
    let values = "[...document.querySelectorAll('#open-list .formula')].map((node) => Number(node.textContent.split('= ')[1]))";
    let queue = page.js(values).await;
    let queue: Vec<u64> = serde_json::from_value(queue).unwrap();
    assert!(queue.is_sorted() && queue.len() == 3, "{queue:?}");
    let next = page.js("document.querySelector('#open-list li').dataset.node").await;
    page.click_on("#watch-player [aria-label='Step forward']").await;
    assert!(
        page.text("watch-player").await.contains(&format!("node {} is taken up", next.as_str().unwrap()))
    );
    page.click_on("#watch-player [aria-label='Last step']").await;
    assert!(page.text("watch-player").await.contains("the goal is taken up"));
    page.choose("watch-algorithm", "idastar").await;
    page.click("watch").await;
    page.wait("!document.getElementById('iterations').hidden").await;
    assert!(page.text("open-title").await.contains("Path"));
    page.close().await;
}

#[tokio::test]
async fn a_trace_made_by_the_command_opens_from_its_file() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("trace.json");
    let trace = std::process::Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["trace", "8 1 3/4 0 2/7 6 5", "--format", "json", "--algorithm", "greedy"])
        .output()
        .unwrap();
    std::fs::write(&file, trace.stdout).unwrap();
    let page = Page::open(DESKTOP, "#tab=watch").await;
    page.give_file("trace-file", &file).await;
    page.wait("document.getElementById('watch-say').textContent.startsWith('greedy with')").await;
    assert!(page.text("open-note").await.contains("smallest h first"));
    std::fs::write(&file, "{\"event\":\"start\"}\nnonsense\n").unwrap();
    page.give_file("trace-file", &file).await;
    page.wait("document.getElementById('watch-say').textContent.includes('line 2')").await;
    page.close().await;
}

#[tokio::test]
async fn a_box_is_played_with_keys_for_six_directions_and_solved() {
    let page = Page::open(DESKTOP, "#board=1+2/3+4//5+6/7+0").await;
    assert_eq!(page.js("document.getElementById('cube-box').hidden").await, false);
    page.press(&[PAGE_DOWN]).await;
    page.wait("location.hash.includes('board=1+2/3+0//5+6/7+4')").await;
    page.press(&[PAGE_UP]).await;
    page.wait("document.getElementById('verdict').textContent === 'Solved'").await;
    let before = page.js("document.getElementById('cube').style.transform").await;
    page.click_on("[data-turn='right']").await;
    assert_ne!(page.js("document.getElementById('cube').style.transform").await, before);
    page.choose("shape", "3x3x3").await;
    page.wait("location.hash.includes('shape=3x3x3')").await;
    page.go("#shape=3x3x3&board=1+2+3/4+5+6/7+8+9//10+11+12/13+14+0/16+17+15//19+20+21/22+23+24/25+26+18&algorithm=astar").await;
    page.click("solve").await;
    page.wait("!document.getElementById('solution').hidden").await;
    page.click_on("#player [aria-label='Last step']").await;
    page.wait("document.getElementById('verdict').textContent === 'Solved'").await;
    page.close().await;
}

#[tokio::test]
async fn heuristics_are_compared_and_the_table_fills() {
    let page = Page::open(DESKTOP, "#board=8+6+7/2+5+4/3+0+1&tab=compare").await;
    page.choose("compare-boards", "10").await;
    page.click("compare").await;
    page.wait("document.getElementById('compare-say').textContent.endsWith('50 searches done.')").await;
    assert_eq!(page.js("document.querySelectorAll('#compare-table tbody tr').length").await, 5);
    assert_eq!(page.js("document.querySelectorAll('#compare-chart rect').length").await, 5);
    page.close().await;
}

#[tokio::test]
async fn lessons_light_up_what_they_speak_of() {
    let page = Page::open(DESKTOP, "#board=3+2+1/4+5+6/8+7+0&tab=learn").await;
    page.wait("document.querySelector('.tile[data-tile=\"3\"]').dataset.badge === '2'").await;
    page.js("[...document.querySelectorAll('#estimates button')].find((b) => b.textContent === 'linear-conflict').click()").await;
    page.wait("document.querySelectorAll('.tile[data-mark=conflict]').length === 3").await;
    assert!(page.text("lesson").await.contains("6 from Manhattan and 6 more make 12"));
    page.close().await;
}

#[tokio::test]
async fn a_link_restores_the_whole_state() {
    let link = "#board=7+2+4/5+0+6/8+3+1&goal=blank-first&tab=watch&algorithm=idastar&heuristic=linear-conflict&limit=1m&watch=bfs&with=hamming";
    let page = Page::open(DESKTOP, link).await;
    page.click("share").await;
    let shared = page.js("location.hash").await;
    page.go(shared.as_str().unwrap()).await;
    for (id, value) in [
        ("goal", "blank-first"),
        ("algorithm", "idastar"),
        ("heuristic", "linear-conflict"),
        ("limit", "1m"),
        ("watch-algorithm", "bfs"),
        ("watch-heuristic", "hamming"),
        ("shape", "3x3"),
    ] {
        assert_eq!(page.js(&format!("document.getElementById('{id}').value")).await, value);
    }
    assert_eq!(page.js("document.getElementById('tab-watch').getAttribute('aria-selected')").await, "true");
    let seven = page.js("document.querySelector(\".tile[data-tile='7']\").getAttribute('aria-label')").await;
    assert_eq!(seven, "Tile 7, row 1, column 1");
    page.go("#board=1+2+3/nonsense&tab=learn").await;
    assert!(page.text("say").await.contains("could not be followed"));
    page.close_after_refusals().await;
}

#[tokio::test]
async fn a_phone_shows_everything_without_sideways_scrolling() {
    let page = Page::open(PHONE, "#board=8+1+3/4+0+2/7+6+5").await;
    for tab in ["solve", "watch", "compare", "learn"] {
        page.try_tool(tab).await;
        let width = page.js("document.documentElement.scrollWidth").await;
        assert_eq!(width, 390, "{tab}");
    }
    let swipe = "(() => { const board = document.getElementById('board'); const box = board.getBoundingClientRect(); \
                 const at = (type, dx) => board.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: box.x + 100 + dx, clientY: box.y + 100 })); \
                 at('pointerdown', 0); at('pointermove', 60); at('pointerup', 60); })()";
    page.js(swipe).await;
    page.wait("location.hash.includes('board=8+1+3/0+4+2/7+6+5')").await;
    page.close().await;
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
    if (!text || !seen(node) || node.disabled || node.closest("svg, [aria-hidden=true], .hidden, .skip, .off-screen, .cube, :disabled")) continue;
    const style = getComputedStyle(node);
    const [front, back] = [light(rgba(style.color)), light(ground(node))];
    const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (large ? 3 : 4.5)) faults.push(`contrast ${contrast.toFixed(2)}: ${node.outerHTML.slice(0, 90)}`);
  }
  return [...new Set(faults)];
})()"#;

#[tokio::test]
async fn the_page_can_be_used_by_everybody() {
    for dark in [false, true] {
        let page = Page::open(DESKTOP, "#board=8+1+3/4+0+2/7+6+5").await;
        if dark {
            page.click("theme").await;
        }
        for tab in ["solve", "watch", "compare", "learn"] {
            page.try_tool(tab).await;
            assert_eq!(page.js(ACCESSIBILITY).await, json!([]), "{tab}, dark: {dark}");
        }
        let still = page.js("[...document.styleSheets[0].cssRules].some((rule) => rule.conditionText?.includes('prefers-reduced-motion'))");
        assert_eq!(still.await, true);
        page.close().await;
    }
}

/// The pictures of the README. They are made anew by
/// `cargo test -p taquin-cli --test serve_page pictures -- --ignored`.
#[tokio::test]
#[ignore = "writes docs/images, as docs/web.md says"]
async fn pictures() {
    let dark = View { dark: true, ..DESKTOP };
    let board = "board=8+6+7/2+5+4/3+0+1";
    for (name, view, hash) in [
        ("web-solve", DESKTOP, format!("#{board}&algorithm=astar&heuristic=manhattan&tab=solve")),
        ("web-watch-dark", dark, format!("#{board}&tab=watch")),
        ("web-compare", DESKTOP, format!("#{board}&tab=compare")),
        ("web-learn", DESKTOP, "#board=3+2+1/4+5+6/8+7+0&tab=learn".into()),
        ("web-cube", DESKTOP, "#shape=3x3x3&board=1+11+21/4+2+3/7+5+9//10+20+6/13+12+0/16+8+18//25+19+14/26+24+15/22+17+23&algorithm=astar&tab=solve".into()),
        ("web-phone", PHONE, format!("#{board}&tab=solve")),
        ("web-phone-watch", PHONE, "#board=8+1+3/4+0+2/7+6+5&tab=watch".to_string()),
    ] {
        let page = Page::open(view, &hash).await;
        let tab = page.js("document.querySelector('[role=tab][aria-selected=true]').id.slice(4)").await;
        match tab.as_str().unwrap() {
            "solve" if !view.phone => {
                page.click("solve").await;
                page.wait("!document.getElementById('solution').hidden").await;
                page.slide_to("Step of the solution", 3).await;
            }
            "watch" => {
                page.click("watch").await;
                page.wait("!document.getElementById('watch-view').hidden").await;
                page.slide_to("Step of the search", 40).await;
                page.js("document.getElementById('watch-player').scrollIntoView({ block: 'start' })").await;
            }
            "compare" => {
                page.click("compare").await;
                page.wait("document.getElementById('compare-say').textContent.endsWith('done.')").await;
            }
            _ => {}
        }
        let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/images"));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), page.screenshot().await).unwrap();
        page.close().await;
    }
}
