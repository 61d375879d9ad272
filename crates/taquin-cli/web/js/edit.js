// The dialog in which a board and a goal are typed, pasted or put together by clicking, in any form the command line reads.

import { boardText, parseCells } from "./board.js";
import { $, dim, el, hide, put } from "./dom.js";
import { ask } from "./engine.js";
import { begin } from "./game.js";
import { fromReport, state } from "./state.js";

/** Larger boards are edited as text only. */
const MOST_DRAWN = 128;
const NAMES = ["blank-last", "blank-first", "snail"];
let read = null;

export function startEdit() {
  $("edit").addEventListener("click", open);
  $("edit-close").addEventListener("click", () => $("edit-dialog").close());
  $("edit-board").addEventListener("input", soon);
  $("edit-goal").addEventListener("input", soon);
  $("edit-mend").addEventListener("click", mend);
  $("edit-grid").addEventListener("click", (event) => {
    const cell = [...$("edit-grid").querySelectorAll("button")].indexOf(event.target.closest("button"));
    if (cell >= 0) touch(cell);
  });
  $("edit-form").addEventListener("submit", (event) => {
    event.preventDefault();
    use();
  });
}

const rowsOf = (cells, shape) => boardText(cells, shape).replaceAll("//", "\n\n").replaceAll("/", "\n");

/** The first of two tiles that are to change places. */
let held = -1;

/** Tiles change places by two clicks, so what is put together is always a board. */
function touch(cell) {
  if (!read) return;
  const { cells, shape } = fromReport(read.report, null);
  if (held < 0) {
    held = cell;
  } else {
    [cells[held], cells[cell]] = [cells[cell], cells[held]];
    held = -1;
    $("edit-board").value = rowsOf(cells, shape);
    judge();
  }
  drawGrid(cells, shape);
}

function drawGrid(cells, [width, height, depth]) {
  const focused = [...$("edit-grid").querySelectorAll("button")].indexOf(document.activeElement);
  const drawn = cells.length <= MOST_DRAWN;
  const layers = Array.from({ length: depth }, (_, z) => {
    const part = cells.slice(z * width * height, (z + 1) * width * height);
    const cell = (tile, index) => {
      const at = z * width * height + index;
      return el("button", { type: "button", class: "edit-cell", "aria-pressed": String(at === held), "aria-label": tile === 0 ? "blank" : String(tile) }, tile === 0 ? "" : String(tile));
    };
    const layer = el("div", { class: "edit-layer" }, part.map(cell));
    layer.style.gridTemplateColumns = `repeat(${width}, minmax(0, 44px))`;
    return layer;
  });
  put($("edit-grid"), drawn ? layers : []);
  $("edit-touch").hidden = !drawn;
  if (focused >= 0) $("edit-grid").querySelectorAll("button")[focused]?.focus();
}

/** Two tiles change places: then the board can be solved. */
function mend() {
  const { cells, shape } = fromReport(read.report, null);
  const [first, second] = cells.map((tile, cell) => [tile, cell]).filter(([tile]) => tile > 0).slice(-2).map(([, cell]) => cell);
  [cells[first], cells[second]] = [cells[second], cells[first]];
  $("edit-board").value = rowsOf(cells, shape);
  judge();
}

function open() {
  held = -1;
  $("edit-board").value = rowsOf(state.cells, state.shape);
  $("edit-goal").value = state.goalName === "blank-last" ? "" : (state.goalName ?? boardText(state.goal, state.shape));
  $("edit-dialog").showModal();
  $("edit-board").select();
  judge();
}

let timer;
function soon() {
  clearTimeout(timer);
  timer = setTimeout(judge, 120);
}

let judging;
async function judge() {
  judging?.abort();
  const mine = (judging = new AbortController());
  // A goal may stand behind the board, on lines of its own, too.
  const [board, ...behind] = $("edit-board").value.split("|");
  const typed = $("edit-goal").value.trim();
  const goal = typed || (behind.length === 1 ? behind[0].trim() : "");
  read = null;
  try {
    const report = await ask("check", { board: behind.length === 1 ? board : $("edit-board").value, ...(goal && { goal }) }, mine.signal);
    const usual = parseCells(report.goal).every((tile, cell, all) => tile === (cell + 1) % all.length);
    if (judging !== mine) return;
    read = { report, goalName: NAMES.includes(goal) ? goal : usual ? "blank-last" : null };
    // A goal that was written with the board is told, as it may not have been meant.
    const to = !typed && !usual ? ` The goal is ${report.goal}.` : "";
    const { cells, shape } = fromReport(report, null);
    drawGrid(cells, shape);
    say(report.solvable, (report.solvable ? "Solvable." : `Not solvable: ${report.reason}.`) + to);
  } catch (error) {
    if (error.name !== "AbortError") say(false, error.message);
  } finally {
    if (judging === mine) {
      dim($("edit-use"), read === null);
      hide($("edit-mend"), !read || read.report.solvable, $("edit-board"));
    }
  }
}

function say(good, text) {
  $("edit-say").textContent = text;
  $("edit-say").classList.toggle("good", good);
  $("edit-say").classList.toggle("bad", !good);
}

async function use() {
  clearTimeout(timer);
  await judge();
  if (!read) return;
  begin(fromReport(read.report, read.goalName), "edit");
  $("edit-dialog").close();
}
