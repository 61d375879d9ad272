// Exercises with reasons and a score: which node is next, what is h here, can this board be solved? A link holds the
// exercise and its number, so that a class has the same boards.

import { parseCells, shapeText } from "./board.js";
import { $, announce, copy, el, put } from "./dom.js";
import { ask } from "./engine.js";
import { begin } from "./game.js";
import { addChoice, change, onChange, oneOf, state, toHash } from "./state.js";
import { sentenceOf } from "./narrate.js";
import { addressForOthers } from "./share.js";
import { currentTrace, onPick, watch } from "./watch.js";

const KINDS = {
  next: "Which node is next?",
  h: "What is h here?",
  solvable: "Can it be solved?",
};
const QUESTIONS = 10;

let score = null;
let boards = [];
let pending = null;

export function startExercises() {
  addChoice("exercise", "", oneOf(["", ...Object.keys(KINDS)]));
  addChoice("round", "1", (text) => /^\d{1,9}$/.test(text));
  put($("exercises"), Object.entries(KINDS).map(([kind, label]) => el("button", { type: "button", onclick: () => start(kind) }, label)));
  $("exercise-end").addEventListener("click", () => stop());
  $("exercise-link").addEventListener("click", () => copy(String(new URL(toHash({ run: 1 }), addressForOthers())), $("exercise-link")));
  $("exercise-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (pending === null && score.asked < QUESTIONS) pose();
    else answerNumber();
  });
  for (const yes of [true, false]) $(yes ? "exercise-yes" : "exercise-no").addEventListener("click", () => answerSolvable(yes));
  onPick((id) => state.exercise === "next" && answerNext(id));
  onChange((changed) => changed.has("tab") && state.exercise && !["watch", "learn"].includes(state.tab) && stop());
}

/** Begins an exercise; a link may have named it. */
export async function start(kind, round = String(1 + Math.floor(Math.random() * 9999))) {
  stop();
  change({ exercise: kind, round, tab: kind === "next" ? "watch" : "learn" });
  document.documentElement.dataset.exercise = kind;
  score = { asked: 0, right: 0 };
  $("exercise").hidden = false;
  $("exercise-title").textContent = kind === "h" ? `What is ${state.lesson} here?` : KINDS[kind];
  $("exercise-number").hidden = kind !== "h";
  $("exercise-yes").hidden = $("exercise-no").hidden = kind !== "solvable";
  say("");
  try {
    if (kind === "next") {
      await watch();
      if (!currentTrace()) return;
      currentTrace().view.disguised = true;
      currentTrace().player.go(1);
    } else {
      const goal = state.goalName ?? "blank-last";
      boards = await ask("scramble", { shape: shapeText(state.shape), goal, count: QUESTIONS, seed: Number(round) });
    }
    pose();
  } catch (error) {
    say(error.message);
  }
}

function stop() {
  if (!state.exercise) return;
  delete document.documentElement.dataset.exercise;
  const seen = currentTrace();
  if (seen) seen.view.disguised = false;
  pending = null;
  $("exercise").hidden = true;
  change({ exercise: "" });
}

function say(text, look = "") {
  $("exercise-say").textContent = text;
  $("exercise-say").className = `say ${look}`;
  if (text) announce(text);
}

function showScore() {
  $("exercise-score").textContent = `${score.right} of ${score.asked} right${score.asked === QUESTIONS ? ": done" : ""}`;
}

/** The same for everybody with the same round. */
const coin = (index) => ((Number(state.round) * 2654435761 + index * 40503) >>> 7) % 2 === 1;

/** The next question. */
function pose() {
  showScore();
  if (score.asked === QUESTIONS) return end();
  if (state.exercise === "next") {
    pending = "next";
    $("exercise-what").textContent = "Pick, in the list or in the tree, the open node that is expanded next: by a click, or by arrow keys and Enter in the list. The list is in order of numbers.";
    return;
  }
  const cells = parseCells(boards[score.asked].start);
  if (state.exercise === "solvable" && coin(score.asked)) {
    // Two tiles change places: then it cannot be solved.
    const [a, b] = [cells.indexOf(1), cells.indexOf(2)];
    [cells[a], cells[b]] = [cells[b], cells[a]];
  }
  pending = cells;
  begin({ cells, goal: parseCells(boards[score.asked].goal) }, "edit", `Exercise ${state.round}, board ${score.asked + 1}`);
  $("exercise-what").textContent = state.exercise === "h" ? `How much is ${state.lesson} for the board on the table?` : "Can the board on the table be brought to its goal?";
  $("exercise-number").value = "";
  $("exercise-next").textContent = "Answer";
  $("exercise-next").hidden = state.exercise !== "h";
}

function mark(right, reason) {
  score.asked += 1;
  if (right) score.right += 1;
  say(`${right ? "Right." : "Not quite."} ${reason}`, right ? "good" : "bad");
  showScore();
}

function end() {
  pending = null;
  $("exercise-what").textContent = score.right === QUESTIONS ? "All of them right." : `${score.right} of ${QUESTIONS} right. The link repeats this exercise.`;
}

/** A node was picked: is it the one? */
function answerNext(id) {
  const { trace, player, view } = currentTrace();
  if (pending !== "next" || id === null) return true;
  const next = trace.taken[trace.step + 1];
  if (!next) return true;
  const right = next.id === id;
  trace.seek(trace.step + 1);
  const reason = sentenceOf(trace);
  trace.seek(trace.step - 1);
  mark(right, right ? reason : `It is node ${next.id}. ${reason}`);
  player.go(player.step + 1, false);
  if (!trace.taken[trace.step + 1] || score.asked === QUESTIONS) {
    view.disguised = false;
    end();
  }
  return true;
}

async function answerNumber() {
  if (!Array.isArray(pending) || state.exercise !== "h") return;
  const given = Number($("exercise-number").value);
  const report = await ask("check", { board: boards[score.asked].start, goal: boards[score.asked].goal });
  const value = report.estimates.find(({ heuristic }) => heuristic === state.lesson).value;
  const parts = state.lesson === "manhattan" ? ` Tile by tile: ${report.manhattan_by_tile.map((distance, tile) => [tile + 1, distance]).filter(([, distance]) => distance > 0).map(([tile, distance]) => `${tile} is ${distance} away`).join(", ")}.` : "";
  mark(given === value, `${state.lesson} is ${value}.${parts}`);
  pending = null;
  $("exercise-next").textContent = "Next board";
  if (score.asked === QUESTIONS) end();
}

async function answerSolvable(yes) {
  if (!Array.isArray(pending)) return;
  const { cells, shape } = { cells: pending, shape: state.shape };
  const report = await ask("check", { board: cells.join(" "), goal: boards[score.asked].goal, shape: shapeText(shape) });
  pending = null;
  mark(report.solvable === yes, `${report.solvable ? "It can" : "It cannot"}: ${report.reason}.`);
  $("exercise-next").textContent = "Next board";
  $("exercise-next").hidden = score.asked === QUESTIONS;
  if (score.asked === QUESTIONS) end();
}
