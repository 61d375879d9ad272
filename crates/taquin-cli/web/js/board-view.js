// The board drawn: layers side by side, and for boxes a cube that can be turned. Tiles are buttons;
// they slide when clicked, dragged, swiped or asked by key.

import { place, pushed, same, shapeText, sliding } from "./board.js";
import { el, put } from "./dom.js";

const GAP_BETWEEN_LAYERS = 0.45;
const SWIPE = 24;

/** How the layers are laid out: columns of layers, and the size of everything in cells. */
function layout([width, height, depth]) {
  const columns = depth * width <= 9 ? depth : Math.min(depth, 2);
  const rows = Math.ceil(depth / columns);
  const caption = depth > 1 ? 0.5 : 0;
  return {
    columns,
    across: columns * width + (columns - 1) * GAP_BETWEEN_LAYERS,
    down: rows * (height + caption) + (rows - 1) * GAP_BETWEEN_LAYERS,
    corner: (z) => ({
      x: (z % columns) * (width + GAP_BETWEEN_LAYERS),
      y: Math.floor(z / columns) * (height + caption + GAP_BETWEEN_LAYERS) + caption,
    }),
  };
}

const layerName = (z, depth) => (z === 0 ? "top" : z === depth - 1 ? "bottom" : `layer ${z + 1}`);

export class BoardView {
  /** `slide(cells)` is called with the cells whose tiles are to slide, nearest to the blank first. */
  constructor(box, slide) {
    this.box = box;
    this.slide = slide;
    this.tiles = new Map();
    new ResizeObserver(() => this.arrange(false)).observe(box);
    box.addEventListener("pointerdown", (event) => this.press(event));
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        const cell = this.cellOf(event.target);
        if (cell >= 0) {
          event.preventDefault();
          this.push(cell);
        }
      }
    });
  }

  show({ shape, cells, goal }, animate = true) {
    const rebuilt = !this.shape || shapeText(this.shape) !== shapeText(shape) || this.cells.length !== cells.length;
    Object.assign(this, { shape, cells, goal });
    if (rebuilt) this.build();
    this.arrange(animate && !rebuilt);
    this.describe();
  }

  build() {
    const depth = this.shape[2];
    this.layout = layout(this.shape);
    this.tiles.clear();
    this.trays = Array.from({ length: depth }, (_, z) =>
      el("div", { class: "tray" }, depth > 1 ? el("span", { class: "layer-name" }, layerName(z, depth)) : null),
    );
    for (let number = 1; number < this.cells.length; number++) {
      this.tiles.set(number, el("button", { type: "button", class: "tile", "data-tile": number }, String(number)));
    }
    put(this.box, this.trays, [...this.tiles.values()]);
  }

  arrange(animate) {
    if (!this.shape) return;
    const [width, height, depth] = this.shape;
    const { across, down, corner } = this.layout;
    const most = depth > 1 ? 58 : 132;
    this.unit = Math.min(this.box.clientWidth / across, most, (depth > 3 ? 400 : depth > 1 ? 300 : 420) / (down || 1));
    const unit = this.unit;
    const left = (this.box.clientWidth - across * unit) / 2;
    this.box.style.height = `${down * unit}px`;
    this.box.classList.toggle("still", !animate);
    this.box.style.setProperty("--unit", `${unit}px`);
    this.at = (cell) => {
      const { x, y, z } = place(cell, this.shape);
      return { x: left + (corner(z).x + x) * unit, y: (corner(z).y + y) * unit };
    };
    this.trays.forEach((tray, z) => {
      tray.style.transform = `translate(${left + corner(z).x * unit}px, ${corner(z).y * unit}px)`;
      tray.style.width = `${width * unit}px`;
      tray.style.height = `${height * unit}px`;
    });
    this.cells.forEach((number, cell) => {
      const tile = this.tiles.get(number);
      if (tile) {
        const { x, y } = this.at(cell);
        tile.style.transform = `translate(${x}px, ${y}px)`;
      }
    });
  }

  describe() {
    const depth = this.shape[2];
    const solved = same(this.cells, this.goal);
    this.box.classList.toggle("solved", solved);
    this.cells.forEach((number, cell) => {
      const tile = this.tiles.get(number);
      if (!tile) return;
      const { x, y, z } = place(cell, this.shape);
      const movable = pushed(this.cells, cell, this.shape).length === 1;
      tile.classList.toggle("home", this.goal[cell] === number);
      tile.classList.toggle("movable", movable);
      tile.tabIndex = movable ? 0 : -1;
      const layer = depth > 1 ? `, ${layerName(z, depth)}` : "";
      tile.setAttribute(
        "aria-label",
        `Tile ${number}, row ${y + 1}, column ${x + 1}${layer}${movable ? ", can slide" : ""}`,
      );
    });
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
    const line = pushed(this.cells, cell, this.shape);
    if (line.length > 0) this.slide(line);
  }

  /** A press becomes a click, the drag of one tile, or a swipe over the board. */
  press(down) {
    if (down.button !== 0) return;
    const cell = this.cellOf(down.target);
    const tile = cell >= 0 && down.target.closest(".tile");
    const free = cell >= 0 && pushed(this.cells, cell, this.shape).length === 1;
    const from = cell >= 0 && this.at(cell);
    const to = free && this.at(this.cells.indexOf(0));
    // Between layers the blank is far away: there a drag counts as a click.
    const near = free && Math.hypot(to.x - from.x, to.y - from.y) < this.unit * 1.1;
    let along = 0;
    const move = (event) => {
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (near) {
        const [ux, uy] = [(to.x - from.x) / this.unit, (to.y - from.y) / this.unit];
        along = Math.max(0, Math.min(1, (dx * ux + dy * uy) / this.unit));
        tile.classList.add("dragged");
        tile.style.transform = `translate(${from.x + along * (to.x - from.x)}px, ${from.y + along * (to.y - from.y)}px)`;
      }
    };
    const up = (event) => {
      stop();
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      tile && tile.classList.remove("dragged");
      if (near && along > 0.4) this.slide([cell]);
      else if (Math.hypot(dx, dy) < 6) this.push(cell);
      else if (along === 0 && Math.hypot(dx, dy) > SWIPE) this.swipe(dx, dy);
      this.arrange(true);
    };
    const cancelled = () => {
      stop();
      tile && tile.classList.remove("dragged");
      this.arrange(true);
    };
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancelled);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancelled);
  }

  swipe(dx, dy) {
    const direction = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up";
    const cell = sliding(this.cells, direction, this.shape);
    if (cell >= 0) this.slide([cell]);
  }
}

