// One keyboard with one owner: the board while it has the focus, else the player in the dock, else the board.

import { sliding } from "./board.js";
import { $, announce, el, put } from "./dom.js";
import { redo, slide, undo } from "./game.js";
import { activePlayer } from "./player.js";
import { state, view } from "./state.js";

const SLIDES = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", PageUp: "above", PageDown: "below",
  a: "left", d: "right", w: "up", s: "down",
};
const STEPS = {
  ArrowLeft: (player) => player.step - 1,
  ArrowRight: (player) => player.step + 1,
  p: (player) => player.step - 1,
  n: (player) => player.step + 1,
  Home: () => 0,
  End: (player) => player.last,
};
/** Keys that press a button. */
const BUTTONS = { h: "hint", u: "undo", r: "scramble", e: "edit", f: "present", "1": "tab-solve", "2": "tab-watch", "3": "tab-compare", "4": "tab-learn", "?": "help" };

/** What the page says of its keys. */
const HELP = [
  ["← → ↑ ↓ or W A S D", "slide a tile; while a player is open ← and → step, unless the board has the focus"],
  ["Page Up, Page Down", "slide between layers"],
  ["Shift + arrow keys", "look around on the board; Enter slides the tile one stands on"],
  ["Space", "play or pause"],
  ["n, p, Home, End", "next, previous, first and last step"],
  ["Ctrl + Z or u, Ctrl + Y", "undo, redo"],
  ["h", "hint"],
  ["r", "random board"],
  ["e", "edit the board"],
  ["1 2 3 4", "Solve, Watch, Compare, Learn"],
  ["f", "full screen with large type"],
  ["Escape", "close the player, or leave the full screen"],
  ["?", "this list"],
];

const WORDS = { left: "left", right: "right", up: "up", down: "down", above: "to the layer above", below: "to the layer below" };

function slideBy(direction) {
  const { cells, shape } = view();
  if (shape[2] === 1 && (direction === "above" || direction === "below")) return false;
  const cell = sliding(cells, direction, shape);
  if (cell >= 0) slide([cell]);
  else announce(`Nothing can slide ${WORDS[direction]}.`);
  return true;
}

/** Does what a key asks for; false if it asks for nothing. */
function answer(event) {
  const onBoard = Boolean(event.target.closest("#board"));
  const player = activePlayer();
  if (event.key === "Escape" && player && !document.fullscreenElement) {
    player.close.click();
    return true;
  }
  const onControl = event.target.closest("button, a, summary, input, [role=tab]");
  if (event.key === " " && player && !onControl && !onBoard) {
    player.playOrPause();
    return true;
  }
  if (player && !onBoard && STEPS[event.key]) {
    player.go(STEPS[event.key](player));
    return true;
  }
  if (SLIDES[event.key] && (onBoard || !player || !event.key.startsWith("Arrow"))) return slideBy(SLIDES[event.key]);
  if (BUTTONS[event.key]) {
    $(BUTTONS[event.key]).click();
    return true;
  }
  return false;
}

export function startKeys() {
  put($("key-list"), HELP.map(([keys, what]) => [el("dt", {}, keys), el("dd", {}, what)]).flat());
  $("help").addEventListener("click", () => $("help-dialog").showModal());
  $("help-close").addEventListener("click", () => $("help-dialog").close());
  addEventListener("keydown", (event) => {
    if (event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea");
    if ((event.ctrlKey || event.metaKey) && !typing) {
      const key = event.key.toLowerCase();
      const done = key === "z" ? (event.shiftKey ? redo() : undo(), true) : key === "y" ? (redo(), true) : false;
      if (done) event.preventDefault();
      return;
    }
    const ownArrows = event.target.closest?.("[role=tablist], canvas, #cube-stage, #tree-grid, .scroll, pre, .nodes");
    const isArrow = event.key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(event.key);
    if (typing || event.ctrlKey || event.metaKey || (ownArrows && isArrow)) return;
    if (answer(event)) event.preventDefault();
  });
}

/** How the tile moves that goes into the blank, in words. */
export function towardsBlank(tile) {
  const cell = state.cells.indexOf(tile);
  const way = Object.keys(WORDS).find((direction) => sliding(state.cells, direction, state.shape) === cell);
  return WORDS[way] ?? "";
}
