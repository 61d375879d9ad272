// Solving: the choice of search, its progress, and the solution to be played.

import { cancel, events } from "./engine.js";
import { boardsAlong, same } from "./board.js";
import { fChart } from "./charts.js";
import { $, bytes, copy, count, el, large, options, put, seconds } from "./dom.js";
import { HEURISTIC_NOTES } from "./learn.js";
import { Player } from "./player.js";
import { change, onChange, question, state } from "./state.js";

const STOPPED = {
  time: "the time limit",
  memory: "the memory limit",
  nodes: "the node limit",
  cancelled: "you",
  "dead-end": "a dead end: this search does not look back",
};

let player;
let answer = null;
/** The solution in the player, one that is shorter, and the board that both begin with. */
let shown = null;
let shorter = null;
let start = [];
let boards = [];
let chart = null;
let job = null;
let running = null;
let knowledge = [];

export function startSolve(server) {
  knowledge = server.algorithms;
  options($("algorithm"), [["auto", "auto"], ...server.algorithms.map(({ name }) => [name, name])], state.algorithm);
  options($("heuristic"), [["auto", "auto"], ...server.heuristics.map((name) => [name, name])], state.heuristic);
  for (const key of ["algorithm", "heuristic", "limit"]) {
    $(key).addEventListener("change", () => change({ [key]: $(key).value }));
  }
  player = new Player($("player"), "solution", show);
  $("solve-form").addEventListener("submit", (event) => {
    event.preventDefault();
    solve();
  });
  $("cancel").addEventListener("click", () => (job ? cancel(job) : running?.abort()));
  $("newer").addEventListener("click", () => play(shorter));
  $("notation").addEventListener("change", showMoves);
  $("copy").addEventListener("click", () => copy($("moves").textContent, $("copy")));
  onChange((changed, by) => {
    for (const key of ["algorithm", "heuristic", "limit"]) if ($(key).value !== state[key]) $(key).value = state[key];
    note();
    if (by !== "player" && ["cells", "goal", "shape"].some((key) => changed.has(key))) forget();
  });
  note();
}

function note() {
  const blind = knowledge.find(({ name }) => name === state.algorithm)?.uses_heuristic === false;
  $("heuristic").disabled = blind;
  $("choice-note").textContent = blind
    ? `${state.algorithm} uses no heuristic.`
    : (HEURISTIC_NOTES[state.heuristic] ?? "auto takes the strongest heuristic that is cheap for this shape.");
}

/** The board has been changed by hand: the solution is of another one. */
function forget() {
  running?.abort();
  player.pause();
  answer = shown = shorter = null;
  $("solution").hidden = $("newer").hidden = true;
  $("solve-empty").hidden = false;
  put($("answer"));
}

async function solve() {
  forget();
  start = state.cells;
  const mine = (running = new AbortController());
  job = null;
  busy(true);
  try {
    const body = { ...question(), algorithm: state.algorithm, heuristic: state.heuristic, time_limit: state.limit };
    for await (const news of events("solve", body, mine.signal)) {
      if (news.event === "started") job = news.job;
      else if (news.event === "progress") running === mine && showProgress(news);
      else if (running === mine) finish(news);
    }
  } catch (error) {
    if (error.name !== "AbortError") put($("answer"), el("p", { class: "headline bad" }, error.message));
  } finally {
    if (running === mine) busy(false);
  }
}

function busy(now) {
  $("progress").hidden = !now;
  $("solve").disabled = now;
  if (now) {
    $("solve-empty").hidden = true;
    $("bound-word").textContent = "At least";
    for (const [id, text] of [["p-bound", "–"], ["p-found", "–"], ["p-nodes", "0"], ["p-rate", "–"], ["p-time", "0 s"]]) $(id).textContent = text;
  }
}

/** By what share a solution may be longer than a shortest one; nothing if that is not known, or 0. */
const gapText = (gap) => (gap ? `gap ${(100 * gap).toFixed(1)} %` : "");

