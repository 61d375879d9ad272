// How a search gets on: its figures, what it is doing, and bound and best solution drawn over time.

import { gapText } from "./answer.js";
import { timeChart } from "./charts.js";
import { $, count, large, put } from "./dom.js";
import { searchName } from "./names.js";

/** The chart is drawn from so many points at most. */
const MOST_POINTS = 600;
const REDRAW = 200;

export class Progress {
  constructor() {
    this.reset();
  }

  reset() {
    this.points = [];
    this.drawn = 0;
    this.search = "";
    this.best = null;
    $("bound-word").textContent = "At least";
    for (const [id, text] of [["p-bound", "–"], ["p-found", "–"], ["p-nodes", "0"], ["p-rate", "–"], ["p-time", "0 s"], ["p-doing", "Beginning…"]]) $(id).textContent = text;
    put($("time-chart"));
  }

  began({ algorithm, heuristic }) {
    this.search = searchName(algorithm, heuristic);
    $("p-doing").textContent = this.search;
  }

  /** There is no place for the search yet; so many others come first. */
  waits(ahead) {
    $("p-doing").textContent = `Waiting for a place: ${ahead === 0 ? "yours is the next" : `${count(ahead, "other")} first`}. Hints and small boards do not wait.`;
  }

  show(news) {
    $("bound-word").textContent = news.bound === null ? "At least" : "Bound";
    $("p-bound").textContent = count(news.bound ?? news.lower_bound, "move");
    const found = news.found ?? this.best;
    if (found !== null) {
      const gap = gapText(news.found === null ? found / news.lower_bound - 1 : news.gap);
      $("p-found").textContent = count(found, "move") + (gap && ` (${gap})`);
    }
    $("p-nodes").textContent = large(news.expanded);
    $("p-rate").textContent = large(news.nodes_per_second);
    $("p-time").textContent = `${news.seconds.toFixed(1)} s`;
    $("p-doing").textContent = news.doing ? `${news.doing[0].toUpperCase()}${news.doing.slice(1)}` : news.found === null ? this.search : `${this.search}, improving…`;
    this.add({ seconds: news.seconds, bound: news.lower_bound, best: found });
    if (performance.now() - this.drawn > REDRAW) this.draw();
  }

  /** A solution has been found beside the search. */
  meanwhile(cost) {
    this.best = cost;
    $("p-found").textContent = count(cost, "move");
  }

  add(point) {
    this.points.push(point);
    if (this.points.length > MOST_POINTS) this.points = this.points.filter((_, index) => index % 2 === 0);
  }

  /** The last point is the answer itself. */
  end(answer) {
    if (!answer.solvable) return;
    this.add({ seconds: answer.seconds, bound: answer.lower_bound, best: answer.cost });
    this.draw();
  }

  /** A search that is over at once, or that has only a bound that never moved, needs no picture. */
  draw() {
    this.drawn = performance.now();
    const moved = this.points.length > 2 && this.points.at(-1).seconds > 0.5;
    put($("time-chart"), moved ? timeChart(this.points) : []);
  }
}
