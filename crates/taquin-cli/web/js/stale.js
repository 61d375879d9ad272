// An answer stays when the board changes. It then says that it is about another board, and leads back to it.

import { el, put } from "./dom.js";
import { begin } from "./game.js";
import { isOnTheTable, onChange } from "./state.js";

export class Belonging {
  /** `box` gets the sentence; `noun` is what the answer is: "This solution". */
  constructor(box, noun) {
    Object.assign(this, { box, noun, of: null });
    box.hidden = true;
    onChange(() => this.refresh());
  }

  /** The answer is about a board on its goal, { shape, cells, goal, goalName }, or there is none. */
  set(of) {
    this.of = of;
    this.refresh();
  }

  refresh() {
    const stale = this.of !== null && !isOnTheTable(this.of);
    if (this.box.hidden === !stale) return;
    this.box.hidden = !stale;
    if (!stale) return;
    put(
      this.box,
      `${this.noun} belongs to another board. `,
      el("button", { type: "button", class: "link", onclick: () => begin({ ...this.of }, "back to") }, "Back to that board"),
    );
  }
}
