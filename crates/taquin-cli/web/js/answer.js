// What came of a search, in words.

import { bytes, count, el, grouped, large, seconds } from "./dom.js";
import { moveWord } from "./metric.js";
import { searchName } from "./names.js";

const STOPPED = {
  time: "the time limit",
  memory: "the memory limit",
  nodes: "the node limit",
  cancelled: "the server, which was told to stop",
  "dead-end": "a dead end: this search does not look back",
};

/** Why a search ended early. */
export const stopText = (reason, byYou = false) => (reason === "cancelled" && byYou ? "you" : (STOPPED[reason] ?? reason));

/** By what share a solution may be longer than a shortest one; nothing if that is not known, or 0. */
export const gapText = (gap) => (gap ? `gap ${(100 * gap).toFixed(1)} %` : "");

function headline(answer, byYou) {
  if (!answer.solved) {
    return el("p", { class: "headline bad" }, `Stopped by ${stopText(answer.stopped_by, byYou)}: at least ${count(answer.lower_bound, moveWord(answer.metric))} needed`);
  }
  const gap = gapText(answer.gap);
  const badge = answer.optimal
    ? el("span", { class: "badge good" }, "proved shortest")
    : el("span", { class: "badge" }, [`not proved shortest: at least ${grouped(answer.lower_bound)}`, gap].filter(Boolean).join(", "));
  return el("p", { class: "headline" }, el("strong", {}, count(answer.cost, moveWord(answer.metric))), badge);
}

/** Bounds that begin again from below belong to a second search, with better tables. */
function iterations(list) {
  let search = 1;
  const parts = list.map(({ bound, nodes }, index) => {
    const again = index > 0 && bound <= list[index - 1].bound;
    if (again) search += 1;
    return [again ? el("li", { class: "past" }, `search ${search}, with better tables`) : null, el("li", {}, `bound ${bound}: ${count(nodes, "node")}`)];
  });
  return el("ul", { class: "iterations", "aria-label": "Iterations" }, parts.flat());
}

/** What was done one after the other, with its time: searches, and the building of tables. */
const phaseText = ({ algorithm, heuristic, seconds: time }) =>
  `${algorithm === "build-tables" ? `building ${heuristic}` : searchName(algorithm, heuristic)} ${seconds(time)}`;

/** The parts of the answer, to be put on the page. `byYou` says whether the person cancelled the search. */
export function describeAnswer(answer, byYou) {
  if (!answer.solvable) {
    return [el("p", { class: "headline bad" }, "This board cannot be solved. Why, and what can be done, is told under the board.")];
  }
  const how =
    answer.algorithm === "look-up" ? "Exact distances looked up" : answer.algorithm ? searchName(answer.algorithm, answer.heuristic) : "";
  const memory = answer.peak_bytes > 1e5 ? `, ${bytes(answer.peak_bytes)}` : "";
  const phases = answer.phases ?? [];
  return [
    headline(answer, byYou),
    el("p", { class: "note" }, `${how}: ${large(answer.expanded)} nodes expanded, ${large(answer.generated)} generated in ${seconds(answer.seconds)}${memory}`),
    answer.byBeam ? el("p", { class: "note" }, "The solution is from a beam search beside it.") : null,
    answer.solved && answer.stopped_by ? el("p", { class: "note" }, `Stopped by ${stopText(answer.stopped_by, byYou)}.`) : null,
    phases.length > 1 ? el("p", { class: "note" }, `One after the other: ${phases.map(phaseText).join(", ")}`) : null,
    answer.iterations?.length > 1 ? iterations(answer.iterations) : null,
  ].filter(Boolean);
}
