// Watching a search: the node taken up, its children, the lists and the tree, step by step.

import { events as eventsOf } from "./engine.js";
import { miniBoard } from "./board-view.js";
import { parseCells, parseShape } from "./board.js";
import { $, count, el, options, put } from "./dom.js";
import { HEURISTIC_NOTES } from "./learn.js";
import { Player } from "./player.js";
import { change, onChange, question, state } from "./state.js";
import { Trace, readLines } from "./trace.js";
import { Tree } from "./tree.js";

const ALGORITHMS = [
  ["astar", "A*"],
  ["idastar", "IDA*"],
  ["bfs", "breadth-first"],
  ["greedy", "greedy"],
  ["descent", "descent"],
];
const NOTES = {
  astar: "A* takes up the open node with the smallest f = g + h; of equal ones the one that has waited longest.",
  idastar: "IDA* goes deep along one path and turns back where f passes the bound; then it begins again with a higher bound.",
  bfs: "Breadth-first search takes up nodes in the order in which they were found: first in, first out.",
  greedy: "Greedy search takes up the open node with the smallest h, whatever it cost to get there.",
  descent: "Descent goes on to the child with the smallest h that is new, and never looks back.",
};
const FATES = {
  generate: ["new", "on the open list"],
  duplicate: ["duplicate", "known: no shorter way"],
  improve: ["improved", "known: this way is shorter"],
  reopen: ["reopened", "was closed: this way is shorter"],
  prune: ["pruned", "f is above the bound"],
};
const MOST_SHOWN = 60;
const LARGEST_FILE = 200e6;

let trace = null;
let player;
let tree;
let shape;
let goal;
let loading;

export function startWatch(server) {
  options($("watch-algorithm"), ALGORITHMS, state.watch);
  options($("watch-heuristic"), server.heuristics.map((name) => [name, name]), state.with);
  $("watch-algorithm").addEventListener("change", () => change({ watch: $("watch-algorithm").value }));
  $("watch-heuristic").addEventListener("change", () => change({ with: $("watch-heuristic").value }));
  player = new Player($("watch-player"), "search", show);
  tree = new Tree($("tree"), inspect);
  $("watch-form").addEventListener("submit", (event) => {
    event.preventDefault();
    watch();
  });
  $("trace-file").addEventListener("change", openFile);
  $("zoom-in").addEventListener("click", () => tree.zoom(1.3));
  $("zoom-out").addEventListener("click", () => tree.zoom(1 / 1.3));
  $("zoom-fit").addEventListener("click", () => {
    $("follow").checked = tree.follow = false;
    tree.fit();
  });
  $("follow").addEventListener("change", () => {
    tree.follow = $("follow").checked;
    if (trace) tree.show();
  });
  $("panel-watch").addEventListener("keydown", (event) => {
    if (!trace || event.target.closest("input, select, canvas, .nodes")) return;
    const step = { n: 1, p: -1 }[event.key];
    if (step) player.go(player.step + step);
  });
  onChange(() => {
    if ($("watch-algorithm").value !== state.watch) $("watch-algorithm").value = state.watch;
    if ($("watch-heuristic").value !== state.with) $("watch-heuristic").value = state.with;
    note();
  });
  note();
}

/** The colours have changed. */
export const repaint = () => tree?.redraw();

function note() {
  const blind = state.watch === "bfs";
  $("watch-heuristic").disabled = blind;
  $("watch-note").textContent = `${NOTES[state.watch]} ${blind ? "" : (HEURISTIC_NOTES[state.with] ?? "")}`;
}

async function watch() {
  loading?.abort();
  const mine = (loading = new AbortController());
  $("watch").disabled = true;
  say("Searching…");
  try {
    const body = { ...question(), algorithm: state.watch, heuristic: state.with, max_steps: Number($("watch-steps").value) };
    const events = [];
    for await (const event of eventsOf("trace", body, mine.signal)) events.push(event);
    load(events);
  } catch (error) {
    if (error.name !== "AbortError") say(error.message);
  } finally {
    if (loading === mine) $("watch").disabled = false;
  }
}

async function openFile() {
  const [file] = $("trace-file").files;
  if (!file) return;
  try {
    if (file.size > LARGEST_FILE) throw new Error("the file is too large to be shown");
    load(readLines(await file.text()));
  } catch (error) {
    say(`${file.name}: ${error.message}`);
  }
  $("trace-file").value = "";
}

function say(text) {
  $("watch-say").textContent = text;
}

function load(events) {
  const fresh = new Trace(events);
  if (fresh.last === 0) {
    say(fresh.start.solvable ? "The search took no step." : `Not solvable: ${fresh.start.reason}.`);
    return;
  }
  trace = fresh;
  shape = parseShape(trace.start.shape);
  goal = parseCells(trace.start.goal);
  $("watch-empty").hidden = true;
  $("watch-view").hidden = false;
  say(summary());
  tree.load(trace);
  player.load(trace.last, 1);
}

