// Taking results home: files to download, and the same question for a terminal.

import { boardText, shapeText } from "./board.js";
import { compareRequest, currentComparison } from "./compare.js";
import { $, copy, el, put } from "./dom.js";
import { currentSolution, solveRequest } from "./solve.js";
import { question, state } from "./state.js";
import { currentTrace, watchRequest } from "./watch.js";

const button = (label, onclick) => el("button", { type: "button", class: "small", onclick }, label);

export function startTakeHome() {
  put(
    $("solve-home"),
    button("Solution as JSON", () => withAnswer(({ of, solution }) => download("solution.json", `${JSON.stringify({ shape: shapeText(of.shape), start: boardText(of.cells, of.shape), goal: boardText(of.goal, of.shape), ...solution }, null, 2)}\n`, "application/json"))),
    button("As text", () => withAnswer(({ solution }) => download("solution.txt", `${solution.notations?.boards ?? solution.moves}\n`, "text/plain"))),
    button("Chart as SVG", () => saveChart("f-chart", "solution.svg")),
    button("In a terminal", () => elsewhere(solveCommand(), "solve", solveRequest())),
  );
  put(
    $("watch-home"),
    button("Save the trace", () => withTrace(({ trace }) => download("trace.jsonl", traceText(trace), "application/x-ndjson"))),
    button("Tree as SVG", () => withTrace(({ view }) => download("tree.svg", view.tree.svg(), "image/svg+xml"))),
    button("Tree as PNG", () => withTrace(() => $("tree").toBlob((blob) => save("tree.png", blob)))),
    button("In a terminal", () => elsewhere(traceCommand(), "trace", watchRequest())),
  );
  put(
    $("compare-home"),
    button("Rows as CSV", () => withRows((rows) => download("comparison.csv", csv(rows), "text/csv"))),
    button("As JSON", () => withRows((rows) => download("comparison.json", `${JSON.stringify(rows, null, 2)}\n`, "application/json"))),
    button("Chart as SVG", () => saveChart("compare-chart", "comparison.svg")),
    button("In a terminal", () => elsewhere(compareCommand(), "compare", compareRequest())),
  );
  for (const [id, from] of [["copy-command", "command"], ["copy-curl", "curl"]]) $(id).addEventListener("click", () => copy($(from).textContent, $(id)));
  $("terminal-close").addEventListener("click", () => $("terminal-dialog").close());
}

const withAnswer = (use) => currentSolution() && use(currentSolution());
const withTrace = (use) => currentTrace() && use(currentTrace());
const withRows = (use) => currentComparison() && use(currentComparison().rows);

function save(name, blob) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const download = (name, text, type) => save(name, new Blob([text], { type }));

/** The events as they came, which the page and `taquin` read again. */
const traceText = (trace) => [trace.start, ...trace.events, trace.end].filter(Boolean).map((event) => `${JSON.stringify(event)}\n`).join("");

function csv(rows) {
  const fields = Object.keys(rows[0] ?? {});
  const written = (value) => (value === null || value === undefined ? "" : /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  return [fields.join(","), ...rows.map((row) => fields.map((field) => written(row[field])).join(","))].join("\r\n") + "\r\n";
}

const DRAWN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-weight", "font-family", "fill-opacity", "opacity"];

/** A chart has its colours from the page: in a file they are written with it. */
function saveChart(box, name) {
  const chart = $(box).querySelector("svg");
  if (!chart) return;
  const copied = chart.cloneNode(true);
  const [from, to] = [[chart, ...chart.querySelectorAll("*")], [copied, ...copied.querySelectorAll("*")]];
  from.forEach((node, index) => {
    const style = getComputedStyle(node);
    for (const property of DRAWN) to[index].setAttribute(property, style.getPropertyValue(property));
  });
  copied.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  download(name, new XMLSerializer().serializeToString(copied), "image/svg+xml");
}

/** For a shell: in quotes where it has to be. */
const quoted = (text) => (/^[\w:.,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
const flag = (name, value, usual) => (value === null || value === undefined || value === usual ? "" : ` --${name} ${quoted(String(value))}`);

function boards() {
  const { board, goal } = question();
  return `${quoted(board)}${state.goalName === "blank-last" ? "" : ` --goal ${quoted(state.goalName ?? goal)}`}`;
}

function solveCommand() {
  const { algorithm, heuristic, time_limit: time, memory_limit: memory, node_limit: nodes, weight, metric } = solveRequest();
  return `taquin solve ${boards()}${flag("algorithm", algorithm, "auto")}${flag("heuristic", heuristic, "auto")}${flag("metric", metric)}${flag("weight", weight)}${flag("time-limit", time)}${flag("memory-limit", memory)}${flag("node-limit", nodes)}`;
}

function traceCommand() {
  const { algorithm, heuristic, max_steps: steps } = watchRequest();
  return `taquin trace ${boards()} --algorithm ${algorithm} --heuristic ${heuristic} --max-steps ${steps} --format json`;
}

function compareCommand() {
  const random = Number(state.boards) || null;
  const which = random ? `--random ${random} --shape ${shapeText(state.shape)}${flag("seed", currentComparison()?.seed ?? (state.seed || null))}` : boards();
  return `taquin compare ${which} --algorithms ${state.algorithms} --heuristics ${state.heuristics}`;
}

function elsewhere(command, path, body) {
  if (!body) return;
  $("command").textContent = command;
  const address = new URL(`api/v1/${path}`, location.href.split("#")[0]);
  $("curl").textContent = `curl -s ${address} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`;
  $("terminal-dialog").showModal();
}
