// The search tree on a canvas. It is laid out anew at every step, and nodes glide to their places, so
// that nothing jumps while it grows. Only what is in view is drawn.

import { parseCells } from "./board.js";
import { wantsStillness } from "./dom.js";

const DOWN = 1.7;
const LEGIBLE = 22;
/** Larger trees are put in place at once. */
const MOST_GLIDING = 4000;

/** The places of the nodes known so far: leaves side by side, parents above their children's middle. */
function layOut(root, isKnown) {
  const places = new Map();
  let leaves = 0;
  let deepest = 0;
  const stack = [[root, 0, null]];
  while (stack.length > 0) {
    const [node, depth, kids] = stack.pop();
    if (kids) {
      places.get(node).x = (places.get(kids[0]).x + places.get(kids.at(-1)).x) / 2;
      continue;
    }
    const known = node.kids.filter(isKnown);
    places.set(node, { x: known.length === 0 ? leaves++ : 0, y: depth * DOWN });
    deepest = Math.max(deepest, depth * DOWN);
    if (known.length > 0) {
      stack.push([node, depth, known]);
      for (let index = known.length - 1; index >= 0; index--) stack.push([known[index], depth + 1, null]);
    }
  }
  return { places, width: Math.max(leaves - 1, 0), height: deepest };
}

