// The search tree on a canvas: what is in view, how one moves about in it, and the node that is picked.

import { wantsStillness } from "./dom.js";
import { layoutFor } from "./tree-layout.js";
import { drawTree, palette, treeSvg } from "./tree-draw.js";
import { TreeSheet } from "./tree-sheet.js";

const LEGIBLE = 24;
const CLOSEST = 110;
const WIDEST = 44;

export class Tree {
  /** `pick(id)` is called when a node is clicked, with null beside all nodes. */
  constructor(canvas, pick) {
    Object.assign(this, { canvas, pick, scaleX: 30, scaleY: 30, x: 0, y: 0, follow: true, selected: null, layout: null, wide: 0, high: 0, pointers: new Map(), sheet: new TreeSheet() });
    new ResizeObserver(() => this.resize()).observe(canvas);
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  load(trace) {
    Object.assign(this, { trace, layout: null, zoomed: false, selected: null });
    this.repaint();
    this.resize();
  }

  /** The colours have changed. */
  repaint() {
    this.colours = palette(this.canvas);
    this.redraw();
  }

  /** Shows the trace as it is now. */
  show() {
    const { trace } = this;
    const now = trace.current();
    const node = trace.nodes.get(now?.id) ?? trace.nodes.values().next().value;
    if (!node || node.status === null) {
      this.layout = null;
      return this.redraw();
    }
    const before = this.layout;
    const fresh = before?.root !== node.root;
    this.layout = layoutFor(trace, node.root, trace.step, before);
    if (this.layout !== before) this.place(fresh);
    this.way = now ? trace.path(now.id) : [];
    if (fresh && !this.zoomed) this.fit();
    if (this.follow) {
      // To follow a search one must see its nodes; the whole tree is a button away.
      if (!this.zoomed) {
        const [wholeX, wholeY] = this.whole();
        this.scaleX = this.scaleY = Math.max(Math.min(wholeX, wholeY), LEGIBLE);
      }
      this.bring(node);
    }
    this.redraw();
  }

  /** Moves nodes to their places: small trees glide there, large ones jump. */
  place(fresh) {
    const gliding = !fresh && !wantsStillness() && this.layout.isExact;
    for (const node of this.layout.nodes) {
      if (!gliding) [node.x, node.y] = [node.tx, node.ty];
      else if (node.step === this.trace.step) [node.x, node.y] = node.parent ? [node.parent.x, node.parent.y] : [node.tx, node.ty];
    }
    this.moving = gliding;
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    const { clientWidth: wide, clientHeight: high } = this.canvas;
    [this.wide, this.high] = [wide, high];
    this.canvas.width = wide * ratio;
    this.canvas.height = high * ratio;
    this.ratio = ratio;
    if (this.trace) this.redraw();
  }

  fit() {
    const { high } = this;
    if (!this.layout || !high) return;
    [this.scaleX, this.scaleY] = this.whole();
    this.zoomed = false;
    const { width, height } = this.layout;
    [this.x, this.y] = [width / 2, Math.max(height / 2, (high / 2 - 30) / this.scaleY)];
    this.target = null;
    this.redraw();
  }

  /** The scales at which the whole tree is in view. */
  whole() {
    const { wide, high } = this;
    const { width, height } = this.layout;
    return [
      Math.min(WIDEST, (wide - 40) / Math.max(width, 1)),
      Math.min(WIDEST, (high - 50) / Math.max(height, 1)),
    ];
  }

  zoom(factor, at = null) {
    this.zoomed = true;
    const { wide, high } = this;
    const [px, py] = at ?? [wide / 2, high / 2];
    const scaled = (scale) => Math.min(CLOSEST, Math.max(0.002, scale * factor));
    const [dx, dy] = [px - wide / 2, py - high / 2];
    const [scaleX, scaleY] = [scaled(this.scaleX), Math.max(2, scaled(this.scaleY))];
    this.x += dx / this.scaleX - dx / scaleX;
    this.y += dy / this.scaleY - dy / scaleY;
    [this.scaleX, this.scaleY] = [scaleX, scaleY];
    this.target = null;
    this.redraw();
  }

  /** Only with Ctrl, as pinching on a touchpad has it too: without, the page scrolls on. */
  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * 0.004), [event.clientX - box.left, event.clientY - box.top]);
  }

  key(event) {
    const [dx, dy] = { ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60] }[event.key] ?? [0, 0];
    if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") this.fit();
    else if (dx || dy) this.pan(dx, dy);
    else return;
    event.preventDefault();
  }

  pan(dx, dy) {
    this.x += dx / this.scaleX;
    this.y += dy / this.scaleY;
    this.target = null;
    this.redraw();
  }

  /** One finger or the mouse pans, two fingers pinch, a press without moving picks. */
  press(down) {
    this.canvas.setPointerCapture(down.pointerId);
    this.pointers.set(down.pointerId, [down.clientX, down.clientY]);
    let moved = 0;
    const move = (event) => {
      if (event.pointerId !== down.pointerId) return;
      const [x, y] = this.pointers.get(down.pointerId);
      const other = [...this.pointers].find(([id]) => id !== down.pointerId)?.[1];
      moved += Math.hypot(event.clientX - x, event.clientY - y);
      this.pointers.set(down.pointerId, [event.clientX, event.clientY]);
      if (!other) return this.pan(x - event.clientX, y - event.clientY);
      const box = this.canvas.getBoundingClientRect();
      const spread = Math.hypot(event.clientX - other[0], event.clientY - other[1]) / Math.max(1, Math.hypot(x - other[0], y - other[1]));
      this.zoom(spread, [(event.clientX + other[0]) / 2 - box.left, (event.clientY + other[1]) / 2 - box.top]);
    };
    const up = (event) => {
      if (event.pointerId !== down.pointerId) return;
      this.pointers.delete(down.pointerId);
      this.canvas.removeEventListener("pointermove", move);
      for (const end of ["pointerup", "pointercancel"]) this.canvas.removeEventListener(end, up);
      if (moved < 5 && event.type === "pointerup") this.choose(event);
    };
    this.canvas.addEventListener("pointermove", move);
    for (const end of ["pointerup", "pointercancel"]) this.canvas.addEventListener(end, up);
  }

  choose(event) {
    if (!this.layout) return;
    const box = this.canvas.getBoundingClientRect();
    const px = event.clientX - box.left - box.width / 2 + this.x * this.scaleX;
    const py = event.clientY - box.top - box.height / 2 + this.y * this.scaleY;
    const reach = Math.max(12, Math.min(this.scaleX, this.scaleY) * 0.5);
    const distance = (node) => Math.hypot(node.x * this.scaleX - px, node.y * this.scaleY - py);
    const near = this.layout.nodes.filter((node) => node.status !== null && distance(node) < reach);
    this.selected = near.reduce((a, b) => (!a || distance(b) < distance(a) ? b : a), null)?.id ?? null;
    this.pick(this.selected);
    this.redraw();
  }

  /** Moves the view if a node is near its edge or beyond. */
  bring(node) {
    const { wide, high } = this;
    const [halfX, halfY] = [(wide * 0.18) / this.scaleX, (high * 0.22) / this.scaleY];
    const towards = (at, centre, half) => Math.max(at - half, Math.min(at + half, centre));
    this.target = [towards(node.tx, this.x, halfX), towards(node.ty, this.y, halfY)];
    // Gliding draws the tree many times for one step: large trees jump.
    if (wantsStillness() || !this.layout.isExact) [this.x, this.y] = this.target;
  }

  redraw() {
    if (this.frame || !this.trace) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      if (this.moving) this.moving = this.glide();
      if (this.target) {
        const [dx, dy] = [this.target[0] - this.x, this.target[1] - this.y];
        if (Math.abs(dx) * this.scaleX + Math.abs(dy) * this.scaleY < 1) {
          [this.x, this.y] = this.target;
          this.target = null;
        } else {
          [this.x, this.y] = [this.x + dx * 0.3, this.y + dy * 0.3];
        }
      }
      this.draw();
      if (this.target || this.moving) this.redraw();
    });
  }

  /** Moves the nodes a little nearer to their places; false once all are there. */
  glide() {
    let farthest = 0;
    for (const node of this.layout?.nodes ?? []) {
      const [dx, dy] = [node.tx - node.x, node.ty - node.y];
      farthest = Math.max(farthest, Math.abs(dx) * this.scaleX, Math.abs(dy) * this.scaleY);
      [node.x, node.y] = [node.x + dx * 0.35, node.y + dy * 0.35];
    }
    if (farthest >= 1) return true;
    for (const node of this.layout?.nodes ?? []) [node.x, node.y] = [node.tx, node.ty];
    return false;
  }

  draw() {
    const { canvas, trace, layout, way, selected, colours, sheet, scaleX, scaleY, x, y } = this;
    const pen = canvas.getContext("2d");
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    const at = { scaleX, scaleY, x, y, width: this.wide, height: this.high, ratio: this.ratio };
    drawTree(pen, { trace, layout, gliding: this.moving, way: way ?? [], selected, colours, at, sheet });
  }

  /** The tree of this step as an SVG file. */
  svg() {
    return treeSvg({ trace: this.trace, layout: this.layout, way: this.way ?? [], colours: this.colours });
  }
}
