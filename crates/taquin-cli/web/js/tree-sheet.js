// The picture of a large tree, kept from step to step: while the view stays where it is, a step forwards draws only what it
// changes. Where dots lie over each other, the one drawn last is seen.

import { drawDots, drawEdges, drawSmall } from "./tree-draw.js";

/** After more events than this at once the whole picture is drawn anew. */
const FEW = 200;

export class TreeSheet {
  constructor() {
    this.picture = document.createElement("canvas");
    this.pen = this.picture.getContext("2d");
    this.made = [];
    this.event = this.step = 0;
  }

  /** Puts the tree as the trace has it now onto a canvas. */
  show(pen, scene) {
    const { trace, layout, colours, at } = scene;
    const made = [trace, layout, colours, ...Object.values(at)];
    const changed = made.length === this.made.length && made.every((each, index) => each === this.made[index]) ? this.changed(trace) : null;
    if (changed === null) this.drawAll(scene);
    else if (changed.length > 0) this.drawSome(changed, scene);
    Object.assign(this, { made, event: trace.at, step: trace.step });
    pen.drawImage(this.picture, 0, 0, this.picture.width / at.ratio, this.picture.height / at.ratio);
  }

  /** The nodes that have changed since the picture was made, or null if that is no small thing. */
  changed(trace) {
    if (trace.at < this.event || trace.at - this.event > FEW) return null;
    const events = trace.events.slice(this.event, trace.at);
    // A node with another parent leaves an edge behind.
    if (events.some(({ event }) => event === "improve" || event === "reopen")) return null;
    return [...new Set(events.map(({ id }) => trace.nodes.get(id)))].filter((node) => node && node.status !== null);
  }

  drawAll(scene) {
    const { width, height, ratio } = scene.at;
    // This also clears it.
    [this.picture.width, this.picture.height] = [width * ratio, height * ratio];
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawSmall(this.pen, scene);
  }

  drawSome(nodes, { trace, layout, colours, at, radius }) {
    const mine = nodes.filter(({ root }) => root === layout.root);
    drawEdges(this.pen, trace, mine.filter(({ parent, step }) => parent && step > this.step), colours, at);
    drawDots(this.pen, [...new Set(mine.flatMap((node) => (node.parent ? [node.parent, node] : [node])))], colours, at, radius);
  }
}
