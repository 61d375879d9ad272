// Lessons beside what they explain: each heuristic with its value here and what it counts lit up.

import { $, count, el, put } from "./dom.js";
import { onReport } from "./advice.js";
import { LESSONS } from "./lessons.js";
import { markLesson } from "./play.js";
import { parseCells } from "./board.js";
import { allAlgorithms } from "./names.js";
import { addChoice, change, onChange, oneOf, state, view } from "./state.js";

let report = null;

export function startLearn(engine) {
  addChoice("lesson", "manhattan", oneOf(engine.heuristics));
  put($("algorithm-terms"), allAlgorithms().map(({ label, note }) => [el("dt", {}, label), el("dd", {}, note)]).flat());
  onReport((fresh) => {
    report = fresh;
    show();
  });
  onChange((changed) => ["tab", "lesson", "exercise"].some((key) => changed.has(key)) && show());
}

function show() {
  if (!report) return;
  const most = Math.max(...report.estimates.map(({ value }) => value), report.distance ?? 0, 1);
  const head = el("thead", {}, el("tr", {}, ["Heuristic", "h here", "", "Never too high?"].map((text) => el("th", { scope: "col" }, text || el("span", { class: "hidden" }, "as a bar")))));
  const rows = report.estimates.map(({ heuristic, value, admissible }) => {
    const bar = el("span", { class: "mini-bar" });
    bar.style.width = `${(value / most) * 100}%`;
    return el(
      "tr",
      { class: heuristic === state.lesson ? "chosen" : "" },
      el("th", { scope: "row" }, el("button", {
        type: "button", class: "link", "aria-pressed": String(heuristic === state.lesson),
        onclick: () => { change({ lesson: heuristic }); $("estimates").querySelector("[aria-pressed=true]")?.focus(); },
      }, heuristic)),
      el("td", { class: "number" }, String(value)),
      el("td", { class: "bar-cell" }, bar),
      el("td", {}, admissible ? "yes: admissible" : "no"),
    );
  });
  if (report.distance !== null) rows.push(truth(report.distance, most));
  put($("estimates"), head, el("tbody", {}, rows));
  const [title, texts] = LESSONS[state.lesson] ?? [state.lesson, []];
  put($("lesson"), el("h3", {}, title), texts.map((text) => el("p", {}, text)), el("p", { class: "note" }, facts()));
  markLesson(state.tab === "learn" && !state.exercise ? marks() : new Map());
}

/** What all of them estimate, where the whole puzzle is small enough to be known. */
function truth(distance, most) {
  const bar = el("span", { class: "mini-bar truth-bar" });
  bar.style.width = `${(distance / most) * 100}%`;
  return el("tr", {}, el("th", { scope: "row" }, "the true distance"), el("td", { class: "number" }, String(distance)), el("td", { class: "bar-cell" }, bar), el("td", {}, ""));
}

function facts() {
  const value = report.estimates.find(({ heuristic }) => heuristic === state.lesson)?.value;
  if (state.lesson === "linear-conflict") {
    const lines = report.conflicts.length;
    const plain = report.estimates.find(({ heuristic }) => heuristic === "manhattan").value;
    return lines === 0
      ? `No tiles are in conflict here: h is ${value}, the same as Manhattan.`
      : `Here ${lines} ${lines === 1 ? "line has" : "lines have"} a conflict: ${plain} from Manhattan and ${value - plain} more make ${value}.`;
  }
  const unlit = { zero: " There is nothing to count.", "walking-distance": " It looks at rows and columns as a whole: no single tile lights up.", "first-entry": " It charges tiles for what the blank cannot reach: no single tile lights up." }[state.lesson] ?? "";
  const off = report.distance === null || report.distance === undefined ? "" : value === report.distance ? " That is exactly right." : value > report.distance ? ` The truth is ${report.distance}: ${value - report.distance} too high.` : ` The truth is ${report.distance}: ${count(report.distance - value, "move")} more.`;
  return `For the board on display, h is ${value}.${off}${unlit}`;
}

function marks() {
  const cells = parseCells(report.start);
  const marked = new Map();
  for (const number of cells) {
    if (number === 0) continue;
    const distance = report.manhattan_by_tile[number - 1];
    const look = distance > 0 ? "away" : "";
    if (state.lesson === "manhattan") marked.set(number, { class: look, badge: String(distance) });
    if (state.lesson === "hamming" || state.lesson === "out-of-place") marked.set(number, { class: look });
  }
  if (state.lesson === "linear-conflict") {
    for (const { pairs, leaving } of report.conflicts) {
      for (const tile of pairs.flat()) if (!marked.has(tile)) marked.set(tile, { class: "line" });
      for (const tile of leaving) marked.set(tile, { class: "conflict", badge: view().shape[2] > 1 ? "" : "+2" });
    }
  }
  return marked;
}
