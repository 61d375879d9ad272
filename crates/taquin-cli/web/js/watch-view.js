// One step of a search on the page: the sentence, the pseudocode, the node with its children, the lists and the tree.

import { parseCells, parseShape } from "./board.js";
import { $, announce, count, el, put, write } from "./dom.js";
import { linesOf, pseudocode, sentenceOf } from "./narrate.js";
import { NodeCards } from "./node-cards.js";
import { NodeRows, sumText } from "./node-rows.js";
import { Tree } from "./tree.js";
import { TreeGrid } from "./tree-grid.js";

const FATES = {
  generate: ["new", "new: onto open"],
  duplicate: ["duplicate", "known: no shorter way"],
  improve: ["improved", "known: this way is shorter"],
  reopen: ["reopened", "was closed: this way is shorter"],
  prune: ["pruned", "f is above the bound"],
};
const LEGENDS = {
  lists: [["now", "being expanded"], ["open", "open"], ["closed", "closed"], ["goal", "goal"], ["path", "way to it"], ["duplicate", "known already"]],
  idastar: [["now", "being visited"], ["path", "path: all that it remembers"], ["closed", "left behind"], ["open", "still to come"], ["pruned", "above the bound"], ["goal", "goal"]],
  other: [["now", "being expanded"], ["open", "made"], ["closed", "expanded"], ["pruned", "left out"], ["goal", "goal"], ["path", "way to it"]],
};
const MOST_SHOWN = 24;

export class WatchView {
  constructor(pick) {
    this.pick = pick;
    this.disguised = false;
    this.tree = new Tree($("tree"), (id) => this.inspect(id));
    this.grid = new TreeGrid($("tree-grid"), (id) => this.inspect(id));
    this.now = new NodeCards($("now"), "div");
    this.kids = new NodeCards($("children"), "li");
    this.open = new NodeRows($("open-list"), (id) => this.inspect(id));
    this.closed = new NodeRows($("closed-list"), (id) => this.inspect(id));
  }

  load(trace) {
    this.trace = trace;
    this.shape = parseShape(trace.start.shape);
    this.goal = parseCells(trace.start.goal);
    this.open.reset(trace.start.shape);
    this.closed.reset(trace.start.shape);
    this.tree.load(trace);
    this.grid.load(trace);
    this.showCode();
    const legend = LEGENDS[trace.keepsLists ? "lists" : trace.algorithm] ?? LEGENDS.other;
    put($("legend"), legend.map(([key, text]) => el("li", {}, el("i", { class: `k-${key}` }), text)));
    $("code").hidden = pseudocode(trace.algorithm) === null;
    $("closed-title").parentElement.hidden = !trace.keepsLists;
    $("lists").classList.toggle("single", !trace.keepsLists);
    $("open-title").textContent = trace.keepsLists ? "Open list" : "Path to this node";
    this.bounds = -1;
  }

  showCode() {
    const lines = pseudocode(this.trace.algorithm) ?? [];
    this.lines = lines.map(([what, text]) => ({ what, node: el("li", {}, text) }));
    put($("code"), this.lines.map(({ node }) => node));
  }

  /** Shows the step that the trace is at. */
  show() {
    const { trace } = this;
    const now = trace.current();
    write($("sentence"), sentenceOf(trace));
    const lit = linesOf(trace);
    for (const { what, node } of this.lines) {
      const look = what && lit.includes(what) ? (what === lit[0] ? "current" : "lit") : "";
      if (node.className === look) continue;
      node.className = look;
      if (look === "current") node.setAttribute("aria-current", "step");
      else node.removeAttribute("aria-current");
    }
    this.showIterations();
    this.showNow(now);
    this.showLists(now);
    this.tree.selected = null;
    this.tree.show();
    this.grid.show();
    const { duplicate, reopen, improve } = trace.met;
    $("tree").setAttribute("aria-label", `Search tree with ${trace.count} nodes; ${duplicate} duplicates, ${improve} improved, ${reopen} reopened so far`);
  }

