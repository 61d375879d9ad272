// The board drawn, layer beside layer. Tiles slide when clicked, dragged or swiped. Beneath them lies a grid of cells in
// reading order, the blank among them: that is what has the focus and what is read aloud.

import { place, pushed, same, shapeText, slid, sliding } from "./board.js";
import { el, put } from "./dom.js";

const GAP_BETWEEN_LAYERS = 0.45;
const CAPTION = 0.5;
const SWIPE = 24;
const LARGEST_TILE = { flat: 132, box: 58 };

/** How the layers are laid out so that they are largest: columns of layers, and the size of everything in cells. */
function layout([width, height, depth], wide, high) {
  const caption = depth > 1 ? CAPTION : 0;
  const choices = Array.from({ length: depth }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(depth / columns);
    const across = columns * width + (columns - 1) * GAP_BETWEEN_LAYERS;
    const down = rows * (height + caption) + (rows - 1) * GAP_BETWEEN_LAYERS;
    return { columns, across, down, unit: Math.min(wide / across, high / down) };
  });
  const best = choices.reduce((a, b) => (b.unit > a.unit ? b : a));
  const unit = Math.min(best.unit, depth > 1 ? LARGEST_TILE.box : LARGEST_TILE.flat);
  const corner = (z) => ({
    x: (z % best.columns) * (width + GAP_BETWEEN_LAYERS),
    y: Math.floor(z / best.columns) * (height + caption + GAP_BETWEEN_LAYERS) + caption,
  });
  return { ...best, unit, corner };
}

const moveTo = (node, { x, y }) => (node.style.transform = `translate(${x}px, ${y}px)`);

const layerName = (z, depth) => (z === 0 ? "top layer" : z === depth - 1 ? "bottom layer" : `layer ${z + 1}`);

/** Whether one line of tiles slid between two boards. */
const isOneMove = (before, after, shape) => same(pushed(before, after.indexOf(0), shape).reduce(slid, before), after);

export class BoardView {
  /** `slide(cells)` is called with the cells whose tiles are to slide, nearest to the blank first. */
  constructor(box, slide) {
    Object.assign(this, { box, slide, tiles: new Map(), places: [], focused: -1 });
    new ResizeObserver(() => this.resize()).observe(box);
    addEventListener("resize", () => this.resize());
    box.addEventListener("pointerdown", (event) => this.press(event));
    box.addEventListener("click", (event) => {
      const cell = this.places.indexOf(event.target);
      if (cell >= 0) this.push(cell);
    });
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("focusin", (event) => this.rove(this.places.indexOf(event.target)));
  }

  get hasFocus() {
    return this.box.contains(document.activeElement);
  }

  show({ shape, cells, goal }, animate = true) {
    const rebuilt = !this.shape || shapeText(this.shape) !== shapeText(shape) || this.cells.length !== cells.length;
    // Tiles glide when a line slides; from one board to quite another they would only whirl.
    const slides = !rebuilt && isOneMove(this.cells, cells, shape);
    Object.assign(this, { shape, cells, goal });
    if (rebuilt) {
      this.build();
      this.resize();
    } else {
      this.arrange(animate && slides);
    }
    this.describe();
  }

  build() {
    const [width, height, depth] = this.shape;
    const hadFocus = this.hasFocus;
    this.tiles.clear();
    this.trays = Array.from({ length: depth }, (_, z) =>
      el("div", { class: "tray" }, depth > 1 ? el("span", { class: "layer-name" }, layerName(z, depth)) : null),
    );
    for (let number = 1; number < this.cells.length; number++) {
      this.tiles.set(number, el("div", { class: "tile", "data-tile": number }, String(number)));
    }
    this.places = this.cells.map(() => el("div", { class: "cell", role: "gridcell", tabindex: -1 }));
    const row = (z, y) => el("div", { role: "row" }, this.places.slice((z * height + y) * width, (z * height + y + 1) * width));
    const layers = Array.from({ length: depth }, (_, z) =>
      el("div", { role: "rowgroup", "aria-label": depth > 1 ? layerName(z, depth) : null }, Array.from({ length: height }, (_, y) => row(z, y))),
    );
    const name = `Board, ${shapeText(this.shape).replaceAll("x", " by ")}`;
    put(
      this.box,
      el("div", { role: "grid", "aria-label": name, "aria-describedby": "keys", "aria-colcount": width, "aria-rowcount": height * depth }, layers),
      el("div", { "aria-hidden": "true" }, this.trays, [...this.tiles.values()]),
    );
    this.rove(this.cells.indexOf(0));
    if (hadFocus) this.focus();
  }

