// Playing: slides and their history, keys, scrambles, goals, the verdict, the distance and the hint.

import { EngineError, ask, askPatiently } from "./engine.js";
import { BoardView, CubeView, miniBoard } from "./board-view.js";
import { boardText, parseCells, parseShape, same, shapeLabel, shapeText, slid, sliding } from "./board.js";
import { $, count, options, put } from "./dom.js";
import { inversionArcs } from "./charts.js";
import { change, fromReport, onChange, question, state } from "./state.js";

const SHAPES = ["2x2", "3x2", "3x3", "4x3", "4x4", "5x4", "5x5", "6x6", "2x2x2", "3x3x2", "3x3x3", "4x4x4"];
const NAMED_GOALS = [
  ["blank-last", "blank last"],
  ["blank-first", "blank first"],
  ["snail", "snail"],
];
const KEYS = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  PageUp: "above",
  PageDown: "below",
};

let board;
let cube;
let past = [];
let origin = state.cells;
/** The answer of the last check, and who is told of it. */
let report = null;
const reportListeners = [];
export const onReport = (listener) => reportListeners.push(listener);

/** Marks on the board: those of a lesson, and the hint. */
let lesson = new Map();
let hinted = null;
export function markLesson(marks) {
  lesson = marks;
  mark();
}
function mark() {
  const marks = new Map(lesson);
  if (hinted) marks.set(hinted, { ...marks.get(hinted), class: "hint" });
  board.mark(marks);
  cube.mark(marks);
}

/** Slides tiles one after the other, as a person's moves. */
function slide(cells) {
  let now = state.cells;
  for (const cell of cells) {
    past.push(now);
    now = slid(now, cell);
  }
  change({ cells: now }, "person");
  if (same(now, state.goal)) say(`Solved in ${count(past.length, "move")}.`);
}

export function say(text) {
  $("say").textContent = text;
}

export function startPlay() {
  board = new BoardView($("board"), slide);
  cube = new CubeView($("cube-box"), $("cube-stage"), $("cube"), slide);
  addEventListener("keydown", (event) => {
    const direction = KEYS[event.key];
    const typing = event.target.closest?.("input, select, textarea, [role=tab], dialog, canvas, pre, .nodes, .scroll");
    if (!direction || typing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (state.shape[2] === 1 && (direction === "above" || direction === "below")) return;
    event.preventDefault();
    const cell = sliding(state.cells, direction, state.shape);
    if (cell >= 0) slide([cell]);
  });
  $("undo").addEventListener("click", () => change({ cells: past.pop() }, "undo"));
  $("restart").addEventListener("click", () => change({ cells: origin }, "restart"));
  $("scramble").addEventListener("click", () => scramble(state.shape));
  $("shape").addEventListener("change", () => scramble(parseShape($("shape").value)));
  $("goal").addEventListener("change", () => setGoal($("goal").value));
  $("hint").addEventListener("click", hint);
  $("far").addEventListener("change", measure);
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    check();
    measure();
  });
  onChange(refresh);
  refresh(new Set(["shape", "cells", "goal"]), "link");
}

function refresh(changed, by) {
  if (!["shape", "cells", "goal", "goalName"].some((key) => changed.has(key)) && by !== "link") return;
  if (changed.has("shape") || ["link", "scramble", "restart", "edit"].includes(by)) {
    past = [];
    origin = state.cells;
  }
  if (by === "player") past = [];
  hinted = null;
  if (by !== "person" || !same(state.cells, state.goal)) say("");
  board.show(state);
  cube.show(state);
  mark();
  showChoices();
  $("move-count").textContent = past.length;
  $("move-word").textContent = past.length === 1 ? "move" : "moves";
  $("undo").disabled = past.length === 0;
  $("restart").disabled = same(state.cells, origin);
  check();
  measure();
}

