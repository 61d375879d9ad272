// Drawings in SVG: f along a solution, bars of a comparison, the inversions of a board.

import { parseCells } from "./board.js";
import { count, large, svg } from "./dom.js";

/** g and h stacked to f for every step of a solution; `mark(step)` moves the line. */
export function fChart(values, onPick) {
  const [width, height, left, bottom] = [640, 150, 30, 22];
  const most = Math.max(...values, 1);
  const last = Math.max(values.length - 1, 1);
  const x = (step) => left + (step / last) * (width - left - 8);
  const y = (value) => height - bottom - (value / most) * (height - bottom - 12);
  const line = (points) => points.map(([px, py], i) => `${i ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
  const fs = values.map((f, step) => [x(step), y(f)]);
  const gs = values.map((_, step) => [x(step), y(step)]);
  const floor = [[x(last), y(0)], [x(0), y(0)]];
  const cursor = svg("line", { class: "cursor", y1: 6, y2: height - bottom });
  const dot = svg("circle", { class: "cursor-dot", r: 4 });
  const ticks = [0, Math.round(most / 2), most].map((value) => [
    svg("line", { class: "grid", x1: left, x2: width - 8, y1: y(value), y2: y(value) }),
    svg("text", { class: "tick", x: left - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)),
  ]);
  const chart = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `f along the solution: ${values.join(", ")}`,
      onclick: (event) => {
        const box = chart.getBoundingClientRect();
        const at = ((event.clientX - box.left) / box.width) * width;
        onPick(Math.round(((at - left) / (width - left - 8)) * last));
      },
    },
    ticks.flat(),
    svg("path", { class: "area-h", d: `${line([...fs, ...gs.slice().reverse()])}Z` }),
    svg("path", { class: "area-g", d: `${line([...gs, ...floor])}Z` }),
    svg("path", { class: "line-f", d: line(fs) }),
    cursor,
    dot,
    svg("text", { class: "tick", x: x(0), y: height - 5 }, "step 0"),
    svg("text", { class: "tick", x: x(last), y: height - 5, "text-anchor": "end" }, String(values.length - 1)),
    svg("text", { class: "name-h", x: x(0) + 10, y: y(values[0] / 2) + 4 }, "h"),
    svg("text", { class: "name-g", x: x(last) - 10, y: y(last / 2) + 4, "text-anchor": "end" }, "g"),
  );
  return {
    chart,
    mark(step) {
      for (const end of ["x1", "x2"]) cursor.setAttribute(end, x(step));
      dot.setAttribute("cx", x(step));
      dot.setAttribute("cy", y(values[step]));
    },
  };
}

/** Horizontal bars on a logarithmic scale: [{ label, value, note }]. */
export function bars(rows, title) {
  const [width, rowHeight, left] = [640, 30, 140];
  const height = rows.length * rowHeight + 8;
  const most = Math.max(...rows.map((row) => Math.log10(row.value + 1)), 1);
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title },
    rows.map((row, index) => {
      const y = index * rowHeight + 4;
      const long = (Math.log10(row.value + 1) / most) * (width - left - 110);
      return [
        svg("text", { class: "bar-label", x: left - 10, y: y + 16, "text-anchor": "end" }, row.label),
        svg("rect", { class: row.done ? "bar" : "bar stopped", x: left, y: y + 2, height: rowHeight - 10, width: Math.max(long, 2), rx: 4 }),
        svg("text", { class: "bar-value", x: left + Math.max(long, 2) + 8, y: y + 16 }, row.value ? `${large(row.value)}${row.note ?? ""}` : "…"),
      ];
    }).flat(),
  );
}

/** The tiles in a row with an arc over every pair that stands the wrong way round. */
export function inversionArcs(report) {
  const pairs = report.inversion_pairs;
  if (pairs.length === 0 || pairs.length > 150) return null;
  const tiles = parseCells(report.start).filter((number) => number > 0);
  const step = 30;
  const width = tiles.length * step;
  const reach = Math.max(...pairs.map(([a, b]) => tiles.indexOf(b) - tiles.indexOf(a)));
  const top = Math.min(110, 14 + reach * 9);
  const middle = (tile) => tiles.indexOf(tile) * step + step / 2;
  const arcs = pairs.map(([a, b]) => {
    const [from, to] = [middle(a), middle(b)];
    const high = top - Math.min(top - 4, 8 + (tiles.indexOf(b) - tiles.indexOf(a)) * 9);
    return svg(
      "path",
      { class: "arc", d: `M${from} ${top} C${from} ${high} ${to} ${high} ${to} ${top}` },
      svg("title", {}, `${a} before ${b}`),
    );
  });
  const row = tiles.map((tile, index) => [
    svg("rect", { class: "arc-tile", x: index * step + 2, y: top + 3, width: step - 4, height: step - 4, rx: 5 }),
    svg("text", { class: "arc-number", x: index * step + step / 2, y: top + 20, "text-anchor": "middle" }, String(tile)),
  ]);
  return svg(
    "svg",
    {
      class: "arcs",
      viewBox: `0 0 ${width} ${top + step + 2}`,
      role: "img",
      "aria-label": `${count(pairs.length, "inversion")}: ${pairs.map((pair) => pair.join(" before ")).join(", ")}`,
    },
    arcs,
    row.flat(),
  );
}
