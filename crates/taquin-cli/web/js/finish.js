// The clock, the end of a game and the records, which stay in this browser.

import { boardText, same, shapeText } from "./board.js";
import { $, announce, copy, count, el, grouped, put } from "./dom.js";
import { ask } from "./engine.js";
import { elapsed, game, movesIn } from "./game.js";
import { metricField, moveWord } from "./metric.js";
import { review } from "./review.js";
import { addressForOthers } from "./share.js";
import { onChange, state, toHash } from "./state.js";

const clock = (milliseconds) => {
  const whole = Math.floor(milliseconds / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

function records() {
  try {
    return JSON.parse(localStorage.getItem("records")) ?? {};
  } catch {
    return {};
  }
}

function keep(shape, record) {
  try {
    localStorage.setItem("records", JSON.stringify({ ...records(), [shape]: record }));
  } catch {
    // Without storage there are no records.
  }
}

export function startFinish() {
  setInterval(showClock, 250);
  $("end-again").addEventListener("click", () => {
    $("end-dialog").close();
    $("scramble").click();
  });
  $("end-close").addEventListener("click", () => {
    $("end-dialog").close();
    if (!$("review").hidden) $("review").scrollIntoView({ block: "nearest" });
  });
  onChange((changed, by) => {
    showClock();
    if (by === "slide" && same(state.cells, state.goal)) finish();
  });
}

function showClock() {
  const text = elapsed() > 0 ? clock(elapsed()) : "";
  if ($("clock").textContent !== text) $("clock").textContent = text;
}

async function finish() {
  const { hints, origin, title, made } = game;
  const { metric } = state;
  const moves = movesIn(metric);
  const word = moveWord(metric);
  const time = elapsed();
  const shape = shapeText(state.shape);
  $("say").textContent = `Solved in ${count(moves, word)}.`;
  announce(`Solved in ${count(moves, word)}`);
  // A few moves are no game.
  if (game.moves < 4) return;
  const question = { board: boardText(origin, state.shape), goal: boardText(state.goal, state.shape), shape };
  const link = new URL(toHash(), addressForOthers());
  link.hash = toHash().replace(/board=[^&]*/, `board=${question.board.replaceAll(" ", "+")}`);
  const answer = await ask("hint", { ...question, ...metricField(metric), time_limit: "3s" }).catch(() => null);
  const shortest = answer?.distance ?? null;
  const kind = metric === "shifts" ? `${shape} in shifts` : shape;
  const best = records()[kind] ?? { games: 0, time: null, excess: null };
  const excess = shortest === null ? null : moves - shortest;
  const fastest = hints === 0 && (best.time === null || time < best.time);
  const nearest = hints === 0 && excess !== null && (best.excess === null || excess < best.excess);
  keep(kind, { games: best.games + 1, time: fastest ? time : best.time, excess: nearest ? excess : best.excess });
  const lines = [
    [`Your ${word}s`, grouped(moves)],
    ["Shortest", shortest !== null ? String(shortest) : answer?.found ? `${answer.lower_bound} to ${answer.found}` : "not known"],
    ["Time", `${clock(time)}${fastest ? ", best yet" : ""}`],
    hints > 0 ? ["Hints", String(hints)] : null,
    ["Best time", clock(fastest ? time : (best.time ?? time))],
    [`Fewest extra ${word}s`, nearest ? `${excess}, best yet` : (best.excess ?? "none yet")],
    ["Games of this shape", best.games + 1],
  ].filter(Boolean);
  put($("end-figures"), lines.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))));
  $("end-title").textContent = shortest !== null && moves === shortest ? "Solved, and in the fewest moves" : "Solved";
  review({ origin, made, metric }, (sentence) => ($("end-review").textContent = sentence));
  const text = `Taquin ${title || shape.replaceAll("x", "×")}: ${count(moves, word)}${shortest === null ? "" : ` (shortest ${shortest})`}, ${clock(time)}${hints ? `, ${count(hints, "hint")}` : ""}\n${link}`;
  $("end-share").onclick = () => copy(text, $("end-share"));
  if (!document.querySelector("dialog[open]")) $("end-dialog").showModal();
}
