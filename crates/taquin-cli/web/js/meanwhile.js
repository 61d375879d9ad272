// A solution for the time in which the shortest one is not proved: a beam finds one of almost any board at once.

import { ask } from "./engine.js";
import { question, state } from "./state.js";

const WIDTH = 1000;
const PATIENCE = "5s";

/** A solution of a problem that need not be the shortest, or null. Beams count slides. */
export async function quickSolution(problem, signal, metric = state.metric) {
  if (metric === "shifts") return null;
  const request = { ...question(problem), algorithm: "beam", width: WIDTH, time_limit: PATIENCE };
  const answer = await ask("solve", request, signal).catch(() => null);
  return answer?.solved ? answer : null;
}

/** An answer without a solution, with this one in its place. If it is as short as the bound allows, it is a shortest one. */
export const withSolution = (answer, { cost, moves, tiles, f_values, notations }) => ({
  ...answer,
  ...{ solved: true, cost, moves, tiles, f_values, notations },
  optimal: cost <= answer.lower_bound,
  gap: cost / answer.lower_bound - 1,
  byBeam: true,
});

/** What is told of a board whose way is not known, with the way of this solution. */
export const withWay = (hint, { cost, moves, tiles }) => ({
  ...hint,
  ...{ found: cost, move: moves[0], tile: tiles[0], tiles: 1 },
  distance: cost <= hint.lower_bound ? cost : null,
});