  /** Takes the room there is, and puts everything in its place. */
  resize() {
    if (!this.shape) return;
    const [width, height] = this.shape;
    const tallest = parseFloat(getComputedStyle(this.box).maxHeight) || 420;
    const { unit, across, down, corner } = layout(this.shape, this.box.clientWidth - 12, tallest - 12);
    this.unit = unit;
    const left = (this.box.clientWidth - across * unit) / 2;
    this.box.style.height = `${down * unit}px`;
    this.box.style.setProperty("--unit", `${unit}px`);
    this.at = (cell) => {
      const { x, y, z } = place(cell, this.shape);
      return { x: left + (corner(z).x + x) * unit, y: (corner(z).y + y) * unit };
    };
    this.trays.forEach((tray, z) => {
      moveTo(tray, { x: left + corner(z).x * unit, y: corner(z).y * unit });
      tray.style.width = `${width * unit}px`;
      tray.style.height = `${height * unit}px`;
    });
    this.places.forEach((node, cell) => moveTo(node, this.at(cell)));
    this.arrange(false);
  }

  /** Puts the tiles in their cells. It asks for no sizes, so it costs no layout. */
  arrange(animate) {
    if (!this.at) return;
    this.box.classList.toggle("still", !animate);
    this.cells.forEach((number, cell) => number > 0 && moveTo(this.tiles.get(number), this.at(cell)));
  }

  describe() {
    this.box.classList.toggle("solved", same(this.cells, this.goal));
    this.cells.forEach((number, cell) => {
      const movable = number > 0 && pushed(this.cells, cell, this.shape).length > 0;
      const home = number > 0 && this.goal[cell] === number;
      const text = number === 0 ? "blank" : `${number}${home ? ", at home" : ""}${movable ? ", can slide" : ""}`;
      const where = this.places[cell];
      if (where.textContent !== text) where.textContent = text;
      const tile = this.tiles.get(number);
      tile?.classList.toggle("home", home);
      tile?.classList.toggle("movable", movable);
    });
    if (!this.hasFocus) this.rove(this.cells.indexOf(0));
  }

  /** One cell is reached by Tab: the one that had the focus last, or the blank. */
  rove(cell) {
    if (cell < 0) return;
    for (const each of this.places) each.tabIndex = -1;
    this.focused = cell;
    this.places[cell].tabIndex = 0;
  }

  focus() {
    this.places[this.focused]?.focus({ preventScroll: true });
  }

  /** Arrow keys slide, for all of the page; with Shift they look around on the board. */
  key(event) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.push(this.focused);
      return;
    }
    const [width, height, depth] = this.shape;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (!event.shiftKey || (!dx && !dy)) return;
    event.preventDefault();
    event.stopPropagation();
    const { x } = place(this.focused, this.shape);
    const row = Math.floor(this.focused / width) + dy;
    if (x + dx < 0 || x + dx >= width || row < 0 || row >= height * depth) return;
    this.rove(row * width + x + dx);
    this.focus();
  }

  /** Marks tiles: a map from number to { class, badge }. */
  mark(marks) {
    for (const [number, tile] of this.tiles) {
      const mark = marks.get(number);
      tile.dataset.mark = mark?.class ?? "";
      tile.dataset.badge = mark?.badge ?? "";
    }
  }

  cellOf(target) {
    const tile = target.closest?.(".tile");
    return tile ? this.cells.indexOf(Number(tile.dataset.tile)) : -1;
  }

  push(cell) {
    const line = cell < 0 ? [] : pushed(this.cells, cell, this.shape);
    if (line.length > 0) this.slide(line);
  }

  /** A press becomes a click, the drag of one tile, or a swipe over the board. */
  press(down) {
    if (down.button !== 0) return;
    const cell = this.cellOf(down.target);
    // From now on the arrow keys are the board's.
    if (cell >= 0) this.rove(cell);
    this.focus();
    down.preventDefault();
    const tile = cell >= 0 && down.target.closest(".tile");
    const free = cell >= 0 && pushed(this.cells, cell, this.shape).length === 1;
    const from = cell >= 0 && this.at(cell);
    const to = free && this.at(this.cells.indexOf(0));
    // Between layers the blank is far away: there a drag counts as a click.
    const near = free && Math.hypot(to.x - from.x, to.y - from.y) < this.unit * 1.1;
    let along = 0;
    const move = (event) => {
      if (!near) return;
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      const [ux, uy] = [(to.x - from.x) / this.unit, (to.y - from.y) / this.unit];
      along = Math.max(0, Math.min(1, (dx * ux + dy * uy) / this.unit));
      tile.classList.add("dragged");
      tile.style.transform = `translate(${from.x + along * (to.x - from.x)}px, ${from.y + along * (to.y - from.y)}px)`;
    };
    const up = (event) => {
      stop();
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (event.type === "pointerup") {
        if (near && along > 0.4) this.slide([cell]);
        else if (Math.hypot(dx, dy) < 6) this.push(cell);
        else if (along === 0 && Math.hypot(dx, dy) > SWIPE) this.swipe(dx, dy);
      }
      this.arrange(true);
    };
    const stop = () => {
      if (tile) tile.classList.remove("dragged");
      removeEventListener("pointermove", move);
      for (const end of ["pointerup", "pointercancel"]) removeEventListener(end, up);
    };
    addEventListener("pointermove", move);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, up);
  }

  swipe(dx, dy) {
    const direction = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up";
    const cell = sliding(this.cells, direction, this.shape);
    if (cell >= 0) this.slide([cell]);
  }
}
