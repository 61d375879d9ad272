// Play, pause, step, scrub and speed: the same controls for a solution and for a trace.

import { el, put } from "./dom.js";

const SPEEDS = [
  ["1600", "slow"],
  ["600", "normal"],
  ["200", "fast"],
  ["40", "very fast"],
];

export class Player {
  /** `show(step)` is called whenever the step changes. */
  constructor(box, name, show) {
    this.show = show;
    this.step = 0;
    this.last = 0;
    const button = (label, text, onclick) =>
      el("button", { type: "button", class: "round", "aria-label": label, title: label, onclick }, text);
    this.toggle = button("Play", "▶", () => (this.timer ? this.pause() : this.play()));
    this.toggle.classList.add("main");
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": `Step of the ${name}`,
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.speed = el(
      "select",
      { "aria-label": "Speed" },
      SPEEDS.map(([value, label]) => el("option", { value }, label)),
    );
    this.speed.value = "600";
    this.text = el("p", { class: "step-text", role: "status", "aria-live": "off" });
    this.first = button("First step", "⏮", () => this.go(0));
    this.back = button("Step back", "◀", () => this.go(this.step - 1));
    this.next = button("Step forward", "▶▏", () => this.go(this.step + 1));
    this.end = button("Last step", "⏭", () => this.go(this.last));
    put(
      box,
      el(
        "div",
        { class: "player", role: "group", "aria-label": `Player of the ${name}` },
        this.first,
        this.back,
        this.toggle,
        this.next,
        this.end,
        this.slider,
        this.speed,
      ),
      this.text,
    );
  }

  /** Begins anew with so many steps after the first. */
  load(last, step = 0) {
    this.pause();
    this.last = last;
    this.slider.max = last;
    this.go(step, false);
  }

  play() {
    if (this.step >= this.last) this.go(0, false);
    const next = () => {
      this.go(this.step + 1, false);
      this.timer = this.step < this.last ? setTimeout(next, Number(this.speed.value)) : null;
      this.dress();
    };
    this.timer = setTimeout(next, Math.min(300, Number(this.speed.value)));
    this.dress();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.dress();
  }

  go(step, pause = true) {
    if (pause) this.pause();
    this.step = Math.max(0, Math.min(this.last, step));
    this.slider.value = this.step;
    this.show(this.step);
    this.dress();
  }

  say(text) {
    this.text.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
  }

  dress() {
    this.toggle.textContent = this.timer ? "⏸" : "▶";
    this.toggle.setAttribute("aria-label", this.timer ? "Pause" : "Play");
    this.toggle.title = this.timer ? "Pause" : "Play";
    this.first.disabled = this.back.disabled = this.step === 0;
    this.next.disabled = this.end.disabled = this.step === this.last;
  }
}
