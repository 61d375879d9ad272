// What the engine says of the board that is seen: the verdict with its reason, the distance, and the hint.

import { pushed, same } from "./board.js";
import { inversionArcs } from "./charts.js";
import { $, announce, count, dim, put } from "./dom.js";
import { ask, askPatiently, isAwake, onAwake } from "./engine.js";
import { clearGoodMoves, showGoodMoves } from "./good-moves.js";
import { begin, game } from "./game.js";
import { towardsBlank } from "./keys.js";
import { quickWay, withWay } from "./meanwhile.js";
import { metricField, moveWord } from "./metric.js";
import { markHint, say } from "./play.js";
import { onLook, problem, question, state, view } from "./state.js";

/** The answer of the last check, and who is told of it. */
let report = null;
const reportListeners = [];
export const onReport = (listener) => reportListeners.push(listener);

export function startAdvice() {
  $("hint").addEventListener("click", hint);
  for (const id of ["far", "good"]) $(id).addEventListener("change", measure);
  $("mend").addEventListener("click", mend);
  $("take-goal").addEventListener("click", takeGoal);
  addEventListener("pageshow", ({ persisted }) => persisted && look());
  onAwake(() => {
    looked = null;
    look();
  });
  onLook((changed, by) => {
    if (changed.has("tab") && state.tab === "learn") look();
    if (changed.has("metric")) measure();
    if (["shape", "cells", "goal", "shown"].some((key) => changed.has(key)) || by === "link") by === "player" ? lookSoon() : look();
  });
}

/** While a player runs, only the step it stays at is asked about. */
const PAUSE = 130;
/** After this the question is asked again if nothing answered. */
const RETRY = 2000;
let looked = null;
let waiting;
function lookSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(look, PAUSE);
}

function look() {
  clearTimeout(waiting);
  const now = JSON.stringify(problem(view()));
  if (now === looked) return;
  looked = now;
  // Only Learn cannot do without an engine that would have to be fetched.
  if (isAwake() || state.tab === "learn") check();
  else unchecked(problem(view()));
  measure();
}

/** What is known of a board without an engine. */
function unchecked({ cells, goal }) {
  verdict(true, same(cells, goal) ? "Solved" : "");
  for (const id of ["why", "ways-out"]) $(id).hidden = true;
  dim($("hint"), same(cells, goal));
}

let checking;
async function check() {
  checking?.abort();
  const mine = (checking = new AbortController());
  const asked = problem(view());
  try {
    report = await ask("check", question(asked), mine.signal);
    if (checking !== mine) return;
    showVerdict(asked);
    for (const listener of reportListeners) listener(report);
  } catch (error) {
    if (error.name === "AbortError") return;
    looked = null;
    verdict(false, error.isSilence ? "Taquin does not answer, trying again… You can go on playing." : error.message);
    if (error.isSilence) waiting = setTimeout(look, RETRY);
  }
}

function verdict(good, text) {
  if ($("verdict").textContent !== text) $("verdict").textContent = text;
  $("verdict").classList.toggle("good", good);
  $("verdict").classList.toggle("bad", !good);
}

