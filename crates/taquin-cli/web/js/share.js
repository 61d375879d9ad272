// Links that hold what is seen, and run by themselves.

import { $, copy, el, options, put } from "./dom.js";
import { ask } from "./engine.js";
import { goToStep as goToRaceStep, race } from "./race.js";
import { goToStep as goToSolutionStep, solve } from "./solve.js";
import { activePlayer } from "./player.js";
import { state, toHash } from "./state.js";
import { goToStep as goToSearchStep, watch } from "./watch.js";

/** The page's address for other machines, where a server tells it. */
let address = null;

export function startShare(engine) {
  address = engine.address ?? null;
  $("share").addEventListener("click", () => {
    const alone = canRun() ? [["run", `the same, and ${isRace() ? "race" : state.tab} at once`]] : [];
    options($("share-what"), [["", "the board and the choices"], ...alone], alone.length > 0 ? "run" : "");
    showLink();
    $("share-dialog").showModal();
  });
  $("share-what").addEventListener("change", showLink);
  $("share-copy").addEventListener("click", () => copy($("share-link").value, $("share-copy")));
  $("share-close").addEventListener("click", () => $("share-dialog").close());
}

const canRun = () => ["solve", "watch", "compare"].includes(state.tab);
const isRace = () => state.tab === "watch" && state.race !== "";

/** The page's address as others can use it. */
export function addressForOthers() {
  const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return here && address ? address : location.href.split("#")[0];
}

function link() {
  const run = $("share-what").value === "run" && canRun();
  const step = run ? activePlayer()?.step : null;
  return new URL(toHash({ ...(run ? { run: 1 } : {}), ...(step ? { step } : {}) }), addressForOthers());
}

async function showLink() {
  const text = String(link());
  $("share-link").value = text;
  const only = /^http:\/\/(localhost|127\.|\[::1\])/.test(text);
  $("share-note").textContent = only ? "This address works on this machine only: taquin serve --class serves a whole class." : "";
  const picture = only ? null : await drawCode(text).catch(() => null);
  if ($("share-link").value === text) put($("share-code"), picture ? el("img", { src: picture, alt: "The link as a QR code" }) : []);
}

/** The link as a QR code, where a server draws it. */
async function drawCode(text) {
  const { svg } = await ask("qr", { text });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Does what a link asks to be done. */
export async function runLink({ run, step }) {
  if (!run) return;
  const to = Number(step) || 0;
  if (state.tab === "solve") {
    await solve();
    if (to > 0 && activePlayer()) goToSolutionStep(to);
  } else if (isRace()) {
    await race();
    if (to > 0 && activePlayer()) goToRaceStep(to);
  } else if (state.tab === "watch") {
    await watch();
    if (to > 0 && activePlayer()) goToSearchStep(to);
  } else if (state.tab === "compare") {
    $("compare").click();
  }
}
