// Comparing searches: every chosen algorithm with every chosen heuristic on the same boards, one search after the other.

import { shapeText } from "./board.js";
import { hToDistance, showComparison } from "./compare-view.js";
import { $, count, dim, el, hide, put } from "./dom.js";
import { attach, events } from "./engine.js";
import { algorithmName } from "./names.js";
import { addChoice, change, onChange, question, state } from "./state.js";

const ALGORITHMS = ["astar", "idastar", "bfs", "bidirectional", "greedy", "weighted-astar", "mark-at-generation", "descent", "hybrid"];
/** The engine takes so many ways at a time. */
const MOST_WAYS = 12;
const MOST_PASTED = 100;

let running = null;
let knowledge = [];
/** The last comparison: { ways, boards, rows, seed, of }. */
let comparison = null;
export const currentComparison = () => comparison;

const listOf = (text) => text.split(",").filter(Boolean);

export function startCompare(engine) {
  knowledge = engine.algorithms;
  const names = ALGORITHMS.filter((name) => knowledge.some((known) => known.name === name));
  const subset = (known) => (text) => text === "" || listOf(text).every((name) => known.includes(name));
  addChoice("algorithms", "astar", subset(names));
  addChoice("heuristics", "hamming,manhattan,linear-conflict,walking-distance,first-entry", subset(engine.heuristics));
  addChoice("boards", "this", (text) => ["this", "10", "30", "100", "own"].includes(text));
  addChoice("seed", "", (text) => /^\d*$/.test(text));
  addChoice("scale", "log", (text) => ["log", "linear"].includes(text));
  boxes("compare-algorithms", "algorithms", names.map((name) => [name, algorithmName(name)]));
  boxes("compare-ways", "heuristics", engine.heuristics.map((name) => [name, name]));
  for (const [id, key] of [["compare-boards", "boards"], ["compare-seed", "seed"], ["compare-scale", "scale"]]) {
    $(id).addEventListener("change", () => change({ [key]: $(id).value }));
  }
  $("compare-form").addEventListener("submit", (event) => {
    event.preventDefault();
    compare();
  });
  $("compare-cancel").addEventListener("click", () => running?.abort());
  $("compare-h").addEventListener("click", () => comparison && hToDistance(comparison, say));
  onChange((changed, by) => {
    if (by === "link" || ["algorithms", "heuristics", "boards", "seed", "scale"].some((key) => changed.has(key))) showChoices();
    if (changed.has("scale") && comparison) showComparison(comparison);
  });
  showChoices();
}

function boxes(id, key, pairs) {
  const box = ([value, label]) => el("label", { class: "check" }, el("input", { type: "checkbox", name: key, value }), ` ${label}`);
  put($(id), pairs.map(box));
  $(id).addEventListener("change", () => change({ [key]: [...$(id).querySelectorAll("input:checked")].map(({ value }) => value).join(",") }));
}

function showChoices() {
  for (const [id, key] of [["compare-algorithms", "algorithms"], ["compare-ways", "heuristics"]]) {
    for (const input of $(id).querySelectorAll("input")) input.checked = listOf(state[key]).includes(input.value);
  }
  for (const [id, key] of [["compare-boards", "boards"], ["compare-seed", "seed"], ["compare-scale", "scale"]]) $(id).value = state[key];
  $("seed-field").hidden = ["this", "own"].includes(state.boards);
  $("pasted-field").hidden = state.boards !== "own";
}

/** Every algorithm with every heuristic; those that use none once. */
function chosenWays() {
  const blind = (name) => knowledge.find((known) => known.name === name)?.uses_heuristic === false;
  return listOf(state.algorithms).flatMap((algorithm) =>
    blind(algorithm) ? [{ algorithm, heuristic: null }] : listOf(state.heuristics).map((heuristic) => ({ algorithm, heuristic })),
  );
}

