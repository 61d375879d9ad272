// How a search tree looks: on a canvas, only what is in view; and as an SVG picture, all of it.

import { parseCells } from "./board.js";
import { DOWN, seen } from "./tree-layout.js";

const NAMES = ["ink", "edge", "path", "duplicate", ...["now", "open", "closed", "pruned", "goal"].flatMap((status) => [`node-${status}`, `on-${status}`])];

/** The colours of the page, read when they change and not for every frame. */
export function palette(node) {
  const style = getComputedStyle(node);
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** Nodes with a smaller radius are dots without a text. */
const SMALL_DOT = 3;
const NOTHING = { inside: [], edges: [] };

/** How a node is drawn: what it is for the search, and the one being expanded. */
export const lookOf = (node, now) => (now === node.id ? (node.status === "goal" ? "goal" : "now") : node.status);

/** Beyond these places nothing is seen, edges to parents and children included. */
function windowOf({ scaleX, scaleY, x, y, width, height }, margin) {
  const [halfX, halfY] = [(width / 2 + margin) / scaleX, (height / 2 + margin) / scaleY];
  return { left: x - halfX, right: x + halfX, top: y - halfY, bottom: y + halfY };
}

/** `at` maps places to pixels: { scaleX, scaleY, x, y, width, height, ratio }. `sheet` keeps the picture of a large tree. */
export function drawTree(pen, { trace, layout, gliding, way, selected, colours, at, sheet }) {
  const { scaleX, scaleY, width, height } = at;
  const [px, py] = pixels(at);
  const now = trace.current()?.id;
  const radius = Math.max(1.5, Math.min(Math.min(scaleX, scaleY) * 0.38, 30));
  const { inside, edges } = layout && (radius >= SMALL_DOT || gliding) ? seen(layout, windowOf(at, radius + 4), gliding) : NOTHING;
  pen.clearRect(0, 0, width, height);
  if (layout && radius < SMALL_DOT && !gliding) sheet.show(pen, { trace, layout, colours, at, radius });
  drawEdges(pen, trace, apart(edges, px), colours, at);
  const onWay = way.filter(({ status }) => status !== null);
  drawLines(pen, onWay.map((node) => [parentOf(trace, node), node]), colours.path, 2.5, at);
  const current = trace.nodes.get(now);
  const known = (current ? trace.childrenOf(now) : []).filter(({ event }) => event === "duplicate").map(({ id }) => trace.nodes.get(id));
  const alike = known.filter((node) => node && node.status !== null && node.root === current.root);
  drawLines(pen, alike.map((node) => [current, node]), colours.duplicate, 1.5, at, [4, 4]);
  if (radius < SMALL_DOT) drawDots(pen, gliding ? apart(inside, px) : onWay, colours, at, radius);
  else drawDiscs(pen, inside, now, { radius, colours, ratio: at.ratio, width: Number(trace.start.shape.split("x")[0]) }, px, py);
  const ringed = [now, selected].map((id) => trace.nodes.get(id)).filter((node) => node && node.status !== null && node.root === layout?.root);
  for (const node of new Set(ringed)) drawRing(pen, px(node), py(node), Math.max(radius, 4), colours, radius < 4 && lookOf(node, now));
}

/** Where a node is on the canvas, across and down. */
const pixels = ({ scaleX, scaleY, x, y, width, height }) => [
  (node) => (node.x - x) * scaleX + width / 2,
  (node) => (node.y - y) * scaleY + height / 2,
];

/** The parent by the best way known, which need not be the first. */
const parentOf = (trace, node) => (node.parent && node.event.parent !== node.parent.id ? trace.nodes.get(node.event.parent) : node.parent);

export const drawEdges = (pen, trace, nodes, colours, at) =>
  drawLines(pen, nodes.map((node) => [parentOf(trace, node), node]), colours.edge, 1, at);

function drawLines(pen, pairs, colour, thick, at, dashes = []) {
  const [px, py] = pixels(at);
  pen.beginPath();
  pen.setLineDash(dashes);
  pen.strokeStyle = colour;
  pen.lineWidth = thick;
  for (const [from, to] of pairs) {
    if (!from || from.status === null) continue;
    const [x1, y1, x2, y2] = [px(from), py(from), px(to), py(to)];
    pen.moveTo(x1, y1);
    if (at.scaleX > 6) pen.bezierCurveTo(x1, (y1 + y2) / 2, x2, (y1 + y2) / 2, x2, y2);
    else pen.lineTo(x2, y2);
  }
  pen.stroke();
  pen.setLineDash([]);
}

/** Everything of a tree whose nodes are small dots, but for what is drawn over it. */
export function drawSmall(pen, { trace, layout, colours, at, radius }) {
  const [px] = pixels(at);
  const { inside, edges } = seen(layout, windowOf(at, radius + 4), false);
  drawEdges(pen, trace, apart(edges, px), colours, at);
  drawDots(pen, apart(inside, px), colours, at, radius);
}

/** Nodes of a row that would be drawn over each other are one. */
function apart(nodes, px) {
  let [row, last, look] = [null, 0, null];
  return nodes.filter((node) => {
    const place = Math.round(px(node));
    if (node.ty === row && place === last && node.status === look) return false;
    [row, last, look] = [node.ty, place, node.status];
    return true;
  });
}

/** Small nodes: those of one colour are filled at once. */
export function drawDots(pen, nodes, colours, at, radius) {
  const [px, py] = pixels(at);
  for (const [look, members] of Map.groupBy(nodes, ({ status }) => status)) {
    pen.beginPath();
    pen.fillStyle = colours[`node-${look}`];
    for (const node of members) pen.rect(px(node) - radius, py(node) - radius, radius * 2, radius * 2);
    pen.fill();
  }
}

/** Discs with f in them, or with the board close up. Those that look alike are drawn once and copied. */
function drawDiscs(pen, nodes, now, { radius, colours, ratio, width }, px, py) {
  stampsFor(radius, colours, ratio);
  const half = radius + 1;
  const snapped = (place) => Math.round((place - half) * ratio) / ratio;
  for (const node of nodes) {
    const look = lookOf(node, now);
    pen.drawImage(stamp(look, radius > 26 ? "" : node.event.f, { radius, colours, ratio }), snapped(px(node)), snapped(py(node)), half * 2, half * 2);
    if (radius > 26) drawBoard(pen, width, node, px(node), py(node), radius, colours[`on-${look}`]);
  }
}

let stamps = new Map();
let stampedWith = [];

/** Throws pictures of nodes away that were made for another size or other colours. */
function stampsFor(...made) {
  if (made.every((each, index) => each === stampedWith[index])) return;
  stamps = new Map();
  stampedWith = made;
}

function stamp(look, text, { radius, colours, ratio }) {
  const key = `${look} ${text}`;
  if (stamps.has(key)) return stamps.get(key);
  const picture = document.createElement("canvas");
  picture.width = picture.height = Math.ceil((radius + 1) * 2 * ratio);
  const pen = picture.getContext("2d");
  pen.scale(ratio, ratio);
  pen.translate(radius + 1, radius + 1);
  pen.beginPath();
  pen.fillStyle = colours[`node-${look}`];
  pen.arc(0, 0, radius, 0, 7);
  pen.fill();
  if (radius > 8) {
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = colours[`on-${look}`];
    pen.font = `600 ${Math.max(12, Math.round(radius * 0.95))}px system-ui, sans-serif`;
    pen.fillText(String(text), 0, 0.5);
  }
  stamps.set(key, picture);
  return picture;
}

/** A ring round the node that matters; a small node is made larger. */
function drawRing(pen, x, y, radius, colours, small) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  if (small) {
    pen.fillStyle = colours[`node-${small}`];
    pen.fill();
  }
  pen.strokeStyle = colours.ink;
  pen.lineWidth = 2;
  pen.stroke();
}

