// A tick under the finger for those who want one: sound, and vibration where the device has it. Off until it is switched on.

import { $ } from "./dom.js";
import { onChange, state } from "./state.js";
import { same } from "./board.js";

const KEY = "sound";
/** Hertz of a slide, and of the end of a game one after the other. */
const TICK = [520];
const END = [523, 659, 784];

let context = null;

function wanted() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

export function startSound() {
  $("sound").checked = wanted();
  $("sound").addEventListener("change", () => {
    try {
      localStorage.setItem(KEY, $("sound").checked ? "on" : "off");
    } catch {
      // Without storage it is forgotten.
    }
    if ($("sound").checked) play(TICK);
  });
  onChange((changed, by) => {
    if (by !== "slide" || !$("sound").checked) return;
    const over = same(state.cells, state.goal);
    play(over ? END : TICK);
    navigator.vibrate?.(over ? [40, 60, 40] : 8);
  });
}

function play(tones) {
  // Browsers allow sound after a person has done something, as is the case here.
  context ??= new AudioContext();
  tones.forEach((hertz, index) => {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const at = context.currentTime + index * 0.12;
    tone.frequency.value = hertz;
    tone.type = "triangle";
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.09);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.1);
  });
}
