// Comparing heuristics: a table and bars that fill while the searches run.

import { events } from "./engine.js";
import { bars } from "./charts.js";
import { shapeText } from "./board.js";
import { $, bytes, count, el, large, options, put, seconds } from "./dom.js";
import { question, state } from "./state.js";

const ALGORITHMS = ["astar", "idastar", "greedy", "weighted-astar", "mark-at-generation", "descent"];
let running = null;
let ways = [];
let rows = [];

export function startCompare(server) {
  put(
    $("compare-ways"),
    server.heuristics.map((name) =>
      el("label", { class: "check" }, el("input", { type: "checkbox", name: "way", value: name, checked: name !== "zero" && name !== "out-of-place" }), ` ${name}`),
    ),
  );
  options($("compare-algorithm"), ALGORITHMS.map((name) => [name, name]), "astar");
  $("compare-form").addEventListener("submit", (event) => {
    event.preventDefault();
    compare();
  });
  $("compare-cancel").addEventListener("click", () => running?.abort());
}

async function compare() {
  ways = [...$("compare-ways").querySelectorAll("input:checked")].map(({ value }) => value);
  rows = [];
  if (ways.length === 0) return say("Choose at least one heuristic.");
  running?.abort();
  const mine = (running = new AbortController());
  const random = Number($("compare-boards").value) || null;
  const algorithm = $("compare-algorithm").value;
  const { board, goal, shape } = question();
  const body = {
    goal: state.goalName ?? goal,
    shape: shapeText(state.shape),
    ways: ways.map((heuristic) => ({ algorithm, heuristic })),
    time_limit: $("compare-limit").value,
    ...(random ? { random } : { board, shape }),
  };
  busy(true);
  let boards = 1;
  let seed = "";
  let left = "";
  try {
    for await (const news of events("compare", body, mine.signal)) {
      if (news.event === "started") {
        boards = news.boards.length;
        seed = news.seed === null ? "" : ` (seed ${news.seed})`;
      } else if (news.event === "row") {
        rows.push(news);
        say(`${rows.length} of ${boards * ways.length} searches done${seed}`);
        show(boards);
      } else if (news.stopped_by === "time") {
        left = " The server's time for one comparison was over before the rest.";
      }
    }
    say(`${algorithm} on ${boards === 1 ? "this board" : count(boards, "random board")}${seed}: ${count(rows.length, "search").replace("searchs", "searches")} done.${left}`);
  } catch (error) {
    say(error.name === "AbortError" ? "Cancelled." : error.message);
  } finally {
    if (running === mine) busy(false);
  }
}

function busy(now) {
  $("compare").disabled = now;
  $("compare-cancel").hidden = !now;
  if (now) say("Searching…");
}

function say(text) {
  $("compare-say").textContent = text;
}

const mean = (values) => (values.length ? values.reduce((a, b) => a + b, 0) / values.length : null);

function show(boards) {
  const lines = ways.map((name, way) => {
    const mine = rows.filter((row) => row.way === way);
    const solved = mine.filter((row) => row.solved);
    const of = (field) => mean(mine.map((row) => row[field]).filter((value) => value !== null));
    return {
      name,
      done: mine.length,
      solved: solved.length,
      stopped: mine.find((row) => row.stopped_by)?.stopped_by,
      unsolvable: mine.some((row) => !row.solvable),
      cost: mean(solved.map((row) => row.cost)),
      expanded: of("expanded"),
      generated: of("generated"),
      reached: of("reached"),
      branching: of("effective_branching"),
      seconds: of("seconds"),
      bytes: of("peak_bytes"),
    };
  });
  const head = ["Heuristic", boards > 1 ? "Solved" : "", boards > 1 ? "Moves, mean" : "Moves", "Expanded", "Generated", "Reached", "b*", "Time", "Memory"].filter(Boolean);
  const cell = (value, write) => el("td", { class: "number" }, value === null || Number.isNaN(value) ? "–" : write(value));
  put(
    $("compare-table"),
    el("caption", { class: "hidden" }, "What each heuristic took"),
    el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col" }, text)))),
    el(
      "tbody",
      {},
      lines.map((line) =>
        el(
          "tr",
          { class: line.done ? "" : "waiting" },
          el("th", { scope: "row" }, line.name),
          boards > 1 ? el("td", { class: "number" }, `${line.solved}/${line.done}`) : null,
          line.unsolvable ? el("td", {}, "unsolvable") : line.cost === null && line.stopped ? el("td", {}, `stopped: ${line.stopped}`) : cell(line.cost, (value) => (Number.isInteger(value) ? String(value) : value.toFixed(1))),
          cell(line.expanded, large),
          cell(line.generated, large),
          cell(line.reached, large),
          cell(line.branching, (value) => value.toFixed(3)),
          cell(line.seconds, seconds),
          cell(line.bytes, bytes),
        ),
      ),
    ),
  );
  $("compare-results").hidden = false;
  put(
    $("compare-chart"),
    el("h3", {}, boards > 1 ? "Nodes expanded, mean (logarithmic)" : "Nodes expanded (logarithmic)"),
    bars(
      lines.map((line) => ({ label: line.name, value: line.expanded ?? 0, done: line.solved === line.done, note: line.stopped ? " +" : "" })),
      `Nodes expanded: ${lines.map((line) => `${line.name} ${large(line.expanded ?? 0)}`).join(", ")}`,
    ),
  );
}