function showProgress(news) {
  $("bound-word").textContent = news.bound === null ? "At least" : "Bound";
  $("p-bound").textContent = count(news.bound ?? news.lower_bound, "move");
  if (news.found !== null) {
    const gap = gapText(news.gap);
    $("p-found").textContent = count(news.found, "move") + (gap && ` (${gap})`);
  }
  if (news.incumbent !== null) offer(news.incumbent);
  $("p-nodes").textContent = large(news.expanded);
  $("p-rate").textContent = large(news.nodes_per_second);
  $("p-time").textContent = `${news.seconds.toFixed(1)} s` + (news.doing ? `, ${news.doing}` : "");
}

function finish(news) {
  answer = news;
  const how =
    answer.algorithm === "look-up"
      ? "exact distances looked up"
      : answer.algorithm
        ? [answer.algorithm, answer.heuristic].filter(Boolean).join(" with ")
        : "";
  if (!answer.solvable) {
    put($("answer"), el("p", { class: "headline bad" }, "This board cannot be solved. Why? is told under the board."));
    return;
  }
  const headline = answer.solved
    ? el(
        "p",
        { class: "headline" },
        el("strong", {}, count(answer.cost, "move")),
        el(
          "span",
          { class: answer.optimal ? "badge good" : "badge" },
          answer.optimal
            ? "proved shortest"
            : ["not proved shortest: at least " + answer.lower_bound.toLocaleString("en"), gapText(answer.gap)].filter(Boolean).join(", "),
        ),
      )
    : el("p", { class: "headline bad" }, `Stopped by ${STOPPED[answer.stopped_by]}: at least ${count(answer.lower_bound, "move")} needed`);
  const memory = answer.peak_bytes > 1e5 ? `, ${bytes(answer.peak_bytes)}` : "";
  put(
    $("answer"),
    headline,
    el(
      "p",
      { class: "note" },
      `${how}: ${large(answer.expanded)} nodes expanded, ${large(answer.generated)} generated in ${seconds(answer.seconds)}${memory}`,
    ),
  );
  if (answer.solved && answer.stopped_by) {
    put($("answer"), [...$("answer").childNodes], el("p", { class: "note" }, `Stopped by ${STOPPED[answer.stopped_by]}.`));
  }
  if (answer.iterations?.length > 1) {
    const list = answer.iterations.map(({ bound, nodes }) => el("li", {}, `bound ${bound}: ${large(nodes)} nodes`));
    put($("answer"), [...$("answer").childNodes], el("ul", { class: "iterations", "aria-label": "Iterations" }, list));
  }
  if (answer.solved) offer(answer);
}

/** Plays a solution, unless the person is in the middle of one that is longer: then it is theirs to go on. */
function offer(solution) {
  const used = shown && (player.step > 0 || player.timer);
  if (used && solution.moves !== shown.moves) {
    shorter = solution;
    $("newer").textContent = `Play the shorter solution of ${count(solution.cost, "move")}`;
    $("newer").hidden = false;
  } else {
    play(solution);
  }
}

function play(solution) {
  const known = shown?.moves === solution.moves;
  shown = solution;
  shorter = null;
  $("newer").hidden = true;
  chart = shown.cost > 0 && shown.f_values ? fChart(shown.f_values, (step) => player.go(step)) : null;
  put($("f-chart"), chart ? chart.chart : []);
  $("solution").hidden = false;
  showMoves();
  if (known) {
    show(player.step);
  } else {
    boards = boardsAlong(start, shown.tiles);
    player.load(shown.cost);
  }
}

/** A solution that is still being improved is written as moves of the blank only. */
function showMoves() {
  const written = shown.notations ? shown.notations[$("notation").value] : shown.moves;
  $("moves").textContent = written === null ? "(too many boards to be written here)" : written || "(no moves)";
}

function show(step) {
  if (!shown) return;
  chart?.mark(step);
  const f = shown.f_values?.[step];
  const next = step > 0 ? ` · ${shown.moves[step - 1]} (tile ${shown.tiles[step - 1]})` : "";
  const sum = f === undefined ? "" : ` · g ${step} + h ${f - step} = f ${f}`;
  player.say(`Step ${step} of ${shown.cost}${next}${sum}`);
  if (!same(boards[step], state.cells)) change({ cells: boards[step] }, "player");
}
