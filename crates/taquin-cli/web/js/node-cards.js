// Cards of nodes: the board, its sum, and what became of it. Cards stay and change their texts, so that a step costs little.

import { el, write } from "./dom.js";
import { sumText, textBoard } from "./node-rows.js";

export class NodeCards {
  constructor(box, tag) {
    Object.assign(this, { box, tag, cards: [] });
    box.replaceChildren();
  }

  card(index) {
    if (!this.cards[index]) {
      const [board, sum, note, fate] = ["text-board", "formula", "card-note", "fate"].map((name) => el("span", { class: name }));
      const root = el(this.tag, {}, board, el("span", { class: "card-text" }, sum, note, fate));
      sum.title = "g + h = f";
      this.cards[index] = { root, board, sum, note, fate };
    }
    return this.cards[index];
  }

  /** Shows [{ event, fate, look, card }]: `look` is what the fate looks like, `card` what the card does. */
  show(wanted, shape) {
    wanted.forEach(({ event, fate, look, card }, index) => {
      const parts = this.card(index);
      if (!parts.root.isConnected) this.box.append(parts.root);
      write(parts.board, textBoard(event.board, shape));
      write(parts.sum, sumText(event));
      write(parts.note, `node ${event.id}, ${event.move ? `move ${event.move}` : "start"}`);
      write(parts.fate, fate);
      dress(parts.fate, `fate ${look}`);
      dress(parts.root, `card ${card}`);
    });
    for (const { root } of this.cards.slice(wanted.length)) root.remove();
  }
}

function dress(node, name) {
  if (node.className !== name) node.className = name;
}
