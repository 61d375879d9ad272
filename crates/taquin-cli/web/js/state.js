// What the page shows, in one place and in the address: a link is the whole state.

import { boardText, parseCells, parseShape, same, shapeText } from "./board.js";

const CHOICES = ["tab", "algorithm", "heuristic", "limit", "watch", "with"];

/** The state and who wants to know of changes. */
export const state = {
  shape: [3, 3, 1],
  cells: [1, 2, 3, 4, 5, 6, 7, 8, 0],
  goal: [1, 2, 3, 4, 5, 6, 7, 8, 0],
  goalName: "blank-last",
  tab: "solve",
  algorithm: "auto",
  heuristic: "auto",
  limit: "30s",
  watch: "astar",
  with: "manhattan",
};

const listeners = [];

/** Calls back after every change with what has changed and who did it. */
export const onChange = (listener) => listeners.push(listener);

/** Changes the state. `by` says who: the player, a person, a link. */
export function change(changes, by = "person") {
  const changed = new Set(
    Object.keys(changes).filter((key) =>
      Array.isArray(changes[key]) ? !same(changes[key], state[key]) : changes[key] !== state[key],
    ),
  );
  if (changed.size === 0 && by !== "link") return;
  Object.assign(state, changes);
  for (const listener of listeners) listener(changed, by);
  if (by !== "link") scheduleAddress();
}

/** What every question to the server contains. */
export const question = (cells = state.cells) => ({
  board: boardText(cells, state.shape),
  goal: boardText(state.goal, state.shape),
  shape: shapeText(state.shape),
});

const encode = (text) =>
  encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",");

/** The state as the part of the address after #. */
export function toHash() {
  const parts = [
    ["shape", shapeText(state.shape)],
    ["board", boardText(state.cells, state.shape)],
    ["goal", state.goalName ?? boardText(state.goal, state.shape)],
    ...CHOICES.map((key) => [key, state[key]]),
  ];
  return `#${parts.map(([key, value]) => `${key}=${encode(value)}`).join("&")}`;
}

/** What a link asks for; the server reads the board before it is shown. */
export function fromHash(hash) {
  const read = new URLSearchParams(hash.replace(/^#/, ""));
  const choices = {};
  for (const key of CHOICES) if (read.has(key)) choices[key] = read.get(key);
  return { board: read.get("board"), goal: read.get("goal"), shape: read.get("shape"), choices };
}

/** The changes that a board answered by the server's check amounts to. */
export const fromReport = (report, goalName) => ({
  shape: parseShape(report.shape),
  cells: parseCells(report.start),
  goal: parseCells(report.goal),
  goalName,
});

let timer;
function scheduleAddress() {
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(null, "", toHash()), 150);
}
