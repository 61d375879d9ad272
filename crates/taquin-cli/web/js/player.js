// Play, pause, step, scrub and speed: the same controls for a solution and for a trace.

import { el, put, svg } from "./dom.js";

const SPEEDS = [
  ["1600", "slow"],
  ["600", "normal"],
  ["200", "fast"],
  ["40", "very fast"],
];

/** Drawn, because not every font has these signs. */
const SIGNS = {
  play: "M6 4l13 8-13 8z",
  pause: "M6 4h4.5v16H6zM13.5 4H18v16h-4.5z",
  back: "M16 5v14L6 12zM18 5h2v14h-2z",
  next: "M8 5v14l10-7zM4 5h2v14H4z",
  first: "M20 5v14l-8-7zM12 5v14l-8-7zM2 5h2v14H2z",
  last: "M4 5v14l8-7zM12 5v14l8-7zM20 5h2v14h-2z",
};
const sign = (name) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SIGNS[name] }));

export class Player {
  /** `show(step)` is called whenever the step changes. */
  constructor(box, name, show) {
    this.show = show;
    this.step = 0;
    this.last = 0;
    const button = (label, name, onclick) =>
      el("button", { type: "button", class: "round", "aria-label": label, title: label, onclick }, sign(name));
    this.toggle = button("Play", "play", () => (this.timer ? this.pause() : this.play()));
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
    this.first = button("First step", "first", () => this.go(0));
    this.back = button("Step back", "back", () => this.go(this.step - 1));
    this.next = button("Step forward", "next", () => this.go(this.step + 1));
    this.end = button("Last step", "last", () => this.go(this.last));
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
    put(this.toggle, sign(this.timer ? "pause" : "play"));
    this.toggle.setAttribute("aria-label", this.timer ? "Pause" : "Play");
    this.toggle.title = this.timer ? "Pause" : "Play";
    this.first.disabled = this.back.disabled = this.step === 0;
    this.next.disabled = this.end.disabled = this.step === this.last;
  }
}
