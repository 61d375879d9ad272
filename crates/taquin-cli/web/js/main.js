// Puts the page together: tabs, colours, the state a link brings.

import { startAdvice } from "./advice.js";
import { boardText, shapeText } from "./board.js";
import { startCompare, takeUpComparison } from "./compare.js";
import { $, el, hide } from "./dom.js";
import { startEdit } from "./edit.js";
import { ask, described, isAwake, jobs, status } from "./engine.js";
import { start as startExercise, startExercises } from "./exercise.js";
import { startFinish } from "./finish.js";
import { goBackTo, layOut, resume, savedGame, startGame } from "./game.js";
import { startKeys } from "./keys.js";
import { startLearn } from "./learn.js";
import { startLook } from "./look.js";
import { startMetric } from "./metric.js";
import { startNewBoard } from "./new-board.js";
import { plainly } from "./plain.js";
import { say, startPlay } from "./play.js";
import { repaintRace, startRace } from "./race.js";
import { startReview } from "./review.js";
import { runLink, startShare } from "./share.js";
import { startSolve, takeUpSolve } from "./solve.js";
import { startSound } from "./sound.js";
import { addChoice, change, fromHash, fromReport, onChange, oneOf, state } from "./state.js";
import { startTakeHome } from "./take-home.js";
import { repaint, startWatch } from "./watch.js";

const TABS = ["solve", "watch", "compare", "learn"];
const NAMED = ["blank-last", "blank-first", "snail"];
const FIRST_BOARD = "8 1 3/4 0 2/7 6 5";

function showTab(name, focus = false) {
  for (const tab of TABS) {
    const chosen = tab === name;
    $(`tab-${tab}`).setAttribute("aria-selected", String(chosen));
    $(`tab-${tab}`).tabIndex = chosen ? 0 : -1;
    hide($(`panel-${tab}`), !chosen, $(`tab-${name}`));
  }
  if (focus) $(`tab-${name}`).focus();
}

function startTabs() {
  addChoice("tab", "solve", oneOf(TABS));
  for (const [index, tab] of TABS.entries()) {
    $(`tab-${tab}`).addEventListener("click", () => change({ tab }));
    $(`tab-${tab}`).addEventListener("keydown", (event) => {
      const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: TABS.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      change({ tab: TABS[(to + TABS.length) % TABS.length] });
      showTab(state.tab, true);
    });
  }
  onChange((changed, by) => (changed.has("tab") || by === "link") && showTab(state.tab));
  // The address is the state's: skipping moves the focus and nothing else.
  $("skip").addEventListener("click", (event) => {
    event.preventDefault();
    $("panels").focus();
    $("panels").scrollIntoView();
  });
}

function startTheme() {
  const { dataset } = document.documentElement;
  const other = () => (dataset.theme === "dark" ? "light" : "dark");
  const show = () => {
    $("theme").textContent = other() === "dark" ? "Dark" : "Light";
    $("theme").setAttribute("aria-label", `Change to ${other()} colours`);
    repaint();
    repaintRace();
  };
  $("theme").addEventListener("click", () => {
    dataset.theme = other();
    localStorage.setItem("theme", dataset.theme);
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
}

/** Shows what the address asks for; boards that are not written as the page does it are read by the engine. The game that was left there goes on. */
async function followLink() {
  const link = fromHash(location.hash);
  const saved = savedGame();
  if (saved && (!link.board || isThisGame(link, saved.now))) {
    change(link.choices, "link");
    resume(saved);
    return link;
  }
  const plain = isAwake() ? null : plainly({ ...link, board: link.board ?? FIRST_BOARD });
  if (plain) {
    layOut({ ...plain, ...link.choices });
    return link;
  }
  try {
    const body = { board: link.board ?? FIRST_BOARD };
    if (link.goal) body.goal = link.goal;
    if (link.shape && link.board) body.shape = link.shape;
    const report = await ask("check", body);
    const goalName = !link.goal ? "blank-last" : NAMED.includes(link.goal) ? link.goal : null;
    layOut({ ...fromReport(report, goalName), ...link.choices });
    return link;
  } catch (error) {
    layOut({ ...fromReport(await ask("check", { board: FIRST_BOARD }), "blank-last"), ...link.choices });
    say(`The link could not be followed: ${error.message}`);
    return { ...link, run: null };
  }
}

const isThisGame = (link, game) =>
  link.board === boardText(game.cells, game.shape) &&
  link.shape === shapeText(game.shape) &&
  link.goal === (game.goalName ?? boardText(game.goal, game.shape));

/** The engine's state, as soon as it answers. */
async function whenItAnswers() {
  const note = el("p", { class: "headline bad", role: "alert" }, "Taquin does not answer, trying again…");
  for (;;) {
    try {
      const engine = await status();
      note.remove();
      return engine;
    } catch {
      if (!note.isConnected) document.querySelector("main").before(note);
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}

async function start() {
  startTheme();
  const engine = await whenItAnswers();
  $("server").textContent = `Taquin ${engine.version}, searching ${described}`;
  startTabs();
  startGame();
  startMetric();
  startPlay();
  startNewBoard();
  startKeys();
  startAdvice();
  startFinish();
  startReview();
  startLook();
  startSound();
  startEdit();
  startSolve(engine);
  startWatch(engine);
  startCompare(engine);
  startLearn(engine);
  startShare(engine);
  startTakeHome();
  startRace(engine);
  startExercises();
  addEventListener("popstate", (event) => {
    if (event.state?.cells) goBackTo(event.state);
    else if (location.hash.includes("=")) followLink().then(obey);
  });
  addEventListener("pageshow", ({ persisted }) => persisted && takeUp());
  const link = await followLink();
  document.documentElement.dataset.ready = "true";
  if (!(await takeUp())) obey(link);
}

/** Goes on with what was under way when the page was loaded again, or left for a while; false if there is nothing. */
async function takeUp() {
  const known = await jobs().catch(() => []);
  const solves = known.filter(({ question }) => question === "solve");
  const compared = takeUpComparison(known);
  return (solves.length > 0 && takeUpSolve(solves.at(-1))) || compared;
}

/** Does what a link asks to be done. */
function obey(link) {
  if (link.run && link.choices.exercise) startExercise(link.choices.exercise, link.choices.round);
  else runLink(link);
}

start();
