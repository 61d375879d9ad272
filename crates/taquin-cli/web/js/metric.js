// What counts as one move on the page: a slide of one tile, or a shift of a whole line of tiles. One switch for all of it.

import { $ } from "./dom.js";
import { addChoice, change, onChange, oneOf, state } from "./state.js";

const METRICS = ["slides", "shifts"];
/** The switch beside the counter and the one among the choices of Solve. */
const SWITCHES = ["counter-metric", "metric"];

export function startMetric() {
  addChoice("metric", "slides", oneOf(METRICS), true);
  for (const id of SWITCHES) $(id).addEventListener("change", () => change({ metric: $(id).value }));
  onChange((changed, by) => (changed.has("metric") || by === "link") && show());
  show();
}

function show() {
  for (const id of SWITCHES) $(id).value = state.metric;
}

/** The noun for a move. */
export const moveWord = (metric = state.metric) => (metric === "shifts" ? "shift" : "move");

/** The metric in a question; slides need not be said. */
export const metricField = (metric = state.metric) => (metric === "shifts" ? { metric } : {});

/** Where each move of a solution ends, as numbers of slides: in shifts, steps in one direction are one move. */
export function moveEnds(letters, metric) {
  const ends = [0];
  for (let at = 1; at <= letters.length; at++) {
    if (metric !== "shifts" || letters[at] !== letters[at - 1]) ends.push(at);
  }
  return ends;
}

/** A move as it is written: R, or R2 for two tiles. */
export const writtenMove = (letters) => (letters.length > 1 ? `${letters[0]}${letters.length}` : letters);
