// The game on the table: where it began, its moves and its clock, and everything that can be undone.
//
// Every change of the board by a person goes through here and leaves behind what was there before, so that undo brings it
// back: slides, scrambles, boards that were typed in. A scramble is an entry of the browser's history too: Back undoes it.

import { letterOf, same, slid } from "./board.js";
import { change, remember, state, view, writeAddress } from "./state.js";

/** So much can be undone, and is kept over a reload. */
const MOST_KEPT = 400;
/** The moves of longer games are counted, but not kept. */
const MOST_MADE = 2000;

export const game = {
  origin: state.cells,
  /** Slides and shifts; steps in one direction are one shift. */
  moves: 0,
  shifts: 0,
  /** The blank's steps in letters, or null if they are too many. */
  made: "",
  last: "",
  hints: 0,
  /** What kind of board it is, in words: "24 moves, medium". */
  title: "",
  /** Milliseconds on the clock, and since when it runs. */
  ran: 0,
  since: null,
};
let past = [];
let future = [];

/** The moves of the game so far in a metric. */
export const movesIn = (metric) => (metric === "shifts" ? game.shifts : game.moves);

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

/** Milliseconds since the first move; they stop at the goal. */
export const elapsed = () => game.ran + (game.since === null ? 0 : Date.now() - game.since);

function snapshot() {
  const { shape, cells, goal, goalName } = state;
  return { shape, cells, goal, goalName, ...game, ran: elapsed(), since: null };
}

function restore({ shape, cells, goal, goalName, ...then }, by) {
  const running = then.moves > 0 && !same(cells, goal);
  Object.assign(game, then, { since: running ? Date.now() : null });
  change({ shape, cells, goal, goalName, shown: null }, by);
  save();
}

function push() {
  past.push(snapshot());
  if (past.length > MOST_KEPT) past.shift();
  future = [];
}

/** Slides a line of tiles, nearest to the blank first, from the board that is seen: one thing to undo. */
export function slide(cells) {
  const { shape, cells: before, goal } = view();
  push();
  // The clock starts with the first move, and a step that is played on from is a game of its own.
  if (state.shown && !same(before, state.cells)) clearGame(before, "");
  game.since ??= Date.now();
  let now = before;
  for (const cell of cells) {
    countStep(letterOf(now.indexOf(0), cell, shape));
    now = slid(now, cell);
  }
  if (same(now, goal)) [game.ran, game.since] = [elapsed(), null];
  const goalName = state.shown && !same(goal, state.goal) ? null : state.goalName;
  change({ shape, cells: now, goal, goalName, shown: null }, "slide");
  save();
}

function countStep(letter) {
  game.moves += 1;
  if (letter !== game.last) game.shifts += 1;
  game.last = letter;
  game.made = game.made === null || game.made.length === MOST_MADE ? null : game.made + letter;
}

/** Puts another board on the table. */
export function begin(changes, by, title = "") {
  push();
  clearGame(changes.cells ?? state.cells, title);
  change({ ...changes, shown: null }, by);
  writeAddress(true);
  save();
}

/** Lays a board out as a link or the beginning has it: there is nothing to go back to. */
export function layOut(changes, by = "link") {
  clearGame(changes.cells, "");
  change({ ...changes, shown: null }, by);
}

function clearGame(origin, title) {
  Object.assign(game, { origin, title, moves: 0, shifts: 0, made: "", last: "", hints: 0, ran: 0, since: null });
}

/** Another goal for the same board. */
export function setGoal(goal, goalName) {
  push();
  change({ goal, goalName, shown: null }, "goal");
  save();
}

export function undo() {
  if (past.length === 0) return;
  future.push(snapshot());
  restore(past.pop(), "undo");
}

export function redo() {
  if (future.length === 0) return;
  past.push(snapshot());
  restore(future.pop(), "redo");
}

export function restart() {
  push();
  clearGame(game.origin, game.title);
  change({ cells: game.origin, shown: null }, "restart");
  save();
}

/** What the browser remembers with an entry of its history, brought back. */
export function goBackTo(then) {
  past.push(snapshot());
  restore(then, "back");
}

let saving;
function save() {
  clearTimeout(saving);
  saving = setTimeout(saveNow, 200);
}

function saveNow() {
  try {
    localStorage.setItem("game", JSON.stringify({ now: snapshot(), past, future }));
  } catch {
    // Without storage the game ends with the visit.
  }
}

/** The game that was left, if there is one. */
export function savedGame() {
  try {
    const saved = JSON.parse(localStorage.getItem("game"));
    return Array.isArray(saved?.now?.cells) && "made" in saved.now && Array.isArray(saved.past) ? saved : null;
  } catch {
    return null;
  }
}

export function resume(saved) {
  past = saved.past;
  future = saved.future ?? [];
  restore(saved.now, "link");
}

export function startGame() {
  remember(snapshot);
  addEventListener("pagehide", saveNow);
  document.addEventListener("visibilitychange", () => {
    if (game.since === null && !document.hidden && game.moves > 0 && !same(state.cells, state.goal)) game.since = Date.now();
    else if (document.hidden && game.since !== null) [game.ran, game.since] = [elapsed(), null];
  });
}