export class Tree {
  /** `pick(id)` is called when a node is clicked. */
  constructor(canvas, pick) {
    Object.assign(this, { canvas, pick, scale: 30, x: 0, y: 0, follow: true, selected: null });
    new ResizeObserver(() => this.resize()).observe(canvas);
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  load(trace) {
    this.trace = trace;
    this.root = null;
    this.zoomed = false;
    this.selected = null;
    this.drawn = [];
    this.resize();
  }

  /** Shows the trace as it is now. */
  show() {
    const { trace } = this;
    const now = trace.current();
    const node = trace.nodes.get(now?.id) ?? trace.nodes.values().next().value;
    if (!node || !trace.known.has(node.id)) {
      this.drawn = [];
      return this.redraw();
    }
    const root = trace.nodes.get(node.root);
    const fresh = root !== this.root;
    this.root = root;
    this.layout = layOut(root, (kid) => trace.known.has(kid.id));
    const gliding = !fresh && !wantsStillness() && this.layout.places.size < MOST_GLIDING;
    const before = new Set(fresh ? [] : this.drawn);
    this.drawn = [...this.layout.places.keys()];
    for (const [each, { x, y }] of this.layout.places) {
      if (!gliding) [each.x, each.y] = [x, y];
      else if (!before.has(each)) {
        const parent = trace.nodes.get(each.parent) ?? each;
        [each.x, each.y] = [parent.x ?? x, parent.y ?? y];
      }
    }
    this.moving = gliding;
    if (fresh) this.fit();
    if (this.follow) {
      // To follow a search one must see its nodes; the whole tree is a button away.
      if (!this.zoomed) this.scale = Math.max(this.whole(), LEGIBLE);
      this.bring(this.layout.places.get(node));
    }
    this.redraw();
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    const { clientWidth, clientHeight } = this.canvas;
    this.canvas.width = clientWidth * ratio;
    this.canvas.height = clientHeight * ratio;
    this.ratio = ratio;
    if (this.trace) this.redraw();
  }

  fit() {
    const { clientWidth, clientHeight } = this.canvas;
    if (!this.layout || !clientWidth) return;
    const { width, height } = this.layout;
    this.scale = this.whole();
    this.zoomed = false;
    [this.x, this.y] = [width / 2, Math.max(height / 2, (clientHeight / 2 - 30) / this.scale)];
    this.target = null;
    this.redraw();
  }

  /** The scale at which the whole tree is in view. */
  whole() {
    const { clientWidth, clientHeight } = this.canvas;
    const { width, height } = this.layout;
    const whole = Math.min((clientWidth - 60) / Math.max(width, 1), (clientHeight - 60) / Math.max(height, 1));
    return Math.max(2, Math.min(44, whole));
  }

  zoom(factor, at = null) {
    this.zoomed = true;
    const { clientWidth, clientHeight } = this.canvas;
    const [px, py] = at ?? [clientWidth / 2, clientHeight / 2];
    const [wx, wy] = [(px - clientWidth / 2) / this.scale, (py - clientHeight / 2) / this.scale];
    const scale = Math.max(2, Math.min(110, this.scale * factor));
    this.x += wx - (wx * this.scale) / scale;
    this.y += wy - (wy * this.scale) / scale;
    this.scale = scale;
    this.redraw();
  }

  wheel(event) {
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * 0.0016), [event.clientX - box.left, event.clientY - box.top]);
  }

  key(event) {
    const step = 60 / this.scale;
    const pan = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (pan) [this.x, this.y] = [this.x + pan[0], this.y + pan[1]];
    else if (event.key === "+" || event.key === "=") return this.zoom(1.25);
    else if (event.key === "-") return this.zoom(0.8);
    else if (event.key === "0") return this.fit();
    else return;
    event.preventDefault();
    this.redraw();
  }

  press(down) {
    this.canvas.setPointerCapture(down.pointerId);
    const [x, y] = [this.x, this.y];
    let moved = 0;
    const move = (event) => {
      moved = Math.max(moved, Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY));
      this.x = x - (event.clientX - down.clientX) / this.scale;
      this.y = y - (event.clientY - down.clientY) / this.scale;
      this.redraw();
    };
    const up = (event) => {
      this.canvas.removeEventListener("pointermove", move);
      this.canvas.removeEventListener("pointerup", up);
      this.canvas.removeEventListener("pointercancel", up);
      if (moved < 5 && event.type === "pointerup") this.choose(event);
    };
    this.canvas.addEventListener("pointermove", move);
    this.canvas.addEventListener("pointerup", up);
    this.canvas.addEventListener("pointercancel", up);
  }

  choose(event) {
    if (!this.trace) return;
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left - box.width / 2) / this.scale + this.x;
    const y = (event.clientY - box.top - box.height / 2) / this.scale + this.y;
    const near = this.drawn.find((node) => Math.hypot(node.x - x, node.y - y) < Math.max(0.5, 8 / this.scale));
    this.selected = near?.id ?? null;
    this.pick(this.selected);
    this.redraw();
  }

  /** Moves the view if a node is near its edge or beyond. */
  bring(node) {
    const { clientWidth, clientHeight } = this.canvas;
    const [halfX, halfY] = [(clientWidth * 0.18) / this.scale, (clientHeight * 0.22) / this.scale];
    const towards = (at, centre, half) => Math.max(at - half, Math.min(at + half, centre));
    this.target = [towards(node.x, this.x, halfX), towards(node.y, this.y, halfY)];
    if (wantsStillness()) [this.x, this.y] = this.target;
  }

  redraw() {
    if (this.frame || !this.trace) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      if (this.moving) this.moving = this.glide();
      if (this.target) {
        const [dx, dy] = [this.target[0] - this.x, this.target[1] - this.y];
        if (Math.hypot(dx, dy) * this.scale < 1) {
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
    for (const [node, { x, y }] of this.layout.places) {
      const [dx, dy] = [x - node.x, y - node.y];
      farthest = Math.max(farthest, Math.abs(dx), Math.abs(dy));
      [node.x, node.y] = [node.x + dx * 0.35, node.y + dy * 0.35];
    }
    const there = farthest * this.scale < 1;
    if (there) for (const [node, { x, y }] of this.layout.places) [node.x, node.y] = [x, y];
    return !there;
  }

  draw() {
    const { canvas, scale, trace } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(canvas);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const px = (node) => (node.x - this.x) * scale + width / 2;
    const py = (node) => (node.y - this.y) * scale + height / 2;
    const now = trace.current();
    const way = new Set(now ? trace.path(now.id).map(({ id }) => id) : []);
    const margin = scale * 2;
    const nodes = this.drawn;
    const inView = (node) => px(node) > -margin && px(node) < width + margin && py(node) > -margin && py(node) < height + margin;
    const edge = (from, to) => {
      const [x1, y1, x2, y2] = [px(from), py(from), px(to), py(to)];
      pen.moveTo(x1, y1);
      pen.bezierCurveTo(x1, (y1 + y2) / 2, x2, (y1 + y2) / 2, x2, y2);
    };
    const parentOf = (node) => trace.nodes.get(trace.known.get(node.id).parent ?? node.parent);
    for (const onWay of [false, true]) {
      pen.beginPath();
      pen.strokeStyle = colour(onWay ? "path" : "edge");
      pen.lineWidth = onWay ? 2.5 : 1;
      for (const node of nodes) {
        const parent = parentOf(node);
        if (parent && (way.has(node.id) && way.has(parent.id)) === onWay && (inView(node) || inView(parent))) edge(parent, node);
      }
      pen.stroke();
    }
    if (now && trace.nodes.has(now.id)) {
      pen.beginPath();
      pen.setLineDash([4, 4]);
      pen.strokeStyle = colour("duplicate");
      pen.lineWidth = 1.5;
      for (const child of trace.childrenOf(now.id)) {
        const other = trace.nodes.get(child.id);
        if (child.event === "duplicate" && other && trace.known.has(child.id) && other.root === this.root?.id) {
          edge(trace.nodes.get(now.id), other);
        }
      }
      pen.stroke();
      pen.setLineDash([]);
    }
    const radius = Math.max(1.5, Math.min(scale * 0.38, 30));
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const node of nodes) {
      if (!inView(node)) continue;
      const known = trace.known.get(node.id);
      const status = now?.id === node.id ? (known.status === "goal" ? "goal" : "now") : known.status;
      pen.beginPath();
      pen.fillStyle = colour(`node-${status}`);
      if (radius < 3) pen.rect(px(node) - radius, py(node) - radius, radius * 2, radius * 2);
      else pen.arc(px(node), py(node), radius, 0, 7);
      pen.fill();
      if (node.id === this.selected || status === "now" || status === "goal") {
        pen.strokeStyle = colour("ink");
        pen.lineWidth = 2;
        pen.stroke();
      }
      if (radius > 26) this.board(pen, known, px(node), py(node), radius, colour(`on-${status}`));
      else if (radius > 7.5) {
        pen.fillStyle = colour(`on-${status}`);
        pen.font = `600 ${Math.round(radius * 0.95)}px system-ui, sans-serif`;
        pen.fillText(String(known.f), px(node), py(node) + 0.5);
      }
    }
  }

  /** Close up, a node shows its board. */
  board(pen, node, x, y, radius, colour) {
    const width = Number(this.trace.start.shape.split("x")[0]);
    const cells = parseCells(node.board);
    if (cells.length > 16) {
      pen.fillStyle = colour;
      pen.font = "600 20px system-ui, sans-serif";
      pen.fillText(String(node.f), x, y);
      return;
    }
    const rows = cells.length / width;
    const step = (radius * 1.25) / Math.max(width, rows);
    pen.fillStyle = colour;
    pen.font = `600 ${Math.round(step * 0.75)}px system-ui, sans-serif`;
    cells.forEach((number, cell) => {
      if (number === 0) return;
      pen.fillText(
        String(number),
        x + ((cell % width) - (width - 1) / 2) * step,
        y + (Math.floor(cell / width) - (rows - 1) / 2) * step,
      );
    });
  }
}
