// Solving: the choice of search, its progress, and the solution to be played.

import { boardsAlong } from "./board.js";
import { fChart } from "./charts.js";
import { $, copy, count, dim, el, grouped, hide, options, put } from "./dom.js";
import { attach, cancel, events } from "./engine.js";
import { algorithmName, algorithmNote, heuristicNote } from "./names.js";
import { Player } from "./player.js";
import { describeAnswer } from "./answer.js";
import { quickSolution, withSolution } from "./meanwhile.js";
import { metricField, moveEnds, moveWord, writtenMove } from "./metric.js";
import { Progress } from "./progress.js";
import { offerCount, startShortest } from "./shortest.js";
import { Belonging } from "./stale.js";
import { addChoice, asked, change, isOnTheTable, onChange, oneOf, problem, question, state } from "./state.js";

const LIMITS = [["1s", 1], ["5s", 5], ["10s", 10], ["30s", 30], ["1m", 60], ["2m", 120], ["10m", 600], ["1h", 3600]];
const FIELDS = ["algorithm", "heuristic", "tables", "limit", "weight", "memory", "nodes"];
/** What counts shifts; the rest is refused by the engine, with the reason. */
const FOR_SHIFTS = { algorithm: ["auto", "idastar", "astar", "bfs", "weighted-astar", "greedy", "mark-at-generation"], heuristic: ["auto", "axis-distance", "zero"] };
/** A search that has found nothing after so many milliseconds gets a solution from elsewhere. */
const SOON = 1000;
/** Longer solutions are played as moves alone: their boards would fill the memory. */
const MOST_BOARDS = 200_000;

let player;
let progress;
let belonging;
/** The board of the answer, the solution in the player, and one that is shorter. */
let of = null;
let shown = null;
let shorter = null;
let boards = [];
/** Where each move of the solution ends, in slides. */
let ends = [0];
let chart = null;
let job = null;
let running = null;
let cancelled = false;
let knowledge = [];

export function startSolve(server) {
  knowledge = server.algorithms;
  const names = server.algorithms.map(({ name }) => name);
  const limits = LIMITS.filter(([, seconds]) => seconds <= server.time_limit).map(([text]) => text);
  addChoice("algorithm", "auto", oneOf(["auto", ...names]));
  addChoice("heuristic", "auto", oneOf(["auto", ...server.heuristics, "pdb", "axis-distance"]));
  addChoice("tables", "", (text) => /^[\w./-]{0,200}$/.test(text));
  addChoice("limit", limits.includes("30s") ? "30s" : limits.at(-1), oneOf(limits));
  addChoice("memory", "", (text) => /^(\d+ ?[kMGT]?B)?$/.test(text));
  addChoice("nodes", "", (text) => /^\d{0,15}$/.test(text));
  $("memory").placeholder = `${Math.floor(server.memory_limit / 1e6)} MB`;
  addChoice("weight", "1.5", (text) => Number(text) >= 1 && Number(text) <= 1000);
  options($("algorithm"), ["auto", ...names].map((name) => [name, algorithmName(name)]), state.algorithm);
  options($("heuristic"), ["auto", ...server.heuristics, "pdb", "axis-distance"].map((name) => [name, name]), state.heuristic);
  options($("limit"), limits.map((text) => [text, text.replace(/s$/, " s").replace(/m$/, " min").replace(/h$/, " h")]), state.limit);
  for (const key of FIELDS) $(key).addEventListener("change", () => change({ [key]: $(key).value }));
  player = new Player($("player"), "solution", show);
  progress = new Progress();
  startShortest();
  belonging = new Belonging($("solve-stale"), "This solution");
  $("solve-form").addEventListener("submit", (event) => {
    event.preventDefault();
    solve();
  });
  $("cancel").addEventListener("click", () => {
    cancelled = true;
    if (job) cancel(job);
    else running?.abort();
  });
  $("newer").addEventListener("click", () => {
    play(shorter);
    player.toggle.focus();
  });
  $("replay").addEventListener("click", () => player.go(player.step));
  $("notation").addEventListener("change", showMoves);
  $("copy").addEventListener("click", () => copy($("moves").textContent, $("copy")));
  onChange((changed) => {
    fitToMetric();
    for (const key of FIELDS) if ($(key).value !== state[key]) $(key).value = state[key];
    note();
    if (changed.has("tab") && state.tab === "solve" && player.isLoaded) player.go(player.step, false);
  });
  note();
}

/** Choices that do not count in the metric cannot be made; one that was made goes back to the usual. */
function fitToMetric() {
  for (const [key, names] of Object.entries(FOR_SHIFTS)) {
    const fits = (name) => (state.metric === "shifts" ? names.includes(name) : name !== "axis-distance");
    for (const option of $(key).options) option.disabled = !fits(option.value);
    if (!fits(state[key])) state[key] = "auto";
  }
}

function note() {
  const blind = knowledge.find(({ name }) => name === state.algorithm)?.uses_heuristic === false;
  $("heuristic").disabled = blind;
  $("tables-field").hidden = blind || state.heuristic !== "pdb";
  $("weight-field").hidden = state.algorithm !== "weighted-astar";
  $("choice-note").textContent = blind
    ? `${algorithmNote(state.algorithm)} It uses no heuristic.`
    : `${algorithmNote(state.algorithm)} ${state.heuristic === "auto" ? "" : heuristicNote(state.heuristic)}`;
}