function showVerdict({ cells, goal }) {
  const solved = same(cells, goal);
  verdict(report.solvable, solved ? "Solved" : report.solvable ? "Solvable" : "Not solvable: no sequence of slides leads to the goal");
  $("why").hidden = false;
  $("reason").textContent = sentence(report.reason);
  put($("inversions"), inversionArcs(report) ?? []);
  $("ways-out").hidden = report.solvable;
  dim($("hint"), !report.solvable || solved);
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** Two tiles change places: so the parity is another one. */
function swapped(cells) {
  const [first, second] = cells.map((tile, cell) => [tile, cell]).filter(([tile]) => tile > 0).slice(-2).map(([, cell]) => cell);
  const after = cells.slice();
  [after[first], after[second]] = [after[second], after[first]];
  return after;
}

function mend() {
  const cells = swapped(state.cells);
  begin({ cells }, "edit");
  announce("Two tiles have changed places");
}

/** The goal that a board does reach: two tiles of the goal change places. */
function takeGoal() {
  begin({ goal: swapped(state.goal), goalName: null }, "goal");
}

/** A question of a moment never waits behind long searches; only if that was too short it is asked again. */
const MOMENT = "100ms";
const LONGER = "5s";

/**
 * Asks for distance and next move: `tell` gets what is known at once, and what is known better later, with whether more is to
 * come. Where no way is known, one that need not be the shortest is looked for.
 */
async function askTwice(asked, signal, tell, every = false) {
  const body = { ...question(asked), ...metricField(), ...(every ? { count: true } : {}) };
  let best = await askPatiently("hint", { ...body, time_limit: MOMENT }, signal);
  const known = best.distance !== null && !(every && best.first_moves === null);
  const goesOn = best.solvable && !known;
  tell(best, goesOn);
  if (!goesOn) return;
  let way = null;
  const told = (more) => tell(way && !best.tile ? withWay(best, way) : best, more);
  const quick = best.tile
    ? null
    : quickWay(asked, signal, state.metric).then((found) => {
        way = found;
        if (way && !signal.aborted) told(true);
      });
  best = await askPatiently("hint", { ...body, time_limit: LONGER }, signal);
  if (!best.tile) await quick;
  signal.throwIfAborted();
  told(false);
}

let measuring;
/** Keeps the distance to the goal and the good moves up to date while one plays, as far as they are wanted. */
async function measure() {
  measuring?.abort();
  const [far, good] = [$("far").checked, $("good").checked];
  const tell = (text) => {
    $("distance").textContent = far ? text : "";
    if (good) $("good-say").textContent = text;
  };
  tell("");
  clearGoodMoves();
  if (!far && !good) return;
  const mine = (measuring = new AbortController());
  const late = setTimeout(() => tell("thinking…"), 350);
  const asked = problem(view());
  const show = (answer) => {
    clearTimeout(late);
    if (far) $("distance").textContent = describe(answer);
    if (good) showGoodMoves(asked, answer);
  };
  try {
    await askTwice(asked, mine.signal, show, good);
  } catch (error) {
    if (error.name !== "AbortError") tell(error.message);
  } finally {
    clearTimeout(late);
  }
}

export function describe(answer) {
  if (!answer.solvable) return "no way there";
  if (answer.distance === 0) return "there!";
  if (answer.distance !== null) return `${count(answer.distance, moveWord(answer.metric))} to go`;
  if (answer.found !== null) return `${answer.lower_bound} to ${count(answer.found, moveWord(answer.metric))} to go`;
  return `at least ${count(answer.lower_bound, moveWord(answer.metric))}`;
}

let hinting;
async function hint() {
  hinting?.abort();
  const mine = (hinting = new AbortController());
  const asked = problem();
  game.hints += 1;
  const late = setTimeout(() => say("Looking for a way…"), 350);
  try {
    await askTwice(asked, mine.signal, (answer, goesOn) => {
      clearTimeout(late);
      if (state.cells === asked.cells) showHint(answer, goesOn);
    });
  } catch (error) {
    if (error.name !== "AbortError") say(error.message);
  } finally {
    clearTimeout(late);
  }
}

function showHint(answer, goesOn) {
  if (!answer.tile && goesOn) return say(`Looking for a way: ${describe(answer)}…`);
  if (!answer.tile) return say(answer.solvable ? `No way was found in time: ${describe(answer)}.` : "There is no way to the goal.");
  const near = state.cells.indexOf(answer.tile);
  const line = state.cells.map((_, cell) => pushed(state.cells, cell, state.shape)).find((cells) => cells[0] === near && cells.length === answer.tiles);
  const tiles = line.map((cell) => state.cells[cell]).reverse();
  markHint(tiles[0]);
  const sure = answer.distance === null ? " This is the best way found, not proved to be the shortest." : "";
  say(`Slide ${tiles.join(", ")} ${towardsBlank(answer.tile)}: ${describe(answer)}.${sure}`);
}
