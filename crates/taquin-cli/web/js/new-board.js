// New boards: the shape, how hard the board is to be, the board of the day.
//
// How hard a board is, is how many moves its shortest solution has. To make one of exactly so many, a board that is farther
// away is solved and walked along its shortest solution until so many moves are left: what is left of a shortest way is a
// shortest way.

import { boardsAlong, boardText, parseCells, parseShape, shapeLabel, shapeText } from "./board.js";
import { $, announce, count, dim, options } from "./dom.js";
import { ask, EngineError } from "./engine.js";
import { begin } from "./game.js";
import { say } from "./play.js";
import { addChoice, fromReport, onChange, state } from "./state.js";

const SHAPES = ["2x2", "3x2", "3x3", "4x3", "4x4", "5x4", "5x5", "6x6", "8x8", "10x10", "2x2x2", "3x3x2", "3x3x3", "4x4x4"];
/** The largest boards that fields ask for. */
const LARGEST = { flat: 16, box: 5 };
/** Moves of an easy, a medium and a hard board. All others have those of the last row. */
const LEVELS = { "2x2": [2, 4, 6], "3x2": [6, 12, 18], "3x3": [10, 18, 25], "4x3": [12, 24, 36], "2x2x2": [6, 10, 14], "": [15, 28, 42] };
const NAMES = ["easy", "medium", "hard"];
const MOST_TRIES = 12;

const levels = (shape) => LEVELS[shapeText(shape)] ?? LEVELS[""];

export function startNewBoard() {
  addChoice("level", "any", (text) => text === "any" || NAMES.includes(text) || /^[1-9]\d?$/.test(text));
  $("scramble").addEventListener("click", () => scramble(state.shape));
  $("daily").addEventListener("click", daily);
  $("shape").addEventListener("change", () => {
    const other = $("shape").value === "other";
    $("sides").hidden = !other;
    if (other) $("side-x").focus();
    else scramble(parseShape($("shape").value));
  });
  $("sides").addEventListener("submit", (event) => {
    event.preventDefault();
    const sides = ["x", "y", "z"].map((axis) => Math.round(Number($(`side-${axis}`).value)));
    const most = sides[2] > 1 ? LARGEST.box : LARGEST.flat;
    if (sides.some((side) => !(side >= 1 && side <= most))) return say(`Sides are 1 to ${LARGEST.flat}, in boxes with layers 1 to ${LARGEST.box}. Larger boards come by a link.`);
    scramble(sides);
  });
  $("level").addEventListener("change", () => {
    state.level = $("level").value === "exactly" ? $("exactly").value : $("level").value;
    showChoices();
    if ($("level").value === "exactly") $("exactly").focus();
    else scramble(state.shape);
  });
  $("exactly").addEventListener("change", () => {
    state.level = $("exactly").value;
    scramble(state.shape);
  });
  onChange((changed, by) => (changed.has("shape") || by === "link") && showChoices());
}

function showChoices() {
  const shape = shapeText(state.shape);
  const shapes = SHAPES.includes(shape) ? SHAPES : [...SHAPES, shape];
  options($("shape"), [...shapes.map((text) => [text, shapeLabel(parseShape(text))]), ["other", "other …"]], shape);
  $("sides").hidden = true;
  ["x", "y", "z"].forEach((axis, index) => ($(`side-${axis}`).value = state.shape[index]));
  const exactly = !["any", ...NAMES].includes(state.level);
  options($("level"), [["any", "any"], ...NAMES.map((name, index) => [name, `${name}, ${count(levels(state.shape)[index], "move")}`]), ["exactly", "exactly …"]], exactly ? "exactly" : state.level);
  $("exactly").hidden = !exactly;
  if (exactly) $("exactly").value = state.level;
}

const wantedMoves = (shape) => {
  const level = NAMES.indexOf(state.level);
  return level >= 0 ? levels(shape)[level] : Number(state.level) || null;
};

/** A random board of a shape, for the goal one has where the shape has such a goal. */
async function randomBoard(shape, more = {}) {
  const custom = !state.goalName && shapeText(shape) === shapeText(state.shape);
  let goalName = custom ? null : (state.goalName ?? "blank-last");
  const body = { shape: shapeText(shape), goal: goalName ?? boardText(state.goal, shape), ...more };
  const [made] = await ask("scramble", body).catch((error) => {
    // Not every goal with a name exists for every shape.
    if (!(error instanceof EngineError) || goalName === "blank-last") throw error;
    goalName = "blank-last";
    return ask("scramble", { ...body, goal: goalName });
  });
  return fromReport(made, goalName);
}

/** A board whose shortest solution has exactly so many moves. */
async function boardAt(shape, moves) {
  const flatEnough = shape.reduce((a, b) => a * b, 1) <= 12;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const made = await randomBoard(shape, flatEnough && tries > 0 ? {} : { walk: moves * (2 + tries) + 2 * tries });
    const answer = await ask("solve", { board: boardText(made.cells, shape), goal: boardText(made.goal, shape), shape: shapeText(shape), time_limit: "5s" });
    if (answer.optimal && answer.cost >= moves) return { ...made, cells: boardsAlong(made.cells, answer.tiles)[answer.cost - moves] };
  }
  throw new Error(`No ${shapeLabel(shape)} board of exactly ${count(moves, "move")} was found.`);
}

async function scramble(shape) {
  const moves = wantedMoves(shape);
  dim($("scramble"), true);
  try {
    const made = moves ? await boardAt(shape, moves) : await randomBoard(shape);
    const level = NAMES[levels(shape).indexOf(moves)];
    begin(made, "scramble", moves ? `${count(moves, "move")} away${level ? `, ${level}` : ""}` : "");
    announce("A new board");
  } catch (error) {
    say(error.message);
    showChoices();
  } finally {
    dim($("scramble"), false);
  }
}

/** The same board for all on one day. */
async function daily() {
  const today = new Date();
  const seed = today.getFullYear() * 10000 + (today.getMonth() + 1) * 100 + today.getDate();
  try {
    const [made] = await ask("scramble", { shape: "4x4", seed });
    begin({ ...fromReport(made, "blank-last"), cells: parseCells(made.start) }, "scramble", `Daily board of ${today.toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" })}`);
  } catch (error) {
    say(error.message);
  }
}
