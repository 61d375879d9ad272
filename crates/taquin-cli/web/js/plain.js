// Boards written as this page writes them, which it can lay out itself. Every other text is for the engine to read.

import { same } from "./board.js";

const MOST_CELLS = 256;

/** The shape and cells of a board in rows split by / and layers split by //, or null if it is not written so. */
function read(text) {
  if (!/^\d+( \d+)*(\/{1,2}\d+( \d+)*)*$/.test(text)) return null;
  const layers = text.split("//").map((layer) => layer.split("/").map((row) => row.split(" ").map(Number)));
  const [height, width] = [layers[0].length, layers[0][0].length];
  const even = layers.every((layer) => layer.length === height && layer.every((row) => row.length === width));
  const cells = layers.flat(2);
  const whole = same([...cells].sort((a, b) => a - b), cells.map((_, number) => number));
  return even && whole && cells.length > 1 && cells.length <= MOST_CELLS ? { shape: [width, height, layers.length], cells } : null;
}

/** What a link lays out, if it is written plainly; else null. */
export function plainly({ board, goal }) {
  const start = read(board);
  if (!start) return null;
  const usual = [...start.cells.keys()].slice(1).concat(0);
  if (!goal || goal === "blank-last") return { ...start, goal: usual, goalName: "blank-last" };
  const wanted = read(goal);
  return wanted && same(wanted.shape, start.shape) ? { ...start, goal: wanted.cells, goalName: null } : null;
}