/** What is asked of the engine: one question for each part of the ways and each board of one's own. */
function questions(ways) {
  const { board, goal, shape } = question();
  const limit = { time_limit: $("compare-limit").value };
  const parts = [];
  for (let at = 0; at < ways.length; at += MOST_WAYS) parts.push(ways.slice(at, at + MOST_WAYS).map((way, index) => ({ ...way, number: at + index })));
  const lines = $("compare-pasted").value.split("\n").map((line) => line.trim()).filter(Boolean);
  const boards =
    state.boards === "own"
      ? lines.slice(0, MOST_PASTED).map((line) => ({ board: line, ...(line.includes("|") ? {} : { goal: state.goalName ?? goal }) }))
      : state.boards === "this"
        ? [{ board, goal, shape }]
        : [{ random: Number(state.boards), shape: shapeText(state.shape), goal: state.goalName ?? goal, ...(state.seed ? { seed: Number(state.seed) } : {}) }];
  return boards.flatMap((which, first) => parts.map((part) => ({ first, part, body: { ...which, ...limit, ways: part.map(({ algorithm, heuristic }) => ({ algorithm, ...(heuristic ? { heuristic } : {}) })) } })));
}

/** The question as others may ask it. */
export const compareRequest = () => questions(chosenWays())[0]?.body ?? null;

function compare() {
  const ways = chosenWays();
  if (ways.length === 0) return say("Choose at least one algorithm, and a heuristic if it uses one.");
  const asked = questions(ways);
  if (asked.length === 0) return say("Paste at least one board, one on each line.");
  run(ways, asked, state.shape);
}

/** Goes on with a comparison that was under way when the page was left. */
export function takeUpComparison(jobs) {
  const { ways, asked, shape } = readPlan() ?? {};
  const names = jobs.map(({ job }) => job);
  if (!asked?.some(({ job }) => names.includes(job))) return false;
  for (const part of asked) if (!names.includes(part.job)) delete part.job;
  run(ways, asked, shape);
  return true;
}

/** The comparison of this tab, for after a reload: its parts, with the names of those that have begun. */
function keepPlan(plan) {
  try {
    sessionStorage.setItem("comparison", JSON.stringify(plan));
  } catch {
    // Without storage it ends with a reload.
  }
}

function readPlan() {
  try {
    return JSON.parse(sessionStorage.getItem("comparison"));
  } catch {
    return null;
  }
}

async function run(ways, asked, shape) {
  running?.abort();
  const mine = (running = new AbortController());
  const made = (comparison = { ways, boards: [], rows: [], seed: null, shape });
  let left = "";
  busy(true);
  try {
    for (const question of asked) {
      const { first, part, body, job } = question;
      // All parts have the boards of the first.
      if (made.seed !== null) body.seed = made.seed;
      for await (const news of job ? attach(job, mine.signal) : events("compare", body, mine.signal)) {
        if (news.event === "queued") {
          say(`Waiting for a place: ${news.ahead === 0 ? "yours is the next" : `${count(news.ahead, "other")} first`}.`);
        } else if (news.event === "started") {
          question.job = news.job;
          keepPlan({ ways, asked, shape });
          news.boards.forEach((board, index) => (made.boards[first + index] = board));
          made.seed = news.seed;
        } else if (news.event === "row") {
          made.rows.push({ ...news, way: part[news.way].number });
          say(`${made.rows.length} of ${made.boards.length * ways.length} searches done${seedText(made)}`);
          showComparison(made);
        } else if (news.stopped_by === "time") {
          left = " The time for one comparison was over before the rest.";
        }
      }
    }
    const boards = made.boards.length === 1 ? "one board" : count(made.boards.length, "board");
    say(`${count(ways.length, "way")} on ${boards}${seedText(made)}: ${count(made.rows.length, "search", "searches")} done.${left}`);
  } catch (error) {
    say(error.name === "AbortError" ? "Cancelled." : error.message);
  } finally {
    if (running === mine) busy(false);
  }
}

const seedText = ({ seed }) => (seed === null ? "" : ` (seed ${seed})`);

function busy(now) {
  dim($("compare"), now);
  hide($("compare-cancel"), !now, $("compare"));
  if (now) say("Searching…");
}

function say(text) {
  $("compare-say").textContent = text;
}

