// A solution for the time in which the shortest one is not proved: a beam finds one of almost any board at once.

import { ask } from "./engine.js";
import { question } from "./state.js";

/** A solution, and a way for a hint, which is a question of a moment: those have places of their own. */
const SOLUTION = { algorithm: "beam", width: 1000, time_limit: "5s" };
const WAY = { algorithm: "beam", width: 500, time_limit: "300ms" };

/** Beams count slides. */
const counts = (metric) => metric !== "shifts";

/** A solution of a problem that need not be the shortest, or null. */
export async function quickSolution(problem, signal, metric) {
  if (!counts(metric)) return null;
  const answer = await ask("solve", { ...question(problem), ...SOLUTION }, signal).catch(() => null);
  return answer?.solved ? answer : null;
}

/** The next move of a way that need not be the shortest, or null. */
export async function quickWay(problem, signal, metric) {
  if (!counts(metric)) return null;
  const hint = await ask("hint", { ...question(problem), ...WAY }, signal).catch(() => null);
  return hint?.tile ? hint : null;
}

/** An answer without a solution, with this one in its place. If it is as short as the bound allows, it is a shortest one. */
export const withSolution = (answer, { cost, moves, tiles, f_values, notations }) => ({
  ...answer,
  ...{ solved: true, cost, moves, tiles, f_values, notations },
  optimal: cost <= answer.lower_bound,
  gap: cost / answer.lower_bound - 1,
  byBeam: true,
});

/** What is told of a board whose way is not known, with this one. */
export const withWay = (answer, { found, move, tile, tiles }) => ({
  ...answer,
  ...{ found, move, tile, tiles },
  distance: found <= answer.lower_bound ? found : null,
});
