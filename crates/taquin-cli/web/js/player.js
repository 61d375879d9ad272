// Play, pause, step, scrub and speed: the same controls for a solution and for a trace.
//
// One player at a time has the dock under the board, the arrow keys and the step on display.

import { $, announce, dim, el, put, svg } from "./dom.js";
import { display } from "./state.js";

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
  close: "M6 4.6 12 10.6 18 4.6 19.4 6 13.4 12 19.4 18 18 19.4 12 13.4 6 19.4 4.6 18 10.6 12 4.6 6z",
};
const sign = (name) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SIGNS[name] }));

let owner = null;
const ownerListeners = [];

/** The player that has the dock and the keys, or null. */
export const activePlayer = () => owner;
export const onOwner = (listener) => ownerListeners.push(listener);

function setOwner(player) {
  if (owner === player) return;
  owner?.pause();
  const hadFocus = owner?.box.contains(document.activeElement);
  owner = player;
  for (const listener of ownerListeners) listener(owner);
  if (hadFocus) (owner?.toggle ?? $("undo")).focus({ preventScroll: true });
}

/** Takes the step away: the board on the table is seen again. */
export function closePlayer() {
  setOwner(null);
  display(null);
}

export class Player {
  /** `show(step)` is called whenever the step changes; `words()` says what is told aloud besides the step. */
  constructor(box, name, show, words = () => "") {
    Object.assign(this, { box, show, words, step: 0, last: 0, isLoaded: false });
    const button = (label, name, onclick) =>
      el("button", { type: "button", class: "round", "aria-label": label, title: label, onclick }, sign(name));
    this.toggle = button("Play", "play", () => this.playOrPause());
    this.toggle.classList.add("main");
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": `Step of the ${name}`,
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.speed = el("select", { "aria-label": "Speed" }, SPEEDS.map(([value, label]) => el("option", { value }, label)));
    this.speed.value = "600";
    this.text = el("p", { class: "step-text" });
    this.first = button("First step", "first", () => this.go(0));
    this.back = button("Step back", "back", () => this.go(this.step - 1));
    this.next = button("Step forward", "next", () => this.go(this.step + 1));
    this.end = button("Last step", "last", () => this.go(this.last));
    this.close = button("Close the player and see the board on the table", "close", closePlayer);
    const controls = [this.first, this.back, this.toggle, this.next, this.end, this.slider, this.speed, this.close];
    put(box, el("div", { class: "player", role: "group", "aria-label": `Player of the ${name}` }, controls), this.text);
    box.hidden = true;
    onOwner(() => (box.hidden = owner !== this));
  }

  /** Begins anew with so many steps after the first, and takes the dock. */
  load(last, step = 0) {
    this.isLoaded = true;
    this.pause();
    this.extend(last);
    this.go(step, false);
  }

  /** More steps have become known. */
  extend(last) {
    this.last = last;
    this.slider.max = last;
    this.dress();
  }

  /** Forgets what it plays. */
  unload() {
    this.pause();
    this.isLoaded = false;
    if (owner === this) closePlayer();
  }

  playOrPause() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    if (this.step >= this.last) this.go(0, false);
    const next = () => {
      this.timer = this.step + 1 < this.last ? setTimeout(next, Number(this.speed.value)) : null;
      this.go(this.step + 1, false);
    };
    this.timer = setTimeout(next, Math.min(300, Number(this.speed.value)));
    this.dress();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.dress();
  }

  /** To a step. By hand it pauses, and the step is said. */
  go(step, byHand = true) {
    if (byHand) this.pause();
    setOwner(this);
    this.step = Math.max(0, Math.min(this.last, step));
    this.slider.value = this.step;
    this.show(this.step);
    this.dress();
    if (byHand) announce([this.text.textContent, this.words()].filter(Boolean).join(". "));
  }

  /** Shows a board in place of the one on the table. */
  display(shown) {
    if (owner === this) display(shown);
  }

  say(text) {
    this.text.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
  }

  dress() {
    const playing = Boolean(this.timer);
    if (playing !== this.dressed) {
      this.dressed = playing;
      put(this.toggle, sign(playing ? "pause" : "play"));
      this.toggle.setAttribute("aria-label", playing ? "Pause" : "Play");
      this.toggle.title = playing ? "Pause (Space)" : "Play (Space)";
    }
    for (const button of [this.first, this.back]) dim(button, this.step === 0);
    for (const button of [this.next, this.end]) dim(button, this.step === this.last);
  }
}
