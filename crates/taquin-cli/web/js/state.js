// What the page holds, in one place and in the address: a link is the whole state.
//
// Two boards are kept apart. `cells` is the board on the table: what is played, solved, watched, compared and shared.
// `shown` is a step of a player that lies over it for as long as one looks at it; nothing but looking changes it.

import { boardText, parseCells, parseShape, same, shapeText } from "./board.js";

export const state = {
  shape: [3, 3, 1],
  cells: [1, 2, 3, 4, 5, 6, 7, 8, 0],
  goal: [1, 2, 3, 4, 5, 6, 7, 8, 0],
  goalName: "blank-last",
  /** The step on display, { shape, cells, goal }, or null. */
  shown: null,
};

/** Choices that a link holds: what each may be, and what it is unless a link says otherwise. */
const choices = new Map();

/** Makes a choice known. `fits(text)` says whether a link may ask for a value; one that is `kept` is remembered for visits without a link. */
export function addChoice(key, usual, fits, kept = false) {
  choices.set(key, { usual, fits, kept });
  state[key] = usual;
}

/** A choice as it was made the last time, or nothing. */
function keptChoice(key) {
  try {
    return localStorage.getItem(`choice-${key}`);
  } catch {
    return null;
  }
}

function keepChoices(changed) {
  for (const [key, { kept }] of choices) {
    if (!kept || !changed.has(key)) continue;
    try {
      localStorage.setItem(`choice-${key}`, state[key]);
    } catch {
      // Without storage it is forgotten.
    }
  }
}

/** For choices out of a list. */
export const oneOf = (values) => (value) => values.includes(value);

const listeners = [];

/** Calls back after every change with what has changed and who did it. */
export const onChange = (listener) => listeners.push(listener);

const differs = (a, b) => (Array.isArray(a) && Array.isArray(b) ? !same(a, b) : a !== b);

/** Changes the state. `by` says who: a person, a player, a link. */
export function change(changes, by = "person") {
  const changed = new Set(Object.keys(changes).filter((key) => differs(changes[key], state[key])));
  if (changed.size === 0 && by !== "link") return;
  Object.assign(state, changes);
  for (const listener of listeners) listener(changed, by);
  if (by === "link") return;
  keepChoices(changed);
  scheduleAddress();
}

const lookers = [];

/** Calls back when another step is on display, or none, and after every change: for what shows the board that is seen. */
export function onLook(listener) {
  lookers.push(listener);
  onChange(listener);
}

/** Puts a step over the board, or takes it away. Only those who look are told: a player does this many times a second. */
export function display(shown) {
  if (state.shown === shown) return;
  state.shown = shown;
  for (const looker of lookers) looker(new Set(["shown"]), "player");
}

/** What lies on the table or over it: the board that is to be seen. */
export const view = () => state.shown ?? state;

/** Whether a step is on display that is not the board on the table. */
export const isElsewhere = () =>
  state.shown !== null && (shapeText(state.shown.shape) !== shapeText(state.shape) || !same(state.shown.cells, state.cells));

/** Board, goal and shape, to be remembered with an answer. */
export const problem = ({ shape, cells, goal } = state) => ({ shape, cells, goal });

/** Whether an answer that belongs to a problem is about the board on the table. */
export const isOnTheTable = (of) =>
  shapeText(of.shape) === shapeText(state.shape) && same(of.cells, state.cells) && same(of.goal, state.goal);

/** What every question to the engine contains. */
export const question = ({ shape, cells, goal } = state) => ({
  board: boardText(cells, shape),
  goal: boardText(goal, shape),
  shape: shapeText(shape),
});

/** Board, goal and shape that a question of this page was about. */
export const asked = ({ board, goal, shape }) => ({ shape: parseShape(shape), cells: parseCells(board), goal: parseCells(goal) });

const encode = (text) =>
  encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",");

/** The state as the part of the address after #; choices that are as usual are left out. */
export function toHash(more = {}) {
  const parts = [
    ["shape", shapeText(state.shape)],
    ["board", boardText(state.cells, state.shape)],
    ["goal", state.goalName ?? boardText(state.goal, state.shape)],
    ...[...choices].filter(([key, { usual }]) => state[key] !== usual).map(([key]) => [key, state[key]]),
    ...Object.entries(more),
  ];
  return `#${parts.map(([key, value]) => `${key}=${encode(String(value))}`).join("&")}`;
}

/** What a link asks for; the engine reads the board before it is shown. Choices that do not exist are left out. */
export function fromHash(hash) {
  const read = new URLSearchParams(hash.replace(/^#/, ""));
  const chosen = {};
  for (const [key, { usual, fits, kept }] of choices) {
    const wanted = read.get(key) ?? (kept && !read.has("board") ? keptChoice(key) : null);
    chosen[key] = wanted !== null && fits(wanted) ? wanted : usual;
  }
  return { board: read.get("board"), goal: read.get("goal"), shape: read.get("shape"), choices: chosen, run: read.get("run"), step: read.get("step") };
}

/** The changes that a board answered by the engine's check amounts to. */
export const fromReport = (report, goalName) => ({
  shape: parseShape(report.shape),
  cells: parseCells(report.start),
  goal: parseCells(report.goal),
  goalName,
});

let timer;
let note = () => null;

/** What the browser's history is to remember beside the address. */
export const remember = (taken) => (note = taken);

/** Writes the address, at once or in place of the entry before. */
export function writeAddress(anew = false) {
  clearTimeout(timer);
  if (anew) history.pushState(note(), "", toHash());
  else history.replaceState(note(), "", toHash());
}

function scheduleAddress() {
  clearTimeout(timer);
  timer = setTimeout(writeAddress, 150);
}
