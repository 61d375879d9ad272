// Puts the page together: tabs, colours, sharing, and the state a link brings.

import { ask, described, status } from "./engine.js";
import { startCompare } from "./compare.js";
import { $, copy, el } from "./dom.js";
import { startEdit } from "./edit.js";
import { startLearn } from "./learn.js";
import { say, startPlay } from "./play.js";
import { startSolve } from "./solve.js";
import { change, fromHash, fromReport, onChange, state, toHash } from "./state.js";
import { repaint, startWatch } from "./watch.js";

const TABS = ["solve", "watch", "compare", "learn"];
const NAMED = ["blank-last", "blank-first", "snail"];
const FIRST_BOARD = "8 1 3/4 0 2/7 6 5";

function showTab(name, focus = false) {
  for (const tab of TABS) {
    const chosen = tab === name;
    $(`tab-${tab}`).setAttribute("aria-selected", String(chosen));
    $(`tab-${tab}`).tabIndex = chosen ? 0 : -1;
    $(`panel-${tab}`).hidden = !chosen;
  }
  if (focus) $(`tab-${name}`).focus();
}

function startTabs() {
  for (const [index, tab] of TABS.entries()) {
    $(`tab-${tab}`).addEventListener("click", () => change({ tab }));
    $(`tab-${tab}`).addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      change({ tab: TABS[(index + step + TABS.length) % TABS.length] });
      showTab(state.tab, true);
    });
  }
  onChange(() => showTab(state.tab));
}

function startTheme() {
  const { dataset } = document.documentElement;
  const other = () => (dataset.theme === "dark" ? "light" : "dark");
  const show = () => {
    $("theme").textContent = other() === "dark" ? "Dark" : "Light";
    $("theme").setAttribute("aria-label", `Change to ${other()} colours`);
    repaint();
  };
  $("theme").addEventListener("click", () => {
    dataset.theme = other();
    localStorage.setItem("theme", dataset.theme);
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
}

/** Shows what the address asks for, once the server has read the board. */
async function followLink() {
  const link = fromHash(location.hash);
  const choices = { ...link.choices };
  if (!TABS.includes(choices.tab)) delete choices.tab;
  try {
    const body = { board: link.board ?? FIRST_BOARD };
    if (link.goal) body.goal = link.goal;
    if (link.shape && link.board) body.shape = link.shape;
    const report = await ask("check", body);
    const goalName = !link.goal ? "blank-last" : NAMED.includes(link.goal) ? link.goal : null;
    change({ ...fromReport(report, goalName), ...choices }, "link");
  } catch (error) {
    change({ ...fromReport(await ask("check", { board: FIRST_BOARD }), "blank-last"), ...choices }, "link");
    say(`The link could not be followed: ${error.message}`);
  }
}

async function start() {
  startTheme();
  let server;
  try {
    server = await status();
  } catch {
    document.querySelector("main").prepend(el("p", { class: "headline bad" }, "The server does not answer: is taquin serve still running?"));
    return;
  }
  $("server").textContent = `Taquin ${server.version}, searching ${described}`;
  startTabs();
  startPlay();
  startEdit();
  startSolve(server);
  startWatch(server);
  startCompare(server);
  startLearn();
  $("share").addEventListener("click", () => {
    history.replaceState(null, "", toHash());
    copy(location.href, $("share"));
  });
  addEventListener("hashchange", followLink);
  await followLink();
  document.documentElement.dataset.ready = "true";
}

start();
