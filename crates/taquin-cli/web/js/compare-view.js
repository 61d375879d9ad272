// A comparison on the page: a table, bars, and what heuristics estimate against the truth.

import { bars, scatter } from "./charts.js";
import { stopText } from "./answer.js";
import { $, bytes, el, large, put, seconds } from "./dom.js";
import { ask } from "./engine.js";
import { searchName } from "./names.js";
import { state } from "./state.js";

const mean = (values) => (values.length ? values.reduce((a, b) => a + b, 0) / values.length : null);

/** One line for each way: means over the boards. */
function linesOf({ ways, rows }) {
  return ways.map(({ algorithm, heuristic }, way) => {
    const mine = rows.filter((row) => row.way === way);
    const solved = mine.filter((row) => row.solved);
    const of = (field) => mean(mine.filter((row) => row.solvable).map((row) => row[field]).filter((value) => value !== null));
    return {
      name: searchName(algorithm, heuristic),
      done: mine.length,
      solved: solved.length,
      stopped: mine.find((row) => row.stopped_by)?.stopped_by,
      unsolvable: mine.length > 0 && mine.every((row) => !row.solvable),
      cost: mean(solved.map((row) => row.cost)),
      proved: solved.every((row) => row.optimal),
      expanded: of("expanded"),
      generated: of("generated"),
      reached: of("reached"),
      branching: of("effective_branching"),
      seconds: of("seconds"),
      bytes: of("peak_bytes"),
    };
  });
}

const cell = (value, write) => el("td", { class: "number" }, value === null || Number.isNaN(value) ? "–" : write(value));

function tableRow(line, many) {
  const moves = line.unsolvable
    ? el("td", {}, "cannot be solved")
    : line.cost === null && line.stopped
      ? el("td", {}, `stopped by ${stopText(line.stopped, true)}`)
      : cell(line.cost, (value) => (Number.isInteger(value) ? String(value) : value.toFixed(1)));
  return el(
    "tr",
    { class: line.done ? "" : "waiting" },
    el("th", { scope: "row" }, line.name),
    many ? el("td", { class: "number" }, `${line.solved}/${line.done}`) : null,
    moves,
    cell(line.expanded, large),
    cell(line.generated, large),
    cell(line.reached, large),
    cell(line.branching, (value) => value.toFixed(3)),
    cell(line.seconds, seconds),
    cell(line.bytes, bytes),
  );
}

export function showComparison(comparison) {
  const lines = linesOf(comparison);
  const many = comparison.boards.length > 1;
  const head = ["Search", many ? "Solved" : "", many ? "Moves, mean" : "Moves", "Expanded", "Generated", "Reached", "b*", "Time", "Memory"].filter(Boolean);
  put(
    $("compare-table"),
    el("caption", { class: "hidden" }, "What each search took"),
    el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, lines.map((line) => tableRow(line, many))),
  );
  $("compare-results").hidden = false;
  $("compare-more").hidden = false;
  const logarithmic = state.scale === "log";
  const title = `Nodes expanded${many ? ", mean" : ""}${logarithmic ? " (logarithmic scale)" : ""}`;
  const bar = (line) => ({
    label: line.name,
    value: line.expanded ?? 0,
    done: line.solved === line.done,
    note: line.stopped ? " and more" : "",
    empty: line.unsolvable ? "cannot be solved" : line.done === 0 ? "…" : undefined,
  });
  put($("compare-chart"), el("h3", {}, title), bars(lines.map(bar), `${title}: ${lines.map((line) => `${line.name} ${large(line.expanded ?? 0)}`).join(", ")}`, logarithmic));
}

/** Draws every heuristic's estimate against the true distance, of all boards that were solved shortest. */
export async function hToDistance({ ways, boards, rows }, say) {
  const truth = new Map(rows.filter((row) => row.optimal).map((row) => [row.start, row.cost]));
  if (truth.size === 0) return say("No board has been proved to have a shortest solution yet.");
  const names = [...new Set(ways.map(({ heuristic }) => heuristic).filter(Boolean))];
  const series = names.map((name) => ({ name, points: [] }));
  for (const board of boards.filter((each) => truth.has(each))) {
    const report = await ask("check", { board, goal: rows[0].goal }).catch(() => null);
    for (const { name, points } of series) {
      const value = report?.estimates.find(({ heuristic }) => heuristic === name)?.value;
      if (value !== undefined) points.push([truth.get(board), value]);
    }
  }
  const means = series.filter(({ points }) => points.length > 0).map(({ name, points }) => `${name} ${(100 * mean(points.map(([d, h]) => (d ? h / d : 1)))).toFixed(0)} %`);
  put($("compare-scatter"), el("h3", {}, "Estimate against true distance"), scatter(series, `Estimates as a share of the true distance: ${means.join(", ")}`), el("p", { class: "note" }, `On the dashed line an estimate is exact; above it, it is too high. Mean share of the truth: ${means.join(", ")}.`));
}