/** A small board that only shows. `marked` is a cell to point out. */
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

/** The cube: every tile a small cube in space, turned by dragging, by buttons and by keys. */
export class CubeView {
  constructor(box, stage, cube, slide) {
    Object.assign(this, { box, stage, cube, slide, turnX: -24, turnY: -32 });
    stage.addEventListener("pointerdown", (event) => this.press(event));
    stage.addEventListener("keydown", (event) => {
      const turn = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" }[event.key];
      if (turn) {
        event.preventDefault();
        event.stopPropagation();
        this.turn(turn);
      }
    });
    for (const button of box.querySelectorAll("[data-turn]")) {
      button.addEventListener("click", () => this.turn(button.dataset.turn));
    }
    new ResizeObserver(() => this.arrange()).observe(stage);
  }

  turn(way) {
    if (way === "left") this.turnY -= 30;
    if (way === "right") this.turnY += 30;
    if (way === "up") this.turnX = Math.min(70, this.turnX + 20);
    if (way === "down") this.turnX = Math.max(-70, this.turnX - 20);
    this.pose();
  }

  press(down) {
    const [turnX, turnY] = [this.turnX, this.turnY];
    this.cube.classList.add("held");
    const move = (event) => {
      this.turnY = turnY + (event.clientX - down.clientX) * 0.5;
      this.turnX = Math.max(-85, Math.min(85, turnX - (event.clientY - down.clientY) * 0.5));
      this.pose();
    };
    const up = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      this.cube.classList.remove("held");
      const moved = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      const number = Number(down.target.closest?.(".cubie")?.dataset.tile ?? 0);
      const line = number ? pushed(this.cells, this.cells.indexOf(number), this.shape) : [];
      if (event.type === "pointerup" && moved < 6 && line.length > 0) this.slide(line);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  show({ shape, cells, goal }) {
    this.box.hidden = shape[2] === 1;
    if (shape[2] === 1) return;
    const rebuilt = !this.shape || shapeText(this.shape) !== shapeText(shape);
    Object.assign(this, { shape, cells, goal });
    if (rebuilt) {
      this.cubies = new Map();
      for (let number = 1; number < cells.length; number++) {
        const faces = ["front", "back", "right", "left", "top", "bottom"];
        const cubie = el(
          "div",
          { class: "cubie", "data-tile": number },
          faces.map((face) => el("span", { class: `face ${face}` }, String(number))),
        );
        this.cubies.set(number, cubie);
      }
      put(this.cube, [...this.cubies.values()]);
    }
    this.arrange();
  }

  arrange() {
    if (!this.shape || this.shape[2] === 1) return;
    const [width, height, depth] = this.shape;
    const step = Math.min(this.stage.clientWidth, this.stage.clientHeight * 1.25) / (Math.max(width, height, depth) * 2.05);
    this.cube.style.setProperty("--side", `${step * 0.74}px`);
    this.cells.forEach((number, cell) => {
      const cubie = this.cubies.get(number);
      if (!cubie) return;
      const { x, y, z } = place(cell, this.shape);
      // Reading order: rows run towards the viewer, layers downwards.
      const at = [(x - (width - 1) / 2) * step, (z - (depth - 1) / 2) * step, (y - (height - 1) / 2) * step];
      cubie.style.transform = `translate3d(${at[0]}px, ${at[1]}px, ${at[2]}px)`;
      cubie.classList.toggle("home", this.goal[cell] === number);
      cubie.classList.toggle("movable", pushed(this.cells, cell, this.shape).length === 1);
    });
    this.pose();
  }

  pose() {
    this.cube.style.transform = `rotateX(${this.turnX}deg) rotateY(${this.turnY}deg)`;
  }

  mark(marks) {
    for (const [number, cubie] of this.cubies ?? []) cubie.dataset.mark = marks.get(number)?.class ?? "";
  }
}

