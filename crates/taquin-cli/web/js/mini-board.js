// A small board that only shows.

import { el } from "./dom.js";

/** `marked` is a cell to point out; tiles at home in `goal` are tinted. */
export function miniBoard(cells, shape, { marked = -1, goal = null, size = 15 } = {}) {
  const [width, height, depth] = shape;
  const layers = Array.from({ length: depth }, (_, z) => {
    const part = cells.slice(z * width * height, (z + 1) * width * height);
    const layer = el(
      "span",
      { class: "mini-layer" },
      part.map((number, index) => {
        const cell = z * width * height + index;
        const look = number === 0 ? "none" : cell === marked ? "marked" : goal && goal[cell] === number ? "home" : "";
        return el("span", { class: `mini-cell ${look}` }, number === 0 ? "" : String(number));
      }),
    );
    layer.style.gridTemplateColumns = `repeat(${width}, 1fr)`;
    return layer;
  });
  const board = el("span", { class: "mini", "aria-hidden": "true" }, layers);
  board.style.setProperty("--mini", `${size}px`);
  return board;
}
