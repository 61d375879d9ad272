// A box seen in space: every tile a small cube, turned by dragging, by buttons and by keys.

import { place, pushed, shapeText } from "./board.js";
import { el, put } from "./dom.js";

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
      const faces = ["front", "back", "right", "left", "top", "bottom"];
      for (let number = 1; number < cells.length; number++) {
        const cubie = el(
          "div",
          { class: "cubie", "data-tile": number },
          faces.map((face) => el("span", { class: `face ${face}` }, String(number))),
        );
        this.cubies.set(number, cubie);
      }
      // The blank is a cell as well: one that can be looked through.
      this.cubies.set(0, el("div", { class: "cubie none" }, faces.map((face) => el("span", { class: `face ${face}` }))));
      put(this.cube, [...this.cubies.values()]);
    }
    this.arrange();
  }

  arrange() {
    if (!this.shape || this.shape[2] === 1) return;
    const [width, height, depth] = this.shape;
    const step = Math.min(this.stage.clientWidth, this.stage.clientHeight * 1.25) / (Math.max(width, height, depth) * 2.15);
    this.cube.style.setProperty("--side", `${step * 0.62}px`);
    this.cells.forEach((number, cell) => {
      const cubie = this.cubies.get(number);
      if (!cubie) return;
      const { x, y, z } = place(cell, this.shape);
      // Reading order: rows run towards the viewer, layers downwards.
      const at = [(x - (width - 1) / 2) * step, (z - (depth - 1) / 2) * step, (y - (height - 1) / 2) * step];
      cubie.style.transform = `translate3d(${at[0]}px, ${at[1]}px, ${at[2]}px)`;
      cubie.classList.toggle("home", number > 0 && this.goal[cell] === number);
      cubie.classList.toggle("movable", number > 0 && pushed(this.cells, cell, this.shape).length > 0);
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
