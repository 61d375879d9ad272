// A board as the page needs it: where the numbers are, and sliding. Whether a board can be solved,
// how far it is and how to solve it are questions for the server.

/** [width, height, depth] of "4x3" or "3x3x2". */
export const parseShape = (text) => {
  const [width, height, depth = 1] = text.split("x").map(Number);
  return [width, height, depth];
};

export const shapeText = ([width, height, depth]) =>
  depth > 1 ? `${width}x${height}x${depth}` : `${width}x${height}`;

export const shapeLabel = (shape) => shapeText(shape).replaceAll("x", " × ");

/** The numbers of a board the server has written. */
export const parseCells = (text) => text.split(/[/\s]+/).filter(Boolean).map(Number);

/** The board as text, as the server writes it. */
export function boardText(cells, [width, height]) {
  const rows = [];
  for (let at = 0; at < cells.length; at += width) rows.push(cells.slice(at, at + width).join(" "));
  const layers = [];
  for (let at = 0; at < rows.length; at += height) layers.push(rows.slice(at, at + height).join("/"));
  return layers.join("//");
}

export const same = (a, b) => a.length === b.length && a.every((number, cell) => number === b[cell]);

/** Column, row and layer of a cell, in reading order. */
export const place = (cell, [width, height]) => ({
  x: cell % width,
  y: Math.floor(cell / width) % height,
  z: Math.floor(cell / (width * height)),
});

/** The directions a tile can slide in, by name. */
const DIRECTIONS = {
  left: { x: -1, y: 0, z: 0 },
  right: { x: 1, y: 0, z: 0 },
  up: { x: 0, y: -1, z: 0 },
  down: { x: 0, y: 1, z: 0 },
  above: { x: 0, y: 0, z: -1 },
  below: { x: 0, y: 0, z: 1 },
};

/** The cell one step from another, or -1. */
function neighbour(cell, direction, shape) {
  const [width, height, depth] = shape;
  const from = place(cell, shape);
  const step = DIRECTIONS[direction];
  const [x, y, z] = [from.x + step.x, from.y + step.y, from.z + step.z];
  const inside = x >= 0 && x < width && y >= 0 && y < height && z >= 0 && z < depth;
  return inside ? x + width * (y + height * z) : -1;
}

/** The cells whose tiles slide if the tile in `cell` is pushed towards the blank, nearest first. */
export function pushed(cells, cell, shape) {
  const blank = cells.indexOf(0);
  for (const direction of Object.keys(DIRECTIONS)) {
    const line = [];
    for (let at = neighbour(blank, direction, shape); at >= 0; at = neighbour(at, direction, shape)) {
      line.push(at);
      if (at === cell) return line;
    }
  }
  return [];
}

/** The letter of the blank's way from one cell to another of its line, as solutions are written. */
export function letterOf(from, to, shape) {
  const [a, b] = [place(from, shape), place(to, shape)];
  const [east, west, south, north] = shape[2] > 1 ? "EWSN" : "RLDU";
  if (a.x !== b.x) return b.x > a.x ? east : west;
  if (a.y !== b.y) return b.y > a.y ? south : north;
  return b.z > a.z ? "D" : "U";
}

/** Every move of a board by its name, R or R2: the cells whose tiles it slides, nearest to the blank first. */
export function namedMoves(cells, shape) {
  const blank = cells.indexOf(0);
  const moves = new Map();
  cells.forEach((_, cell) => {
    const line = pushed(cells, cell, shape);
    if (line.length > 0) moves.set(`${letterOf(blank, cell, shape)}${line.length > 1 ? line.length : ""}`, line);
  });
  return moves;
}

/** The board after the tile in `cell`, next to the blank, has slid into it. */
export function slid(cells, cell) {
  const after = cells.slice();
  after[after.indexOf(0)] = after[cell];
  after[cell] = 0;
  return after;
}

const OPPOSITE = { left: "right", right: "left", up: "down", down: "up", above: "below", below: "above" };

/** The cell whose tile slides in a direction, or -1: it is on the other side of the blank. */
export const sliding = (cells, direction, shape) => neighbour(cells.indexOf(0), OPPOSITE[direction], shape);

/** Every board of a solution, from the numbers moved. */
export function boardsAlong(cells, tiles) {
  const boards = [cells];
  for (const tile of tiles) boards.push(slid(boards.at(-1), boards.at(-1).indexOf(tile)));
  return boards;
}