  showIterations() {
    const { iterations, iteration } = this.trace;
    const key = iterations.length * 10000 + iteration;
    if (key === this.bounds) return;
    this.bounds = key;
    $("iterations").hidden = iterations.length === 0;
    const look = (index) => (index === iteration ? "current" : index < iteration ? "past" : "");
    put($("iterations"), iterations.map(({ bound }, index) => el("li", { class: look(index), "aria-current": index === iteration ? "step" : null }, `bound ${bound}`)));
  }

  showNow(now) {
    const { trace } = this;
    if (!now) {
      write($("now-title"), "Being expanded");
      write($("children-title"), "Nothing yet: only the start is waiting.");
      this.now.show([], this.shape);
      this.kids.show([], this.shape);
      return;
    }
    write($("now-title"), now.event === "goal" ? "The goal" : trace.keepsLists ? "Being expanded" : "Being visited");
    this.now.show([{ event: now, fate: now.event === "goal" ? "the goal" : "g + h = f", look: "", card: "current" }], this.shape);
    write($("children-title"), now.event === "goal" ? "The search is over" : "Its children");
    const cards = trace.childrenOf(now.id).map((child) => {
      const [look, text] = FATES[child.event];
      const later = child.step > trace.step;
      const fate = later ? "still to come" : trace.keepsLists || look !== "new" ? text : "new";
      return { event: child, fate: trace.algorithm === "beam" && look === "pruned" ? "others look better" : fate, look, card: later ? `${look} later` : look };
    });
    this.kids.show(cards, this.shape);
  }

  showLists(now) {
    const { trace } = this;
    const most = (size) => (size > MOST_SHOWN ? `, the first ${MOST_SHOWN} shown` : "");
    if (!trace.keepsLists) {
      const path = now ? trace.path(now.id) : [];
      const moves = count(Math.max(path.length - 1, 0), "move");
      write($("open-note"), trace.algorithm === "idastar" ? `${moves}: all that IDA* remembers` : `${moves} so far`);
      this.open.show(path.slice(-MOST_SHOWN), now?.id);
      return;
    }
    const order = { greedy: "smallest h first", bfs: "first in, first out" }[trace.algorithm] ?? "smallest f first";
    write($("open-note"), `${count(trace.open.size, "node")}, ${order}${most(trace.open.size)}`);
    // In an exercise the order must not tell.
    const queue = trace.queue(MOST_SHOWN);
    if (this.disguised) this.open.show(queue.sort((a, b) => a.id - b.id), undefined);
    else this.open.show(queue, null);
    write($("closed-note"), `${count(trace.closed.length, "node")}, latest first · ${count(trace.met.duplicate, "duplicate")}, ${trace.met.reopen} reopened`);
    this.closed.show(trace.closed.slice(-MOST_SHOWN).reverse().map((id) => trace.nodes.get(id)), now?.id);
  }

  /** A node of the tree or of a list was clicked: its board is shown in place of the one being expanded. */
  inspect(id) {
    if (this.pick(id)) return;
    const node = id === null ? null : this.trace.nodes.get(id);
    if (!node || node.status === null) return this.showNow(this.trace.current());
    this.tree.selected = id;
    this.tree.redraw();
    announce(`Node ${id}: ${sumText(node.event)}, ${node.status}`);
    write($("now-title"), "Picked");
    this.now.show([{ event: node.event, fate: node.status === "pruned" ? "above the bound" : node.status, look: "", card: "" }], this.shape);
    const made = this.trace.childrenOf(id).filter(({ step }) => step <= this.trace.step);
    write($("children-title"), made.length > 0 ? "Its children" : "It has no children yet.");
    this.kids.show(made.map((child) => ({ event: child, fate: FATES[child.event][1], look: FATES[child.event][0], card: FATES[child.event][0] })), this.shape);
  }
}
