// Two searches side by side, in step: what one has done after so many expansions, and what the other.

import { stopText } from "./answer.js";
import { parseCells, parseShape } from "./board.js";
import { $, count, dim, el, grouped, options, put } from "./dom.js";
import { events } from "./engine.js";
import { algorithmName, searchName } from "./names.js";
import { sentenceOf } from "./narrate.js";
import { Player } from "./player.js";
import { Belonging } from "./stale.js";
import { addChoice, change, onChange, problem, question, state } from "./state.js";
import { Trace } from "./trace.js";
import { Tree } from "./tree.js";

const STEPS = 5000;
const TIME = "20s";
const SIDES = ["left", "right"];

let player;
let belonging;
let loading = null;
const runners = {};

const parts = (text) => text.split(",").map((side) => side.split(":"));

export function startRace(engine) {
  const names = engine.algorithms.map(({ name }) => name).filter((name) => name !== "two-ended");
  const fits = ([algorithm, heuristic]) => names.includes(algorithm) && engine.heuristics.includes(heuristic);
  addChoice("race", "", (text) => text === "" || (parts(text).length === 2 && parts(text).every(fits)));
  put($("race-fields"), SIDES.map(fields).flat());
  put($("race-view"), SIDES.map(lane));
  for (const side of SIDES) {
    options($(`race-${side}-algorithm`), names.map((name) => [name, algorithmName(name)]), side === "left" ? "astar" : "idastar");
    options($(`race-${side}-heuristic`), engine.heuristics.map((name) => [name, name]), "manhattan");
    runners[side] = { tree: new Tree($(`race-${side}-tree`), () => {}), trace: null };
  }
  player = new Player($("race-player"), "race", show);
  belonging = new Belonging($("race-stale"), "This race");
  $("race-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = SIDES.map((side) => `${$(`race-${side}-algorithm`).value}:${$(`race-${side}-heuristic`).value}`).join(",");
    change({ race: chosen });
    race();
  });
  onChange((changed, by) => {
    if (!changed.has("race") && by !== "link") return;
    if (!state.race) return;
    $("race-box").open = true;
    parts(state.race).forEach(([algorithm, heuristic], index) => {
      $(`race-${SIDES[index]}-algorithm`).value = algorithm;
      $(`race-${SIDES[index]}-heuristic`).value = heuristic;
    });
  });
}

const WORDS = { left: "First", right: "Second" };

const fields = (side) => [
  el("label", { class: "field" }, `${WORDS[side]} `, el("select", { id: `race-${side}-algorithm` })),
  el("label", { class: "field" }, "with ", el("select", { id: `race-${side}-heuristic` })),
];

const lane = (side) =>
  el(
    "section",
    { "aria-labelledby": `race-${side}-title` },
    el("h3", { id: `race-${side}-title` }),
    el("p", { id: `race-${side}-figures`, class: "note" }),
    el("canvas", { id: `race-${side}-tree`, tabindex: 0, role: "img", "aria-label": `Search tree of the ${WORDS[side].toLowerCase()} search` }),
    el("p", { id: `race-${side}-sentence`, class: "note" }),
  );

async function traceOf([algorithm, heuristic], signal) {
  const ties = algorithm === "astar" ? { ties: state.ties } : {};
  let trace = null;
  for await (const event of events("trace", { ...question(), algorithm, heuristic, ...ties, max_steps: STEPS, time_limit: TIME }, signal)) {
    if (trace) trace.add(event);
    else trace = new Trace(event, state.ties);
  }
  trace.isWhole = true;
  return trace;
}

/** Who came to the goal after how many expansions, and who did not. */
function outcome([left, right]) {
  const [first, second] = [left, right].map((trace) => searchName(trace.algorithm, trace.start.heuristic));
  const [a, b] = [left.end, right.end];
  if (a.solved && b.solved) {
    if (a.expanded === b.expanded) return `Both expand ${count(a.expanded, "node")}.`;
    return `${a.expanded < b.expanded ? first : second} is there after ${count(Math.min(a.expanded, b.expanded), "expansion")}, the other after ${grouped(Math.max(a.expanded, b.expanded))}.`;
  }
  const told = (end, name) => `${name} ${end.solved ? "is there" : `was stopped by ${stopText(end.stopped_by) ?? "the end of what can be reached"}`} after ${count(end.expanded, "expansion")}`;
  return `${told(a, first)}; ${told(b, second)}.`;
}

export async function race() {
  loading?.abort();
  const mine = (loading = new AbortController());
  dim($("race-go"), true);
  $("race-say").textContent = "Searching, for 20 seconds at most…";
  const of = { ...problem(), goalName: state.goalName };
  try {
    const traces = await Promise.all(parts(state.race).map((way) => traceOf(way, mine.signal)));
    SIDES.forEach((side, index) => (runners[side].trace = traces[index]));
    open(of);
  } catch (error) {
    if (error.name !== "AbortError") $("race-say").textContent = error.message;
  } finally {
    if (loading === mine) dim($("race-go"), false);
  }
}

function open(of) {
  const [left, right] = SIDES.map((side) => runners[side].trace);
  if (left.last === 0 || right.last === 0) {
    $("race-say").textContent = left.start.solvable ? "The board is solved already." : `Not solvable: ${left.start.reason}.`;
    return;
  }
  belonging.set(of);
  $("race-view").hidden = false;
  $("watch-empty").hidden = true;
  for (const side of SIDES) {
    const { trace, tree } = runners[side];
    $(`race-${side}-title`).textContent = searchName(trace.algorithm, trace.start.heuristic);
    tree.load(trace);
  }
  $("race-say").textContent = outcome([left, right]);
  player.load(Math.max(left.last, right.last), 1);
}

function show(step) {
  for (const side of SIDES) {
    const { trace, tree } = runners[side];
    if (!trace) return;
    trace.seek(Math.min(step, trace.last));
    tree.show();
    const over = step >= trace.last && !trace.end.truncated;
    const waiting = trace.keepsLists ? `${count(trace.open.size, "node")} open, ${count(trace.closed.length, "node")} closed` : `${count(trace.path(trace.current()?.id).length, "node")} remembered`;
    put($(`race-${side}-figures`), el("strong", {}, `${grouped(Math.min(step, trace.last))} expanded`), ` · ${waiting}`, over ? el("span", { class: "badge good" }, trace.end.solved ? `there: ${count(trace.end.cost, "move")}` : "over") : null);
    $(`race-${side}-sentence`).textContent = sentenceOf(trace);
  }
  player.say(`Step ${grouped(step)} of ${grouped(player.last)} of both searches`);
  const { trace } = runners.left;
  player.display({ shape: parseShape(trace.start.shape), goal: parseCells(trace.start.goal), cells: parseCells(trace.current()?.board ?? trace.start.start), jumps: true });
}

export const goToStep = (step) => player.go(step);
export const repaintRace = () => SIDES.forEach((side) => runners[side]?.trace && runners[side].tree.repaint());
