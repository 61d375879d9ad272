// The table: the board with its marks, the dock under it, and what the buttons beside it do.

import { BoardView } from "./board-view.js";
import { boardText, place, shapeLabel, shapeText } from "./board.js";
import { CubeView } from "./cube-view.js";
import { $, announce, count, dim, options, put } from "./dom.js";
import { ask } from "./engine.js";
import { begin, canRedo, canUndo, game, movesIn, redo, restart, setGoal, slide, undo } from "./game.js";
import { moveWord } from "./metric.js";
import { miniBoard } from "./mini-board.js";
import { closePlayer, onOwner } from "./player.js";
import { isElsewhere, onLook, question, state, view } from "./state.js";
import { parseCells } from "./board.js";

const NAMED_GOALS = [
  ["blank-last", "blank last"],
  ["blank-first", "blank first"],
  ["snail", "snail"],
];

let board;
let cube;

/** Marks on the board: the ways home, those of a lesson, the good moves, and the hint. */
let ways = new Map();
let lesson = new Map();
let good = new Map();
let hinted = null;
export function markWays(marks) {
  if (ways.size === 0 && marks.size === 0) return;
  ways = marks;
  mark();
}
export function markLesson(marks) {
  lesson = marks;
  mark();
}
export function markGood(marks) {
  good = marks;
  mark();
}
export function markHint(tile) {
  hinted = tile;
  mark();
}
function mark() {
  const marks = new Map([...ways, ...lesson, ...good]);
  if (hinted) marks.set(hinted, { ...marks.get(hinted), class: "hint" });
  board.mark(marks);
  cube.mark(marks);
}

export function say(text) {
  $("say").textContent = text;
}

export const focusBoard = () => board.focus();

export function startPlay() {
  board = new BoardView($("board"), slide);
  cube = new CubeView($("cube-box"), $("cube-stage"), $("cube"), slide);
  $("undo").addEventListener("click", undo);
  $("redo").addEventListener("click", redo);
  $("restart").addEventListener("click", restart);
  $("goal").addEventListener("change", () => chooseGoal($("goal").value));
  $("from-here").addEventListener("click", () => begin({ shape: view().shape, cells: view().cells, goal: view().goal }, "take"));
  $("back-to-board").addEventListener("click", closePlayer);
  onOwner((owner) => ($("play-row").hidden = Boolean(owner)));
  onLook(refresh);
  refresh(new Set(["shape", "cells", "goal", "shown"]), "link");
}

function refresh(changed, by) {
  if (changed.has("metric") || by === "link") showCount();
  if (!["shape", "cells", "goal", "goalName", "shown"].some((key) => changed.has(key)) && by !== "link") return;
  const before = board.cells;
  // Whatever puts another board on the table takes the player's step away.
  if (by !== "player" && ["shape", "cells", "goal"].some((key) => changed.has(key))) closePlayer();
  hinted = null;
  if (by !== "slide") say("");
  board.show(view(), !view().jumps);
  cube.show(view());
  mark();
  if (by === "link" || ["shape", "goal", "goalName"].some((key) => changed.has(key))) showChoices();
  $("elsewhere").hidden = !isElsewhere();
  if (by === "player") return;
  showCount();
  $("game-title").textContent = game.title;
  dim($("undo"), !canUndo());
  dim($("redo"), !canRedo());
  dim($("restart"), game.moves === 0);
  if (by === "slide") tell(before);
  else if (["undo", "redo", "back", "restart"].includes(by)) announce(`${by === "back" ? "Back" : by === "restart" ? "Start again" : by === "undo" ? "Undone" : "Done again"}; ${whereIsBlank()}`);
}

function showCount() {
  const moves = movesIn(state.metric);
  $("move-count").textContent = moves;
  $("counter-metric").setAttribute("aria-label", `What counts as one move: ${count(moves, moveWord())} so far`);
}

const whereIsBlank = () => {
  const { x, y, z } = place(view().cells.indexOf(0), view().shape);
  return `blank row ${y + 1}, column ${x + 1}${view().shape[2] > 1 ? `, layer ${z + 1} from the top` : ""}`;
};

/** Says a slide: the tile, its way, and where the blank is now. */
function tell(before) {
  const { cells, shape } = state;
  if (!before || before.length !== cells.length) return;
  const tiles = before.filter((tile, cell) => tile > 0 && cells[cell] !== tile);
  const [from, to] = [place(before.indexOf(tiles[0]), shape), place(cells.indexOf(tiles[0]), shape)];
  const way = to.x < from.x ? "left" : to.x > from.x ? "right" : to.y < from.y ? "up" : to.y > from.y ? "down" : to.z < from.z ? "to the layer above" : "to the layer below";
  announce(`${tiles.join(", ")} ${way}; ${whereIsBlank()}`);
}

let goalDrawn = "";
function showChoices() {
  const goals = state.goalName ? NAMED_GOALS : [...NAMED_GOALS, ["", "a board of your own"]];
  options($("goal"), goals, state.goalName ?? "");
  const drawn = boardText(state.goal, state.shape);
  if (drawn !== goalDrawn) {
    goalDrawn = drawn;
    put($("goal-board"), state.cells.length <= 64 ? miniBoard(state.goal, state.shape, { size: state.cells.length > 20 ? 20 : 24 }) : []);
    $("goal-board").setAttribute("aria-label", `Goal board: ${drawn}`);
  }
  $("keys").textContent =
    state.shape[2] > 1
      ? "Arrow keys slide within a layer, Page Up and Page Down between layers"
      : "Click, drag, swipe or use the arrow keys; a click farther off shifts the whole line";
}

async function chooseGoal(name) {
  try {
    const answer = await ask("check", { ...question(), goal: name || boardText(state.goal, state.shape) });
    setGoal(parseCells(answer.goal), name || null);
  } catch (error) {
    say(error.message);
    showChoices();
  }
}

/** The shape in words, for headings and records. */
export const shapeName = (shape = state.shape) => `${shapeLabel(shape)} (${count(shapeText(shape).split("x").reduce((a, b) => a * b, 1) - 1, "tile")})`;
