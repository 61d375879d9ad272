// The search tree as a table that opens and closes (an ARIA treegrid), for those who do not see the picture and for all who
// want to read boards and sums. It says the same as the picture: every node, its state, and where it belongs.

import { boardText, parseCells, parseShape } from "./board.js";
import { el, grouped, put } from "./dom.js";
import { sumText } from "./node-rows.js";

/** More rows than this are not read at once: one opens the part that is wanted. */
const MOST_ROWS = 300;
const COLUMNS = ["Node", "Board", "g + h = f", "State"];

export class TreeGrid {
  /** `pick(id)` is called when a row is chosen. */
  constructor(box, pick) {
    Object.assign(this, { box, pick, opened: new Set(), at: null, rows: [] });
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("click", (event) => {
      const row = event.target.closest("[data-node]");
      if (row) this.choose(this.node(row));
    });
  }

  load(trace) {
    Object.assign(this, { trace, at: null, shape: parseShape(trace.start.shape) });
    this.opened.clear();
  }

  /** Shows the tree of a step: the way to the node that is taken up is open. */
  show() {
    if (this.box.hidden || !this.trace) return;
    const now = this.trace.current();
    const current = this.trace.nodes.get(now?.id) ?? this.trace.nodes.values().next().value;
    for (let node = current; node; node = node.parent) this.opened.add(node);
    this.at = current;
    this.draw(current?.root);
  }

  kids(node) {
    return node.kids.filter(({ status }) => status !== null);
  }

  /** The nodes that are to be seen, parents first. */
  list(root) {
    const rows = [];
    const stack = root && root.status !== null ? [[root, 1, 1, 1]] : [];
    while (stack.length > 0 && rows.length < MOST_ROWS) {
      const [node, level, place, among] = stack.pop();
      rows.push({ node, level, place, among });
      if (!this.opened.has(node)) continue;
      const kids = this.kids(node);
      kids.map((kid, index) => [kid, level + 1, index + 1, kids.length]).reverse().forEach((kid) => stack.push(kid));
    }
    this.isCut = stack.length > 0;
    return rows;
  }

  draw(root) {
    const hadFocus = this.box.contains(document.activeElement);
    this.root = root;
    this.rows = this.list(root);
    const now = this.trace.current()?.id;
    const head = el("div", { role: "row", class: "tree-row head" }, COLUMNS.map((name) => el("span", { role: "columnheader" }, name)));
    put(this.box, head, this.rows.map((row) => this.row(row, now)));
    if (this.isCut) this.box.append(el("div", { role: "row", class: "tree-row" }, el("span", { role: "gridcell" }, `The first ${grouped(MOST_ROWS)} rows; close some to see more.`)));
    this.rove(this.at, hadFocus);
  }

  row({ node, level, place, among }, now) {
    const { id, event, status } = node;
    const expanded = this.kids(node).length > 0 ? String(this.opened.has(node)) : null;
    const cells = [event.move ? `${id}, ${event.move}` : String(id), boardText(parseCells(event.board), this.shape), sumText(event), id === now ? "now" : status];
    const properties = { role: "row", class: `tree-row ${id === now ? "current" : ""}`, "data-node": id, tabindex: -1, "aria-level": level, "aria-posinset": place, "aria-setsize": among, "aria-expanded": expanded };
    const row = el("div", properties, cells.map((text) => el("span", { role: "gridcell" }, text)));
    row.style.setProperty("--level", Math.min(level, 12));
    return row;
  }

  node(row) {
    return this.rows[[...this.box.querySelectorAll("[data-node]")].indexOf(row)]?.node;
  }

  /** One row is reached by Tab. */
  rove(node, focus) {
    const index = Math.max(0, this.rows.findIndex((row) => row.node === node));
    this.at = this.rows[index]?.node ?? null;
    const all = this.box.querySelectorAll("[data-node]");
    all.forEach((row, place) => (row.tabIndex = place === index ? 0 : -1));
    if (focus) all[index]?.focus();
  }

  toggle(node, open) {
    if (open) this.opened.add(node);
    else this.opened.delete(node);
    this.at = node;
    this.draw(this.root);
  }

  choose(node) {
    this.rove(node, true);
    this.pick(node.id);
  }

  key(event) {
    const index = this.rows.findIndex(({ node }) => node === this.at);
    if (index < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { at } = this;
    const isOpen = this.opened.has(at) && this.kids(at).length > 0;
    const to = (node) => node && this.rove(node, true);
    const act = {
      ArrowDown: () => to(this.rows[index + 1]?.node),
      ArrowUp: () => to(this.rows[index - 1]?.node),
      Home: () => to(this.rows[0].node),
      End: () => to(this.rows.at(-1).node),
      ArrowRight: () => (isOpen ? to(this.kids(at)[0]) : this.kids(at).length > 0 && this.toggle(at, true)),
      ArrowLeft: () => (isOpen ? this.toggle(at, false) : to(at.parent)),
      Enter: () => this.pick(at.id),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}
