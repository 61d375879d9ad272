// Lessons beside what they explain: each heuristic with its value here and what it counts lit up.

import { $, el, put } from "./dom.js";
import { markLesson, onReport } from "./play.js";
import { parseCells } from "./board.js";
import { onChange, state } from "./state.js";

export const HEURISTIC_NOTES = {
  zero: "zero knows nothing: with it A* becomes breadth-first search by cost.",
  hamming: "hamming counts the tiles that are not at home. Each needs at least one move.",
  "out-of-place": "out-of-place counts the blank too. It can be one too high: A* still finds shortest solutions, but cannot call them proved.",
  manhattan: "manhattan adds up how many rows and columns each tile is from home.",
  "linear-conflict": "linear-conflict is manhattan, plus two moves for every tile that must step out of its line to let another pass.",
  "walking-distance": "walking-distance looks at rows and columns as a whole: how many tiles have to walk from each to each.",
  "first-entry": "first-entry is manhattan, plus two moves for every tile that must first step away from home to let the blank through.",
};

const LESSONS = {
  zero: ["Nothing is known", ["Zero is never too high, and never of any help: the search spreads evenly in all directions. Compare it with the others to see what knowledge is worth."]],
  hamming: ["How many tiles are away from home?", [
    "Every tile that is not in its goal cell has to move at least once, and a slide moves one tile only. So the number of such tiles is never more than the moves that are needed.",
    "It is a weak estimate: it cannot tell a tile next to its home from one at the other end of the board.",
  ]],
  "out-of-place": ["A mistake worth seeing", [
    "Some programs count the blank as one more tile that is out of place. One slide can then repair two things at once, so the count can be higher than the true distance by one.",
    "An estimate that can be too high may hide the shortest way. This one hides nothing, for a reason of its own: it is never more than one too high, so A* returns a solution of at most one move more than the shortest; and all solutions of a board have an even number of moves, or all have an odd number. One more is impossible.",
    "Two too high would be enough to go wrong.",
  ]],
  manhattan: ["Why Manhattan never overestimates", [
    "The number on each tile is how many steps it is from home, walking along rows and columns as in the streets of Manhattan. A slide moves one tile by one step: so it can bring the sum down by at most one.",
    "If the sum is 20, fewer than 20 slides cannot do. Tiles get in each other's way, so the truth is often more, but never less. An estimate that is never too high is called admissible.",
  ]],
  "linear-conflict": ["What linear conflict adds", [
    "The tiles lit up stand in the row or column where they belong, but in the wrong order. They cannot pass through each other: one has to step out of the line and back again, two moves that Manhattan does not count.",
    "In each line only as many tiles are charged as must leave so that the others are in order. Counting every pair would be too much.",
  ]],
  "walking-distance": ["Rows and columns as a whole", [
    "Forget which tile is which and remember only the row each belongs to. How many vertical slides does it take until every row holds its own? That small puzzle is solved completely, once, and its answers kept in a table. The same for columns; the two together are the estimate.",
    "A vertical slide never changes columns, so adding the two is never too much.",
  ]],
  "first-entry": ["Where can the blank go without doing harm?", [
    "The first time the blank enters a cell, it moves the tile that lies there now. Follow the blank as long as every tile it moves comes nearer to its home. If it cannot reach all the tiles that are away from home like this, some tile has to step away from home first, and back again later: two moves that Manhattan does not count.",
    "The same can be asked from the goal backwards. As many tiles are charged as it takes to explain all that is out of reach, and no more.",
  ]],
};

let chosen = "manhattan";
let report = null;

export function startLearn() {
  onReport((fresh) => {
    report = fresh;
    show();
  });
  onChange((changed) => changed.has("tab") && show());
}

function show() {
  if (!report) return;
  const most = Math.max(...report.estimates.map(({ value }) => value), 1);
  const head = el("thead", {}, el("tr", {}, ["Heuristic", "h here", "", "Never too high?"].map((text) => el("th", { scope: "col" }, text || el("span", { class: "hidden" }, "as a bar")))));
  const rows = report.estimates.map(({ heuristic, value, admissible }) => {
    const bar = el("span", { class: "mini-bar" });
    bar.style.width = `${(value / most) * 100}%`;
    return el(
      "tr",
      { class: heuristic === chosen ? "chosen" : "" },
      el("th", { scope: "row" }, el("button", {
        type: "button", class: "link", "aria-pressed": String(heuristic === chosen),
        onclick: () => { chosen = heuristic; show(); $("estimates").querySelector("[aria-pressed=true]")?.focus(); },
      }, heuristic)),
      el("td", { class: "number" }, String(value)),
      el("td", { class: "bar-cell" }, bar),
      el("td", {}, admissible ? "yes: admissible" : "no"),
    );
  });
  put($("estimates"), head, el("tbody", {}, rows));
  const [title, texts] = LESSONS[chosen] ?? [chosen, []];
  put($("lesson"), el("h3", {}, title), texts.map((text) => el("p", {}, text)), el("p", { class: "note" }, facts()));
  markLesson(state.tab === "learn" ? marks() : new Map());
}

function facts() {
  const value = report.estimates.find(({ heuristic }) => heuristic === chosen)?.value;
  if (chosen === "linear-conflict") {
    const lines = report.conflicts.length;
    const plain = report.estimates.find(({ heuristic }) => heuristic === "manhattan").value;
    return lines === 0
      ? `No tiles are in conflict here: h is ${value}, the same as Manhattan.`
      : `Here ${lines} ${lines === 1 ? "line has" : "lines have"} a conflict: ${plain} from Manhattan and ${value - plain} more make ${value}.`;
  }
  return `For the board on the table, h is ${value}.`;
}

function marks() {
  const cells = parseCells(report.start);
  const marked = new Map();
  for (const number of cells) {
    if (number === 0) continue;
    const distance = report.manhattan_by_tile[number - 1];
    const look = distance > 0 ? "away" : "";
    if (chosen === "manhattan") marked.set(number, { class: look, badge: String(distance) });
    if (chosen === "hamming" || chosen === "out-of-place") marked.set(number, { class: look });
  }
  if (chosen === "linear-conflict") {
    for (const { pairs, leaving } of report.conflicts) {
      for (const tile of pairs.flat()) if (!marked.has(tile)) marked.set(tile, { class: "line" });
      for (const tile of leaving) marked.set(tile, { class: "conflict", badge: state.shape[2] > 1 ? "" : "+2" });
    }
  }
  return marked;
}
