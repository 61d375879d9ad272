// Lists of nodes. A node's row is made once and moved where it belongs, so that a step changes few rows. Rows are picked by a
// click, or by arrow keys and Enter.

import { boardText, parseCells, parseShape } from "./board.js";
import { el } from "./dom.js";

export const sumText = ({ g, h, f }) => `${g} + ${h} = ${f}`;

/** A board as lines of text; the blank is a dot. */
export function textBoard(board, shape) {
  const cells = parseCells(board);
  const wide = String(cells.length - 1).length;
  const text = boardText(cells.map((tile) => (tile === 0 ? "·".padStart(wide) : String(tile).padStart(wide))), shape);
  return text.replaceAll("//", "\n\n").replaceAll("/", "\n");
}

export class NodeRows {
  /** `pick(id)` is called when a row is picked. */
  constructor(list, pick) {
    Object.assign(this, { list, rows: new Map(), shape: [3, 3, 1] });
    list.addEventListener("click", (event) => {
      const row = event.target.closest("li");
      if (row) pick(Number(row.dataset.node));
    });
    list.addEventListener("keydown", (event) => this.key(event, pick));
  }

  key(event, pick) {
    const rows = [...this.list.children];
    const at = rows.indexOf(document.activeElement);
    if (event.key === "Enter" && at >= 0) return pick(Number(rows[at].dataset.node));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    rows[to]?.focus();
  }

  reset(shapeText) {
    this.rows.clear();
    this.current = this.next = undefined;
    this.list.replaceChildren();
    this.shape = parseShape(shapeText);
  }

  row({ id, event }) {
    const known = this.rows.get(id);
    if (known && known.g === event.g) return known.row;
    const row = el(
      "li",
      { "data-node": id, tabindex: -1 },
      el("span", { class: "text-board" }, textBoard(event.board, this.shape)),
      el("span", { class: "row-text" }, el("span", { class: "formula" }, sumText(event)), el("span", { class: "card-note" }, `node ${id}`)),
    );
    this.rows.set(id, { row, g: event.g });
    return row;
  }

  /** Shows these nodes in this order. The node `current` is pointed out, with null the one that comes next, with undefined none. */
  show(nodes, current) {
    const wanted = nodes.map((node) => this.row(node));
    const kept = new Set(wanted);
    // A row that goes hands the focus to its list.
    const { activeElement } = document;
    if (activeElement.parentElement === this.list && !kept.has(activeElement)) this.list.focus({ preventScroll: true });
    for (const row of [...this.list.children]) if (!kept.has(row)) row.remove();
    wanted.forEach((row, index) => {
      if (this.list.children[index] !== row) this.list.insertBefore(row, this.list.children[index] ?? null);
    });
    const marked = nodes.findIndex(({ id }) => id === current);
    this.point("current", wanted[marked]);
    this.point("next", current === null ? wanted[0] : undefined);
  }

  /** Gives one row a class that another had. */
  point(look, row) {
    if (this[look] === row) return;
    this[look]?.classList.remove(look);
    row?.classList.add(look);
    this[look] = row;
  }
}