function showChoices() {
  const shape = shapeText(state.shape);
  const shapes = SHAPES.includes(shape) ? SHAPES : [...SHAPES, shape];
  options($("shape"), shapes.map((text) => [text, shapeLabel(parseShape(text))]), shape);
  const goals = state.goalName ? NAMED_GOALS : [...NAMED_GOALS, ["", "a board of your own"]];
  options($("goal"), goals, state.goalName ?? "");
  put($("goal-board"), miniBoard(state.goal, state.shape, { size: state.cells.length > 20 ? 16 : 22 }));
  $("goal-board").setAttribute("aria-label", `Goal board: ${boardText(state.goal, state.shape)}`);
  $("keys").textContent =
    state.shape[2] > 1
      ? "Arrow keys slide within a layer, Page Up and Page Down between layers"
      : "Click, drag, swipe or use the arrow keys";
}

async function scramble(shape) {
  const custom = !state.goalName && shapeText(shape) === shapeText(state.shape);
  let goalName = custom ? null : (state.goalName ?? "blank-last");
  try {
    const body = { shape: shapeText(shape), goal: goalName ?? boardText(state.goal, shape) };
    const [made] = await ask("scramble", body).catch((error) => {
      // Not every goal with a name exists for every shape.
      if (!(error instanceof EngineError) || goalName === "blank-last") throw error;
      goalName = "blank-last";
      return ask("scramble", { shape: shapeText(shape) });
    });
    change(fromReport(made, goalName), "scramble");
  } catch (error) {
    say(error.message);
    showChoices();
  }
}

async function setGoal(name) {
  try {
    const answer = await ask("check", { ...question(), goal: name || boardText(state.goal, state.shape) });
    change({ goal: parseCells(answer.goal), goalName: name || null }, "goal");
  } catch (error) {
    say(error.message);
    showChoices();
  }
}

let checking;
async function check() {
  checking?.abort();
  const mine = (checking = new AbortController());
  try {
    report = await ask("check", question(), mine.signal);
    showVerdict();
    for (const listener of reportListeners) listener(report);
  } catch (error) {
    if (error.name !== "AbortError") verdict(false, error.message);
  }
}

function verdict(good, text) {
  $("verdict").textContent = text;
  $("verdict").classList.toggle("good", good);
  $("verdict").classList.toggle("bad", !good);
}

function showVerdict() {
  const solved = same(state.cells, state.goal);
  verdict(report.solvable, solved ? "Solved" : report.solvable ? "Solvable" : "Not solvable: no sequence of slides leads to the goal");
  $("why").hidden = false;
  $("reason").textContent = sentence(report.reason);
  put($("inversions"), inversionArcs(report) ?? []);
  $("hint").disabled = !report.solvable || solved;
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

let measuring;
/** Keeps the distance to the goal up to date while one plays. */
async function measure() {
  measuring?.abort();
  if (!$("far").checked) {
    $("distance").textContent = "";
    return;
  }
  const mine = (measuring = new AbortController());
  const late = setTimeout(() => ($("distance").textContent = "thinking…"), 250);
  try {
    const answer = await askPatiently("hint", question(), mine.signal);
    clearTimeout(late);
    $("distance").textContent = describe(answer);
  } catch (error) {
    clearTimeout(late);
    if (error.name !== "AbortError") $("distance").textContent = error.message;
  }
}

function describe(answer) {
  if (!answer.solvable) return "no way there";
  if (answer.distance === 0) return "there!";
  if (answer.distance !== null) return `${count(answer.distance, "move")} to go`;
  if (answer.found !== null) return `${answer.lower_bound} to ${count(answer.found, "move")} to go`;
  return `at least ${count(answer.lower_bound, "move")}`;
}

async function hint() {
  $("hint").disabled = true;
  const asked = state.cells;
  try {
    const answer = await askPatiently("hint", question());
    if (state.cells !== asked) return;
    if (answer.tile) {
      hinted = answer.tile;
      mark();
      say(`Slide ${answer.tile} ${towardsBlank(answer.tile)}: ${describe(answer)}.`);
    } else {
      say(answer.solvable ? "The server has found no way in time." : "There is no way to the goal.");
    }
  } catch (error) {
    say(error.message);
  } finally {
    $("hint").disabled = false;
  }
}

const WORDS = { left: "left", right: "right", up: "up", down: "down", above: "to the layer above", below: "to the layer below" };
function towardsBlank(tile) {
  const cell = state.cells.indexOf(tile);
  const way = Object.keys(WORDS).find((direction) => sliding(state.cells, direction, state.shape) === cell);
  return WORDS[way] ?? "";
}

