// Watching a search: it is asked for, shown from its first step on while more steps come, and stepped through.

import { stopText } from "./answer.js";
import { parseCells, parseShape } from "./board.js";
import { $, count, dim, grouped, hide, options } from "./dom.js";
import { events } from "./engine.js";
import { algorithmName, algorithmNote, heuristicNote, searchName } from "./names.js";
import { Player } from "./player.js";
import { Belonging } from "./stale.js";
import { addChoice, change, onChange, oneOf, question, state } from "./state.js";
import { Trace, readLines } from "./trace.js";
import { WatchView } from "./watch-view.js";

const FIELDS = ["watch", "with", "ties", "steps"];
const FIELD_IDS = { watch: "watch-algorithm", with: "watch-heuristic", ties: "watch-ties", steps: "watch-steps" };
const STEPS = [["100", "first 100"], ["1000", "first 1,000"], ["5000", "first 5,000"], ["20000", "first 20,000"]];
const TIES = [["deepest", "the deepest (as Solve)"], ["oldest", "the oldest (as textbooks)"]];
const LARGEST_FILE = 200e6;
/** Steps are taken over from the stream this often. */
const PACE = 100;

let trace = null;
let player;
let view;
let belonging;
let knowledge = [];
let loading = null;
/** What a click on a node means while an exercise runs: true if it was an answer to it. */
let answering = () => false;

export const onPick = (handler) => (answering = handler);
export const currentTrace = () => (trace ? { trace, view, player } : null);

export function startWatch(server) {
  knowledge = server.algorithms;
  const names = knowledge.map(({ name }) => name).filter((name) => name !== "two-ended");
  addChoice("watch", "astar", oneOf(names));
  addChoice("with", "manhattan", oneOf(server.heuristics));
  addChoice("ties", "deepest", oneOf(TIES.map(([value]) => value)));
  addChoice("steps", "1000", oneOf(STEPS.map(([value]) => value)));
  options($("watch-algorithm"), names.map((name) => [name, algorithmName(name)]), state.watch);
  options($("watch-heuristic"), server.heuristics.map((name) => [name, name]), state.with);
  options($("watch-ties"), TIES, state.ties);
  options($("watch-steps"), STEPS, state.steps);
  for (const key of FIELDS) $(FIELD_IDS[key]).addEventListener("change", () => change({ [key]: $(FIELD_IDS[key]).value }));
  view = new WatchView((id) => answering(id));
  player = new Player($("watch-player"), "search", show, () => $("sentence").textContent);
  belonging = new Belonging($("watch-stale"), "This search");
  $("watch-form").addEventListener("submit", (event) => {
    event.preventDefault();
    watch();
  });
  $("watch-cancel").addEventListener("click", () => loading?.abort());
  $("trace-file").addEventListener("change", openFile);
  startTreeButtons();
  onChange((changed) => {
    for (const key of FIELDS) if ($(FIELD_IDS[key]).value !== state[key]) $(FIELD_IDS[key]).value = state[key];
    note();
    if (changed.has("tab") && state.tab === "watch" && player.isLoaded) player.go(player.step, false);
  });
  note();
}

function startTreeButtons() {
  const { tree } = view;
  $("zoom-in").addEventListener("click", () => tree.zoom(1.3));
  $("zoom-out").addEventListener("click", () => tree.zoom(1 / 1.3));
  $("zoom-fit").addEventListener("click", () => {
    $("follow").checked = tree.follow = false;
    tree.fit();
  });
  $("as-table").addEventListener("change", () => {
    const asTable = $("as-table").checked;
    for (const id of ["tree", "legend", "zoom-in", "zoom-out", "zoom-fit"]) $(id).hidden = asTable;
    $("follow").parentElement.hidden = asTable;
    $("tree-grid").hidden = !asTable;
    view.grid.show();
  });
  $("follow").addEventListener("change", () => {
    tree.follow = $("follow").checked;
    if (trace) tree.show();
  });
}

/** The colours have changed. */
export const repaint = () => view?.tree.trace && view.tree.repaint();

function note() {
  const blind = knowledge.find(({ name }) => name === state.watch)?.uses_heuristic === false;
  $("watch-heuristic").disabled = blind;
  $("ties-field").hidden = state.watch !== "astar";
  const ties = state.watch !== "astar" ? "" : state.ties === "deepest" ? "Of equal ones it takes the deepest, as in Solve and Compare." : "Of equal ones it takes the oldest, as textbooks do: its counts differ from those of Solve.";
  $("watch-note").textContent = [algorithmNote(state.watch), ties, blind ? "" : heuristicNote(state.with)].filter(Boolean).join(" ");
  const made = trace && (trace.algorithm !== state.watch || (!blind && trace.start.heuristic !== state.with) || (state.watch === "astar" && trace.ties !== state.ties));
  $("watch-other").hidden = !made;
}

