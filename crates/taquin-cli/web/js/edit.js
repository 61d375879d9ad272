// The dialog in which a board and a goal are typed or pasted, in any form the command line reads.

import { ask } from "./engine.js";
import { boardText, parseCells } from "./board.js";
import { $ } from "./dom.js";
import { change, fromReport, state } from "./state.js";

const NAMES = ["blank-last", "blank-first", "snail"];
let read = null;

export function startEdit() {
  $("edit").addEventListener("click", open);
  $("edit-close").addEventListener("click", () => $("edit-dialog").close());
  $("edit-board").addEventListener("input", soon);
  $("edit-goal").addEventListener("input", soon);
  $("edit-form").addEventListener("submit", (event) => {
    event.preventDefault();
    use();
  });
}

function open() {
  const rows = boardText(state.cells, state.shape).replaceAll("//", "\n\n").replaceAll("/", "\n");
  $("edit-board").value = rows;
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
  const goal = $("edit-goal").value.trim();
  read = null;
  try {
    const report = await ask("check", { board: $("edit-board").value, ...(goal && { goal }) }, mine.signal);
    const [width, height, depth = 1] = report.shape.split("x").map(Number);
    if (depth > 1 ? Math.max(width, height, depth) > 4 : Math.max(width, height) > 6) {
      say(false, `${report.shape} is too large to be drawn here: up to 6 × 6, or 4 × 4 × 4.`);
      return;
    }
    const usual = parseCells(report.goal).every((tile, cell, all) => tile === (cell + 1) % all.length);
    read = { report, goalName: NAMES.includes(goal) ? goal : usual ? "blank-last" : null };
    // A goal that was written with the board is told, as it may not have been meant.
    const to = !goal && !usual ? ` The goal is ${report.goal}.` : "";
    say(report.solvable, (report.solvable ? "Solvable." : `Not solvable: ${report.reason}.`) + to);
  } catch (error) {
    if (error.name !== "AbortError") say(false, error.message);
  } finally {
    if (judging === mine) $("edit-use").disabled = read === null;
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
  change(fromReport(read.report, read.goalName), "edit");
  $("edit-dialog").close();
}
