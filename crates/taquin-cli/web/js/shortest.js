// The number of shortest solutions, counted on demand for a solution that is proved shortest.

import { $, dim, hide } from "./dom.js";
import { ask } from "./engine.js";
import { metricField, moveWord } from "./metric.js";
import { question, state } from "./state.js";

let of = null;
let counting = null;

export function startShortest() {
  $("count-shortest").addEventListener("click", countThem);
}

/** Offers to count for a board, { shape, cells, goal, metric }, or takes the offer away. */
export function offerCount(board) {
  counting?.abort();
  of = board;
  $("shortest-say").textContent = "";
  hide($("count-shortest"), board === null, $("solve"));
  dim($("count-shortest"), false);
}

/** A number of any size, its thousands apart. */
const digits = (text) => text.replace(/\B(?=(\d{3})+$)/g, ",");

function describe({ shortest_solutions: number, shortest_complete: complete, cost }) {
  if (!number) return "They could not be counted in time: no solution was proved shortest again.";
  const noun = number === "1" ? "shortest solution" : "shortest solutions";
  const length = `of ${cost} ${moveWord(of.metric)}${cost === 1 ? "" : "s"}`;
  return complete ? `There ${number === "1" ? "is" : "are"} ${digits(number)} ${noun} ${length}.` : `At least ${digits(number)} ${noun} ${length}: the limit ended the count.`;
}

async function countThem() {
  counting?.abort();
  const mine = (counting = new AbortController());
  const asked = of;
  dim($("count-shortest"), true);
  $("shortest-say").textContent = "Counting…";
  try {
    const body = { ...question(asked), ...metricField(asked.metric), count: true, time_limit: state.limit };
    const answer = await ask("solve", body, mine.signal);
    if (of === asked) $("shortest-say").textContent = describe(answer);
  } catch (error) {
    if (of === asked && error.name !== "AbortError") $("shortest-say").textContent = error.message;
  } finally {
    if (of === asked) dim($("count-shortest"), false);
  }
}