/** What is asked, for the engine and for those who want to ask it elsewhere. */
export function solveRequest() {
  const { algorithm } = state;
  const heuristic = state.heuristic === "pdb" && state.tables ? `pdb:${state.tables}` : state.heuristic;
  const weight = algorithm === "weighted-astar" ? { weight: Number(state.weight) } : {};
  const limits = { ...(state.memory ? { memory_limit: state.memory } : {}), ...(state.nodes ? { node_limit: Number(state.nodes) } : {}) };
  return { ...question(), ...metricField(), algorithm, heuristic, ...weight, time_limit: state.limit, ...limits };
}

export const solve = () => follow({ ...problem(), goalName: state.goalName, metric: state.metric }, (signal) => events("solve", solveRequest(), signal), state.algorithm === "auto");

/** Goes on with a search that was under way when the page was left; false if it is over and was about another board. */
export function takeUpSolve({ job: name, request, phase }) {
  const before = { ...asked(request), goalName: null, metric: request.metric ?? "slides" };
  if (phase === "over" && !isOnTheTable(before)) return false;
  follow(before, (signal) => attach(name, signal), (request.algorithm ?? "auto") === "auto");
  return true;
}

/** Shows how a search gets on that is about a problem; `auto` says whether how to search was left open. */
async function follow(problem, begin, auto) {
  running?.abort();
  player.unload();
  shown = shorter = null;
  of = problem;
  offerCount(null);
  if (of.metric === "shifts" && $("notation").value === "blank") $("notation").value = "runs";
  belonging.set(of);
  put($("answer"));
  $("solution").hidden = $("newer").hidden = true;
  const mine = (running = new AbortController());
  job = null;
  cancelled = false;
  busy(true);
  const late = auto ? setTimeout(() => bridge(mine), SOON) : null;
  try {
    for await (const news of begin(mine.signal)) {
      if (running !== mine) return;
      if (news.event === "queued") {
        job = news.job;
        progress.waits(news.ahead);
      } else if (news.event === "started") {
        job = news.job;
        progress.began(news);
      } else if (news.event === "progress") {
        progress.show(news);
        if (news.incumbent) offer(news.incumbent);
      } else {
        if (auto && !cancelled && news.solvable && !news.solved) await bridge(mine);
        if (running === mine) finish(news);
      }
    }
  } catch (error) {
    if (running === mine && error.name !== "AbortError") put($("answer"), el("p", { class: "headline bad" }, error.message));
  } finally {
    clearTimeout(late);
    if (running === mine) {
      running = null;
      busy(false);
    }
  }
}

function busy(now) {
  if (now) progress.reset();
  hide($("progress"), !now, $("solve"));
  dim($("solve"), now);
  $("solve-empty").hidden = now || of !== null;
}

/** Plays a solution that need not be the shortest while the search goes on. */
async function bridge(mine) {
  if (shown) return;
  const solution = await quickSolution(of, mine.signal, of.metric);
  if (running !== mine || !solution || shown) return;
  progress.meanwhile(solution.cost);
  play(solution);
}

function finish(answer) {
  if (!answer.solved && answer.solvable && shown) answer = withSolution(answer, shown);
  progress.end(answer);
  put($("answer"), describeAnswer(answer, cancelled));
  if (answer.solved) offer(answer);
  if (answer.optimal && answer.cost > 0) offerCount(of);
}

/** Plays a solution, unless the person is in the middle of one that is longer: then it is theirs to go on. */
function offer(solution) {
  const used = shown && (player.step > 0 || player.timer);
  if (used && solution.moves !== shown.moves) {
    shorter = solution;
    $("newer").textContent = `Play the shorter solution of ${count(solution.cost, moveWord(of.metric))}`;
    $("newer").hidden = false;
  } else {
    play(solution);
  }
}

function play(solution) {
  const known = shown?.moves === solution.moves;
  shown = solution;
  shorter = null;
  hide($("newer"), true, $("solve"));
  chart = shown.cost > 0 && shown.f_values ? fChart(shown.f_values, (step) => player.go(step)) : null;
  put($("f-chart"), chart ? chart.chart : []);
  $("solution").hidden = false;
  $("solve-empty").hidden = true;
  showMoves();
  if (known) {
    show(player.step);
  } else {
    const tiles = shown.tiles.slice(0, MOST_BOARDS);
    boards = boardsAlong(of.cells, tiles);
    ends = moveEnds(shown.moves.slice(0, tiles.length), of.metric);
    player.load(ends.length - 1);
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
  const [from, to] = [ends[Math.max(0, step - 1)], ends[step]];
  const tiles = shown.tiles.slice(from, to);
  const last = step > 0 ? ` · ${writtenMove(shown.moves.slice(from, to))} (${tiles.length > 1 ? "tiles" : "tile"} ${tiles.join(", ")})` : "";
  const sum = f === undefined ? "" : ` · g ${step} + h ${f - step} = f ${f}`;
  player.say(`Step ${step} of ${grouped(shown.cost)}${last}${sum}`);
  player.display({ shape: of.shape, cells: boards[ends[step]], goal: of.goal });
}

/** The answer on display, for what is taken home. */
export const currentSolution = () => (shown ? { of, solution: shown, step: player.step } : null);

/** Goes to a step of the solution, as a link may ask. */
export const goToStep = (step) => player.go(step);