/** Close up, a node shows its board. */
function drawBoard(pen, width, node, x, y, radius, colour) {
  const cells = parseCells(node.event.board);
  pen.fillStyle = colour;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  if (cells.length > 9) {
    pen.font = "600 20px system-ui, sans-serif";
    pen.fillText(String(node.event.f), x, y);
    return;
  }
  const rows = cells.length / width;
  const step = (radius * 1.35) / Math.max(width, rows);
  pen.font = `600 ${Math.round(step * 0.9)}px system-ui, sans-serif`;
  cells.forEach((number, cell) => {
    if (number > 0) pen.fillText(String(number), x + ((cell % width) - (width - 1) / 2) * step, y + (Math.floor(cell / width) - (rows - 1) / 2) * step);
  });
}

/** The whole tree as the text of an SVG file. */
export function treeSvg({ trace, layout, way, colours }) {
  const nodes = layout.nodes.filter(({ status }) => status !== null);
  const wide = nodes.length > 400 ? 14 : 34;
  const high = nodes.length > 400 ? 34 : 46;
  const at = (node) => [20 + node.tx * wide, 24 + (node.ty / DOWN) * high];
  const onWay = new Set(way);
  const now = trace.current()?.id;
  const lines = nodes.filter(({ parent }) => parent).map((node) => {
    const [[x1, y1], [x2, y2]] = [at(node.parent), at(node)];
    return `<path d="M${x1} ${y1}C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}" fill="none" stroke="${onWay.has(node) ? colours.path : colours.edge}" stroke-width="${onWay.has(node) ? 2.5 : 1}"/>`;
  });
  const dots = nodes.map((node) => {
    const [x, y] = at(node);
    const look = lookOf(node, now);
    const { g, h, f, board } = node.event;
    return `<g><title>node ${node.id}: ${board}, ${g} + ${h} = ${f}</title><circle cx="${x}" cy="${y}" r="${wide > 20 ? 13 : 5}" fill="${colours[`node-${look}`]}"/>${wide > 20 ? `<text x="${x}" y="${y + 4}" fill="${colours[`on-${look}`]}">${f}</text>` : ""}</g>`;
  });
  const [width, height] = [40 + layout.width * wide, 48 + (layout.height / DOWN) * high];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" text-anchor="middle">\n${lines.join("\n")}\n${dots.join("\n")}\n</svg>\n`;
}
