// Drawings in SVG: f along a solution, bound and best over time, bars of a comparison, dots of a scatter, the inversions of
// a board. A chart is drawn for the width that it has, so that its text has the size of text.

import { parseCells } from "./board.js";
import { count, el, grouped, large, put, svg } from "./dom.js";

/** An element that draws itself for its width, and again when that changes. */
function responsive(draw) {
  const box = el("div", { class: "drawing" });
  let last = 0;
  const redraw = () => {
    const width = Math.round(box.clientWidth);
    if (width > 0 && width !== last) put(box, draw((last = width)));
  };
  new ResizeObserver(redraw).observe(box);
  return { box, redraw: () => ((last = 0), redraw()) };
}

const path = (points) => points.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
const text = (x, y, words, more = {}) => svg("text", { class: "tick", x, y, ...more }, words);

/** g and h stacked to f for every step of a solution; `mark(step)` moves the line. */
export function fChart(values, onPick) {
  const [height, left, bottom] = [150, 34, 24];
  const most = Math.max(1, values.reduce((a, b) => Math.max(a, b), 0));
  const last = Math.max(values.length - 1, 1);
  // More points than pixels are of no use.
  const steps = values.length <= 2000 ? values.map((_, step) => step) : Array.from({ length: 2000 }, (_, i) => Math.round((i / 1999) * last));
  let marked = 0;
  let cursor;
  let x;
  const y = (value) => height - bottom - (value / most) * (height - bottom - 12);
  const { box } = responsive((width) => {
    x = (step) => left + (step / last) * (width - left - 8);
    const fs = steps.map((step) => [x(step), y(values[step])]);
    const gs = steps.map((step) => [x(step), y(step)]);
    const floor = [[x(last), y(0)], [x(0), y(0)]];
    cursor = svg("g", {}, svg("line", { class: "cursor", y1: 6, y2: height - bottom }), svg("circle", { class: "cursor-dot", r: 4 }));
    const ticks = [0, Math.round(most / 2), most].map((value) => [
      svg("line", { class: "grid", x1: left, x2: width - 8, y1: y(value), y2: y(value) }),
      text(left - 6, y(value) + 4, String(value), { "text-anchor": "end" }),
    ]);
    const picture = svg(
      "svg",
      {
        width, height, role: "img", "aria-label": `f along the solution, from ${values[0]} to ${values.at(-1)}`,
        onclick: (event) => onPick(Math.round(((event.clientX - picture.getBoundingClientRect().left - left) / (width - left - 8)) * last)),
      },
      ticks.flat(),
      svg("path", { class: "area-h", d: `${path([...fs, ...gs.slice().reverse()])}Z` }),
      svg("path", { class: "area-g", d: `${path([...gs, ...floor])}Z` }),
      svg("path", { class: "line-f", d: path(fs) }),
      cursor,
      text(x(0), height - 6, "step 0"),
      text(x(last), height - 6, String(values.length - 1), { "text-anchor": "end" }),
      svg("text", { class: "name-h", x: x(0) + 10, y: y(values[0] / 2) + 4 }, "h"),
      svg("text", { class: "name-g", x: x(last) - 10, y: y(last / 2) + 4, "text-anchor": "end" }, "g"),
    );
    setMark();
    return picture;
  });
  function setMark() {
    const [line, dot] = cursor.children;
    for (const end of ["x1", "x2"]) line.setAttribute(end, x(marked));
    dot.setAttribute("cx", x(marked));
    dot.setAttribute("cy", y(values[marked]));
  }
  return {
    chart: box,
    mark(step) {
      marked = step;
      if (cursor) setMark();
    },
  };
}

/** The proved bound rising and the best solution falling, over the seconds: the true length lies between. */
export function timeChart(points) {
  const [height, left, bottom] = [150, 44, 24];
  const bests = points.map(({ best }) => best).filter((best) => best !== null);
  const bounds = points.map(({ bound }) => bound);
  const top = Math.max(...bests, ...bounds);
  const low = Math.min(...bounds.filter((bound) => bound > 0), top);
  const pad = Math.max(1, (top - low) * 0.08);
  const end = Math.max(points.at(-1).seconds, 0.001);
  const { box } = responsive((width) => {
    const x = (seconds) => left + (seconds / end) * (width - left - 10);
    const y = (value) => 10 + ((top + pad - value) / (top - low + 2 * pad)) * (height - bottom - 10);
    /** A value holds until the next one. */
    const stairs = (key) => {
      const known = points.filter((point) => point[key] !== null && point[key] > 0);
      return known.flatMap((point, index) => [...(index ? [[x(point.seconds), y(known[index - 1][key])]] : []), [x(point.seconds), y(point[key])]]);
    };
    const [best, bound] = [stairs("best"), stairs("bound")];
    const ticks = [...new Set([low, top])].map((value) => [
      svg("line", { class: "grid", x1: left, x2: width - 10, y1: y(value), y2: y(value) }),
      text(left - 6, y(value) + 4, grouped(value), { "text-anchor": "end" }),
    ]);
    return svg(
      "svg",
      { width, height, role: "img", "aria-label": `Over ${end.toFixed(1)} seconds: at least ${bounds.at(-1)} moves${bests.length ? `, best solution ${bests.at(-1)}` : ""}` },
      ticks.flat(),
      best.length && bound.length ? svg("path", { class: "area-gap", d: `${path([...best, ...bound.slice().reverse()])}Z` }) : null,
      // Nothing is proved before tables are there.
      bound.length ? svg("path", { class: "line-bound", d: path(bound) }) : null,
      best.length ? svg("path", { class: "line-best", d: path(best) }) : null,
      best.length ? svg("text", { class: "name-best", x: x(end) - 4, y: best.at(-1)[1] - 6, "text-anchor": "end" }, "best") : null,
      bound.length ? svg("text", { class: "name-bound", x: x(end) - 4, y: Math.min(bound.at(-1)[1] + 16, height - bottom - 2), "text-anchor": "end" }, "at least") : null,
      text(left, height - 6, "0 s"),
      text(width - 10, height - 6, `${end.toFixed(1)} s`, { "text-anchor": "end" }),
    );
  });
  return box;
}

