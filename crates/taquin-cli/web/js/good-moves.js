// Good moves on demand: every first move with the moves that are left after it, in a list and on the tiles.

import { namedMoves } from "./board.js";
import { $, count, el, put } from "./dom.js";
import { slide } from "./game.js";
import { moveWord } from "./metric.js";
import { markGood } from "./play.js";

export function clearGoodMoves() {
  put($("good-moves"));
  $("good-say").textContent = "";
  markGood(new Map());
}

/** Shows what the engine says of the first moves from a board. */
export function showGoodMoves({ cells, shape, goal }, answer) {
  clearGoodMoves();
  if (!answer.solvable || answer.distance === 0) return;
  if (!answer.first_moves) {
    const known = answer.found === null ? "" : `, and ${answer.found} is the best found`;
    $("good-say").textContent = `This board is too far away to compare its moves in time: at least ${count(answer.lower_bound, moveWord())}${known}.`;
    return;
  }
  const lines = namedMoves(cells, shape);
  const marks = new Map();
  const item = ({ move, left, best }) => {
    const line = lines.get(move);
    const tiles = line.map((cell) => cells[cell]).reverse();
    marks.set(tiles[0], { class: best ? "good" : "", badge: String(left) });
    const text = `${tiles.join(", ")}: ${left === 0 ? "there" : `${left} left`}`;
    const label = `Move ${move}, ${tiles.length > 1 ? "tiles" : "tile"} ${text}${best ? ", best" : ""}`;
    return el("li", {}, el("button", { type: "button", class: best ? "small best" : "small", "aria-label": label, onclick: () => slide(line) }, text));
  };
  put($("good-moves"), answer.first_moves.map(item));
  $("good-say").textContent = `Best with ${count(answer.distance, moveWord())} in all.`;
  markGood(marks);
}