function summary() {
  const { start, end } = trace;
  const how = [start.algorithm, start.heuristic].filter(Boolean).join(" with ");
  if (!end) return `${how}, unfinished`;
  const found = end.solved ? `${count(end.cost, "move")}${end.optimal ? ", proved shortest" : ""}` : "no solution";
  const cut = end.truncated ? `; the first ${(trace.last).toLocaleString("en")} steps are shown` : "";
  return `${how}: ${found} after ${count(end.expanded, "expansion")}${cut}.`;
}

function show(step) {
  if (!trace) return;
  trace.seek(step);
  const now = trace.current();
  const word = now?.event === "goal" ? "the goal is taken up" : now ? `node ${now.id} is taken up` : "the search begins";
  player.say(`Step ${step} of ${trace.last} · ${word}`);
  showIterations();
  showNow(now);
  showLists(now);
  tree.show();
  const { duplicate, reopen, improve } = trace.met;
  $("tree").setAttribute(
    "aria-label",
    `Search tree with ${trace.known.size} nodes; ${duplicate} duplicates, ${improve} improved, ${reopen} reopened so far`,
  );
}

function showIterations() {
  const list = $("iterations");
  list.hidden = trace.iterations.length === 0;
  put(
    list,
    trace.iterations.map((bound, index) =>
      el("li", { class: index === trace.iteration ? "current" : index < trace.iteration ? "past" : "", "aria-current": index === trace.iteration ? "step" : null }, `bound ${bound}`),
    ),
  );
}

const sum = ({ g, h, f }) => `${g} + ${h} = ${f}`;

function card(node, extra, look = "") {
  const moved = node.move ? `move ${node.move}` : "start";
  return [
    miniBoard(parseCells(node.board), shape, { goal, size: shape[2] > 1 ? 13 : 19 }),
    el(
      "span",
      { class: "card-text" },
      el("span", { class: "formula", title: "g + h = f" }, sum(node)),
      el("span", { class: "card-note" }, `node ${node.id} · ${moved}`),
      extra ? el("span", { class: `fate ${look}` }, extra) : null,
    ),
  ];
}

function showNow(now) {
  if (!now) {
    put($("now"), el("p", { class: "note" }, "Nothing yet: only the start is waiting."));
    put($("children"));
    return;
  }
  put($("now"), el("div", { class: "card current" }, card(now, now.event === "goal" ? "the goal" : "g + h = f")));
  const children = trace.childrenOf(now.id);
  $("children-title").textContent = now.event === "goal" ? "The search is over" : `Its children`;
  put(
    $("children"),
    children.map((child) => {
      const [look, text] = FATES[child.event];
      const later = child.step > trace.step ? "still to come" : trace.keepsLists ? text : look === "new" ? "new" : text;
      return el("li", { class: `card ${look} ${child.step > trace.step ? "later" : ""}` }, card(child, later, look));
    }),
  );
}

function row(node, place) {
  return el(
    "li",
    { class: node.id === trace.current()?.id ? "fresh current" : "", "data-node": node.id },
    el("span", { class: "place" }, String(place)),
    miniBoard(parseCells(node.board), shape, { goal, size: shape[2] > 1 ? 8 : 12 }),
    el("span", { class: "formula" }, sum(node)),
  );
}

function showLists(now) {
  const many = (list) => (list.length > MOST_SHOWN ? `, the first ${MOST_SHOWN} shown` : "");
  if (trace.keepsLists) {
    const queue = trace.queue();
    const order = { greedy: "smallest h first", bfs: "first in, first out" }[trace.algorithm] ?? "smallest f first";
    $("open-title").textContent = "Open list";
    $("open-note").textContent = `${count(queue.length, "node")}, ${order}${many(queue)}`;
    put($("open-list"), queue.slice(0, MOST_SHOWN).map((node, index) => row(node, index + 1)));
    const closed = trace.closed.slice(-MOST_SHOWN).reverse();
    $("closed-title").parentElement.hidden = false;
    $("closed-note").textContent = `${count(trace.closed.length, "node")}, latest first · ${count(trace.met.duplicate, "duplicate")}, ${trace.met.reopen} reopened`;
    put($("closed-list"), closed.map((id, index) => row(trace.known.get(id), trace.closed.length - index)));
  } else {
    const path = now ? trace.path(now.id) : [];
    $("open-title").textContent = "Path to this node";
    $("open-note").textContent =
      trace.algorithm === "idastar"
        ? `${count(Math.max(path.length - 1, 0), "move")}: all that IDA* remembers`
        : `${count(Math.max(path.length - 1, 0), "move")} so far`;
    put($("open-list"), path.slice(-MOST_SHOWN).map((node) => row(node, node.g)));
    $("closed-title").parentElement.hidden = true;
  }
}

/** A node of the tree was clicked: its board is shown in place of the one being expanded. */
function inspect(id) {
  const node = id === null ? null : trace.known.get(id);
  if (!node) return showNow(trace.current());
  put($("now"), el("div", { class: "card" }, card(node, `${node.status} · picked in the tree`)));
}