/** What is asked, for the engine and for those who want to ask it elsewhere. */
export const watchRequest = () => ({
  ...question(),
  algorithm: state.watch,
  heuristic: state.with,
  ...(state.watch === "astar" ? { ties: state.ties } : {}),
  max_steps: Number(state.steps),
});

export async function watch() {
  loading?.abort();
  // From now on a link is about this search.
  change({ race: "" });
  const mine = (loading = new AbortController());
  const of = { shape: state.shape, cells: state.cells, goal: state.goal, goalName: state.goalName };
  busy(true);
  let fresh = null;
  let taken = 0;
  // The last steps before a long search are shown although nothing comes after them.
  let due = null;
  const take = () => {
    clearTimeout(due);
    due = null;
    taken = performance.now();
    if (loading === mine) more(fresh, of);
  };
  try {
    for await (const event of events("trace", watchRequest(), mine.signal)) {
      if (fresh) fresh.add(event);
      else fresh = new Trace(event, state.ties);
      if (fresh.last > 0 && performance.now() - taken > PACE) {
        take();
        // The page is drawn before the next piece is read.
        await new Promise((resolve) => setTimeout(resolve));
      } else if (fresh.last > 0) {
        due ??= setTimeout(take, PACE);
      }
    }
    if (fresh) more(fresh, of);
  } catch (error) {
    if (loading !== mine) return;
    if (fresh) fresh.isWhole = true;
    if (fresh?.last > 0) more(fresh, of);
    say(error.name === "AbortError" ? `${searchName(state.watch, fresh?.start.heuristic)}: cancelled${fresh?.steps ? ` after the first ${count(fresh.steps, "step")}; how it would have ended is not known` : ""}.` : error.message);
  } finally {
    clearTimeout(due);
    if (loading === mine) {
      loading = null;
      busy(false);
    }
  }
}

/** More steps have come: the first ones are shown at once. */
function more(fresh, of) {
  if (fresh.last === 0) {
    if (fresh.isWhole) say(fresh.start.solvable ? "The search took no step." : `Not solvable: ${fresh.start.reason}.`);
    return;
  }
  if (trace !== fresh) open(fresh, of);
  else {
    player.extend(fresh.last);
    tellStep();
  }
  say(summary());
}

function open(fresh, of) {
  trace = fresh;
  belonging.set(of);
  $("watch-empty").hidden = true;
  $("watch-view").hidden = false;
  view.load(trace);
  player.load(trace.last, 1);
  note();
}

async function openFile() {
  const [file] = $("trace-file").files;
  if (!file) return;
  try {
    if (file.size > LARGEST_FILE) throw new Error("the file is too large to be shown");
    loading?.abort();
    const fresh = Trace.of(readLines(await file.text()));
    const { shape, start, goal } = fresh.start;
    more(fresh, { shape: parseShape(shape), cells: parseCells(start), goal: parseCells(goal), goalName: null });
  } catch (error) {
    say(`${file.name}: ${error.message}`);
  }
  $("trace-file").value = "";
}

function busy(now) {
  dim($("watch"), now);
  hide($("watch-cancel"), !now, $("watch"));
  if (now) say("Searching…");
}

function say(text) {
  if ($("watch-say").textContent !== text) $("watch-say").textContent = text;
}

function summary() {
  const { start, end } = trace;
  const how = searchName(start.algorithm, start.heuristic);
  const steps = grouped(trace.last);
  if (!end) return `${how}: ${steps} steps so far. The search goes on.`;
  const shown = end.truncated ? `; the first ${steps} steps are shown` : "";
  const after = `after ${count(end.expanded, "expansion")}`;
  if (end.solved) return `${how}: ${count(end.cost, "move")}${end.optimal ? ", proved shortest" : ""} ${after}${shown}.`;
  return `${how}: stopped by ${stopText(end.stopped_by) ?? "the end of what can be reached"} ${after}, without a solution${shown}.`;
}

function tellStep() {
  const now = trace.current();
  const word = now?.event === "goal" ? "the goal is selected" : now ? `node ${now.id} is expanded` : "the search begins";
  player.say(`Step ${grouped(trace.step)} of ${grouped(trace.last)} · ${word}`);
}

function show(step) {
  if (!trace) return;
  trace.seek(step);
  const now = trace.current();
  tellStep();
  view.show();
  const { shape, goal } = view;
  // A search goes from node to node, not along moves: nothing glides.
  player.display({ shape, goal, cells: parseCells(now?.board ?? trace.start.start), jumps: true });
}

/** Goes to a step of the search, as a link may ask. */
export const goToStep = (step) => player.go(step);
