// A game looked over: where moves were lost, what would have been best, and every position of it to go back to.

import { boardText, parseCells, same, shapeText } from "./board.js";
import { $, count, el, put } from "./dom.js";
import { ask } from "./engine.js";
import { metricField, moveWord } from "./metric.js";
import { Player } from "./player.js";
import { onChange, state } from "./state.js";

/** A person who has just solved a board waits for this long at most. */
const PATIENCE = "20s";

let player;
/** The game, { shape, goal, metric, boards, moves }, and the question under way. */
let shown = null;
let asking = null;

export function startReview() {
  player = new Player($("review-player"), "game", show);
  $("review-again").addEventListener("click", () => player.go(player.step));
  onChange((changed, by) => {
    // Another board begins another game.
    if (["shape", "goal"].some((key) => changed.has(key)) || ["scramble", "edit", "link"].includes(by)) clear();
  });
}

function clear() {
  asking?.abort();
  shown = null;
  player.unload();
  $("review").hidden = true;
}

/** Looks over a game that is over; `tell` gets one sentence on it. */
export async function review({ origin, made, metric }, tell) {
  clear();
  $("end-close").textContent = "Close";
  if (made === null) return tell("It was too long to be looked over move by move.");
  const mine = (asking = new AbortController());
  const { shape, goal } = state;
  const body = { board: boardText(origin, shape), goal: boardText(goal, shape), shape: shapeText(shape), moves: made, ...metricField(metric), time_limit: PATIENCE };
  tell("Looking for the places where moves were lost…");
  try {
    const report = await ask("analyse", body, mine.signal);
    if (asking !== mine) return;
    shown = { shape, goal, metric, moves: report.moves, boards: [origin, ...report.moves.map(({ board }) => parseCells(board))] };
    showReport(report);
    tell($("review-sum").textContent);
  } catch (error) {
    if (error.name !== "AbortError") tell(error.message);
  }
}

function sentence({ cost, lost, distance }, word) {
  if (lost === 0) return `You took ${count(cost, word)}, and none was lost.`;
  if (lost !== null) return `You took ${cost}, ${cost - lost} were enough: here is where.`;
  const most = distance.upper === null ? "" : ` and at most ${distance.upper}`;
  return `You took ${count(cost, word)}. This board is too large to know the fewest: at least ${distance.lower}${most}.`;
}

function showReport(report) {
  const word = moveWord(shown.metric);
  $("review-sum").textContent = sentence(report, word);
  const mistakes = report.moves.map((made, index) => ({ ...made, number: index + 1 })).filter(({ lost }) => lost > 0);
  const item = ({ number, move, lost, best }) =>
    el("li", {}, el("button", { type: "button", class: "small", onclick: () => player.go(number - 1) }, `Move ${number}, ${move}: ${lost} lost; ${best.join(" or ")} was best`));
  put($("mistakes"), mistakes.map(item));
  player.isLoaded = true;
  player.extend(report.moves.length);
  $("review").hidden = false;
  $("end-close").textContent = mistakes.length > 0 ? "Show where" : "Close";
}

function show(step) {
  if (!shown) return;
  const next = shown.moves[step];
  const cost = next?.lost > 0 ? `, which lost ${next.lost}; ${next.best.join(" or ")} was best` : "";
  const after = next ? ` · then ${next.move}${cost}` : same(shown.boards[step], shown.goal) ? " · the goal" : "";
  player.say(`After ${step} of ${count(player.last, moveWord(shown.metric))}${after}`);
  player.display({ shape: shown.shape, cells: shown.boards[step], goal: shown.goal });
}