/** About as wide as a letter, and the room that bars need beside their names. */
const LETTER = 7;
const ROOM_FOR_BARS = 320;

/** Horizontal bars: [{ label, value, done, note }], on a logarithmic or a linear scale. */
export function bars(rows, title, logarithmic = true) {
  const scale = (value) => (logarithmic ? Math.log10(value + 1) : value);
  const most = Math.max(...rows.map((row) => scale(row.value)), 1);
  const { box } = responsive((width) => {
    // Where the names would take the room of the bars, they stand above them.
    const names = Math.max(...rows.map(({ label }) => label.length)) * LETTER + 12;
    const above = width < names + ROOM_FOR_BARS;
    const rowHeight = above ? 46 : 30;
    const left = above ? 0 : names;
    const room = Math.max(20, width - left - 100);
    const ticks = logarithmic ? Array.from({ length: Math.floor(most) + 1 }, (_, power) => 10 ** power) : [most / 2, most];
    const bottom = rows.length * rowHeight + 4;
    return svg(
      "svg",
      { width, height: bottom + 20, role: "img", "aria-label": title },
      ticks.map((value) => {
        const x = left + (scale(value) / most) * room;
        return [svg("line", { class: "grid", x1: x, x2: x, y1: 0, y2: bottom }), text(x, bottom + 15, large(value), { "text-anchor": "middle" })];
      }).filter((_, index) => ticks.length <= 5 || index % 2 === 0).flat(),
      rows.map((row, index) => {
        const y = index * rowHeight + (above ? 20 : 4);
        const long = Math.max((scale(row.value) / most) * room, 2);
        return [
          above ? svg("text", { class: "bar-label", x: 0, y: y - 4 }, row.label) : svg("text", { class: "bar-label", x: left - 8, y: y + 16, "text-anchor": "end" }, row.label),
          svg("rect", { class: row.done ? "bar" : "bar stopped", x: left, y: y + 2, height: 20, width: long, rx: 4 }),
          svg("text", { class: "bar-value", x: left + long + 8, y: y + 16 }, row.empty ?? `${large(row.value)}${row.note ?? ""}`),
        ];
      }).flat(),
    );
  });
  return box;
}

/** What each heuristic estimates against the true distance: on the line it would be perfect. */
export function scatter(series, title) {
  const [height, left, bottom] = [260, 40, 34];
  const all = series.flatMap(({ points }) => points);
  const most = Math.max(1, ...all.flat());
  const { box } = responsive((width) => {
    const across = Math.min(width, 560);
    const x = (value) => left + (value / most) * (across - left - 14);
    const y = (value) => height - bottom - (value / most) * (height - bottom - 12);
    const ticks = [0, Math.round(most / 2), most];
    return svg(
      "svg",
      { width: across, height, role: "img", "aria-label": title },
      ticks.map((value) => [
        svg("line", { class: "grid", x1: left, x2: across - 14, y1: y(value), y2: y(value) }),
        text(left - 6, y(value) + 4, String(value), { "text-anchor": "end" }),
        text(x(value), height - bottom + 16, String(value), { "text-anchor": "middle" }),
      ]).flat(),
      text(across - 14, height - 4, "true distance", { "text-anchor": "end" }),
      text(left + 4, 12, "estimate h"),
      svg("line", { class: "truth", x1: x(0), y1: y(0), x2: x(most), y2: y(most) }),
      series.map(({ points }, index) => points.map(([true_, h]) => svg("circle", { class: `dot dot-${index % 6}`, cx: x(true_), cy: y(h), r: 4 }))).flat(),
    );
  });
  const legend = el("ul", { class: "legend", "aria-label": "Heuristics" }, series.map(({ name }, index) => el("li", {}, el("i", { class: `swatch dot-${index % 6}` }), name)));
  return el("div", {}, box, legend);
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
    return svg("path", { class: "arc", d: `M${from} ${top} C${from} ${high} ${to} ${high} ${to} ${top}` }, svg("title", {}, `${a} before ${b}`));
  });
  const row = tiles.map((tile, index) => [
    svg("rect", { class: "arc-tile", x: index * step + 2, y: top + 3, width: step - 4, height: step - 4, rx: 5 }),
    svg("text", { class: "arc-number", x: index * step + step / 2, y: top + 20, "text-anchor": "middle" }, String(tile)),
  ]);
  const label = `${count(pairs.length, "inversion")}: ${pairs.map((pair) => pair.join(" before ")).join(", ")}`;
  return svg("svg", { class: "arcs", viewBox: `0 0 ${width} ${top + step + 2}`, role: "img", "aria-label": label }, arcs, row.flat());
}
